//! One stage: an alternating tree grown from one exposed vertex until the matching improves.
//!
//! Source: Edmonds (1965); the event queue after Mehlhorn and Schäfer (2002). Departures:
//! - One tree at a time. Then all duals of the tree have the parity of the root, halves are exact.
//! - Duals are stored shifted by the dual adjustment `delta` (see [`Search::delta`]), so that an
//!   adjustment costs nothing.
//! - The edges between S vertices are not queued one by one: an S vertex waits for the first of its
//!   own, and looks for the next when that is due.
//! - In graphs with bit rows, edges of an S vertex to T vertices, and within the largest blossom, are
//!   passed over a word at a time: in a large tree nearly all edges without slack are of these.
//! - What an edge must have to matter is one number for its other end ([`Search::bar`]). Where lists of
//!   neighbours are short and a vertex has one weight towards most others, it takes a comparison with
//!   that to pass over an edge: in large trees 97 of 100 edges are neither due nor the best one.
//! - Events later than a known end of the stage, or than the caller's budget, are never queued.
//!   They cannot happen: `delta` never passes that end.

use std::{
    cmp::{Ordering, Reverse},
    collections::{BinaryHeap, VecDeque},
};

use crate::{
    bits::{contains, insert, remove},
    graph::{Graph, VertexId, WeightedGraph},
    solver::{
        Cover,
        state::{Kind, Node, State},
    },
    weight::Weight,
};

/// The place of a top-level node in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Label {
    /// Not in the tree.
    Free,
    /// At even distance from the root: its vertices can be exposed by flipping a path.
    S,
    /// At odd distance.
    T,
}

/// How a stage ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// The root is covered, or exposed with dual zero.
    Settled,
    /// The dual objective would have to fall by more than the budget, or without end.
    Exhausted,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kindled {
    /// The edge from an S vertex to another vertex becomes tight.
    Edge(VertexId, VertexId),
    /// The same, as the first of the edges of this S vertex to other S vertices: they all become tight
    /// in the order of their slacks, so only the first of them has to be waited for.
    First(VertexId, VertexId),
    /// The dual of a T blossom becomes zero.
    Expand(Node),
}

#[derive(Debug)]
struct Event<W> {
    /// The value of `delta` at which it happens.
    time: W,
    what: Kindled,
}

impl<W: Ord> Ord for Event<W> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.time
            .cmp(&other.time)
            .then_with(|| self.what.cmp(&other.what))
    }
}

impl<W: Ord> PartialOrd for Event<W> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<W: Ord> PartialEq for Event<W> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<W: Ord> Eq for Event<W> {}

/// What ends the stage.
#[derive(Clone, Copy, Debug)]
enum Finish {
    /// A tight edge from an S vertex to a vertex of an exposed free node.
    Augment(VertexId, VertexId),
    /// A `May` vertex of an S node has dual zero.
    Expose(VertexId),
}

/// Tight neighbours of vertices, kept as long as duals and weights stay.
#[derive(Debug, Default)]
pub(super) struct TightRows {
    /// `rows[v]` lists every `u` with `dual_2x(u) + dual_2x(v) == weight_2x(uv)` if `epoch[v]` is
    /// the state's epoch. It may list edges that have been removed since.
    rows: Vec<Vec<VertexId>>,
    epoch: Vec<u64>,
    /// The number of the trial in which the row was made.
    made_in: Vec<u64>,
}

impl TightRows {
    pub(super) fn new(n: usize) -> Self {
        Self {
            rows: vec![Vec::new(); n],
            epoch: vec![u64::MAX; n],
            made_in: vec![0; n],
        }
    }

    pub(super) fn push_vertex(&mut self) {
        self.rows.push(Vec::new());
        self.epoch.push(u64::MAX);
        self.made_in.push(0);
    }

