//! What the bytes of a list are: a spreadsheet, a rating list of FIDE, lines of text, or nothing that
//! could be a list.

use std::sync::Arc;

use edelweiss_trf::{Encoding, decode_text};

use crate::columns;
use crate::fide_xml;
use crate::finding::{ListFailure, ListPlace};
use crate::fixed;
use crate::options::RosterOptions;
use crate::separated;
use crate::table::{ListSource, ListTable};
#[cfg(feature = "spreadsheets")]
use crate::workbook;

/// The largest list that is read: 64 MiB. One of 9,999 players has 2 MB.
const MOST_BYTES: usize = 64 << 20;

/// What the archive of a spreadsheet begins with.
const ZIP: &[u8] = b"PK\x03\x04";

/// What some files begin with that are no list, what they are, and what to do.
const SIGNATURES: [(&[u8], &str, &str); 9] = [
    (
        b"\xd0\xcf\x11\xe0",
        "a spreadsheet or document of an older Office",
        SAVE,
    ),
    (b"%PDF", "a PDF document", SAVE),
    (b"SQLite format 3", "a database", SAVE),
    (b"\x1f\x8b", "a gzip archive", UNPACK),
    (b"\xfd7zXZ\0", "an xz archive", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"Rar!", "a rar archive", UNPACK),
    (b"\x89PNG", "a picture", SAVE),
    (b"\xff\xd8\xff", "a picture", SAVE),
];
const SAVE: &str = "save the list as .xlsx, .ods or .csv";
const UNPACK: &str = "unpack it and give the list in it";

/// The list as rows of cells.
///
/// # Errors
/// Bytes that are no list, or an empty one.
pub(crate) fn table_of(
    bytes: &[u8],
    name: &str,
    options: &RosterOptions,
) -> Result<ListTable, ListFailure> {
    let file: Arc<str> = Arc::from(name);
    let place = ListPlace::of(&file, None);
    if bytes.len() > MOST_BYTES {
        let message = format!(
            "the list has {} bytes, expected at most {MOST_BYTES}",
            bytes.len()
        );
        return Err(ListFailure::limit(place, message, ""));
    }
    if bytes.starts_with(ZIP) {
        return spreadsheet(bytes, &file, options);
    }
    if options.sheet.is_some() {
        let message =
            "found a list that is text, expected a spreadsheet, since a sheet is asked for";
        return Err(ListFailure::one(place, message, "leave out --sheet"));
    }
    let mut known = SIGNATURES.iter();
    if let Some((_, what, hint)) = known.find(|(start, ..)| bytes.starts_with(start)) {
        let message = format!("found {what}, expected a list of players");
        return Err(ListFailure::one(place, message, hint));
    }
    let Some((text, encoding)) = decode_text(bytes, options.encoding) else {
        let message = match options.encoding {
            Some(encoding) => format!("the list is not in the encoding {}", encoding.name()),
            None => {
                "found a file that is no text and no spreadsheet, expected a list of players".into()
            }
        };
        return Err(ListFailure::one(place, message, SAVE));
    };
    // The others have a mark, or cannot be mistaken.
    let is_code_page = matches!(encoding, Encoding::Windows1250 | Encoding::Windows1252);
    let is_guessed = options.encoding.is_none() && is_code_page;
    table_of_text(&text, file, (encoding, is_guessed))
}

/// # Errors
/// Texts that are no list, or an empty one.
fn table_of_text(
    text: &str,
    file: Arc<str>,
    (encoding, is_guessed): (Encoding, bool),
) -> Result<ListTable, ListFailure> {
    let refuse = |message: &str, hint: &str| {
        Err(ListFailure::one(ListPlace::of(&file, None), message, hint))
    };
    if text.chars().all(|c| c.is_whitespace() || c == '\x1a') {
        return refuse("the list is empty", "it has a line for each player");
    }
    if is_tournament_file(text) {
        let message = "found a tournament file, expected a list of players";
        return refuse(message, "edelweiss pair pairs its next round as it is");
    }
    let (rows, source, has_own_headings) = if fide_xml::is_fide_xml(text) {
        (fide_xml::rows(text, &file)?, ListSource::FideXml, true)
    } else if text.trim_start().starts_with('<') {
        let message = "found a page or document in XML or HTML, expected a list of players";
        return refuse(message, SAVE);
    } else if fixed::is_fide_text(text) {
        (fixed::rows(text), ListSource::FideText, true)
    } else {
        let (rows, separator) = separated::rows(text.trim_end_matches('\x1a'), &file)?;
        let source = ListSource::Separated {
            separator,
            encoding,
            is_guessed,
        };
        (rows, source, false)
    };
    if rows.is_empty() {
        return refuse("the list is empty", "it has a line for each player");
    }
    Ok(ListTable {
        file,
        sheet: None,
        source,
        rows,
        has_own_headings,
    })
}

#[cfg(feature = "spreadsheets")]
fn spreadsheet(
    bytes: &[u8],
    file: &Arc<str>,
    options: &RosterOptions,
) -> Result<ListTable, ListFailure> {
    workbook::table(bytes, file, options)
}

#[cfg(not(feature = "spreadsheets"))]
fn spreadsheet(_: &[u8], file: &Arc<str>, _: &RosterOptions) -> Result<ListTable, ListFailure> {
    let message = "found a spreadsheet or an archive, which is not read here";
    Err(ListFailure::one(
        ListPlace::of(file, None),
        message,
        "save the sheet as CSV",
    ))
}

/// Whether a text has the lines of a tournament file.
fn is_tournament_file(text: &str) -> bool {
    let is_player = |line: &str| {
        line.strip_prefix("001 ")
            .and_then(|rest| rest.get(..4))
            .is_some_and(|number| number.trim().parse::<u16>().is_ok())
    };
    let mut lines = text
        .split(['\n', '\r'])
        .filter(|line| !line.trim().is_empty());
    lines.clone().take(200).any(is_player)
        || lines.next().is_some_and(|line| line.starts_with("012 "))
}

/// Whether bytes that are no tournament file are a list of players, with names and something beside
/// them: what a program that was given the wrong one may say. O(bytes).
pub fn looks_like_a_list(bytes: &[u8]) -> bool {
    let options = RosterOptions::default();
    let table = table_of(bytes, "", &options);
    let layout = table.and_then(|table| columns::layout(&table, &options));
    layout.is_ok_and(|layout| {
        let known = layout
            .columns
            .iter()
            .filter(|column| column.field.is_some());
        known.count() >= 2
    })
}
