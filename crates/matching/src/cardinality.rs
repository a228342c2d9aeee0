//! Matchings with the most edges, on graphs given as bit rows, and what they tell about the graph.
//!
//! Sources: Edmonds, "Paths, trees, and flowers" (1965); H. N. Gabow, "An efficient implementation
//! of Edmonds' algorithm for maximum matching on graphs" (1976), for the bridges from which paths
//! through blossoms are read; Gallai (1964) and Edmonds for the decomposition; Tutte (1947) and
//! Berge (1958) for the witness. Departures:
//! - Neighbours are found by words of 64: those outside the tree by masking with the set of
//!   unlabelled vertices, those in other blossoms by masking out the members of the own one.
//! - A tree that cannot grow is left out of all later searches. That is sound: its S vertices have
//!   neighbours in it only, and no augmenting path found later can pass its T vertices.

mod sides;

use std::{borrow::Borrow, collections::VecDeque};

pub(crate) use sides::side_of;

use crate::bits::{common, contains, first, first_common, keep, meet, ones, take_away, unite};
use crate::graph::VertexId;

/// An unweighted simple graph with a bit row per vertex. Memory: `n * n` bits.
#[derive(Clone, Debug)]
pub struct BitGraph {
    n: usize,
    /// Words per row.
    words: usize,
    /// Bit `u % 64` of word `u / 64` of row `v` is set iff there is an edge `uv`. Symmetric, and
    /// never set for `u == v`.
    rows: Vec<u64>,
}

impl BitGraph {
    /// A graph of `n` vertices without edges. O(n²/64).
    #[must_use]
    pub fn new(n: usize) -> Self {
        let words = n.div_ceil(64);
        Self {
            n,
            words,
            rows: vec![0; n * words],
        }
    }

    /// A graph of `n` vertices with all edges. O(n²/64).
    #[must_use]
    pub fn complete(n: usize) -> Self {
        let mut graph = Self::new(n);
        let everything = Bits::full(n);
        for v in 0..n {
            let row = &mut graph.rows[v * graph.words..(v + 1) * graph.words];
            row.copy_from_slice(&everything.0);
            row[v / 64] &= !(1 << (v % 64));
        }
        graph
    }

    /// Adds a vertex without edges. O(n²/64) where the rows get a word more, else O(n/64).
    pub fn push_vertex(&mut self) -> VertexId {
        let v = VertexId::new(self.n);
        if self.n.is_multiple_of(64) {
            let mut wider = Self::new(self.n + 1);
            for v in 0..self.n {
                let row = &self.rows[v * self.words..(v + 1) * self.words];
                wider.rows[v * wider.words..][..self.words].copy_from_slice(row);
            }
            *self = wider;
        } else {
            self.n += 1;
            self.rows.resize(self.n * self.words, 0);
        }
        v
    }

    /// A graph of `n` vertices from all their rows, one after the other, each of a bit for every vertex
    /// in words of 64. The caller sees to it that they are symmetric and without self-loops. O(1).
    ///
    /// # Panics
    /// When there are not as many words as such rows have.
    #[must_use]
    pub fn from_rows(n: usize, rows: Vec<u64>) -> Self {
        let words = n.div_ceil(64);
        assert_eq!(rows.len(), n * words, "{n} rows of {words} words");
        Self { n, words, rows }
    }

