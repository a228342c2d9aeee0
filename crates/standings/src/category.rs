//! What a round was for a participant.
//!
//! # Articles
//! C.07 (2026) 16.1, 16.2.

/// What a round was for a participant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Category {
    /// A game over the board.
    Played,
    /// A win because the opponent did not appear (16.2.2).
    ForfeitWin,
    /// A loss by not appearing (16.2.4).
    ForfeitLoss,
    /// The pairing-allocated bye (16.2.1).
    PairingAllocatedBye,
    /// A full-point bye (16.2.1).
    FullPointBye,
    /// A half-point bye, which is requested (16.1.1).
    HalfPointBye,
    /// A zero-point bye, which is requested (16.1.1), an absence, or a round before a late entry or
    /// after a withdrawal.
    ZeroPointBye,
}

impl Category {
    /// Requested bye (16.1.1).
    pub fn is_requested_bye(self) -> bool {
        matches!(self, Self::HalfPointBye | Self::ZeroPointBye)
    }

    /// Voluntary unplayed round (16.1.2).
    pub fn is_voluntary(self) -> bool {
        self.is_requested_bye() || self == Self::ForfeitLoss
    }

    /// Won or lost by forfeit.
    pub fn is_forfeit(self) -> bool {
        matches!(self, Self::ForfeitWin | Self::ForfeitLoss)
    }
}
