//! What all documents share: who wrote them, remarks with their places, points, and how they are
//! written; and the document of an error.

use edelweiss::model::{ByeKind, RoundNumber, Score, Tpn};
use edelweiss::pairing::ColourReason;
use edelweiss::trf::Finding;
use serde::Serialize;

use crate::error::{AnswerError, AnswerErrorKind};

/// Raised when a field changes its meaning or goes; new fields do not raise it.
pub(crate) const FORMAT_VERSION: u32 = 1;

/// A document as text, with a line end.
///
/// # Panics
/// Where a key is no text, or a value cannot be written.
pub fn written(document: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(document)
        .expect("the document has text keys and no values that fail");
    text.push('\n');
    text
}

/// Which program wrote the document.
#[derive(Debug, Serialize)]
pub struct Program {
    name: &'static str,
    version: &'static str,
}

impl Default for Program {
    fn default() -> Self {
        Self {
            name: "edelweiss",
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

/// The rule that decided the colours of a board.
#[derive(Debug, Serialize)]
pub struct Reason {
    code: &'static str,
    article: &'static str,
}

/// The rule by its code and article.
pub fn reason(reason: ColourReason) -> Reason {
    Reason {
        code: reason.code(),
        article: reason.article(2026),
    }
}

/// An error or warning about the file.
#[derive(Debug, Serialize)]
pub struct JsonRemark<'a> {
    file: &'a str,
    line: Option<u32>,
    first_column: Option<u32>,
    last_column: Option<u32>,
    field: Option<&'static str>,
    player: Option<u32>,
    round: Option<u16>,
    message: &'a str,
    hint: Option<&'a str>,
}

impl<'a> JsonRemark<'a> {
    /// An error about no place of a file.
    pub(crate) fn without_place(message: &'a str, hint: Option<&'a str>) -> Self {
        Self {
            file: "",
            line: None,
            first_column: None,
            last_column: None,
            field: None,
            player: None,
            round: None,
            message,
            hint,
        }
    }

    /// What was found, with its place.
    pub fn new(finding: &'a Finding) -> Self {
        let place = &finding.place;
        Self {
            file: &place.file,
            line: place.line,
            first_column: place.columns.map(|(first, _)| first),
            last_column: place.columns.map(|(_, last)| last),
            field: (!place.field.is_empty()).then_some(place.field),
            player: place.player.map(Tpn::get),
            round: place.round.map(RoundNumber::get),
            message: &finding.message,
            hint: finding.hint.as_deref(),
        }
    }
}

/// A kind of bye, for JSON.
pub(crate) fn bye_name(kind: ByeKind) -> &'static str {
    match kind {
        ByeKind::PairingAllocated => "pairing-allocated",
        ByeKind::Full => "full-point",
        ByeKind::Half => "half-point",
        ByeKind::Zero => "zero-point",
    }
}

/// A number of points, written as a number with one decimal.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct JsonPoints(f64);

impl From<Score> for JsonPoints {
    fn from(score: Score) -> Self {
        Self((score.to_string().parse()).expect("a score is written as a decimal number"))
    }
}

impl AnswerError {
    /// The error as one document, `edelweiss.error`, with a line end.
    pub fn to_json(&self) -> String {
        let (message, hint) = match self.message.split_once("\n  hint: ") {
            Some((message, hint)) => (message, Some(hint)),
            None => (self.message.as_str(), None),
        };
        let (errors, more_errors, warnings) = match &self.failure {
            Some(failure) => (
                failure.errors.iter().map(JsonRemark::new).collect(),
                failure.n_more_errors(),
                &failure.warnings[..],
            ),
            None => (vec![JsonRemark::without_place(message, hint)], 0, &[][..]),
        };
        written(&ErrorDocument {
            format: "edelweiss.error",
            format_version: FORMAT_VERSION,
            program: Program::default(),
            kind: self.kind,
            message: &self.message,
            errors,
            more_errors,
            warnings: warnings.iter().map(JsonRemark::new).collect(),
        })
    }
}

#[derive(Serialize)]
struct ErrorDocument<'a> {
    format: &'static str,
    format_version: u32,
    program: Program,
    kind: AnswerErrorKind,
    message: &'a str,
    errors: Vec<JsonRemark<'a>>,
    more_errors: usize,
    warnings: Vec<JsonRemark<'a>>,
}
