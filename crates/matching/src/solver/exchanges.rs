//! What an optimum loses if a vertex is matched to another neighbour: one search from a vertex tells it of all
//! its neighbours, with duals and blossoms of the optimum to start from.
//!
//! Let all vertices have to be covered. The vertex `u` gets a *pendant*, a vertex with one edge, to `u`, which
//! weighs nothing; with the negated dual of `u` as its own the edge is tight. It is exposed, and a tree grows
//! from it that nothing ends, for there is no other exposed vertex. Once a vertex `v` becomes S, the path to
//! it is tight: matched along it, all but `v` are covered, and `u` only by its pendant. So this is a best
//! matching without `u` and `v`, and it weighs half of what the doubled dual objective is by then, less the dual of
//! `v`. Both fall together from then on, so that the number can be read at the end of the search.
//!
//! Vertices that may stay exposed are joined to a *bus* of vertices that must be covered, by edges that weigh
//! nothing. An exposed vertex is matched to its port there. Each port is the third corner of four vertices that are
//! all joined; the first two lead to the port before and to the port after. Of three such edges none or two
//! can be matched, so that the edges between ports carry a parity: any even number of vertices can be exposed, and of
//! an odd number of vertices the last port takes one more. In between all duals of the bus are zero.
//!
//! Source: Edmonds' duals as in the [solver](super). That one tree answers for all vertices is Dijkstra's
//! algorithm for alternating paths; U. Derigs, "A shortest augmenting path method for solving minimal perfect
//! matching problems" (1981), has it for one.

use super::state::State;
use super::{Solver, TightRows, TreeSearch};
use crate::error::Error;
use crate::graph::{Graph, Sparse, VertexId, WeightedGraph};
use crate::objective::{Cover, Objective};
use crate::weight::Weight;

/// An optimum that is asked how much worse a vertex would be matched otherwise.
#[derive(Debug)]
pub(crate) struct Exchanges<W> {
    /// First the vertices of the instance.
    n: usize,
    /// All of them, the bus, and a pendant, which has no edge between two questions.
    solver: Solver<W>,
    optimum: State<W>,
    pendant: VertexId,
    /// The sum of the weights of the optimum.
    value: W,
}

/// What is lost if a vertex is matched in a certain way.
#[derive(Clone, Debug)]
pub(crate) struct ExchangeLoss<W> {
    /// To whom; to nobody if `None`.
    pub(crate) mate: Option<VertexId>,
    /// What the optimum has more; `None` if there are matchings with more pairs, and these come first.
    pub(crate) loss: Option<W>,
}

impl<W: Weight> Exchanges<W> {
    /// How many vertices the graph has: four of the bus for each that may stay exposed, one that its end
    /// takes, and the pendant.
    pub(crate) fn n_vertices(covers: &[Cover]) -> usize {
        let n_ports = covers.iter().filter(|cover| **cover == Cover::May).count();
        covers.len() + 4 * n_ports + 2
    }

    /// Solves the graph of an instance, whose other vertices have no edges yet; `None` if there is no matching.
    ///
    /// # Errors
    /// [`Error::WeightTooWide`].
    pub(crate) fn new(
        graph: Sparse<W>,
        covers: &[Cover],
        objective: Objective,
    ) -> Result<Option<Self>, Error> {
        let n_all = graph.n_vertices();
        let mut all = covers.to_vec();
        all.resize(n_all, Cover::May);
        let by_cardinality = objective == Objective::MaxWeightMaxCardinality;
        let mut solver = Solver::build(Graph::Sparse(graph), all, by_cardinality)?;
        if !solver.resolve_down_to(None) {
            return Ok(None);
        }
        let value = solver.value();
        lay_bus(&mut solver, covers);
        let pendant = VertexId::new(n_all - 1);
        solver.cover[pendant.index()] = Cover::Must;
        Ok(Some(Self {
            n: covers.len(),
            optimum: solver.state.clone(),
            value,
            solver,
            pendant,
        }))
    }

    /// The sum of the weights of the optimum.
    pub(crate) fn value(&self) -> &W {
        &self.value
    }

    /// The same once more, for another thread.
    pub(crate) fn fork(&self) -> Self {
        let n = self.solver.state.n();
        Self {
            n: self.n,
            solver: Solver {
                graph: self.solver.graph.clone(),
                cover: self.solver.cover.clone(),
                by_cardinality: self.solver.by_cardinality,
                bonus: self.solver.bonus.clone(),
                largest: self.solver.largest.clone(),
                state: self.optimum.clone(),
                pending: Vec::new(),
                stale: false,
                search: TreeSearch::new(n),
                tight: TightRows::new(n),
                fresh_epoch: self.solver.fresh_epoch,
            },
            optimum: self.optimum.clone(),
            pendant: self.pendant,
            value: self.value.clone(),
        }
    }

