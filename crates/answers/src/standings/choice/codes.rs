//! Tie-breaks as codes, in an option and in the records of a file.

use std::sync::Arc;

use edelweiss::standings::TieBreak;
use edelweiss::trf::{Failure, Finding, FindingKind, Place, TieBreakRecord};

/// The record that counts: 212 before 202, and a warning where two of them differ.
pub(super) fn of_records<'a>(
    records: &'a [TieBreakRecord],
    warnings: &mut Vec<Finding>,
) -> Option<&'a TieBreakRecord> {
    let chosen = (records.iter().find(|record| record.code == "212")).or(records.first())?;
    let other = (records.iter())
        .find(|record| record.without_points() != chosen.without_points())
        .and_then(|record| Some((record, record.entries.first()?, record.entries.last()?)));
    if let Some((record, (_, first), (_, last))) = other {
        let columns = first.columns.zip(last.columns);
        warnings.push(Finding {
            kind: FindingKind::Contradiction,
            place: Place {
                columns: columns.map(|((from, _), (_, to))| (from, to)),
                ..first.clone()
            },
            message: format!(
                "record {} has the tie-breaks {}, but record {} has {}, which are applied",
                record.code,
                record.without_points(),
                chosen.code,
                chosen.without_points()
            ),
            hint: Some(
                "leave one of them in the file, or name the list with --tie-breaks".to_owned(),
            ),
        });
    }
    Some(chosen)
}

/// The codes of the option, with their places in it.
pub(super) fn in_option(text: &str) -> Vec<(String, Place)> {
    let mut column = 1;
    let mut entries = Vec::new();
    for part in text.split(',') {
        let width = part.chars().count() as u32;
        let place = Place {
            columns: Some((column, column + width.max(1) - 1)),
            ..whole("--tie-breaks")
        };
        entries.push((part.trim().to_owned(), place));
        column += width + 1;
    }
    if text.trim().is_empty() {
        entries.clear();
    }
    entries
}

pub(super) fn whole(file: &str) -> Place {
    Place {
        file: Arc::from(file),
        line: None,
        columns: None,
        field: "tie-breaks",
        player: None,
        round: None,
    }
}

/// The codes of an option as tie-breaks.
///
/// # Errors
/// Every code that is none, with its place.
pub fn parsed_option(text: &str) -> Result<Vec<TieBreak>, Failure> {
    parsed(&in_option(text))
}

pub(super) fn of_table(codes: &[&str]) -> Vec<TieBreak> {
    let codes = codes.iter().map(|code| code.parse());
    let list: Result<Vec<TieBreak>, _> = codes.collect();
    list.expect("codes of the table")
}

/// Every code as a tie-break, or every reason why not.
pub(super) fn parsed(entries: &[(String, Place)]) -> Result<Vec<TieBreak>, Failure> {
    let mut list = Vec::new();
    let mut errors = Vec::new();
    for (code, place) in entries {
        match code.parse::<TieBreak>() {
            Ok(tie_break) => list.push(tie_break),
            Err(error) => errors.push(Finding {
                kind: FindingKind::Field,
                place: place.clone(),
                message: error.to_string(),
                hint: hint(code),
            }),
        }
    }
    if errors.is_empty() {
        return Ok(list);
    }
    Err(Failure {
        errors,
        more_errors: Vec::new(),
        warnings: Vec::new(),
    })
}

fn hint(code: &str) -> Option<String> {
    let is_self_defined = code.to_ascii_uppercase().starts_with("OTHER");
    is_self_defined.then(|| {
        "a self-defined tie-break cannot be computed; --tie-breaks names another list".to_owned()
    })
}
