//! Many different weights, scaled.

use std::collections::BTreeSet;

use super::{Best, lowered};
use crate::certificate::Certificate;
use crate::classed::{Classed, Start};
use crate::error::Error;
use crate::graph::VertexId;
use crate::table::WeightTable;
use crate::thresholds;
use crate::weight::Weight;

/// How weights are scaled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scaling {
    /// How much finer each scale is than the one before, at least.
    pub(crate) finer: i64,
    /// A scale shows at least so many different weights, unless there are fewer.
    pub(crate) shown: i64,
}

impl Scaling {
    pub(crate) const MEASURED: Self = Self {
        finer: thresholds::FINER,
        shown: thresholds::WEIGHTS_SHOWN,
    };

    /// The coarsest step that shows enough of so many different weights.
    fn first_step(self, n_weights: i64) -> i64 {
        let mut step = 1;
        while step * self.finer * self.shown <= n_weights {
            step *= self.finer;
        }
        step
    }
}

impl Best {
    /// Keeps the matchings of the largest weight, where vertices have weights, or none, and an edge has the larger
    /// weight of its two ends, or zero where one has none. `weights(step, reach)` are these weights, as
    /// far as a reach, divided by a step and rounded up; `reach_of` tells how far they count that can matter
    /// if there is such a matching.
    ///
    /// Many different weights change the duals many times, unless they are first seen from far away (H. N.
    /// Gabow and R. E. Tarjan, "Faster scaling algorithms for general graph matching problems", 1991). The
    /// matching of each scale tells how far the next one has to reach.
    ///
    /// # Errors
    /// As [`Best::keep`].
    pub(crate) fn keep_scaled(
        &mut self,
        scaling: Scaling,
        weights: impl Fn(i64, i64) -> Vec<Option<i64>>,
        reach_of: impl Fn(&[Option<VertexId>]) -> i64,
    ) -> Result<(), Error> {
        let mut reach = reach_of(&self.mates);
        // Two matchings differ by less in all their weights.
        let loss = reach.times(self.mates.len() as u64) + 1;
        let mut step = scaling.first_step(reach);
        let mut of_vertices = weights(step, reach);
        let (mut mates, mut duals_2x) = (self.mates.clone(), None::<Vec<i64>>);
        loop {
            let (mut class_of, mut table) = by_larger(&of_vertices);
            if !self.sets.is_empty() {
                (class_of, table) = self.with_sets(&class_of, &table, &(loss / step))?;
            }
            let problem = Classed {
                edges: &self.edges,
                class_of: &class_of,
                weights: &table,
            };
            let start = Start {
                duals_2x: &match duals_2x {
                    None => self.duals_2x(&class_of, &table),
                    Some(finer) => lowered(&problem, &mates, &finer),
                },
                mates: &mates,
            };
            let optimum = problem.solve(Some(start))?;
            if step == 1 {
                self.sets = optimum.sets();
                self.mates = optimum.mates;
                self.edges = optimum.tight;
                return Ok(());
            }
            reach = reach.min(reach_of(&optimum.mates));
            let next_step = scaling.first_step(reach).min(step / scaling.finer);
            let finer = weights(next_step, reach);
            // A shorter reach raises weights.
            let mut duals = vertex_duals_2x(&optimum.certificate);
            for ((dual, old), new) in duals.iter_mut().zip(&of_vertices).zip(&finer) {
                let old = old.unwrap_or(0) * (step / next_step);
                *dual = *dual * (step / next_step) + 2 * (new.unwrap_or(0) - old).max(0);
            }
            (mates, duals_2x) = (optimum.mates, Some(duals));
            (step, of_vertices) = (next_step, finer);
        }
    }
}

/// The duals of vertices alone, doubled, of a certificate: feasible without its sets.
fn vertex_duals_2x(certificate: &Certificate<i64>) -> Vec<i64> {
    let mut duals_2x = certificate.dual_2x.clone();
    for (blossom, members) in certificate.blossoms.iter().zip(certificate.members()) {
        for v in members {
            duals_2x[v.index()] += blossom.dual_2x / 2;
        }
    }
    duals_2x
}

/// Classes of vertices that have one weight, or none, where an edge has the larger one of its two ends, or
/// zero where one has none.
fn by_larger(of_vertices: &[Option<i64>]) -> (Vec<u32>, WeightTable<i64>) {
    let weights: BTreeSet<i64> = of_vertices.iter().flatten().copied().collect();
    let descending: Vec<i64> = weights.into_iter().rev().collect();
    // Class 0 has none; of the others, the one before has the larger weight.
    let class = |weight: i64| descending.partition_point(|larger| *larger > weight) as u32 + 1;
    let class_of = of_vertices
        .iter()
        .map(|weight| weight.map_or(0, class))
        .collect();
    let lists = [0].into_iter().chain(descending.iter().copied());
    let groups = (0..=descending.len())
        .map(|class| u32::from(class > 0))
        .collect();
    (
        class_of,
        WeightTable::by_smaller(groups, lists.map(|weight| vec![0, weight])),
    )
}
