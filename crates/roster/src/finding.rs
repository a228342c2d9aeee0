//! Errors and remarks with their place in a list.

use std::fmt;
use std::sync::Arc;

/// How many errors are told in full before the rest is counted.
const MOST_TOLD: usize = 10;

/// Where in a list something was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListPlace {
    /// The name under which the bytes were given.
    pub file: Arc<str>,
    /// The sheet of a spreadsheet.
    pub sheet: Option<Arc<str>>,
    /// The row of a sheet, or the line of a text, counted from 1; `None` is all of it.
    pub row: Option<u32>,
    /// The column, counted from 1.
    pub column: Option<u32>,
    /// The heading of the column, empty where it has none.
    pub heading: Arc<str>,
}

impl ListPlace {
    /// All of a list.
    pub(crate) fn of(file: &Arc<str>, sheet: Option<&Arc<str>>) -> Self {
        Self {
            file: Arc::clone(file),
            sheet: sheet.map(Arc::clone),
            row: None,
            column: None,
            heading: Arc::from(""),
        }
    }

    pub(crate) fn row(mut self, row: u32) -> Self {
        self.row = Some(row);
        self
    }

    /// A column at this index, and its heading.
    pub(crate) fn column(mut self, index: usize, heading: &str) -> Self {
        self.column = Some(index as u32 + 1);
        self.heading = Arc::from(heading);
        self
    }

    /// The column as people name it: by letters in a sheet, by its number in a text.
    fn column_name(&self, column: u32) -> String {
        let heading = match &*self.heading {
            "" => String::new(),
            heading => format!(" {}", quoted(heading)),
        };
        match self.sheet {
            Some(_) => format!("column {}{heading}", column_letters(column)),
            None => format!("column {column}{heading}"),
        }
    }
}

impl fmt::Display for ListPlace {
    /// `players.csv:5: column 3 'Elo'`, `players.xlsx: sheet 'Open', row 5, column C 'Elo'`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        let mut parts = Vec::new();
        match (&self.sheet, self.row) {
            (Some(sheet), row) => {
                parts.push(format!("sheet {}", quoted(sheet)));
                parts.extend(row.map(|row| format!("row {row}")));
            }
            (None, Some(row)) => write!(f, ":{row}")?,
            (None, None) => {}
        }
        parts.extend(self.column.map(|column| self.column_name(column)));
        if !parts.is_empty() {
            write!(f, ": {}", parts.join(", "))?;
        }
        Ok(())
    }
}

/// `A` to `Z`, `AA` and so on.
pub(crate) fn column_letters(column: u32) -> String {
    let mut letters = Vec::new();
    let mut left = column;
    while left > 0 {
        letters.push(b'A' + ((left - 1) % 26) as u8);
        left = (left - 1) / 26;
    }
    letters
        .iter()
        .rev()
        .map(|letter| char::from(*letter))
        .collect()
}

/// One error or remark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListFinding {
    /// Where it is.
    pub place: ListPlace,
    /// What was found and what was expected: starts in lower case and has no final stop.
    pub message: String,
    /// What to do about it; empty where there is nothing.
    pub hint: String,
}

impl fmt::Display for ListFinding {
    /// The place, the message, and the hint on a line of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)?;
        if !self.hint.is_empty() {
            write!(f, "\n  hint: {}", self.hint)?;
        }
        Ok(())
    }
}

/// Why a list is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListFailure {
    /// At least one error, in the order of the list.
    pub errors: Vec<ListFinding>,
    /// Whether all that is wrong is that the list is too long.
    pub is_limit: bool,
}

impl ListFailure {
    /// One error.
    pub(crate) fn one(place: ListPlace, message: impl Into<String>, hint: &str) -> Self {
        Self {
            errors: vec![ListFinding {
                place,
                message: message.into(),
                hint: hint.to_owned(),
            }],
            is_limit: false,
        }
    }

    /// The same about a list that is too long.
    pub(crate) fn limit(place: ListPlace, message: impl Into<String>, hint: &str) -> Self {
        Self {
            is_limit: true,
            ..Self::one(place, message, hint)
        }
    }

    /// The errors that are told in full; the others are counted.
    pub fn told(&self) -> &[ListFinding] {
        &self.errors[..self.errors.len().min(MOST_TOLD)]
    }
}

impl fmt::Display for ListFailure {
    /// The first ten errors in full, each hint where it comes up for the first time, and a count.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut hints: Vec<&str> = Vec::new();
        for (index, error) in self.told().iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{}: {}", error.place, error.message)?;
            if !error.hint.is_empty() && !hints.contains(&error.hint.as_str()) {
                hints.push(&error.hint);
                write!(f, "\n  hint: {}", error.hint)?;
            }
        }
        match self.errors.len() - self.told().len() {
            0 => Ok(()),
            1 => write!(f, "\nand 1 more error"),
            more => write!(f, "\nand {more} more errors"),
        }
    }
}

impl std::error::Error for ListFailure {}

/// `text` between quotes, cut to a readable length, with characters that nobody sees escaped.
pub(crate) fn quoted(text: &str) -> String {
    const MOST: usize = 32;
    let mut out = String::from("'");
    for (index, c) in text.chars().enumerate() {
        if index == MOST {
            out.push_str("...");
            break;
        }
        let is_invisible = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
        if c.is_control() || is_invisible {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_sheets_have_letters() {
        for (column, letters) in [(1, "A"), (26, "Z"), (27, "AA"), (703, "AAA")] {
            assert_eq!(column_letters(column), letters);
        }
    }
}
