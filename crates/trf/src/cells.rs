//! The ten columns of a round in a player's line: opponent, colour, result.

use edelweiss_model::{RoundNumber, Tpn};

use crate::columns::{Line, shown};
use crate::error::{At, FindingKind, Log};

/// The column of round one's opponent, less one.
pub(crate) const BEFORE_ROUNDS: usize = 91;
/// Columns per round.
pub(crate) const CELL: usize = 10;

/// The columns of the opponent, the colour and the result of the round at `index`.
pub(crate) fn cell_column(index: usize) -> usize {
    BEFORE_ROUNDS + CELL * index + 1
}

/// One round as it stands: no opponent is 0; colour and result are lower-case bytes, blank if
/// missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RoundCell {
    pub(crate) opponent: u16,
    pub(crate) colour: u8,
    pub(crate) result: u8,
    /// Whether anything at all stands in the cell.
    pub(crate) is_written: bool,
}

/// Why a cell cannot be read: where in it, and what was expected.
#[derive(Clone, Copy)]
pub(crate) enum Slip {
    Opponent,
    Colour,
    Result,
    Separator(usize),
}

/// One round. Cost: a few comparisons, no allocation.
pub(crate) fn read_cell(bytes: &[u8]) -> Result<RoundCell, Slip> {
    let mut cell = [b' '; CELL];
    cell[..bytes.len()].copy_from_slice(bytes);
    for offset in [4, 6, 8, 9] {
        if cell[offset] != b' ' {
            return Err(Slip::Separator(offset));
        }
    }
    let mut opponent = 0;
    let mut digits = 0;
    for index in 0..4 {
        match cell[index] {
            digit @ b'0'..=b'9' => {
                if digits > 0 && cell[index - 1] == b' ' {
                    return Err(Slip::Opponent);
                }
                opponent = 10 * opponent + u16::from(digit - b'0');
                digits += 1;
            }
            b' ' => {}
            _ => return Err(Slip::Opponent),
        }
    }
    let colour = cell[5].to_ascii_lowercase();
    if !matches!(colour, b'w' | b'b' | b'-' | b' ') {
        return Err(Slip::Colour);
    }
    let result = cell[7].to_ascii_lowercase();
    if !matches!(
        result,
        b'1' | b'='
            | b'0'
            | b'w'
            | b'd'
            | b'l'
            | b'+'
            | b'-'
            | b'u'
            | b'f'
            | b'h'
            | b'z'
            | b'?'
            | b'x'
            | b' '
    ) {
        return Err(Slip::Result);
    }
    Ok(RoundCell {
        opponent,
        colour,
        result,
        is_written: digits > 0 || colour != b' ' || result != b' ',
    })
}

/// Whether every round of a line can be read.
pub(crate) fn fits_cells(line: &Line<'_>) -> bool {
    (cell_column(0)..=line.len())
        .step_by(CELL)
        .all(|column| read_cell(line.field(column, column + CELL - 1)).is_ok())
}

pub(crate) fn report_slip(slip: Slip, line: &Line<'_>, column: usize, at: At, log: &mut Log) {
    let player = at.player.map_or(0, Tpn::get);
    let round = at.round.map_or(0, RoundNumber::get);
    let (first, last, field, expected, hint) = match slip {
        Slip::Opponent => (
            column,
            column + 3,
            "opponent",
            "a number from 1 to 9999 or 0000",
            "opponents stand in four columns, those of round 1 in 92 to 95; the line may be shifted",
        ),
        Slip::Colour => (column + 5, column + 5, "colour", "'w', 'b' or '-'", ""),
        Slip::Result => (
            column + 7,
            column + 7,
            "result",
            "one of '1 = 0 W D L + - U F H Z'",
            "`F` is a full-point bye; a pairing-allocated bye is `U`",
        ),
        Slip::Separator(offset) => {
            return separator_error(line, column + offset, at, log);
        }
    };
    let message = format!(
        "round {round}: {field} of player {player} is {}, expected {expected}",
        shown(line.field(first, last))
    );
    log.error(
        FindingKind::Field,
        at.columns(first, last).field(field),
        message,
        hint,
    );
}

/// Whether the two columns before the first round are blank; the first that is not is an error.
pub(crate) fn check_before_rounds(line: &Line<'_>, at: At, log: &mut Log) -> bool {
    let stray = [90, 91].into_iter().find(|column| line.at(*column) != b' ');
    if let Some(column) = stray {
        separator_error(line, column, at, log);
    }
    stray.is_none()
}

pub(crate) fn separator_error(line: &Line<'_>, column: usize, at: At, log: &mut Log) {
    let mut message = format!(
        "column {column} of player {} is {}, expected a blank",
        at.player.map_or(0, Tpn::get),
        shown(line.field(column, column))
    );
    if let Some(round) = at.round {
        message.insert_str(0, &format!("round {round}: "));
    }
    log.error(
        FindingKind::Field,
        at.columns(column, column),
        message,
        "the line may be shifted: columns count characters, round 1 starts at column 92, each round has ten columns",
    );
}