    /// Says that the edge `uv`, absent during trial `trial`, is there again.
    pub(super) fn put_back<W: Weight>(
        &mut self,
        u: VertexId,
        v: VertexId,
        weight_2x: &W,
        state: &State<W>,
        trial: u64,
    ) {
        if self.epoch[u.index()] == state.epoch
            && self.made_in[u.index()] == trial
            && W::adds_up(
                &state.dual_2x[u.index()],
                &state.dual_2x[v.index()],
                weight_2x,
            )
        {
            self.rows[u.index()].push(v);
        }
    }
}

/// How often what happened, since the solver was made. For tests and for the curious.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Events {
    /// Stages run.
    pub stages: u64,
    /// Stages that ended by matching two exposed vertices through a path.
    pub augmented: u64,
    /// Stages that ended by letting a vertex stay, or become, exposed.
    pub exposed: u64,
    /// Stages that ended without improvement: no matching, or not within a trial's budget.
    pub exhausted: u64,
    /// Adjustments of the duals.
    pub adjusted: u64,
    /// Free nodes that became T, each with its base's mate that became S.
    pub grown: u64,
    /// Blossoms among the nodes that became T so.
    pub blossom_became_t: u64,
    /// Blossoms that became S as the mate of such a node, or as the root.
    pub blossom_became_s: u64,
    /// Blossoms formed.
    pub shrunk: u64,
    /// Blossoms formed that contain a blossom.
    pub nested: u64,
    /// T vertices and blossoms that became part of an S blossom.
    pub t_absorbed: u64,
    /// T blossoms expanded because their dual reached zero.
    pub expanded_in_stage: u64,
    /// Blossoms among the children set free, or labelled, by such an expansion.
    pub expanded_to_blossom: u64,
    /// S blossoms expanded at the end of a stage because their dual was still zero.
    pub expanded_at_end: u64,
    /// Blossoms dissolved into vertex duals because a change touched them.
    pub dissolved: u64,
}

/// The S vertices, as bits.
#[derive(Debug, Default)]
struct SVertices {
    all: Vec<u64>,
    /// Those who are not in the largest S blossom, within which edges do not matter.
    but_giant: Vec<u64>,
    giant: Option<Node>,
    size: usize,
}

impl SVertices {
    fn start(&mut self, n: usize) {
        for set in [&mut self.all, &mut self.but_giant] {
            set.clear();
            set.resize(n.div_ceil(64), 0);
        }
        self.giant = None;
        self.size = 0;
    }

    /// To whom edges of a vertex of this node may matter.
    fn beside(&self, node: Node) -> &[u64] {
        if self.giant == Some(node) {
            &self.but_giant
        } else {
            &self.all
        }
    }

    fn add(&mut self, v: VertexId) {
        insert(&mut self.all, v.index());
        insert(&mut self.but_giant, v.index());
    }

    /// The largest blossom is now this one: the one before and these members, or just these.
    fn unite(&mut self, blossom: Node, members: &[VertexId], contains_giant: bool) {
        if !contains_giant {
            self.but_giant.clone_from(&self.all);
            self.size = 0;
        }
        self.giant = Some(blossom);
        self.size += members.len();
        for v in members {
            remove(&mut self.but_giant, v.index());
        }
    }
}

