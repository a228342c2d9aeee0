//! What files of other programs hold beside records, and what is said about it: encodings and columns
//! that had to be guessed, lines of unknown records, and characters in front of a player's line.

use crate::columns::Counting;
use crate::document::Document;
use crate::encoding::Encoding;
use crate::error::{At, FindingKind, Log, quoted};
use crate::record::{Record, RecordKind};

impl Document {
    /// What was guessed about the bytes.
    pub(crate) fn warn_of_form(&self, log: &mut Log) {
        if let Some((line, column)) = self.form.guessed_at {
            let why = match self.encoding() {
                Encoding::Utf16Le | Encoding::Utf16Be => "every other byte is zero".to_owned(),
                _ => format!("byte {column} of the line is no UTF-8"),
            };
            let message = format!("{why}, so the file is read as {}", self.encoding().name());
            log.warn(
                FindingKind::Encoding,
                At::line(line).columns(column, column),
                message,
                "should letters of names be wrong, name the encoding or save the file as UTF-8",
            );
        }
        if self.counting == Counting::Bytes {
            let mut padded = (self.records())
                .filter(|record| record.kind == RecordKind::Player && !record.text.is_ascii());
            let line = padded.next().map_or(0, |record| record.line);
            let message = format!(
                "names are padded by bytes, not by characters, so the columns of {} are counted in bytes",
                match padded.count() {
                    0 => "this line".to_owned(),
                    more => format!("this line and of {more} more with other letters than ASCII"),
                }
            );
            let hint = "Vega writes such files; they are read here as they are meant";
            log.warn(FindingKind::Reading, At::line(line), message, hint);
        }
    }
}

/// Lines of unknown records, for one warning about all of them.
#[derive(Default)]
pub(crate) struct Unknown {
    lines: usize,
    first: u32,
    /// The different codes between quotes, in the order of the file.
    codes: Vec<String>,
    has_more_codes: bool,
}

impl Unknown {
    pub(crate) fn add(&mut self, record: Record<'_>) {
        const MOST_CODES: usize = 8;
        if self.lines == 0 {
            self.first = record.line;
        }
        self.lines += 1;
        let code = quoted(record.code());
        if self.codes.contains(&code) {
            return;
        }
        if self.codes.len() < MOST_CODES {
            self.codes.push(code);
        } else {
            self.has_more_codes = true;
        }
    }

    pub(crate) fn warn(&self, log: &mut Log) {
        let lines = match self.lines {
            0 => return,
            1 => "1 line of an unknown record is".to_owned(),
            n => format!("{n} lines of unknown records are"),
        };
        let codes = self.codes.join(", ");
        let more = if self.has_more_codes { ", ..." } else { "" };
        let message = format!("{lines} kept and not applied: {codes}{more}");
        let at = At::line(self.first).columns(1, 3);
        log.warn(FindingKind::NotApplied, at, message, "");
    }
}

/// What stands before `001` and a number in a line that otherwise is a player's: blanks, quotes,
/// byte order marks. `None` for every other line.
pub(crate) fn before_player(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| !c.is_ascii_alphanumeric() && c != '#');
    let is_player = (rest.strip_prefix("001"))
        .and_then(|rest| rest.strip_prefix([' ', '\t']))
        .is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    is_player.then(|| &text[..text.len() - rest.len()])
}

/// A player whose record does not start with its code must not be lost.
pub(crate) fn refuse(line: u32, stray: &str, log: &mut Log) {
    let message = format!(
        "the line of a player starts with {}, expected 001 in columns 1 to 3",
        quoted(stray)
    );
    let at = At::line(line).columns(1, stray.chars().count());
    let hint = "records start in column 1; spreadsheets and editors put quotes, tabs or marks in front of them";
    log.error(FindingKind::Field, at, message, hint);
}
