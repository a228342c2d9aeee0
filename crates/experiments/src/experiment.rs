//! What is compared, and the rows of each replication.

use std::collections::BTreeMap;
use std::sync::Arc;

use edelweiss_model::Acceleration;
use edelweiss_standings::TieBreak;
use serde::Serialize;

use crate::gambit::Gambit;
use crate::method::{ComputesCosts, CostsComputer, PairingMethod, nobody_computes};
use crate::metric::Metric;
use crate::outcomes::OutcomeModel;
use crate::strengths::StrengthModel;

/// At most so many blocks of replications are resampled, so that a summary does not grow with them.
const MOST_BLOCKS: u32 = 1_000;
/// A part has about so many rows.
const ROWS_OF_PART: u32 = 20_000;

/// The arms that no tournament is played for: ranks by the true strengths, and the initial order.
pub(crate) const NOT_SYSTEMS: [&str; 2] = ["oracle", "seed-order"];

/// An experiment, checked.
#[derive(Clone, Debug)]
pub struct Experiment {
    pub(crate) name: String,
    pub(crate) seed: u64,
    pub(crate) replications: u32,
    pub(crate) systems: Vec<PairingMethod>,
    pub(crate) players: Vec<u16>,
    pub(crate) rounds: Vec<u16>,
    pub(crate) accelerations: Vec<Acceleration>,
    pub(crate) tie_breaks: Vec<(String, Vec<TieBreak>)>,
    pub(crate) metrics: Vec<Metric>,
    pub(crate) top: u16,
    /// Whose place and gambits are looked at: the place among the strengths, from 1.
    pub(crate) player: u16,
    /// Each with the standard deviation of its ratings.
    pub(crate) strengths: BTreeMap<String, (StrengthModel, u16)>,
    /// Each with what the player gives away.
    pub(crate) results: BTreeMap<String, (OutcomeModel, Option<Gambit>)>,
    /// Of the file, SHA-256 in hexadecimal.
    pub(crate) hash: String,
}

/// A combination of everything but system and tie-breaks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExperimentCell {
    /// Players.
    pub players: u16,
    /// Pairings of each.
    pub rounds: u16,
    /// `none` or `baku`.
    pub acceleration: String,
    /// Name of the model of strengths.
    pub strengths: String,
    /// Name of the model of results.
    pub results: String,
}

/// What has a row in each replication.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExperimentArm {
    /// A system with its edition, a formulation, `oracle` or `seed-order`.
    pub system: String,
    /// Where it plays.
    #[serde(flatten)]
    pub cell: ExperimentCell,
    /// The list that ranks; empty where strengths or the initial order do.
    pub tie_breaks: String,
    /// The arm whose difference from it is summarised: the first of its cell, or of the cell that differs in
    /// acceleration alone; of results with a gambit, the same arm without it.
    pub compared_with: usize,
}

impl ExperimentCell {
    fn is_but_for_acceleration(&self, other: &Self) -> bool {
        let of = |cell: &Self| {
            let names = [&cell.strengths, &cell.results].map(Clone::clone);
            (cell.players, cell.rounds, names)
        };
        of(self) == of(other)
    }
}

/// What parts are checked against, and readers want to know of them: `manifest.json`.
#[derive(Serialize)]
struct ExperimentManifest<'a> {
    format: &'static str,
    format_version: u32,
    program: &'static str,
    name: &'a str,
    sha256: &'a str,
    seed: u64,
    replications: u32,
    parts: u32,
    replications_of_part: u32,
    metrics: Vec<&'static str>,
    arms: Vec<ExperimentArm>,
}

impl Experiment {
    /// Says who computes the costs of `[arrays.NAME]`. O(number of arms).
    ///
    /// # Errors
    /// Where the file has no such table, with those that it has.
    pub fn computed_by(mut self, name: &str, costs: Arc<ComputesCosts>) -> Result<Self, String> {
        for method in &mut self.systems {
            if let PairingMethod::Arrays(found, _, computer) = method
                && found == name
            {
                *computer = Some(CostsComputer(costs));
                return Ok(self);
            }
        }
        let known = self.systems.iter().filter_map(|method| match method {
            PairingMethod::Arrays(name, ..) => Some(name.as_str()),
            _ => None,
        });
        let known: Vec<&str> = known.collect();
        Err(if known.is_empty() {
            format!(
                "arrays.{name}: the file has no such table\n  hint: add [arrays.{name}], and its name to systems"
            )
        } else {
            format!(
                "arrays.{name}: the file has no such table, but {}",
                known.join(", ")
            )
        })
    }

    /// What to say of a table of arrays that nobody computes, if there is one. O(number of arms).
    pub fn uncomputed(&self) -> Option<String> {
        self.systems.iter().find_map(|method| match method {
            PairingMethod::Arrays(name, _, None) => Some(nobody_computes(name)),
            _ => None,
        })
    }

