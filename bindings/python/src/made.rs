//! Made-up tournaments.

use answers::AnswerError;
use answers::system::{self, Asked, ChosenSystem, RulesOptions};
use edelweiss::model::{Position, System, Tournament as Model};
use edelweiss::pairing::{Engine, Outcome};
use edelweiss::trf::{Dialect, Document};
use edelweiss_generate::{Generated, Generator, NextRound, Settings};
use pyo3::prelude::*;
use serde::Deserialize;

use crate::border::{Refusal, guarded};
use crate::tournament::Tournament;

/// What is wanted, as the options of `edelweiss generate` say it.
#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
struct MakingOptions {
    players: Option<NumberOrRange>,
    rounds: Option<NumberOrRange>,
    /// The text of a settings file.
    settings: Option<String>,
    rules: Option<system::Year>,
    system: Option<system::SystemName>,
}

/// A number, or a range such as `40..80`.
#[derive(Deserialize)]
#[serde(untagged)]
enum NumberOrRange {
    Number(u32),
    Range(String),
}

/// A generator, and the rules by which it pairs.
pub(crate) struct Maker {
    generator: Generator,
    choice: ChosenSystem,
}

impl Maker {
    /// Reads the options, one JSON object.
    ///
    /// # Errors
    /// Options that are wrong; settings that cannot be met, with every reason.
    pub(crate) fn of(seed: u64, options: &str) -> Result<Self, Refusal> {
        let options: MakingOptions = serde_json::from_str(options)
            .map_err(|error| Refusal::question(format!("options: {error}")))?;
        let mut settings = match &options.settings {
            Some(text) if Settings::looks_like_properties(text) => {
                Settings::from_properties(text, None).map_err(|error| wrong("settings", &error))?
            }
            Some(text) => Settings::from_toml(text).map_err(|error| wrong("settings", &error))?,
            None => Settings::default(),
        };
        settings.seed = Some(seed);
        // Which of them is asked for with the tournament.
        settings.tournaments = None;
        for (name, wish, span) in [
            ("players", options.players, &mut settings.players),
            ("rounds", options.rounds, &mut settings.rounds),
        ] {
            let text = match wish {
                None => continue,
                Some(NumberOrRange::Number(number)) => number.to_string(),
                Some(NumberOrRange::Range(text)) => text,
            };
            *span = Some(text.parse().map_err(|error| wrong(name, &error))?);
        }
        let filed = Asked {
            system: settings.system.as_deref().map(system_called).transpose()?,
            starts: None,
        };
        let rules = RulesOptions {
            rules: options.rules,
            system: options.system,
        };
        let choice = rules.choose(filed)?;
        let mut generator = Generator::new(settings).map_err(|impossible| {
            let reasons = impossible.refusals.iter();
            let reasons: Vec<String> = reasons.map(|reason| format!("\n  {reason}")).collect();
            Refusal::question(format!("no tournament can be made:{}", reasons.concat()))
        })?;
        if let Some(system) = choice.pairing.filed {
            generator = generator.with_system(system);
        }
        if choice.pairing.games == 2 {
            generator = generator.in_matches();
        }
        Ok(Self { generator, choice })
    }

    /// Makes the tournament of this number.
    ///
    /// # Panics
    /// When the engine's round is none, which is a defect.
    pub(crate) fn make(&self, index: u32) -> Generated {
        (self.generator)
            .generate_one(index, |tournament| self.next_round(tournament))
            .unwrap_or_else(|fault| panic!("{fault}"))
    }

    fn next_round(&self, tournament: &Model) -> NextRound {
        let pairing = self.choice.pairing;
        let position = Position::derive(tournament, &pairing.definitions);
        match (pairing.pair)(tournament, &position, &Engine::default().into()) {
            Ok(Outcome::Paired(round)) => NextRound::Paired {
                boards: (round.boards.iter())
                    .map(|board| (board.white, board.black))
                    .collect(),
                bye: round.bye,
            },
            Ok(Outcome::Impossible(_)) => {
                NextRound::Impossible("no legal pairing exists".to_owned())
            }
            Err(failure) => NextRound::Impossible(failure.message),
        }
    }
}

fn wrong(what: &str, error: &impl ToString) -> Refusal {
    Refusal::question(format!("{what}: {}", error.to_string()))
}

/// The system a settings file names, as record 192 of a tournament file would.
pub(crate) fn system_called(name: &str) -> Result<System, AnswerError> {
    match name.to_ascii_uppercase().as_str() {
        "FIDE_DUTCH" | "FIDE_DUTCH_2025" | "FIDE_DUTCH_2026" => Ok(System::Dutch2026),
        "FIDE_DUTCH_2017" => Ok(System::Dutch2017),
        "FIDE_DUBOV" => Ok(System::Dubov),
        "FIDE_BURSTEIN" => Ok(System::Burstein),
        "FIDE_DOUBLESWISS" => Ok(System::DoubleSwiss),
        _ => Err(AnswerError::invalid(format!(
            "system: found '{name}', expected FIDE_DUTCH_2026, FIDE_DUTCH_2017, FIDE_DUBOV, FIDE_BURSTEIN or FIDE_DOUBLESWISS"
        ))),
    }
}

/// Makes the tournament `index` of the options, the same on every machine.
#[pyfunction]
pub(crate) fn generate(
    py: Python<'_>,
    seed: u64,
    options: &str,
    index: u32,
) -> PyResult<Tournament> {
    guarded(py, || {
        let made = Maker::of(seed, options)?.make(index);
        let document = Document::from_tournament(&made.tournament, Dialect::Trf26)
            .map_err(Refusal::question)?;
        let text = document.write(document.line_end());
        let name = made.tournament.name.as_str();
        Tournament::parse(text.into_bytes(), name, None, true)
    })
}
