//! What a change of the duals does to the tight edges.

use super::Forest;
use crate::bitset::{insert, keep, remove, take_away, unite};
use crate::cardinality::{BitGraph, MaximumMatching};
use crate::classed::trees::{Component, TreeLabel, TreeNode, Trees};
use crate::graph::VertexId;
use crate::weight::Weight;

impl<W: Weight> Forest<'_, W> {
    /// After a change of the duals: edges between T vertices are tight no more, but for those within a set,
    /// and neither are edges between T and Free vertices.
    pub(super) fn separate(&mut self, trees: &Trees) {
        let t_nodes = &trees.t_nodes;
        if t_nodes.is_empty() {
            return;
        }
        let free = (0..self.n).filter(|v| trees.label[*v] == TreeLabel::Free);
        let free: Vec<VertexId> = free.map(VertexId::new).collect();
        let n_lost = |v: usize| -> usize {
            let row = self.tight.row(VertexId::new(v)).iter();
            let lost = (row.zip(&trees.s_vertices)).map(|(row, keep)| row & !keep);
            lost.map(|word| word.count_ones() as usize).sum()
        };
        // Few edges are looked up at their other end, many are not; some 64 T nodes tell.
        let step = t_nodes.len().div_ceil(64);
        let firsts = t_nodes.iter().map(|node| self.first(*node));
        let n_lost: usize = firsts.step_by(step).map(n_lost).sum();
        let are_few = n_lost * step < free.len() * self.words / 8;
        let restrict = |graph: &mut BitGraph, v: usize, keep: &[u64]| {
            if are_few {
                graph.restrict(VertexId::new(v), keep);
            } else {
                graph.restrict_half_row(VertexId::new(v), keep);
            }
        };
        let mut not_t = vec![u64::MAX; self.words];
        for node in t_nodes {
            let mut keep = trees.s_vertices.clone();
            if let Some(number) = node.checked_sub(self.n) {
                unite(&mut keep, &self.sets[number].members);
            }
            let vertices: Vec<usize> = self.vertices(*node).collect();
            for v in vertices {
                let graphs = [Some(&mut self.tight), self.shrunk.as_mut()];
                for graph in graphs.into_iter().flatten() {
                    restrict(graph, v, &keep);
                }
                remove(&mut not_t, v);
            }
        }
        if !are_few {
            let graphs = [Some(&mut self.tight), self.shrunk.as_mut()];
            for graph in graphs.into_iter().flatten() {
                for v in &free {
                    graph.restrict_half_row(*v, &not_t);
                }
            }
        }
    }

    /// Edges between these groups are tight now, but for those within a component.
    pub(super) fn join(&mut self, pairs: &[(usize, usize)], trees: &Trees) {
        let groups = &self.groups.list;
        let mut with = vec![Vec::new(); groups.len()];
        for (a, b) in pairs {
            with[*a].push(*b);
            with[*b].push(*a);
        }
        let (mut pattern, mut partners) = (vec![0; self.words], vec![0; self.words]);
        for (group, with) in (groups.iter().zip(&with)).filter(|(_, with)| !with.is_empty()) {
            pattern.fill(0);
            for other in with {
                groups[*other].members.add_to(&mut pattern);
            }
            for &v in &group.members.vertices {
                partners.copy_from_slice(&pattern);
                keep(&mut partners, self.problem.edges.row(VertexId::new(v)));
                if let Some(members) = trees.members(v) {
                    take_away(&mut partners, members);
                }
                self.tight.unite_half_row(VertexId::new(v), &partners);
                if let Some(shrunk) = &mut self.shrunk {
                    self.firsts.contract(&mut partners);
                    shrunk.unite_half_row(VertexId::new(self.firsts.of[v]), &partners);
                }
            }
        }
    }

    /// The trees of a maximum matching, by the Gallai-Edmonds decomposition.
    pub(super) fn trees(&self, node_at: &[Option<TreeNode>], maximum: &MaximumMatching) -> Trees {
        let nodes = |vertices: &'_ [VertexId]| -> Vec<(VertexId, TreeNode)> {
            let node_at = |v: &VertexId| node_at[v.index()].expect("only nodes are searched");
            vertices.iter().map(|v| (*v, node_at(v))).collect()
        };
        let mut trees = Trees {
            label: vec![TreeLabel::Free; self.n],
            s_vertices: vec![0; self.words],
            component_of: vec![usize::MAX; self.n],
            components: Vec::new(),
            t_nodes: Vec::new(),
        };
        for (_, node) in nodes(&maximum.inner) {
            trees.t_nodes.push(node);
            for v in self.vertices(node) {
                trees.label[v] = TreeLabel::T;
            }
        }
        let mut with_base = vec![None; self.n];
        for (v, node) in nodes(&maximum.outer) {
            let with_base = &mut with_base[maximum.base[v.index()].index()];
            let number = *with_base.get_or_insert(trees.components.len());
            if number == trees.components.len() {
                trees.components.push(Component::default());
            }
            trees.components[number].nodes.push(node);
            for v in self.vertices(node) {
                trees.label[v] = TreeLabel::S;
                trees.component_of[v] = number;
                insert(&mut trees.s_vertices, v);
            }
        }
        for component in &mut trees.components {
            if component.nodes.len() > 1 || component.nodes[0] >= self.n {
                let mut members = vec![0; self.words];
                for v in component.nodes.iter().flat_map(|node| self.vertices(*node)) {
                    insert(&mut members, v);
                }
                component.members = Some(members);
            }
        }
        trees
    }
}
