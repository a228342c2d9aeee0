//! Duals and a matching to start from.

use super::{MultiTree, NONE};
use crate::weight::Weight;

impl<W: Weight> MultiTree<'_, W> {
    /// Gives each vertex half of its best edge, lets vertices bid for their mates, and plants a tree at each vertex
    /// that still needs one. O(m).
    pub(super) fn start(&mut self) {
        let n = self.n() as u32;
        for v in 0..n {
            let row = self.graph.row(v as usize);
            let weights = row.map(|place| self.graph.weights[place].plus(&self.bonus));
            let least = self.may_be_exposed(v).then(W::zero);
            self.entries[v as usize].dual_2x = weights.chain(least).max().unwrap_or_else(W::zero);
        }
        self.begin();
    }

    /// From duals and pairs that have no slack: lowers, matches and plants.
    pub(super) fn begin(&mut self) {
        self.bid();
        self.note_pairs();
        let nodes = 0..self.nodes.len() as u32;
        let roots: Vec<u32> = nodes.filter(|node| self.needs_a_tree(*node)).collect();
        let n_odd = roots.iter().filter(|root| self.is_odd(**root)).count();
        // Of one parity, as the head of the module says; none of its edges is matched.
        let parity = 2 * n_odd > roots.len();
        for root in &roots {
            if self.is_odd(*root) != parity {
                self.raise(*root);
            }
            self.plant(*root);
        }
        for root in roots {
            self.scan_members(root);
        }
    }

    /// A top-level node that is not matched.
    pub(super) fn is_exposed(&self, node: u32) -> bool {
        let entry = &self.nodes[node as usize];
        entry.mate == NONE && entry.parent == NONE
    }

    /// An exposed node of which no vertex can stay exposed: its dual is not zero, or it must be covered.
    fn needs_a_tree(&self, node: u32) -> bool {
        let (at, _) = self.mate_edge(node);
        let is_settled = self.entries[at as usize].dual_2x.is_zero() && self.may_be_exposed(at);
        self.is_exposed(node) && !is_settled
    }

    /// Raises the duals of the vertices of a free node by one unit; in a blossom the edges stay as tight.
    fn raise(&mut self, node: u32) {
        let name = self.name(node);
        self.entries[name as usize].shift.increase(&W::unit());
        if let Some(place) = self.blossom(node) {
            self.blossoms[place].dual_2x.decrease(&W::unit().doubled());
        }
    }

    fn is_odd(&self, node: u32) -> bool {
        let (v, _, _) = self.stretch(node);
        let dual_2x = &self.entries[v as usize].dual_2x;
        dual_2x.halved().doubled() != *dual_2x
    }
}
