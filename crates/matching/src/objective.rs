//! What is asked of a matching.

/// Whether a matching has to cover (saturate) a vertex; has nothing to do with vertex covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cover {
    /// It must have a mate.
    Must,
    /// It may stay exposed, which weighs nothing.
    May,
}

/// The three classical problems, as [`Solver`](crate::Solver) and
/// [`certificate::verify`](crate::certificate::verify) have them; [`Goal`](crate::Goal) is what a
/// [`Problem`](crate::Problem) asks. For a mixture give each vertex its own [`Cover`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// The largest sum of weights.
    MaxWeight,
    /// The largest sum of weights among the matchings with the most edges.
    MaxWeightMaxCardinality,
    /// The largest sum of weights among the matchings that cover every vertex.
    MaxWeightPerfect,
}
