//! What can go wrong, and the proof that goes with "no matching".

use std::fmt;

use crate::vertex::VertexId;

/// Why an instance was refused or has no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// A weight is too large for its type: `256 (n + 1)` times it must fit, and with
    /// [`Objective::MaxWeightMaxCardinality`](crate::Objective) another factor of `n + 2`.
    WeightTooWide,
    /// The number of covers is not the number of vertices.
    CoverLength {
        /// How many vertices the graph has.
        expected: usize,
        /// How many covers were given.
        found: usize,
    },
    /// A vertex that the graph does not have.
    NoSuchVertex(VertexId),
    /// An edge from this vertex to itself.
    SelfLoop(VertexId),
    /// So many vertices have no ids, or their matrix is larger than the memory.
    TooManyVertices(usize),
    /// So many edges are more than 31 bits count.
    TooManyEdges(usize),
    /// An edge that the graph does not have, or no longer has.
    NoSuchEdge(VertexId, VertexId),
    /// So many edges were not added.
    NoSuchEdgeNumber(usize),
    /// An edge that one of its ends does not name, or names twice, or with another weight.
    EndsDisagree(VertexId, VertexId),
    /// Duals to start from that break a constraint, or not one for each vertex.
    InfeasibleStart,
    /// An algorithm that counts edges was asked for where weights count.
    WeightsDoNotCount,
    /// No matching covers every vertex that must be covered.
    NoMatching(NoMatching),
}

/// The proof that no matching covers every `Must` vertex (Tutte 1947, Berge 1958).
///
/// Without the vertices of `inner` the graph has more odd components that consist of `Must`
/// vertices only than `inner` has vertices. Each of them needs a vertex of `inner` for itself.
/// [`certificate::verify_no_matching`](crate::certificate::verify_no_matching) counts them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoMatching {
    /// A vertex that must be covered and is not.
    pub exposed: VertexId,
    /// The vertices to take away, in ascending order.
    pub inner: Vec<VertexId>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WeightTooWide => f.write_str("a weight leaves its type too little headroom"),
            Self::CoverLength { expected, found } => {
                write!(
                    f,
                    "found {found} covers, expected one for each of {expected} vertices"
                )
            }
            Self::NoSuchVertex(v) => write!(f, "no vertex {}", v.index()),
            Self::SelfLoop(v) => write!(f, "vertex {} has an edge to itself", v.index()),
            Self::TooManyVertices(n) => write!(f, "{n} vertices are more than fit"),
            Self::TooManyEdges(m) => write!(f, "{m} edges are more than 2147483647"),
            Self::NoSuchEdge(u, v) => write!(f, "no edge from {} to {}", u.index(), v.index()),
            Self::NoSuchEdgeNumber(edge) => write!(f, "no edge with the number {edge}"),
            Self::EndsDisagree(u, v) => write!(
                f,
                "vertices {} and {} disagree about the edge between them, expected both to name it once and with one weight",
                u.index(),
                v.index()
            ),
            Self::InfeasibleStart => f.write_str("the duals to start from are not feasible"),
            Self::WeightsDoNotCount => {
                f.write_str("this algorithm counts edges, and is asked for weights")
            }
            Self::NoMatching(NoMatching { exposed, inner }) => write!(
                f,
                "vertex {} cannot be covered: too many odd components without the {} vertices {:?}",
                exposed.index(),
                inner.len(),
                inner.iter().map(|v| v.index()).collect::<Vec<_>>(),
            ),
        }
    }
}

impl std::error::Error for Error {}

impl From<NoMatching> for Error {
    fn from(proof: NoMatching) -> Self {
        Self::NoMatching(proof)
    }
}
