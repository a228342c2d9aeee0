//! What makes the same draws again: one statement of which numbers that are, for the command line and for
//! calls.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A seed: a whole number that a settings file can hold, too, whose numbers (TOML) have 64 bits with a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Seed(u64);

impl Seed {
    /// The largest.
    pub const MAX: Self = Self(i64::MAX as u64);

    /// The seed of this number, if it is none too large.
    pub fn new(number: u64) -> Option<Self> {
        (number <= Self::MAX.0).then_some(Self(number))
    }

    /// The number.
    pub fn get(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What is no seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSeed;

impl fmt::Display for NoSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a whole number from 0 to {}", Seed::MAX)
    }
}

impl std::error::Error for NoSeed {}

impl FromStr for Seed {
    type Err = NoSeed;

    fn from_str(text: &str) -> Result<Self, NoSeed> {
        text.parse().ok().and_then(Self::new).ok_or(NoSeed)
    }
}

impl<'de> Deserialize<'de> for Seed {
    /// From any value, so that every wrong one has the same words: JSON knows numbers of any size.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(from)?;
        let seed = value.as_u64().and_then(Self::new);
        seed.ok_or_else(|| D::Error::custom(format!("found {value}, {NoSeed}")))
    }
}
