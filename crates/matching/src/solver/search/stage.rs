//! A stage at work: from the exposed vertex until something can be improved.

use std::cmp::Reverse;

use super::{Finish, Kindled, Label, StageEnd, TightRows, TreeSearch};
use crate::bitset::contains;
use crate::graph::{Graph, VertexId, WeightedGraph};
use crate::objective::Cover;
use crate::solver::state::State;
use crate::weight::Weight;

/// A stage at work: the solver's parts, borrowed.
pub(in crate::solver) struct Stage<'a, W> {
    pub(in crate::solver) graph: &'a Graph<W>,
    pub(in crate::solver) cover: &'a [Cover],
    pub(in crate::solver) state: &'a mut State<W>,
    pub(in crate::solver) search: &'a mut TreeSearch<W>,
    pub(in crate::solver) tight: &'a mut TightRows,
    pub(in crate::solver) fresh_epoch: &'a mut u64,
}

impl<W: Weight> Stage<'_, W> {
    /// Grows a tree from the exposed vertex `root` and improves the matching at the first chance,
    /// unless the dual objective has to fall by more than `budget`. What it falls by is taken from
    /// `budget`.
    ///
    /// O(m log n) with m the edges of the vertices that become S, and O(n) per blossom formed or
    /// expanded, of which there are O(n). Without dual adjustment (`budget` zero) each S vertex
    /// costs its tight edges only, once its row of tight edges is known.
    pub(in crate::solver) fn run(&mut self, root: VertexId, budget: &mut W) -> StageEnd {
        self.plant(root, budget);
        let outcome = self.grow(budget);
        self.commit();
        budget.decrease(&self.search.delta);
        self.search.events.stages += 1;
        match outcome {
            Some(Finish::Augment(s, v)) => {
                self.search.events.augmented += 1;
                self.state.rebase(self.state.top(v), v);
                self.state.mate[v.index()] = Some(s);
                self.flip(s, Some(v));
            }
            Some(Finish::Expose(v)) => {
                self.search.events.exposed += 1;
                self.flip(v, None);
            }
            None => {
                let search = &mut *self.search;
                search.events.exhausted += 1;
                search.tree_t.clear();
                for &node in &search.labelled {
                    if search.label[node.index()] == Label::T && self.state.parent(node).is_none() {
                        self.state.members(node, &mut search.tree_t);
                    }
                }
            }
        }
        self.clear_labels();
        if outcome.is_some() {
            StageEnd::Settled
        } else {
            StageEnd::Exhausted
        }
    }

    /// Lets a tree grow from the only exposed vertex until all sought vertices are S, or no more can be, while
    /// the dual objective falls by `budget` at most. By sought vertex: the doubled dual objective, less the dual
    /// of the vertex, once it is S. The state is of no use afterwards. O(m log n).
    pub(in crate::solver) fn reach(
        &mut self,
        root: VertexId,
        sought: Vec<VertexId>,
        budget: &W,
    ) -> Vec<Option<W>> {
        let objective_2x = self.state.objective_2x.clone();
        self.plant(root, budget);
        self.search.sought = Some(sought.clone());
        let outcome = self.grow(budget);
        debug_assert!(outcome.is_none(), "there is no other exposed vertex");
        self.search.sought = None;
        for node in std::mem::take(&mut self.search.labelled) {
            self.search.label[node.index()] = Label::Free;
            self.search.entry[node.index()] = None;
        }
        let (search, dual_2x) = (&self.search, &self.state.dual_2x);
        let value_2x = |v: VertexId| {
            // What is stored is the dual when it became S, and the time.
            contains(&search.s_vertices.all, v.index())
                .then(|| objective_2x.minus(&dual_2x[v.index()]))
        };
        sought.into_iter().map(value_2x).collect()
    }

    /// A tree that is its root. O(n).
    fn plant(&mut self, root: VertexId, budget: &W) {
        let search = &mut *self.search;
        search.labelled.clear();
        search.s_vertices.start(self.state.n());
        search.delta = W::zero();
        search.limit.clone_from(budget);
        search.exposure = None;
        search.best_from.fill(None);
        self.start_bars();
        let search = &mut *self.search;
        search.queue.clear();
        search.ready.clear();
        search.later.clear();
        self.label_s(self.state.top(root), None);
    }

    /// No edge is known yet: each that is due until `limit` matters. O(n).
    pub(super) fn start_bars(&mut self) {
        let (search, dual_2x) = (&mut *self.search, &self.state.dual_2x);
        let n = dual_2x.len();
        search.open.clear();
        search.open.resize(n.div_ceil(64), u64::MAX);
        if search.limit.is_zero() {
            return;
        }
        let beyond = search.limit.plus(&W::unit());
        search.bar.clear();
        search
            .bar
            .extend(dual_2x.iter().map(|dual| beyond.minus(dual)));
    }

    pub(super) fn grow(&mut self, budget: &W) -> Option<Finish> {
        loop {
            if let Some((time, v)) = &self.search.exposure
                && *time <= self.search.delta
            {
                return Some(Finish::Expose(*v));
            }
            if let Some(due) = self.search.ready.pop() {
                let finish = match due {
                    Kindled::Edge(s, v) => self.tight_edge(s, v),
                    Kindled::First(s, v) => {
                        // Two S vertices close a circuit; that never ends a stage.
                        self.tight_edge(s, v);
                        self.wait_for_next(s);
                        None
                    }
                    Kindled::Expand(node) => {
                        self.expand(node);
                        None
                    }
                };
                if finish.is_some() {
                    return finish;
                }
            } else if let Some(s) = self.search.queue.pop_front() {
                self.scan(s);
            } else if self.search.has_found() {
                return None;
            } else {
                let search = &mut *self.search;
                let next = search.later.peek().map(|Reverse(event)| &event.time);
                match (&search.exposure, next) {
                    (Some((time, v)), next) if next.is_none_or(|next| time <= next) => {
                        if time > budget {
                            return None;
                        }
                        search.delta.clone_from(time);
                        return Some(Finish::Expose(*v));
                    }
                    (_, Some(next)) if next <= budget => {
                        search.events.adjusted += u64::from(*next > search.delta);
                        search.delta.clone_from(next);
                        if let Some(Reverse(event)) = search.later.pop() {
                            search.ready.push(event.what);
                        }
                    }
                    _ => return None,
                }
            }
        }
    }

    /// Looks at the edges of a vertex that became S. O(degree), or O(tight edges).
    pub(super) fn scan(&mut self, s: VertexId) {
        if self.search.limit.is_zero() {
            self.scan_tight(s);
            return;
        }
        let mut seen = std::mem::take(&mut self.search.scratch_seen);
        self.see(s, &mut seen);
        let Self { state, search, .. } = self;
        let own = state.top(s);
        let delta_2x = search.delta.doubled();
        let mut first = None;
        for (v, key) in seen.drain(..) {
            if !contains(&search.s_vertices.all, v.index()) {
                search.offer(s, v, key, state);
            } else if state.top(v) != own {
                let mut slack = key.plus(&state.dual_2x[v.index()]);
                slack.decrease(&delta_2x);
                search.offer_to_s(s, v, slack, &mut first);
            }
        }
        search.scratch_seen = seen;
        search.wait_for(s, first);
    }

    /// Adds the neighbours of an S vertex to which the edge may matter, with the keys. O(degree).
    pub(super) fn see(&mut self, s: VertexId, seen: &mut Vec<(VertexId, W)>) {
        let Self {
            graph,
            state,
            search,
            ..
        } = self;
        let stored = &state.dual_2x[s.index()];
        let beside = search.s_vertices.beside(state.top(s));
        graph.for_each_neighbour_in(s, [beside, &search.open], |v, weight_2x| {
            let key = stored.minus(weight_2x);
            if key < search.bar[v.index()] || contains(beside, v.index()) {
                seen.push((v, key));
            }
        });
    }

    /// Looks again for the edges of an S vertex to other S vertices. O(degree), once for each time at
    /// which such an edge becomes tight.
    pub(super) fn wait_for_next(&mut self, s: VertexId) {
        let Self {
            graph,
            state,
            search,
            ..
        } = self;
        let own = state.top(s);
        let mut to_s = state.dual_2x[s.index()].minus(&search.delta);
        to_s.decrease(&search.delta);
        let mut first = None;
        let s_vertices = std::mem::take(&mut search.s_vertices);
        let beside = s_vertices.beside(own);
        graph.for_each_neighbour_in(s, [beside, beside], |v, weight_2x| {
            if state.top(v) != own {
                let mut slack = to_s.plus(&state.dual_2x[v.index()]);
                slack.decrease(weight_2x);
                search.offer_to_s(s, v, slack, &mut first);
            }
        });
        search.s_vertices = s_vertices;
        search.wait_for(s, first);
    }

    /// [`Stage::scan`] when no dual adjustment is left: only tight edges count.
    ///
    /// What: reads the tight neighbours from a row that is made once per epoch.
    /// Why: the plain way computes n slacks of many limbs for each S vertex.
    /// Right because `limit` zero means `delta` zero, so stored duals are the duals, and equal
    /// epochs mean equal duals and weights; removed edges are asked for again.
    pub(super) fn scan_tight(&mut self, s: VertexId) {
        let Self {
            graph,
            state,
            search,
            tight,
            ..
        } = self;
        let row = &mut tight.rows[s.index()];
        if tight.epoch[s.index()] != state.epoch {
            row.clear();
            let dual_s = &state.dual_2x[s.index()];
            graph.for_each_neighbour(s, |v, weight_2x| {
                if W::adds_up(dual_s, &state.dual_2x[v.index()], weight_2x) {
                    row.push(v);
                }
            });
            tight.epoch[s.index()] = state.epoch;
        }
        let own = state.top(s);
        for &v in row.iter() {
            let node = state.top(v);
            if node == own || !graph.has(s, v) {
                continue;
            }
            match search.label[node.index()] {
                Label::T => {
                    search.best_from[v.index()].get_or_insert(s);
                }
                Label::Free => {
                    search.best_from[v.index()].get_or_insert(s);
                    search.ready.push(Kindled::Edge(s, v));
                }
                Label::S => search.ready.push(Kindled::Edge(s, v)),
            }
        }
    }

    /// The slack of an edge from an S vertex at the present `delta`, by the other end's label.
    pub(super) fn slack_now(&self, s: VertexId, v: VertexId) -> Option<W> {
        let mut slack = self.state.dual_2x[s.index()].plus(&self.state.dual_2x[v.index()]);
        slack.decrease(self.graph.weight(s, v)?);
        match self.search.label[self.state.top(v).index()] {
            Label::S => {
                slack.decrease(&self.search.delta);
                slack.decrease(&self.search.delta);
            }
            Label::Free => slack.decrease(&self.search.delta),
            Label::T => {}
        }
        Some(slack)
    }
}
