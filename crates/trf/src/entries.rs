//! What a cell of a player's line says: a game, a bye, or nothing.

use edelweiss_model::{ByeKind, Colour, GameResult, PlayerId, RoundEntry, RoundNumber};

use crate::cells::{RoundCell, cell_column};
use crate::error::{FindingKind, Log};
use crate::rows::{NumberedPlaces, PlayerRow};

/// One round of a player. `None` when an error was recorded.
pub(crate) fn entry(
    row: &PlayerRow,
    round: RoundNumber,
    cell: RoundCell,
    numbers: &NumberedPlaces,
    log: &mut Log,
) -> Option<RoundEntry> {
    if !cell.is_written {
        return Some(RoundEntry::Blank);
    }
    if cell.opponent == 0 {
        return bye(row, round, cell, log).map(RoundEntry::Bye);
    }
    game(row, round, cell, numbers, log)
}

fn game(
    row: &PlayerRow,
    round: RoundNumber,
    cell: RoundCell,
    numbers: &NumberedPlaces,
    log: &mut Log,
) -> Option<RoundEntry> {
    let number = row.number;
    let column = cell_column(round.index());
    let colour = match cell.colour {
        b'w' => Some(Colour::White),
        b'b' => Some(Colour::Black),
        _ => None,
    };
    let result = game_result(row, round, cell, log)?;
    let opponent = opponent(row, round, cell.opponent.into(), numbers, log)?;
    if colour.is_none() && result.is_played() {
        let at = row.at_round(round).columns(column + 5, column + 5);
        let message = format!(
            "round {round}: player {number} has the opponent {} and no colour, expected 'w' or 'b'",
            cell.opponent
        );
        let hint = if row.length < column + 7 {
            "the line ends inside this round"
        } else {
            "only games won or lost by forfeit (`+`, `-`) may lack the colour"
        };
        log.error(FindingKind::Field, at.field("colour"), message, hint);
        return None;
    }
    Some(RoundEntry::Paired {
        opponent,
        colour,
        result,
    })
}

/// Who has the number of an opponent. `None` when nobody has, which is an error.
pub(crate) fn opponent(
    row: &PlayerRow,
    round: RoundNumber,
    number: u32,
    numbers: &NumberedPlaces,
    log: &mut Log,
) -> Option<PlayerId> {
    let found = numbers.find(number);
    if found.is_none() && !numbers.has_lost_lines {
        let message = format!(
            "round {round}: player {} has the opponent {number}, who is not in the file",
            row.number
        );
        let column = cell_column(round.index());
        let at = row.at_round(round).columns(column, column + 3);
        log.error(
            FindingKind::UnknownPlayer,
            at.field("opponent"),
            message,
            "",
        );
    }
    found
}

/// The result of a game. `None` when an error was recorded.
fn game_result(
    row: &PlayerRow,
    round: RoundNumber,
    cell: RoundCell,
    log: &mut Log,
) -> Option<GameResult> {
    let column = cell_column(round.index()) + 7;
    let at_result = row.at_round(round).columns(column, column).field("result");
    Some(match cell.result {
        b'1' => GameResult::Win,
        b'=' => GameResult::Draw,
        b'0' => GameResult::Loss,
        b'w' => GameResult::UnratedWin,
        b'd' => GameResult::UnratedDraw,
        b'l' => GameResult::UnratedLoss,
        b'+' => GameResult::ForfeitWin,
        b'-' => GameResult::ForfeitLoss,
        b' ' => GameResult::Unknown,
        b'?' | b'x' => {
            if log.first_time("result unknown") {
                let message = format!(
                    "round {round}: result of player {} is '{}', it is read as adjourned and counts as a draw for pairing",
                    row.number,
                    cell.result.to_ascii_uppercase() as char
                );
                log.warn(FindingKind::Reading, at_result, message, "");
            }
            GameResult::Adjourned
        }
        letter => {
            let (name, advice) = bye_name(letter);
            let message = format!(
                "round {round}: player {} has the opponent {} and the result '{}', which is {name}",
                row.number,
                cell.opponent,
                letter.to_ascii_uppercase() as char
            );
            log.error(FindingKind::Contradiction, at_result, message, advice);
            return None;
        }
    })
}

/// A round without an opponent. `None` when an error was recorded.
fn bye(row: &PlayerRow, round: RoundNumber, cell: RoundCell, log: &mut Log) -> Option<ByeKind> {
    let number = row.number;
    let column = cell_column(round.index());
    if cell.colour != b' ' && cell.colour != b'-' {
        let message = format!(
            "round {round}: player {number} has no opponent and the colour '{}', expected '-'",
            cell.colour as char
        );
        let at = row.at_round(round).columns(column + 5, column + 5);
        log.error(
            FindingKind::Contradiction,
            at.field("colour"),
            message,
            "a bye is written `0000 - H`",
        );
        return None;
    }
    let at = row.at_round(round).columns(column + 7, column + 7);
    let at = at.field("result");
    let (kind, topic, name) = match cell.result {
        b'u' => return Some(ByeKind::PairingAllocated),
        b'f' => return Some(ByeKind::Full),
        b'h' => return Some(ByeKind::Half),
        b'z' | b' ' => return Some(ByeKind::Zero),
        b'1' | b'+' | b'w' => (ByeKind::Full, "bye as win", "full-point bye"),
        b'=' | b'd' => (ByeKind::Half, "bye as draw", "half-point bye"),
        b'0' | b'-' | b'l' => (ByeKind::Zero, "bye as loss", "zero-point bye"),
        result => {
            let message = format!(
                "round {round}: player {number} has no opponent and the result '{}', which is not yet known",
                result.to_ascii_uppercase() as char
            );
            log.error(
                FindingKind::Contradiction,
                at,
                message,
                "an absent player has `0000 - Z`",
            );
            return None;
        }
    };
    if log.first_time(topic) {
        let message = format!(
            "round {round}: player {number} has no opponent and the result '{}', it is read as a {name}",
            cell.result.to_ascii_uppercase() as char
        );
        log.warn(
            FindingKind::Reading,
            at,
            message,
            "`F` is a full-point bye, `H` a half-point bye, `Z` an absence; a pairing-allocated bye is `U`",
        );
    }
    Some(kind)
}

fn bye_name(letter: u8) -> (&'static str, &'static str) {
    match letter {
        b'u' => (
            "a pairing-allocated bye",
            "whoever has a bye has no opponent: write `0000 - U`",
        ),
        b'f' => (
            "a full-point bye",
            "`F` is a full-point bye; a pairing-allocated bye is `U`; a win by forfeit is `+`",
        ),
        b'h' => (
            "a half-point bye",
            "whoever has a bye has no opponent: write `0000 - H`; a drawn game is `=`",
        ),
        _ => (
            "a zero-point bye",
            "whoever is absent has no opponent: write `0000 - Z`; a loss by forfeit is `-`",
        ),
    }
}