    /// How many vertices there are.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.n
    }

    /// Whether there is an edge `uv`. O(1).
    #[must_use]
    pub fn has_edge(&self, u: VertexId, v: VertexId) -> bool {
        let (u, v) = (u.index(), v.index());
        u < self.n && v < self.n && self.rows[u * self.words + v / 64] >> (v % 64) & 1 == 1
    }

    /// Adds or removes an edge. O(1). Self-loops, and edges of vertices that do not exist, are
    /// ignored.
    pub fn set_edge(&mut self, u: VertexId, v: VertexId, present: bool) {
        if u == v || u.index() >= self.n || v.index() >= self.n {
            return;
        }
        for (from, to) in [(u.index(), v.index()), (v.index(), u.index())] {
            let word = &mut self.rows[from * self.words + to / 64];
            if present {
                *word |= 1 << (to % 64);
            } else {
                *word &= !(1 << (to % 64));
            }
        }
    }

    /// The neighbours of `v`, a bit for each, in words of 64.
    ///
    /// # Panics
    /// When there is no such vertex.
    #[inline]
    #[must_use]
    pub fn row(&self, v: VertexId) -> &[u64] {
        &self.rows[v.index() * self.words..(v.index() + 1) * self.words]
    }

    /// Makes `row` the neighbours of `v`, on the side of `v` only: the caller sees to it that in the
    /// end the graph is symmetric and without self-loops. O(n/64).
    ///
    /// # Panics
    /// When there is no such vertex, or `row` is not as long as a row.
    pub fn set_half_row(&mut self, v: VertexId, row: &[u64]) {
        self.rows[v.index() * self.words..(v.index() + 1) * self.words].copy_from_slice(row);
    }

    /// Adds neighbours of `v`, on its side only.
    pub(crate) fn unite_half_row(&mut self, v: VertexId, row: &[u64]) {
        unite(&mut self.rows[v.index() * self.words..][..self.words], row);
    }

    /// Removes neighbours of `v` outside `keep`, on its side only.
    pub(crate) fn restrict_half_row(&mut self, v: VertexId, keep: &[u64]) {
        let row = &mut self.rows[v.index() * self.words..][..self.words];
        for (word, keep) in row.iter_mut().zip(keep) {
            *word &= keep;
        }
    }

    /// Removes neighbours of `v` outside the masks of some words, on its side only.
    pub(crate) fn mask_half_row(&mut self, v: VertexId, masks: &[(usize, u64)]) {
        let row = &mut self.rows[v.index() * self.words..][..self.words];
        for (word, mask) in masks {
            row[*word] &= mask;
        }
    }

    /// Removes the edges of `v` to everybody outside `keep`, on both sides. O(n/64 + edges).
    pub(crate) fn restrict(&mut self, v: VertexId, keep: &[u64]) {
        let (word, bit) = (v.index() / 64, 1_u64 << (v.index() % 64));
        for i in 0..self.words {
            let at = v.index() * self.words + i;
            let mut gone = self.rows[at] & !keep[i];
            self.rows[at] &= keep[i];
            while let Some(u) = lowest(i, gone) {
                gone &= gone - 1;
                self.rows[u.index() * self.words + word] &= !bit;
            }
        }
    }

    /// As [`BitGraph::restrict`] for all of `vertices`. O(n²/64).
    pub(crate) fn restrict_all(&mut self, vertices: &[VertexId], keep: &[u64]) {
        if vertices.len() < 8 {
            for v in vertices {
                self.restrict(*v, keep);
            }
            return;
        }
        let mut restricted = Bits::empty(self.n);
        for &v in vertices {
            restricted.insert(v);
            let row = &mut self.rows[v.index() * self.words..][..self.words];
            for (word, keep) in row.iter_mut().zip(keep) {
                *word &= keep;
            }
        }
        let rows = self.rows.chunks_exact_mut(self.words.max(1));
        for (_, row) in rows
            .enumerate()
            .filter(|(u, _)| keep[u / 64] >> (u % 64) & 1 == 0)
        {
            for (word, restricted) in row.iter_mut().zip(&restricted.0) {
                *word &= !restricted;
            }
        }
    }

    /// As [`BitGraph::restrict_all`], for [`BitGraph::restore`].
    fn restrict_all_saved(&mut self, vertices: &[VertexId], keep: &[u64]) -> Saved {
        // Rows that are few are brought back edge by edge.
        let saved = if vertices.len() < 64 {
            let row = |v: &VertexId| (*v, self.row(*v).to_vec());
            Saved::Some(vertices.iter().map(row).collect())
        } else {
            Saved::All(self.rows.clone())
        };
        self.restrict_all(vertices, keep);
        saved
    }

    fn restore(&mut self, saved: Saved) {
        match saved {
            Saved::All(rows) => self.rows = rows,
            Saved::Some(rows) => {
                for (v, row) in rows {
                    self.set_row(v, &row);
                }
            }
        }
    }

    /// Removes the edges between two sets. O(n/64) for each member of the first, and each of the second
    /// that has such an edge.
    fn separate(&mut self, a: &[u64], b: &[u64]) {
        let mut joined = vec![0; self.words];
        for v in ones(a) {
            let row = &mut self.rows[v * self.words..][..self.words];
            if meet(row, b) {
                for ((word, gone), joined) in row.iter_mut().zip(b).zip(&mut joined) {
                    *joined |= *word & gone;
                    *word &= !gone;
                }
            }
        }
        for v in ones(&joined) {
            for (word, gone) in self.rows[v * self.words..][..self.words].iter_mut().zip(a) {
                *word &= !gone;
            }
        }
    }

    /// Makes `row` the neighbours of `v`, on both sides. O(n/64 + edges that change).
    fn set_row(&mut self, v: VertexId, row: &[u64]) {
        for (i, new) in row.iter().enumerate() {
            let mut changed = self.row(v)[i] ^ new;
            while let Some(u) = lowest(i, changed) {
                changed &= changed - 1;
                let is_new = new >> (u.index() % 64) & 1 == 1;
                self.set_edge(v, u, is_new);
            }
        }
    }

    /// All rows, one after the other.
    pub(crate) fn words(&self) -> &[u64] {
        &self.rows
    }
}

