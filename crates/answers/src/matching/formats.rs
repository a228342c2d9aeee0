//! Which format a file has.

use super::graph_file::{GraphError, GraphFile};
use super::{dimacs, edge_list, graphml, json};

/// Reads a graph in one of four formats, told by its first character.
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
                "the file is empty, expected \"n m\" and then m lines \"u v weight\", a DIMACS \
                      file, GraphML or JSON"
                    .to_owned(),
        }),
        Some('<') => graphml::read(text),
        Some('{') => json::read(text),
        Some('c' | 'p') => dimacs::read(text),
        Some(_) => edge_list::read(text),
    }
}
