//! Lists as tables with commas.

use csv::WriterBuilder;

use crate::sheet::Sheet;

/// One list, a line for each row: where it has several parts, a column before the others says which.
/// A cell that a spreadsheet would take for a formula gets an apostrophe before it.
pub fn write(sheet: &Sheet) -> String {
    let mut lines = Vec::new();
    let has_headings = sheet.parts.iter().any(|part| part.heading.is_some());
    let mut columns = None;
    for part in &sheet.parts {
        let first = |text: &str| has_headings.then(|| text.to_owned()).into_iter();
        if columns != Some(&part.columns) {
            columns = Some(&part.columns);
            let headings = part.columns.iter().map(|column| column.heading.clone());
            lines.push(first("").chain(headings).collect());
        }
        for row in &part.rows {
            let heading = part.heading.as_deref().unwrap_or_default();
            lines.push(first(heading).chain(row.iter().cloned()).collect());
        }
    }
    table(lines)
}

/// A line for each row of cells, with the same care for formulas.
#[expect(clippy::missing_panics_doc, reason = "memory takes everything")]
pub fn table(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for row in rows {
        writer
            .write_record(row.iter().map(|cell| harmless(cell)))
            .expect("memory takes everything");
    }
    let bytes = writer.into_inner().expect("memory takes everything");
    String::from_utf8(bytes).expect("cells are text")
}

/// A cell that no spreadsheet takes for a formula. Signs of a round such as `-` and `+` stay.
fn harmless(cell: &str) -> String {
    let is_formula =
        cell.starts_with(['=', '+', '-', '@']) && cell.chars().any(char::is_alphabetic);
    if is_formula {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_text() {
        assert_eq!(harmless("=HYPERLINK(1)"), "'=HYPERLINK(1)");
        for cell in ["-", "+", "-1.5", "Adams, Ann"] {
            assert_eq!(harmless(cell), cell);
        }
    }
}
