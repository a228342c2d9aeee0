//! Events: what becomes of a tree when an edge is tight or a dual zero.

use super::nodes::ForestLabel;
use super::queue::TreeEvent;
use super::{MultiTree, NONE, TreeChange};
use crate::weight::Weight;

impl<W: Weight> MultiTree<'_, W> {
    /// Does what an event asks for, unless it is no longer true.
    pub(super) fn happen(&mut self, event: TreeEvent) {
        match event {
            TreeEvent::Edge(u, place) => self.edge_is_due(u, place),
            TreeEvent::Expand(node) => {
                // The place may have another blossom by now, of which the same is asked.
                let is_top = self.nodes[node as usize].parent == NONE;
                let name = self.name(node);
                if is_top
                    && name != NONE
                    && self.entries[name as usize].top == node
                    && self.label_of_node(node) == ForestLabel::T
                    && self.blossom_dual_2x(node).is_zero()
                {
                    self.expand(node);
                }
            }
            TreeEvent::Zero(v) => {
                if self.label(v) == ForestLabel::S && self.dual_2x(v).is_zero() {
                    let tree = self.nodes[self.top(v) as usize].tree;
                    self.note(|_| TreeChange::Expose(v as usize));
                    self.flip(v, NONE);
                    self.take_apart(&[tree]);
                }
            }
        }
    }

    /// Whether an event is still true at its time, if no label changes until then. Whoever changes a label
    /// queues what is true from then on.
    pub(super) fn may_happen(&self, time: &W, event: TreeEvent) -> bool {
        let TreeEvent::Edge(u, place) = event else {
            return true;
        };
        let v = self.graph.heads[place as usize];
        let is_inside = self.entries[u as usize].name == self.entries[v as usize].name;
        let slack = || {
            let sum = self.dual_2x(u).plus(&self.dual_2x(v));
            sum.minus(&self.weight_2x(place as usize))
        };
        let after = match (self.label(u), self.label(v)) {
            _ if is_inside => return false,
            (ForestLabel::S, ForestLabel::S) => slack().halved(),
            (ForestLabel::S, ForestLabel::Free) | (ForestLabel::Free, ForestLabel::S) => slack(),
            _ => return false,
        };
        self.now.plus(&after) == *time
    }

    fn edge_is_due(&mut self, u: u32, place: u32) {
        let v = self.graph.heads[place as usize];
        if self.entries[u as usize].name == self.entries[v as usize].name {
            return;
        }
        // The cheap question first: most edges that are no longer due have ends of other labels.
        let (u, v) = match (self.label(u), self.label(v)) {
            (ForestLabel::S, ForestLabel::S | ForestLabel::Free) => (u, v),
            (ForestLabel::Free, ForestLabel::S) => (v, u),
            _ => return,
        };
        let sum = self.dual_2x(u).plus(&self.dual_2x(v));
        if sum != self.weight_2x(place as usize) {
            return;
        }
        if self.label(v) == ForestLabel::Free {
            self.grow(u, v);
            return;
        }
        let [tree, other] = [u, v].map(|v| self.nodes[self.top(v) as usize].tree);
        if tree == other {
            self.shrink(u, v);
        } else {
            self.note(|_| TreeChange::Augment(u as usize, v as usize));
            self.flip(u, v);
            self.flip(v, u);
            self.take_apart(&[tree, other]);
        }
    }

    /// The free node of `v` becomes T by the tight edge from the S vertex `u`, and its mate S; if it
    /// has none, the path from the root ends here.
    fn grow(&mut self, u: u32, v: u32) {
        let tree = self.nodes[self.top(u) as usize].tree;
        let node = self.top(v);
        let (of_node, mate) = self.mate_edge(node);
        if mate == NONE {
            self.note(|_| TreeChange::Augment(u as usize, v as usize));
            self.set_mate_edge(node, (v, u));
            self.flip(u, v);
            self.take_apart(&[tree]);
            return;
        }
        self.note(|_| TreeChange::Grow {
            edge: (u as usize, v as usize),
            mate: (of_node as usize, mate as usize),
        });
        self.label_t(node, (v, u), tree);
        let mate = self.top(mate);
        self.label_s(mate, tree);
        self.scan_members(mate);
    }

    pub(super) fn label_t(&mut self, node: u32, up: (u32, u32), tree: u32) {
        self.set_label(node, ForestLabel::T);
        self.set_up_edge(node, up);
        self.enter(node, tree);
        if self.blossom(node).is_some() {
            let after = self.blossom_dual_2x(node).halved();
            self.queue.push(&self.now, &after, TreeEvent::Expand(node));
        }
    }

    pub(super) fn label_s(&mut self, node: u32, tree: u32) {
        self.set_label(node, ForestLabel::S);
        self.enter(node, tree);
    }

    /// Queues what will happen at the vertices of a node that became S.
    pub(super) fn scan_members(&mut self, node: u32) {
        self.for_each_member(node, Self::scan);
    }

    /// Queues what will happen at a vertex that became S. O(degree log n).
    pub(super) fn scan(&mut self, v: u32) {
        let tree = self.nodes[self.top(v) as usize].tree as usize;
        let dual_2x = self.dual_2x(v);
        let name = self.entries[v as usize].name;
        if self.may_be_exposed(v) {
            let end = self.now.plus(&dual_2x);
            if end < self.trees[tree].end {
                self.queue.push(&self.now, &dual_2x, TreeEvent::Zero(v));
                self.trees[tree].end = end;
            }
        }
        let left = self.trees[tree].end.minus(&self.now);
        for place in self.graph.row(v as usize) {
            let u = self.graph.heads[place];
            let entry = &self.entries[u as usize];
            if entry.name == name {
                continue;
            }
            let of_node = &self.entries[entry.name as usize];
            let other = match of_node.label {
                ForestLabel::T => continue,
                ForestLabel::Free => of_node.shift.clone(),
                ForestLabel::S => of_node.shift.minus(&self.now),
            };
            let slack = (entry.dual_2x.plus(&other).plus(&dual_2x)).minus(&self.weight_2x(place));
            let after = if of_node.label == ForestLabel::S {
                slack.halved()
            } else {
                slack
            };
            if after > left {
                continue;
            }
            let event = TreeEvent::Edge(v, place as u32);
            let is_another_tree = || self.nodes[of_node.top as usize].tree as usize != tree;
            if after.is_zero() && of_node.label == ForestLabel::S && is_another_tree() {
                // Two trees end, and what else is due would be done for them in vain.
                self.queue.push_first(event);
            } else {
                self.queue.push(&self.now, &after, event);
            }
        }
    }

    /// Queues when an S vertex reaches a vertex that became free. O(degree log n).
    pub(super) fn await_neighbours(&mut self, v: u32) {
        let dual_2x = self.dual_2x(v);
        for place in self.graph.row(v as usize) {
            let u = self.graph.heads[place];
            let entry = &self.entries[u as usize];
            let of_node = &self.entries[entry.name as usize];
            if of_node.label != ForestLabel::S {
                continue;
            }
            let other = entry.dual_2x.plus(&of_node.shift).minus(&self.now);
            let after = other.plus(&dual_2x).minus(&self.weight_2x(place));
            let tree = self.nodes[of_node.top as usize].tree as usize;
            if self.now.plus(&after) <= self.trees[tree].end {
                self.queue
                    .push(&self.now, &after, TreeEvent::Edge(v, place as u32));
            }
        }
    }
}
