//! The ways to give a graph: a matrix for dense graphs, rows of neighbours for sparse ones, and a
//! table for dense graphs with few distinct weights.
//!
//! Graphs are simple: a self-loop is an error, and of parallel edges the last one set counts
//! ([`Sparse::add_edge`] keeps the better one). So is an edge of a vertex that the graph does not have.

mod csr;
mod dense;
mod sparse;
mod tabled;

pub use self::csr::Csr;
pub use self::dense::Dense;
pub use self::sparse::Sparse;
pub(crate) use self::tabled::Listed;
pub use self::tabled::Tabled;
use crate::bitset::contains;
use crate::error::Error;
pub use crate::vertex::VertexId;
use crate::weight::Weight;

/// Refuses an edge that no graph of `n` vertices has.
pub(crate) fn check_ends(u: VertexId, v: VertexId, n: usize) -> Result<(), Error> {
    if let Some(stranger) = [u, v].into_iter().find(|end| end.index() >= n) {
        return Err(Error::NoSuchVertex(stranger));
    }
    if u == v {
        return Err(Error::SelfLoop(u));
    }
    Ok(())
}

/// What the certificate checker needs to see of a graph.
pub trait WeightedGraph<W> {
    /// How many vertices there are; their ids are `0..n_vertices`.
    fn n_vertices(&self) -> usize;

    /// The weight of the edge between two vertices, if there is one.
    fn weight(&self, u: VertexId, v: VertexId) -> Option<&W>;

    /// Calls `visit` with the neighbours of `v` in ascending order, but for those in `but`: a bit for each
    /// vertex in words of 64, of which trailing ones may be missing.
    fn for_each_neighbour_but(&self, v: VertexId, but: &[u64], visit: impl FnMut(VertexId, &W));

    /// Calls `visit` with the neighbours of `v` in ascending order.
    #[inline]
    fn for_each_neighbour(&self, v: VertexId, visit: impl FnMut(VertexId, &W)) {
        self.for_each_neighbour_but(v, &[], visit);
    }
}

/// Calls `visit` with the members of a set that are not in another one, whose trailing words may be
/// missing.
#[inline]
fn for_each_but(set: &[u64], but: &[u64], mut visit: impl FnMut(usize)) {
    for (place, (word, but)) in set.iter().zip(but).enumerate() {
        for_each_bit(place, word & !but, &mut visit);
    }
    for (place, word) in set.iter().enumerate().skip(but.len()) {
        for_each_bit(place, *word, &mut visit);
    }
}

