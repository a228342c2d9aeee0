//! What came of a step, read back from what was written.

use edelweiss_model::{RoundNumber, Tournament, TournamentData};
use edelweiss_trf::{Document, Unwritable};

use crate::error::StepError;
use crate::file::EventFile;
use crate::step::Step;

/// What to do about a step that would do something else than it means.
pub(crate) const REPORT: &str =
    "nothing was changed; please send the file and the command to the developers of edelweiss";

/// What came of a step.
#[derive(Clone, Debug)]
pub struct Applied {
    /// The new state.
    pub event: EventFile,
    /// The step with everything said that it left open: rounds, boards, players.
    pub step: Step,
    /// What changed, a line each.
    pub said: Vec<String>,
    /// Rounds that were paired from what the step corrects.
    pub paired_from_old: Vec<RoundNumber>,
}

impl Applied {
    /// Whether any byte is another one.
    pub fn is_change(&self, before: &EventFile) -> bool {
        self.event.bytes() != before.bytes()
    }
}

/// What a step comes to, before it is read back.
pub(crate) struct StepOutcome {
    pub(crate) step: Step,
    pub(crate) said: Vec<String>,
    pub(crate) paired_from_old: Vec<RoundNumber>,
    pub(crate) meant: Tournament,
    pub(crate) document: Document,
}

impl StepOutcome {
    /// Reads back what was written.
    pub(crate) fn finished(self, event: &EventFile) -> Result<Applied, StepError> {
        let back = event.read_back(&self.document).map_err(|failure| {
            let message = format!("the file would not be read any more: {failure}");
            StepError::new(message, REPORT)
        })?;
        if *back.tournament() != self.meant {
            let message = "the file would say something else than the step means";
            return Err(StepError::new(message, REPORT));
        }
        Ok(Applied {
            event: back,
            step: self.step,
            said: self.said,
            paired_from_old: self.paired_from_old,
        })
    }
}

/// The tournament that a step means.
///
/// # Errors
/// What contradicts itself in it.
pub(crate) fn meant(data: TournamentData) -> Result<Tournament, StepError> {
    let held = data.held;
    let tournament = data
        .build()
        .map_err(|invalid| StepError::new(invalid.to_string(), ""))?;
    // Once the entries show it, nobody needs to say it.
    Ok(held.map_or_else(
        || tournament.clone(),
        |held| tournament.with_rounds_held(held),
    ))
}

impl From<Unwritable> for StepError {
    fn from(error: Unwritable) -> Self {
        Self::new(error.message, "")
    }
}
