//! Thresholds between two ways to the same answer.
//!
//! None decides what comes out, only how long it takes.

/// Vertices of a dual group whose rows are united before it is asked again whether another group is near.
/// Not measured.
pub(crate) const NEAR_AT_ONCE: usize = 64;
/// With so many changes of the duals, and so many groups, it is worth knowing which classes are adjacent.
/// Not measured.
pub(crate) const CHANGES_BEFORE_ADJACENT: usize = 4;
/// See [`CHANGES_BEFORE_ADJACENT`].
pub(crate) const GROUPS_BEFORE_ADJACENT: usize = 192;
/// Edges between a group and one of so many times its vertices are found from its side alone. Not measured.
pub(crate) const FEW_OF_MANY: usize = 16;