/// The scratch space of a stage. Cleared at the start of [`Stage::run`].
#[derive(Debug)]
pub(super) struct Search<W> {
    /// Labels of top-level nodes, by node. `Free` for every node outside a stage.
    label: Vec<Label>,
    s_vertices: SVertices,
    /// The vertices that are neither S nor T nodes, as bits.
    open: Vec<u64>,
    /// The edge over which a node got its label, from the parent's side; `None` for the root.
    entry: Vec<Option<(VertexId, VertexId)>>,
    /// The nodes that were given a label in this stage; some twice, some no longer top-level.
    labelled: Vec<Node>,
    /// The sum of dual adjustments. During a stage the stored `dual_2x` of an S vertex is its dual
    /// plus `delta`, of a T vertex its dual minus `delta`; of an S blossom its dual minus
    /// `2 delta`, of a T blossom its dual plus `2 delta`. All these stay while the label stays.
    delta: W,
    /// No event after this `delta` can matter.
    limit: W,
    /// The first S vertex whose dual reaches zero while it may stay exposed, and when.
    exposure: Option<(W, VertexId)>,
    /// The S end of the best edge to a vertex that is not S, as far as it can matter.
    best_from: Vec<Option<VertexId>>,
    /// An edge from an S vertex matters only if its *key*, the stored dual of that vertex minus the
    /// weight of the edge, is less than the bar of the other end. At first by what is due until
    /// `limit`, then the key of the edge from `best_from`: the least is the best, whatever happens to
    /// the other dual. Not kept up while `limit` is zero.
    bar: Vec<W>,
    /// If there are lists of neighbours, `bar` plus the weight of edges to [higher common
    /// vertices](crate::graph::Listed): what the stored dual of such an S vertex has to be less than.
    bar_with_weight: Vec<W>,
    /// S vertices whose edges are still to be looked at.
    queue: VecDeque<VertexId>,
    /// What is due at the present `delta`.
    ready: Vec<Kindled>,
    /// What is due later.
    later: BinaryHeap<Reverse<Event<W>>>,
    /// The rounds in which [`Stage::meet`] passed by a node.
    mark: Vec<u32>,
    round: u32,
    /// The T vertices of the last tree that ended exhausted.
    pub(super) tree_t: Vec<VertexId>,
    pub(super) events: Events,
    scratch_members: Vec<VertexId>,
    scratch_seen: Vec<(VertexId, W)>,
    scratch_near: Vec<u32>,
}

impl<W: Weight> Search<W> {
    pub(super) fn new(n: usize) -> Self {
        Self {
            label: vec![Label::Free; 2 * n],
            s_vertices: SVertices::default(),
            open: Vec::new(),
            entry: vec![None; 2 * n],
            labelled: Vec::new(),
            delta: W::zero(),
            limit: W::zero(),
            exposure: None,
            best_from: vec![None; n],
            bar: Vec::new(),
            bar_with_weight: Vec::new(),
            queue: VecDeque::new(),
            ready: Vec::new(),
            later: BinaryHeap::new(),
            mark: vec![0; 2 * n],
            round: 0,
            tree_t: Vec::new(),
            events: Events::default(),
            scratch_members: Vec::new(),
            scratch_seen: Vec::new(),
            scratch_near: Vec::new(),
        }
    }

    /// O(1).
    fn set_bar(&mut self, v: VertexId, bar: W, graph: &Graph<W>) {
        if let Some(weights) = graph.weights_to_common() {
            self.bar_with_weight[v.index()] = bar.plus(&weights[v.index()]);
        }
        self.bar[v.index()] = bar;
    }

    /// To be called when a vertex becomes a T node or one of an S node, with its stored dual. O(1).
    fn close(&mut self, v: VertexId, stored: &W, is_s: bool, graph: &Graph<W>) {
        remove(&mut self.open, v.index());
        if !self.limit.is_zero() && graph.weights_to_common().is_some() {
            // No edge to a T node has a smaller key, as slack is not negative. One from S to S matters
            // if it has none when both duals have fallen until `limit`.
            let bar = if is_s {
                self.limit.doubled().plus(&W::unit()).minus(stored)
            } else {
                stored.negated()
            };
            self.set_bar(v, bar, graph);
        }
    }

    /// An edge from an S vertex to another, better than all before. O(1).
    fn offer(&mut self, s: VertexId, v: VertexId, key: W, graph: &Graph<W>, state: &State<W>) {
        // The dual of a vertex that is T by now was not less when it was free.
        let dual_v = &state.dual_2x[v.index()];
        let time = key.plus(dual_v);
        if time > self.limit {
            let bar = self.limit.plus(&W::unit()).minus(dual_v);
            self.set_bar(v, bar, graph);
            return;
        }
        self.set_bar(v, key, graph);
        self.best_from[v.index()] = Some(s);
        let node = state.top(v);
        // A T vertex matters only if its blossom expands and sets it free.
        if self.label[node.index()] == Label::T {
            return;
        }
        if time == self.delta {
            self.ready.push(Kindled::Edge(s, v));
            return;
        }
        if state.mate[state.base(node).index()].is_none() {
            self.limit.clone_from(&time);
        }
        self.later.push(Reverse(Event {
            time,
            what: Kindled::Edge(s, v),
        }));
    }

