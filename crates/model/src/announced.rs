//! What is announced before a round: absences and bans.

use crate::{ByeKind, PlayerId, RoundNumber};

/// Players of whom no two may meet in the given rounds; of a soft ban, should not where FIDE's criteria leave a
/// choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForbiddenGroup {
    /// First round in which the ban holds.
    pub first: RoundNumber,
    /// Last round in which the ban holds; `None` is for ever.
    pub last: Option<RoundNumber>,
    /// Two or more players.
    pub players: Vec<PlayerId>,
}

impl ForbiddenGroup {
    /// Whether the ban holds in that round.
    pub fn is_in_force(&self, round: RoundNumber) -> bool {
        self.first <= round && self.last.is_none_or(|last| round <= last)
    }
}

/// An announced absence that is not part of a player's entries (`240`, `XXZ`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Absence {
    /// The round missed.
    pub round: RoundNumber,
    /// Who misses it.
    pub player: PlayerId,
    /// What the absence is worth.
    pub kind: ByeKind,
}
