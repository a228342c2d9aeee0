//! What the pairing of a round looks at: the ranking, who may meet whom, and the colours of the first board.
//!
//! # Articles
//! D.02 (2022) 3.2, 4, 6.1, 7.1 to 7.3, 7.5 to 7.7.

use std::cmp::Ordering;

use edelweiss_model::{
    Colour, Definitions, PlayerId, Position, RoundEntry, RoundNumber, Score, TeamScore, Tournament,
};
use edelweiss_pairing::{Board, ColourReason};

use crate::colour_limits::keeps_limits;
use crate::legal_pairs::LegalPairs;
use crate::round_graph::RoundGraph;

use super::ranked;

/// A tournament of teams before one round, in the words of the text.
pub(super) struct OlympiadField {
    pub(super) position: Position,
    /// 6.1, and the arbiter's bans.
    pub(super) graph: RoundGraph,
    /// Match points, by index.
    scores: Vec<Score>,
    /// The teams to be paired, by 3.2.
    pub(super) ranked: Vec<PlayerId>,
    /// By index: the place among all teams by 3.2.
    place_of: Vec<usize>,
    /// By index: whether 7.3 allows White and Black.
    may_have: Vec<[bool; 2]>,
}

impl OlympiadField {
    /// O(n² + n · rounds) for n teams.
    pub(super) fn of(tournament: &Tournament, definitions: Definitions) -> Self {
        let position = Position::derive(tournament, &definitions);
        let rounds = position.round().index();
        // Without match scores the points of the file are match points.
        let score = |id: PlayerId| match &tournament.matches {
            Some(matches) => matches.score(id.index(), TeamScore::MatchPoints, rounds),
            None => tournament.standings_score(id, rounds),
        };
        let scores: Vec<Score> = tournament.player_ids().map(score).collect();
        let all = ranked(tournament.player_ids().collect(), |id| scores[id.index()]);
        let mut place_of = vec![0; all.len()];
        for (place, id) in all.iter().enumerate() {
            place_of[id.index()] = place;
        }
        let is_first = rounds == 0;
        let bye_allowed = tournament.player_ids().map(|id| {
            // 4.2: also not who joined after round one was published.
            let entered = tournament.player(id).entry(RoundNumber::FIRST) != RoundEntry::Blank;
            position.player(id).bye_allowed && (is_first || entered)
        });
        let graph = RoundGraph(LegalPairs::new(
            &position,
            bye_allowed.collect(),
            |id| position.games(id).iter().map(|(opponent, _)| *opponent),
            |_| (),
            |(), ()| false,
        ));
        let may_have = tournament.player_ids();
        let may_have = may_have
            .map(|id| [Colour::White, Colour::Black].map(|own| keeps_limits(&position, id, own)));
        Self {
            graph,
            may_have: may_have.collect(),
            ranked: (all.into_iter())
                .filter(|id| position.player(*id).present)
                .collect(),
            scores,
            place_of,
            position,
        }
    }

    pub(super) fn score(&self, id: PlayerId) -> Score {
        self.scores[id.index()]
    }

    pub(super) fn place(&self, id: PlayerId) -> usize {
        self.place_of[id.index()]
    }

    /// 4.1: the lowest ranked first.
    pub(super) fn bye_candidates(&self) -> Vec<PlayerId> {
        self.ranked.iter().rev().copied().collect()
    }

    /// 7.3: whether neither colour of the one goes with the other colour of the other.
    pub(super) fn clash(&self, a: PlayerId, b: PlayerId) -> bool {
        !self.may_sit(a, b) && !self.may_sit(b, a)
    }

    /// Whether the two may meet under 6.1 and 7.3.
    pub(super) fn suits(&self, a: PlayerId, b: PlayerId) -> bool {
        self.graph.may_meet(a, b) && !self.clash(a, b)
    }

    fn may_sit(&self, white: PlayerId, black: PlayerId) -> bool {
        self.may_have[white.index()][0] && self.may_have[black.index()][1]
    }

    /// Article 7 for two who meet, the higher ranked first.
    pub(super) fn board(&self, higher: PlayerId, lower: PlayerId) -> Board {
        let (colour, article) = self.colour_of_higher(higher, lower);
        Board::seated(higher, lower, (colour, ColourReason::Article(article)))
    }

    fn colour_of_higher(&self, higher: PlayerId, lower: PlayerId) -> (Colour, &'static str) {
        match (self.may_sit(higher, lower), self.may_sit(lower, higher)) {
            (true, false) => return (Colour::White, "7.3"),
            (false, true) => return (Colour::Black, "7.3"),
            _ => {}
        }
        let difference = |id: PlayerId| self.position.player(id).colour_difference;
        match difference(higher).cmp(&difference(lower)) {
            Ordering::Less => return (Colour::White, "7.5.1"),
            Ordering::Greater => return (Colour::Black, "7.5.1"),
            Ordering::Equal => {}
        }
        if let Some(own) = self.position.latest_difference(higher, lower) {
            return (!own, "7.6");
        }
        let last = |id: PlayerId| self.position.games(id).last().map(|(_, colour)| *colour);
        match (last(higher), last(lower)) {
            (Some(own), _) => (!own, "7.6, rank"),
            (None, Some(other)) => (other, "7.6, rank"),
            (None, None) => {
                let lot = self.position.initial_colour().unwrap_or(Colour::White);
                let is_odd = self.position.player(higher).arrival_number % 2 == 1;
                (if is_odd { lot } else { !lot }, "7.2")
            }
        }
    }
}
