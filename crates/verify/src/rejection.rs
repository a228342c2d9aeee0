//! Why a proof does not hold.

use std::fmt;

/// What is wrong with a proof, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// Such as "bracket 3"; empty where it is the proof as a whole.
    pub place: String,
    /// In words.
    pub reason: String,
}

impl Rejection {
    /// Of the proof as a whole, or of a place that the caller will name.
    pub fn new(reason: impl Into<String>) -> Self {
        let (place, reason) = (String::new(), reason.into());
        Self { place, reason }
    }

    /// The same with the place, within which the place that it has lies.
    #[must_use]
    pub fn at(mut self, place: &str) -> Self {
        let comma = if self.place.is_empty() { "" } else { ", " };
        self.place = format!("{place}{comma}{}", self.place);
        self
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colon = if self.place.is_empty() { "" } else { ": " };
        write!(f, "{}{colon}{}", self.place, self.reason)
    }
}

impl std::error::Error for Rejection {}
