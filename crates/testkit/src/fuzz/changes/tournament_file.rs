//! Tournament files: a game, a line or a field.

use edelweiss_trf::{Dialect, Document, LineEnd};

use super::super::Bytes;
use super::super::tournament::{self, TournamentShape, make, read_small};
use super::change_bytes;

/// Lines that say something of the whole tournament.
const LINES: [&str; 25] = [
    "012 Open",
    "032 SUI",
    "042 2026/02/01",
    "042 2025/06/30",
    "092 Individual: Swiss-System",
    "132                                                                                        26/02/01  26/02/02",
    "142 9",
    "152 W",
    "152 B",
    "162  W 1.0  D 0.5",
    "192 FIDE_DUTCH_2026",
    "192 FIDE_DUTCH_2017",
    "192 FIDE_DUBOV",
    "192 FIDE_BURSTEIN",
    "240 H   9    1",
    "260   1   9    1    2",
    "### A comment",
    "### soft-ban   1   9    1    2",
    "XXR 9",
    "XXC white1",
    "XXC rank",
    "XXP 1 2",
    "XXZ 1",
    "BBW 1.0",
    "BBU 0.5",
];
/// Columns of a player's line that say nothing of rounds: sex, title, name, rating, federation, number and birthday.
const PERSON: std::ops::Range<usize> = 9..79;

pub(super) fn changed(file: &[u8], bytes: &mut Bytes<'_>) -> Vec<u8> {
    let is_of_rounds = !bytes.one_in(3);
    let tournament = match bytes.below(8) {
        0 => Some(make(bytes, TournamentShape::Any)),
        _ if is_of_rounds => {
            read_small(file).and_then(|tournament| tournament::changed(tournament, bytes))
        }
        _ => None,
    };
    let dialect = bytes.pick(&[Dialect::Trf26, Dialect::Trf16]);
    let written = tournament.and_then(|made| Document::from_tournament(&made, dialect).ok());
    match written {
        Some(document) => {
            let end = bytes.pick(&[LineEnd::Lf, LineEnd::Lf, LineEnd::Lf, LineEnd::CrLf]);
            document.to_bytes(end)
        }
        None => with_lines_changed(file, bytes),
    }
}

fn with_lines_changed(file: &[u8], bytes: &mut Bytes<'_>) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = file
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    let (one, other) = (bytes.place(lines.len()), bytes.place(lines.len()));
    match bytes.below(12) {
        0..=2 => lines.insert(one, bytes.pick(&LINES).into()),
        3 | 4 => lines.swap(one, other),
        5 | 6 => change_person(&mut lines[one], bytes),
        7 => lines[one].extend_from_slice(bytes.pick(&[b"  ", b" ", b"\r", b"\t"])),
        8 => {
            let is_of_player = lines[one].starts_with(b"001");
            if !is_of_player || bytes.one_in(4) {
                lines.remove(one);
            }
        }
        9 => lines.insert(other, lines[one].clone()),
        10 => swap_columns(&mut lines, [one, other], bytes),
        _ => change_bytes(&mut lines[one], bytes),
    }
    lines.join(&b'\n')
}

/// What a player's line says of the person.
fn change_person(line: &mut [u8], bytes: &mut Bytes<'_>) {
    if !line.starts_with(b"001") || line.len() < PERSON.end || !line.is_ascii() {
        return;
    }
    let (start, text): (usize, &[u8]) = bytes.pick(&[
        (9, b"m"),
        (9, b"w"),
        (9, b"f"),
        (10, b" GM"),
        (10, b"WIM"),
        (14, b"Xu, \xc3\x9fa"),
        (48, b"2100"),
        (48, b"   0"),
        (48, b"    "),
        (53, b"SUI"),
        (57, b"    1400123"),
        (69, b"1990/01/31"),
    ]);
    line[start..start + text.len()].copy_from_slice(text);
}

/// The same columns of two lines change places.
fn swap_columns(lines: &mut [Vec<u8>], [one, other]: [usize; 2], bytes: &mut Bytes<'_>) {
    let length = lines[one].len().min(lines[other].len());
    let start = bytes.place(length);
    let end = (start + bytes.below(11)).min(length);
    for column in start..end {
        let swapped = lines[one][column];
        lines[one][column] = lines[other][column];
        lines[other][column] = swapped;
    }
}
