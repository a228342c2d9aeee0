//! Lists in Markdown.

use std::fmt::Write as _;

use crate::sheet::{ColumnKind, Sheet};

/// The lists one below the other.
pub fn write(sheets: &[Sheet]) -> String {
    let mut out = String::new();
    for sheet in sheets {
        if !out.is_empty() {
            out.push('\n');
        }
        let _ = writeln!(out, "# {}", escaped(&sheet.title));
        let mut lines: Vec<&String> = sheet.about.iter().collect();
        if !sheet.event.is_empty() {
            lines.insert(0, &sheet.event);
        }
        for line in lines {
            let _ = writeln!(out, "\n{}", escaped(line));
        }
        for part in &sheet.parts {
            if let Some(heading) = &part.heading {
                let _ = writeln!(out, "\n## {}", escaped(heading));
            }
            let headings = part.columns.iter().map(|column| column.heading.as_str());
            let _ = write!(out, "\n{}", row(headings));
            let rules = part.columns.iter().map(|column| match column.kind {
                ColumnKind::Number => "--:",
                ColumnKind::Result => ":-:",
                ColumnKind::Name | ColumnKind::Text => "---",
            });
            let _ = writeln!(out, "|{}|", rules.collect::<Vec<_>>().join("|"));
            for cells in &part.rows {
                out.push_str(&row(cells.iter().map(String::as_str)));
            }
        }
        for note in &sheet.notes {
            let _ = writeln!(out, "\n{}", escaped(note));
        }
    }
    out
}

fn row<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let cells: Vec<String> = cells.map(escaped).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// A text in which nothing is markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&' | '!'
        ) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
