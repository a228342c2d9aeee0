//! How many points each result is worth.

use crate::{ByeKind, Colour, GameResult, RoundEntry, Score};

/// Points per result. Values may differ by colour; any value is allowed, also a loss worth points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointSystem {
    /// A win over the board with White, with Black.
    pub win: [Score; 2],
    /// A draw over the board with White, with Black.
    pub draw: [Score; 2],
    /// A loss over the board with White, with Black.
    pub loss: [Score; 2],
    /// The pairing-allocated bye: one value for the whole event.
    pub pairing_allocated_bye: Score,
    /// A full-point bye.
    pub full_point_bye: Score,
    /// A half-point bye.
    pub half_point_bye: Score,
    /// A zero-point bye, an absence, a blank round.
    pub zero_point_bye: Score,
    /// A win because the opponent did not appear.
    pub forfeit_win: Score,
    /// A loss by not appearing.
    pub forfeit_loss: Score,
    /// A game that is adjourned, or has no result yet.
    pub unknown: Score,
}

impl Default for PointSystem {
    fn default() -> Self {
        Self::new(Score::ONE, Score::HALF, Score::ZERO)
    }
}

impl PointSystem {
    /// The usual consequences of three values: byes and forfeits are worth what their names say, a
    /// missed round is worth nothing.
    pub const fn new(win: Score, draw: Score, loss: Score) -> Self {
        Self {
            win: [win; 2],
            draw: [draw; 2],
            loss: [loss; 2],
            pairing_allocated_bye: win,
            full_point_bye: win,
            half_point_bye: draw,
            zero_point_bye: Score::ZERO,
            forfeit_win: win,
            forfeit_loss: Score::ZERO,
            unknown: draw,
        }
    }

    /// The points of one entry.
    pub fn points(&self, entry: RoundEntry) -> Score {
        match entry {
            RoundEntry::Blank | RoundEntry::Bye(ByeKind::Zero) => self.zero_point_bye,
            RoundEntry::Bye(ByeKind::PairingAllocated) => self.pairing_allocated_bye,
            RoundEntry::Bye(ByeKind::Full) => self.full_point_bye,
            RoundEntry::Bye(ByeKind::Half) => self.half_point_bye,
            RoundEntry::Paired { colour, result, .. } => {
                self.of_result(result, usize::from(colour == Some(Colour::Black)))
            }
        }
    }

    fn of_result(&self, result: GameResult, side: usize) -> Score {
        match result {
            GameResult::Win | GameResult::UnratedWin => self.win[side],
            GameResult::Draw | GameResult::UnratedDraw => self.draw[side],
            GameResult::Loss | GameResult::UnratedLoss => self.loss[side],
            GameResult::ForfeitWin => self.forfeit_win,
            GameResult::ForfeitLoss => self.forfeit_loss,
            GameResult::Adjourned | GameResult::Unknown => self.unknown,
        }
    }

    /// What a win is worth when a rule speaks of "the points of a win". Where White and Black
    /// differ this is the smaller value, so that nobody escapes the bar of C.04.1 (2026) art. 4.
    pub fn win_reward(&self) -> Score {
        self.win[0].min(self.win[1])
    }

    /// What a loss is worth when a rule speaks of "the points of a loss": the larger value where
    /// the colours differ.
    pub fn loss_reward(&self) -> Score {
        self.loss[0].max(self.loss[1])
    }

    /// The most a player can score in one round over the board: the measure of topscorers.
    pub fn best_reward(&self) -> Score {
        let [white, black] =
            [0, 1].map(|side: usize| self.win[side].max(self.draw[side]).max(self.loss[side]));
        white.max(black)
    }
}

/// The points of entries, looked up instead of decided: results are in no order, and to guess them wrong
/// took half the time in which a position is derived (500 players before round 5: 31 and 16 µs,
/// 24 November 2026).
#[derive(Debug)]
pub(crate) struct PointTable<'a> {
    points: &'a PointSystem,
    /// By number of the result and colour.
    of_results: [[Score; 2]; GameResult::ALL.len()],
}

impl<'a> PointTable<'a> {
    pub(crate) fn new(points: &'a PointSystem) -> Self {
        let of_result = |result| [0, 1].map(|side| points.of_result(result, side));
        Self {
            points,
            of_results: GameResult::ALL.map(of_result),
        }
    }

    /// As [`PointSystem::points`].
    pub(crate) fn points(&self, entry: RoundEntry) -> Score {
        match entry {
            RoundEntry::Paired { colour, result, .. } => {
                self.of_results[result as usize][usize::from(colour == Some(Colour::Black))]
            }
            entry => self.points.points(entry),
        }
    }
}
