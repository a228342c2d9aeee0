//! Perfect matchings that are kept while edges go.

use super::bit_graph::{Bits, lowest};
use super::layers::Phases;
use super::{BitGraph, Search};
use crate::bitset::{common, contains, meet, unite};
use crate::graph::VertexId;

/// A perfect matching of a graph that loses edges (a decremental one): it is kept perfect, and tells which edges
/// can stay in one.
///
/// For sequences of decisions like "the first vertex of this order that `v` can be matched with".
/// By Gallai (1964) and Edmonds (1965): with `v` taken out, its mate is the only exposed vertex, and
/// the vertices that can be exposed in its place, which are the possible mates of `v`, are those at
/// even distance in the alternating tree from it. One search answers for all of them.
///
/// ```
/// use edelweiss_matching::{VertexId, cardinality::{BitGraph, PerfectMatching}};
///
/// let [a, b, c, d] = [0, 1, 2, 3].map(VertexId::new);
/// let mut path = BitGraph::new(4);
/// for (u, v) in [(a, b), (b, c), (c, d)] {
///     path.set_edge(u, v, true);
/// }
/// let mut perfect = PerfectMatching::new(path, &[]).expect("a-b and c-d cover the path");
/// assert_eq!(perfect.match_first(b, &[0b1100]), None);
/// assert_eq!(perfect.match_first(b, &[0b1101]), Some(a));
/// ```
#[derive(Clone, Debug)]
pub struct PerfectMatching {
    search: Search<BitGraph>,
}

impl PerfectMatching {
    /// Finds a perfect matching, starting from `start` as
    /// [`maximum_matching`](super::maximum_matching) does. O(n²/64 + n) per vertex that the start
    /// leaves exposed.
    ///
    /// # Errors
    /// The mates in a matching with the most edges, if that is not perfect.
    pub fn new(graph: BitGraph, start: &[Option<VertexId>]) -> Result<Self, Vec<Option<VertexId>>> {
        let mut search = Search::new(graph);
        search.start(start);
        if let Phases::End { .. } = search.match_in_phases() {
            return Err(search.mate);
        }
        let mut is_perfect = true;
        for root in (0..search.mate.len()).map(VertexId::new) {
            if search.mate[root.index()].is_none() && !search.run(root) {
                is_perfect = false;
                search.abandon();
            }
        }
        if is_perfect {
            Ok(Self { search })
        } else {
            Err(search.mate)
        }
    }

    /// The mate of a vertex, also after it was matched for good.
    ///
    /// # Panics
    /// When there is no such vertex.
    #[must_use]
    pub fn mate(&self, v: VertexId) -> VertexId {
        self.search.mate[v.index()].unwrap_or(v)
    }

    /// The graph as it is now: without what restrictions removed, and without the edges of vertices
    /// that were matched for good. O(n²/64).
    #[must_use]
    pub fn into_remaining(self) -> BitGraph {
        let Search {
            mut graph,
            unlabelled: Bits(alive),
            ..
        } = self.search;
        for (v, row) in graph.rows.chunks_exact_mut(alive.len().max(1)).enumerate() {
            let own = alive[v / 64] >> (v % 64) & 1;
            for (word, alive) in row.iter_mut().zip(&alive) {
                *word &= if own == 1 { *alive } else { 0 };
            }
        }
        graph
    }

    /// Removes the edges of `v` to everybody outside `keep`, a bit for each vertex in words of 64,
    /// if a perfect matching remains; else only edges that are in none. O(n²/64 + n), and O(n/64) if
    /// the mate is kept.
    ///
    /// # Panics
    /// When there is no such vertex or `keep` is not as long as a row.
    pub fn try_restrict(&mut self, v: VertexId, keep: &[u64]) -> bool {
        let is_kept = self.match_within(v, keep);
        if is_kept {
            self.search.graph.restrict(v, keep);
        }
        is_kept
    }

    /// Sees to it that the mate of `v` is in `keep`. False if no perfect matching has it so; then `v`
    /// has lost all edges to `keep`.
    pub(crate) fn match_within(&mut self, v: VertexId, keep: &[u64]) -> bool {
        self.match_beside(&[], v, keep)
    }