/// Rows of a graph as they were.
enum Saved {
    All(Vec<u64>),
    Some(Vec<(VertexId, Vec<u64>)>),
}

/// A set of vertices.
#[derive(Clone, Debug)]
struct Bits(Vec<u64>);

impl Bits {
    fn empty(n: usize) -> Self {
        Self(vec![0; n.div_ceil(64)])
    }

    fn full(n: usize) -> Self {
        let mut bits = Self(vec![u64::MAX; n.div_ceil(64)]);
        if let Some(last) = bits.0.last_mut()
            && !n.is_multiple_of(64)
        {
            *last = (1 << (n % 64)) - 1;
        }
        bits
    }

    fn contains(&self, v: VertexId) -> bool {
        self.0[v.index() / 64] >> (v.index() % 64) & 1 == 1
    }

    /// The members, ascending.
    fn iter(&self) -> impl Iterator<Item = VertexId> + '_ {
        ones(&self.0).map(VertexId::new)
    }

    fn count(&self) -> usize {
        (self.0.iter().map(|word| word.count_ones() as usize)).sum()
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    fn insert(&mut self, v: VertexId) {
        self.0[v.index() / 64] |= 1 << (v.index() % 64);
    }

    fn remove(&mut self, v: VertexId) {
        self.0[v.index() / 64] &= !(1 << (v.index() % 64));
    }

    /// The smallest common element with a row, in words from `from` on.
    fn first_common(&self, row: &[u64], from: usize) -> Option<VertexId> {
        first([&self.0, row, row], from, |[set, row, _]| set & row).map(VertexId::new)
    }
}

fn lowest(word: usize, bits: u64) -> Option<VertexId> {
    (bits != 0).then(|| VertexId::new(word * 64 + bits.trailing_zeros() as usize))
}

/// A matching with the most edges, and the Gallai-Edmonds decomposition of its graph.
///
/// The sets and components depend on the graph only, not on which of its maximum matchings was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Maximum {
    /// The mate of every vertex.
    pub mate: Vec<Option<VertexId>>,
    /// The vertices that some maximum matching leaves exposed, in ascending order.
    pub outer: Vec<VertexId>,
    /// The other vertices with a neighbour in `outer`, in ascending order. Removing them leaves
    /// more odd components than they are, by the number of exposed vertices.
    pub inner: Vec<VertexId>,
    /// By vertex: for an outer one the base of its component among the outer ones, the only member
    /// that is not matched in it; any other is its own.
    pub base: Vec<VertexId>,
}

impl Maximum {
    /// How many vertices every matching leaves exposed at least.
    #[must_use]
    pub fn deficiency(&self) -> usize {
        self.mate.iter().filter(|mate| mate.is_none()).count()
    }
}

/// Finds a matching with the most edges, starting from `start`, of which pairs that disagree or are
/// not joined by an edge are dropped; an empty slice starts from nothing.
///
/// Greedy first, then one search per exposed vertex: O(n²/64 + n) each.
///
/// ```
/// use edelweiss_matching::{VertexId, cardinality::{BitGraph, maximum_matching}};
///
/// let mut star = BitGraph::new(4);
/// for leaf in 1..4 {
///     star.set_edge(VertexId::new(0), VertexId::new(leaf), true);
/// }
/// let maximum = maximum_matching(&star, &[]);
/// assert_eq!(maximum.deficiency(), 2);
/// assert_eq!(maximum.inner, [VertexId::new(0)]);
/// assert_eq!(maximum.outer.len(), 3);
/// ```
#[must_use]
pub fn maximum_matching(graph: &BitGraph, start: &[Option<VertexId>]) -> Maximum {
    maximum_among(graph, &Bits::full(graph.n).0, start, None)
}

