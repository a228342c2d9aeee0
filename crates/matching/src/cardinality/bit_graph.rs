//! Unweighted graphs, and sets of their vertices, as bits in words of 64.

use crate::bitset::{first, meet, ones, unite};
use crate::graph::VertexId;

/// An unweighted simple graph with a bit row per vertex. Memory: `n * n` bits.
#[derive(Clone, Debug)]
pub struct BitGraph {
    pub(super) n: usize,
    /// Words per row.
    pub(super) words: usize,
    /// Bit `u % 64` of word `u / 64` of row `v` is set iff there is an edge `uv`. Symmetric, and
    /// never set for `u == v`.
    pub(super) rows: Vec<u64>,
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
    pub(super) fn restrict_all_saved(&mut self, vertices: &[VertexId], keep: &[u64]) -> Saved {
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

    pub(super) fn restore(&mut self, saved: Saved) {
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
    pub(super) fn separate(&mut self, a: &[u64], b: &[u64]) {
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
    pub(super) fn set_row(&mut self, v: VertexId, row: &[u64]) {
        for (i, new) in row.iter().enumerate() {
            let mut changed = self.row(v)[i] ^ new;
            while let Some(u) = lowest(i, changed) {
                changed &= changed - 1;
                let is_new = new >> (u.index() % 64) & 1 == 1;
                self.set_edge(v, u, is_new);
            }
        }
    }

    /// The graph of some vertices, ascending, each with its place among them for a number. O(n²/64), and
    /// O(n) for each vertex with another number than before.
    pub(crate) fn among(&self, vertices: &[usize]) -> Self {
        let n_same = { vertices.iter().enumerate() }.take_while(|(place, v)| place == *v);
        // Whole words of vertices that keep their numbers.
        let words = n_same.count() / 64;
        let mut graph = Self::new(vertices.len());
        for (row, v) in (graph.rows.chunks_exact_mut(graph.words.max(1))).zip(vertices) {
            let old = self.row(VertexId::new(*v));
            row[..words].copy_from_slice(&old[..words]);
            for (place, u) in vertices.iter().enumerate().skip(words * 64) {
                row[place / 64] |= (old[u / 64] >> (u % 64) & 1) << (place % 64);
            }
        }
        graph
    }

    /// All rows, one after the other.
    pub(crate) fn words(&self) -> &[u64] {
        &self.rows
    }
}

/// Rows of a graph as they were.
pub(super) enum Saved {
    All(Vec<u64>),
    Some(Vec<(VertexId, Vec<u64>)>),
}

/// A set of vertices.
#[derive(Clone, Debug)]
pub(super) struct Bits(pub(super) Vec<u64>);

impl Bits {
    pub(super) fn empty(n: usize) -> Self {
        Self(vec![0; n.div_ceil(64)])
    }

    pub(super) fn full(n: usize) -> Self {
        let mut bits = Self(vec![u64::MAX; n.div_ceil(64)]);
        if let Some(last) = bits.0.last_mut()
            && !n.is_multiple_of(64)
        {
            *last = (1 << (n % 64)) - 1;
        }
        bits
    }

    pub(super) fn contains(&self, v: VertexId) -> bool {
        self.0[v.index() / 64] >> (v.index() % 64) & 1 == 1
    }

    /// The members, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = VertexId> + '_ {
        ones(&self.0).map(VertexId::new)
    }

    pub(super) fn count(&self) -> usize {
        (self.0.iter().map(|word| word.count_ones() as usize)).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(super) fn insert(&mut self, v: VertexId) {
        self.0[v.index() / 64] |= 1 << (v.index() % 64);
    }

    pub(super) fn remove(&mut self, v: VertexId) {
        self.0[v.index() / 64] &= !(1 << (v.index() % 64));
    }

    /// The smallest common element with a row, in words from `from` on.
    pub(super) fn first_common(&self, row: &[u64], from: usize) -> Option<VertexId> {
        first([&self.0, row, row], from, |[set, row, _]| set & row).map(VertexId::new)
    }
}

pub(super) fn lowest(word: usize, bits: u64) -> Option<VertexId> {
    (bits != 0).then(|| VertexId::new(word * 64 + bits.trailing_zeros() as usize))
}
