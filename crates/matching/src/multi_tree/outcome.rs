//! The matching and the duals, written down when no tree is left.

use super::kept::{KeptBlossoms, KeptCircuit};
use super::queue::EventQueue;
use super::{ForestOptimum, MultiTree, NONE};
use crate::certificate::{Blossom, Certificate};
use crate::weight::Weight;

impl<W: Weight> MultiTree<'_, W> {
    /// The mates of all vertices, the certificate and the blossoms. O(n).
    pub(super) fn outcome(mut self) -> ForestOptimum<W> {
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
        let mut kept = KeptBlossoms::default();
        // Each node with the smallest blossom around it that has a dual.
        let nodes = (n as u32..).zip(&self.blossoms);
        let tops = nodes.filter(|(node, blossom)| {
            blossom.name != NONE && self.nodes[*node as usize].parent == NONE
        });
        let mut stack: Vec<(u32, Option<usize>)> = tops.map(|(node, _)| (node, None)).collect();
        let mut way = Vec::new();
        while let Some((node, mut around)) = stack.pop() {
            // All blossoms around its vertex on the matched edge, the innermost first: one way up serves them.
            let mate = self.mate_edge(node);
            let mut inside = mate.0;
            while inside != node {
                way.push(inside);
                inside = self.nodes[inside as usize].parent;
            }
            while let Some(base) = way.pop() {
                let node = self.nodes[base as usize].parent;
                let place = node as usize - n;
                let dual_2x = self.blossoms[place].dual_2x.clone();
                let blossom = (!dual_2x.is_zero()).then(|| {
                    certificate.blossoms.push(Blossom {
                        parent: around,
                        dual_2x,
                    });
                    certificate.blossoms.len() - 1
                });
                around = blossom.or(around);
                let children = std::mem::take(&mut self.blossoms[place].children);
                let links = std::mem::take(&mut self.blossoms[place].links);
                self.match_children(&children, &links, mate, base);
                let others = children.iter().filter(|child| **child != base);
                stack.extend(others.map(|child| (*child, around)));
                kept.circuits.push(KeptCircuit {
                    of: node,
                    children,
                    links,
                    blossom,
                });
            }
            certificate.innermost[mate.0 as usize] = around;
        }
        let mates = self.nodes[..n]
            .iter()
            .map(|node| Self::id(node.mate))
            .collect();
        ForestOptimum {
            mates,
            certificate,
            kept,
        }
    }
}