/// As [`maximum_matching`] in the graph of `vertices`, a bit for each in words of 64; the others are
/// neither outer nor inner.
///
/// ```
/// use edelweiss_matching::{VertexId, cardinality::{BitGraph, maximum_matching_among}};
///
/// let [a, b, c] = [0, 1, 2].map(VertexId::new);
/// let mut path = BitGraph::new(3);
/// path.set_edge(a, b, true);
/// path.set_edge(b, c, true);
/// let maximum = maximum_matching_among(&path, &[0b110], &[]);
/// assert_eq!(maximum.mate, [None, Some(c), Some(b)]);
/// assert!(maximum.outer.is_empty());
/// ```
///
/// # Panics
/// When `vertices` is not as long as a row or has a vertex that does not exist.
#[must_use]
pub fn maximum_matching_among(
    graph: &BitGraph,
    vertices: &[u64],
    start: &[Option<VertexId>],
) -> Maximum {
    let all = Bits::full(graph.n).0;
    assert!(
        vertices.len() == all.len() && vertices.iter().zip(&all).all(|(of, all)| of & !all == 0),
        "vertices are those of the graph"
    );
    maximum_among(graph, vertices, start, None)
}

/// Whether there is a perfect matching, starting from `start` as [`maximum_matching`] does. The first
/// tree that cannot grow tells that there is none. O(n²/64 + n) per vertex without a mate.
#[must_use]
pub fn has_perfect_matching(graph: &BitGraph, start: &[Option<VertexId>]) -> bool {
    let mut search = Search::among(graph, Bits::full(graph.n));
    search.start(start);
    if let Phases::End { .. } = search.match_in_phases() {
        return false;
    }
    let mut roots = (0..graph.n).map(VertexId::new);
    roots.all(|root| search.mate[root.index()].is_some() || search.run(root))
}

/// As [`maximum_matching_among`]; `side` is one of two without edges within, if the graph is known to
/// have such.
pub(crate) fn maximum_among(
    graph: &BitGraph,
    vertices: &[u64],
    start: &[Option<VertexId>],
    side: Option<&[u64]>,
) -> Maximum {
    let n = graph.n;
    let mut search = Search::among(graph, Bits(vertices.to_vec()));
    search.start(start);
    let mut base: Vec<VertexId> = (0..n).map(VertexId::new).collect();
    let phases = match side {
        Some(side) => {
            let [outer, inner] = search.match_between_sides(side);
            Phases::End { outer, inner }
        }
        None => search.match_in_phases(),
    };
    if let Phases::End { outer, inner } = phases {
        return Maximum {
            mate: search.mate,
            outer: outer.iter().collect(),
            inner: inner.iter().collect(),
            base,
        };
    }
    let (mut outer, mut inner) = (Vec::new(), Vec::new());
    for root in ones(vertices).map(VertexId::new) {
        if search.mate[root.index()].is_none() && !search.run(root) {
            // A tree that cannot grow has no edges between its blossoms, nor to those of others.
            for v in std::mem::take(&mut search.labelled) {
                if search.is_s[v.index()] {
                    base[v.index()] = search.find(v);
                    outer.push(v);
                } else {
                    inner.push(v);
                }
                search.labelled.push(v);
            }
            search.abandon();
        }
    }
    outer.sort_unstable();
    inner.sort_unstable();
    Maximum {
        mate: search.mate,
        outer,
        inner,
        base,
    }
}

/// A perfect matching that is kept perfect while edges go, and tells which edges can stay in one.
///
/// For sequences of decisions like "the first vertex of this order that `v` can be matched with".
/// By Gallai (1964) and Edmonds (1965): with `v` taken out, its mate is the only exposed vertex, and
/// the vertices that can be exposed in its place, which are the possible mates of `v`, are those at
/// even distance in the alternating tree from it. One search answers for all of them.
///
/// ```
/// use edelweiss_matching::{VertexId, cardinality::{BitGraph, Perfect}};
///
/// let [a, b, c, d] = [0, 1, 2, 3].map(VertexId::new);
/// let mut path = BitGraph::new(4);
/// for (u, v) in [(a, b), (b, c), (c, d)] {
///     path.set_edge(u, v, true);
/// }
/// let mut perfect = Perfect::new(path, &[]).expect("a-b and c-d cover the path");
/// assert_eq!(perfect.match_first(b, &[0b1100]), None);
/// assert_eq!(perfect.match_first(b, &[0b1101]), Some(a));
/// ```
#[derive(Clone, Debug)]
pub struct Perfect {
    search: Search<BitGraph>,
}

