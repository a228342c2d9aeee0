//! A matrix of weights.

use super::{VertexId, WeightedGraph, check_ends, for_each_but};
use crate::error::Error;
use crate::weight::Weight;

/// Ids of vertices have 31 bits.
pub(crate) const MOST_VERTICES: usize = 1 << 31;

/// A graph as its adjacency matrix, with a bit row beside every row, so that absent edges cost a bit.
///
/// Memory: `n * n` weights and bits. An edge is found, set and removed in O(1); the neighbours of a
/// vertex are visited in O(n / 64 + degree).
#[derive(Clone, Debug)]
pub struct Dense<W> {
    pub(super) n: usize,
    /// Places for vertices in `weights` and `present`; at least `n`.
    pub(super) capacity: usize,
    /// Row-major, `capacity * capacity`, symmetric; meaningful only where `present` says so.
    pub(super) weights: Vec<W>,
    /// Bit `u % 64` of word `u / 64` of row `v` is set iff there is an edge `uv`. Symmetric.
    pub(super) present: Vec<u64>,
}

impl<W: Weight> Dense<W> {
    /// A graph of `n` vertices without edges. O(n²).
    ///
    /// # Errors
    /// [`Error::TooManyVertices`] when a matrix of `n` rows does not fit the memory, or `n` the ids.
    pub fn try_new(n: usize) -> Result<Self, Error> {
        let too_many = Error::TooManyVertices(n);
        if n > MOST_VERTICES {
            return Err(too_many);
        }
        let entries = n.checked_mul(n).ok_or(too_many.clone())?;
        let mut weights = Vec::new();
        let mut present = Vec::new();
        let n_words = n * n.div_ceil(64);
        (weights.try_reserve_exact(entries)).map_err(|_| too_many.clone())?;
        (present.try_reserve_exact(n_words)).map_err(|_| too_many)?;
        weights.resize(entries, W::zero());
        present.resize(n_words, 0);
        Ok(Self {
            n,
            capacity: n,
            weights,
            present,
        })
    }

    /// A graph of `n` vertices without edges. O(n²).
    ///
    /// # Panics
    /// Where [`Dense::try_new`] is an error.
    #[must_use]
    pub fn new(n: usize) -> Self {
        assert!(n <= MOST_VERTICES, "{}", Error::TooManyVertices(n));
        let words = n.div_ceil(64);
        Self {
            n,
            capacity: n,
            weights: vec![W::zero(); n * n],
            present: vec![0; n * words],
        }
    }

    /// A graph whose edges are given by a function of two vertices `u < v`. O(n²) calls.
    #[must_use]
    pub fn from_fn(n: usize, mut weight: impl FnMut(VertexId, VertexId) -> Option<W>) -> Self {
        let mut graph = Self::new(n);
        for u in (0..n).map(VertexId::new) {
            for v in (u.index() + 1..n).map(VertexId::new) {
                graph.put(u, v, weight(u, v));
            }
        }
        graph
    }

    /// How many vertices there are.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.n
    }

    /// Sets the weight of an edge, or removes the edge.
    ///
    /// # Errors
    /// [`Error::NoSuchVertex`], [`Error::SelfLoop`].
    pub fn set(&mut self, u: VertexId, v: VertexId, weight: Option<W>) -> Result<(), Error> {
        check_ends(u, v, self.n)?;
        self.put(u, v, weight);
        Ok(())
    }

    /// As [`Dense::set`], of two different vertices of the graph.
    pub(crate) fn put(&mut self, u: VertexId, v: VertexId, weight: Option<W>) {
        let (u, v) = (u.index(), v.index());
        let words = self.words();
        let (bit_uv, bit_vu) = (1 << (v % 64), 1 << (u % 64));
        if let Some(weight) = weight {
            self.present[u * words + v / 64] |= bit_uv;
            self.present[v * words + u / 64] |= bit_vu;
            self.weights[u * self.capacity + v] = weight.clone();
            self.weights[v * self.capacity + u] = weight;
        } else {
            self.present[u * words + v / 64] &= !bit_uv;
            self.present[v * words + u / 64] &= !bit_vu;
        }
    }

    pub(super) fn words(&self) -> usize {
        self.capacity.div_ceil(64)
    }

    #[inline]
    pub(super) fn has(&self, u: VertexId, v: VertexId) -> bool {
        let (u, v) = (u.index(), v.index());
        u < self.n && v < self.n && self.present[u * self.words() + v / 64] >> (v % 64) & 1 == 1
    }

    /// Adds a vertex without edges: O(n) amortised over many, O(n²) when the matrix must grow.
    pub(super) fn push_vertex(&mut self) {
        if self.n == self.capacity {
            let mut wider = Self::new((self.capacity * 5 / 4).max(self.n + 8));
            wider.n = self.n + 1;
            for v in (0..self.n).map(VertexId::new) {
                self.for_each_neighbour(v, |u, weight| {
                    if v < u {
                        wider.put(v, u, Some(weight.clone()));
                    }
                });
            }
            *self = wider;
        } else {
            self.n += 1;
        }
    }

    pub(super) fn map_weights(&mut self, map: impl Fn(&W) -> W) {
        let words = self.words();
        for v in 0..self.n {
            for u in 0..self.n {
                if self.present[v * words + u / 64] >> (u % 64) & 1 == 1 {
                    let weight = &mut self.weights[v * self.capacity + u];
                    *weight = map(weight);
                }
            }
        }
    }
}

impl<W: Weight> WeightedGraph<W> for Dense<W> {
    fn n_vertices(&self) -> usize {
        self.n
    }

    #[inline]
    fn weight(&self, u: VertexId, v: VertexId) -> Option<&W> {
        self.has(u, v)
            .then(|| &self.weights[u.index() * self.capacity + v.index()])
    }

    #[inline]
    fn for_each_neighbour_but(
        &self,
        v: VertexId,
        but: &[u64],
        mut visit: impl FnMut(VertexId, &W),
    ) {
        let words = self.words();
        let v = v.index();
        if v >= self.n {
            return;
        }
        let row = &self.weights[v * self.capacity..(v + 1) * self.capacity];
        for_each_but(&self.present[v * words..(v + 1) * words], but, |u| {
            visit(VertexId::new(u), &row[u]);
        });
    }
}
