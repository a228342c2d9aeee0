//! Proofs that a matching is optimal, and their checker, which shares no code with the solver.

use crate::graph::VertexId;

/// The dual solution that goes with an optimal matching.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate<W> {
    /// What was added to every weight, to prefer matchings with more edges; else zero.
    pub bonus: W,
    /// The duals of the vertices, doubled.
    pub dual_2x: Vec<W>,
    /// The blossoms with their duals, doubled.
    pub blossoms: Vec<(Vec<VertexId>, W)>,
}
