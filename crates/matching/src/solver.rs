//! The solver: an instance, an optimal matching of it, and the duals that prove it.
//!
//! Sources: see the crate. What is ours is the reuse: after a small change only the vertices that
//! lost their mates are searched from.

mod changes;
mod events;
mod exchanges;
mod node;
mod search;
mod state;
mod what_if;

pub use events::Events;
pub(crate) use exchanges::{ExchangeLoss, Exchanges};
pub(crate) use what_if::{MatchingSum, WhatIf};

use self::search::{Stage, StageEnd, TightRows, TreeSearch};
use self::state::State;
use crate::certificate::Certificate;
use crate::error::{Error, NoMatching};
use crate::graph::{Graph, Sparse, VertexId, WeightedGraph};
use crate::objective::{Cover, Objective};
use crate::weight::Weight;

/// A matching problem, and after [`Solver::solve`] an optimal matching with its dual solution.
///
/// # Range of the weights
/// Let `n` be the number of vertices and `w` the largest weight in magnitude (the bonus of
/// [`Objective::MaxWeightMaxCardinality`] included). A type of fixed width must fit
/// `256 (n + 1) w`; this is checked whenever a weight comes in. It is enough:
///
/// - A solve from scratch starts from doubled vertex duals within `3 w` and a doubled dual
///   objective of at most `n w`. Each unit of dual adjustment lowers the objective by a unit, and
///   the objective is at least twice the value of any matching, so at least `-n w`, or else there
///   is no matching and the stage stops there. So all adjustments sum up to `2 n w` at most. Vertex
///   duals stay within `(2 n + 3) w`, blossom duals within `4 n w`, both below `h = 4 (n + 1) w`.
/// - Whatever starts from kept duals is done only if these, the sum of the blossom duals, and the
///   dual objective are still within `M / 64`, `M` being the largest number of the type; else it starts from scratch.
///   `h` is within, by the check.
/// - From duals within `h' = M / 64`, dissolving blossoms and changing a dual raises the objective by
///   at most `4 h'`, so adjustments sum up to `6 h'`, shifted duals stay within `19 h'`, and the
///   largest quantity formed, the slack of an edge between them, within `2 * 19 h' + 2 h' < M`.
///
/// # Determinism
/// The same calls in the same order give the same matching and the same duals on every machine.
#[derive(Debug)]
pub struct Solver<W> {
    /// The instance; its weights are doubled, after adding `bonus`.
    graph: Graph<W>,
    cover: Vec<Cover>,
    by_cardinality: bool,
    /// Added to every weight so that an edge more outweighs everything else; else zero.
    bonus: W,
    /// No weight, bonus included, is larger in magnitude.
    largest: W,
    state: State<W>,
    /// Every vertex that is exposed and not [settled](State::is_settled), and perhaps others.
    pending: Vec<VertexId>,
    /// The duals are of no use; the next solve starts from scratch.
    stale: bool,
    search: TreeSearch<W>,
    tight: TightRows,
    /// The last epoch given out.
    fresh_epoch: u64,
}

impl<W: Weight> Solver<W> {
    /// A solver for a graph whose vertices must or may be covered. O(n + m).
    ///
    /// # Errors
    /// [`Error::CoverLength`] unless there is one cover per vertex; [`Error::WeightTooWide`] if the
    /// weights leave too little headroom.
    pub fn new(graph: impl Into<Graph<W>>, cover: &[Cover]) -> Result<Self, Error> {
        Self::build(graph.into(), cover.to_vec(), false)
    }

    /// A solver for one of the three classical problems. O(n + m).
    ///
    /// # Errors
    /// [`Error::WeightTooWide`] if the weights leave too little headroom.
    pub fn with_objective(graph: impl Into<Graph<W>>, objective: Objective) -> Result<Self, Error> {
        let graph = graph.into();
        let cover = match objective {
            Objective::MaxWeight | Objective::MaxWeightMaxCardinality => Cover::May,
            Objective::MaxWeightPerfect => Cover::Must,
        };
        let cover = vec![cover; graph.n_vertices()];
        Self::build(
            graph,
            cover,
            objective == Objective::MaxWeightMaxCardinality,
        )
    }

