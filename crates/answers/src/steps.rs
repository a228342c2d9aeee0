//! Steps of the day, where an engine has something to say about them:
//! what a correction means for rounds that were paired before it. And a step as a document;
//! `docs/schema/step.schema.json` describes it, and a test holds real output against it.

use edelweiss::event::{Applied, EventFile, JournalBytes, Step, StepError};
use edelweiss::model::{Position, RoundNumber, Tournament};
use edelweiss::pairing::{Engine, Outcome};
use edelweiss::systems::PairingUnit;
use rayon::prelude::*;
use serde::Serialize;

use crate::check::{Recorded, RoundOutcome, compare, seats_of};
use crate::error::AnswerError;
use crate::input::teams_paired;
use crate::json::{JsonRemark, Program, written};
use crate::system::{Asked, ChosenSystem, RulesOptions};

/// Raised when a field changes its meaning or goes; new fields do not raise it.
const FORMAT_VERSION: u32 = 1;

#[derive(Serialize)]
struct StepDocument<'a> {
    format: &'static str,
    format_version: u32,
    program: Program,
    /// With everything said that was left open.
    step: &'a Step,
    is_change: bool,
    said: &'a [String],
    consequences: Vec<String>,
    file: JournalBytes,
    warnings: Vec<JsonRemark<'a>>,
}

/// The document `edelweiss.step`: the file after a step, and what there is to say.
pub fn to_json(before: &EventFile, applied: &Applied) -> String {
    written(&StepDocument {
        format: "edelweiss.step",
        format_version: FORMAT_VERSION,
        program: Program::default(),
        step: &applied.step,
        is_change: applied.is_change(before),
        said: &applied.said,
        consequences: consequences(applied, &RulesOptions::default()),
        file: JournalBytes(applied.event.bytes().to_vec()),
        warnings: applied
            .event
            .warnings()
            .iter()
            .map(JsonRemark::new)
            .collect(),
    })
}

impl From<StepError> for AnswerError {
    fn from(error: StepError) -> Self {
        Self::invalid(error.to_string())
    }
}

/// What a step means for the rounds that were paired from what it corrects: each of them is paired again. A line
/// each, and what the rules say; nothing where there is no such round. O(rounds · pairing).
pub fn consequences(applied: &Applied, rules: &RulesOptions) -> Vec<String> {
    let players = applied.event.tournament();
    let rounds = &applied.paired_from_old;
    let Some(last) = rounds.last() else {
        return Vec::new();
    };
    // Where the matches cannot be read, the rules cannot be chosen either, which is told below.
    let teams = teams_paired(applied.event.document().name(), players, *rules);
    let teams = teams.ok().flatten();
    let tournament = teams.as_ref().unwrap_or(players);
    let mut lines: Vec<String> = match rules.choose(Asked::by(tournament)) {
        Ok(choice) => (rounds.par_iter())
            .map(|round| consequence(tournament, *round, choice))
            .collect(),
        Err(error) => vec![format!(
            "rounds from {} on were paired from what stood before, and are not paired again: {}",
            rounds[0],
            error.message.lines().next().unwrap_or_default()
        )],
    };
    lines.push(format!(
        "what has been paired stays: a correction counts from round {} on (C.04.2 (2026) 4.3)",
        last.get() + 1
    ));
    lines
}

fn consequence(tournament: &Tournament, round: RoundNumber, choice: ChosenSystem) -> String {
    let title = format!("round {round} was paired from what stood before");
    if choice.pairing.unit == PairingUnit::Match && round.index() % 2 == 1 {
        return format!("{title}, as the second game of its matches");
    }
    let before = tournament.before_round(round);
    let position = Position::derive(&before, &choice.pairing.definitions);
    let outcome = choice
        .pairing
        .paired(&before, &position, &Engine::default().into());
    let Ok(Outcome::Paired(ours)) = outcome else {
        return format!("{title}; it cannot be paired from what stands there now");
    };
    let recorded = Recorded::of(tournament, round).seats;
    let (outcome, theirs, _) = compare(&recorded, &seats_of(&before, &ours));
    let how_many = format!("{} of {} boards", theirs.len(), recorded.len());
    match outcome {
        RoundOutcome::Equal => format!("{title}, and comes out the same"),
        RoundOutcome::ColoursDiffer => {
            format!("{title}: `check` finds now that its colours differ ({how_many})")
        }
        RoundOutcome::PairingDiffers | RoundOutcome::ImpossibleHere => {
            format!("{title}: `check` finds now that its pairing differs ({how_many})")
        }
    }
}

/// A step out of its text in JSON, as a command line has it.
#[cfg(feature = "clap")]
pub(crate) fn read(text: &str) -> Result<Step, serde_json::Error> {
    serde_json::from_str(text)
}
