//! What becomes of an optimum if one of its edges is left out: from the duals of the optimum, with the blossoms
//! kept, one search or a few, and then all is as it was.
//!
//! Leaving a matched edge out exposes its ends. Where both are in one blossom, and only there, the blossoms
//! around them are dissolved first, which exposes the ends of some more edges.

use super::Solver;
use super::state::State;
use crate::error::Error;
use crate::graph::{Graph, VertexId, WeightedGraph};
use crate::objective::{Cover, Objective};
use crate::weight::Weight;

/// What a matching amounts to: the more the better, the pairs first where they come first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct MatchingSum<W> {
    /// The number of pairs where matchings with more of them come first; else zero. Below zero where a
    /// difference is.
    pub(crate) n_pairs: isize,
    /// The weights as they are maximised.
    pub(crate) weight: W,
}

impl<W: Weight> MatchingSum<W> {
    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self {
            n_pairs: self.n_pairs + other.n_pairs,
            weight: self.weight.plus(&other.weight),
        }
    }

    /// The next better one with as many pairs.
    pub(crate) fn better(&self) -> Self {
        Self {
            n_pairs: self.n_pairs,
            weight: self.weight.plus(&W::unit()),
        }
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self {
            n_pairs: self.n_pairs - other.n_pairs,
            weight: self.weight.minus(&other.weight),
        }
    }
}

/// A solved instance that is asked what would be without an edge.
#[derive(Debug)]
pub(crate) struct WhatIf<W> {
    solver: Solver<W>,
    /// What the solver knows of the optimum.
    optimum: State<W>,
    /// The optimum, if there is a matching.
    best: Option<MatchingSum<W>>,
}

impl<W: Weight> WhatIf<W> {
    /// Solves a graph.
    ///
    /// # Errors
    /// [`Error::WeightTooWide`].
    pub(crate) fn new(
        graph: Graph<W>,
        covers: &[Cover],
        objective: Objective,
    ) -> Result<Self, Error> {
        let by_cardinality = objective == Objective::MaxWeightMaxCardinality;
        let mut what_if = Self {
            solver: Solver::build(graph, covers.to_vec(), by_cardinality)?,
            optimum: State::new(0),
            best: None,
        };
        what_if.settle();
        Ok(what_if)
    }

    /// The optimum; `None` if there is no matching, and then nothing else may be asked.
    pub(crate) fn best(&self) -> Option<&MatchingSum<W>> {
        self.best.as_ref()
    }

    /// The pairs of the optimum, each once, the smaller vertex first, in ascending order.
    pub(crate) fn pairs(&self) -> Vec<(VertexId, VertexId)> {
        self.solver.matching().collect()
    }

    /// The best matching without an edge, unless it is worse than `floor`.
    pub(crate) fn without(
        &mut self,
        (u, v): (VertexId, VertexId),
        floor: Option<&MatchingSum<W>>,
    ) -> Option<MatchingSum<W>> {
        if self.solver.mate(u) != Some(v) {
            return self.best.clone();
        }
        let weight_2x = self.solver.graph.weight(u, v).cloned()?;
        let is_there = self.solver.remove_edge(u, v);
        debug_assert!(is_there.is_ok(), "a matched edge is one of the graph");
        let found = self.found(floor);
        self.solver.graph.put(u, v, Some(weight_2x));
        self.return_to_optimum();
        found
    }

    /// Takes an edge in for good. There must be a matching that has it.
    pub(crate) fn force(&mut self, (u, v): (VertexId, VertexId)) {
        let is_there = self.solver.force(u, v);
        debug_assert!(is_there.is_ok(), "what is forced is an edge of the graph");
        self.settle();
    }

    /// Solves for good.
    fn settle(&mut self) {
        self.best = self.found(None);
        self.optimum.clone_from(&self.solver.state);
    }

    /// The optimum of the solver's present instance, unless it is worse than `floor`.
    fn found(&mut self, floor: Option<&MatchingSum<W>>) -> Option<MatchingSum<W>> {
        let solver = &mut self.solver;
        let floor_2x = floor.map(|floor| {
            if !solver.by_cardinality {
                return floor.weight.doubled();
            }
            // A floor of another graph may have more weight than a bonus of this one has. No matching here has
            // more than `most`, and none less than its opposite.
            let most = solver.largest.minus(&solver.bonus);
            let most = most.times(solver.state.n() as u64 / 2);
            let beyond = most.plus(&W::unit());
            let weight = floor.weight.clone().clamp(most.negated(), beyond);
            let bonus = solver.bonus.times(floor.n_pairs.unsigned_abs() as u64);
            // A difference may have fewer pairs than none.
            let sum = if floor.n_pairs < 0 {
                weight.minus(&bonus)
            } else {
                weight.plus(&bonus)
            };
            sum.doubled()
        });
        if !solver.resolve_down_to(floor_2x.as_ref()) {
            return None;
        }
        let mut weight = solver.state.objective_2x.halved();
        let mut n_pairs = 0;
        if solver.by_cardinality {
            n_pairs = solver.state.mate.iter().flatten().count() / 2;
            weight.decrease(&solver.bonus.times(n_pairs as u64));
        }
        let n_pairs = n_pairs as isize;
        Some(MatchingSum { n_pairs, weight })
    }

    /// Forgets what the last question changed, except in the graph. O(n).
    fn return_to_optimum(&mut self) {
        let solver = &mut self.solver;
        solver.state.clone_from(&self.optimum);
        solver.pending.clear();
        solver.stale = false;
        // Rows of tight edges may have been made while an edge was missing.
        solver.new_epoch();
    }
}
