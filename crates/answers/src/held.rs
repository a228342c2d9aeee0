//! How many rounds of a file are over, where somebody says so.

use std::borrow::Cow;
use std::sync::Arc;

use edelweiss::model::{RoundNumber, Tournament};
use edelweiss::trf::{Failure, Finding, FindingKind, Place};

/// The tournament with as many rounds over as `--after-round` says.
///
/// # Errors
/// More rounds than the file has entries of.
pub(crate) fn held_as_asked<'a>(
    file: &str,
    tournament: &'a Tournament,
    after_round: Option<u16>,
) -> Result<Cow<'a, Tournament>, Failure> {
    let Some(held) = after_round else {
        return Ok(Cow::Borrowed(tournament));
    };
    let rounds = tournament.players.iter().map(|player| player.entries.len());
    let rounds = rounds.max().unwrap_or(0);
    let round = RoundNumber::new(held.into()).ok();
    let Some(round) = round.filter(|round| round.index() < rounds) else {
        let message =
            format!("--after-round is {held}, and the file has entries of {rounds} rounds");
        return Err(refused(file, round, message, String::new()));
    };
    Ok(Cow::Owned(tournament.with_rounds_held(round)))
}

/// A choice of rounds that the file cannot meet.
pub(crate) fn refused(
    file: &str,
    round: Option<RoundNumber>,
    message: String,
    hint: String,
) -> Failure {
    let error = Finding {
        kind: FindingKind::Reading,
        place: Place {
            file: Arc::from(file),
            line: None,
            columns: None,
            field: "",
            player: None,
            round,
        },
        message,
        hint: (!hint.is_empty()).then_some(hint),
    };
    Failure::from(error)
}
