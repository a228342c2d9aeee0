//! Which format a file has.

use super::graph_file::{GraphError, GraphFile, LineWords};
use super::{dimacs, edge_list, graphml, json};

/// Reads a graph in one of four formats, told by how it begins.
pub(super) fn read(bytes: &[u8]) -> Result<GraphFile, GraphError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line_start = before
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |at| at + 1);
        let in_line = String::from_utf8_lossy(&before[line_start..]);
        GraphError {
            line: before.split(|byte| *byte == b'\n').count(),
            column: 1 + in_line.chars().count(),
            message: "found a byte that is no UTF-8, so this is no text".to_owned(),
        }
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.trim_start().chars().next() {
        None => Err(GraphError {
            line: 1,
            column: 1,
            message:
                "the file is empty, expected an edge list (lines \"u v weight\", perhaps after \
                      \"n m\"), a DIMACS file, GraphML or JSON"
                    .to_owned(),
        }),
        Some('<') => graphml::read(text),
        Some('{') => json::read(text),
        Some(_) if is_dimacs(text) => dimacs::read(text),
        Some(_) => edge_list::read(text),
    }
}

/// Whether the first line that is no comment "c ..." is one of DIMACS, or there is none. Vertices of an edge list
/// may be called "c" or "p" as well.
fn is_dimacs(text: &str) -> bool {
    let mut lines = LineWords::lines(text, "#");
    let mut n_comments = 0;
    let first = lines.find_map(|mut words| {
        let word = words.take()?.text;
        n_comments += usize::from(word == "c");
        (word != "c").then(|| (word, words.n_words()))
    });
    match first {
        Some(("p", n_words)) => n_words != 3 || n_comments > 0,
        Some(("e" | "a", _)) | None => n_comments > 0,
        Some(_) => false,
    }
}
