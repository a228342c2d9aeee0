//! The search for one longer path after the other: alternating trees, blossoms, and what is left
//! when a tree cannot grow.

use std::{borrow::Borrow, collections::VecDeque};

use super::BitGraph;
use super::bit_graph::{Bits, lowest};
use crate::bitset::first;
use crate::graph::VertexId;

/// The matching and one alternating tree.
#[derive(Clone, Debug)]
pub(super) struct Search<G> {
    pub(super) graph: G,
    /// `mate[u] == Some(v)` iff `mate[v] == Some(u)`.
    pub(super) mate: Vec<Option<VertexId>>,
    /// The vertices without mates.
    pub(super) exposed: Bits,
    /// Which words of `exposed` have members, as a run begins.
    exposed_words: Vec<usize>,
    /// The vertices in no tree, neither the present one nor an abandoned one.
    pub(super) unlabelled: Bits,
    /// The S vertices of the present tree.
    pub(super) even: Bits,
    /// Whether a vertex of the tree is S, from the start or through a blossom.
    pub(super) is_s: Vec<bool>,
    /// The S vertex from which a T vertex was reached.
    above: Vec<Option<VertexId>>,
    /// For a T vertex that became S in a blossom: the edge that closed the circuit, its nearer end
    /// (the one whose path to the root passes the vertex) first.
    bridge: Vec<Option<(VertexId, VertexId)>>,
    /// Union-find over the vertices of a blossom; the representative is the blossom's base.
    leader: Vec<VertexId>,
    /// The members of the blossom with this base, as a place in `sets`; `None` for a lone vertex.
    pub(super) members: Vec<Option<usize>>,
    pub(super) sets: Vec<Bits>,
    n_sets: usize,
    /// The vertices of the present tree.
    pub(super) labelled: Vec<VertexId>,
    queue: VecDeque<VertexId>,
    mark: Vec<u64>,
    round: u64,
}

/// A piece of a path still to be written down.
enum Piece {
    /// From a vertex along its path to the root, up to a vertex there, both included.
    Towards(VertexId, VertexId),
    /// The same, backwards.
    From(VertexId, VertexId),
    Single(VertexId),
}

impl<G: Borrow<BitGraph>> Search<G> {
    pub(super) fn new(graph: G) -> Self {
        let n = graph.borrow().n;
        Self::among(graph, Bits::full(n))
    }

    /// The others take no part.
    pub(super) fn among(graph: G, vertices: Bits) -> Self {
        let n = graph.borrow().n;
        Self {
            graph,
            mate: vec![None; n],
            exposed: vertices.clone(),
            unlabelled: vertices,
            exposed_words: Vec::new(),
            even: Bits::empty(n),
            is_s: vec![false; n],
            above: vec![None; n],
            bridge: vec![None; n],
            leader: (0..n).map(VertexId::new).collect(),
            members: vec![None; n],
            sets: Vec::new(),
            n_sets: 0,
            labelled: Vec::new(),
            queue: VecDeque::new(),
            mark: vec![0; n],
            round: 0,
        }
    }

    pub(super) fn graph(&self) -> &BitGraph {
        self.graph.borrow()
    }

    /// Takes over the pairs of `start` that agree and are edges, and adds pairs greedily.
    pub(super) fn start(&mut self, start: &[Option<VertexId>]) {
        let n = self.mate.len();
        for v in (0..n.min(start.len())).map(VertexId::new) {
            if let Some(u) = start[v.index()]
                && v < u
                && start.get(u.index()) == Some(&Some(v))
                && self.graph().has_edge(u, v)
                && self.unlabelled.contains(u)
                && self.unlabelled.contains(v)
            {
                self.join(u, v);
            }
        }
        self.match_greedily();
    }

    /// Matches each exposed vertex with the first exposed neighbour; where that leaves many, begins
    /// again with the vertices of the fewest neighbours. O(n²/64).
    pub(super) fn match_greedily(&mut self) {
        let (mate, exposed) = (self.mate.clone(), self.exposed.clone());
        self.match_in_order(exposed.iter());
        let n_exposed = self.exposed.count();
        if n_exposed <= 16 + self.mate.len() / 64 {
            return;
        }
        (self.mate, self.exposed) = (mate, exposed);
        let degree = |v: &VertexId| -> u32 {
            let row = self.graph().row(*v).iter().zip(&self.exposed.0);
            row.map(|(row, exposed)| (row & exposed).count_ones()).sum()
        };
        let mut order: Vec<(u32, VertexId)> =
            self.exposed.iter().map(|v| (degree(&v), v)).collect();
        order.sort_unstable();
        self.match_in_order(order.into_iter().map(|(_, v)| v));
    }

