//! Made-up tournaments, and rounds in words.

use edelweiss::explain::{English, Focus, German, StorySetting, Wording, story, tell};
use edelweiss::model::{System, Tournament as Model};
use edelweiss::pairing::Outcome;
use edelweiss::trf::{Dialect, Document};
use edelweiss_generate::{Generator, NextRound, Settings, Span};
use pyo3::prelude::*;

use crate::border::{Refusal, guarded};
use crate::pair::words;
use crate::rules::RoundRules;
use crate::tournament::Tournament;

/// Makes a random tournament, the same from the same arguments on every machine.
#[pyfunction]
#[pyo3(signature = (seed, players, rounds, rules=2026))]
pub(crate) fn generate(
    py: Python<'_>,
    seed: u64,
    players: u32,
    rounds: u32,
    rules: u16,
) -> PyResult<Tournament> {
    guarded(py, || {
        let question = |error: &dyn ToString| Refusal::Question(error.to_string());
        let settings = Settings {
            seed: Some(seed),
            players: Some(Span::exactly(players)),
            rounds: Some(Span::exactly(rounds)),
            ..Settings::default()
        };
        let generator = Generator::new(settings).map_err(|error| question(&error))?;
        let system = match rules {
            2017 => System::Dutch2017,
            _ => System::Dutch2026,
        };
        let generator = generator.with_system(system);
        let chosen = RoundRules::dutch_of(rules)?;
        let made = generator
            .generate_one(0, |tournament| next_round(tournament, chosen))
            .map_err(|error| question(&error))?;
        let document = Document::from_tournament(&made.tournament, Dialect::Trf26)
            .map_err(|error| question(&error))?;
        let text = document.write(document.line_end());
        Tournament::parse(text.as_bytes(), &format!("seed {seed}"))
    })
}

fn next_round(tournament: &Model, rules: RoundRules) -> NextRound {
    let position = rules.position(tournament);
    match rules.pair(tournament, &position) {
        Ok(Outcome::Paired(round)) => NextRound::Paired {
            boards: (round.boards.iter())
                .map(|board| (board.white, board.black))
                .collect(),
            bye: round.bye,
        },
        Ok(Outcome::Impossible(why)) => NextRound::Impossible(words(&why, position.round())),
        Err(refusal) => NextRound::Impossible(refusal.words()),
    }
}

/// Tells how a round came about, bracket by bracket, as text or Markdown.
#[pyfunction]
#[pyo3(signature = (tournament, rules=None, round=None, language="en", markdown=false))]
pub(crate) fn explain(
    py: Python<'_>,
    tournament: &Tournament,
    rules: Option<u16>,
    round: Option<u16>,
    language: &str,
    markdown: bool,
) -> PyResult<String> {
    guarded(py, || {
        let wording: &dyn Wording = match language {
            "en" => &English,
            "de" => &German,
            other => {
                let message = format!("language={other:?} is not there, expected 'en' or 'de'");
                return Err(Refusal::Question(message));
            }
        };
        let tournament = tournament.model();
        let chosen = RoundRules::choose(tournament, rules)?;
        let Some(dutch) = chosen.dutch() else {
            let message = "explain tells rounds of the Dutch System only; `edelweiss explain` knows the others";
            return Err(Refusal::Question(message.to_owned()));
        };
        let tournament = chosen.before(tournament, round)?;
        let position = chosen.position(&tournament);
        match chosen.pair(&tournament, &position)? {
            Outcome::Paired(paired) => {
                let setting = StorySetting::dutch(&tournament, &position, &dutch);
                let told = story(&setting, &paired);
                let narrative = tell(&setting, &told, wording, Focus::Everything);
                Ok(if markdown {
                    narrative.to_markdown()
                } else {
                    narrative.to_text()
                })
            }
            Outcome::Impossible(why) => Ok(words(&why, position.round())),
        }
    })
}
