//! Experiments on Swiss systems.
//!
//! An [`Experiment`] is a TOML file that says what is compared. Its *cells* are every combination of a
//! field, a number of rounds, an acceleration, a model of strengths and one of results; in each cell every
//! system and every formulation plays the same tournaments, and each list of tie-breaks ranks what it played: these are its
//! *arms*. Two more arms, `oracle` and `seed-order`, rank by the true strengths and by the initial order.
//!
//! - *Equal luck*: a draw depends on the seed, the replication, who is concerned and the meeting, never on
//!   what else is compared, so that differences between arms are paired samples.
//! - *Parts*: the rows are cut into [`Experiment::parts`] files by replication, each of which is made alone
//!   and has the same bytes on every machine and any number of threads.
//! - *Summary*: means, and differences from the first system with intervals by the paired bootstrap, from
//!   the rows as they were written ([`Summarised`]).
//!
//! No floating point decides anything: draws and results are whole numbers. Metrics are doubles, computed in
//! one order by operations that IEEE 754 rounds exactly.
//!
//! ```
//! use edelweiss_experiments::{Experiment, Summarised};
//!
//! let experiment = Experiment::from_toml(
//!     r#"
//!     format = 1
//!     seed = 7
//!     replications = 4
//!     systems = ["dutch 2026", "dutch 2017"]
//!     players = [8]
//!     rounds = [3]
//!     strengths.club = { draw = "uniform", lowest = 1500, highest = 2100 }
//!     results.elo = { model = "elo", draws = 30 }
//!     "#,
//! )?;
//! assert_eq!(experiment.arms().len(), 4, "two editions, and two orders without one");
//! let mut summary = Summarised::new(&experiment);
//! for part in 0..experiment.parts() {
//!     let rows = experiment.part(part, &|_| ())?;
//!     summary.add(part, &rows)?;
//! }
//! assert!(summary.finish()?.csv().starts_with("system,"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Deliberately absent: files and folders (the program's), pictures besides the page of the summary.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]
#![cfg_attr(
    test,
    allow(
        clippy::cast_precision_loss,
        reason = "the printed formulas, to compare with"
    )
)]

mod again;
#[expect(
    clippy::float_arithmetic,
    reason = "an estimate, which decides nothing"
)]
mod bootstrap;
mod event;
mod experiment;
mod gambit;
mod logarithm;
mod luck;
#[expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "an estimate, which decides nothing"
)]
mod measures;
mod method;
mod metric;
mod outcomes;
#[expect(
    clippy::float_arithmetic,
    reason = "an estimate, which decides nothing"
)]
mod page;
mod replication;
mod rows;
mod strengths;
#[expect(
    clippy::float_arithmetic,
    reason = "an estimate, which decides nothing"
)]
mod summary;
mod written;
mod written_gambits;
mod written_lists;
mod written_methods;

pub use bootstrap::{Interval, Resamples};
pub use experiment::{Experiment, ExperimentArm, ExperimentCell};
pub use method::ComputesCosts;
pub use metric::Metric;
pub use outcomes::OutcomeModel;
pub use rows::RowsError;
pub use strengths::StrengthModel;
pub use summary::{ArmSummary, ExperimentSummary, MetricSummary, MissingPart, Summarised};
pub use written::InvalidExperiment;
