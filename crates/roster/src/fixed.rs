//! FIDE's rating list as text: fixed columns, each beginning where its heading does.

use crate::table::TableRow;

/// The first two headings, of which the first holds a blank.
const START: &str = "ID Number";

/// Whether a text begins with the headings of such a list.
pub(crate) fn is_fide_text(text: &str) -> bool {
    let first = text.lines().next().unwrap_or("");
    let has_start =
        (first.get(..START.len())).is_some_and(|start| start.eq_ignore_ascii_case(START));
    let words = first.split_ascii_whitespace().map(str::to_ascii_lowercase);
    let words: Vec<String> = words.collect();
    let has = |word: &str| words.iter().any(|found| found == word);
    has_start && has("name") && has("fed") && !first.contains(['\t', ';', ',', '|'])
}

/// The headings as a row, and a row for each line that is not blank. Columns count characters.
pub(crate) fn rows(text: &str) -> Vec<TableRow> {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or("");
    let mut starts = vec![0];
    let headings: Vec<char> = first.chars().collect();
    for index in START.len()..headings.len() {
        if headings[index] != ' ' && headings[index - 1] == ' ' {
            starts.push(index);
        }
    }
    let cells_of = |line: &str| {
        let line: Vec<char> = line.chars().collect();
        let ends = starts.iter().skip(1).copied().chain([usize::MAX]);
        let cells = starts.iter().zip(ends).map(|(start, end)| {
            let end = end.min(line.len());
            let cell: String = line.get(*start..end).unwrap_or_default().iter().collect();
            cell.trim().to_owned()
        });
        cells.collect::<Vec<_>>()
    };
    let mut cells = cells_of(first);
    for cell in &mut cells {
        let heading = match cell.as_str() {
            "Rk" => "Rapid K",
            start if start.eq_ignore_ascii_case(START) => "FIDE number",
            _ => continue,
        };
        heading.clone_into(cell);
    }
    let headings = TableRow { number: 1, cells };
    let players = lines.zip(2..).map(|(line, number)| TableRow {
        number,
        cells: cells_of(line),
    });
    std::iter::once(headings)
        .chain(players.filter(|row| !row.is_blank()))
        .collect()
}
