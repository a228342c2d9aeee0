//! The Double-Swiss System, applied from 1 February 2026: every pairing is a match of two games.
//!
//! # Articles
//! C.04.5 (2026). The functions of this module stand in the order of the text: the standing of each
//! player (1), who may meet (2.1), [`pair_round`] (3.3), the bye (3.4), the upfloaters (3.5), the
//! bracket (3.6), the colours (4). The procedure of 3.2-3.6 is worded as in C.04.6, whose articles
//! were read beside it.
//!
//! How a match stands in a file is told at [`Matches`].
//!
//! Every choice that the text leaves open is a field of [`DoubleSwissOptions`].

use std::cmp::Reverse;

use edelweiss_model::{
    Acceleration, Colour, Definitions, PlayerId, Position, RoundNumber, Score, Tournament,
};
use edelweiss_pairing::{ColourReason, Impossible, Outcome, RoundPairing, boards_in_order};

use crate::legal_pairs::LegalPairs;
pub use crate::matches::{
    InvalidMatches, MatchEntry, MatchProblem, Matches, PAIRING_ALLOCATED_BYE, before_next_match,
};
use crate::round_graph::RoundGraph;
use crate::swiss_system::{PairingUnit, ProvedProcedure, SwissSystem, UnreadableRounds};
use crate::upfloats::{BracketCriterion, FollowingNeed, UpfloatField, pair_brackets};

/// This system as a row of the registry.
pub static SYSTEM: SwissSystem = SwissSystem {
    system: "double-swiss",
    about: "Double-Swiss: matches of two games, two rounds of the file each",
    year: 2026,
    about_edition: "In force from 1 February 2026",
    until: None,
    name: "Double-Swiss System, edition of 1 February 2026",
    definitions: Definitions::DUTCH_2026,
    edition: None,
    unit: PairingUnit::Match,
    proved: Some(ProvedProcedure::Matches),
    pair: |tournament, _, _| {
        pair_round(tournament, &DoubleSwissOptions::default())
            .map_err(|problem| UnreadableRounds(problem.to_string()))
    },
    finish: None,
    readings: &[],
    code: Some("FIDE_DOUBLESWISS"),
    other_codes: &[],
    drop_in: None,
    asks_ratings: None,
    number_teams: None,
    page: "systems/double-swiss-2026.md",
};

/// How C6 is read: the upfloaters are chosen "so that \[C1\], \[C3\] and \[C4\] are complied with
/// in the bracket where this scoregroup is paired".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FollowingBracket {
    /// As few upfloaters into the following bracket as possible.
    #[default]
    FewestUpfloaters,
    /// None or one, as its number of players asks; where no choice achieves that, C6 says nothing.
    ParityOrNothing,
}

/// Whether a pairing that was not played makes a floater (1.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ForfeitedFloats {
    /// No: a floater plays against an opponent with a different score. The measure is that of C1: a
    /// match counts unless a player forfeited both games.
    #[default]
    Ignored,
    /// Yes: floating is a fact of the pairing.
    Counted,
}

/// The points of a win in the Baku method (C.04.7 1.4). Explicit virtual points are not touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BakuWin {
    /// A match won, both games: what a win in one round brings, as match points do in team events.
    #[default]
    Match,
    /// A game won.
    Game,
}

/// The choices that the text leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DoubleSwissOptions {
    /// C6.
    pub following_bracket: FollowingBracket,
    /// 1.5, for C7 and C8.
    pub forfeited_floats: ForfeitedFloats,
    /// C.04.7 1.4.
    pub baku_win: BakuWin,
}

/// The number, from 1, of the match that the round of a file belongs to.
pub fn match_number(round: RoundNumber) -> u16 {
    round.get().div_ceil(2)
}

/// One player before the match.
#[derive(Clone, Debug)]
struct MatchStanding {
    /// Pairing score.
    score: Score,
    /// Colours of the matches of which a game was played, oldest first (1.6).
    colours: Vec<Colour>,
    /// 1.5, in the previous round.
    floated: bool,
    bye_allowed: bool,
}

/// The tournament before one match.
struct MatchField<'a> {
    position: &'a Position,
    matches: &'a Matches,
    options: DoubleSwissOptions,
    standings: Vec<MatchStanding>,
    is_last: bool,
}

