//! Whether another edition of the system agrees with more rounds of a file.

use edelweiss::model::{Position, RoundNumber, Tournament};
use edelweiss::pairing::{Engine, Outcome};
use edelweiss::systems::{SwissSystem, registry};
use rayon::prelude::*;
use serde::Serialize;

use super::seats::{Recorded, RoundOutcome, compare, seats_of};
use crate::system::ChosenSystem;

/// An edition that agrees with more rounds than the one by which a file is checked.
#[derive(Debug, Serialize)]
pub struct BetterEdition {
    /// As `--system` has it.
    pub system: &'static str,
    /// As `--rules` has it.
    pub edition: u16,
    /// As people name it.
    pub name: &'static str,
    /// Rounds that come out as recorded by it.
    pub equal: usize,
    /// By the edition that was chosen.
    pub equal_here: usize,
    /// Rounds that were paired again.
    pub rounds: usize,
}

impl BetterEdition {
    /// What there is to say.
    pub(super) fn line(&self) -> String {
        format!(
            "{} agrees with {} of {} rounds, the rules above with {} (--rules {})",
            self.name, self.equal, self.rounds, self.equal_here, self.edition
        )
    }
}

/// The edition that agrees with the most of these rounds, if that is not the chosen one, which agrees with
/// `equal_here`. Asked of systems whose editions are lists of criteria only: the others are too slow for a
/// guess. Cost: each round by each of them, side by side if nothing else is to be done.
pub(super) fn better(
    tournament: &Tournament,
    rounds: &[RoundNumber],
    choice: ChosenSystem,
    equal_here: usize,
    is_alone: bool,
) -> Option<BetterEdition> {
    if equal_here == rounds.len() || choice.pairing.edition.is_none() {
        return None;
    }
    let is_other = |other: &&SwissSystem| {
        other.system == choice.pairing.system
            && other.year != choice.pairing.year
            && other.edition.is_some()
    };
    let others = registry::systems()
        .into_iter()
        .filter(is_other)
        .map(|pairing| {
            let agrees = |round: &&RoundNumber| agrees(tournament, **round, pairing);
            let equal = if is_alone {
                rounds.par_iter().filter(agrees).count()
            } else {
                rounds.iter().filter(agrees).count()
            };
            BetterEdition {
                system: pairing.system,
                edition: pairing.year,
                name: pairing.name,
                equal,
                equal_here,
                rounds: rounds.len(),
            }
        });
    others
        .filter(|other| other.equal > equal_here)
        .max_by_key(|other| other.equal)
}

/// Whether a round comes out as recorded.
fn agrees(tournament: &Tournament, round: RoundNumber, pairing: &SwissSystem) -> bool {
    let before = tournament.before_round(round);
    let position = Position::derive(&before, &pairing.definitions);
    let recorded = Recorded::of(tournament, round).seats;
    match pairing.paired(&before, &position, &Engine::default().into()) {
        Ok(Outcome::Paired(ours)) => {
            compare(&recorded, &seats_of(&before, &ours)).0 == RoundOutcome::Equal
        }
        _ => false,
    }
}
