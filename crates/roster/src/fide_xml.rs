//! FIDE's rating list as XML: `<playerslist>` with a `<player>` for each.

use std::sync::Arc;

use roxmltree::{Document, Node};

use crate::finding::{ListFailure, ListPlace};
use crate::table::TableRow;

/// The elements of a player that are read, and headings for them.
const ELEMENTS: [(&str, &str); 10] = [
    ("fideid", "FIDE number"),
    ("name", "Name"),
    ("country", "Federation"),
    ("sex", "Sex"),
    ("title", "Title"),
    ("w_title", "Women title"),
    ("rating", "Rating"),
    ("rapid_rating", "Rapid rating"),
    ("blitz_rating", "Blitz rating"),
    ("birthday", "Birthday"),
];

/// Whether a text is such a list.
pub(crate) fn is_fide_xml(text: &str) -> bool {
    text.trim_start().starts_with('<') && text.contains("<fideid>")
}

/// The headings as a row, and a row for each player; only columns that some player has.
///
/// # Errors
/// A text that is no XML.
pub(crate) fn rows(text: &str, file: &Arc<str>) -> Result<Vec<TableRow>, ListFailure> {
    let document = Document::parse(text).map_err(|error| {
        let place = ListPlace::of(file, None).row(error.pos().row);
        ListFailure::one(place, format!("the list is no XML: {error}"), "")
    })?;
    let players: Vec<Node<'_, '_>> = (document.descendants())
        .filter(|node| node.has_tag_name("player"))
        .collect();
    let text_of = |player: &Node<'_, '_>, name: &str| {
        let mut children = player.children();
        let child = children.find(|child| child.has_tag_name(name));
        child
            .and_then(|child| child.text())
            .unwrap_or("")
            .trim()
            .to_owned()
    };
    let elements: Vec<(&str, &str)> = (ELEMENTS.into_iter())
        .filter(|(name, _)| {
            let has =
                |player: &Node<'_, '_>| player.children().any(|child| child.has_tag_name(*name));
            players.iter().any(has)
        })
        .collect();
    let headings = elements.iter().map(|(_, heading)| (*heading).to_owned());
    let mut rows = vec![TableRow {
        number: 1,
        cells: headings.collect(),
    }];
    // Counted once for all, as the place of each would be counted from the start.
    let (mut line, mut seen) = (1, 0);
    for player in players {
        let start = player.range().start;
        line += text[seen..start].matches('\n').count() as u32;
        seen = start;
        let cells = elements.iter().map(|(name, _)| text_of(&player, name));
        rows.push(TableRow {
            number: line,
            cells: cells.collect(),
        });
    }
    Ok(rows)
}
