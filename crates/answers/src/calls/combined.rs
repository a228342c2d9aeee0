//! Options of questions that have more than those of the question itself.

use edelweiss::event::Step;
use serde::{Deserialize, Serialize};

#[cfg(feature = "formulations")]
use crate::formulate::FormulateOptions;
use crate::generate::GenerateOptions;
use crate::line_ups::LineUpOptions;
use crate::lists::ListsOptions;
use crate::new_event::NewEventOptions;
use crate::pair::PairOptions;
use crate::standings::StandingsOptions;
#[cfg(feature = "clap")]
use crate::steps;
use crate::wishes::{WishOptions, words};

/// A round, and what is to be different in it.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub(super) struct PairingCall {
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub(super) options: PairOptions,
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub(super) wishes: WishOptions,
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub(super) line_ups: LineUpOptions,
}

/// Standings, and whose values are taken apart.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub(super) struct RankingCall {
    /// The participant whose values are taken apart
    #[cfg_attr(feature = "clap", arg(long))]
    pub(super) why: Option<u32>,
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub(super) options: StandingsOptions,
}

/// Lists, and the prizes they are about.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub(super) struct ListsCall {
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub(super) options: ListsOptions,
    /// The text of a file of prizes, for the list of them and for its categories
    #[cfg_attr(feature = "clap", arg(long))]
    pub(super) prizes: Option<String>,
}

/// A round by a formulation, and the formulation.
#[cfg(feature = "formulations")]
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub(super) struct FormulateCall {
    /// The text of a file of criteria (TOML)
    #[cfg_attr(feature = "clap", arg(long))]
    pub(super) formulation: Option<String>,
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub(super) options: FormulateOptions,
}

/// A tournament of a seed, and which one.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub(super) struct MakingCall {
    /// The text of a settings file, TOML or Key=value; the other options win
    #[cfg_attr(feature = "clap", arg(long))]
    pub(super) config: Option<String>,
    /// Which of the tournaments of this seed, from 0
    #[cfg_attr(feature = "clap", arg(long, default_value_t))]
    pub(super) index: u32,
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub(super) options: GenerateOptions,
}

/// A new event, and how its list is read.
#[derive(Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub(super) struct NewCall {
    /// What a column of the list holds, by its heading, number or letter: rating=D; may be repeated
    #[cfg_attr(feature = "clap", arg(long, value_name = "FIELD=COLUMN"))]
    #[serde(deserialize_with = "words")]
    pub(super) column: Vec<String>,
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub(super) options: NewEventOptions,
}

/// A step.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub(super) struct StepCall {
    /// What is done, as docs/schema/step.schema.json has it
    #[cfg_attr(feature = "clap", arg(long, value_parser = steps::read))]
    pub(super) step: Option<Step>,
}
