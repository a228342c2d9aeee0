//! Numbers that must not be mixed up: places in a list, numbers printed on badges, rounds.

use std::fmt;

/// A player's place in the initial order of one [`crate::Tournament`], counted from zero.
///
/// Comparing two ids compares the initial order, which is the second key of every ranking
/// (C.04.3 (2026) 1.2.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerId(u32);

impl PlayerId {
    /// The id of the player at `index` of [`crate::TournamentData::players`].
    ///
    /// # Panics
    /// When `index` does not fit 32 bits; a tournament holds at most [`Tpn::MAX`] players.
    pub fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("a tournament holds at most a million players"))
    }

    /// The place in [`crate::TournamentData::players`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A number that lies outside its range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidNumber {
    /// The number itself.
    pub number: u32,
    /// The largest that is one; the least is 1.
    pub most: u32,
}

impl fmt::Display for InvalidNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a number from 1 to {}", self.number, self.most)
    }
}

impl std::error::Error for InvalidNumber {}

fn checked(number: u32, most: u32) -> Result<u32, InvalidNumber> {
    if (1..=most).contains(&number) {
        Ok(number)
    } else {
        Err(InvalidNumber { number, most })
    }
}

/// Tournament pairing number as printed in files and on pairing lists: 1 to [`Tpn::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tpn(u32);

impl Tpn {
    /// The largest number, and the most players of a tournament.
    pub const MAX: u32 = 1_000_000;

    /// The largest number a tournament file can hold: it has four columns for it.
    pub const MAX_IN_FILE: u32 = 9999;

    /// # Errors
    /// [`InvalidNumber`] outside 1 to [`Tpn::MAX`].
    pub fn new(number: u32) -> Result<Self, InvalidNumber> {
        checked(number, Self::MAX).map(Self)
    }

    /// A number that a tournament file can hold.
    ///
    /// # Errors
    /// [`InvalidNumber`] outside 1 to [`Tpn::MAX_IN_FILE`].
    pub fn in_file(number: u32) -> Result<Self, InvalidNumber> {
        checked(number, Self::MAX_IN_FILE).map(Self)
    }

    /// The number itself.
    pub fn get(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Tpn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A round, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RoundNumber(u16);

impl RoundNumber {
    /// Round one.
    pub const FIRST: Self = Self(1);

    /// The largest number of a round.
    pub const MAX: u32 = 9999;

    /// # Errors
    /// [`InvalidNumber`] outside 1 to 9999.
    pub fn new(number: u32) -> Result<Self, InvalidNumber> {
        checked(number, Self::MAX).map(|number| Self(number as u16))
    }

    /// The round whose entries stand at `index` of [`crate::Player::entries`].
    ///
    /// # Panics
    /// When `index` is 65,535 or more.
    pub fn from_index(index: usize) -> Self {
        Self(u16::try_from(index + 1).expect("a tournament holds at most 9,999 rounds"))
    }

    /// The number itself, at least 1.
    pub fn get(self) -> u16 {
        self.0
    }

    /// The place of this round in [`crate::Player::entries`].
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }
}

impl fmt::Display for RoundNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