    fn build(graph: Graph<W>, cover: Vec<Cover>, by_cardinality: bool) -> Result<Self, Error> {
        let n = graph.n_vertices();
        if cover.len() != n {
            return Err(Error::CoverLength {
                expected: n,
                found: cover.len(),
            });
        }
        let mut solver = Self {
            graph,
            cover,
            by_cardinality,
            bonus: W::zero(),
            largest: W::zero(),
            state: State::new(n),
            pending: Vec::new(),
            stale: true,
            search: TreeSearch::new(n),
            tight: TightRows::new(n),
            fresh_epoch: 0,
        };
        let Some(largest) = solver.graph.largest_magnitude() else {
            return Err(Error::WeightTooWide);
        };
        let (bonus, largest) = solver.range(&largest, n)?;
        solver
            .graph
            .map_weights(|weight| weight.plus(&bonus).doubled());
        (solver.bonus, solver.largest) = (bonus, largest);
        Ok(solver)
    }

    /// The bonus and the largest weight with it, for `n` vertices and weights up to `largest`.
    fn range(&self, largest: &W, n: usize) -> Result<(W, W), Error> {
        let n = n as u64;
        let headroom = 256 * (n + 1);
        if !self.by_cardinality {
            return if largest.fits(headroom) {
                Ok((W::zero(), largest.clone()))
            } else {
                Err(Error::WeightTooWide)
            };
        }
        if !largest.fits(headroom.saturating_mul(n + 1)) {
            return Err(Error::WeightTooWide);
        }
        // Two matchings have at most n edges together, so one edge more outweighs the difference.
        let bonus = largest.times(n).plus(&W::unit());
        let largest = bonus.plus(largest);
        if largest.fits(headroom) {
            Ok((bonus, largest))
        } else {
            Err(Error::WeightTooWide)
        }
    }

    /// Finds an optimal matching from scratch. O(n m log n) at worst, O(n³ log n) for dense graphs;
    /// mostly far less, because a stage ends at its first improvement.
    ///
    /// # Errors
    /// [`Error::NoMatching`] with a proof if not every `Must` vertex can be covered. The solver
    /// stays usable: change the instance and solve again.
    pub fn solve(&mut self) -> Result<(), Error> {
        self.stale = true;
        self.resolve()
    }

