//! A list as tables of words and numbers.

use serde::Serialize;

use crate::kind::ListKind;

/// A list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sheet {
    /// Which.
    pub list: ListKind,
    /// What stands above it.
    pub title: String,
    /// The event.
    pub event: String,
    /// Place, days, round: what stands below the title.
    pub about: Vec<String>,
    /// The tables.
    pub parts: Vec<SheetPart>,
    /// What stands below.
    pub notes: Vec<String>,
}

/// A table of a list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct SheetPart {
    /// What it is called, where there are several.
    pub heading: Option<String>,
    /// Its columns.
    pub columns: Vec<SheetColumn>,
    /// Its rows, a cell for each column.
    pub rows: Vec<Vec<String>>,
}

/// A column.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SheetColumn {
    /// What stands above it.
    pub heading: String,
    /// What stands in it.
    pub kind: ColumnKind,
}

/// What a column holds, which decides how it is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnKind {
    /// Numbers: on the right.
    Number,
    /// Names, which are shortened where a line is too long.
    Name,
    /// Other words.
    Text,
    /// Results: in the middle.
    Result,
}

impl SheetPart {
    /// A table with these columns.
    pub(crate) fn new(columns: Vec<(String, ColumnKind)>) -> Self {
        let columns = columns.into_iter();
        Self {
            columns: columns
                .map(|(heading, kind)| SheetColumn { heading, kind })
                .collect(),
            ..Self::default()
        }
    }

    /// The same table without the columns in which nothing stands.
    pub(crate) fn without_empty_columns(mut self) -> Self {
        let mut is_empty =
            (0..self.columns.len()).map(|at| self.rows.iter().all(|row| row[at].is_empty()));
        let keep: Vec<bool> = is_empty
            .by_ref()
            .map(|empty| !empty || self.rows.is_empty())
            .collect();
        drop(is_empty);
        let kept = |at: &mut usize| {
            *at += 1;
            keep[*at - 1]
        };
        let mut at = 0;
        self.columns.retain(|_| kept(&mut at));
        for row in &mut self.rows {
            let mut at = 0;
            row.retain(|_| kept(&mut at));
        }
        self
    }
}

/// The tables of a list, and what stands below.
pub(crate) type Body = (Vec<SheetPart>, Vec<String>);

/// Text of a file without what a terminal, a spreadsheet or a reader would trip over: control
/// characters, and marks that turn the direction of what follows, become blanks.
pub(crate) fn clean(text: &str) -> String {
    let harmless = |c: char| match c {
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => ' ',
        c if c.is_control() => ' ',
        c => c,
    };
    text.trim().chars().map(harmless).collect()
}
