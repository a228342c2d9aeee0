//! Many different weights of vertices, scaled.

use std::collections::BTreeSet;

use super::{LexicographicOptima, lowered};
use crate::certificate::Certificate;
use crate::classed::{ClassWeightedGraph, WarmStart};
use crate::error::Error;
use crate::graph::VertexId;
use crate::table::WeightTable;
use crate::thresholds;
use crate::weight::Weight;

/// The coarsest step of weights as far as this reach, where each step is so many times finer than the one before.
fn first_step(finer: i64, reach: i64) -> i64 {
    let mut step = 1;
    while step * finer <= reach {
        step *= finer;
    }
    step
}

impl LexicographicOptima {
    /// Keeps the matchings of the largest weight, where vertices have weights, or none, and an edge has the larger
    /// weight of its two ends, or zero where one has none: every pair is worth its better half.
    ///
    /// Many different weights change the duals many times, unless they are first seen from far away (H. N.
    /// Gabow and R. E. Tarjan, "Faster scaling algorithms for general graph matching problems", 1991). What the
    /// caller knows of the weights makes them fewer, too: given a matching, `reach_of` says how far from zero they
    /// count, so that the best matchings are the same if weights beyond are taken as that, and `i64::MAX` if
    /// nothing is known. The matching of each scale tells how far the next one has to reach.
    ///
    /// ```
    /// use edelweiss_matching::{LexicographicOptima, VertexId, cardinality::BitGraph};
    ///
    /// let mut best = LexicographicOptima::new(BitGraph::complete(4), Vec::new());
    /// best.keep_by_larger_end(&[7, 5, 2, 1].map(Some), |_| i64::MAX)?;
    /// // 7 + 5 is the most; if the two best met, it would be 7 + 2.
    /// let mut face = best.face().expect("complete graphs have perfect matchings");
    /// assert_eq!(face.match_first(VertexId::new(0), &[0b0010]), None);
    /// # Ok::<(), edelweiss_matching::Error>(())
    /// ```
    ///
    /// # Cost
    /// For each scale as [`ClassWeightedGraph::solve`], with two classes for each different weight that the scale shows.
    ///
    /// # Errors
    /// As [`LexicographicOptima::keep`].
    ///
    /// # Panics
    /// When there is not an entry for each vertex, or a reach is negative.
    pub fn keep_by_larger_end(
        &mut self,
        weights: &[Option<i64>],
        reach_of: impl Fn(&[Option<VertexId>]) -> i64,
    ) -> Result<(), Error> {
        self.keep_scaled(thresholds::FINER, weights, reach_of)
    }

