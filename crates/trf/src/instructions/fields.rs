//! Fields that several of these records have: a round, and players.

use edelweiss_model::{PlayerId, RoundNumber};

use crate::cells::MOST_ROUNDS;
use crate::columns::{self, Line, shown};
use crate::error::{At, FindingKind, Log};
use crate::rows::NumberedPlaces;

/// A round in three columns from `first`; `is_aligned` tells whether the columns between the
/// fields are blank.
pub(super) fn read_round(
    line: &Line<'_>,
    first: usize,
    at: At,
    is_aligned: bool,
    log: &mut Log,
) -> Option<RoundNumber> {
    let field = line.field(first, first + 2);
    let round = columns::number(field).and_then(|n| RoundNumber::new(n).ok());
    if round.is_none() || !is_aligned {
        let message = format!(
            "round is {}, expected a number from 1 to {MOST_ROUNDS} in columns {first} to {}",
            shown(field),
            first + 2
        );
        let hint = if is_aligned {
            ""
        } else {
            "a column between two fields is not blank; the line may be shifted"
        };
        let at = at.columns(first, first + 2).field("round");
        log.error(FindingKind::Field, at, message, hint);
        return None;
    }
    round
}

/// The first and the last round of a ban, in three columns each from `first_column` on, between blanks. A last round that
/// is blank, or 999, is none.
pub(super) fn read_rounds(
    line: &Line<'_>,
    first_column: usize,
    at: At,
    log: &mut Log,
) -> Option<(RoundNumber, Option<RoundNumber>)> {
    let last_column = first_column + 4;
    let between = [first_column - 1, last_column - 1, last_column + 3];
    let is_aligned = between.iter().all(|column| line.at(*column) == b' ');
    let first = read_round(line, first_column, at, is_aligned, log)?;
    if columns::trimmed(line.field(last_column, last_column + 2)).is_empty() {
        return Some((first, None));
    }
    let last = read_round(line, last_column, at, is_aligned, log)?;
    if last < first {
        let message = format!("the last round is {last}, before the first round {first}");
        let at = at.columns(first_column, last_column + 2);
        log.error(FindingKind::Contradiction, at, message, "");
        return None;
    }
    let last = (usize::from(last.get()) < MOST_ROUNDS).then_some(last);
    Some((first, last))
}

/// The players named from column `first` on. Wrong words are recorded as errors and left out.
pub(super) fn read_players(
    line: &Line<'_>,
    first: usize,
    separators: &'static [u8],
    at: At,
    numbers: &NumberedPlaces,
    log: &mut Log,
) -> Vec<(At, PlayerId)> {
    let mut found = Vec::new();
    for (column, word) in line.words(first, separators) {
        let at = at
            .columns(column, column + word.len() - 1)
            .field(numbers.noun);
        let Some(number) = columns::number(word) else {
            let message = format!(
                "{} is {}, expected a number from 1 to 9999",
                numbers.noun,
                shown(word)
            );
            log.error(FindingKind::Field, at, message, "");
            continue;
        };
        if let Some(player) = numbers.find(number) {
            found.push((at, player));
        } else {
            let message = format!("{} {number} is not in the file", numbers.noun);
            log.error(FindingKind::UnknownPlayer, at, message, "");
        }
    }
    found
}
