//! Odd sets made and taken apart.

use super::{DualSet, Firsts, Forest};
use crate::bitset::{contains, first_common, ones, unite};
use crate::cardinality::BitGraph;
use crate::certificate::Certificate;
use crate::classed::Optimum;
use crate::classed::trees::TreeNode;
use crate::graph::VertexId;
use crate::weight::Weight;

impl<W: Weight> Forest<'_, W> {
    /// Makes a set of the nodes of a component.
    pub(super) fn unite(&mut self, children: &[TreeNode], members: &[u64], dual_2x: W) {
        let node = self.n + self.sets.len();
        let first = ones(members).next().expect("sets are odd");
        self.sets.push(DualSet {
            first,
            children: children.to_vec(),
            members: members.to_vec(),
            dual_2x,
            is_expanded: false,
        });
        for v in ones(members) {
            self.top[v] = node;
        }
        self.firsts.unite(ones(members));
        let mates = children.iter().filter_map(|child| self.mate[*child]);
        let is_outside = |mate: &TreeNode| self.top[self.first(*mate)] != node;
        let outside = { mates }.find(is_outside);
        self.mate.push(outside);
        if let Some(outside) = outside {
            self.mate[outside] = Some(node);
        }
        let shrunk = self.shrunk.get_or_insert_with(|| self.tight.clone());
        let mut row = vec![0; self.words];
        let no_vertex = vec![0; self.words];
        for child in children {
            let first = VertexId::new(match child.checked_sub(self.n) {
                None => *child,
                Some(number) => self.sets[number].first,
            });
            unite(&mut row, shrunk.row(first));
            shrunk.set_half_row(first, &no_vertex);
        }
        let others: Vec<u64> = members.iter().map(|member| !member).collect();
        for (to, other) in row.iter_mut().zip(&others) {
            *to &= other;
        }
        shrunk.set_half_row(VertexId::new(first), &row);
        for u in ones(&row).map(VertexId::new) {
            shrunk.restrict_half_row(u, &others);
            shrunk.set_edge(u, VertexId::new(first), true);
        }
    }

    /// Takes a matched set without a dual apart.
    pub(super) fn expand(&mut self, number: usize) {
        let node = self.n + number;
        let outside = self.mate[node].expect("a T node has a mate");
        let (within, _) = self.tight_edge(node, outside);
        let children = std::mem::take(&mut self.sets[number].children);
        self.sets[number].is_expanded = true;
        let first = self.first(node);
        for child in &children {
            let vertices: Vec<usize> = self.vertices(*child).collect();
            for v in &vertices {
                self.top[*v] = *child;
            }
            self.firsts.unite(vertices.into_iter());
        }
        let entered = self.top[within];
        for (a, b) in self.match_inside(&children, entered) {
            self.mate[a] = Some(b);
            self.mate[b] = Some(a);
        }
        self.mate[entered] = Some(outside);
        self.mate[outside] = Some(entered);
        if self.firsts.are_all() {
            self.shrunk = None;
        }
        if let Some(mut shrunk) = self.shrunk.take() {
            let first = VertexId::new(first);
            let neighbours: Vec<usize> = ones(shrunk.row(first)).collect();
            for v in neighbours {
                shrunk.set_edge(VertexId::new(v), first, false);
            }
            for child in &children {
                let row = self.row(*child, &self.firsts);
                for v in ones(&row) {
                    shrunk.set_edge(VertexId::new(self.first(*child)), VertexId::new(v), true);
                }
            }
            self.shrunk = Some(shrunk);
        }
    }

    /// A tight edge between two nodes.
    pub(super) fn tight_edge(&self, a: TreeNode, b: TreeNode) -> (usize, usize) {
        let members = self.members(b);
        let pair = self.vertices(a).find_map(|u| {
            let v = first_common(self.tight.row(VertexId::new(u)), &members)?;
            Some((u, v))
        });
        pair.expect("matched nodes are joined by a tight edge")
    }

    /// Matched pairs of all children of a set but one.
    pub(super) fn match_inside(
        &self,
        children: &[TreeNode],
        without: TreeNode,
    ) -> Vec<(TreeNode, TreeNode)> {
        let nodes: Vec<TreeNode> = (children.iter().copied())
            .filter(|child| *child != without)
            .collect();
        let search = if nodes.iter().all(|node| *node < self.n) {
            self.maximum(&self.tight, &nodes)
        } else {
            self.maximum(&self.contracted(&nodes), &nodes)
        };
        let pair = |node: &TreeNode| {
            let mate = search.maximum.mate[self.first(*node)];
            let mate = mate.expect("a set can do without any child");
            let mate = search.node_at[mate.index()].expect("only nodes are matched");
            (*node < mate).then_some((*node, mate))
        };
        nodes.iter().filter_map(pair).collect()
    }

    /// The tight edges between some nodes, each as its first vertex. O(n²/64).
    pub(super) fn contracted(&self, nodes: &[TreeNode]) -> BitGraph {
        let mut firsts = Firsts::new(self.n);
        let mut members = vec![0; self.words];
        for node in nodes {
            firsts.unite(self.vertices(*node));
            unite(&mut members, &self.members(*node));
        }
        let mut graph = BitGraph::new(self.n);
        for node in nodes {
            let mut row = self.row(*node, &firsts);
            for (to, of) in row.iter_mut().zip(&members) {
                *to &= of;
            }
            graph.set_half_row(VertexId::new(self.first(*node)), &row);
        }
        graph
    }

    pub(in crate::classed) fn optimum(self) -> Optimum<W> {
        let mut mates = vec![None; self.n];
        let mut pairs: Vec<(TreeNode, TreeNode)> = (self.tops().into_iter())
            .map(|node| (node, self.mate[node].expect("every vertex has a mate")))
            .filter(|(a, b)| a < b)
            .collect();
        while let Some((a, b)) = pairs.pop() {
            let (u, v) = if a.max(b) < self.n {
                (a, b)
            } else {
                self.tight_edge(a, b)
            };
            mates[u] = Some(VertexId::new(v));
            mates[v] = Some(VertexId::new(u));
            for (mut node, end) in [(a, u), (b, v)] {
                while let Some(number) = node.checked_sub(self.n) {
                    let set = &self.sets[number];
                    let contains = |child: &&TreeNode| match child.checked_sub(self.n) {
                        None => **child == end,
                        Some(number) => contains(&self.sets[number].members, end),
                    };
                    let left =
                        *(set.children.iter().find(contains)).expect("a member is in a child");
                    pairs.extend(self.match_inside(&set.children, left));
                    node = left;
                }
            }
        }
        let dual_2x = (0..self.n)
            .map(|v| self.groups.dual_2x(v).clone())
            .collect();
        let blossoms = (self.sets.into_iter())
            .filter(|set| !set.is_expanded)
            .map(|set| {
                let members = ones(&set.members).map(VertexId::new).collect();
                (members, set.dual_2x)
            })
            .collect();
        Optimum {
            mates,
            certificate: Certificate::from_sets(W::zero(), dual_2x, blossoms),
            tight: self.tight,
        }
    }
}
