//! What the rows say together.

use std::fmt::Write as _;

use crate::bootstrap::{Interval, Resamples};
use crate::experiment::{Experiment, ExperimentArm};
use crate::metric::Metric;
use crate::rows::{RowsError, values_of};

/// Adds up the rows of all parts, in memory that does not grow with the replications.
#[derive(Clone, Debug)]
pub struct Summarised<'a> {
    experiment: &'a Experiment,
    arms: Vec<ExperimentArm>,
    /// Sums of blocks, and how many values are in each: `sums[metric][arm][block]`.
    sums: Vec<Vec<Vec<(f64, u32)>>>,
    /// Which parts are in it.
    parts: Vec<bool>,
}

/// A summary of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct ExperimentSummary {
    /// The name of the experiment; may be empty.
    pub name: String,
    /// In how many replications.
    pub replications: u32,
    /// Of each arm.
    pub arms: Vec<ArmSummary>,
}

/// An arm with its metrics.
#[derive(Clone, PartialEq, Debug)]
pub struct ArmSummary {
    /// The arm.
    pub arm: ExperimentArm,
    /// Its place among the arms, from 0.
    pub index: usize,
    /// In the order of the experiment.
    pub metrics: Vec<MetricSummary>,
}

/// A metric of an arm.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MetricSummary {
    /// Which.
    pub metric: Metric,
    /// Its mean; none where no row has a value.
    pub mean: Option<Interval>,
    /// The mean difference from the arm that it is compared with, of the same replications; none for that arm
    /// itself, and where no replication has both.
    pub difference: Option<Interval>,
}

impl<'a> Summarised<'a> {
    /// Nothing yet.
    pub fn new(experiment: &'a Experiment) -> Self {
        let arms = experiment.arms();
        let blocks = vec![(0.0, 0); experiment.blocks() as usize];
        Self {
            experiment,
            sums: vec![vec![blocks; arms.len()]; experiment.metrics.len()],
            parts: vec![false; experiment.parts() as usize],
            arms,
        }
    }

    /// Adds the rows of a part; once more changes nothing.
    ///
    /// # Errors
    /// [`RowsError`] for what are not the rows of this part.
    ///
    /// # Panics
    /// Where the experiment has no such part.
    pub fn add(&mut self, part: u32, bytes: &[u8]) -> Result<(), RowsError> {
        let values = values_of(self.experiment, part, bytes)?;
        if std::mem::replace(&mut self.parts[part as usize], true) {
            return Ok(());
        }
        let first = self.experiment.span(part).0;
        let n = self.arms.len();
        for (sums, values) in self.sums.iter_mut().zip(&values) {
            for (replication, row) in (first..).zip(values.chunks(n)) {
                let block = (replication / self.experiment.block()) as usize;
                for (sums, value) in sums.iter_mut().zip(row) {
                    if let Some(value) = value {
                        sums[block].0 += value;
                        sums[block].1 += 1;
                    }
                }
            }
        }
        Ok(())
    }

    /// The summary. O(arms · metrics · 2,000 · blocks), of which there are at most 1,000.
    ///
    /// # Errors
    /// The number of a part that is missing, from 0.
    pub fn finish(self) -> Result<ExperimentSummary, MissingPart> {
        if let Some(part) = self.parts.iter().position(|there| !there) {
            return Err(MissingPart(part));
        }
        let resamples = Resamples::new(self.experiment.blocks() as usize, self.experiment.seed);
        let arms = (self.arms.iter().enumerate()).map(|(index, arm)| ArmSummary {
            arm: arm.clone(),
            index,
            metrics: (self.experiment.metrics.iter().zip(&self.sums))
                .map(|(metric, sums)| MetricSummary {
                    metric: *metric,
                    mean: resamples.interval(&sums[index]),
                    difference: (index != arm.compared_with)
                        .then(|| differences(&sums[index], &sums[arm.compared_with]))
                        .and_then(|differences| resamples.interval(&differences)),
                })
                .collect(),
        });
        Ok(ExperimentSummary {
            name: self.experiment.name.clone(),
            replications: self.experiment.replications,
            arms: arms.collect(),
        })
    }
}

/// A part that no rows were given of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("part {0} is missing")]
pub struct MissingPart(pub usize);

/// Block by block; blocks in which one of both lacks a value count for nothing.
fn differences(of: &[(f64, u32)], from: &[(f64, u32)]) -> Vec<(f64, u32)> {
    (of.iter().zip(from))
        .map(|((sum, n), (other, many))| {
            if n == many {
                (sum - other, *n)
            } else {
                (0.0, 0)
            }
        })
        .collect()
}

/// Columns of the summary.
pub(crate) const HEADINGS: [&str; 14] = [
    "system",
    "players",
    "rounds",
    "acceleration",
    "strengths",
    "results",
    "tie_breaks",
    "metric",
    "mean",
    "low",
    "high",
    "difference",
    "difference_low",
    "difference_high",
];

impl ExperimentSummary {
    /// A row for each arm and metric. Names from the file that could be formulas or break a row are quoted.
    ///
    /// # Panics
    /// Never: a string grows.
    pub fn csv(&self) -> String {
        let mut text = HEADINGS.join(",");
        text.push('\n');
        for summary in &self.arms {
            let ExperimentArm {
                system,
                cell,
                tie_breaks,
                ..
            } = &summary.arm;
            for metric in &summary.metrics {
                let ends = |interval: Option<Interval>| {
                    interval.map_or_else(
                        || ",,".to_owned(),
                        |found| format!("{},{},{}", found.mean, found.low, found.high),
                    )
                };
                writeln!(
                    text,
                    "{system},{},{},{},{},{},{tie_breaks},{},{},{}",
                    cell.players,
                    cell.rounds,
                    cell.acceleration,
                    quoted(&cell.strengths),
                    quoted(&cell.results),
                    metric.metric.name(),
                    ends(metric.mean),
                    ends(metric.difference),
                )
                .expect("a string grows");
            }
        }
        text
    }
}

fn quoted(name: &str) -> String {
    let is_plain = name
        .chars()
        .all(|c| c.is_alphanumeric() || "._ ".contains(c) || c == '-')
        && !name.starts_with('-');
    if is_plain {
        name.to_owned()
    } else {
        format!("\"'{}\"", name.replace('"', "\"\""))
    }
}