    /// Finds an optimal matching from the duals there are: one stage for each vertex that lost its
    /// mate by the changes since the last solution. O(m log n) per stage.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn resolve(&mut self) -> Result<(), Error> {
        match self.settle_from_here(None) {
            None => Ok(()),
            Some(exposed) => Err(self.no_matching(exposed).into()),
        }
    }

    /// As [`Solver::resolve`]; whether there is a matching of at least half of `floor_2x`, the bonus included.
    fn resolve_down_to(&mut self, floor_2x: Option<&W>) -> bool {
        self.settle_from_here(floor_2x).is_none()
    }

    /// What a stage works on.
    fn stage(&mut self) -> Stage<'_, W> {
        Stage {
            graph: &self.graph,
            cover: &self.cover,
            state: &mut self.state,
            search: &mut self.search,
            tight: &mut self.tight,
            fresh_epoch: &mut self.fresh_epoch,
        }
    }

    /// What [`Stage::reach`] finds from an exposed vertex, the only one, as far as there can be matchings.
    fn reach(&mut self, root: VertexId, sought: Vec<VertexId>) -> Vec<Option<W>> {
        let lowest = self.largest.times(self.state.n() as u64);
        // The dual of the vertex that is reached may be that far below zero.
        let duals = self.state.dual_2x.iter().map(Weight::magnitude);
        let budget = self.state.objective_2x.plus(&lowest);
        let budget = budget.plus(&duals.max().unwrap_or_else(W::zero));
        self.stage().reach(root, sought, &budget)
    }

    /// Ends the stages that are needed, or returns the vertex at which twice the dual objective would fall
    /// below `floor_2x`, or below twice the value of any matching.
    fn settle_from_here(&mut self, floor_2x: Option<&W>) -> Option<VertexId> {
        if self.stale || !self.has_headroom() {
            self.start_afresh();
        }
        // Twice the value of any matching is at least minus this.
        let lowest = self.largest.times(self.state.n() as u64);
        let mut budget = self.state.objective_2x.plus(&lowest);
        if let Some(floor_2x) = floor_2x {
            budget = budget.min(self.state.objective_2x.minus(floor_2x));
            if budget < W::zero() {
                return self.pending.last().copied().or(Some(VertexId::new(0)));
            }
        }
        self.settle(&mut budget)
    }

    /// Whether the matching is known to be optimal for the present instance.
    pub fn is_solved(&self) -> bool {
        !self.stale && self.pending.is_empty()
    }

    /// The sum of the weights of the matched edges. O(n).
    pub fn value(&self) -> W {
        let mut sum = W::zero();
        for (u, v) in self.matching() {
            if let Some(weight) = self.weight(u, v) {
                sum.increase(&weight);
            }
        }
        sum
    }

    /// The vertex that `v` is matched to. O(1).
    pub fn mate(&self, v: VertexId) -> Option<VertexId> {
        self.state.mate.get(v.index()).copied().flatten()
    }

    /// The mate of every vertex, for [`certificate::verify`](crate::certificate::verify). O(1).
    pub fn mates(&self) -> &[Option<VertexId>] {
        &self.state.mate
    }

    /// The matched edges, each once, the smaller vertex first, in ascending order. O(n).
    pub fn matching(&self) -> impl Iterator<Item = (VertexId, VertexId)> {
        self.vertices()
            .filter_map(|u| Some((u, self.mate(u)?)))
            .filter(|(u, v)| u < v)
    }

    /// How many vertices there are, removed ones included. O(1).
    pub fn n_vertices(&self) -> usize {
        self.state.n()
    }

    /// The weight of an edge of the present instance.
    pub fn weight(&self, u: VertexId, v: VertexId) -> Option<W> {
        Some(self.graph.weight(u, v)?.halved().minus(&self.bonus))
    }

    /// The covers of all vertices of the present instance. O(1).
    pub fn covers(&self) -> &[Cover] {
        &self.cover
    }

    /// The cover of a vertex of the present instance. O(1).
    pub fn cover(&self, v: VertexId) -> Option<Cover> {
        self.cover.get(v.index()).copied()
    }

    /// Whether the edge is there and has slack zero, blossoms included. Only such edges can be part
    /// of an optimal matching; not each of them is. O(depth of the blossoms).
    pub fn slack_is_zero(&self, u: VertexId, v: VertexId) -> bool {
        self.state.is_tight(u, v, &self.graph)
    }

    /// What happened since the solver was made. O(1).
    pub fn events(&self) -> Events {
        self.search.events
    }

    /// The dual solution, which proves the matching optimal. O(n + size of the blossoms).
    pub fn certificate(&self) -> Certificate<W> {
        let family = self.state.family();
        Certificate::from_sets(self.bonus.clone(), self.state.dual_2x.clone(), family)
    }

    fn vertices(&self) -> impl Iterator<Item = VertexId> + use<W> {
        (0..self.state.n()).map(VertexId::new)
    }

    fn known(&self, v: VertexId) -> Result<(), Error> {
        if v.index() < self.state.n() {
            Ok(())
        } else {
            Err(Error::NoSuchVertex(v))
        }
    }

    fn new_epoch(&mut self) {
        self.fresh_epoch += 1;
        self.state.epoch = self.fresh_epoch;
    }

    /// Whether the duals leave enough headroom to start from; see the type. O(n).
    fn has_headroom(&self) -> bool {
        let mut sum = W::zero();
        self.state.objective_2x.fits(64)
            && self.state.dual_2x.iter().all(|dual| dual.fits(64))
            && self.state.blossoms.iter().all(|blossom| {
                blossom.dual_2x.fits(64) && {
                    sum.increase(&blossom.dual_2x);
                    sum.fits(64)
                }
            })
    }

    /// To be called before duals are changed from outside a search.
    fn guard(&mut self) {
        if self.stale || !self.has_headroom() {
            self.forget();
        }
    }

    /// Drops matching, duals and blossoms.
    fn forget(&mut self) {
        self.state = State::new(self.state.n());
        self.pending.clear();
        self.stale = true;
        self.new_epoch();
    }

    /// Starts from vertex duals alone, and matches greedily along tight edges. O(n + m).
    fn start_afresh(&mut self) {
        self.forget();
        self.stale = false;
        for v in self.vertices() {
            let mut best: Option<W> = None;
            self.graph.for_each_neighbour(v, |_, weight_2x| {
                if best.as_ref().is_none_or(|best| best < weight_2x) {
                    best = Some(weight_2x.clone());
                }
            });
            let mut dual_2x = best.map_or_else(W::zero, |best| best.halved());
            if self.cover[v.index()] == Cover::May {
                dual_2x = dual_2x.max(W::zero());
            }
            self.set_dual_2x(v, dual_2x);
        }
        for v in self.vertices() {
            if self.mate(v).is_some() {
                continue;
            }
            let dual_2x = self.smallest_dual_2x(v);
            let mut partner = None;
            self.graph.for_each_neighbour(v, |u, weight_2x| {
                if partner.is_none()
                    && self.state.mate[u.index()].is_none()
                    && W::adds_up(&dual_2x, &self.state.dual_2x[u.index()], weight_2x)
                {
                    partner = Some(u);
                }
            });
            self.set_dual_2x(v, dual_2x);
            if let Some(u) = partner {
                self.state.mate[v.index()] = Some(u);
                self.state.mate[u.index()] = Some(v);
            }
        }
        self.new_epoch();
        self.pending
            .extend((0..self.state.n()).map(VertexId::new).rev());
    }

    /// Runs stages until no vertex is pending, or returns the vertex at which `budget` ended.
    fn settle(&mut self, budget: &mut W) -> Option<VertexId> {
        while let Some(&root) = self.pending.last() {
            if self.state.is_settled(root, &self.cover) {
                self.pending.pop();
                continue;
            }
            let outcome = self.stage().run(root, budget);
            if cfg!(debug_assertions) && self.state.n() <= 64 {
                self.state.check_invariants(&self.graph, &self.cover);
            }
            if outcome == StageEnd::Exhausted {
                return Some(root);
            }
        }
        None
    }

    /// The proof that the `Must` vertices cannot all be covered: the T vertices of a tree that
    /// cannot grow, found without weights. As costly as solving from scratch.
    fn no_matching(&self, exposed: VertexId) -> NoMatching {
        let mut bare = Sparse::<i32>::new(self.state.n());
        for v in self.vertices() {
            self.graph
                .for_each_neighbour(v, |u, _| bare.push_half_edge(v, u, 0));
        }
        let mut proof = NoMatching {
            exposed,
            inner: Vec::new(),
        };
        if let Ok(mut solver) = Solver::build(bare.into(), self.cover.clone(), false) {
            solver.start_afresh();
            if let Some(exposed) = solver.settle(&mut 0) {
                proof.exposed = exposed;
                proof.inner.clone_from(&solver.search.tree_t);
                proof.inner.sort_unstable();
            }
        }
        proof
    }
}