/// Pairs the next match of `tournament`. [`RoundPairing::round`] is the round of game 1 in the file,
/// and [boards](edelweiss_pairing::Board) show the colours of game 1; game 2 has them reversed (4.4).
///
/// Cost: per bracket of n players with the next scoregroup, one matching for each of C4-C8, on bit
/// rows ([`edelweiss_matching::LexicographicOptima::keep`]), and O(n²/64 + n) at most per decision of 3.5.4 and 3.6.3;
/// over everybody unpaired, with one matching for each score that has upfloaters in a pairing at hand (C5), where that leaves
/// no completion.
///
/// # Errors
/// [`InvalidMatches`] where the rounds so far cannot be read as matches.
///
/// # Panics
/// Only on a defect of this library: a round that breaks an absolute criterion is never returned.
pub fn pair_round(
    tournament: &Tournament,
    options: &DoubleSwissOptions,
) -> Result<Outcome, InvalidMatches> {
    let tournament = &*before_next_match(tournament);
    let matches = Matches::read(tournament)?;
    let round = tournament.next_round();
    if let Some(total) = tournament.rounds_total
        && round > total
    {
        return Ok(Outcome::Impossible(Impossible::NoRoundLeft { total }));
    }
    let position = Position::derive(tournament, &Definitions::DUTCH_2026);
    let field = MatchField::new(tournament, &position, &matches, *options);
    Ok(field.pair_round())
}

impl<'a> MatchField<'a> {
    fn new(
        tournament: &Tournament,
        position: &'a Position,
        matches: &'a Matches,
        options: DoubleSwissOptions,
    ) -> Self {
        let scores = pairing_scores(tournament, position, options);
        let previous = previous_scores(tournament, options);
        let standings = (tournament.player_ids().zip(scores))
            .map(|(id, score)| {
                let own = matches.of(id);
                MatchStanding {
                    score,
                    colours: own
                        .iter()
                        .filter_map(|entry| entry.played())
                        .map(|(_, colour)| colour)
                        .collect(),
                    floated: own
                        .last()
                        .is_some_and(|last| floated(*last, id, &previous, options)),
                    bye_allowed: !own.iter().any(|entry| entry.bars_bye()),
                }
            })
            .collect();
        Self {
            position,
            matches,
            options,
            standings,
            is_last: matches.total().is_some_and(|total| matches.next() >= total),
        }
    }

    fn standing(&self, id: PlayerId) -> &MatchStanding {
        &self.standings[id.index()]
    }

    /// 2.1.1 \[C1\] and the arbiter's bans. There is no colour criterion.
    fn legal_pairs(&self) -> LegalPairs {
        let bye_allowed = self.standings.iter().map(|player| player.bye_allowed);
        LegalPairs::new(
            self.position,
            bye_allowed.collect(),
            |id| self.matches.of(id).iter().filter_map(|entry| entry.met()),
            |_| (),
            |(), ()| false,
        )
    }

    /// 3.3: the bye, then bracket by bracket, then the colours.
    fn pair_round(&self) -> Outcome {
        let present = self.position.present();
        let graph = RoundGraph(self.legal_pairs());
        let bye = match graph.choose_bye(&self.bye_candidates()) {
            Ok(bye) => bye,
            Err(witness) => return Outcome::Impossible(Impossible::NoLegalPairing(witness)),
        };
        let players = present.iter().copied().filter(|id| Some(*id) != bye);
        let brackets = pair_brackets(self, &graph, players);
        let boards = boards_in_order(
            (brackets.iter()).flat_map(|bracket| bracket.pairs.iter().copied()),
            |id| self.score(id),
            |higher, lower| self.allocate_colours(higher, lower),
        );
        graph.assert_legal(present, &boards, bye);
        Outcome::Paired(RoundPairing {
            round: self.position.round(),
            rules: "Double-Swiss System, edition of 1 February 2026",
            boards,
            bye,
            given_bye: self.position.given_bye(),
            replaced: None,
            defect: None,
            brackets,
        })
    }

    /// 3.4.2-3.4.4: everybody to be paired, in the order in which they should have the bye.
    fn bye_candidates(&self) -> Vec<PlayerId> {
        let mut candidates = self.position.present().to_vec();
        candidates.sort_by_key(|&id| {
            let matches_played = self.standing(id).colours.len();
            (self.score(id), Reverse(matches_played), Reverse(id))
        });
        candidates
    }

