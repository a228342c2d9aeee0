//! The Keizer System: neighbours of a ranking meet, and the ranking is worth what it says.
//!
//! # Source
//! There is no text of FIDE. Clubs of the Netherlands and Belgium print regulations of their own; the page of this
//! system states the rules with numbers, names the regulations, and says what is a choice. The numbers below are those
//! of that page.
//!
//! | rules | where |
//! |---|---|
//! | 1: values and points | [`LadderTable`] |
//! | 2: who may meet | `distances` |
//! | 3: the bye | `bye_candidates` |
//! | 4: the pairs | `pairs` |
//! | 5: the colours | `colour_of_higher` |

mod options;

use std::cmp::Reverse;

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::PerfectMatching;
use edelweiss_model::{
    ByeBar, ByeKind, Colour, Definitions, PlayerId, Position, RoundEntry, RoundNumber, Tournament,
    UnplayedFloat,
};
use edelweiss_pairing::{
    Board, BracketRecord, ColourReason, Impossible, Outcome, ProcedureStep, RoundPairing,
    StepAction, Witness,
};
use edelweiss_standings::LadderTable;

use crate::best_pairings::set_of;
use crate::legal_pairs::LegalPairs;
use crate::round_graph::RoundGraph;
use crate::swiss_system::{CUSTOM, PairingUnit, ProvedProcedure, SwissSystem};
pub use options::KeizerOptions;

/// This system as a row of the registry.
pub static SYSTEM: SwissSystem = SwissSystem {
    system: "keizer",
    about: "Keizer: a club's ladder, by parameters; not of FIDE",
    year: 2026,
    about_edition: "Keizer, as its page states it",
    until: None,
    name: RULES,
    definitions: DEFINITIONS,
    edition: None,
    unit: PairingUnit::LadderGame,
    proved: Some(ProvedProcedure::Ladder),
    pair: |tournament, _, options| Ok(pair_round(tournament, &KeizerOptions::from(options))),
    finish: None,
    readings: &options::READINGS,
    code: Some(CUSTOM),
    other_codes: &[],
    drop_in: None,
    asks_ratings: None,
    number_teams: None,
    page: "systems/keizer.md",
};

/// What [`RoundPairing::rules`] says.
pub const RULES: &str = "Keizer System";

/// Floats and byes of the Swiss rules mean nothing here.
const DEFINITIONS: Definitions = Definitions {
    unplayed_float: UnplayedFloat::ByeOnly,
    bye_bar: ByeBar::WinWithoutPlaying,
};

/// Pairs the next round of `tournament`.
///
/// ```
/// use edelweiss_model::{Player, TournamentData, Tpn};
/// use edelweiss_pairing::Outcome;
/// use edelweiss_systems::keizer::{KeizerOptions, pair_round};
///
/// let mut data = TournamentData::default();
/// for number in 1..=5 {
///     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
/// }
/// let tournament = data.build().expect("five fresh players contradict nothing");
/// let Outcome::Paired(round) = pair_round(&tournament, &KeizerOptions::default()) else {
///     panic!("round one can be paired");
/// };
/// let ids: Vec<_> = tournament.player_ids().collect();
/// assert_eq!(round.brackets[0].pairs, [(ids[0], ids[1]), (ids[2], ids[3])]);
/// assert_eq!(round.bye, Some(ids[4]));
/// ```
///
/// # Cost
/// O(n · rounds²) for n players to rank them, twenty times at most, and a matching of everybody for each round by
/// which the distance is shortened.
///
/// # Panics
/// Only on a defect of this library: a round in which somebody sits twice or may not meet the opponent is never
/// returned.
pub fn pair_round(tournament: &Tournament, options: &KeizerOptions) -> Outcome {
    let round = tournament.next_round();
    if let Some(total) = tournament.rounds_total
        && round > total
    {
        return Outcome::Impossible(Impossible::NoRoundLeft { total });
    }
    let field = KeizerField::new(tournament, options);
    match field.pair() {
        Ok(paired) => Outcome::Paired(paired),
        Err(witness) => Outcome::Impossible(Impossible::NoLegalPairing(witness)),
    }
}

