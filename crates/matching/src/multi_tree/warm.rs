//! A start from the solution of a problem that was much the same.
//!
//! What is kept is what still holds: duals that are raised until no slack is negative, blossoms whose edges
//! have the slacks that they need, and pairs whose edges are tight. The duals of blossoms that are given up
//! are shared out among their members, half to each end of an edge: the edges inside stay as tight as they
//! were.

use super::kept::{BlossomCheck, KeptBlossoms, NodeNames};
use super::{ForestStart, MultiTree, NONE};
use crate::certificate::Certificate;
use crate::graph::VertexId;
use crate::weight::Weight;

impl<W: Weight> MultiTree<'_, W> {
    /// Starts from the optimum of another problem, of which vertices may be missing or too many.
    /// O((m + n log n) depth).
    pub(super) fn start_from(&mut self, before: &ForestStart<'_, W>) {
        let (certificate, kept) = (before.certificate, before.kept);
        self.take_duals(before);
        let mut check = BlossomCheck::new(kept, certificate, self.n());
        let to_raise = self.find_broken(kept, &mut check);
        let shares = check.shares();
        for v in 0..self.n() {
            let share = &shares[check.inside(v as u32)];
            self.entries[v].dual_2x.increase(share);
        }
        for v in to_raise {
            self.make_feasible(v as usize);
        }
        if self.leave_the_range(&check, &shares) {
            self.start();
            return;
        }
        self.restore(kept, &check, certificate.dual_2x.len());
        self.keep_pairs(before.mates);
        self.begin();
    }

    /// The duals of the vertices; those of blossoms of which only the certificate is known are shared out.
    fn take_duals(&mut self, before: &ForestStart<'_, W>) {
        let certificate = before.certificate;
        let shares = if before.kept.circuits.is_empty() {
            shares(certificate)
        } else {
            Vec::new()
        };
        // Another bonus is shared between the ends, too; the duals are doubled.
        let bonus = self.bonus.minus(&certificate.bonus);
        for v in 0..self.n().min(certificate.dual_2x.len()) {
            let mut dual_2x = certificate.dual_2x[v].plus(&bonus);
            if let Some(share) = certificate.innermost[v].and_then(|i| shares.get(i)) {
                dual_2x.increase(share);
            }
            self.entries[v].dual_2x = dual_2x;
        }
    }

    /// Gives up the blossoms that are none any more. The vertices whose duals have to be raised, which are
    /// in no blossom then. O(m depth).
    fn find_broken(&self, kept: &KeptBlossoms, check: &mut BlossomCheck<W>) -> Vec<u32> {
        let mut to_raise = Vec::new();
        for v in 0..self.n() as u32 {
            let dual_2x = &self.entries[v as usize].dual_2x;
            if self.may_be_exposed(v) && *dual_2x < W::zero() {
                to_raise.push(v);
            }
            for place in self.graph.row(v as usize) {
                let u = self.graph.heads[place];
                if u < v {
                    continue;
                }
                let sum = dual_2x.plus(&self.entries[u as usize].dual_2x);
                let weight_2x = self.weight_2x(place);
                if sum < weight_2x && sum.plus(check.around_both(u, v)) < weight_2x {
                    to_raise.push(if check.is_inside_any(v) { u } else { v });
                }
            }
        }
        for v in &to_raise {
            check.break_around(*v);
        }
        for (i, circuit) in (1..).zip(&kept.circuits) {
            let are_tight = |(a, b): &(u32, u32)| self.is_tight(*a, *b, check.sum(i));
            if !circuit.links.iter().all(are_tight) {
                check.break_up(i as u32);
            }
        }
        to_raise
    }

    /// Whether there is an edge, and it has no slack with this sum of duals of blossoms around it.
    fn is_tight(&self, u: u32, v: u32, around: &W) -> bool {
        if u.max(v) as usize >= self.n() {
            return false;
        }
        let row = self.graph.row(u as usize);
        let Ok(at) = self.graph.heads[row.clone()].binary_search(&v) else {
            return false;
        };
        let of_ends = [u, v].map(|end| &self.entries[end as usize].dual_2x);
        of_ends[0].plus(of_ends[1]).plus(around) == self.weight_2x(row.start + at)
    }

    /// Raises the dual of a vertex in no blossom until it has no negative slack, and is not below zero if it
    /// may be exposed.
    fn make_feasible(&mut self, v: usize) {
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

    /// Makes nodes of the blossoms that still are some.
    fn restore(&mut self, kept: &KeptBlossoms, check: &BlossomCheck<W>, n_before: usize) {
        let mut names = NodeNames::new(n_before);
        for (i, circuit) in kept.circuits.iter().enumerate().rev() {
            let Some(dual_2x) = check.dual_2x(i + 1) else {
                continue;
            };
            let children = circuit.children.iter().map(|child| names.now(*child));
            let node = self.merge(children.collect(), circuit.links.clone());
            names.note(circuit.of, node);
            let place = node as usize - self.n();
            self.blossoms[place].dual_2x = dual_2x;
            let (first, ..) = self.stretch(node);
            self.set_mate_edge(node, (first, NONE));
        }
    }

    /// Matches the edges between nodes that were matched and have no slack.
    fn keep_pairs(&mut self, mates: &[Option<VertexId>]) {
        for v in 0..(self.n() as u32).min(mates.len() as u32) {
            let Some(mate) = mates[v as usize].map(|mate| mate.index() as u32) else {
                continue;
            };
            if v > mate || !self.is_tight(v, mate, &W::zero()) {
                continue;
            }
            let [node, other] = [v, mate].map(|end| self.top(end));
            if node != other {
                self.set_mate_edge(node, (v, mate));
                self.set_mate_edge(other, (mate, v));
            }
        }
        for node in self.n() as u32..self.nodes.len() as u32 {
            self.choose_exposed(node);
        }
    }

    /// In a blossom that is not matched a vertex that may stay exposed is, if there is any.
    fn choose_exposed(&mut self, node: u32) {
        let entry = &self.nodes[node as usize];
        if entry.mate != NONE || entry.parent != NONE {
            return;
        }
        let (mut v, _, size) = self.stretch(node);
        for _ in 0..size {
            if self.may_be_exposed(v) && self.entries[v as usize].dual_2x.is_zero() {
                self.set_mate_edge(node, (v, NONE));
                return;
            }
            v = self.next_member[v as usize];
        }
    }

    /// Whether the duals leave the range for which the head of the module answers: they are to be within
    /// twice the deadline, and in sum no more than those of a start from nothing, which is half of it.
    /// Blossoms count as if they were shared out, which is more.
    fn leave_the_range(&self, check: &BlossomCheck<W>, shares: &[W]) -> bool {
        let bound = self.deadline.doubled();
        let mut sum = W::zero();
        for (v, entry) in self.entries.iter().enumerate() {
            let i = check.inside(v as u32);
            let share = check.sum(i).halved().minus(&shares[i]);
            let dual_2x = entry.dual_2x.plus(&share);
            let Some(next) = sum.checked_plus(&dual_2x) else {
                return true;
            };
            if dual_2x.magnitude() > bound || share > bound {
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
