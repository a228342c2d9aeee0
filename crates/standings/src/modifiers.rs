//! What a tie-break is modified by.
//!
//! # Articles
//! C.07 (2026) 14, 6.1.1, 7.8, 8.2, 10.6, 13.

use crate::ladder::LadderRules;

/// What stands behind the name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Modifiers {
    /// `/C1`, `/C2`, `/M1`, `/M2`: how many least significant values are cut.
    pub lows: u8,
    /// `/M1`, `/M2`: how many most significant values are cut.
    pub highs: u8,
    /// `/P`: forfeits count as games.
    pub with_forfeits: bool,
    /// `/F`: Fore Buchholz instead of Buchholz.
    pub is_fore: bool,
    /// `/R`: the other way round.
    pub is_reversed: bool,
    /// `/L+1`, `/L-1`: the limit of Koya moved by so many half points.
    pub limit: i16,
    /// `/K2`: the divisor of the schedule strength.
    pub divisor: Option<u16>,
    /// `:MP` or `:GP`.
    pub reference: Option<Reference>,
    /// `/own-value=none`: parameters of a ladder.
    pub ladder: LadderRules,
}

/// The points that a tie-break of teams is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reference {
    /// `:MP`
    MatchPoints,
    /// `:GP`
    GamePoints,
}
