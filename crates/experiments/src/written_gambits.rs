//! Games given away, as the file of an experiment has them.

use edelweiss_formulations::placed::{MisplacedMessage, unknown};
use serde::Deserialize;
use toml::Spanned;

use crate::experiment::Experiment;
use crate::gambit::{Gambit, GivenAway};

/// What the player of the file gives away.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrittenGambit {
    round: Spanned<u16>,
    result: Spanned<String>,
}

impl WrittenGambit {
    /// In a round that every tournament of the file has.
    ///
    /// # Errors
    /// Another round or result.
    pub(crate) fn checked(
        &self,
        rounds: &Spanned<Vec<Spanned<u16>>>,
    ) -> Result<Gambit, MisplacedMessage> {
        let fewest = rounds.get_ref().iter().map(|item| *item.get_ref()).min();
        let (round, fewest) = (*self.round.get_ref(), fewest.unwrap_or_default());
        if !(1..=fewest).contains(&round) {
            let message = format!("gambit.round: found {round}, expected 1 to {fewest}");
            return Err((self.round.span().start, message));
        }
        let name = self.result.get_ref();
        let found = GivenAway::ALL.into_iter().find(|(known, _)| known == name);
        let (_, result) = found.ok_or_else(|| {
            let known = GivenAway::ALL.map(|(known, _)| known.to_owned());
            let message = format!("gambit.result: {}", unknown(name, &known));
            (self.result.span().start, message)
        })?;
        Ok(Gambit { round, result })
    }
}

/// Whether the smallest field has this player.
///
/// # Errors
/// Where it has not.
pub(crate) fn there_is(player: &Spanned<u16>, players: &[u16]) -> Result<(), MisplacedMessage> {
    let fewest = players.iter().min().copied().unwrap_or_default();
    let place = *player.get_ref();
    if place > fewest {
        let message = format!("player: found {place}, expected 1 to {fewest}, the fewest players");
        return Err((player.span().start, message));
    }
    Ok(())
}

/// Whether each table of results with a gambit has one to be compared with.
///
/// # Errors
/// The first that has none, at the start of the tables.
pub(crate) fn each_has_another(
    experiment: &Experiment,
    start: usize,
) -> Result<(), MisplacedMessage> {
    for (name, (_, gambit)) in &experiment.results {
        if gambit.is_some() && experiment.without_gambit(name).is_none() {
            let message = format!(
                "results.{name}.gambit: no table of results is this one without a gambit, to compare with\n  hint: add one, such as [results.fair]"
            );
            return Err((start, message));
        }
    }
    Ok(())
}
