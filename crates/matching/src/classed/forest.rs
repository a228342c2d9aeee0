//! All trees at once.

mod changes;
mod odd_sets;

use super::kinds::{Adjacent, Calm, DualGroups};
use super::stops::{Change, Found, Stops};
use super::trees::{TreeLabel, TreeNode};
use super::worths::{Parts, Worths};
use super::{Classed, Start};
use crate::bitset::{insert, ones, remove, take_away, unite_all};
use crate::cardinality::{BitGraph, Maximum, maximum_among};
use crate::error::{Error, NoMatching};
use crate::graph::VertexId;
use crate::weight::Weight;

/// With so many changes of the duals it costs less to know what stops each kind; between so many kinds,
/// which classes are adjacent as well.
const MANY_CHANGES: usize = 4;
const KINDS_BEFORE_ADJACENT: usize = 192;

/// Groups that are alike become one when there are more by this part.
const UNTIDY: usize = 8;

/// Pairs of a kind with one of so many times its vertices are found from its side.
const FEW_OF_MANY: usize = 16;

/// An odd set of vertices with a positive dual.
#[derive(Debug)]
struct DualSet<W> {
    first: usize,
    children: Vec<TreeNode>,
    members: Vec<u64>,
    dual_2x: W,
    is_expanded: bool,
}

/// Invariants between two rounds: duals are feasible, each set is an odd component of what has no
/// slack if its children are seen as vertices, and stays coverable whoever of it is matched outside.
pub(super) struct Forest<'a, W> {
    problem: &'a Classed<'a, W>,
    n: usize,
    words: usize,
    worths: Worths<'a, W>,
    parts: Parts,
    kinds: DualGroups<W>,
    /// Found out when the duals have changed a few times.
    adjacent: Option<Adjacent>,
    n_changes: usize,
    /// How many kinds there were when those that are alike became one.
    n_tidy: usize,
    /// How many nodes had no mate in the last search.
    n_exposed: usize,
    /// How far the duals of outer vertices have fallen since trees were grown anew.
    fallen: W,
    /// One of two sides without edges within, if it is known that there are such.
    side: Option<&'a [u64]>,
    /// The pairs without slack, inside a set as well.
    tight: BitGraph,
    /// The same between nodes that are in no other, each as its first vertex; where there are sets.
    shrunk: Option<BitGraph>,
    sets: Vec<DualSet<W>>,
    /// By vertex: the node that contains it and is in no other.
    top: Vec<TreeNode>,
    firsts: Firsts,
    /// By node, as long as it is in no other.
    mate: Vec<Option<TreeNode>>,
    /// What the last search says, as long as nothing has changed.
    searched: Option<Decomposed>,
    last: Option<LastChange>,
}