/// A club before one round.
struct KeizerField<'a> {
    tournament: &'a Tournament,
    position: Position,
    options: &'a KeizerOptions,
    /// Who is there, the first of the ranking first (1.5).
    ranked: Vec<PlayerId>,
    /// By player index.
    place_of: Vec<usize>,
}

impl<'a> KeizerField<'a> {
    fn new(tournament: &'a Tournament, options: &'a KeizerOptions) -> Self {
        let position = Position::derive(tournament, &DEFINITIONS);
        let rounds = position.round().index();
        let mut ranked = LadderTable::new(tournament, rounds, options.ladder).ranking();
        let mut place_of = vec![0; ranked.len()];
        for (place, id) in ranked.iter().enumerate() {
            place_of[id.index()] = place;
        }
        ranked.retain(|id| position.player(*id).present);
        Self {
            tournament,
            position,
            options,
            ranked,
            place_of,
        }
    }

    fn place(&self, id: PlayerId) -> usize {
        self.place_of[id.index()]
    }

    /// The rounds in which two players met over the board, counted from zero.
    fn games(&self, id: PlayerId) -> impl Iterator<Item = (usize, PlayerId)> {
        let player = self.tournament.player(id);
        let rounds = 0..self.position.round().index();
        rounds.filter_map(|index| {
            let (opponent, _) = player.entry(RoundNumber::from_index(index)).played()?;
            Some((index, opponent))
        })
    }

    /// 2.1 to 2.3: who may meet whom where so many rounds lie between two games of the same players.
    fn graph(&self, distance: usize) -> RoundGraph {
        let first_barred = self.position.round().index().saturating_sub(distance);
        let most = self.options.most_meetings.map_or(usize::MAX, usize::from);
        let barred = |id: PlayerId| {
            let games: Vec<(usize, PlayerId)> = self.games(id).collect();
            let meetings = |other| games.iter().filter(|(_, met)| *met == other).count();
            let is_barred = |(index, other): &(usize, PlayerId)| {
                *index >= first_barred || meetings(*other) >= most
            };
            let barred: Vec<PlayerId> = (games.iter().filter(|game| is_barred(game)))
                .map(|(_, other)| *other)
                .collect();
            barred
        };
        RoundGraph(LegalPairs::new(
            &self.position,
            vec![true; self.place_of.len()],
            barred,
            |_| (),
            |(), ()| false,
        ))
    }

    /// 2.2, 2.4: the distance asked for, then shorter ones; longer ones than there are rounds bar the same.
    fn distances(&self) -> impl Iterator<Item = usize> + use<> {
        let rounds = self.position.round().index();
        (0..=usize::from(self.options.repeat_after).min(rounds)).rev()
    }

    /// 3: who should have the bye first: the fewest of them so far, then the last of the ranking.
    fn bye_candidates(&self) -> Vec<PlayerId> {
        let mut candidates = self.ranked.clone();
        let had = |id: PlayerId| {
            let player = self.tournament.player(id);
            let rounds = (0..self.position.round().index()).map(RoundNumber::from_index);
            let bye = RoundEntry::Bye(ByeKind::PairingAllocated);
            rounds.filter(|round| player.entry(*round) == bye).count()
        };
        candidates.sort_by_cached_key(|id| (had(*id), Reverse(self.place(*id))));
        candidates
    }

