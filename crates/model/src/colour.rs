//! White, Black, and how much a player wants one of them.

use std::ops::Not;

/// The colour of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

impl Not for Colour {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// How strong a colour preference is (C.04.3 (2026) 1.7; 2017 A.6); later is stronger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Strength {
    /// No game played yet, so no preference.
    None,
    /// The colour difference is zero: alternate.
    Mild,
    /// The colour difference is +1 or -1.
    Strong,
    /// The colour difference is beyond that, or the last two games had one colour.
    Absolute,
}
