//! The nodes of a tree, its paths, and its end.

use super::nodes::{AlternatingTree, ForestLabel};
use super::{MultiTree, NONE, TreeChange};
use crate::weight::Weight;

impl<W: Weight> MultiTree<'_, W> {
    /// Plants a tree at an exposed vertex.
    pub(super) fn plant(&mut self, node: u32) {
        let tree = self.trees.len() as u32;
        self.trees.push(AlternatingTree {
            first: NONE,
            end: self.deadline.plus(&W::unit()),
        });
        self.n_trees += 1;
        self.note(|_| TreeChange::Plant(node as usize));
        self.label_s(node, tree);
    }

    /// Puts a node into the list of a tree.
    pub(super) fn enter(&mut self, node: u32, tree: u32) {
        let first = std::mem::replace(&mut self.trees[tree as usize].first, node);
        let entry = &mut self.nodes[node as usize];
        (entry.tree, entry.previous, entry.next) = (tree, NONE, first);
        if first != NONE {
            self.nodes[first as usize].previous = node;
        }
    }

    /// Takes a node out of the list of its tree.
    pub(super) fn leave(&mut self, node: u32) {
        let entry = self.nodes[node as usize];
        if entry.previous == NONE {
            self.trees[entry.tree as usize].first = entry.next;
        } else {
            self.nodes[entry.previous as usize].next = entry.next;
        }
        if entry.next != NONE {
            self.nodes[entry.next as usize].previous = entry.previous;
        }
    }

    /// The S node next after an S node on the path to the root.
    pub(super) fn next_on_path(&self, node: u32) -> u32 {
        match self.nodes[node as usize].mate {
            NONE => NONE,
            mate => self.top(self.nodes[self.top(mate) as usize].up),
        }
    }

    /// Matches the S node of `u` with the vertex `mate`, or exposes `u` if that is `NONE`, and
    /// exchanges matched and other edges on the path from there to the root. O(path).
    pub(super) fn flip(&mut self, u: u32, mate: u32) {
        let (mut u, mut mate) = (u, mate);
        loop {
            let node = self.top(u);
            let old = self.nodes[node as usize].mate;
            self.set_mate_edge(node, (u, mate));
            if old == NONE {
                return;
            }
            let t = self.top(old);
            let (below, above) = self.up_edge(t);
            self.set_mate_edge(t, (below, above));
            (u, mate) = (above, below);
        }
    }

    /// Frees all nodes of some trees. O(their edges log n).
    pub(super) fn take_apart(&mut self, trees: &[u32]) {
        let mut freed = Vec::new();
        for tree in trees {
            self.n_trees -= 1;
            let mut node = std::mem::replace(&mut self.trees[*tree as usize].first, NONE);
            while node != NONE {
                self.set_label(node, ForestLabel::Free);
                freed.push(node);
                node = self.nodes[node as usize].next;
            }
        }
        if self.n_trees > 0 {
            for node in freed {
                self.for_each_member(node, Self::await_neighbours);
            }
        }
    }
}
