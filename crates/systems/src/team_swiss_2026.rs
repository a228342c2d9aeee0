//! The Swiss team system, applied from 1 February 2026.
//!
//! # Articles
//! C.04.6 (2026). Who may meet (2.1), [`pair_round`] (3.3), the bye (3.4), the upfloaters (3.5) and the bracket (3.6), which
//! C.04.5 has in the same words; what a team prefers (1.7) and who has which colour (4) are in files of their own.
//!
//! Participants are teams: a tournament of teams as [`edelweiss_model::MatchScores`] describes it. A tournament without
//! these is one of teams whose points are match points, and whose game points nobody knows.
//!
//! Every choice that the text leaves open is a field of [`TeamSwissOptions`].

mod colours;
mod options;

use std::borrow::Cow;
use std::cmp::Reverse;

use edelweiss_model::{
    ByeKind, Colour, Definitions, GameResult, PlayerId, Position, RoundEntry, RoundNumber, Score,
    TeamPairingRules, TeamPreferences, Tournament, pairing_scores,
};
use edelweiss_pairing::{Impossible, Outcome, RoundPairing, boards_in_order};

use crate::legal_pairs::LegalPairs;
use crate::round_graph::RoundGraph;
use crate::swiss_system::{PairingUnit, ProvedProcedure, SwissSystem};
use crate::upfloats::{BracketCriterion, FollowingNeed, UpfloatField, pair_brackets};
use colours::TeamPreference;
pub use options::{
    AcceleratedFloats, AcceleratedSecondary, FollowingGroup, ForfeitFloats, LastRoundPreference,
    TeamFollowing, TeamSwissOptions, UntoldBye,
};

/// This system as a row of the registry.
pub static SYSTEM: SwissSystem = SwissSystem {
    system: "team-swiss",
    about: "Swiss team system: a match of teams in each round",
    year: 2026,
    about_edition: "In force from 1 February 2026",
    until: None,
    name: NAME,
    definitions: Definitions::DUTCH_2026,
    edition: None,
    unit: PairingUnit::TeamMatch,
    proved: Some(ProvedProcedure::Teams),
    pair: |tournament, _, options| Ok(pair_round(tournament, &TeamSwissOptions::from(options))),
    finish: None,
    readings: &options::READINGS,
    code: None,
    other_codes: &[],
    drop_in: None,
    asks_ratings: None,
    number_teams: None,
    page: "systems/team-swiss-2026.md",
};

const NAME: &str = "Swiss team system, edition of 1 February 2026";

/// One team before the round.
#[derive(Clone, Debug)]
struct TeamStanding {
    /// Primary score, with virtual points.
    score: Score,
    /// Secondary score; nothing where it is not used.
    secondary: Score,
    /// Colours of the matches that were played, oldest first (1.6).
    colours: Vec<Colour>,
    /// 1.7.
    preference: Option<TeamPreference>,
    /// 1.5, in the previous round.
    floated: bool,
    /// Who was met in a match that was played.
    met: Vec<PlayerId>,
    bye_allowed: bool,
}

/// The tournament before one round.
struct TeamSwissField<'a> {
    position: &'a Position,
    rules: TeamPairingRules,
    options: TeamSwissOptions,
    standings: Vec<TeamStanding>,
    /// Scores of the teams to be paired, the bye left out, the highest first.
    levels: Vec<Score>,
    /// C7 and C10 do not hold in the last two rounds.
    floats_count: bool,
}

/// Pairs the next round of a tournament of teams.
///
/// Cost: per bracket of n teams with the next scoregroup, one matching for each of C4-C10, on bit rows
/// ([`edelweiss_matching::LexicographicOptima::keep`]), and O(n²/64 + n) at most per decision of 3.5.4 and 3.6.3.
///
/// # Panics
/// Only on a defect of this library: a round that breaks an absolute criterion is never returned.
pub fn pair_round(tournament: &Tournament, options: &TeamSwissOptions) -> Outcome {
    let round = tournament.next_round();
    if let Some(total) = tournament.rounds_total
        && round > total
    {
        return Outcome::Impossible(Impossible::NoRoundLeft { total });
    }
    let tournament = &*with_untold_byes(tournament, *options);
    let position = Position::derive(tournament, &Definitions::DUTCH_2026);
    TeamSwissField::new(tournament, &position, *options).pair_round()
}

