//! The file of prizes, and where it is wrong.

use edelweiss::prizes::PrizeScheme;
use edelweiss::trf::{Failure, Finding, FindingKind, Place};

use crate::error::AnswerError;

/// Reads a file of prizes; messages call it `name`.
///
/// # Errors
/// Bytes that are no text, and everything that [`PrizeScheme::read`] refuses, with line, column and key.
pub fn prize_scheme(name: &str, bytes: &[u8]) -> Result<PrizeScheme, AnswerError> {
    let text =
        str::from_utf8(bytes).map_err(|error| AnswerError::invalid(format!("{name}: {error}")))?;
    PrizeScheme::read(text).map_err(|error| {
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let place = error.place.map(|place| place.map(number));
        let message = match error.key {
            "" => error.message,
            key if error.message.contains(key) => error.message,
            key => format!("{key}: {}", error.message),
        };
        let place = Place {
            line: place.map(|[line, _]| line),
            columns: place.map(|[_, column]| (column, column)),
            field: error.key,
            ..Place::of_file(name)
        };
        Failure::from(Finding {
            kind: FindingKind::Field,
            place,
            message,
            hint: None,
        })
        .into()
    })
}