    /// As [`PerfectMatching::match_within`], but two mates `beside` it stay together, and then no edges go.
    pub(crate) fn match_beside(&mut self, beside: &[VertexId], v: VertexId, keep: &[u64]) -> bool {
        let mate = self.mate(v);
        if keep[mate.index() / 64] >> (mate.index() % 64) & 1 == 1 {
            return true;
        }
        if beside.contains(&v) {
            return false;
        }
        let search = &mut self.search;
        for other in beside {
            search.unlabelled.remove(*other);
        }
        let found = search.match_again(v, mate, keep, beside.is_empty());
        for other in beside {
            search.unlabelled.insert(*other);
        }
        found
    }

    /// Restricts each of `vertices` in turn to `keep`, as [`PerfectMatching::try_restrict`] does, or, where no
    /// perfect matching remains, to everybody else; and says for each whether it was to `keep`. Ends
    /// when that was so for `most` of them. O(n²/64), and O(n²/64 + n) for each whose mate is not kept.
    ///
    /// ```
    /// use edelweiss_matching::{VertexId, cardinality::{BitGraph, PerfectMatching}};
    ///
    /// let [a, b, c] = [0, 1, 2].map(VertexId::new);
    /// let square = BitGraph::complete(4);
    /// let mut perfect = PerfectMatching::new(square, &[]).expect("four vertices make two pairs");
    /// assert_eq!(perfect.restrict_each(&[a, b, c], &[0b1000], 1), [true]);
    /// assert_eq!(perfect.restrict_each(&[b], &[0b1000], 1), [false]);
    /// ```
    ///
    /// # Panics
    /// When a vertex does not exist or `keep` is not as long as a row.
    pub fn restrict_each(&mut self, vertices: &[VertexId], keep: &[u64], most: usize) -> Vec<bool> {
        // Restrictions that the matching at hand meets can wait for the next search.
        let mut waiting: Vec<VertexId> = Vec::new();
        let mut is_kept = Vec::new();
        let mut n_kept = 0;
        for &v in vertices {
            if n_kept == most {
                break;
            }
            let mate = self.mate(v);
            if keep[mate.index() / 64] >> (mate.index() % 64) & 1 == 0 {
                self.search.graph.restrict_all(&waiting, keep);
                waiting.clear();
            }
            let keeps = self.match_within(v, keep);
            if keeps {
                waiting.push(v);
                n_kept += 1;
            }
            is_kept.push(keeps);
        }
        self.search.graph.restrict_all(&waiting, keep);
        is_kept
    }

    /// As [`PerfectMatching::try_restrict`] for all of `vertices` at once: each keeps only its edges to `keep`.
    /// O(n²/64), and O(n²/64 + n) for each of them that loses its mate, until the first for whom
    /// there is no other.
    ///
    /// ```
    /// use edelweiss_matching::{VertexId, cardinality::{BitGraph, PerfectMatching}};
    ///
    /// let [a, b] = [0, 1].map(VertexId::new);
    /// let square = BitGraph::complete(4);
    /// let mut perfect = PerfectMatching::new(square, &[]).expect("four vertices make two pairs");
    /// assert!(perfect.try_restrict_all(&[a, b], &[0b1100]));
    /// assert!(!perfect.try_restrict_all(&[a, b], &[0b0100]));
    /// ```
    ///
    /// # Panics
    /// When a vertex does not exist or `keep` is not as long as a row.
    pub fn try_restrict_all(&mut self, vertices: &[VertexId], keep: &[u64]) -> bool {
        let search = &mut self.search;
        let saved_mates = search.mate.clone();
        let saved_edges = search.graph.restrict_all_saved(vertices, keep);
        for &v in vertices {
            if let Some(mate) = search.mate[v.index()]
                && !search.graph.has_edge(v, mate)
            {
                search.part(v, mate);
            }
        }
        search.match_greedily();
        let found = (0..search.mate.len()).map(VertexId::new).all(|v| {
            search.mate[v.index()].is_some() || search.run(v) || {
                search.forget();
                false
            }
        });
        if !found {
            search.graph.restore(saved_edges);
            search.mate = saved_mates;
            search.exposed.0.fill(0);
        }
        found
    }

