//! Faces of the perfect matching polytope: perfect matchings that leave odd sets of vertices exactly once.
//!
//! The optimal perfect matchings of a weighted problem are the perfect matchings of tight edges that
//! leave every blossom of positive dual once (complementary slackness; Edmonds, 1965). [`MatchingFace`] keeps
//! one of them while edges go, and tells which edges can stay in one, by cardinality alone.
//!
//! # How
//! Sets are nested. Vertices whose smallest set is the same, with the sets next inside as single
//! vertices, make a graph of their own, in which a matching must be perfect. The set itself is in it
//! as one vertex more, its *inner pseudo-vertex*, whose mate leaves the set; in the graph around the
//! set stands its *outer pseudo-vertex*. The graphs do not share vertices, so together they are one
//! graph.
//!
//! A *boundary vertex* of a set can leave it: the rest of the set then has a matching. A *port* has an
//! edge to a vertex outside that a boundary vertex can meet: the rest of the outside then has a
//! matching. Pseudo-vertices have the right edges if these are known. Each follows from one search: what a
//! pseudo-vertex could be matched with, had it all edges. Boundary vertices are found from the smallest
//! set up, ports from the largest down.
//!
//! Edges only go, so what pseudo-vertices know of other graphs may become too generous, but not too
//! strict: a question that is denied with it is denied. And what one graph affords while all
//! pseudo-vertices keep their mates is afforded, if there was a matching of the face before; if they move,
//! it is if the boundary vertices that leave the sets then can be matched outside, one after the other.
//! Only else is everything found anew.

mod cut_edges;
mod odd_set;
mod refresh;

use std::collections::BTreeMap;

use self::odd_set::{OddSet, nested};
use crate::bitset::{common, contains, first_common, insert, meet, ones, unite};
use crate::cardinality::{BitGraph, PerfectMatching};
use crate::graph::VertexId;

/// The perfect matchings of a graph that leave some odd sets, nested or disjoint, exactly once: a face of the
/// perfect matching polytope (J. Edmonds, 1965).
///
/// In its words, `x(δ(U)) ≥ 1` holds with equality for each of the sets, and `x(e) ≥ 0` for the edges that are
/// gone. The optimal perfect matchings of a weighted graph are such a face.
///
/// ```
/// use edelweiss_matching::{MatchingFace, VertexId, cardinality::BitGraph};
///
/// let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(VertexId::new);
/// // Two triangles, joined at every corner; each is to be left once.
/// let mut prism = BitGraph::new(6);
/// for (u, v) in [(a, b), (b, c), (c, a), (d, e), (e, f), (f, d), (a, d), (b, e), (c, f)] {
///     prism.set_edge(u, v, true);
/// }
/// let triangle = vec![a, b, c];
/// let mut face = MatchingFace::new(prism, &[triangle], &[]).expect("one corner of each meets the other");
/// assert_eq!(face.match_first(a, &[0b111000]), Some(d));
/// assert_eq!(face.match_first(b, &[0b111000]), None);
/// assert_eq!(face.matching()[b.index()], Some(c));
/// ```
#[derive(Clone, Debug)]
pub struct MatchingFace {
    /// The edges there are; nothing if there are no sets, where `perfect` has them all.
    graph: BitGraph,
    n: usize,
    /// The graphs of all sets, and the one around them all: vertices, then the inner and outer
    /// pseudo-vertex of each set.
    perfect: PerfectMatching,
    sets: Vec<OddSet>,
    /// Numbers of the sets, smaller ones first.
    ascending: Vec<usize>,
    /// By vertex: the smallest set around it.
    home_of: Vec<Option<usize>>,
    /// The vertices that are in no set.
    outside: Vec<u64>,
    /// Edges matched for good that leave sets.
    crossing: Vec<(usize, usize)>,
    /// By set, and for the graph around them all behind these: whether edges went there since the
    /// boundary vertices were found.
    is_changed: Vec<bool>,
    /// The vertices that lost edges of `graph` since then, but for those that lost edges to them.
    restricted: Vec<u64>,
    /// Edges that leave the sets as the pseudo-vertices are matched: with them, and with what is matched
    /// inside, a matching of the face. Nothing if no such edges are known.
    cut_edges: Option<Vec<(usize, usize)>>,
}

fn id(v: usize) -> VertexId {
    VertexId::new(v)
}

