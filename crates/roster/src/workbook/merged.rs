//! Merged cells, and where those of an ODS are.

use std::collections::BTreeMap;
use std::fmt;

use roxmltree::{Document, Node};

use crate::finding::column_letters;

/// Cells that were made one: row and column of the first and the last, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MergedCells {
    pub(super) first: (u32, u32),
    pub(super) last: (u32, u32),
}

impl fmt::Display for MergedCells {
    /// `A3:B4`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |(row, column): (u32, u32)| format!("{}{}", column_letters(column + 1), row + 1);
        write!(f, "{}:{}", name(self.first), name(self.last))
    }
}

/// The namespace of tables.
const TABLE: &str = "urn:oasis:names:tc:opendocument:xmlns:table:1.0";

/// The merged cells of each sheet, by the name of the sheet.
///
/// # Errors
/// A content that is no XML; content beyond the `most` rows and columns.
pub(super) fn of_ods(
    content: &[u8],
    most: (u32, u32),
) -> Result<BTreeMap<String, Vec<MergedCells>>, String> {
    let text = std::str::from_utf8(content).map_err(|error| error.to_string())?;
    let document = Document::parse(text).map_err(|error| error.to_string())?;
    let tables = document
        .descendants()
        .filter(|node| node.has_tag_name((TABLE, "table")));
    let mut sheets = BTreeMap::new();
    for table in tables {
        let name = table
            .attribute((TABLE, "name"))
            .unwrap_or_default()
            .to_owned();
        let merged = of_table(&table, most).ok_or_else(|| {
            format!(
                "sheet '{name}' has cells beyond row {} or column {}",
                most.0, most.1
            )
        })?;
        sheets.insert(name, merged);
    }
    Ok(sheets)
}

fn number(node: &Node<'_, '_>, name: &str) -> u32 {
    let number = node
        .attribute((TABLE, name))
        .and_then(|number| number.parse().ok());
    number.unwrap_or(1).max(1)
}

/// `None` where content stands too far away.
fn of_table(table: &Node<'_, '_>, most: (u32, u32)) -> Option<Vec<MergedCells>> {
    let mut merged = Vec::new();
    let mut row: u32 = 0;
    // Rows may lie in groups, and in that of the headings.
    let rows = table
        .descendants()
        .filter(|node| node.has_tag_name((TABLE, "table-row")));
    for node in rows {
        let rows = number(&node, "number-rows-repeated");
        let mut column: u32 = 0;
        for cell in node.children().filter(Node::is_element) {
            let columns = number(&cell, "number-columns-repeated");
            let spans =
                ["number-rows-spanned", "number-columns-spanned"].map(|name| number(&cell, name));
            if spans != [1, 1] {
                merged.push(MergedCells {
                    first: (row, column),
                    last: (
                        row.saturating_add(spans[0] - 1),
                        column.saturating_add(spans[1] - 1),
                    ),
                });
            }
            let is_filled = cell.has_children();
            let last = (row.saturating_add(rows), column.saturating_add(columns));
            if is_filled && (last.0 > most.0 || last.1 > most.1) {
                return None;
            }
            column = last.1;
        }
        row = row.saturating_add(rows);
    }
    Some(merged)
}
