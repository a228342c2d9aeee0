//! A list as rows of cells, whatever file it came in.

use std::sync::Arc;

use edelweiss_trf::Encoding;

use crate::finding::{ListPlace, column_letters};

/// What kind of list it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ListSource {
    /// Lines of text.
    Separated {
        /// What stands between two cells; `None` where each line is one.
        separator: Option<char>,
        /// How the bytes were read.
        encoding: Encoding,
        /// Whether neither the caller nor the bytes say so for certain.
        is_guessed: bool,
    },
    /// A sheet of a spreadsheet.
    Sheet {
        /// Its name.
        name: String,
    },
    /// FIDE's rating list as text.
    FideText,
    /// FIDE's rating list as XML.
    FideXml,
}

impl ListSource {
    /// How people call a column of the list, counted from 1: by its letters in a sheet, else by its number.
    pub fn column_name(&self, column: u32) -> String {
        match self {
            Self::Sheet { .. } => column_letters(column),
            _ => column.to_string(),
        }
    }
}

/// One row that is not blank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableRow {
    /// The row of the sheet, or the line of the text.
    pub(crate) number: u32,
    /// The cells without blanks around them.
    pub(crate) cells: Vec<String>,
}

impl TableRow {
    /// A cell; blank beyond the last one.
    pub(crate) fn cell(&self, index: usize) -> &str {
        self.cells.get(index).map_or("", String::as_str)
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.cells.iter().all(String::is_empty)
    }
}

/// A list as rows of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ListTable {
    pub(crate) file: Arc<str>,
    pub(crate) sheet: Option<Arc<str>>,
    pub(crate) source: ListSource,
    /// At least one, none of them blank.
    pub(crate) rows: Vec<TableRow>,
    /// Whether the first row is the headings, whatever it says.
    pub(crate) has_own_headings: bool,
}

impl ListTable {
    /// All of the list.
    pub(crate) fn place(&self) -> ListPlace {
        ListPlace::of(&self.file, self.sheet.as_ref())
    }

    /// How a row is called in messages: `line 5`, `row 5`.
    pub(crate) fn row_name(&self, row: u32) -> String {
        match self.sheet {
            Some(_) => format!("row {row}"),
            None => format!("line {row}"),
        }
    }

    /// The number of cells of the longest row.
    pub(crate) fn width(&self) -> usize {
        self.rows
            .iter()
            .map(|row| row.cells.len())
            .max()
            .unwrap_or(0)
    }
}
