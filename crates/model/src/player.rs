//! A participant, with an entry for each round.

use crate::{RoundEntry, RoundNumber, Score, Tpn};

/// The sex recorded in tournament files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sex {
    /// `m`
    Male,
    /// `w`
    Female,
}

/// A participant. Only `number`, `entries` and `virtual_points` bear on a pairing of the Dutch
/// system; the rest is carried for people and for other systems.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The number printed for this player. The *order* of the players is their place in
    /// [`TournamentData::players`](crate::TournamentData::players), which need not follow the numbers.
    pub number: Tpn,
    /// Family name, given name.
    pub name: String,
    /// FIDE title as written, such as `GM`.
    pub title: Option<String>,
    /// Sex, if recorded.
    pub sex: Option<Sex>,
    /// Rating, if any.
    pub rating: Option<u16>,
    /// Three-letter federation code.
    pub federation: Option<String>,
    /// One entry per round, from round one; missing entries at the end are blank.
    pub entries: Vec<RoundEntry>,
    /// Explicit virtual points per round, from round one; missing ones at the end are zero.
    pub virtual_points: Vec<Score>,
}

impl Player {
    /// A player of whom only the number is known.
    pub fn new(number: Tpn) -> Self {
        Self {
            number,
            name: String::new(),
            title: None,
            sex: None,
            rating: None,
            federation: None,
            entries: Vec::new(),
            virtual_points: Vec::new(),
        }
    }

    /// The entry of `round`; blank beyond the recorded ones.
    pub fn entry(&self, round: RoundNumber) -> RoundEntry {
        self.entries.get(round.index()).copied().unwrap_or_default()
    }
}
