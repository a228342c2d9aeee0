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
            if self.nodes[v as usize].mate == NONE {
                self.match_greedily(v);
            }
        }
        self.note_pairs();
        let roots: Vec<u32> = (0..n).filter(|v| self.needs_a_tree(*v)).collect();
        let n_odd = roots.iter().filter(|root| self.is_odd(**root)).count();
        // Of one parity, as the head of the module says; none of its edges is matched.
        let parity = 2 * n_odd > roots.len();
        for root in &roots {
            if self.is_odd(*root) != parity {
                self.entries[*root as usize].dual_2x.increase(&W::unit());
            }
            self.plant(*root);
        }
        for root in roots {
            self.scan(root);
        }
    }

    /// An exposed vertex whose dual is not zero, or that must not stay exposed.
    fn needs_a_tree(&self, v: u32) -> bool {
        let is_settled = self.entries[v as usize].dual_2x.is_zero() && self.may_be_exposed(v);
        self.nodes[v as usize].mate == NONE && !is_settled
    }

    fn is_odd(&self, v: u32) -> bool {
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
            let is_exposed = self.nodes[u as usize].mate == NONE;
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
            self.nodes[mate as usize].mate = v;
        }
    }
}
