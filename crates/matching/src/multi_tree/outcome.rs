//! The matching and the duals, written down when no tree is left.

use super::queue::EventQueue;
use super::{MatesWithProof, MultiTree, NONE};
use crate::certificate::{Blossom, Certificate};
use crate::weight::Weight;

impl<W: Weight> MultiTree<'_, W> {
    /// The mates of all vertices, and the certificate. O(n depth).
    pub(super) fn outcome(mut self) -> MatesWithProof<W> {
        let n = self.n();
        let dual_2x = (0..n as u32).map(|v| self.dual_2x(v)).collect();
        // Makes room for what is written: trees are no longer needed.
        self.queue = EventQueue::new(0);
        self.entries = Vec::new();
        self.trees = Vec::new();
        let mut certificate = Certificate {
            bonus: self.bonus.clone(),
            dual_2x,
            blossoms: Vec::new(),
            innermost: vec![None; n],
        };
        // Each node with the smallest blossom around it that has a dual.
        let mut stack: Vec<(u32, Option<usize>)> = Vec::new();
        for (place, blossom) in self.blossoms.iter().enumerate() {
            let node = n + place;
            if blossom.name != NONE && self.nodes[node].parent == NONE {
                stack.push((node as u32, None));
            }
        }
        while let Some((node, around)) = stack.pop() {
            let Some(place) = self.blossom(node) else {
                certificate.innermost[node as usize] = around;
                continue;
            };
            let dual_2x = self.blossoms[place].dual_2x.clone();
            let around = if dual_2x.is_zero() {
                around
            } else {
                certificate.blossoms.push(Blossom {
                    parent: around,
                    dual_2x,
                });
                Some(certificate.blossoms.len() - 1)
            };
            let children = std::mem::take(&mut self.blossoms[place].children);
            let links = std::mem::take(&mut self.blossoms[place].links);
            let mate = self.mate_edge(node);
            self.match_children(&children, &links, mate, node);
            stack.extend(children.into_iter().map(|child| (child, around)));
        }
        let mates = self.nodes[..n]
            .iter()
            .map(|node| Self::id(node.mate))
            .collect();
        (mates, certificate)
    }
}