    /// As [`LexicographicOptima::keep_by_larger_end`], where each scale is so many times finer than the one before, at least.
    fn keep_scaled(
        &mut self,
        finer: i64,
        weights: &[Option<i64>],
        reach_of: impl Fn(&[Option<VertexId>]) -> i64,
    ) -> Result<(), Error> {
        let n = self.mates.len() as u64;
        let magnitudes = weights
            .iter()
            .flatten()
            .map(|weight| weight.saturating_abs());
        let mut reach = magnitudes.max().unwrap_or(0);
        if self.mates.iter().all(Option::is_some) {
            reach = reach.min(reach_of(&self.mates));
        }
        if !reach.fits(512 * (n + 1)) {
            return Err(Error::WeightTooWide);
        }
        // Two matchings differ by less in all their weights.
        let loss = reach.times(n) + 1;
        let mut step = first_step(finer, reach);
        let mut of_vertices = in_steps(weights, step, reach);
        let (mut mates, mut duals_2x) = (self.mates.clone(), None::<Vec<i64>>);
        loop {
            let (mut class_of, mut table) = by_larger(&of_vertices);
            if !self.sets.is_empty() {
                (class_of, table) = self.with_sets(&class_of, &table, &(loss / step))?;
            }
            let problem = ClassWeightedGraph {
                edges: &self.edges,
                class_of: &class_of,
                weights: &table,
            };
            let start = WarmStart {
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
            let next_step = first_step(finer, reach).min(step / finer);
            let in_next_steps = in_steps(weights, next_step, reach);
            // A shorter reach raises weights.
            let mut duals = vertex_duals_2x(&optimum.certificate);
            for ((dual, old), new) in duals.iter_mut().zip(&of_vertices).zip(&in_next_steps) {
                let old = old.unwrap_or(0) * (step / next_step);
                *dual = *dual * (step / next_step) + 2 * (new.unwrap_or(0) - old).max(0);
            }
            (mates, duals_2x) = (optimum.mates, Some(duals));
            (step, of_vertices) = (next_step, in_next_steps);
        }
    }
}

/// Weights as far as a reach, in steps, rounded up.
fn in_steps(weights: &[Option<i64>], step: i64, reach: i64) -> Vec<Option<i64>> {
    let rounded = |weight: i64| (weight.clamp(-reach, reach) + step - 1).div_euclid(step);
    weights.iter().map(|weight| weight.map(rounded)).collect()
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

#[cfg(test)]
mod tests {
    use quickcheck::{TestResult, quickcheck};

    use super::*;
    use crate::cardinality::BitGraph;

    type Mates = Vec<Option<VertexId>>;

    /// All perfect matchings of a small graph.
    fn all_matchings(graph: &BitGraph) -> Vec<Mates> {
        fn extend(graph: &BitGraph, mates: &mut Mates, found: &mut Vec<Mates>) {
            let Some(v) = mates.iter().position(Option::is_none) else {
                found.push(mates.clone());
                return;
            };
            for u in v + 1..mates.len() {
                let [a, b] = [v, u].map(VertexId::new);
                if mates[u].is_none() && graph.has_edge(a, b) {
                    (mates[v], mates[u]) = (Some(b), Some(a));
                    extend(graph, mates, found);
                    (mates[v], mates[u]) = (None, None);
                }
            }
        }
        let mut found = Vec::new();
        extend(graph, &mut vec![None; graph.n_vertices()], &mut found);
        found
    }

    /// The value of a matching, with weights as far as a reach.
    fn value(mates: &[Option<VertexId>], weights: &[Option<i64>], reach: i64) -> i64 {
        let pairs = mates.iter().enumerate();
        let pairs = pairs.filter_map(|(v, mate)| (*mate).map(|mate| (v, mate.index())));
        let worth = |(v, u): (usize, usize)| {
            let [own, other] = [v, u].map(|v| weights[v].map(|weight| weight.clamp(-reach, reach)));
            own.zip(other).map_or(0, |(own, other)| own.max(other))
        };
        pairs.filter(|(v, u)| v < u).map(worth).sum()
    }

    /// Which of some matchings are the best ones, with weights as far as a reach.
    fn best(all: &[Mates], weights: &[Option<i64>], reach: i64) -> Vec<bool> {
        let values = all.iter().map(|mates| value(mates, weights, reach));
        let values: Vec<i64> = values.collect();
        let most = values.iter().max();
        values.iter().map(|value| Some(value) == most).collect()
    }

    /// `all` has the perfect matchings of a graph, and the weights are at most 2,000. Whatever the scales, and
    /// with and without what can be known of the reach, a matching stays if it is among the best ones.
    fn agrees(graph: &BitGraph, all: &[Mates], weights: &[Option<i64>]) {
        let expected = best(all, weights, 2_000);
        // The shortest reach from which on all are right.
        let is_wrong = |reach: &i64| best(all, weights, *reach) != expected;
        let shortest = (0..2_000).rev().find(is_wrong).map_or(0, |wrong| wrong + 1);
        let values = all.iter().map(|mates| value(mates, weights, 2_000));
        let most = values.max().expect("there are matchings");
        for finer in [2, 3, 5, thresholds::FINER] {
            for is_known in [false, true] {
                let mut optima = LexicographicOptima::new(graph.clone(), Vec::new());
                let nothing = vec![0; graph.n_vertices()];
                if is_known {
                    let none = WeightTable::filled(1, 1, 0_i64);
                    optima.keep(&nothing, &none).expect("there are matchings");
                }
                let reach_of = |mates: &[Option<VertexId>]| {
                    let behind = most - value(mates, weights, 2_000);
                    if is_known {
                        shortest + behind
                    } else {
                        i64::MAX
                    }
                };
                let kept = optima.keep_scaled(finer, weights, reach_of);
                kept.expect("there are matchings, and weights fit");
                let face = optima.face().expect("there are matchings");
                for (mates, is_best) in all.iter().zip(&expected) {
                    let mut face = face.clone();
                    let is_left = (mates.iter().enumerate()).all(|(v, mate)| {
                        let mate = mate.expect("a perfect matching").index();
                        face.try_restrict(VertexId::new(v), &[1 << mate])
                    });
                    assert_eq!(is_left, *is_best, "{finer}, {is_known}: {mates:?}");
                }
            }
        }
    }

    quickcheck! {
        fn what_is_left_is_what_an_enumeration_says(edges: Vec<bool>, weights: Vec<i16>) -> TestResult {
            let n = 8;
            let mut graph = BitGraph::complete(n);
            let pairs = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
            for ((a, b), is_edge) in pairs.zip(&edges) {
                graph.set_edge(VertexId::new(a), VertexId::new(b), *is_edge);
            }
            let weights = weights.iter().chain(&[0; 8]).take(n);
            let weights: Vec<Option<i64>> = weights
                .map(|weight| (weight % 8 != 0).then_some(i64::from(*weight) % 2_000))
                .collect();
            let all = all_matchings(&graph);
            if all.is_empty() {
                return TestResult::discard();
            }
            agrees(&graph, &all, &weights);
            TestResult::passed()
        }
    }

    #[test]
    fn weights_that_fit_no_word_are_refused() {
        for weight in [i64::MIN, i64::MAX, i64::MAX / 512 / 5 + 1] {
            let mut optima = LexicographicOptima::new(BitGraph::complete(4), Vec::new());
            let kept = optima.keep_by_larger_end(&[Some(weight), None, Some(1), Some(2)], |_| 9);
            assert_eq!(kept, Err(Error::WeightTooWide));
        }
    }
}