    /// How many replications there are.
    pub fn replications(&self) -> u32 {
        self.replications
    }

    /// The name of the experiment; may be empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The metrics, in the order of the columns.
    pub fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    /// Every arm, in the order of its rows in a replication. O(number of them).
    pub fn arms(&self) -> Vec<ExperimentArm> {
        let mut arms: Vec<ExperimentArm> = Vec::new();
        for cell in self.cells() {
            let is_alike = |arm: &ExperimentArm| arm.cell.is_but_for_acceleration(&cell);
            let compared_with = arms.iter().position(is_alike).unwrap_or(arms.len());
            let mut add = |system: String, tie_breaks: &str| {
                arms.push(ExperimentArm {
                    system,
                    cell: cell.clone(),
                    tie_breaks: tie_breaks.to_owned(),
                    compared_with,
                });
            };
            for system in &self.systems {
                for (list, _) in &self.tie_breaks {
                    add(system.name(), list);
                }
            }
            for order in NOT_SYSTEMS {
                add(order.to_owned(), "");
            }
        }
        self.compare_gambits(&mut arms);
        arms
    }

    /// Results are what cells differ in first, and every cell has as many arms.
    fn compare_gambits(&self, arms: &mut [ExperimentArm]) {
        let arms_of_cell = self.systems.len() * self.tie_breaks.len() + NOT_SYSTEMS.len();
        let place = |results: &str| self.results.keys().position(|name| name == results);
        for (index, arm) in arms.iter_mut().enumerate() {
            let with = &arm.cell.results;
            if let Some(without) = self.without_gambit(with)
                && let (Some(with), Some(without)) = (place(with), place(without))
            {
                arm.compared_with = index + without * arms_of_cell - with * arms_of_cell;
            }
        }
    }

    /// The table of results that is this one but for its gambit; `None` for one without.
    pub(crate) fn without_gambit(&self, results: &str) -> Option<&str> {
        let (model, gambit) = self.results.get(results)?;
        gambit.as_ref()?;
        let is_it =
            |(other, gambit): &(OutcomeModel, Option<Gambit>)| other == model && gambit.is_none();
        let found = self.results.iter().find(|(_, table)| is_it(table));
        found.map(|(name, _)| name.as_str())
    }

    fn cells(&self) -> Vec<ExperimentCell> {
        let mut cells = Vec::new();
        for players in &self.players {
            for rounds in &self.rounds {
                for acceleration in &self.accelerations {
                    for strengths in self.strengths.keys() {
                        for results in self.results.keys() {
                            cells.push(ExperimentCell {
                                players: *players,
                                rounds: *rounds,
                                acceleration: acceleration_name(*acceleration).to_owned(),
                                strengths: strengths.clone(),
                                results: results.clone(),
                            });
                        }
                    }
                }
            }
        }
        cells
    }

    /// Replications of a block, the unit of resampling.
    pub(crate) fn block(&self) -> u32 {
        self.replications.div_ceil(MOST_BLOCKS)
    }

    pub(crate) fn blocks(&self) -> u32 {
        self.replications.div_ceil(self.block())
    }

    /// Replications of a part: whole blocks.
    pub(crate) fn replications_of_part(&self) -> u32 {
        let rows_of_block = self.block().saturating_mul(self.arms().len() as u32);
        self.block() * (ROWS_OF_PART / rows_of_block).max(1)
    }

    /// How many parts the rows are cut into, whoever makes them.
    pub fn parts(&self) -> u32 {
        self.replications.div_ceil(self.replications_of_part())
    }

    /// The replications of a part, the first and one past the last.
    pub(crate) fn span(&self, part: u32) -> (u32, u32) {
        let size = self.replications_of_part();
        let from = part * size;
        (from, self.replications.min(from.saturating_add(size)))
    }

    /// How many replications a part has.
    pub fn replications_in(&self, part: u32) -> u32 {
        let (from, to) = self.span(part);
        to.saturating_sub(from)
    }

    /// The document that stands beside the parts, as JSON.
    ///
    /// # Panics
    /// Never: everything in it is text and numbers.
    pub fn manifest(&self) -> String {
        let manifest = ExperimentManifest {
            format: "edelweiss.experiment",
            format_version: 1,
            program: env!("CARGO_PKG_VERSION"),
            name: &self.name,
            sha256: &self.hash,
            seed: self.seed,
            replications: self.replications,
            parts: self.parts(),
            replications_of_part: self.replications_of_part(),
            metrics: self.metrics.iter().map(|metric| metric.name()).collect(),
            arms: self.arms(),
        };
        let mut text = serde_json::to_string_pretty(&manifest).expect("text and numbers");
        text.push('\n');
        text
    }
}

pub(crate) fn acceleration_name(acceleration: Acceleration) -> &'static str {
    match acceleration {
        Acceleration::None => "none",
        Acceleration::Baku => "baku",
    }
}
