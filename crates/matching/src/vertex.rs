//! How a vertex is named.

/// A vertex of a graph, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VertexId(u32);

impl VertexId {
    /// The vertex with this index. Indices of 2^31 and above name no vertex of any graph: they are
    /// refused like every other vertex that a graph does not have.
    #[must_use]
    #[inline]
    pub const fn new(index: usize) -> Self {
        if index < u32::MAX as usize {
            Self(index as u32)
        } else {
            Self(u32::MAX)
        }
    }

    /// The index of the vertex.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