    /// What is lost if `u` is matched to each of those neighbours that are wanted, in ascending order, for which
    /// there is a matching; and if it is to stay exposed, last, where it may and that is wanted. O(m log n).
    pub(crate) fn of(
        &mut self,
        u: VertexId,
        is_wanted: impl Fn(Option<VertexId>) -> bool,
    ) -> Vec<ExchangeLoss<W>> {
        let n = self.n;
        let named = |v: VertexId| (v.index() < n).then_some(v);
        let mut wanted = Vec::new();
        (self.solver.graph).for_each_neighbour(u, |v, weight_2x| {
            if is_wanted(named(v)) {
                wanted.push((v, weight_2x.clone()));
            }
        });
        let solver = &mut self.solver;
        let best_2x = solver.state.objective_2x.clone();
        solver.graph.put(u, self.pendant, Some(W::zero()));
        let dual_2x = solver.state.dual_2x[u.index()].negated();
        solver.set_dual_2x(self.pendant, dual_2x);
        // Rows of tight edges may have been made when another vertex had the pendant.
        solver.new_epoch();
        let sought = wanted.iter().map(|(v, _)| *v).collect();
        let values_2x = solver.reach(self.pendant, sought);
        solver.graph.put(u, self.pendant, None);
        solver.state.clone_from(&self.optimum);
        let mut losses = Vec::new();
        for ((v, weight_2x), value_2x) in wanted.into_iter().zip(values_2x) {
            let Some(value_2x) = value_2x else { continue };
            let loss = best_2x.minus(&value_2x).minus(&weight_2x).halved();
            // Pairs that are missing weigh more than half of the bonus, and weights less.
            let bonus = &self.solver.bonus;
            let has_fewer_pairs = !bonus.is_zero() && loss.doubled() > *bonus;
            losses.push(ExchangeLoss {
                mate: named(v),
                loss: (!has_fewer_pairs).then_some(loss),
            });
        }
        losses
    }
}

/// Joins the bus to the vertices that may stay exposed, and matches it beside an optimum.
fn lay_bus<W: Weight>(solver: &mut Solver<W>, covers: &[Cover]) {
    let (n, id) = (covers.len(), VertexId::new);
    let ports: Vec<usize> = (0..n).filter(|v| covers[*v] == Cover::May).collect();
    let corner = |port: usize, which: usize| id(n + 4 * port + which);
    let end = id(solver.state.n() - 2);
    // Whether the edge from the port before is matched.
    let mut is_odd = false;
    for (port, v) in ports.iter().enumerate() {
        let [first, second, third, inner] = [0, 1, 2, 3].map(|which| corner(port, which));
        let is_exposed = solver.state.mate[*v].is_none();
        let was_odd = is_odd;
        is_odd ^= is_exposed;
        // The corners that nobody outside has.
        let matched = match (was_odd, is_exposed) {
            (false, false) => [Some((first, second)), Some((third, inner))],
            (true, true) => [Some((second, inner)), None],
            (true, false) => [Some((third, inner)), None],
            (false, true) => [Some((first, inner)), None],
        };
        let is_last = port + 1 == ports.len();
        let after = if is_last { end } else { corner(port + 1, 0) };
        let mut edges = vec![
            (first, second),
            (first, third),
            (first, inner),
            (second, third),
            (second, inner),
            (third, inner),
            (third, id(*v)),
        ];
        if !is_last || is_odd {
            edges.push((second, after));
        }
        let outside = [
            is_exposed.then_some((third, id(*v))),
            is_odd.then_some((second, after)),
        ];
        for (u, v) in edges {
            solver.graph.put(u, v, Some(W::zero()));
            solver.cover[u.index()] = Cover::Must;
            solver.cover[v.index()] = Cover::Must;
        }
        for (u, v) in matched.into_iter().chain(outside).flatten() {
            solver.state.mate[u.index()] = Some(v);
            solver.state.mate[v.index()] = Some(u);
        }
    }
    solver.new_epoch();
    if cfg!(debug_assertions) && solver.state.n() <= 64 {
        solver.state.check_invariants(&solver.graph, &solver.cover);
    }
}
