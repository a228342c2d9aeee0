//! What one player did in one round.

use crate::{Colour, PlayerId};

/// A bye, or an absence: a round without an opponent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ByeKind {
    /// Pairing-allocated bye (`U`): nobody was left to play.
    PairingAllocated,
    /// Full-point bye (`F`).
    Full,
    /// Half-point bye (`H`).
    Half,
    /// Zero-point bye (`Z`): announced absence.
    Zero,
}

/// The result of a pair, seen from one of its players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameResult {
    /// Won over the board.
    Win,
    /// Drawn over the board.
    Draw,
    /// Lost over the board.
    Loss,
    /// Won without a move being made: a played game that is not rated (`W`).
    UnratedWin,
    /// As [`GameResult::UnratedWin`], drawn (`D`).
    UnratedDraw,
    /// As [`GameResult::UnratedWin`], lost (`L`).
    UnratedLoss,
    /// The opponent did not appear (`+`): not a played game.
    ForfeitWin,
    /// Did not appear (`-`): not a played game.
    ForfeitLoss,
    /// Adjourned: counts as a draw for pairing (C.04.2 (2026) 3.1).
    Adjourned,
    /// Nothing is recorded yet. Worth what an adjourned game is, where somebody asks for a pairing
    /// all the same.
    Unknown,
}

impl GameResult {
    /// In the order of their numbers.
    pub(crate) const ALL: [Self; 10] = [
        Self::Win,
        Self::Draw,
        Self::Loss,
        Self::UnratedWin,
        Self::UnratedDraw,
        Self::UnratedLoss,
        Self::ForfeitWin,
        Self::ForfeitLoss,
        Self::Adjourned,
        Self::Unknown,
    ];

    /// Whether the game was played over the board: only such games count for colours, for
    /// opponents met and for floats of a game (C.04.2 (2026) 3.4, 3.5).
    pub fn is_played(self) -> bool {
        !matches!(self, Self::ForfeitWin | Self::ForfeitLoss)
    }

    /// Twice the share of the point, for checking that two sides fit: 2, 1 or 0.
    pub(crate) fn half_points(self) -> u8 {
        match self {
            Self::Win | Self::UnratedWin | Self::ForfeitWin => 2,
            Self::Draw | Self::UnratedDraw | Self::Adjourned | Self::Unknown => 1,
            Self::Loss | Self::UnratedLoss | Self::ForfeitLoss => 0,
        }
    }
}

/// One player's round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RoundEntry {
    /// Nothing recorded. In a finished round: an absence without points. In the round to be
    /// paired: the player waits for an opponent.
    #[default]
    Blank,
    /// A bye or an announced absence.
    Bye(ByeKind),
    /// Paired with an opponent, whether or not the game took place.
    Paired {
        /// The opponent.
        opponent: PlayerId,
        /// The colour played, or scheduled when the game was forfeited; forfeits may lack it.
        colour: Option<Colour>,
        /// The result seen from this player.
        result: GameResult,
    },
}

impl RoundEntry {
    /// The opponent and colour of a game that was played over the board.
    pub fn played(self) -> Option<(PlayerId, Colour)> {
        match self {
            Self::Paired {
                opponent,
                colour: Some(colour),
                result,
            } if result.is_played() => Some((opponent, colour)),
            _ => None,
        }
    }

    /// The opponent, whether or not the game took place.
    pub fn opponent(self) -> Option<PlayerId> {
        match self {
            Self::Paired { opponent, .. } => Some(opponent),
            _ => None,
        }
    }

    /// The result of a game, whether or not it took place.
    pub fn result(self) -> Option<GameResult> {
        match self {
            Self::Paired { result, .. } => Some(result),
            _ => None,
        }
    }

    /// Whether this entry shows that the player took part in the pairing of its round: an opponent
    /// or the pairing-allocated bye.
    pub fn shows_pairing(self) -> bool {
        matches!(
            self,
            Self::Paired { .. } | Self::Bye(ByeKind::PairingAllocated)
        )
    }
}
