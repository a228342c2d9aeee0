//! The ways to give a graph: a matrix for dense graphs, rows of neighbours for sparse ones.
//!
//! Graphs are simple: a self-loop is an error, and of parallel edges the last one set counts
//! ([`Sparse::add_edge`] keeps the better one). So is an edge of a vertex that the graph does not have.

mod csr;
mod dense;
mod sparse;

pub use self::csr::Csr;
pub use self::dense::Dense;
pub use self::sparse::Sparse;
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

/// A graph in any layout.
#[derive(Clone, Debug)]
pub enum Graph<W> {
    /// A matrix.
    Dense(Dense<W>),
    /// Rows of neighbours.
    Sparse(Sparse<W>),
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

impl<W: Weight> Graph<W> {
    /// Sets the weight of an edge, or removes the edge; see [`Dense::set`] and [`Sparse::set`].
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
        }
    }

    /// The largest weight in magnitude; `None` if a magnitude cannot be represented.
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
        for v in (0..self.n_vertices()).map(VertexId::new) {
            self.for_each_neighbour(v, |_, weight| look(weight));
        }
        fits.then_some(largest)
    }

    /// Whether there is an edge `uv`.
    #[inline]
    pub(crate) fn has(&self, u: VertexId, v: VertexId) -> bool {
        match self {
            Self::Dense(graph) => graph.has(u, v),
            Self::Sparse(graph) => graph.weight(u, v).is_some(),
        }
    }

    /// Adds a vertex without edges.
    pub(crate) fn push_vertex(&mut self) {
        match self {
            Self::Dense(graph) => graph.push_vertex(),
            Self::Sparse(graph) => graph.rows.push(Vec::new()),
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
            Self::Sparse(graph) => graph.for_each_neighbour(v, |u, weight| {
                if contains(one, u.index()) || contains(other, u.index()) {
                    visit(u, weight);
                }
            }),
        }
    }

    /// Replaces every weight.
    pub(crate) fn map_weights(&mut self, map: impl Fn(&W) -> W) {
        match self {
            Self::Dense(graph) => graph.map_weights(map),
            Self::Sparse(graph) => graph.map_weights(map),
        }
    }
}

impl<W: Weight> WeightedGraph<W> for Graph<W> {
    fn n_vertices(&self) -> usize {
        match self {
            Self::Dense(graph) => graph.n,
            Self::Sparse(graph) => graph.rows.len(),
        }
    }

    #[inline]
    fn weight(&self, u: VertexId, v: VertexId) -> Option<&W> {
        match self {
            Self::Dense(graph) => graph.weight(u, v),
            Self::Sparse(graph) => graph.weight(u, v),
        }
    }

    #[inline]
    fn for_each_neighbour_but(&self, v: VertexId, but: &[u64], visit: impl FnMut(VertexId, &W)) {
        match self {
            Self::Dense(graph) => graph.for_each_neighbour_but(v, but, visit),
            Self::Sparse(graph) => graph.for_each_neighbour_but(v, but, visit),
        }
    }
}
