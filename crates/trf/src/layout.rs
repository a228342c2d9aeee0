//! Whether a file pads its names by characters or by bytes.
//!
//! The format counts characters. Vega fills the name up to 33 bytes of UTF-8, so that behind a name
//! with an accent everything stands one character further left. Both layouts leave blanks between
//! the fields, so a line with other letters than ASCII mostly fits one of them only.

use crate::cells::fits_cells;
use crate::columns::{self, Counting, Line};
use crate::players::points_field;
use crate::record::Record;

/// Columns between the fields of a player's line, before the rounds.
const SEPARATORS: [usize; 8] = [9, 48, 53, 57, 69, 85, 90, 91];

/// What the columns of the lines of `players` count: bytes, if that explains lines that characters do
/// not, and characters explain none that bytes do not. O(bytes), nothing for pure ASCII.
pub(crate) fn counting<'a>(players: impl Iterator<Item = Record<'a>>) -> Counting {
    let mut scratch_flat = Vec::new();
    let mut needs_bytes = false;
    for record in players {
        if record.is_plain || record.text.is_ascii() {
            continue;
        }
        let mut fits = |counting| fits(&Line::new(record.text, counting, &mut scratch_flat));
        match (fits(Counting::Characters), fits(Counting::Bytes)) {
            (true, false) => return Counting::Characters,
            (false, true) => needs_bytes = true,
            _ => {}
        }
    }
    if needs_bytes {
        Counting::Bytes
    } else {
        Counting::Characters
    }
}

/// Whether every field of a player's line can stand where it stands.
fn fits(line: &Line<'_>) -> bool {
    let is_blank = |field: &[u8]| columns::trimmed(field).is_empty();
    let rating = line.field(49, 52);
    let points = points_field(line).1;
    SEPARATORS.iter().all(|column| line.at(*column) == b' ')
        && (is_blank(rating) || columns::number(rating).is_some())
        && (is_blank(points) || columns::score(points).is_some())
        && fits_cells(line)
}
