//! Exit codes, and errors that carry one. `docs/src/programmers/exit-codes.md` is the published list.

use std::io::Write;

use edelweiss::trf;
use edelweiss_answers::{AnswerError, AnswerErrorKind};

/// How the program ends. The codes up to 5 are those of bbpPairings, so that callers need not care
/// which program they started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Done.
    Done = 0,
    /// No legal pairing exists, or no round is left.
    NoPairing = 1,
    /// A defect of ours, as the drop-in grammar reports it.
    Unexpected = 2,
    /// The request, or the tournament file, is wrong.
    Invalid = 3,
    /// The tournament is larger than the format or this program allows.
    Limit = 4,
    /// A file could not be read or written.
    FileAccess = 5,
    /// A defect of ours.
    Defect = 70,
}

/// An end before the end, with what to say about it on standard error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ExitFailure {
    pub(crate) exit: Exit,
    /// One line or more, without the final line end.
    pub(crate) message: String,
}

impl Exit {
    /// Recorded rounds differ from ours: an answer, and no failure, as [`Exit::NoPairing`] is.
    pub(crate) const DIFFERS: Self = Self::NoPairing;
}

impl ExitFailure {
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self {
            exit,
            message: message.into(),
        }
    }
}

impl From<AnswerErrorKind> for Exit {
    fn from(kind: AnswerErrorKind) -> Self {
        match kind {
            AnswerErrorKind::NoPairing => Self::NoPairing,
            AnswerErrorKind::Invalid => Self::Invalid,
            AnswerErrorKind::Limit => Self::Limit,
        }
    }
}

impl From<AnswerError> for ExitFailure {
    fn from(error: AnswerError) -> Self {
        Self::new(error.kind.into(), error.message)
    }
}

impl From<trf::Failure> for ExitFailure {
    fn from(failure: trf::Failure) -> Self {
        AnswerError::from(failure).into()
    }
}

/// Writes a line to standard error. Nobody listening there is no reason to fail. What kind of line it is,
/// and its hints, have a colour where the stream has any.
pub(crate) fn say(line: &str) {
    let _ = writeln!(anstream::stderr(), "{}", coloured(line));
}

/// Words at the beginning of a line, each with the number of its colour.
const KINDS: [(&str, u8); 4] = [
    ("error:", 31),
    ("warning:", 33),
    ("note:", 36),
    ("  hint:", 36),
];

fn coloured(text: &str) -> String {
    let coloured = |line: &str| {
        let kind = KINDS
            .iter()
            .find_map(|(word, colour)| Some((word, colour, line.strip_prefix(word)?)));
        match kind {
            Some((word, colour, rest)) => format!("\x1b[1;{colour}m{word}\x1b[0m{rest}"),
            None => line.to_owned(),
        }
    };
    let lines: Vec<String> = text.split('\n').map(coloured).collect();
    lines.join("\n")
}