    fn match_in_order(&mut self, vertices: impl Iterator<Item = VertexId>) {
        for v in vertices {
            if self.mate[v.index()].is_none()
                && let Some(u) = self.exposed.first_common(self.graph().row(v), 0)
            {
                self.join(u, v);
            }
        }
    }

    pub(super) fn part(&mut self, u: VertexId, v: VertexId) {
        self.mate[u.index()] = None;
        self.mate[v.index()] = None;
        self.exposed.insert(u);
        self.exposed.insert(v);
    }

    pub(super) fn join(&mut self, u: VertexId, v: VertexId) {
        self.mate[u.index()] = Some(v);
        self.mate[v.index()] = Some(u);
        self.exposed.remove(u);
        self.exposed.remove(v);
    }

    /// Grows a tree from an exposed vertex. Returns whether it found a larger matching; then the
    /// tree is forgotten, else it stays for the caller to read.
    pub(super) fn run(&mut self, root: VertexId) -> bool {
        self.queue.clear();
        self.exposed.remove(root);
        self.exposed_words.clear();
        let words = self.exposed.0.iter().enumerate();
        self.exposed_words
            .extend(words.filter(|(_, word)| **word != 0).map(|(i, _)| i));
        self.label_s(root);
        while let Some(s) = self.queue.pop_front() {
            if let Some(v) = self.scan(s) {
                self.augment(s, v);
                self.forget();
                return true;
            }
        }
        self.exposed.insert(root);
        false
    }

    /// Grows a tree from `root`, the only exposed vertex, until it has an S vertex of those that are
    /// looked for, or cannot grow.
    pub(super) fn grow(
        &mut self,
        root: VertexId,
        is_wanted: impl Fn(VertexId) -> bool,
    ) -> Option<VertexId> {
        self.queue.clear();
        self.label_s(root);
        // The last of the queue have not been looked at.
        let mut n_new = 1;
        loop {
            let n_seen = self.queue.len() - n_new;
            let found = self.queue.iter().skip(n_seen).find(|v| is_wanted(**v));
            if found.is_some() {
                return found.copied();
            }
            let s = self.queue.pop_front()?;
            let n_waiting = self.queue.len();
            self.extend(s);
            n_new = self.queue.len() - n_waiting;
        }
    }

    fn label_s(&mut self, v: VertexId) {
        self.labelled.push(v);
        self.unlabelled.remove(v);
        self.become_s(v);
    }

    fn become_s(&mut self, v: VertexId) {
        self.is_s[v.index()] = true;
        self.even.insert(v);
        self.queue.push_back(v);
    }

    /// Looks at the edges of an S vertex; returns an exposed neighbour if there is one, else grows the
    /// tree.
    fn scan(&mut self, s: VertexId) -> Option<VertexId> {
        let row = self.graph().row(s);
        let free = |i: &usize| lowest(*i, row[*i] & self.exposed.0[*i] & self.unlabelled.0[*i]);
        let free = self.exposed_words.iter().find_map(free);
        if free.is_none() {
            self.extend(s);
        }
        free
    }

    /// Grows the tree along the edges of an S vertex without exposed neighbours.
    /// O(n/64 + growth), each vertex growing the tree and each blossom closing once per search.
    fn extend(&mut self, s: VertexId) {
        let mut from = 0;
        while let Some(t) = self.unlabelled.first_common(self.graph().row(s), from) {
            from = t.index() / 64;
            let Some(mate) = self.mate[t.index()] else {
                break;
            };
            self.labelled.push(t);
            self.unlabelled.remove(t);
            self.above[t.index()] = Some(s);
            self.label_s(mate);
        }
        let mut from = 0;
        while let Some(v) = self.even_outside(s, from) {
            from = v.index() / 64;
            self.shrink(s, v);
        }
    }

    /// The first S neighbour of `s` in another blossom, in words from `from` on.
    fn even_outside(&mut self, s: VertexId, from: usize) -> Option<VertexId> {
        let base = self.find(s);
        let row = self.graph().row(s);
        match self.members[base.index()] {
            None => self.even.first_common(row, from),
            Some(set) => {
                let sets = [row, &self.even.0, &self.sets[set].0];
                first(sets, from, |[row, even, own]| row & even & !own).map(VertexId::new)
            }
        }
    }

    pub(super) fn find(&mut self, v: VertexId) -> VertexId {
        let mut base = v;
        while self.leader[base.index()] != base {
            base = self.leader[base.index()];
        }
        let mut v = v;
        while self.leader[v.index()] != base {
            v = std::mem::replace(&mut self.leader[v.index()], base);
        }
        base
    }

    /// The base next after `base` on the way to the root.
    fn next_base(&mut self, base: VertexId) -> Option<VertexId> {
        let t = self.mate[base.index()]?;
        let s = self.above[t.index()]?;
        Some(self.find(s))
    }

