//! Made-up tournaments.

use std::fmt::Display;

use answers::calls;
use answers::generate::{GenerateFormat, GenerateOptions, GenerateSource, TournamentMaker};
use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::border::{Refusal, guarded};
use crate::tournament::Tournament;

/// What is wanted of every tournament of a batch.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct MakingOptions {
    /// The text of a settings file.
    config: Option<String>,
    #[serde(flatten)]
    options: GenerateOptions,
}

/// The maker of the tournaments that these options ask for, one JSON object.
///
/// # Errors
/// Options that are wrong; settings that cannot be met, with every reason.
pub(crate) fn maker(options: &str) -> Result<TournamentMaker, Refusal> {
    let wrong =
        |name: &str, error: &dyn Display| Refusal::question(format!("options: {name}: {error}"));
    let given: Map<String, Value> = serde_json::from_str(options).map_err(Refusal::question)?;
    // Alone, so that the message can name it.
    for (name, value) in &given {
        let alone = Value::Object(Map::from_iter([(name.clone(), value.clone())]));
        MakingOptions::deserialize(alone).map_err(|error| wrong(name, &error))?;
    }
    let options =
        MakingOptions::deserialize(Value::Object(given)).map_err(|error| wrong("all", &error))?;
    let source = match &options.config {
        Some(text) => GenerateSource::settings("settings", text.as_bytes())?,
        None => GenerateSource::default(),
    };
    source.needs_seed(&options.options)?;
    Ok(TournamentMaker::new(
        source,
        &options.options,
        GenerateFormat::Trf26,
    )?)
}

/// Makes one tournament, of a model's field if there is one; the same on every machine.
#[pyfunction]
#[pyo3(signature = (name, options, model=None))]
pub(crate) fn generate(
    py: Python<'_>,
    name: &str,
    options: &str,
    model: Option<&Tournament>,
) -> PyResult<Tournament> {
    guarded(py, || {
        let model = model.map_or(Ok(&[][..]), Tournament::bytes)?;
        let text = calls::generate(model, options)?;
        Tournament::parse(text.into_bytes(), name, None, true)
    })
}
