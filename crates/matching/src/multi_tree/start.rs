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
        for v in 0..n {
            if self.nodes[v as usize].mate.1 == NONE {
                self.match_greedily(v);
            }
        }
        let mut roots = Vec::new();
        for v in 0..n {
            let dual_2x = &mut self.entries[v as usize].dual_2x;
            let is_settled = dual_2x.is_zero() && self.may_be_exposed(v);
            if self.nodes[v as usize].mate.1 == NONE && !is_settled {
                // Even, as the head of the module says; no edge of it is matched.
                let dual_2x = &mut self.entries[v as usize].dual_2x;
                if dual_2x.halved().doubled() != *dual_2x {
                    dual_2x.increase(&W::unit());
                }
                self.plant(v);
                roots.push(v);
            }
        }
        for root in roots {
            self.scan(root);
        }
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
            let is_exposed = self.nodes[u as usize].mate.1 == NONE;
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
            self.nodes[v as usize].mate = (v, mate);
            self.nodes[mate as usize].mate = (mate, v);
        }
    }
}
