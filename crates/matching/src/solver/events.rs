//! What happened in the stages of a solver.

/// How often what happened, since the solver was made. For tests and for the curious.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Events {
    /// Stages run.
    pub stages: u64,
    /// Stages that ended by matching two exposed vertices through a path.
    pub augmented: u64,
    /// Stages that ended by letting a vertex stay, or become, exposed.
    pub exposed: u64,
    /// Stages that ended without improvement: there is no matching.
    pub exhausted: u64,
    /// Adjustments of the duals.
    pub adjusted: u64,
    /// Free nodes that became T, each with its base's mate that became S.
    pub grown: u64,
    /// Blossoms among the nodes that became T so.
    pub blossom_became_t: u64,
    /// Blossoms that became S as the mate of such a node, or as the root.
    pub blossom_became_s: u64,
    /// Blossoms formed.
    pub shrunk: u64,
    /// Blossoms formed that contain a blossom.
    pub nested: u64,
    /// T vertices and blossoms that became part of an S blossom.
    pub t_absorbed: u64,
    /// T blossoms expanded because their dual reached zero.
    pub expanded_in_stage: u64,
    /// Blossoms among the children set free, or labelled, by such an expansion.
    pub expanded_to_blossom: u64,
    /// S blossoms expanded at the end of a stage because their dual was still zero.
    pub expanded_at_end: u64,
    /// Blossoms dissolved into vertex duals because a change touched them.
    pub dissolved: u64,
}
