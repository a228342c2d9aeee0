//! Rows of neighbours.

use super::{Csr, VertexId, WeightedGraph, check_ends};
use crate::error::Error;
use crate::weight::Weight;

/// A graph as adjacency lists, one sorted row of neighbours for each vertex, for graphs with few edges.
///
/// Memory: O(n + m). An edge is found in O(log degree), set and removed in O(degree).
#[derive(Clone, Debug)]
pub struct Sparse<W> {
    /// `rows[v]` holds the neighbours of `v` in ascending order; symmetric.
    pub(super) rows: Vec<Vec<(VertexId, W)>>,
}

impl<W: Weight> Sparse<W> {
    /// A graph of `n` vertices without edges. O(n).
    #[must_use]
    pub fn new(n: usize) -> Self {
        Self {
            rows: vec![Vec::new(); n],
        }
    }

    /// A graph from a list of edges; the best of parallel edges counts. O(n + m log m).
    ///
    /// # Errors
    /// [`Error::NoSuchVertex`], [`Error::SelfLoop`].
    pub fn from_edges(
        n: usize,
        edges: impl IntoIterator<Item = (VertexId, VertexId, W)>,
    ) -> Result<Self, Error> {
        let mut improper = Ok(());
        let graph = Self::from_proper_edges(
            n,
            edges.into_iter().map_while(|(u, v, weight)| {
                improper = check_ends(u, v, n);
                improper.is_ok().then_some((u, v, weight))
            }),
        );
        improper.map(|()| graph)
    }

    /// As [`Sparse::from_edges`], every edge between two different vertices of the graph.
    pub(crate) fn from_proper_edges(
        n: usize,
        edges: impl IntoIterator<Item = (VertexId, VertexId, W)>,
    ) -> Self {
        let mut graph = Self::new(n);
        for (u, v, weight) in edges {
            graph.rows[u.index()].push((v, weight.clone()));
            graph.rows[v.index()].push((u, weight));
        }
        for row in &mut graph.rows {
            row.sort_by(|(u, x), (v, y)| u.cmp(v).then_with(|| y.cmp(x)));
            row.dedup_by_key(|(u, _)| *u);
        }
        graph
    }

    /// How many vertices there are.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.rows.len()
    }

    /// Adds an edge, or raises its weight if it is there and worse.
    ///
    /// # Errors
    /// [`Error::NoSuchVertex`], [`Error::SelfLoop`].
    pub fn add_edge(&mut self, u: VertexId, v: VertexId, weight: W) -> Result<(), Error> {
        check_ends(u, v, self.rows.len())?;
        if self.weight(u, v).is_none_or(|old| *old < weight) {
            self.put(u, v, Some(weight));
        }
        Ok(())
    }

    /// Sets the weight of an edge, or removes the edge.
    ///
    /// # Errors
    /// [`Error::NoSuchVertex`], [`Error::SelfLoop`].
    pub fn set(&mut self, u: VertexId, v: VertexId, weight: Option<W>) -> Result<(), Error> {
        check_ends(u, v, self.rows.len())?;
        self.put(u, v, weight);
        Ok(())
    }

    /// As [`Sparse::set`], of two different vertices of the graph.
    pub(crate) fn put(&mut self, u: VertexId, v: VertexId, weight: Option<W>) {
        if let Some(weight) = weight {
            self.set_half_edge(u, v, weight.clone());
            self.set_half_edge(v, u, weight);
        } else {
            for (from, to) in [(u, v), (v, u)] {
                let row = &mut self.rows[from.index()];
                if let Ok(place) = row.binary_search_by_key(&to, |(neighbour, _)| *neighbour) {
                    row.remove(place);
                }
            }
        }
    }

    pub(super) fn set_half_edge(&mut self, v: VertexId, u: VertexId, weight: W) {
        let row = &mut self.rows[v.index()];
        match row.binary_search_by_key(&u, |(neighbour, _)| *neighbour) {
            Ok(place) => row[place].1 = weight,
            Err(place) => row.insert(place, (u, weight)),
        }
    }

    /// Appends to the row of `v` a neighbour beyond all others there. The caller does the same for
    /// the other end. O(1).
    pub(crate) fn push_half_edge(&mut self, v: VertexId, u: VertexId, weight: W) {
        self.rows[v.index()].push((u, weight));
    }

    pub(super) fn map_weights(&mut self, map: impl Fn(&W) -> W) {
        for (_, weight) in self.rows.iter_mut().flatten() {
            *weight = map(weight);
        }
    }
}

impl<W: Weight> WeightedGraph<W> for Sparse<W> {
    fn n_vertices(&self) -> usize {
        self.rows.len()
    }

    #[inline]
    fn weight(&self, u: VertexId, v: VertexId) -> Option<&W> {
        let row = self.rows.get(u.index())?;
        let place = row
            .binary_search_by_key(&v, |(neighbour, _)| *neighbour)
            .ok()?;
        Some(&row[place].1)
    }

    #[inline]
    fn for_each_neighbour_but(
        &self,
        v: VertexId,
        but: &[u64],
        mut visit: impl FnMut(VertexId, &W),
    ) {
        for (u, weight) in self.rows.get(v.index()).into_iter().flatten() {
            let word = but.get(u.index() / 64).copied().unwrap_or(0);
            if word >> (u.index() % 64) & 1 == 0 {
                visit(*u, weight);
            }
        }
    }
}

impl<W: Weight> From<&Csr<W>> for Sparse<W> {
    fn from(graph: &Csr<W>) -> Self {
        let row = |v| {
            let places = graph.row(v);
            (places.map(|place| {
                (
                    VertexId::new(graph.heads[place] as usize),
                    graph.weights[place].clone(),
                )
            }))
            .collect()
        };
        Self {
            rows: (0..graph.n_vertices()).map(row).collect(),
        }
    }
}
