//! Rows of neighbours, one after another in one array.

use super::{VertexId, WeightedGraph, check_ends};
use crate::error::Error;
use crate::weight::Weight;

/// A graph that does not change, as compressed sparse rows: the layout for many vertices.
///
/// Memory: 4 bytes and a weight for each end of an edge, and 4 bytes for each vertex. An edge is
/// found in O(log degree), the neighbours of a vertex are visited in O(degree).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Csr<W> {
    /// The row of `v` is `starts[v]..starts[v + 1]`.
    pub(crate) starts: Vec<u32>,
    /// The neighbours, ascending within each row; symmetric.
    pub(crate) heads: Vec<u32>,
    /// The weights of the edges to `heads`.
    pub(crate) weights: Vec<W>,
}

impl<W: Weight> Csr<W> {
    /// A graph from a list of edges; the best of parallel edges counts. O(n + m log degree).
    ///
    /// ```
    /// use edelweiss_matching::{Csr, VertexId, WeightedGraph};
    ///
    /// let [a, b, c] = [0, 1, 2].map(VertexId::new);
    /// let graph = Csr::from_edges(3, &[(a, b, 5_i64), (c, b, 7), (b, a, 6)])?;
    /// assert_eq!(graph.weight(a, b), Some(&6));
    /// assert_eq!(graph.weight(a, c), None);
    /// assert_eq!(graph.n_edges(), 2);
    /// # Ok::<(), edelweiss_matching::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoSuchVertex`], [`Error::SelfLoop`]; [`Error::TooManyVertices`] and
    /// [`Error::TooManyEdges`] where 31 bits do not count them.
    pub fn from_edges(n: usize, edges: &[(VertexId, VertexId, W)]) -> Result<Self, Error> {
        for (u, v, _) in edges {
            check_ends(*u, *v, n)?;
        }
        let ends = |i: usize| (edges[i].0, edges[i].1);
        Self::build(n, edges.len(), &ends, &|i| edges[i].2.clone())
    }

    /// From the ends of `m` edges, which are proper, and their weights.
    pub(crate) fn build(
        n: usize,
        m: usize,
        ends: &dyn Fn(usize) -> (VertexId, VertexId),
        weight: &dyn Fn(usize) -> W,
    ) -> Result<Self, Error> {
        if n > super::dense::MOST_VERTICES {
            return Err(Error::TooManyVertices(n));
        }
        if m >= 1 << 31 {
            return Err(Error::TooManyEdges(m));
        }
        // The row of `v` is filled from `starts[v + 1]` on, which is its end then.
        let mut starts = vec![0_u32; n + 1];
        for (u, v) in (0..m).map(ends) {
            starts[u.index() + 1] += 1;
            starts[v.index() + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += std::mem::replace(start, sum);
        }
        let mut heads = vec![0; 2 * m];
        let mut row_weights = vec![W::zero(); 2 * m];
        for ((u, v), weight) in (0..m).map(|edge| (ends(edge), weight(edge))) {
            for (from, to, weight) in [(u, v, weight.clone()), (v, u, weight)] {
                let place = &mut starts[from.index() + 1];
                heads[*place as usize] = to.index() as u32;
                row_weights[*place as usize] = weight;
                *place += 1;
            }
        }
        let mut graph = Self {
            starts,
            heads,
            weights: row_weights,
        };
        graph.sort_rows();
        Ok(graph)
    }

    /// Sorts each row, and keeps the best of parallel edges. Of a list in ascending order the rows are sorted.
    fn sort_rows(&mut self) {
        let n = self.starts.len() - 1;
        let mut row: Vec<(u32, W)> = Vec::new();
        let (mut from, mut kept) = (0, 0);
        for v in 0..n {
            let end = self.starts[v + 1] as usize;
            self.starts[v] = kept as u32;
            if kept == from && self.heads[from..end].is_sorted_by(|u, v| u < v) {
                (from, kept) = (end, end);
                continue;
            }
            row.clear();
            row.extend((from..end).map(|i| (self.heads[i], self.weights[i].clone())));
            row.sort_unstable_by(|(u, x), (v, y)| u.cmp(v).then_with(|| y.cmp(x)));
            row.dedup_by_key(|(head, _)| *head);
            for (head, weight) in row.drain(..) {
                self.heads[kept] = head;
                self.weights[kept] = weight;
                kept += 1;
            }
            from = end;
        }
        self.starts[n] = kept as u32;
        self.heads.truncate(kept);
        self.weights.truncate(kept);
    }

    /// How many vertices there are.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many edges there are.
    #[must_use]
    pub fn n_edges(&self) -> usize {
        self.heads.len() / 2
    }

    /// Gives an edge that is there another weight. O(log degree).
    pub(crate) fn set_weight(&mut self, u: VertexId, v: VertexId, weight: &W) {
        for (from, to) in [(u, v), (v, u)] {
            let row = self.row(from.index());
            let place = self.heads[row.clone()].binary_search(&(to.index() as u32));
            if let Ok(place) = place {
                self.weights[row.start + place] = weight.clone();
            }
        }
    }

    /// The places of the row of a vertex in `heads` and `weights`.
    #[inline]
    pub(crate) fn row(&self, v: usize) -> std::ops::Range<usize> {
        self.starts[v] as usize..self.starts[v + 1] as usize
    }

    /// Calls `visit` with each edge once, the smaller vertex first.
    pub(crate) fn for_each_edge(&self, mut visit: impl FnMut(VertexId, VertexId, &W)) {
        for v in 0..self.n_vertices() {
            for place in self.row(v) {
                let head = self.heads[place] as usize;
                if v < head {
                    visit(VertexId::new(v), VertexId::new(head), &self.weights[place]);
                }
            }
        }
    }
}

impl<W: Weight> WeightedGraph<W> for Csr<W> {
    fn n_vertices(&self) -> usize {
        self.starts.len() - 1
    }

    fn weight(&self, u: VertexId, v: VertexId) -> Option<&W> {
        if u.index() >= self.n_vertices() {
            return None;
        }
        let row = self.row(u.index());
        let place = self.heads[row.clone()].binary_search(&(v.index() as u32));
        Some(&self.weights[row.start + place.ok()?])
    }

    fn for_each_neighbour_but(
        &self,
        v: VertexId,
        but: &[u64],
        mut visit: impl FnMut(VertexId, &W),
    ) {
        if v.index() >= self.n_vertices() {
            return;
        }
        for place in self.row(v.index()) {
            let head = self.heads[place] as usize;
            let word = but.get(head / 64).copied().unwrap_or(0);
            if word >> (head % 64) & 1 == 0 {
                visit(VertexId::new(head), &self.weights[place]);
            }
        }
    }
}