impl Perfect {
    /// Finds a perfect matching, starting from `start` as [`maximum_matching`] does. O(n²/64 + n) per
    /// vertex that the start leaves exposed.
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

    /// As [`Perfect::match_within`], but two mates `beside` it stay together, and then no edges go.
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

    /// Restricts each of `vertices` in turn to `keep`, as [`Perfect::try_restrict`] does, or, where no
    /// perfect matching remains, to everybody else; and says for each whether it was to `keep`. Ends
    /// when that was so for `most` of them. O(n²/64), and O(n²/64 + n) for each whose mate is not kept.
    ///
    /// ```
    /// use edelweiss_matching::{VertexId, cardinality::{BitGraph, Perfect}};
    ///
    /// let [a, b, c] = [0, 1, 2].map(VertexId::new);
    /// let square = BitGraph::complete(4);
    /// let mut perfect = Perfect::new(square, &[]).expect("four vertices make two pairs");
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

    /// As [`Perfect::try_restrict`] for all of `vertices` at once: each keeps only its edges to `keep`.
    /// O(n²/64), and O(n²/64 + n) for each of them that loses its mate, until the first for whom
    /// there is no other.
    ///
    /// ```
    /// use edelweiss_matching::{VertexId, cardinality::{BitGraph, Perfect}};
    ///
    /// let [a, b] = [0, 1].map(VertexId::new);
    /// let square = BitGraph::complete(4);
    /// let mut perfect = Perfect::new(square, &[]).expect("four vertices make two pairs");
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
    /// use edelweiss_matching::{VertexId, cardinality::{BitGraph, Perfect}};
    ///
    /// let [a, b, c, d] = [0, 1, 2, 3].map(VertexId::new);
    /// let mut path = BitGraph::new(4);
    /// for (u, v) in [(a, b), (b, c), (c, d)] {
    ///     path.set_edge(u, v, true);
    /// }
    /// let mut perfect = Perfect::new(path, &[]).expect("a-b and c-d cover the path");
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

    /// As [`Perfect::match_first`], but not for good.
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

/// For [`crate::Face`], which changes the graph between questions.
impl Perfect {
    /// As [`Perfect::new`], but some vertices may be left without mates, and then nothing may be asked
    /// before [`Perfect::repair`].
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

