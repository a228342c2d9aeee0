//! What stands in columns of records of teams.

use edelweiss_model::{RoundNumber, Score};

use crate::cells::MOST_ROUNDS;
use crate::unwritable::{Unwritable, unwritable};

pub(crate) fn points(score: Score, width: usize) -> Result<String, Unwritable> {
    let text = format!("{score:>width$}");
    if text.len() > width {
        return unwritable(format!("{score} points do not fit {width} columns"));
    }
    Ok(text)
}

pub(crate) fn round(round: RoundNumber) -> Result<u16, Unwritable> {
    if usize::from(round.get()) > MOST_ROUNDS {
        return unwritable(format!("round {round} is beyond round {MOST_ROUNDS}"));
    }
    Ok(round.get())
}
