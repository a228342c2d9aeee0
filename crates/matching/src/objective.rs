//! What is asked of a matching.

/// Whether a vertex may stay without a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cover {
    /// It must have a mate.
    Must,
    /// It may stay exposed, which weighs nothing.
    May,
}

/// The three classical problems. For a mixture give each vertex its own [`Cover`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// The largest sum of weights.
    MaxWeight,
    /// The largest sum of weights among the matchings with the most edges.
    MaxWeightMaxCardinality,
    /// The largest sum of weights among the matchings that cover every vertex.
    MaxWeightPerfect,
}