    /// The base where the ways of two vertices to the root meet.
    pub(super) fn meet(&mut self, x: VertexId, y: VertexId) -> VertexId {
        self.round += 1;
        let (mut here, mut there) = (Some(self.find(x)), Some(self.find(y)));
        loop {
            if let Some(base) = here {
                if self.mark[base.index()] == self.round {
                    return base;
                }
                self.mark[base.index()] = self.round;
                here = self.next_base(base);
            }
            std::mem::swap(&mut here, &mut there);
        }
    }

    /// Makes a blossom of the circuit that an edge between two S vertices closes.
    fn shrink(&mut self, x: VertexId, y: VertexId) {
        let meeting = self.meet(x, y);
        let set = self.set_of(meeting);
        for (near, far) in [(x, y), (y, x)] {
            let mut base = self.find(near);
            while base != meeting {
                let (Some(t), Some(next)) = (self.mate[base.index()], self.next_base(base)) else {
                    break;
                };
                self.bridge[t.index()] = Some((near, far));
                self.become_s(t);
                self.absorb(base, meeting, set);
                self.absorb(t, meeting, set);
                base = next;
            }
        }
    }

    /// The place of the member set of a blossom, made where it is missing.
    fn set_of(&mut self, base: VertexId) -> usize {
        if let Some(set) = self.members[base.index()] {
            return set;
        }
        let set = self.n_sets;
        self.n_sets += 1;
        if set == self.sets.len() {
            self.sets.push(Bits::empty(self.mate.len()));
        } else {
            self.sets[set].0.fill(0);
        }
        self.sets[set].insert(base);
        self.members[base.index()] = Some(set);
        set
    }

    /// Adds the blossom or lone vertex `base` to the blossom with base `into`. O(n/64).
    fn absorb(&mut self, base: VertexId, into: VertexId, set: usize) {
        self.leader[base.index()] = into;
        match self.members[base.index()].take() {
            None => self.sets[set].insert(base),
            Some(other) => {
                let other = std::mem::take(&mut self.sets[other].0);
                for (word, more) in self.sets[set].0.iter_mut().zip(&other) {
                    *word |= more;
                }
                // The emptied place is handed out again only after `forget`.
            }
        }
    }

    /// Flips the path from the root to `s` and matches `s` with the exposed vertex `v`. O(path).
    pub(super) fn augment(&mut self, s: VertexId, v: VertexId) {
        let Some(&root) = self.labelled.first() else {
            return;
        };
        let mut path = vec![v];
        let mut pieces = vec![Piece::Towards(s, root)];
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Single(v) => path.push(v),
                Piece::Towards(v, end) | Piece::From(v, end) if v == end => path.push(v),
                Piece::Towards(v, end) => match (self.bridge[v.index()], self.mate[v.index()]) {
                    (Some((near, far)), _) => {
                        pieces.push(Piece::Towards(far, end));
                        pieces.push(Piece::From(near, v));
                    }
                    (None, Some(t)) => {
                        path.push(v);
                        match self.above[t.index()] {
                            Some(s) if t != end => {
                                pieces.push(Piece::Towards(s, end));
                                pieces.push(Piece::Single(t));
                            }
                            _ => path.push(t),
                        }
                    }
                    (None, None) => path.push(v),
                },
                Piece::From(v, end) => match (self.bridge[v.index()], self.mate[v.index()]) {
                    (Some((near, far)), _) => {
                        pieces.push(Piece::Towards(near, v));
                        pieces.push(Piece::From(far, end));
                    }
                    (None, Some(t)) => {
                        pieces.push(Piece::Single(v));
                        pieces.push(Piece::Single(t));
                        match self.above[t.index()] {
                            Some(s) if t != end => pieces.push(Piece::From(s, end)),
                            _ => {}
                        }
                    }
                    (None, None) => path.push(v),
                },
            }
        }
        for pair in path.chunks_exact(2) {
            self.join(pair[0], pair[1]);
        }
    }

    /// Takes the tree apart; its vertices can be labelled again.
    pub(super) fn forget(&mut self) {
        for i in 0..self.labelled.len() {
            self.unlabelled.insert(self.labelled[i]);
        }
        self.abandon();
    }

    /// Drops the tree; its vertices will not be labelled again.
    pub(super) fn abandon(&mut self) {
        for v in self.labelled.drain(..) {
            self.even.remove(v);
            self.is_s[v.index()] = false;
            self.above[v.index()] = None;
            self.bridge[v.index()] = None;
            self.leader[v.index()] = v;
            self.members[v.index()] = None;
        }
        // `absorb` has left some sets without words.
        self.sets.retain(|set| !set.0.is_empty());
        self.n_sets = 0;
    }
}