/// The same where a bye of which nothing is said is worth a win on every board.
fn with_untold_byes(tournament: &Tournament, options: TeamSwissOptions) -> Cow<'_, Tournament> {
    let matches = tournament.matches.as_ref();
    let worth = matches.and_then(|matches| matches.win_for_untold_bye);
    let (Some(worth), UntoldBye::Wins) = (worth, options.untold_bye) else {
        return Cow::Borrowed(tournament);
    };
    let mut data = tournament.clone().into_data();
    let matches = data.matches.iter_mut().flat_map(|own| &mut own.points);
    for (rounds, player) in matches.zip(&data.players) {
        for (points, entry) in rounds.iter_mut().zip(&player.entries) {
            if *entry == RoundEntry::Bye(ByeKind::PairingAllocated) {
                points[1] = worth;
            }
        }
    }
    data.build().map_or(Cow::Borrowed(tournament), Cow::Owned)
}

impl<'a> TeamSwissField<'a> {
    fn new(tournament: &Tournament, position: &'a Position, options: TeamSwissOptions) -> Self {
        let round = tournament.next_round().index();
        // Without match scores nobody knows the game points.
        let rules = tournament.matches.as_ref().map_or(
            TeamPairingRules {
                uses_secondary: false,
                ..TeamPairingRules::default()
            },
            |matches| matches.rules,
        );
        let secondary = |id: PlayerId| match &tournament.matches {
            Some(matches) if rules.uses_secondary => {
                let virtual_points = match options.accelerated_secondary {
                    AcceleratedSecondary::Standings => Score::ZERO,
                    AcceleratedSecondary::PairingScore => {
                        position.player(id).score - tournament.standings_score(id, round)
                    }
                };
                matches.score(id.index(), rules.primary.other(), round) + virtual_points
            }
            _ => Score::ZERO,
        };
        let previous = previous_scores(tournament, options);
        let total = tournament
            .rounds_total
            .map(|total| usize::from(total.get()));
        let is_last = total.is_some_and(|total| round + 1 >= total);
        let standings = tournament.player_ids().map(|id| {
            let entries = &tournament.player(id).entries;
            let entries = &entries[..entries.len().min(round)];
            let played: Vec<(PlayerId, Colour)> =
                entries.iter().filter_map(|entry| entry.played()).collect();
            let colours: Vec<Colour> = played.iter().map(|(_, colour)| *colour).collect();
            let last = entries.get(round.wrapping_sub(1));
            TeamStanding {
                score: position.player(id).score,
                secondary: secondary(id),
                preference: colours::preference(rules.preferences, &colours, is_last, options),
                colours,
                floated: last.is_some_and(|last| floated(*last, id, &previous, options)),
                met: played.into_iter().map(|(opponent, _)| opponent).collect(),
                bye_allowed: !entries.iter().any(|entry| bars_bye(*entry)),
            }
        });
        Self {
            position,
            rules,
            options,
            standings: standings.collect(),
            levels: Vec::new(),
            floats_count: total.is_none_or(|total| round + 2 < total),
        }
    }

    fn standing(&self, id: PlayerId) -> &TeamStanding {
        &self.standings[id.index()]
    }

    /// 2.1.1 \[C1\] and bans. There is no colour criterion.
    fn legal_pairs(&self) -> LegalPairs {
        let bye_allowed = self.standings.iter().map(|team| team.bye_allowed);
        LegalPairs::new(
            self.position,
            bye_allowed.collect(),
            |id| self.standing(id).met.iter().copied(),
            |_| (),
            |(), ()| false,
        )
    }

    /// 3.3: the bye, then bracket by bracket, then the colours.
    fn pair_round(mut self) -> Outcome {
        let present = self.position.present();
        let graph = RoundGraph(self.legal_pairs());
        let bye = match graph.choose_bye(&self.bye_candidates()) {
            Ok(bye) => bye,
            Err(witness) => return Outcome::Impossible(Impossible::NoLegalPairing(witness)),
        };
        let players = || present.iter().copied().filter(|id| Some(*id) != bye);
        self.levels = players().map(|id| self.score(id)).collect();
        self.levels.sort_unstable_by_key(|score| Reverse(*score));
        self.levels.dedup();
        let brackets = pair_brackets(&self, &graph, players());
        let boards = boards_in_order(
            (brackets.iter()).flat_map(|bracket| bracket.pairs.iter().copied()),
            |id| self.score(id),
            |one, other| self.allocate_colours(one, other),
        );
        graph.assert_legal(present, &boards, bye);
        Outcome::Paired(RoundPairing {
            round: self.position.round(),
            rules: NAME,
            boards,
            bye,
            given_bye: self.position.given_bye(),
            replaced: None,
            defect: None,
            brackets,
        })
    }

