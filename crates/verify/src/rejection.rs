//! Why a proof is not accepted.

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
        Self {
            place: String::new(),
            reason: reason.into(),
        }
    }

    /// The same with the place, within which whatever place it has lies.
    #[must_use]
    pub fn at(mut self, place: &str) -> Self {
        self.place = match &*self.place {
            "" => place.to_owned(),
            within => format!("{place}, {within}"),
        };
        self
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.place {
            "" => f.write_str(&self.reason),
            place => write!(f, "{place}: {}", self.reason),
        }
    }
}

impl std::error::Error for Rejection {}