    /// The vertices that `v` could be matched with in a perfect matching, had it edges to all of them;
    /// a bit for each vertex in words of 64. O(n²/64 + n).
    ///
    /// ```
    /// use edelweiss_matching::{VertexId, cardinality::{BitGraph, PerfectMatching}};
    ///
    /// let [a, b, c, d] = [0, 1, 2, 3].map(VertexId::new);
    /// let mut path = BitGraph::new(4);
    /// for (u, v) in [(a, b), (b, c), (c, d)] {
    ///     path.set_edge(u, v, true);
    /// }
    /// let mut perfect = PerfectMatching::new(path, &[]).expect("a-b and c-d cover the path");
    /// assert_eq!(perfect.alternatives(a), [0b1010], "without a and d, b-c is left");
    /// ```
    ///
    /// # Panics
    /// When there is no such vertex.
    pub fn alternatives(&mut self, v: VertexId) -> Vec<u64> {
        let search = &mut self.search;
        let Some(mate) = search.mate[v.index()] else {
            return vec![0; search.graph.words];
        };
        search.unlabelled.remove(v);
        search.mate[v.index()] = None;
        search.mate[mate.index()] = None;
        search.grow(mate, |_| false);
        let even = search.even.0.clone();
        search.unlabelled.insert(v);
        search.join(v, mate);
        search.forget();
        even
    }

    /// Matches `v` for good with the first of `candidates`, a bit for each vertex in words of 64,
    /// that a perfect matching allows; both then take no part in what follows. `None`, and no
    /// change, if it allows none of them. O(n²/64 + n); O(n/64) if the first neighbour among the
    /// candidates can be had by swapping two pairs.
    ///
    /// # Panics
    /// When there is no such vertex, or `candidates` is not as long as a row.
    pub fn match_first(&mut self, v: VertexId, candidates: &[u64]) -> Option<VertexId> {
        let chosen = self.match_with_first(v, candidates)?;
        self.take_out(v, chosen);
        Some(chosen)
    }

    /// As [`PerfectMatching::match_first`], but not for good.
    pub(crate) fn match_with_first(&mut self, v: VertexId, candidates: &[u64]) -> Option<VertexId> {
        let search = &mut self.search;
        let alive = |search: &Search<BitGraph>, i: usize| {
            search.graph.row(v)[i] & candidates[i] & search.unlabelled.0[i]
        };
        let first = (0..candidates.len()).find_map(|i| lowest(i, alive(search, i)))?;
        let mate = search.mate[v.index()]?;
        let across = search.mate[first.index()]?;
        if first == mate {
            return Some(first);
        }
        if search.graph.has_edge(across, mate) {
            search.join(across, mate);
            search.join(v, first);
            return Some(first);
        }
        search.unlabelled.remove(v);
        search.mate[v.index()] = None;
        search.mate[mate.index()] = None;
        search.grow(mate, |u| u == first);
        let chosen = (0..candidates.len()).find_map(|i| {
            let row = search.graph.row(v)[i];
            lowest(i, row & candidates[i] & search.even.0[i])
        });
        if chosen != Some(first) {
            search.prune(v);
        }
        search.unlabelled.insert(v);
        match chosen {
            Some(u) => search.augment(u, v),
            None => search.join(v, mate),
        }
        search.forget();
        chosen
    }

    /// Two mates take no part in what follows.
    pub(crate) fn take_out(&mut self, v: VertexId, mate: VertexId) {
        self.search.unlabelled.remove(v);
        self.search.unlabelled.remove(mate);
    }
}

/// For [`crate::MatchingFace`], which changes the graph between questions.
impl PerfectMatching {
    /// As [`PerfectMatching::new`], but some vertices may be left without mates, and then nothing may be asked
    /// before [`PerfectMatching::repair`].
    pub(crate) fn partial(graph: BitGraph, start: &[Option<VertexId>]) -> Self {
        let mut search = Search::new(graph);
        search.start(start);
        Self { search }
    }

    pub(crate) fn n_vertices(&self) -> usize {
        self.search.mate.len()
    }

    /// The vertices that were not matched for good.
    pub(crate) fn alive(&self) -> &[u64] {
        &self.search.unlabelled.0
    }

    pub(crate) fn set_row(&mut self, v: VertexId, row: &[u64]) {
        self.search.graph.set_row(v, row);
    }

    /// Removes edges, after which [`PerfectMatching::repair`] is due.
    pub(crate) fn restrict_all(&mut self, vertices: &[VertexId], keep: &[u64]) {
        self.search.graph.restrict_all(vertices, keep);
    }