/// Calls `visit` with the members that one word of a set has.
#[inline]
fn for_each_bit(place: usize, mut word: u64, mut visit: impl FnMut(usize)) {
    while word != 0 {
        visit(place * 64 + word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

/// Calls `visit` with the members of a set that are in one of two others.
#[inline]
fn for_each_in(set: &[u64], [one, other]: [&[u64]; 2], mut visit: impl FnMut(usize)) {
    for (place, ((word, one), other)) in set.iter().zip(one).zip(other).enumerate() {
        for_each_bit(place, word & (one | other), &mut visit);
    }
}

/// Where bit rows have more neighbours for each word these are not listed.
const MOST_LISTED: usize = 4;

/// A graph in any layout.
#[derive(Clone, Debug)]
pub enum Graph<W> {
    /// A matrix.
    Dense(Dense<W>),
    /// Rows of neighbours.
    Sparse(Sparse<W>),
    /// Bit rows and a table of weights.
    Tabled(Tabled<W>),
}

impl<W> From<Dense<W>> for Graph<W> {
    fn from(graph: Dense<W>) -> Self {
        Self::Dense(graph)
    }
}

impl<W> From<Sparse<W>> for Graph<W> {
    fn from(graph: Sparse<W>) -> Self {
        Self::Sparse(graph)
    }
}

impl<W> From<Tabled<W>> for Graph<W> {
    fn from(graph: Tabled<W>) -> Self {
        Self::Tabled(graph)
    }
}

impl<W: Weight> Graph<W> {
    /// Sets the weight of an edge, or removes the edge; see [`Dense::set`] and [`Sparse::set`]. A
    /// graph with a table turns into a matrix when an edge gets a weight, which takes O(n²).
    ///
    /// # Errors
    /// [`Error::NoSuchVertex`], [`Error::SelfLoop`].
    pub fn set(&mut self, u: VertexId, v: VertexId, weight: Option<W>) -> Result<(), Error> {
        check_ends(u, v, self.n_vertices())?;
        self.put(u, v, weight);
        Ok(())
    }

    /// As [`Graph::set`], of two different vertices of the graph.
    pub(crate) fn put(&mut self, u: VertexId, v: VertexId, weight: Option<W>) {
        match self {
            Self::Dense(graph) => graph.put(u, v, weight),
            Self::Sparse(graph) => graph.put(u, v, weight),
            Self::Tabled(graph) if weight.is_none() => graph.set_edge(u, v, false),
            Self::Tabled(graph) => {
                let mut dense = graph.to_dense();
                dense.put(u, v, weight);
                *self = Self::Dense(dense);
            }
        }
    }

    /// The largest weight in magnitude; `None` if a magnitude cannot be represented. What stands in
    /// a table counts although no edge may use it.
    pub(crate) fn largest_magnitude(&self) -> Option<W> {
        let mut largest = W::zero();
        let mut fits = true;
        let mut look = |weight: &W| {
            fits &= weight.fits(1);
            if fits {
                let magnitude = weight.magnitude();
                if largest < magnitude {
                    largest = magnitude;
                }
            }
        };
        match self {
            Self::Tabled(graph) => graph.table.amounts().iter().for_each(&mut look),
            _ => {
                for v in (0..self.n_vertices()).map(VertexId::new) {
                    self.for_each_neighbour(v, |_, weight| look(weight));
                }
            }
        }
        fits.then_some(largest)
    }

    /// Whether there is an edge `uv`.
    #[inline]
    pub(crate) fn has(&self, u: VertexId, v: VertexId) -> bool {
        match self {
            Self::Dense(graph) => graph.has(u, v),
            Self::Sparse(graph) => graph.weight(u, v).is_some(),
            Self::Tabled(graph) => graph.has(u, v),
        }
    }

    /// Removes an edge for the time being; returns what [`Graph::unhide`] needs to bring it back.
    pub(crate) fn hide(&mut self, u: VertexId, v: VertexId) -> Option<W> {
        match self {
            Self::Dense(graph) => {
                // The weight stays in the matrix.
                graph.put(u, v, None);
                None
            }
            Self::Sparse(graph) => {
                let weight = graph.weight(u, v).cloned();
                graph.put(u, v, None);
                weight
            }
            Self::Tabled(graph) => {
                graph.set_edge(u, v, false);
                None
            }
        }
    }

    /// Brings a hidden edge back.
    pub(crate) fn unhide(&mut self, u: VertexId, v: VertexId, weight: Option<W>) {
        match self {
            Self::Dense(graph) => graph.restore(u, v),
            Self::Sparse(graph) => graph.put(u, v, weight),
            Self::Tabled(graph) => graph.set_edge(u, v, true),
        }
    }

    /// Adds a vertex without edges.
    pub(crate) fn push_vertex(&mut self) {
        match self {
            Self::Dense(graph) => graph.push_vertex(),
            Self::Sparse(graph) => graph.rows.push(Vec::new()),
            Self::Tabled(graph) => {
                let mut dense = graph.to_dense();
                dense.push_vertex();
                *self = Self::Dense(dense);
            }
        }
    }

    /// Calls `visit` with those neighbours of `v` that are in one of two sets, and the weights.
    #[inline]
    pub(crate) fn for_each_neighbour_in(
        &self,
        v: VertexId,
        [one, other]: [&[u64]; 2],
        mut visit: impl FnMut(VertexId, &W),
    ) {
        let (id, place) = (VertexId::new, v.index());
        match self {
            Self::Dense(graph) => {
                let row = &graph.present[place * graph.words()..][..graph.words()];
                let weights = &graph.weights[place * graph.capacity..][..graph.capacity];
                for_each_in(row, [one, other], |u| visit(id(u), &weights[u]));
            }
            Self::Tabled(graph) => {
                let row = &graph.present[place * graph.words..][..graph.words];
                for_each_in(row, [one, other], |u| visit(id(u), graph.entry(u, place)));
            }
            Self::Sparse(graph) => graph.for_each_neighbour(v, |u, weight| {
                if contains(one, u.index()) || contains(other, u.index()) {
                    visit(u, weight);
                }
            }),
        }
    }

    /// Makes lists of neighbours, if there is a table, and edges are so few that lists are quicker than
    /// bit rows. They last until an edge changes. O(n²/64 + m).
    pub(crate) fn list_neighbours(&mut self) {
        if let Self::Tabled(graph) = self
            && graph.lists.is_none()
        {
            graph.lists = graph.lists();
        }
    }

    /// The lists of neighbours of a vertex, if there are any.
    #[inline]
    pub(crate) fn listed(&self, v: VertexId) -> Option<Listed<'_, W>> {
        let Self::Tabled(graph) = self else {
            return None;
        };
        let (v, lists) = (v.index(), graph.lists.as_ref()?);
        let ([a, b, c], [d, ..]) = (lists.starts[v], lists.starts[v + 1]);
        let list = |from: u32, to: u32| &lists.neighbours[from as usize..to as usize];
        Some(Listed {
            lower: list(a, b),
            common: list(b, c),
            others: list(c, d),
            is_common: graph.column_of[v] as usize == lists.common_column,
            weight_to_common: &lists.weights_to_common[v],
        })
    }

    /// What is [`Listed::weight_to_common`] of each vertex, if there are lists.
    #[inline]
    pub(crate) fn weights_to_common(&self) -> Option<&[W]> {
        match self {
            Self::Tabled(graph) => graph
                .lists
                .as_ref()
                .map(|lists| &lists.weights_to_common[..]),
            Self::Dense(_) | Self::Sparse(_) => None,
        }
    }

    /// Replaces every weight.
    pub(crate) fn map_weights(&mut self, map: impl Fn(&W) -> W) {
        match self {
            Self::Dense(graph) => graph.map_weights(map),
            Self::Sparse(graph) => graph.map_weights(map),
            Self::Tabled(graph) => {
                graph.lists = None;
                graph.table.map_in_place(map);
            }
        }
    }
}

impl<W: Weight> WeightedGraph<W> for Graph<W> {
    fn n_vertices(&self) -> usize {
        match self {
            Self::Dense(graph) => graph.n,
            Self::Sparse(graph) => graph.rows.len(),
            Self::Tabled(graph) => graph.n,
        }
    }

    #[inline]
    fn weight(&self, u: VertexId, v: VertexId) -> Option<&W> {
        match self {
            Self::Dense(graph) => graph.weight(u, v),
            Self::Sparse(graph) => graph.weight(u, v),
            Self::Tabled(graph) => graph.weight(u, v),
        }
    }

    #[inline]
    fn for_each_neighbour_but(&self, v: VertexId, but: &[u64], visit: impl FnMut(VertexId, &W)) {
        match self {
            Self::Dense(graph) => graph.for_each_neighbour_but(v, but, visit),
            Self::Sparse(graph) => graph.for_each_neighbour_but(v, but, visit),
            Self::Tabled(graph) => graph.for_each_neighbour_but(v, but, visit),
        }
    }
}
