//! All trees at once.

mod changes;
mod odd_sets;

use super::dual_events::{DualEvent, DualView, next_dual_event};
use super::dual_groups::DualGroups;
use super::trees::{TreeLabel, TreeNode, Trees};
use super::{ClassWeightedGraph, WarmStart};
use crate::bitset::{insert, ones, remove, take_away, unite_all};
use crate::cardinality::{BitGraph, MaximumMatching, maximum_among};
use crate::error::{Error, NoMatching};
use crate::graph::VertexId;
use crate::table::WeightTable;
use crate::weight::Weight;

/// An odd set of vertices with a positive dual.
#[derive(Debug)]
struct DualSet<W> {
    first: usize,
    children: Vec<TreeNode>,
    members: Vec<u64>,
    dual_2x: W,
    is_expanded: bool,
}

/// Invariants between two dual events: duals are feasible, each set is an odd component of the tight graph if
/// its children are seen as vertices, and stays coverable whichever of its vertices is matched outside.
pub(super) struct Forest<'a, W> {
    problem: &'a ClassWeightedGraph<'a, W>,
    n: usize,
    words: usize,
    /// The weights by classes, doubled.
    weights_2x: WeightTable<W>,
    groups: DualGroups<W>,
    /// The tight edges, inside a set as well.
    tight: BitGraph,
    /// The tight edges between nodes that are in no other, each as its first vertex; where there are sets.
    shrunk: Option<BitGraph>,
    sets: Vec<DualSet<W>>,
    /// By vertex: the node that contains it and is in no other.
    top: Vec<TreeNode>,
    firsts: Firsts,
    /// By node, as long as it is in no other.
    mate: Vec<Option<TreeNode>>,
    /// What the last search says, as long as nothing has changed.
    searched: Option<Decomposed>,
}

/// Nodes as one vertex each.
struct Firsts {
    /// By vertex: the first vertex of its node.
    of: Vec<usize>,
    /// Those that are not the first of their node.
    later: Vec<u64>,
}

impl Firsts {
    /// Each vertex a node.
    fn new(n: usize) -> Self {
        Self {
            of: (0..n).collect(),
            later: vec![0; n.div_ceil(64)],
        }
    }

    /// Makes a node of these vertices, ascending.
    fn unite(&mut self, vertices: impl Iterator<Item = usize>) {
        let mut first = None;
        for v in vertices {
            self.of[v] = *first.get_or_insert(v);
            if self.of[v] == v {
                remove(&mut self.later, v);
            } else {
                insert(&mut self.later, v);
            }
        }
    }

    /// Whether each vertex is a node.
    fn are_all(&self) -> bool {
        self.later.iter().all(|word| *word == 0)
    }

    /// Puts the first vertex of its node in the place of each.
    fn contract(&self, set: &mut [u64]) {
        for i in 0..set.len() {
            let mut moved = set[i] & self.later[i];
            set[i] &= !self.later[i];
            while moved != 0 {
                let v = i * 64 + moved.trailing_zeros() as usize;
                moved &= moved - 1;
                insert(set, self.of[v]);
            }
        }
    }
}

/// What one search says about the nodes.
struct Decomposed {
    /// By vertex of the graph that was searched: the node it stands for.
    node_at: Vec<Option<TreeNode>>,
    maximum: MaximumMatching,
}

impl<'a, W: Weight> Forest<'a, W> {
    pub(super) fn new(
        problem: &'a ClassWeightedGraph<'a, W>,
        start: Option<WarmStart<'_, W>>,
    ) -> Result<Self, Error> {
        let n = problem.edges.n_vertices();
        let largest = largest_weight(problem)?;
        let (dual_2x, mates) = match start {
            Some(start) => (start.duals_2x.to_vec(), start.mates),
            None => (vec![largest; n], &[][..]),
        };
        if dual_2x.iter().any(|dual| !dual.fits(256)) {
            return Err(Error::WeightTooWide);
        }
        if dual_2x.len() != n {
            return Err(Error::InfeasibleStart);
        }
        let weights_2x = problem.weights.map(Weight::doubled);
        let groups = DualGroups::new(problem.class_of, |v| dual_2x[v].clone());
        let tight = groups.tight(problem.edges, &weights_2x);
        let mut forest = Self {
            problem,
            n,
            words: n.div_ceil(64),
            weights_2x,
            groups,
            tight: tight.ok_or(Error::InfeasibleStart)?,
            shrunk: None,
            sets: Vec::new(),
            top: (0..n).collect(),
            firsts: Firsts::new(n),
            mate: mates.iter().map(|mate| mate.map(VertexId::index)).collect(),
            searched: None,
        };
        forest.mate.resize(n, None);
        let search = forest.match_most_as_it_is();
        if !forest.make_even() {
            forest.searched = Some(search);
        }
        Ok(forest)
    }

