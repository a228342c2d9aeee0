//! The alternating trees between two changes of the duals.

/// A vertex, or a set as `n` more than its number.
pub(super) type TreeNode = usize;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TreeLabel {
    S,
    T,
    Free,
}

/// Outer nodes joined without slack, and their members unless it is a single vertex.
#[derive(Default)]
pub(super) struct Component {
    pub(super) nodes: Vec<TreeNode>,
    pub(super) members: Option<Vec<u64>>,
}

/// The trees of a round, by vertex.
pub(super) struct Trees {
    pub(super) state: Vec<TreeLabel>,
    pub(super) outer: Vec<u64>,
    /// Of outer vertices.
    pub(super) component_of: Vec<usize>,
    pub(super) components: Vec<Component>,
    pub(super) inner: Vec<TreeNode>,
}

impl Trees {
    /// Everybody in the component of an outer vertex, if it is not alone there.
    pub(super) fn members(&self, v: usize) -> Option<&[u64]> {
        let component = self.components.get(self.component_of[v])?;
        component.members.as_deref()
    }
}