    /// Removes edges, after which [`Perfect::repair`] is due.
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

/// Whether removing the vertices of `witness` proves `mate` to be a matching with the most edges:
/// it leaves as many odd components more than `witness` has vertices as there are exposed vertices.
/// O(n²/64 + n), sharing no code with the search.
#[must_use]
pub fn proves_maximum(graph: &BitGraph, mate: &[Option<VertexId>], witness: &[VertexId]) -> bool {
    let n = graph.n;
    let agrees = |v: VertexId| {
        mate[v.index()]
            .is_none_or(|u| mate.get(u.index()) == Some(&Some(v)) && graph.has_edge(u, v))
    };
    if mate.len() != n
        || witness.iter().any(|v| v.index() >= n)
        || !(0..n).map(VertexId::new).all(agrees)
    {
        return false;
    }
    let mut unseen = Bits::full(n);
    for &v in witness {
        unseen.remove(v);
    }
    let n_witness = n - unseen
        .0
        .iter()
        .map(|word| word.count_ones() as usize)
        .sum::<usize>();
    let mut n_odd = 0;
    for start in (0..n).map(VertexId::new) {
        if unseen.0[start.index() / 64] >> (start.index() % 64) & 1 == 0 {
            continue;
        }
        unseen.remove(start);
        let mut size = 0;
        let mut stack = vec![start];
        while let Some(v) = stack.pop() {
            size += 1;
            for (i, &word) in graph.row(v).iter().enumerate() {
                let mut found = word & unseen.0[i];
                unseen.0[i] &= !found;
                while let Some(u) = lowest(i, found) {
                    found &= found - 1;
                    stack.push(u);
                }
            }
        }
        n_odd += size % 2;
    }
    n_odd == n_witness + mate.iter().filter(|mate| mate.is_none()).count()
}

/// The matching and one alternating tree.
#[derive(Clone, Debug)]
struct Search<G> {
    graph: G,
    /// `mate[u] == Some(v)` iff `mate[v] == Some(u)`.
    mate: Vec<Option<VertexId>>,
    /// The vertices without mates.
    exposed: Bits,
    /// Which words of `exposed` have members, as a run begins.
    exposed_words: Vec<usize>,
    /// The vertices in no tree, neither the present one nor an abandoned one.
    unlabelled: Bits,
    /// The S vertices of the present tree.
    even: Bits,
    /// Whether a vertex of the tree is S, from the start or through a blossom.
    is_s: Vec<bool>,
    /// The S vertex from which a T vertex was reached.
    above: Vec<Option<VertexId>>,
    /// For a T vertex that became S in a blossom: the edge that closed the circuit, its nearer end
    /// (the one whose path to the root passes the vertex) first.
    bridge: Vec<Option<(VertexId, VertexId)>>,
    /// Union-find over the vertices of a blossom; the representative is the blossom's base.
    leader: Vec<VertexId>,
    /// The members of the blossom with this base, as a place in `sets`; `None` for a lone vertex.
    members: Vec<Option<usize>>,
    sets: Vec<Bits>,
    n_sets: usize,
    /// The vertices of the present tree.
    labelled: Vec<VertexId>,
    queue: VecDeque<VertexId>,
    mark: Vec<u64>,
    round: u64,
}

/// Of a layer, so many are looked at before those who are asked are counted again.
const AT_ONCE: usize = 32;

/// So few exposed vertices have a search each.
const FEW_EXPOSED: usize = 4;

/// What searching along many paths at once has come to.
enum Phases {
    /// The matching has the most edges: the only edges of `outer` lead to `inner`.
    End { outer: Bits, inner: Bits },
    /// There may be a larger one.
    Unclear,
}

/// A piece of a path still to be written down.
enum Piece {
    /// From a vertex along its path to the root, up to a vertex there, both included.
    Towards(VertexId, VertexId),
    /// The same, backwards.
    From(VertexId, VertexId),
    Single(VertexId),
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

impl<G: Borrow<BitGraph>> Search<G> {
    fn new(graph: G) -> Self {
        let n = graph.borrow().n;
        Self::among(graph, Bits::full(n))
    }

