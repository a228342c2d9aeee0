//! The ten columns of a round in a player's line: opponent, colour, result.

use edelweiss_model::{
    ByeKind, Colour, ForbiddenGroup, GameResult, PlayerId, RoundEntry, RoundNumber, Tpn,
};

use crate::columns::{Line, number_of_four, shown};
use crate::error::{At, FindingKind, Log};
use crate::unwritable::{Unwritable, unwritable};

/// The column of round one's opponent, less one.
pub(crate) const BEFORE_ROUNDS: usize = 91;
/// Columns per round.
pub(crate) const CELL: usize = 10;
/// The most rounds a file can have: records `240`, `250` and `260` have three columns for one.
pub(crate) const MOST_ROUNDS: usize = 999;

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

/// The rounds of a line, and the largest number of an opponent, where all are plain: each either blank, or a
/// bye by its letter, or a game with both colour and result. Opponents are known by their numbers only: see
/// [`provisional_id`]. `None` for any other line; such rounds are read column by column.
pub(crate) fn plain_entries(line: &Line<'_>) -> Option<(Vec<RoundEntry>, u16)> {
    let rounds = line.from(cell_column(0));
    let is_apart = line.at(BEFORE_ROUNDS - 1) == b' ' && line.at(BEFORE_ROUNDS) == b' ';
    if !is_apart || rounds.len() > CELL * MOST_ROUNDS {
        return None;
    }
    let mut entries = Vec::with_capacity(rounds.len().div_ceil(CELL));
    let mut largest = 0;
    let (cells, rest) = rounds.as_chunks::<CELL>();
    for cell in cells {
        let (columns, gap) = cell.split_first_chunk()?;
        let (entry, opponent) = plain_entry(u64::from_le_bytes(*columns))?;
        if gap != [b' '; 2] {
            return None;
        }
        entries.push(entry);
        largest = largest.max(opponent);
    }
    if !rest.is_empty() {
        let mut columns = [b' '; 8];
        columns.get_mut(..rest.len())?.copy_from_slice(rest);
        let (entry, opponent) = plain_entry(u64::from_le_bytes(columns))?;
        entries.push(entry);
        largest = largest.max(opponent);
    }
    Some((entries, largest))
}

/// One round, its first column in the lowest byte, and the number of the opponent, if it is plain.
fn plain_entry(columns: u64) -> Option<(RoundEntry, u16)> {
    const BLANK: u64 = u64::from_le_bytes([b' '; 8]);
    const GAPS: u64 = 0x00ff_00ff_0000_0000;
    if columns == BLANK {
        return Some((RoundEntry::Blank, 0));
    }
    if (columns ^ BLANK) & GAPS != 0 {
        return None;
    }
    let number = number_of_four(columns as u32)?;
    let [colour, result] = [40, 56].map(|bits| usize::from((columns >> bits) as u8));
    if number == 0 {
        let is_bye = matches!(colour as u8, b'-' | b' ');
        return Some((RoundEntry::Bye(BYES[result].filter(|_| is_bye)?), 0));
    }
    let entry = RoundEntry::Paired {
        opponent: provisional_id(number),
        colour: Some(COLOURS[colour]?),
        result: RESULTS[result]?,
    };
    Some((entry, number))
}

/// The id of the player with this number, if players stand in the order of their numbers without a gap.
pub(crate) fn provisional_id(number: impl Into<u32>) -> PlayerId {
    PlayerId::from_index(number.into() as usize - 1)
}

/// By character: the bye.
static BYES: [Option<ByeKind>; 256] = {
    let mut byes = [None; 256];
    byes[b'u' as usize] = Some(ByeKind::PairingAllocated);
    byes[b'f' as usize] = Some(ByeKind::Full);
    byes[b'h' as usize] = Some(ByeKind::Half);
    byes[b'z' as usize] = Some(ByeKind::Zero);
    byes[b' ' as usize] = Some(ByeKind::Zero);
    capitals_too(byes)
};

/// By character: the colour, in a table because they come in no order.
static COLOURS: [Option<Colour>; 256] = {
    let mut colours = [None; 256];
    colours[b'w' as usize] = Some(Colour::White);
    colours[b'b' as usize] = Some(Colour::Black);
    capitals_too(colours)
};

/// By character: the result of a game that needs no words.
static RESULTS: [Option<GameResult>; 256] = {
    let mut results = [None; 256];
    results[b'1' as usize] = Some(GameResult::Win);
    results[b'=' as usize] = Some(GameResult::Draw);
    results[b'0' as usize] = Some(GameResult::Loss);
    results[b'w' as usize] = Some(GameResult::UnratedWin);
    results[b'd' as usize] = Some(GameResult::UnratedDraw);
    results[b'l' as usize] = Some(GameResult::UnratedLoss);
    results[b'+' as usize] = Some(GameResult::ForfeitWin);
    results[b'-' as usize] = Some(GameResult::ForfeitLoss);
    results[b' ' as usize] = Some(GameResult::Unknown);
    capitals_too(results)
};

const fn capitals_too<T: Copy>(mut table: [Option<T>; 256]) -> [Option<T>; 256] {
    let mut letter = b'A';
    while letter <= b'Z' {
        table[letter as usize] = table[letter.to_ascii_lowercase() as usize];
        letter += 1;
    }
    table
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

/// As records have it, in which a ban for good ends with the last round there can be.
pub(crate) fn last_round(group: &ForbiddenGroup) -> Result<usize, Unwritable> {
    let last = group.last.map_or(MOST_ROUNDS, |last| last.get().into());
    let is_open = group.last.is_none();
    if usize::from(group.first.get()) > MOST_ROUNDS || (last >= MOST_ROUNDS && !is_open) {
        return unwritable(format!("a ban ends beyond round {}", MOST_ROUNDS - 1));
    }
    Ok(last)
}
