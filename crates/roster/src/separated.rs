//! Lists as lines of text: comma, semicolon, tab or vertical line between cells, which may be quoted; or
//! one cell a line.

use std::sync::Arc;

use crate::columns::n_fields;
use crate::finding::{ListFailure, ListPlace};
use crate::table::TableRow;

/// In the order in which they are taken where several would do.
const SEPARATORS: [u8; 4] = [b'\t', b';', b'|', b','];

/// As many rows tell the separator.
const SAMPLE: usize = 200;

/// No cell of a list is longer; a quote that is not closed makes one.
const MOST_CHARACTERS: usize = 1_000;

/// The rows of a text, and what separates their cells.
///
/// # Errors
/// A quote that is opened and not closed.
pub(crate) fn rows(
    text: &str,
    file: &Arc<str>,
) -> Result<(Vec<TableRow>, Option<char>), ListFailure> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let (said, text) = said_separator(&text);
    let separator = match said {
        Some(said) => Some(said),
        None => told_separator(text),
    };
    let offset = u32::from(said.is_some());
    let mut rows = match separator {
        Some(separator) => split(text, separator, usize::MAX),
        None => lines(text),
    };
    for row in &mut rows {
        row.number += offset;
        let is_long = |cell: &String| cell.chars().nth(MOST_CHARACTERS).is_some();
        if let Some(index) = row.cells.iter().position(is_long) {
            let message = format!("a cell has more than {MOST_CHARACTERS} characters");
            let hint = "a quotation mark may be opened here and not closed";
            let place = ListPlace::of(file, None).row(row.number);
            return Err(ListFailure::one(place.column(index, ""), message, hint));
        }
    }
    Ok((rows, separator.map(char::from)))
}

/// The first line of a file of Excel that says its separator, and the rest of the text.
fn said_separator(text: &str) -> (Option<u8>, &str) {
    let said = text.split_once('\n').and_then(|(line, rest)| {
        let separator = line.trim_end().strip_prefix("sep=")?;
        match separator.as_bytes() {
            [byte] if SEPARATORS.contains(byte) => Some((*byte, rest)),
            _ => None,
        }
    });
    match said {
        Some((separator, rest)) => (Some(separator), rest),
        None => (None, text),
    }
}

/// The separator with which the headings name the most fields, or with which most rows have the same
/// number of cells.
fn told_separator(text: &str) -> Option<u8> {
    let samples = SEPARATORS.map(|separator| (separator, split(text, separator, SAMPLE)));
    let fields = |rows: &[TableRow]| {
        let headings = rows.iter().take(20).filter_map(n_fields);
        headings.max().unwrap_or(0)
    };
    let most = samples
        .iter()
        .map(|(_, rows)| fields(rows))
        .max()
        .unwrap_or(0);
    if most >= 2 {
        let best = samples.iter().find(|(_, rows)| fields(rows) == most);
        return best.map(|(separator, _)| *separator);
    }
    if most == 1 {
        // One heading alone in its line: a list of names, with or without commas in them.
        let is_alone = |row: &TableRow| row.cells.len() == 1 && n_fields(row).is_some();
        if samples
            .iter()
            .all(|(_, rows)| rows.first().is_some_and(is_alone))
        {
            return None;
        }
    }
    let is_even = |rows: &[TableRow]| {
        let Some(first) = rows.first() else {
            return false;
        };
        let n = first.cells.len();
        let same = rows.iter().filter(|row| row.cells.len() == n).count();
        n >= 2 && 5 * same >= 4 * rows.len()
    };
    let even = samples.iter().find(|(_, rows)| is_even(rows));
    even.map(|(separator, _)| *separator)
}

/// At most so many rows of a text, whose lines end with line feeds. Blank rows are left out.
fn split(text: &str, separator: u8, most: usize) -> Vec<TableRow> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    let mut rows = Vec::new();
    let (mut line, mut seen) = (1, 0);
    // What is text stays text, and any number of cells will do: there is nothing else to fail.
    while rows.len() < most && reader.read_record(&mut record).unwrap_or(false) {
        // The position is that of the line ends before the record.
        let start = record.position().map_or(0, csv::Position::byte) as usize;
        let rest = &text[start.min(text.len())..];
        let start = start + (rest.len() - rest.trim_start_matches('\n').len());
        line += text[seen..start].matches('\n').count() as u32;
        seen = start;
        let cells = record.iter().map(|cell| cell.trim().to_owned()).collect();
        let row = TableRow {
            number: line,
            cells,
        };
        if !row.is_blank() {
            rows.push(row);
        }
    }
    rows
}

/// A row a line. A pair of quotation marks around all of it is left out.
fn lines(text: &str) -> Vec<TableRow> {
    let lines = text.split('\n').zip(1..);
    let lines = lines.filter(|(line, _)| !line.trim().is_empty());
    lines
        .map(|(line, number)| {
            let line = line.trim();
            let bare = line
                .strip_prefix('"')
                .and_then(|line| line.strip_suffix('"'));
            let cell = bare.map_or(line.to_owned(), |line| line.replace("\"\"", "\""));
            TableRow {
                number,
                cells: vec![cell.trim().to_owned()],
            }
        })
        .filter(|row| !row.is_blank())
        .collect()
}