    /// 4.3, for game 1. `higher` is ranked higher by 1.2.
    fn allocate_colours(&self, higher: PlayerId, lower: PlayerId) -> (Colour, ColourReason) {
        let (own, theirs) = (
            &self.standing(higher).colours,
            &self.standing(lower).colours,
        );
        let whites = |colours: &[Colour]| {
            let white = colours.iter().filter(|colour| **colour == Colour::White);
            white.count()
        };
        let latest_difference =
            (own.iter().rev().zip(theirs.iter().rev())).find(|(mine, other)| mine != other);
        let (colour, article) = if own.is_empty() && theirs.is_empty() {
            let initial = self.position.initial_colour().unwrap_or(Colour::White);
            let odd = self.position.player(higher).arrival_number % 2 == 1;
            (if odd { initial } else { !initial }, "4.3.1")
        } else if whites(own) < whites(theirs) {
            (Colour::White, "4.3.2")
        } else if whites(own) > whites(theirs) {
            (Colour::Black, "4.3.2")
        } else if let Some((mine, _)) = latest_difference {
            (!*mine, "4.3.3")
        } else if let Some(last) = own.last() {
            (!*last, "4.3.4")
        } else {
            // Only the opponent has played; giving that player the other colour gives us this one.
            let last = theirs.last().copied().unwrap_or(Colour::Black);
            (last, "4.3.5")
        };
        (colour, ColourReason::Article(article))
    }
}

/// C8, 2.3.5: a player of a bracket is taken up, and floated in the previous round where that counts.
type Refloat = (bool, bool);

impl UpfloatField for MatchField<'_> {
    type Kind = Refloat;

    fn score(&self, id: PlayerId) -> Score {
        self.standing(id).score
    }

    /// C7 does not hold in the last round.
    fn floats_again(&self, id: PlayerId) -> bool {
        !self.is_last && self.standing(id).floated
    }

    fn following_need(&self, _: Score, _: &[PlayerId]) -> FollowingNeed {
        match self.options.following_bracket {
            FollowingBracket::FewestUpfloaters => FollowingNeed::Fewest,
            FollowingBracket::ParityOrNothing => FollowingNeed::ParityOrNothing,
        }
    }

    fn kind(&self, id: PlayerId, is_upfloater: bool) -> Refloat {
        (is_upfloater, self.floats_again(id))
    }

    fn criteria(&self) -> Vec<BracketCriterion<Refloat>> {
        // A floater of the previous round meets an upfloater.
        let cost: fn(Refloat, Refloat) -> u64 =
            |(a_upfloats, a_floated), (b_upfloats, b_floated)| {
                u64::from((a_upfloats && b_floated) || (b_upfloats && a_floated))
            };
        vec![BracketCriterion {
            label: "C8",
            cost: (!self.is_last).then_some(cost),
        }]
    }
}

/// Points so far plus the virtual points of this match, by player index.
fn pairing_scores(
    tournament: &Tournament,
    position: &Position,
    options: DoubleSwissOptions,
) -> Vec<Score> {
    let is_baku = tournament.acceleration == Acceleration::Baku && !tournament.has_virtual_points();
    let doubled = is_baku && options.baku_win == BakuWin::Match;
    (position.players().iter())
        .map(|player| {
            let virtual_points = player.score - player.standings;
            if doubled {
                player.score + virtual_points
            } else {
                player.score
            }
        })
        .collect()
}

/// The pairing scores with which the previous match was paired; all zero where there was none.
fn previous_scores(tournament: &Tournament, options: DoubleSwissOptions) -> Vec<Score> {
    match tournament.next_round().index().checked_sub(2) {
        Some(index) => {
            let before = tournament.before_round(RoundNumber::from_index(index));
            let position = Position::derive(&before, &Definitions::DUTCH_2026);
            pairing_scores(&before, &position, options)
        }
        None => vec![Score::ZERO; tournament.players.len()],
    }
}

/// 1.5: whether this match was against an opponent with a different score.
fn floated(entry: MatchEntry, id: PlayerId, scores: &[Score], options: DoubleSwissOptions) -> bool {
    let opponent = match (options.forfeited_floats, entry) {
        (ForfeitedFloats::Ignored, _) => entry.met(),
        (ForfeitedFloats::Counted, MatchEntry::Paired { opponent, .. }) => Some(opponent),
        (ForfeitedFloats::Counted, MatchEntry::Unpaired(_)) => None,
    };
    opponent.is_some_and(|opponent| scores[opponent.index()] != scores[id.index()])
}