    /// The others take no part.
    fn among(graph: G, vertices: Bits) -> Self {
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

    fn graph(&self) -> &BitGraph {
        self.graph.borrow()
    }

    /// Takes over the pairs of `start` that agree and are edges, and adds pairs greedily.
    fn start(&mut self, start: &[Option<VertexId>]) {
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
    fn match_greedily(&mut self) {
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

    fn part(&mut self, u: VertexId, v: VertexId) {
        self.mate[u.index()] = None;
        self.mate[v.index()] = None;
        self.exposed.insert(u);
        self.exposed.insert(v);
    }

    fn join(&mut self, u: VertexId, v: VertexId) {
        self.mate[u.index()] = Some(v);
        self.mate[v.index()] = Some(u);
        self.exposed.remove(u);
        self.exposed.remove(v);
    }

    /// Grows a tree from an exposed vertex. Returns whether it found a larger matching; then the
    /// tree is forgotten, else it stays for the caller to read.
    fn run(&mut self, root: VertexId) -> bool {
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

    /// Matches along many paths at once until no more are found that way, or few vertices are exposed.
    fn match_in_phases(&mut self) -> Phases {
        loop {
            if self.exposed.count() < FEW_EXPOSED {
                return Phases::Unclear;
            }
            if let Err(phases) = self.match_by_layers() {
                return phases;
            }
        }
    }

    /// Matches along paths of one length, the shortest that are found if circuits are not looked at,
    /// until there are no more of them; if there are none at all, says what that means. O(n²/64).
    ///
    /// Sources: J. E. Hopcroft and R. M. Karp, "An n^5/2 algorithm for maximum matchings in bipartite
    /// graphs" (1973), for the layers. In other graphs they miss some paths, but what is simple and
    /// alternates is one.
    fn match_by_layers(&mut self) -> Result<(), Phases> {
        let n = self.mate.len();
        let mut even = self.exposed.clone();
        let mut near_any = Bits::empty(n);
        let mut layers = vec![self.exposed.clone()];
        loop {
            // Exposed ones count again in each layer: the way to one of them may not have been simple.
            let mut asked = self.unlabelled.clone();
            for (place, asked) in asked.0.iter_mut().enumerate() {
                *asked &= !near_any.0[place] | self.exposed.0[place];
            }
            let near = self.near(&layers[layers.len() - 1], &asked);
            if meet(&near.0, &self.exposed.0) && self.match_through(&layers[0], &layers) {
                return Ok(());
            }
            let mut layer = Bits::empty(n);
            for y in near.iter() {
                if let Some(x) = self.mate[y.index()].filter(|x| !even.contains(*x)) {
                    layer.insert(x);
                }
            }
            unite(&mut near_any.0, &near.0);
            if layer.is_empty() {
                break;
            }
            unite(&mut even.0, &layer.0);
            layers.push(layer);
        }
        Err(if meet(&near_any.0, &even.0) {
            Phases::Unclear
        } else {
            Phases::End {
                outer: even,
                inner: near_any,
            }
        })
    }

    /// Those of `asked` who may meet somebody in a layer. O(n/64) for each of the layer, or for each of the
    /// asked who are left when some of it have been looked at, if these are fewer.
    fn near(&self, layer: &Bits, asked: &Bits) -> Bits {
        let mut near = Bits::empty(self.mate.len());
        let (mut members, mut n_left) = (layer.iter(), layer.count());
        let mut unseen = asked.clone();
        while n_left > 0 {
            if unseen.count() < n_left {
                let is_near = |v: &VertexId| first_common(self.graph().row(*v), &layer.0).is_some();
                unseen.iter().filter(is_near).for_each(|v| near.insert(v));
                break;
            }
            for v in members.by_ref().take(AT_ONCE) {
                unite(&mut near.0, self.graph().row(v));
            }
            take_away(&mut unseen.0, &near.0);
            n_left = n_left.saturating_sub(AT_ONCE);
        }
        keep(&mut near.0, &asked.0);
        near
    }

    /// Matches exposed vertices, of which some are roots, along paths that pass the layers from the last
    /// one to the first, which are exposed. Returns whether there was any.
    fn match_through(&mut self, roots: &Bits, layers: &[Bits]) -> bool {
        let mut open = layers.to_vec();
        let mut is_on_path = vec![false; self.mate.len()];
        let mut path: Vec<(VertexId, VertexId)> = Vec::new();
        let mut is_any = false;
        for root in roots.iter() {
            if self.mate[root.index()].is_some() {
                continue;
            }
            open[0].remove(root);
            path.clear();
            // By pair of the path, the root before: where in its row to go on.
            let mut from = vec![0];
            loop {
                let here = path.last().map_or(root, |(_, y)| *y);
                let depth = layers.len() - 1 - path.len();
                let Some(place) = from.last_mut() else { break };
                let Some(x) = open[depth].first_common(self.graph().row(here), *place) else {
                    from.pop();
                    if let Some((x, y)) = path.pop() {
                        is_on_path[x.index()] = false;
                        is_on_path[y.index()] = false;
                    }
                    continue;
                };
                *place = x.index() / 64;
                open[depth].remove(x);
                match self.mate[x.index()] {
                    None => {
                        let mut end = root;
                        for (x, y) in path.drain(..) {
                            self.join(end, x);
                            end = y;
                        }
                        self.join(end, x);
                        is_any = true;
                        break;
                    }
                    Some(y) if !is_on_path[x.index()] && !is_on_path[y.index()] => {
                        is_on_path[x.index()] = true;
                        is_on_path[y.index()] = true;
                        path.push((x, y));
                        from.push(0);
                    }
                    Some(_) => {}
                }
            }
            if self.mate[root.index()].is_none() {
                open[0].insert(root);
            }
        }
        is_any
    }

    /// Grows a tree from `root`, the only exposed vertex, until it has an S vertex of those that are
    /// looked for, or cannot grow.
    fn grow(&mut self, root: VertexId, is_wanted: impl Fn(VertexId) -> bool) -> Option<VertexId> {
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

    fn find(&mut self, v: VertexId) -> VertexId {
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
    fn meet(&mut self, x: VertexId, y: VertexId) -> VertexId {
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
    fn augment(&mut self, s: VertexId, v: VertexId) {
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
    fn forget(&mut self) {
        for i in 0..self.labelled.len() {
            self.unlabelled.insert(self.labelled[i]);
        }
        self.abandon();
    }

    /// Drops the tree; its vertices will not be labelled again.
    fn abandon(&mut self) {
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