    /// Slack between two roots is even, so half of it is a whole number. Whether it had to be made so.
    fn make_even(&mut self) -> bool {
        let is_odd = |forest: &Self, v: usize| {
            let dual = forest.groups.dual_2x(v);
            forest.mate[v].is_none() && dual.halved().doubled() != *dual
        };
        let odd: Vec<bool> = (0..self.n).map(|v| is_odd(self, v)).collect();
        let is_odd_group = self.groups.part(|v| odd[v]);
        for (group, _) in (self.groups.list.iter_mut().zip(&is_odd_group)).filter(|(_, is)| **is) {
            group.dual_2x.increase(&W::unit());
        }
        for v in (0..self.n).filter(|v| odd[*v]) {
            self.tight.restrict(VertexId::new(v), &vec![0; self.words]);
        }
        odd.contains(&true)
    }

    /// The vertices of a node, ascending.
    fn vertices(&self, node: TreeNode) -> impl Iterator<Item = usize> {
        let (single, members) = match node.checked_sub(self.n) {
            None => (Some(node), &[][..]),
            Some(number) => (None, &self.sets[number].members[..]),
        };
        single.into_iter().chain(ones(members))
    }

    fn first(&self, node: TreeNode) -> usize {
        match node.checked_sub(self.n) {
            None => node,
            Some(number) => self.sets[number].first,
        }
    }

    /// The nodes that are in no other, by first vertex.
    fn tops(&self) -> Vec<TreeNode> {
        let firsts = (0..self.n).filter(|v| self.firsts.of[*v] == *v);
        firsts.map(|v| self.top[v]).collect()
    }

    fn members(&self, node: TreeNode) -> Vec<u64> {
        match node.checked_sub(self.n) {
            None => {
                let mut members = vec![0; self.words];
                insert(&mut members, node);
                members
            }
            Some(number) => self.sets[number].members.clone(),
        }
    }

    /// The vertices that a node has tight edges to.
    fn row(&self, node: TreeNode, firsts: &Firsts) -> Vec<u64> {
        let mut row = vec![0; self.words];
        let rows = (self.vertices(node)).map(|v| self.tight.row(VertexId::new(v)));
        unite_all(&mut row, rows);
        if let Some(number) = node.checked_sub(self.n) {
            take_away(&mut row, &self.sets[number].members);
        }
        firsts.contract(&mut row);
        row
    }

    /// A maximum matching of some nodes, each as its first vertex, from their mates.
    fn maximum(&self, graph: &BitGraph, nodes: &[TreeNode]) -> Decomposed {
        let mut first_of = vec![None; self.n + self.sets.len()];
        let mut node_at = vec![None; self.n];
        let mut firsts = vec![0; self.words];
        for node in nodes {
            let first = self.first(*node);
            first_of[*node] = Some(VertexId::new(first));
            node_at[first] = Some(*node);
            insert(&mut firsts, first);
        }
        let mut start = vec![None; self.n];
        for (mate, node) in start.iter_mut().zip(&node_at) {
            *mate = node
                .and_then(|node| self.mate[node])
                .and_then(|mate| first_of[mate]);
        }
        let maximum = maximum_among(graph, &firsts, &start);
        Decomposed { node_at, maximum }
    }

    /// The tight edges between the nodes that are in no other.
    fn graph(&self) -> &BitGraph {
        self.shrunk.as_ref().unwrap_or(&self.tight)
    }

