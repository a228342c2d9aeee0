//! What happens to the trees, step by step, for whoever wants to see the algorithm at work.

use super::{MultiTree, NONE};
use crate::weight::Weight;

/// A step of [`Algorithm::MultiTree`](crate::Algorithm::MultiTree).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeStep<D> {
    /// How far the doubled duals of all S vertices have fallen by then, from the start.
    pub time: D,
    /// What happened.
    pub change: TreeChange,
}

/// What happens to the matching and to the alternating trees. Edges lead from an S vertex.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TreeChange {
    /// Before the first tree, this tight edge is matched.
    Match(usize, usize),
    /// A tree is planted at an exposed vertex.
    Plant(usize),
    /// A tree reaches the node of a vertex, which becomes T, and its mate, which becomes S.
    Grow {
        /// The tight edge.
        edge: (usize, usize),
        /// The matched edge.
        mate: (usize, usize),
    },
    /// An edge within a tree closes an odd circuit, which becomes a blossom.
    Shrink {
        /// The tight edge.
        edge: (usize, usize),
        /// The vertices of the blossom, in ascending order.
        blossom: Vec<usize>,
    },
    /// A T blossom with dual zero is taken apart.
    Expand {
        /// Its vertices, in ascending order.
        blossom: Vec<usize>,
    },
    /// An edge joins two exposed vertices by a path: of two trees, or of one and a vertex outside. The
    /// trees are taken apart.
    Augment(usize, usize),
    /// The dual of a vertex is zero: it is exposed instead of the root, and its tree is taken apart.
    Expose(usize),
}

impl<W: Weight> MultiTree<'_, W> {
    /// Notes a step, if anybody wants to know.
    pub(super) fn note(&mut self, change: impl FnOnce(&Self) -> TreeChange) {
        if self.steps.is_some() {
            let step = TreeStep {
                time: self.now.clone(),
                change: change(self),
            };
            self.steps.get_or_insert_default().push(step);
        }
    }

    /// The pairs from which the trees start.
    pub(super) fn note_pairs(&mut self) {
        for v in 0..self.n() {
            let mate = self.nodes[v].mate;
            if mate != NONE && v < mate as usize {
                self.note(|_| TreeChange::Match(v, mate as usize));
            }
        }
    }

    /// The vertices of a node, in ascending order.
    pub(super) fn members_of(&self, node: u32) -> Vec<usize> {
        let (mut v, _, size) = self.stretch(node);
        let mut members = Vec::with_capacity(size as usize);
        for _ in 0..size {
            members.push(v as usize);
            v = self.next_member[v as usize];
        }
        members.sort_unstable();
        members
    }
}