    /// An edge between two S vertices: it is due, or it may be the first of `s` to be. O(1).
    #[inline]
    fn offer_to_s(
        &mut self,
        s: VertexId,
        v: VertexId,
        slack: W,
        first: &mut Option<(W, VertexId)>,
    ) {
        if slack.is_zero() {
            self.ready.push(Kindled::Edge(s, v));
        } else if first.as_ref().is_none_or(|(least, _)| slack < *least) {
            *first = Some((slack, v));
        }
    }

    /// Queues the first edge of an S vertex to another, unless the stage ends before it is tight.
    fn wait_for(&mut self, s: VertexId, first: Option<(W, VertexId)>) {
        if let Some((slack, v)) = first {
            let time = slack.halved().plus(&self.delta);
            if time <= self.limit {
                let what = Kindled::First(s, v);
                self.later.push(Reverse(Event { time, what }));
            }
        }
    }

    pub(super) fn push_vertex(&mut self) {
        self.label.extend([Label::Free; 2]);
        self.entry.extend([None; 2]);
        self.mark.extend([0; 2]);
        self.best_from.push(None);
    }
}

/// Adds those of a list whose bar is greater than a value.
#[inline(never)]
fn find_above<W: Ord>(list: &[u32], bars: &[W], value: &W, found: &mut Vec<u32>) {
    for v in list {
        if *value < bars[*v as usize] {
            found.push(*v);
        }
    }
}

/// A stage at work: the solver's parts, borrowed.
pub(super) struct Stage<'a, W> {
    pub(super) graph: &'a Graph<W>,
    pub(super) cover: &'a [Cover],
    pub(super) state: &'a mut State<W>,
    pub(super) search: &'a mut Search<W>,
    pub(super) tight: &'a mut TightRows,
    pub(super) fresh_epoch: &'a mut u64,
    pub(super) trial: u64,
}