    /// 4: from the top everybody meets the next of the ranking who leaves the others pairable.
    fn pairs(&self, graph: &RoundGraph, bye: Option<PlayerId>) -> Vec<(PlayerId, PlayerId)> {
        let players = self.ranked.iter().copied();
        let players: Vec<PlayerId> = players.filter(|id| Some(*id) != bye).collect();
        let n = players.len();
        let mut perfect = PerfectMatching::new(graph.among(&players, 0), &[])
            .expect("the bye left the others pairable");
        let mut is_open = vec![true; n];
        let mut pairs = Vec::with_capacity(n / 2);
        for place in 0..n {
            if !is_open[place] {
                continue;
            }
            let below = set_of(n, (place + 1..n).filter(|other| is_open[*other]));
            let partner = perfect.match_first(VertexId::new(place), &below);
            let partner = partner.expect("everybody can be paired").index();
            is_open[partner] = false;
            pairs.push((players[place], players[partner]));
        }
        pairs
    }

    /// 5.
    fn colour_of_higher(&self, higher: PlayerId, lower: PlayerId) -> (Colour, &'static str) {
        let balance = |id: PlayerId| self.position.player(id).colour_difference;
        match balance(higher).cmp(&balance(lower)) {
            std::cmp::Ordering::Less => return (Colour::White, "5.1"),
            std::cmp::Ordering::Greater => return (Colour::Black, "5.1"),
            std::cmp::Ordering::Equal => {}
        }
        match self.position.latest_difference(higher, lower) {
            Some(own) => (!own, "5.2"),
            None => (Colour::Black, "5.3"),
        }
    }

    fn pair(&self) -> Result<RoundPairing, Witness> {
        let candidates = self.bye_candidates();
        let mut failure = Witness::default();
        let mut steps = Vec::new();
        for distance in self.distances() {
            let graph = self.graph(distance);
            match graph.choose_bye(&candidates) {
                Ok(bye) => return Ok(self.publish(&graph, bye, steps)),
                Err(witness) => failure = witness,
            }
            if distance > 0 {
                steps.push(ProcedureStep {
                    article: "2.4",
                    action: StepAction::ShortenDistance(distance - 1),
                    players: Vec::new(),
                });
            }
        }
        Err(failure)
    }

    fn publish(
        &self,
        graph: &RoundGraph,
        bye: Option<PlayerId>,
        mut steps: Vec<ProcedureStep>,
    ) -> RoundPairing {
        let pairs = self.pairs(graph, bye);
        steps.push(ProcedureStep {
            article: "1.5",
            action: StepAction::RankAnew,
            players: self.ranked.clone(),
        });
        steps.extend(self.passed_over(&pairs, bye));
        let board = |&(higher, lower): &(PlayerId, PlayerId)| {
            let (colour, article) = self.colour_of_higher(higher, lower);
            Board::seated(higher, lower, (colour, ColourReason::Article(article)))
        };
        let boards: Vec<Board> = pairs.iter().map(board).collect();
        graph.assert_legal(self.position.present(), &boards, bye);
        RoundPairing {
            round: self.position.round(),
            rules: RULES,
            boards,
            bye,
            given_bye: self.position.given_bye(),
            replaced: None,
            defect: None,
            brackets: vec![BracketRecord {
                pairs,
                floaters: bye.into_iter().collect(),
                steps,
                ..BracketRecord::of_residents(self.ranked.clone())
            }],
        }
    }

    /// What tells of the pairs: that neighbours meet, and who meets somebody further down.
    fn passed_over(
        &self,
        pairs: &[(PlayerId, PlayerId)],
        bye: Option<PlayerId>,
    ) -> Vec<ProcedureStep> {
        let mut open: Vec<PlayerId> = self.ranked.clone();
        open.retain(|id| Some(*id) != bye);
        let mut further = Vec::new();
        for &(higher, lower) in pairs {
            open.retain(|id| *id != higher);
            if open.first() != Some(&lower) {
                further.extend([higher, lower]);
            }
            open.retain(|id| *id != lower);
        }
        let step = |action, players: Vec<PlayerId>| ProcedureStep {
            article: "4.1",
            action,
            players,
        };
        let mut steps = Vec::new();
        if further.len() < 2 * pairs.len() {
            steps.push(step(StepAction::MeetNeighbour, Vec::new()));
        }
        if !further.is_empty() {
            steps.push(step(StepAction::PassOver, further));
        }
        steps
    }
}