    /// 3.4.2-3.4.4: every team to be paired, in the order in which they should have the bye.
    fn bye_candidates(&self) -> Vec<PlayerId> {
        let mut candidates = self.position.present().to_vec();
        candidates.sort_by_key(|&id| {
            let matches_played = self.standing(id).colours.len();
            (self.score(id), Reverse(matches_played), Reverse(id))
        });
        candidates
    }
}

/// What the costs of a pair in a bracket depend on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct TeamKind {
    is_upfloater: bool,
    /// In the previous round, where that counts.
    floated: bool,
    preference: Option<TeamPreference>,
}

type PairCost = fn(TeamKind, TeamKind) -> u64;

/// C8: one of two preferences for the same colour.
fn unfulfilled(a: TeamKind, b: TeamKind) -> u64 {
    let colour = |team: TeamKind| team.preference.map(|preference| preference.colour);
    u64::from(colour(a).is_some() && colour(a) == colour(b))
}

/// C9: one of two strong preferences for the same colour.
fn unfulfilled_strong(a: TeamKind, b: TeamKind) -> u64 {
    let are_strong = [a, b]
        .iter()
        .all(|team| team.preference.is_some_and(|own| own.is_strong));
    u64::from(are_strong) * unfulfilled(a, b)
}

/// C10: opponents of upfloaters that floated.
fn refloats(a: TeamKind, b: TeamKind) -> u64 {
    u64::from(a.is_upfloater && b.floated) + u64::from(b.is_upfloater && a.floated)
}

impl UpfloatField for TeamSwissField<'_> {
    type Kind = TeamKind;

    fn score(&self, id: PlayerId) -> Score {
        self.standing(id).score
    }

    fn floats_again(&self, id: PlayerId) -> bool {
        self.floats_count && self.standing(id).floated
    }

    fn following_need(&self, top: Score, lower: &[PlayerId]) -> FollowingNeed {
        let following = self.levels.iter().find(|level| **level < top);
        let is_empty = following.is_none_or(|level| self.score(lower[0]) != *level);
        match (self.options.following_group, self.options.following) {
            (FollowingGroup::Standings, _) if is_empty => FollowingNeed::Void,
            (_, TeamFollowing::Fewest) => FollowingNeed::Fewest,
            (_, TeamFollowing::ParityOrNothing) => FollowingNeed::ParityOrNothing,
        }
    }

    fn kind(&self, id: PlayerId, is_upfloater: bool) -> TeamKind {
        TeamKind {
            is_upfloater,
            floated: self.floats_again(id),
            preference: self.standing(id).preference,
        }
    }

    /// C8 and C9: article 4 grants both preferences where they are not for the same colour, and one of two for the same
    /// colour, the strong one if there is one.
    fn criteria(&self) -> Vec<BracketCriterion<TeamKind>> {
        let preferences = self.rules.preferences;
        let criterion = |label, cost: PairCost, is_in_force: bool| BracketCriterion {
            label,
            cost: is_in_force.then_some(cost),
        };
        vec![
            criterion("C8", unfulfilled, preferences != TeamPreferences::None),
            criterion(
                "C9",
                unfulfilled_strong,
                preferences == TeamPreferences::TypeB,
            ),
            criterion("C10", refloats, self.floats_count),
        ]
    }
}

/// 2.1.2 \[C2\].
fn bars_bye(entry: RoundEntry) -> bool {
    match entry {
        RoundEntry::Bye(kind) => matches!(kind, ByeKind::PairingAllocated | ByeKind::Full),
        RoundEntry::Paired { result, .. } => result == GameResult::ForfeitWin,
        RoundEntry::Blank => false,
    }
}

/// The scores with which the previous round was paired; none where there was no such round.
fn previous_scores(tournament: &Tournament, options: TeamSwissOptions) -> Vec<Score> {
    let Some(previous) = tournament.next_round().index().checked_sub(1) else {
        return Vec::new();
    };
    match options.accelerated_floats {
        AcceleratedFloats::PairingScore => {
            pairing_scores(tournament, RoundNumber::from_index(previous))
        }
        AcceleratedFloats::Standings => (tournament.player_ids())
            .map(|id| tournament.standings_score(id, previous))
            .collect(),
    }
}

/// 1.5: whether this match was against an opponent with a different score.
fn floated(entry: RoundEntry, id: PlayerId, scores: &[Score], options: TeamSwissOptions) -> bool {
    let opponent = match options.forfeit_floats {
        ForfeitFloats::Ignored => entry.played().map(|(opponent, _)| opponent),
        ForfeitFloats::Counted => entry.opponent(),
    };
    opponent.is_some_and(|opponent| scores[opponent.index()] != scores[id.index()])
}