impl<W: Weight> Stage<'_, W> {
    /// Grows a tree from the exposed vertex `root` and improves the matching at the first chance,
    /// unless the dual objective has to fall by more than `budget`. What it falls by is taken from
    /// `budget`.
    ///
    /// O(m log n) with m the edges of the vertices that become S, and O(n) per blossom formed or
    /// expanded, of which there are O(n). Without dual adjustment (`budget` zero) each S vertex
    /// costs its tight edges only, once its row of tight edges is known.
    pub(super) fn run(&mut self, root: VertexId, budget: &mut W) -> Outcome {
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
            Outcome::Settled
        } else {
            Outcome::Exhausted
        }
    }

    /// No edge is known yet: each that is due until `limit` matters. O(n).
    fn start_bars(&mut self) {
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
        search.bar_with_weight.clear();
        if let Some(weights) = self.graph.weights_to_common() {
            let both = search.bar.iter().zip(weights);
            let with_weight = both.map(|(bar, weight)| bar.plus(weight));
            search.bar_with_weight.extend(with_weight);
        }
    }

    fn grow(&mut self, budget: &W) -> Option<Finish> {
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
    fn scan(&mut self, s: VertexId) {
        if self.search.limit.is_zero() {
            self.scan_tight(s);
            return;
        }
        let mut seen = std::mem::take(&mut self.search.scratch_seen);
        self.see(s, &mut seen);
        let Self {
            graph,
            state,
            search,
            ..
        } = self;
        let own = state.top(s);
        let delta_2x = search.delta.doubled();
        let mut first = None;
        for (v, key) in seen.drain(..) {
            if !contains(&search.s_vertices.all, v.index()) {
                search.offer(s, v, key, graph, state);
            } else if state.top(v) != own {
                let mut slack = key.plus(&state.dual_2x[v.index()]);
                slack.decrease(&delta_2x);
                search.offer_to_s(s, v, slack, &mut first);
            }
        }
        search.scratch_seen = seen;
        search.wait_for(s, first);
    }

    /// Adds the neighbours of an S vertex to whom the edge may matter, and its keys. O(degree).
    fn see(&mut self, s: VertexId, seen: &mut Vec<(VertexId, W)>) {
        let Self {
            graph,
            state,
            search,
            ..
        } = self;
        let stored = &state.dual_2x[s.index()];
        let bar = &search.bar;
        if let Some(listed) = graph.listed(s) {
            let mut near = std::mem::take(&mut search.scratch_near);
            if listed.is_common {
                find_above(listed.lower, &search.bar_with_weight, stored, &mut near);
            } else {
                near.extend(listed.lower);
            }
            let key = stored.minus(listed.weight_to_common);
            find_above(listed.common, bar, &key, &mut near);
            near.extend(listed.others);
            for v in near.drain(..) {
                let v = VertexId::new(v as usize);
                let key = graph.weight(s, v).map(|weight_2x| stored.minus(weight_2x));
                let key = key.filter(|key| *key < bar[v.index()]);
                seen.extend(key.map(|key| (v, key)));
            }
            search.scratch_near = near;
        } else {
            let beside = search.s_vertices.beside(state.top(s));
            graph.for_each_neighbour_in(s, [beside, &search.open], |v, weight_2x| {
                let key = stored.minus(weight_2x);
                if key < bar[v.index()] || contains(beside, v.index()) {
                    seen.push((v, key));
                }
            });
        }
    }

    /// Looks again for the edges of an S vertex to other S vertices. O(degree), once for each time at
    /// which such an edge becomes tight.
    fn wait_for_next(&mut self, s: VertexId) {
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
    /// Why: the plain way computes n slacks of many limbs for each S vertex of each trial.
    /// Right because `limit` zero means `delta` zero, so stored duals are the duals, and equal
    /// epochs mean equal duals and weights; removed edges are asked for again.
    /// Caught by: `trials_agree_with_solving_anew`.
    fn scan_tight(&mut self, s: VertexId) {
        let Self {
            graph,
            state,
            search,
            tight,
            trial,
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
            tight.made_in[s.index()] = *trial;
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
    fn slack_now(&self, s: VertexId, v: VertexId) -> Option<W> {
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

    /// Uses an edge that was found tight: augment, grow or shrink. An event that is out of date
    /// does nothing, because what changed the label has queued the edge again.
    fn tight_edge(&mut self, s: VertexId, v: VertexId) -> Option<Finish> {
        let (near, far) = (self.state.top(s), self.state.top(v));
        if near == far || !self.slack_now(s, v).is_some_and(|slack| slack.is_zero()) {
            return None;
        }
        match self.search.label[far.index()] {
            Label::Free => {
                let base = self.state.base(far);
                let Some(mate) = self.state.mate[base.index()] else {
                    return Some(Finish::Augment(s, v));
                };
                self.search.events.grown += 1;
                self.search.events.blossom_became_t += u64::from(far.is_blossom());
                self.label_t(far, (s, v));
                self.label_s(self.state.top(mate), Some((base, mate)));
            }
            Label::S => self.shrink(s, v),
            Label::T => {}
        }
        None
    }

    /// Puts a free node into the tree at even distance. O(members).
    fn label_s(&mut self, node: Node, entry: Option<(VertexId, VertexId)>) {
        self.search.events.blossom_became_s += u64::from(node.is_blossom());
        let shift = self.search.delta.clone();
        self.become_s(node, &shift);
        self.search.label[node.index()] = Label::S;
        self.search.entry[node.index()] = entry;
        self.search.labelled.push(node);
    }

    /// Stores the duals of the members of a node the way S wants them, by adding `shift`, and
    /// queues the members. O(members).
    fn become_s(&mut self, node: Node, shift: &W) {
        if let Kind::Blossom(slot) = node.kind() {
            let dual = &mut self.state.blossoms[slot].dual_2x;
            dual.decrease(shift);
            dual.decrease(shift);
        }
        let mut members = std::mem::take(&mut self.search.scratch_members);
        members.clear();
        self.state.members(node, &mut members);
        for &v in &members {
            self.search.s_vertices.add(v);
            let dual = &mut self.state.dual_2x[v.index()];
            dual.increase(shift);
            self.search.close(v, dual, true, self.graph);
            if self.cover[v.index()] == Cover::May
                && self
                    .search
                    .exposure
                    .as_ref()
                    .is_none_or(|(time, _)| *dual < *time)
            {
                self.search.exposure = Some((dual.clone(), v));
                if *dual < self.search.limit {
                    self.search.limit.clone_from(dual);
                }
            }
        }
        self.search.queue.extend(&members);
        self.search.scratch_members = members;
    }

    /// Puts a free node into the tree at odd distance. O(members).
    fn label_t(&mut self, node: Node, entry: (VertexId, VertexId)) {
        let mut members = std::mem::take(&mut self.search.scratch_members);
        members.clear();
        self.state.members(node, &mut members);
        for v in &members {
            self.state.dual_2x[v.index()].decrease(&self.search.delta);
        }
        self.search.scratch_members = members;
        self.set_t(node, entry);
    }

    /// Labels a node T whose vertex duals are stored that way already. O(1).
    fn set_t(&mut self, node: Node, entry: (VertexId, VertexId)) {
        self.search.label[node.index()] = Label::T;
        self.search.entry[node.index()] = Some(entry);
        self.search.labelled.push(node);
        if let Kind::Vertex(v) = node.kind() {
            let stored = &self.state.dual_2x[v.index()];
            self.search.close(v, stored, false, self.graph);
        }
        if let Kind::Blossom(slot) = node.kind() {
            let dual = &mut self.state.blossoms[slot].dual_2x;
            if dual.is_zero() {
                self.search.ready.push(Kindled::Expand(node));
            } else if dual.halved() <= self.search.limit.minus(&self.search.delta) {
                let time = self.search.delta.plus(&dual.halved());
                self.search.later.push(Reverse(Event {
                    time,
                    what: Kindled::Expand(node),
                }));
            }
            dual.increase(&self.search.delta);
            dual.increase(&self.search.delta);
        }
    }

    /// The S node where the paths of two S nodes to the root meet. O(length of the paths).
    fn meet(&mut self, x: Node, y: Node) -> Node {
        self.search.round += 1;
        let (mut here, mut there) = (Some(x), Some(y));
        loop {
            if let Some(node) = here {
                if self.search.mark[node.index()] == self.search.round {
                    return node;
                }
                self.search.mark[node.index()] = self.search.round;
                here = self.grandparent(node);
            }
            std::mem::swap(&mut here, &mut there);
        }
    }

    /// The next S node on the way to the root.
    fn grandparent(&self, node: Node) -> Option<Node> {
        let (t, _) = self.search.entry[node.index()]?;
        let (s, _) = self.search.entry[self.state.top(t).index()]?;
        Some(self.state.top(s))
    }

    /// Makes a blossom of the circuit that a tight edge between two S nodes closes. O(members that
    /// become S + members outside the largest child).
    fn shrink(&mut self, s: VertexId, v: VertexId) {
        let (left, right) = (self.state.top(s), self.state.top(v));
        let meeting = self.meet(left, right);
        let mut children = Vec::new();
        let mut links = Vec::new();
        let mut node = left;
        while node != meeting {
            let Some((from, to)) = self.search.entry[node.index()] else {
                break;
            };
            children.push(node);
            links.push((from, to));
            node = self.state.top(from);
        }
        children.push(meeting);
        children.reverse();
        links.reverse();
        links.push((s, v));
        node = right;
        while node != meeting {
            let Some((from, to)) = self.search.entry[node.index()] else {
                break;
            };
            children.push(node);
            links.push((to, from));
            node = self.state.top(from);
        }
        let events = &mut self.search.events;
        events.shrunk += 1;
        events.nested += u64::from(children.iter().any(|child| child.is_blossom()));
        let delta_2x = self.search.delta.doubled();
        for &child in &children {
            match self.search.label[child.index()] {
                Label::T => {
                    self.search.events.t_absorbed += 1;
                    if let Kind::Blossom(slot) = child.kind() {
                        // From the T form of its dual to the dual of an inner blossom: becoming S
                        // with this shift takes twice `2 delta` away, of which one comes back here.
                        self.state.blossoms[slot].dual_2x.increase(&delta_2x);
                    }
                    self.become_s(child, &delta_2x);
                }
                Label::S | Label::Free => {
                    if let Kind::Blossom(slot) = child.kind() {
                        self.state.blossoms[slot].dual_2x.increase(&delta_2x);
                    }
                }
            }
        }
        // Who joins the largest blossom, or makes a larger one.
        let SVertices { giant, size, .. } = self.search.s_vertices;
        let contains_giant = children.iter().any(|child| Some(*child) == giant);
        let new_size: usize = children.iter().map(|child| self.state.size(*child)).sum();
        let mut joining = Vec::new();
        if contains_giant || new_size > size {
            for child in children.iter().filter(|child| Some(**child) != giant) {
                self.state.members(*child, &mut joining);
            }
        }
        let entry = self.search.entry[meeting.index()];
        let node = self.state.shrink(children, links, delta_2x.negated());
        if !joining.is_empty() {
            (self.search.s_vertices).unite(node, &joining, contains_giant);
        }
        self.search.label[node.index()] = Label::S;
        self.search.entry[node.index()] = entry;
        self.search.labelled.push(node);
    }

    /// Expands a T blossom whose dual is zero: the children on the even way from the entry to the
    /// base stay in the tree, the others become free. O(members).
    fn expand(&mut self, node: Node) {
        let Kind::Blossom(slot) = node.kind() else {
            return;
        };
        let delta_2x = self.search.delta.doubled();
        if self.search.label[node.index()] != Label::T
            || self.state.blossoms[slot].parent.is_some()
            || self.state.blossoms[slot].dual_2x != delta_2x
        {
            return;
        }
        let Some(entry) = self.search.entry[node.index()] else {
            return;
        };
        let entered = self.state.child_containing(node, entry.1);
        self.search.label[node.index()] = Label::Free;
        let (children, links) = self.state.expand(slot);
        let events = &mut self.search.events;
        events.expanded_in_stage += 1;
        events.expanded_to_blossom +=
            children.iter().filter(|child| child.is_blossom()).count() as u64;
        let k = children.len();
        let start = children
            .iter()
            .position(|&child| child == entered)
            .unwrap_or(0);

        // Walk by matched links first: down from an even place, up from an odd one.
        let mut in_tree = vec![false; k];
        let mut place = start;
        let mut into = entry;
        let delta = self.search.delta.clone();
        loop {
            in_tree[place] = true;
            self.set_t(children[place], into);
            if place == 0 {
                break;
            }
            let (next, after, matched, unmatched) = if start % 2 == 0 {
                let ((a, b), (c, d)) = (links[place - 1], links[place - 2]);
                (place - 1, place - 2, (b, a), (d, c))
            } else {
                let after = (place + 2) % k;
                (place + 1, after, links[place], links[place + 1])
            };
            in_tree[next] = true;
            let child = children[next];
            // From the T form of the vertex duals to the dual, then to the S form.
            self.shift_members(child, &delta);
            self.label_s(child, Some(matched));
            into = unmatched;
            place = after;
        }
        for (&child, _) in children.iter().zip(in_tree).filter(|(_, in_tree)| !in_tree) {
            self.shift_members(child, &delta);
            self.offer_best(child);
        }
    }

    fn shift_members(&mut self, node: Node, shift: &W) {
        let mut members = std::mem::take(&mut self.search.scratch_members);
        members.clear();
        self.state.members(node, &mut members);
        for v in &members {
            self.state.dual_2x[v.index()].increase(shift);
        }
        self.search.scratch_members = members;
    }

    /// Queues the best edges of a node that has just become free. O(members).
    fn offer_best(&mut self, node: Node) {
        let mut members = std::mem::take(&mut self.search.scratch_members);
        members.clear();
        self.state.members(node, &mut members);
        for &v in &members {
            let Some(s) = self.search.best_from[v.index()] else {
                continue;
            };
            let Some(slack) = self.slack_now(s, v) else {
                continue;
            };
            if slack.is_zero() {
                self.search.ready.push(Kindled::Edge(s, v));
            } else if slack <= self.search.limit.minus(&self.search.delta) {
                let time = slack.plus(&self.search.delta);
                self.search.later.push(Reverse(Event {
                    time,
                    what: Kindled::Edge(s, v),
                }));
            }
        }
        self.search.scratch_members = members;
    }

    /// Stores plain duals again and takes `delta` from the dual objective. O(members of the tree).
    fn commit(&mut self) {
        let delta = self.search.delta.clone();
        if delta.is_zero() {
            return;
        }
        let delta_2x = delta.doubled();
        let negated = delta.negated();
        let mut nodes = self.search.labelled.clone();
        nodes.sort_unstable();
        nodes.dedup();
        for node in nodes {
            if self.state.parent(node).is_some() {
                continue;
            }
            match (self.search.label[node.index()], node.kind()) {
                (Label::S, kind) => {
                    self.shift_members(node, &negated);
                    if let Kind::Blossom(slot) = kind {
                        self.state.blossoms[slot].dual_2x.increase(&delta_2x);
                    }
                }
                (Label::T, kind) => {
                    self.shift_members(node, &delta);
                    if let Kind::Blossom(slot) = kind {
                        self.state.blossoms[slot].dual_2x.decrease(&delta_2x);
                    }
                }
                (Label::Free, _) => {}
            }
        }
        self.state.objective_2x.decrease(&delta);
        *self.fresh_epoch += 1;
        self.state.epoch = *self.fresh_epoch;
    }

    /// Flips the path from `x`, a vertex of an S node, to the root, and gives `x` a new mate or
    /// none. O(members of the nodes on the path).
    fn flip(&mut self, mut x: VertexId, mut mate: Option<VertexId>) {
        loop {
            let node = self.state.top(x);
            self.state.rebase(node, x);
            self.state.mate[x.index()] = mate;
            let Some((t, _)) = self.search.entry[node.index()] else {
                return;
            };
            let above = self.state.top(t);
            let Some((s, entered)) = self.search.entry[above.index()] else {
                return;
            };
            self.state.rebase(above, entered);
            self.state.mate[entered.index()] = Some(s);
            mate = Some(entered);
            x = s;
        }
    }

    /// Ends the stage: no labels, and S blossoms without a dual are expanded. O(tree).
    fn clear_labels(&mut self) {
        for i in 0..self.search.labelled.len() {
            let node = self.search.labelled[i];
            let was = std::mem::replace(&mut self.search.label[node.index()], Label::Free);
            self.search.entry[node.index()] = None;
            if was == Label::S {
                let mut stack = vec![node];
                while let Some(node) = stack.pop() {
                    if let Kind::Blossom(slot) = node.kind()
                        && self.state.blossoms[slot].parent.is_none()
                        && !self.state.blossoms[slot].children.is_empty()
                        && self.state.blossoms[slot].dual_2x.is_zero()
                    {
                        self.search.events.expanded_at_end += 1;
                        stack.extend(self.state.expand(slot).0);
                    }
                }
            }
        }
    }
}
