//! Duals and a matching to start from.

use super::{MultiTree, NONE};
use crate::weight::Weight;

impl<W: Weight> MultiTree<'_, W> {
    /// Gives each vertex half of its best edge, lowers the duals of exposed vertices as far as they go,
    /// matches along tight edges, and plants a tree at each vertex that still needs one. O(m).
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
        let n = self.n() as u32;
        for v in 0..n {
            if self.is_exposed(v) {
                self.match_greedily(v);
            }
        }
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
    fn is_exposed(&self, node: u32) -> bool {
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

    /// Lowers the dual of an exposed vertex until an edge is tight, and takes an exposed neighbour.
    fn match_greedily(&mut self, v: u32) {
        let mut least = self.may_be_exposed(v).then(W::zero);
        let mut mate = NONE;
        for place in self.graph.row(v as usize) {
            let u = self.graph.heads[place];
            let bound = self
                .weight_2x(place)
                .minus(&self.entries[u as usize].dual_2x);
            let is_exposed = self.nodes[self.top(u) as usize].mate == NONE;
            match &least {
                Some(least) if bound < *least => continue,
                Some(least) if bound == *least => {
                    if is_exposed && mate == NONE {
                        mate = u;
                    }
                    continue;
                }
                _ => {}
            }
            mate = if is_exposed { u } else { NONE };
            least = Some(bound);
        }
        if let Some(least) = least {
            self.entries[v as usize].dual_2x = least;
        }
        if mate != NONE {
            self.nodes[v as usize].mate = mate;
            self.set_mate_edge(self.top(mate), (mate, v));
        }
    }
}
