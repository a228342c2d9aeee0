//! The matching and the duals, written down when no tree is left.

use super::kept::{KeptBlossoms, KeptCircuit};
use super::queue::EventQueue;
use super::{ForestOptimum, MultiTree, NONE};
use crate::certificate::{Blossom, Certificate};
use crate::weight::Weight;

impl<W: Weight> MultiTree<'_, W> {
    /// The mates of all vertices, the certificate and the blossoms. O(n depth).
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
            let blossom = (!dual_2x.is_zero()).then(|| {
                certificate.blossoms.push(Blossom {
                    parent: around,
                    dual_2x,
                });
                certificate.blossoms.len() - 1
            });
            let around = blossom.or(around);
            let children = std::mem::take(&mut self.blossoms[place].children);
            let links = std::mem::take(&mut self.blossoms[place].links);
            let mate = self.mate_edge(node);
            self.match_children(&children, &links, mate, node);
            stack.extend(children.iter().map(|child| (*child, around)));
            kept.circuits.push(KeptCircuit {
                of: node,
                children,
                links,
                blossom,
            });
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
