//! One stage: an alternating tree grown from one exposed vertex until the matching improves.
//!
//! Source: Edmonds (1965); the event queue after Mehlhorn and Schäfer (2002). Departures:
//! - One tree at a time. Then all duals of the tree have the parity of the root, halves are exact.
//! - Duals are stored shifted by the dual adjustment `delta` (see [`TreeSearch::delta`]), so that an
//!   adjustment costs nothing.
//! - The edges between S vertices are not queued one by one: an S vertex waits for the first of its
//!   own, and looks for the next when that is due.
//! - In graphs with bit rows, edges of an S vertex to T vertices, and within the largest blossom, are
//!   passed over a word at a time: in a large tree nearly all tight edges are of these.
//! - What an edge must have to matter is one number for its other end ([`TreeSearch::bar`]).
//!   In large trees 97 of 100 edges are neither due nor the best one.
//! - Events later than a known end of the stage, or than the caller's budget, are never queued.
//!   They cannot happen: `delta` never passes that end.

mod stage;
mod tree;

use std::{
    cmp::{Ordering, Reverse},
    collections::{BinaryHeap, VecDeque},
};

pub(super) use self::stage::Stage;
use crate::{
    bitset::{contains, insert, remove},
    graph::VertexId,
    solver::{
        events::Events,
        state::{Node, State},
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
pub(super) enum StageEnd {
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
}

impl TightRows {
    pub(super) fn new(n: usize) -> Self {
        Self {
            rows: vec![Vec::new(); n],
            epoch: vec![u64::MAX; n],
        }
    }

    pub(super) fn push_vertex(&mut self) {
        self.rows.push(Vec::new());
        self.epoch.push(u64::MAX);
    }
}

/// The S vertices, as bits.
#[derive(Debug, Default)]
struct SVertices {
    all: Vec<u64>,
    /// The S vertices that are not in the largest S blossom, within which edges do not matter.
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

    /// The S vertices to which edges of a vertex of this node may matter.
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
pub(super) struct TreeSearch<W> {
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
    /// The search ends once all of these are S, if they are given; those at the end are taken out when they are.
    sought: Option<Vec<VertexId>>,
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
}

impl<W: Weight> TreeSearch<W> {
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
            sought: None,
            queue: VecDeque::new(),
            ready: Vec::new(),
            later: BinaryHeap::new(),
            mark: vec![0; 2 * n],
            round: 0,
            tree_t: Vec::new(),
            events: Events::default(),
            scratch_members: Vec::new(),
            scratch_seen: Vec::new(),
        }
    }

    /// Whether there are vertices that were sought, and all of them are S. O(1) amortised over a search.
    fn has_found(&mut self) -> bool {
        let Some(sought) = &mut self.sought else {
            return false;
        };
        let is_s = |v: &VertexId| contains(&self.s_vertices.all, v.index());
        while sought.pop_if(|v| is_s(v)).is_some() {}
        sought.is_empty()
    }

    /// To be called when a vertex becomes a T node or one of an S node. O(1).
    fn close(&mut self, v: VertexId) {
        remove(&mut self.open, v.index());
    }

    /// An edge from an S vertex to another, better than all before. O(1).
    fn offer(&mut self, s: VertexId, v: VertexId, key: W, state: &State<W>) {
        // The dual of a vertex that is T by now was not less when it was free.
        let dual_v = &state.dual_2x[v.index()];
        let time = key.plus(dual_v);
        if time > self.limit {
            self.bar[v.index()] = self.limit.plus(&W::unit()).minus(dual_v);
            return;
        }
        self.bar[v.index()] = key;
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
