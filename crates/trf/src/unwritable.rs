//! Why a tournament cannot be written.

use std::fmt;

/// A tournament that the format cannot hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unwritable {
    /// What does not fit: starts in lower case and has no final stop.
    pub message: String,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Unwritable {}

pub(crate) fn unwritable<T>(message: impl Into<String>) -> Result<T, Unwritable> {
    Err(Unwritable {
        message: message.into(),
    })
}
