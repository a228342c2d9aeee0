//! Lists for a terminal.

use std::borrow::Cow;
use std::fmt::Write as _;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::sheet::{ColumnKind, Sheet, SheetPart};

/// As narrow as a last column of words may become before it goes on in the next line.
const NARROWEST: usize = 24;
/// As short as a name may become.
const SHORTEST: usize = 8;
/// Blanks between two columns.
const GAP: usize = 2;

/// The lists one below the other. Where a line would be longer than `width`, a last column of words goes
/// on in the next line and names are shortened; without a width everything stands in full.
pub fn write(sheets: &[Sheet], width: Option<usize>) -> String {
    let mut out = String::new();
    for sheet in sheets {
        if !out.is_empty() {
            out.push_str("\n\n");
        }
        let head = [&sheet.event, &sheet.title]
            .into_iter()
            .filter(|line| !line.is_empty());
        let head = head.map(String::as_str).collect::<Vec<_>>().join(", ");
        let _ = writeln!(out, "{head}");
        if !sheet.about.is_empty() {
            let _ = writeln!(out, "{}", sheet.about.join("; "));
        }
        for part in &sheet.parts {
            out.push('\n');
            if let Some(heading) = &part.heading {
                let _ = writeln!(out, "{heading}");
            }
            add_table(&mut out, part, width);
        }
        if !sheet.notes.is_empty() {
            out.push('\n');
        }
        for note in &sheet.notes {
            let _ = writeln!(out, "{note}");
        }
    }
    out
}

/// A table with its columns below each other.
fn add_table(out: &mut String, part: &SheetPart, width: Option<usize>) {
    let widths = widths(part, width);
    let mut line = |cells: &mut dyn Iterator<Item = &str>| {
        let start = out.len();
        let blank = |out: &mut String, n: usize| out.extend(std::iter::repeat_n(' ', n));
        for ((cell, column), width) in cells.zip(&part.columns).zip(&widths) {
            let cell = fitted(cell, *width);
            let left = width - columns(&cell).min(*width);
            let before = match column.kind {
                ColumnKind::Number => left,
                ColumnKind::Result => left / 2,
                ColumnKind::Name | ColumnKind::Text => 0,
            };
            blank(out, before);
            out.push_str(&cell);
            blank(out, left - before + GAP);
        }
        let end = start + out[start..].trim_end().len();
        out.truncate(end);
        out.push('\n');
    };
    line(&mut part.columns.iter().map(|column| column.heading.as_str()));
    for row in &part.rows {
        let Some((last, before)) = row.split_last() else {
            continue;
        };
        let room = widths.last().copied().unwrap_or(0);
        for (at, words) in lines_of(last, room).iter().enumerate() {
            let blank = before
                .iter()
                .map(|cell| if at == 0 { cell.as_str() } else { "" });
            line(&mut blank.chain([words.as_str()]));
        }
    }
}

/// A text in lines of at most so many columns, broken between words; one line where it fits.
fn lines_of(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    if columns(text) <= width {
        return vec![text.to_owned()];
    }
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is one");
        if !last.is_empty() && last.width() + 1 + word.width() > width {
            lines.push(word.to_owned());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

/// How wide each column is.
fn widths(part: &SheetPart, width: Option<usize>) -> Vec<usize> {
    let mut widths: Vec<usize> = part
        .columns
        .iter()
        .map(|column| column.heading.width())
        .collect();
    for row in &part.rows {
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = (*widest).max(columns(cell));
        }
    }
    let Some(width) = width else {
        return widths;
    };
    let is_name = |at: usize| part.columns[at].kind == ColumnKind::Name;
    let total =
        |widths: &[usize]| widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
    if part
        .columns
        .last()
        .is_some_and(|column| column.kind == ColumnKind::Text)
    {
        let beyond = total(&widths).saturating_sub(width);
        let last = widths.last_mut().expect("a column");
        *last = (*last).saturating_sub(beyond).max(NARROWEST.min(*last));
    }
    // The widest name gives way first, a letter at a time.
    while total(&widths) > width {
        let names = (0..widths.len()).filter(|at| is_name(*at) && widths[*at] > SHORTEST);
        let Some(widest) = names.max_by_key(|at| widths[*at]) else {
            break;
        };
        widths[widest] -= 1;
    }
    widths
}

/// How many columns a text takes: most cells are ASCII, of which each letter takes one.
fn columns(text: &str) -> usize {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        text.len()
    } else {
        text.width()
    }
}

/// A text in at most so many columns; `…` stands for what is cut.
pub fn shortened(text: &str, width: usize) -> String {
    fitted(text, width).into_owned()
}

fn fitted(text: &str, width: usize) -> Cow<'_, str> {
    if columns(text) <= width {
        return Cow::Borrowed(text);
    }
    let mut room = width.saturating_sub(1);
    let fitting = text.chars().take_while(|c| {
        let wide = c.width().unwrap_or(0);
        let fits = wide <= room;
        room -= wide.min(room);
        fits
    });
    let mut out: String = fitting.collect();
    out.truncate(out.trim_end().len());
    out.push('…');
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_where_their_columns_end() {
        assert_eq!(shortened("Adams, Ann", 10), "Adams, Ann");
        assert_eq!(shortened("Adams, Anna", 10), "Adams, An…");
        assert_eq!(shortened("Adams, Ann", 8), "Adams,…");
        // A wide letter takes two columns.
        assert_eq!(shortened("王小明李", 6), "王小…");
    }
}