impl Default for MatchingFace {
    /// The face of the graph without vertices.
    fn default() -> Self {
        Self::without_sets(PerfectMatching::partial(BitGraph::new(0), &[]))
    }
}

impl MatchingFace {
    /// The face of these sets, with a matching found from the edges of `start`. `None` if no perfect
    /// matching leaves every set once. O(sets · n²/64) and more if the start is far off.
    ///
    /// # Panics
    /// When sets overlap without being nested, or hold a vertex that does not exist.
    #[must_use]
    pub fn new(
        graph: BitGraph,
        sets: &[Vec<VertexId>],
        start: &[Option<VertexId>],
    ) -> Option<Self> {
        if sets.is_empty() {
            return PerfectMatching::new(graph, start)
                .ok()
                .map(Self::without_sets);
        }
        let n = graph.n_vertices();
        let mut ascending: Vec<usize> = (0..sets.len()).collect();
        ascending.sort_by_key(|number| sets[*number].len());
        let (home_of, mut odd_sets) = nested(n, sets, &ascending);
        let mut outside = vec![0; n.div_ceil(64)];
        for (v, home) in home_of.iter().enumerate() {
            insert(home.map_or(&mut outside, |home| &mut odd_sets[home].own), v);
        }
        let mut inside = BitGraph::new(n + 2 * sets.len());
        let mut row = vec![0; (n + 2 * sets.len()).div_ceil(64)];
        for v in 0..n {
            let own = home_of[v].map_or(&outside, |home| &odd_sets[home].own);
            for ((to, edges), own) in row.iter_mut().zip(graph.row(id(v))).zip(own) {
                *to = edges & own;
            }
            inside.set_half_row(id(v), &row);
        }
        let mut face = Self {
            perfect: PerfectMatching::partial(inside, start),
            graph,
            n,
            sets: odd_sets,
            ascending,
            home_of,
            outside,
            crossing: Vec::new(),
            is_changed: vec![true; sets.len() + 1],
            restricted: vec![u64::MAX; n.div_ceil(64)],
            cut_edges: None,
        };
        face.refresh().then_some(face)
    }

    /// The face without sets: all perfect matchings of a graph. O(n).
    #[must_use]
    pub fn without_sets(perfect: PerfectMatching) -> Self {
        let n = perfect.n_vertices();
        Self {
            perfect,
            graph: BitGraph::new(0),
            n,
            sets: Vec::new(),
            ascending: Vec::new(),
            home_of: vec![None; n],
            outside: Vec::new(),
            crossing: Vec::new(),
            is_changed: vec![false],
            restricted: Vec::new(),
            cut_edges: None,
        }
    }