/// Whose duals fell and rose in the last change: vertices that were inner have pairs without slack with
/// those that were outer alone, and within their node.
struct LastChange {
    outer: Vec<u64>,
    inner: Vec<u64>,
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
    fn fold(&self, set: &mut [u64]) {
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
    maximum: Maximum,
}

impl<'a, W: Weight> Forest<'a, W> {
    pub(super) fn new(
        problem: &'a Classed<'a, W>,
        start: Option<Start<'_, W>>,
        side: Option<&'a [u64]>,
    ) -> Result<Self, Error> {
        let n = problem.edges.n_vertices();
        let n_classes = problem.worth.n_columns();
        assert_eq!(
            problem.worth.n_rows(),
            n_classes,
            "one entry for each two classes"
        );
        assert_eq!(problem.class_of.len(), n, "one class for each vertex");
        let largest = problem.worth.amounts().iter().map(Weight::magnitude).max();
        let largest = largest.unwrap_or_else(W::zero);
        if !largest.fits(256 * (n as u64 + 1)) {
            return Err(Error::WeightTooWide);
        }
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
        let worths = Worths::new(problem.worth);
        let kinds = DualGroups::new(problem.class_of, |v| dual_2x[v].clone());
        let tight = kinds.tight(problem, &worths);
        let tight = tight.ok_or(Error::InfeasibleStart)?;
        let words = n.div_ceil(64);
        let mut forest = Self {
            problem,
            n,
            words,
            parts: Parts::new(&worths, kinds.duals_2x()),
            worths,
            kinds,
            adjacent: None,
            n_changes: 0,
            n_tidy: 0,
            n_exposed: usize::MAX,
            fallen: W::zero(),
            side,
            tight,
            shrunk: None,
            sets: Vec::new(),
            top: (0..n).collect(),
            firsts: Firsts::new(n),
            mate: mates.iter().map(|mate| mate.map(VertexId::index)).collect(),
            searched: None,
            last: None,
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
            let dual = forest.kinds.dual_2x(v);
            forest.mate[v].is_none() && dual.halved().doubled() != *dual
        };
        let odd: Vec<bool> = (0..self.n).map(|v| is_odd(self, v)).collect();
        let is_odd_kind = self.kinds.part(|v| odd[v]);
        for (kind, _) in (self.kinds.list.iter_mut().zip(&is_odd_kind)).filter(|(_, is)| **is) {
            kind.dual_2x.increase(&W::unit());
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

    /// To whom a node has no slack.
    fn row(&self, node: TreeNode, firsts: &Firsts) -> Vec<u64> {
        let mut row = vec![0; self.words];
        let rows = self
            .vertices(node)
            .map(|v| self.tight.row(VertexId::new(v)));
        unite_all(&mut row, rows);
        if let Some(number) = node.checked_sub(self.n) {
            take_away(&mut row, &self.sets[number].members);
        }
        firsts.fold(&mut row);
        row
    }

    /// A largest matching of some nodes, each as its first vertex, from their mates.
    fn largest(&self, graph: &BitGraph, nodes: &[TreeNode]) -> Decomposed {
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
        // Sets are of circuits, and there are none.
        let side = self.side.filter(|_| self.sets.is_empty());
        let maximum = maximum_among(graph, &firsts, &start, side);
        Decomposed { node_at, maximum }
    }

    /// The pairs without slack between the nodes that are in no other.
    fn graph(&self) -> &BitGraph {
        self.shrunk.as_ref().unwrap_or(&self.tight)
    }

    fn match_most_as_it_is(&mut self) -> Decomposed {
        let search = self.largest(self.graph(), &self.tops());
        for (node, mate) in search.node_at.iter().zip(&search.maximum.mate) {
            if let Some(node) = node {
                self.mate[*node] = mate.and_then(|mate| search.node_at[mate.index()]);
            }
        }
        search
    }

    /// Matches as many as the duals allow, and changes the duals if that does not cover everybody.
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
        if self.kinds.list.len() > self.n_tidy + self.n_tidy / UNTIDY {
            self.kinds.tidy();
            self.n_tidy = self.kinds.list.len();
        }
        let states = self.kinds.part(|v| trees.state[v]);
        self.n_changes += 1;
        // Classes of one vertex each are adjacent as the vertices are.
        let are_few = self.problem.worth.n_columns() * 4 <= self.n;
        let are_many = self.kinds.list.len() >= KINDS_BEFORE_ADJACENT;
        if self.n_changes >= MANY_CHANGES && self.adjacent.is_none() && are_few && are_many {
            self.adjacent = Some(Adjacent::new(self.problem));
        }
        let n_exposed = maximum.outer.iter().filter(|v| is_exposed(v)).count();
        if n_exposed < self.n_exposed {
            self.grow_anew();
        }
        self.n_exposed = n_exposed;
        let kinds = (&self.kinds, self.adjacent.as_ref());
        (self.parts).fit(&self.worths, self.kinds.duals_2x());
        let worths = (&self.worths, &self.parts);
        let stops = Stops::new(self.problem, worths, kinds, &states, &trees);
        let by_edges = if self.n_changes >= MANY_CHANGES {
            let (first, found) = stops.first_after(&self.fallen);
            for Found { kind, calm, turn } in found {
                let kind = &mut self.kinds.list[kind];
                (kind.calm, kind.turn) = (calm, turn);
            }
            first
        } else {
            stops.first()
        };
        let inner_sets: Vec<usize> = (trees.inner.iter())
            .filter_map(|node| node.checked_sub(self.n))
            .collect();
        let by_sets = inner_sets
            .iter()
            .map(|number| self.sets[*number].dual_2x.halved())
            .min();
        let change = match (by_edges, by_sets) {
            (Some(by_edges), Some(by)) if by < by_edges.by => Change {
                by,
                pairs: Vec::new(),
            },
            (Some(by_edges), _) => by_edges,
            (None, Some(by)) => Change {
                by,
                pairs: Vec::new(),
            },
            (None, None) => {
                return Err(NoMatching {
                    exposed,
                    inner: trees.inner.iter().copied().map(VertexId::new).collect(),
                });
            }
        };
        for (kind, state) in self.kinds.list.iter_mut().zip(&states) {
            match state {
                TreeLabel::S => kind.dual_2x.decrease(&change.by),
                TreeLabel::T => kind.dual_2x.increase(&change.by),
                TreeLabel::Free => {}
            }
        }
        self.fallen.increase(&change.by);
        self.separate(&trees);
        let change_2x = change.by.doubled();
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
        self.join(&change.pairs, &trees);
        for number in inner_sets {
            self.sets[number].dual_2x.decrease(&change_2x);
            if self.sets[number].dual_2x.is_zero() {
                self.expand(number);
                self.grow_anew();
            }
        }
        Ok(false)
    }

    /// What is known of the trees so far is not so any more.
    fn grow_anew(&mut self) {
        for kind in &mut self.kinds.list {
            kind.calm = Calm::Unknown;
        }
        self.fallen = W::zero();
    }
}
