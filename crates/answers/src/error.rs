//! Why a question has no answer, in words for people and fields for programs.

use std::fmt;

use edelweiss::trf::{Failure, Finding, FindingKind};
use serde::Serialize;

/// What kind of end it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerErrorKind {
    /// No legal pairing exists, or no round is left: an answer more than a failure.
    NoPairing,
    /// The request, or the tournament file, is wrong.
    Invalid,
    /// The tournament is larger than the format or this library allows.
    Limit,
}

/// Why a question has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerError {
    /// What kind of end it is.
    pub kind: AnswerErrorKind,
    /// What the program says: one line or more, hints on lines of their own, without the final line end.
    pub message: String,
    /// The errors with their places, where it is the file that is refused.
    pub failure: Option<Box<Failure>>,
}

impl AnswerError {
    /// An error without a place in a file.
    pub fn new(kind: AnswerErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            failure: None,
        }
    }

    /// The same about a request that is wrong.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(AnswerErrorKind::Invalid, message)
    }
}

impl From<Failure> for AnswerError {
    /// A limit only where nothing else is wrong with the file.
    fn from(failure: Failure) -> Self {
        let is_limit = |error: &Finding| error.kind == FindingKind::Limit;
        Self {
            kind: if failure.errors.iter().all(is_limit) {
                AnswerErrorKind::Limit
            } else {
                AnswerErrorKind::Invalid
            },
            message: failure.to_string(),
            failure: Some(Box::new(failure)),
        }
    }
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for AnswerError {}