    /// How many vertices the graph has.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.n
    }

    /// A matching of the face. O(sets · n²/64).
    pub fn matching(&mut self) -> Vec<Option<VertexId>> {
        self.find_cut_edges();
        let plain = |mate: &VertexId| mate.index() < self.n;
        let mut mates: Vec<Option<VertexId>> = (0..self.n)
            .map(|v| Some(self.perfect.mate(id(v))).filter(plain))
            .collect();
        for &(w, x) in self.cut_edges.iter().flatten().chain(&self.crossing) {
            mates[w] = Some(id(x));
            mates[x] = Some(id(w));
        }
        mates
    }

    /// The edges there are now: without those of vertices that were matched for good, and those that
    /// leave a set whose edge outwards is settled. O(n²/64).
    #[must_use]
    pub fn into_remaining(self) -> BitGraph {
        if self.sets.is_empty() {
            return self.perfect.into_remaining();
        }
        let alive = self.plain(self.perfect.alive());
        // By vertex: the smallest set around it that is left.
        let closed: Vec<Option<usize>> = (0..self.n)
            .map(|v| self.around(v).find(|number| self.sets[*number].is_left))
            .collect();
        let mut together: BTreeMap<Option<usize>, Vec<u64>> = BTreeMap::new();
        for v in ones(&alive) {
            let set = together
                .entry(closed[v])
                .or_insert_with(|| vec![0; alive.len()]);
            insert(set, v);
        }
        let mut graph = BitGraph::new(self.n);
        for v in ones(&alive) {
            graph.set_half_row(id(v), &common(self.graph.row(id(v)), &together[&closed[v]]));
        }
        graph
    }

    /// The sets whose edge outwards is not settled yet, each with all its vertices, ascending.
    /// O(n · sets), and as [`MatchingFace::matching`] after a change.
    pub fn open_sets(&mut self) -> Vec<Vec<VertexId>> {
        self.refresh_all();
        let mut open: BTreeMap<usize, Vec<VertexId>> = BTreeMap::new();
        for v in 0..self.n {
            for number in self.around(v).filter(|number| !self.sets[*number].is_left) {
                open.entry(number).or_default().push(id(v));
            }
        }
        open.into_values().collect()
    }

    /// As [`PerfectMatching::try_restrict`]. O(n²/64 + n); O(sets · n²/64) where edges went in the graph of
    /// another set before.
    ///
    /// # Panics
    /// When there is no such vertex or `keep` is not as long as a row of the graph.
    pub fn try_restrict(&mut self, v: VertexId, keep: &[u64]) -> bool {
        if self.sets.is_empty() {
            return self.perfect.try_restrict(v, keep);
        }
        let home = self.home_of[v.index()];
        let is_kept = self.match_within(v, keep);
        if is_kept {
            let local = self.within(v, keep);
            self.perfect.restrict_all(&[v], &local);
            self.graph.restrict(v, keep);
            insert(&mut self.restricted, v.index());
            self.note_change(home);
        }
        is_kept
    }

    /// Sees to it that the mate of `v` is in `keep`. False if that is impossible.
    fn match_within(&mut self, v: VertexId, keep: &[u64]) -> bool {
        let home = self.home_of[v.index()];
        loop {
            let is_exact = self.is_exact(home);
            let before = self.mates_of_pseudo_vertices();
            let local = self.within(v, keep);
            if !self.perfect.match_within(v, &local) {
                return false;
            }
            if self.set_of(self.perfect.mate(v).index()).is_some() {
                // The mate outside its set may have changed.
                let pairs = self.cut_edges.iter().flatten();
                let mut mates = pairs.flat_map(|(w, x)| [(*w, *x), (*x, *w)]);
                let is_kept = |(w, x): (usize, usize)| w == v.index() && contains(keep, x);
                if !mates.any(is_kept) {
                    self.cut_edges = None;
                }
            }
            if self.stands(is_exact, &before, (v, keep)) {
                return true;
            }
            self.refresh_all();
            self.find_cut_edges();
        }
    }

    /// The nodes of its graph through which `v` can be matched within `keep`.
    fn within(&self, v: VertexId, keep: &[u64]) -> Vec<u64> {
        let kept = common(self.graph.row(v), keep);
        let mut local = self.row_of(&self.plain(keep));
        self.for_each_pseudo_vertex(self.home_of[v.index()], |pseudo, beyond| {
            if meet(&kept, beyond) {
                insert(&mut local, pseudo);
            }
        });
        local
    }

    /// As [`PerfectMatching::restrict_each`]. O(n²/64 + n) for each whose mate is not kept, and
    /// [`MatchingFace::try_restrict`] for each where there are sets.
    ///
    /// # Panics
    /// When a vertex does not exist or `keep` is not as long as a row of the graph.
    pub fn restrict_each(&mut self, vertices: &[VertexId], keep: &[u64], most: usize) -> Vec<bool> {
        if self.sets.is_empty() {
            return self.perfect.restrict_each(vertices, keep, most);
        }
        let others: Vec<u64> = keep.iter().map(|word| !word).collect();
        let mut is_kept = Vec::new();
        let mut n_kept = 0;
        for &v in vertices {
            if n_kept == most {
                break;
            }
            let keeps = self.try_restrict(v, keep);
            if keeps {
                n_kept += 1;
            } else {
                assert!(self.try_restrict(v, &others), "one of the two remains");
            }
            is_kept.push(keeps);
        }
        is_kept
    }

    /// As [`PerfectMatching::try_restrict_all`]. O(sets · n²/64).
    ///
    /// # Panics
    /// When a vertex does not exist or `keep` is not as long as a row of the graph.
    pub fn try_restrict_all(&mut self, vertices: &[VertexId], keep: &[u64]) -> bool {
        if self.sets.is_empty() {
            return self.perfect.try_restrict_all(vertices, keep);
        }
        let before = self.clone();
        self.graph.restrict_all(vertices, keep);
        for v in vertices {
            insert(&mut self.restricted, v.index());
        }
        let mut local = self.row_of(&self.plain(keep));
        for pseudo in self.n..self.n + 2 * self.sets.len() {
            insert(&mut local, pseudo);
        }
        self.perfect.restrict_all(vertices, &local);
        self.is_changed.fill(true);
        self.cut_edges = None;
        let is_kept = self.refresh();
        if !is_kept {
            *self = before;
        }
        is_kept
    }

    /// As [`PerfectMatching::match_first`]; a pair that leaves sets settles these as well. Costs as for
    /// [`MatchingFace::try_restrict`].
    ///
    /// # Panics
    /// When there is no such vertex, or `candidates` is not as long as a row of the graph.
    pub fn match_first(&mut self, v: VertexId, candidates: &[u64]) -> Option<VertexId> {
        if self.sets.is_empty() {
            return self.perfect.match_first(v, candidates);
        }
        if !contains(self.perfect.alive(), v.index()) {
            return None;
        }
        let home = self.home_of[v.index()];
        let wanted = common(self.graph.row(v), candidates);
        let wanted_own = common(&wanted, &self.own(home));
        let local = self.row_of(&wanted_own);
        loop {
            let is_exact = self.is_exact(home);
            let mut outwards = Vec::new();
            let mut first_beyond = None;
            self.for_each_pseudo_vertex(home, |pseudo, beyond| {
                if let Some(u) = first_common(&wanted, beyond) {
                    outwards.push(pseudo);
                    first_beyond = Some(first_beyond.map_or(u, |first: usize| first.min(u)));
                }
            });
            let before = self.mates_of_pseudo_vertices();
            let chosen = self
                .perfect
                .match_with_first(v, &local)
                .map(VertexId::index);
            if first_beyond.is_none() && chosen.is_none() {
                return None;
            }
            let stands = self.stands(is_exact, &before, (v, candidates));
            if let Some(u) = chosen.filter(|u| first_beyond.is_none_or(|beyond| *u < beyond))
                && stands
            {
                self.perfect.take_out(v, id(u));
                self.note_change(home);
                return Some(id(u));
            }
            if is_exact {
                let possible = self.perfect.alternatives(v);
                let mut reach = common(&wanted_own, &possible);
                self.for_each_pseudo_vertex(home, |pseudo, beyond| {
                    if outwards.contains(&pseudo) && contains(&possible, pseudo) {
                        unite(&mut reach, &common(&wanted, beyond));
                    }
                });
                let u = first_common(&reach, &reach)?;
                self.match_for_good(v.index(), u);
                self.forget_cut_edges_unless(&before);
                return Some(id(u));
            }
            self.refresh_all();
            self.find_cut_edges();
        }
    }

    /// The sets around a vertex, the smallest first.
    fn around(&self, v: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.home_of[v], |number| self.sets[*number].parent)
    }

    fn inner(&self, number: usize) -> usize {
        self.n + 2 * number
    }

    fn outer(&self, number: usize) -> usize {
        self.n + 2 * number + 1
    }

    /// The set whose pseudo-vertex this is.
    fn set_of(&self, node: usize) -> Option<usize> {
        Some(node.checked_sub(self.n)? / 2)
    }

    /// Calls `visit(pseudo, beyond)` for the pseudo-vertices in the graph of `home`, where `beyond` are the
    /// vertices that one stands for.
    fn for_each_pseudo_vertex(&self, home: Option<usize>, mut visit: impl FnMut(usize, &[u64])) {
        for &child in self.children(home) {
            if !self.sets[child].is_left {
                visit(self.outer(child), &self.sets[child].boundary);
            }
        }
        if let Some(home) = home.filter(|home| !self.sets[*home].is_left) {
            visit(self.inner(home), &self.sets[home].met);
        }
    }

    /// The nodes without pseudo-vertices.
    fn plain(&self, nodes: &[u64]) -> Vec<u64> {
        let mut vertices = nodes[..self.n.div_ceil(64)].to_vec();
        for v in self.n..64 * vertices.len() {
            vertices[v / 64] &= !(1 << (v % 64));
        }
        vertices
    }

    /// The vertices as a row with room for pseudo-vertices.
    fn row_of(&self, vertices: &[u64]) -> Vec<u64> {
        let mut row = vertices.to_vec();
        row.resize((self.n + 2 * self.sets.len()).div_ceil(64), 0);
        row
    }
}