    fn match_most_as_it_is(&mut self) -> Decomposed {
        let search = self.maximum(self.graph(), &self.tops());
        for (node, mate) in search.node_at.iter().zip(&search.maximum.mate) {
            if let Some(node) = node {
                self.mate[*node] = mate.and_then(|mate| search.node_at[mate.index()]);
            }
        }
        search
    }

    /// Matches as many vertices as the duals allow, and changes the duals if that does not cover all of them.
    /// Returns whether it does.
    pub(super) fn match_most(&mut self) -> Result<bool, NoMatching> {
        let search = self.searched.take();
        let search = search.unwrap_or_else(|| self.match_most_as_it_is());
        let Decomposed { node_at, maximum } = search;
        let is_exposed = |v: &VertexId| maximum.mate[v.index()].is_none();
        let Some(exposed) = maximum.outer.iter().copied().find(is_exposed) else {
            return Ok(true);
        };
        let trees = self.trees(&node_at, &maximum);
        let labels = self.groups.part(|v| trees.label[v]);
        let Some(event) = self.next_event(&labels, &trees) else {
            return Err(NoMatching {
                exposed,
                inner: trees.t_nodes.iter().copied().map(VertexId::new).collect(),
            });
        };
        self.change_duals(&event, &labels, &trees);
        Ok(false)
    }

    /// How far duals can change until an edge becomes tight or the dual of a T set zero.
    fn next_event(&self, labels: &[TreeLabel], trees: &Trees) -> Option<DualEvent<W>> {
        let view = DualView {
            edges: self.problem.edges,
            weights_2x: &self.weights_2x,
            groups: &self.groups,
            trees,
        };
        let by_edges = next_dual_event(&view, labels);
        let numbers = trees.t_sets(self.n);
        let duals = numbers.map(|number| self.sets[number].dual_2x.halved());
        let by_sets = duals.min();
        match (by_edges, by_sets) {
            (Some(by_edges), Some(by)) if by_edges.by <= by => Some(by_edges),
            (by_edges, None) => by_edges,
            (_, Some(by)) => Some(DualEvent {
                by,
                pairs: Vec::new(),
            }),
        }
    }

    /// Changes the duals as far as the event, and follows the tight edges and the sets.
    fn change_duals(&mut self, event: &DualEvent<W>, labels: &[TreeLabel], trees: &Trees) {
        for (group, label) in self.groups.list.iter_mut().zip(labels) {
            match label {
                TreeLabel::S => group.dual_2x.decrease(&event.by),
                TreeLabel::T => group.dual_2x.increase(&event.by),
                TreeLabel::Free => {}
            }
        }
        self.separate(trees);
        let change_2x = event.by.doubled();
        for component in &trees.components {
            match (&component.nodes[..], &component.members) {
                ([node], _) => {
                    if let Some(number) = node.checked_sub(self.n) {
                        self.sets[number].dual_2x.increase(&change_2x);
                    }
                }
                (nodes, Some(members)) => self.unite(nodes, members, change_2x.clone()),
                (_, None) => unreachable!("several nodes have their members written down"),
            }
        }
        self.join(&event.pairs, trees);
        for number in trees.t_sets(self.n) {
            self.sets[number].dual_2x.decrease(&change_2x);
            if self.sets[number].dual_2x.is_zero() {
                self.expand(number);
            }
        }
    }
}

/// The largest magnitude of a weight.
///
/// # Errors
/// When it leaves duals no headroom.
///
/// # Panics
/// When classes or weights do not fit the graph.
fn largest_weight<W: Weight>(problem: &ClassWeightedGraph<'_, W>) -> Result<W, Error> {
    let (n, weights) = (problem.edges.n_vertices(), problem.weights);
    assert_eq!(
        weights.n_rows(),
        weights.n_columns(),
        "one entry for each two classes"
    );
    assert_eq!(problem.class_of.len(), n, "one class for each vertex");
    let largest = weights.amounts().iter().map(Weight::magnitude).max();
    let largest = largest.unwrap_or_else(W::zero);
    if largest.fits(256 * (n as u64 + 1)) {
        Ok(largest)
    } else {
        Err(Error::WeightTooWide)
    }
}
