//! A start from the solution of a problem that was much the same.
//!
//! What is kept is what still holds: duals that are raised until no slack is negative, and pairs whose edges
//! are tight under them. The blossoms are given up, their duals shared out among their members, half to
//! each end of an edge: the edges inside stay as tight as they were.

use super::{MultiTree, NONE};
use crate::certificate::Certificate;
use crate::graph::VertexId;
use crate::weight::Weight;

impl<W: Weight> MultiTree<'_, W> {
    /// Starts from the mates and the duals of another problem, of which vertices may be missing or too many.
    /// O(m + n depth).
    pub(super) fn start_from(&mut self, mates: &[Option<VertexId>], certificate: &Certificate<W>) {
        let n = self.n();
        let shares = shares(certificate);
        // Another bonus is shared between the ends, too; the duals are doubled.
        let bonus = self.bonus.minus(&certificate.bonus);
        for v in 0..n.min(certificate.dual_2x.len()) {
            let mut dual_2x = certificate.dual_2x[v].plus(&bonus);
            if let Some(i) = certificate.innermost[v] {
                dual_2x.increase(&shares[i]);
            }
            self.entries[v].dual_2x = dual_2x;
        }
        self.make_feasible();
        if self.leave_the_range() {
            self.start();
            return;
        }
        for v in 0..n as u32 {
            let mate = mates.get(v as usize).copied().flatten();
            if let Some(mate) = mate.map(VertexId::index).filter(|mate| *mate < n) {
                self.keep_if_tight(v, mate as u32);
            }
        }
        self.begin();
    }

    /// Raises duals until no slack is negative and no `May` vertex is below zero.
    fn make_feasible(&mut self) {
        for v in 0..self.n() {
            let mut least = self.may_be_exposed(v as u32).then(W::zero);
            for place in self.graph.row(v) {
                let u = self.graph.heads[place] as usize;
                let bound = self.weight_2x(place).minus(&self.entries[u].dual_2x);
                if least.as_ref().is_none_or(|least| *least < bound) {
                    least = Some(bound);
                }
            }
            let dual_2x = &mut self.entries[v].dual_2x;
            match least {
                Some(least) if *dual_2x < least => *dual_2x = least,
                _ => {}
            }
        }
    }

    /// Matches an edge that has no slack, if both ends are exposed.
    fn keep_if_tight(&mut self, v: u32, mate: u32) {
        let row = self.graph.row(v as usize);
        let Ok(at) = self.graph.heads[row.clone()].binary_search(&mate) else {
            return;
        };
        let of_ends = [v, mate].map(|end| &self.entries[end as usize].dual_2x);
        let is_tight = of_ends[0].plus(of_ends[1]) == self.weight_2x(row.start + at);
        let is_free = |end: u32| self.nodes[end as usize].mate == NONE;
        if is_tight && is_free(v) && is_free(mate) {
            self.nodes[v as usize].mate = mate;
            self.nodes[mate as usize].mate = v;
        }
    }

    /// Whether the duals leave the range for which the head of the module answers: they are to be within
    /// twice the deadline, and in sum no more than those of a start from nothing, which is half of it.
    fn leave_the_range(&self) -> bool {
        let bound = self.deadline.doubled();
        let mut sum = W::zero();
        for entry in &self.entries {
            let Some(next) = sum.checked_plus(&entry.dual_2x) else {
                return true;
            };
            if entry.dual_2x.magnitude() > bound {
                return true;
            }
            sum = next;
        }
        sum > self.deadline.halved()
    }
}

/// By blossom: half of its dual and of those around it, rounded up.
fn shares<W: Weight>(certificate: &Certificate<W>) -> Vec<W> {
    let mut sums: Vec<W> = Vec::with_capacity(certificate.blossoms.len());
    for blossom in &certificate.blossoms {
        let mut sum = blossom.dual_2x.clone();
        if let Some(parent) = blossom.parent {
            sum.increase(&sums[parent]);
        }
        sums.push(sum);
    }
    sums.into_iter()
        .map(|sum| sum.plus(&W::unit()).halved())
        .collect()
}
