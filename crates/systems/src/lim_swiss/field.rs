//! What the pairing of a round looks at: who may meet whom, due colours, who floated the round before.
//!
//! # Articles
//! C.04.4.3 2.1, 2.2, 5.1 to 5.6, 6, 7.2.

use std::cmp::Ordering;

use edelweiss_model::{Colour, Definitions, Float, PlayerId, Position, RoundNumber, Tournament};
use edelweiss_pairing::{AbsoluteArticles, Board, ColourReason, assert_legal};

use crate::colour_limits::{due_colour, keeps_limits};
use crate::legal_pairs::LegalPairs;

/// A tournament before one round, in the words of the text.
pub(super) struct LimField {
    pub(super) position: Position,
    /// 2.1, and 6 in the last round.
    pub(super) legal: LegalPairs,
    /// The colour due to each player; none before the first game.
    due: Vec<Option<Colour>>,
    /// 5.1.1 and 5.1.2, for White and for Black.
    may_have: Vec<[bool; 2]>,
    /// Played against another score in the round before (3.10).
    floated: Vec<bool>,
    /// Twice the median score, in tenths (2.2).
    twice_median: i64,
}

impl LimField {
    /// O(n² + n · rounds) for n players.
    pub(super) fn of(tournament: &Tournament, definitions: Definitions) -> Self {
        let position = Position::derive(tournament, &definitions);
        let ids = || tournament.player_ids();
        let may_have: Vec<[bool; 2]> = ids()
            .map(|id| [Colour::White, Colour::Black].map(|own| keeps_limits(&position, id, own)))
            .collect();
        let round_before = position.round().index().checked_sub(1);
        let floated = ids().map(|id| {
            let entry = round_before
                .map(|index| tournament.player(id).entry(RoundNumber::from_index(index)));
            let has_played = entry.is_some_and(|entry| entry.played().is_some());
            has_played && position.player(id).floats[0] != Float::None
        });
        let is_final = position.is_final();
        let legal = LegalPairs::new(
            &position,
            position.players().iter().map(|p| p.bye_allowed).collect(),
            |id| position.games(id).iter().map(|(opponent, _)| *opponent),
            |id| (position.player(id).score, may_have[id.index()]),
            |(score, [white, black]), (other_score, [other_white, other_black])| {
                // 6: in the last round equal scores go before colours.
                let is_free = is_final && score == other_score;
                let is_allowed = *white && *other_black || *black && *other_white;
                !(is_free || is_allowed)
            },
        );
        let win = i64::from(tournament.points.win[0].tenths());
        Self {
            legal,
            due: ids().map(|id| due_colour(&position, id)).collect(),
            floated: floated.collect(),
            may_have,
            twice_median: win * position.round().index() as i64,
            position,
        }
    }

    /// Where the player's score stands to the median (2.2).
    pub(super) fn side(&self, id: PlayerId) -> Ordering {
        let score = i64::from(self.position.player(id).score.tenths());
        (2 * score).cmp(&self.twice_median)
    }

    pub(super) fn due(&self, id: PlayerId) -> Option<Colour> {
        self.due[id.index()]
    }

    /// Whether the colours due to the two differ; to who has none, any is due.
    pub(super) fn suit(&self, a: PlayerId, b: PlayerId) -> bool {
        let (a, b) = (self.due(a), self.due(b));
        a.is_none() || b.is_none() || a != b
    }

    pub(super) fn floated(&self, id: PlayerId) -> bool {
        self.floated[id.index()]
    }

    fn may_sit(&self, white: PlayerId, black: PlayerId) -> bool {
        self.may_have[white.index()][0] && self.may_have[black.index()][1]
    }

    /// Article 5 for two who meet, in a group below the median or not.
    pub(super) fn board(&self, a: PlayerId, b: PlayerId, below: bool) -> Board {
        let (higher, lower) = if self.position.is_higher(a, b) {
            (a, b)
        } else {
            (b, a)
        };
        let (colour, article) = self.colour_of_higher(higher, lower, below);
        Board::seated(higher, lower, (colour, ColourReason::Article(article)))
    }

    fn colour_of_higher(
        &self,
        higher: PlayerId,
        lower: PlayerId,
        below: bool,
    ) -> (Colour, &'static str) {
        match (self.may_sit(higher, lower), self.may_sit(lower, higher)) {
            (true, false) => return (Colour::White, "5.1.1, 5.1.2"),
            (false, true) => return (Colour::Black, "5.1.1, 5.1.2"),
            _ => {}
        }
        let position = &self.position;
        let due = match (self.due(higher), self.due(lower)) {
            (Some(own), Some(other)) if own == other => own,
            (Some(own), _) => return (own, "5.1"),
            (None, Some(other)) => return (!other, "5.1"),
            (None, None) => {
                let first = position.initial_colour().unwrap_or(Colour::White);
                let is_odd = position.player(higher).arrival_number % 2 == 1;
                return (if is_odd { first } else { !first }, "7.2");
            }
        };
        match position.latest_difference(higher, lower) {
            Some(own) => (!own, "5.4"),
            None if below => (!due, "5.4, rank"),
            None => (due, "5.4, rank"),
        }
    }

    /// Panics with the article that a finished round breaks.
    pub(super) fn assert_legal(&self, boards: &[Board], bye: Option<PlayerId>) {
        let articles = AbsoluteArticles {
            rematch: "2.1",
            bye: "1.1",
            colour: "5.1.1, 5.1.2",
        };
        let score = |id: PlayerId| self.position.player(id).score;
        assert_legal(&self.position, boards, bye, articles, |board| {
            self.may_sit(board.white, board.black)
                || self.position.is_final() && score(board.white) == score(board.black)
        });
    }
}