    /// Matches those of `nodes` again whose edges are gone, or who have no mates; false if that is
    /// impossible. They must be joined to nobody else.
    pub(crate) fn repair(&mut self, nodes: &[u64]) -> bool {
        let search = &mut self.search;
        let mut exposed = Vec::new();
        for i in 0..nodes.len() {
            let mut left = nodes[i] & search.unlabelled.0[i];
            while let Some(v) = lowest(i, left) {
                left &= left - 1;
                match search.mate[v.index()] {
                    Some(mate) if search.graph.has_edge(v, mate) => {}
                    Some(mate) => {
                        search.part(v, mate);
                        exposed.push(v);
                    }
                    None => exposed.push(v),
                }
            }
        }
        for &v in &exposed {
            if search.mate[v.index()].is_none()
                && let Some(u) = search.exposed.first_common(search.graph.row(v), 0)
            {
                search.join(v, u);
            }
        }
        if exposed.iter().any(|v| search.mate[v.index()].is_none()) {
            search.match_in_phases();
        }
        exposed.iter().all(|v| {
            search.mate[v.index()].is_some() || search.run(*v) || {
                search.forget();
                false
            }
        })
    }
}

impl Search<BitGraph> {
    /// Matches `v`, whose mate is `mate`, with somebody in `keep`. False, and no change, if no perfect
    /// matching has it so; then it removes edges if it `prunes`.
    fn match_again(&mut self, v: VertexId, mate: VertexId, keep: &[u64], prunes: bool) -> bool {
        let wanted = common(self.graph.row(v), keep);
        if mate == v || !meet(&wanted, &self.unlabelled.0) {
            return false;
        }
        self.unlabelled.remove(v);
        self.mate[v.index()] = None;
        self.mate[mate.index()] = None;
        let found = self.grow(mate, |u| contains(&wanted, u.index()));
        if found.is_none() && prunes {
            self.prune(v);
        }
        self.unlabelled.insert(v);
        match found {
            Some(u) => self.augment(u, v),
            None => self.join(v, mate),
        }
        self.forget();
        found.is_some()
    }

    /// Removes edges that are in no perfect matching, where [`Search::grow`] came to an end: every T
    /// vertex, and `taken`, which was taken out, is matched into a component of S vertices of its
    /// own, so none is matched with another, nor outside the tree (Edmonds, 1965). And as many of
    /// them as there are components in the [part](Search::part_of) of `taken` are joined to no
    /// others, so the rest is not matched into the part (Dulmage and Mendelsohn, 1958). O(n²/64).
    fn prune(&mut self, taken: VertexId) {
        let part = self.part_of(taken);
        let n = self.mate.len();
        let (mut odd, mut apart) = (Bits::empty(n), Bits::empty(n));
        odd.insert(taken);
        for &t in self.labelled.iter().filter(|t| !self.is_s[t.index()]) {
            odd.insert(t);
            if self.mate[t.index()].is_some_and(|base| !part.contains(base)) {
                apart.insert(t);
            }
        }
        let mut others = odd.clone();
        unite(&mut others.0, &self.unlabelled.0);
        self.graph.separate(&odd.0, &others.0);
        self.graph.separate(&apart.0, &part.0);
    }

    /// The members of the components of S vertices from which alternating paths lead to `taken`,
    /// which was taken out: that of the root; those with an edge to `taken`, or to a T vertex whose
    /// own component is one of them. O(n/64) for each.
    fn part_of(&mut self, taken: VertexId) -> Bits {
        let mut part = Bits::empty(self.mate.len());
        let mut reached = Bits::empty(self.mate.len());
        reached.insert(self.labelled[0]);
        let mut gate = Some(taken);
        loop {
            if let Some(t) = gate {
                unite(&mut reached.0, &common(self.graph.row(t), &self.even.0));
            }
            let new = reached.0.iter().zip(&part.0).enumerate();
            let mut new = new.map(|(i, (reached, part))| lowest(i, reached & !part));
            let Some(v) = new.find_map(|v| v) else {
                return part;
            };
            let base = self.find(v);
            match self.members[base.index()] {
                None => part.insert(base),
                Some(set) => unite(&mut part.0, &self.sets[set].0),
            }
            gate = self.mate[base.index()];
        }
    }
}
