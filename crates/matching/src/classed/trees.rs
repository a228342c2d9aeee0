//! The alternating trees between two changes of the duals.

/// A vertex, or a set as `n` more than its number.
pub(super) type TreeNode = usize;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TreeLabel {
    S,
    T,
    Free,
}

/// S nodes joined by tight edges, and their members unless it is a single vertex.
#[derive(Default)]
pub(super) struct Component {
    pub(super) nodes: Vec<TreeNode>,
    pub(super) members: Option<Vec<u64>>,
}

/// All alternating trees between two dual events.
pub(super) struct Trees {
    /// By vertex.
    pub(super) label: Vec<TreeLabel>,
    /// The S vertices.
    pub(super) s_vertices: Vec<u64>,
    /// By S vertex; `usize::MAX` for all others.
    pub(super) component_of: Vec<usize>,
    pub(super) components: Vec<Component>,
    pub(super) t_nodes: Vec<TreeNode>,
}

impl Trees {
    /// The numbers of the sets that are T nodes, in a problem of `n` vertices.
    pub(super) fn t_sets(&self, n: usize) -> impl Iterator<Item = usize> {
        self.t_nodes
            .iter()
            .filter_map(move |node| node.checked_sub(n))
    }

    /// The members of the component of an S vertex, if it is not alone there.
    pub(super) fn members(&self, v: usize) -> Option<&[u64]> {
        let component = self.components.get(self.component_of[v])?;
        component.members.as_deref()
    }
}
