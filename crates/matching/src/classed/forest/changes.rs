//! What a change of the duals does to the edges without slack.

use super::{FEW_OF_MANY, Forest, LastChange};
use crate::bitset::{common, contains, insert, keep, ones, remove, take_away, unite};
use crate::cardinality::{BitGraph, Maximum};
use crate::classed::trees::{Component, TreeLabel, TreeNode, Trees};
use crate::graph::VertexId;
use crate::weight::Weight;

impl<W: Weight> Forest<'_, W> {
    /// After a change of the duals: pairs of inner vertices have slack, but for those within a set, and
    /// so have pairs of them with vertices of no tree.
    pub(super) fn separate(&mut self, trees: &Trees) {
        let again = self.separate_again(trees);
        let is_new = |node: &TreeNode| !contains(&again, self.first(*node));
        let inner: Vec<TreeNode> = trees.inner.iter().copied().filter(is_new).collect();
        if inner.is_empty() {
            return;
        }
        let others = (0..self.n).filter(|v| trees.state[*v] == TreeLabel::Free);
        let others: Vec<VertexId> = others.map(VertexId::new).collect();
        let not_outer = |v: usize| -> usize {
            let row = self.tight.row(VertexId::new(v)).iter().zip(&trees.outer);
            let gone = row.map(|(row, keep)| (row & !keep).count_ones() as usize);
            gone.sum()
        };
        // Few are looked up at their other end, many are not; some 64 inner ones tell.
        let step = inner.len().div_ceil(64);
        let firsts = inner.iter().map(|node| self.first(*node));
        let n_gone: usize = firsts.step_by(step).map(not_outer).sum();
        let are_few = n_gone * step < others.len() * self.words / 8;
        let restrict = |graph: &mut BitGraph, v: usize, keep: &[u64]| {
            if are_few {
                graph.restrict(VertexId::new(v), keep);
            } else {
                graph.restrict_half_row(VertexId::new(v), keep);
            }
        };
        let mut not_inner = vec![u64::MAX; self.words];
        for node in &inner {
            let Some(number) = node.checked_sub(self.n) else {
                restrict(&mut self.tight, *node, &trees.outer);
                if let Some(shrunk) = &mut self.shrunk {
                    restrict(shrunk, *node, &trees.outer);
                }
                remove(&mut not_inner, *node);
                continue;
            };
            let members = &self.sets[number].members;
            let mut keep = trees.outer.clone();
            unite(&mut keep, members);
            for v in ones(members) {
                restrict(&mut self.tight, v, &keep);
                if let Some(shrunk) = &mut self.shrunk {
                    restrict(shrunk, v, &keep);
                }
                remove(&mut not_inner, v);
            }
        }
        if !are_few {
            for v in &others {
                self.tight.restrict_half_row(*v, &not_inner);
                if let Some(shrunk) = &mut self.shrunk {
                    shrunk.restrict_half_row(*v, &not_inner);
                }
            }
        }
    }

    /// As [`Self::separate`] for those who were inner in the last change as well, and says who they are:
    /// only those who were outer then and are not now have to be looked at.
    pub(super) fn separate_again(&mut self, trees: &Trees) -> Vec<u64> {
        let mut inner = vec![0; self.words];
        for node in &trees.inner {
            self.vertices(*node).for_each(|v| insert(&mut inner, v));
        }
        let mut again = vec![0; self.words];
        if let Some(last) = self.last.take() {
            let both = common(&inner, &last.inner);
            let gone = last.outer.iter().zip(&trees.outer);
            let masks = gone.map(|(last, outer)| !(last & !outer)).enumerate();
            let masks: Vec<_> = masks.filter(|(_, mask)| *mask != u64::MAX).collect();
            let not_both: Vec<u64> = both.iter().map(|word| !word).collect();
            let graphs = [Some(&mut self.tight), self.shrunk.as_mut()];
            for graph in graphs.into_iter().flatten() {
                if !masks.is_empty() {
                    for v in ones(&both) {
                        graph.mask_half_row(VertexId::new(v), &masks);
                    }
                }
                for v in ones(&last.outer).filter(|v| !contains(&trees.outer, *v)) {
                    graph.restrict_half_row(VertexId::new(v), &not_both);
                }
            }
            again = both;
        }
        self.last = Some(LastChange {
            outer: trees.outer.clone(),
            inner,
        });
        again
    }

    /// Pairs of these kinds have no slack now, but for those within a component.
    pub(super) fn join(&mut self, pairs: &[(usize, usize)], trees: &Trees) {
        let kinds = &self.kinds.list;
        let mut with = vec![Vec::new(); kinds.len()];
        // With whom a kind of a few vertices has pairs that are found from its side alone.
        let mut with_many = vec![Vec::new(); kinds.len()];
        for (a, b) in pairs {
            let size = |kind: usize| kinds[kind].members.vertices.len();
            let (few, many) = if size(*a) < size(*b) {
                (*a, *b)
            } else {
                (*b, *a)
            };
            if size(few) * FEW_OF_MANY <= size(many) {
                with_many[few].push(many);
            } else {
                with[*a].push(*b);
                with[*b].push(*a);
            }
        }
        let (mut pattern, mut partners) = (vec![0; self.words], vec![0; self.words]);
        for (with, are_many) in [(with, false), (with_many, true)] {
            for (kind, with) in (kinds.iter().zip(&with)).filter(|(_, with)| !with.is_empty()) {
                pattern.fill(0);
                for other in with {
                    kinds[*other].members.add_to(&mut pattern);
                }
                for v in &kind.members.vertices {
                    partners.copy_from_slice(&pattern);
                    keep(&mut partners, self.problem.edges.row(VertexId::new(*v)));
                    if let Some(members) = trees.members(*v) {
                        take_away(&mut partners, members);
                    }
                    unite_row(&mut self.tight, *v, &partners, are_many);
                    if let Some(shrunk) = &mut self.shrunk {
                        self.firsts.fold(&mut partners);
                        unite_row(shrunk, self.firsts.of[*v], &partners, are_many);
                    }
                }
            }
        }
    }

    pub(super) fn trees(&self, node_at: &[Option<TreeNode>], maximum: &Maximum) -> Trees {
        let nodes = |vertices: &'_ [VertexId]| -> Vec<(VertexId, TreeNode)> {
            let node_at = |v: &VertexId| node_at[v.index()].expect("only nodes are searched");
            vertices.iter().map(|v| (*v, node_at(v))).collect()
        };
        let mut trees = Trees {
            state: vec![TreeLabel::Free; self.n],
            outer: vec![0; self.words],
            component_of: vec![usize::MAX; self.n],
            components: Vec::new(),
            inner: Vec::new(),
        };
        for (_, node) in nodes(&maximum.inner) {
            trees.inner.push(node);
            for v in self.vertices(node) {
                trees.state[v] = TreeLabel::T;
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
                trees.state[v] = TreeLabel::S;
                trees.component_of[v] = number;
                insert(&mut trees.outer, v);
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

/// Joins a vertex to others, on its side only or on theirs as well.
fn unite_row(graph: &mut BitGraph, v: usize, others: &[u64], on_both: bool) {
    let v = VertexId::new(v);
    if on_both {
        ones(others).for_each(|u| graph.set_edge(v, VertexId::new(u), true));
    } else {
        graph.unite_half_row(v, others);
    }
}
