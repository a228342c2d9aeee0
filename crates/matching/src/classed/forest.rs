//! All trees at once.

use super::kinds::{Adjacent, Kinds};
use super::stops::{Calm, Change, Found, Stops};
use super::worths::{Parts, Worths};
use super::{Classed, Optimum, Start};
use crate::bits::{
    common, contains, first_common, insert, keep, ones, remove, take_away, unite, unite_all,
};
use crate::cardinality::{BitGraph, Maximum, maximum_among};
use crate::certificate::{Blossom, Certificate};
use crate::error::{Error, NoMatching};
use crate::graph::VertexId;
use crate::weight::Weight;

/// With so many changes of the duals it costs less to know what stops each kind; between so many kinds,
/// which classes are adjacent as well.
const MANY_CHANGES: usize = 4;
const KINDS_BEFORE_ADJACENT: usize = 192;

/// Kinds that are alike become one when there are more by this part.
const UNTIDY: usize = 8;

/// Pairs of a kind with one of so many times its vertices are found from its side.
const FEW_OF_MANY: usize = 16;

/// A vertex, or a set as `n` more than its number.
pub(super) type Node = usize;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Outer,
    Inner,
    Neither,
}

/// An odd set of vertices with a positive dual.
#[derive(Debug)]
struct OddSet<W> {
    first: usize,
    children: Vec<Node>,
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
    kinds: Kinds<W>,
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
    sets: Vec<OddSet<W>>,
    /// By vertex: the node that contains it and is in no other.
    top: Vec<Node>,
    firsts: Firsts,
    /// By node, as long as it is in no other.
    mate: Vec<Option<Node>>,
    /// What the last search says, as long as nothing has changed.
    searched: Option<Search>,
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

/// Outer nodes joined without slack, and their members unless it is a single vertex.
#[derive(Default)]
struct Component {
    nodes: Vec<Node>,
    members: Option<Vec<u64>>,
}

/// What one search says about the nodes.
struct Search {
    /// By vertex of the graph that was searched: the node it stands for.
    node_at: Vec<Option<Node>>,
    maximum: Maximum,
}

/// The trees of a round, by vertex.
pub(super) struct Trees {
    state: Vec<State>,
    outer: Vec<u64>,
    /// Of outer vertices.
    pub(super) component_of: Vec<usize>,
    components: Vec<Component>,
    inner: Vec<Node>,
}

impl Trees {
    /// Everybody in the component of an outer vertex, if it is not alone there.
    pub(super) fn members(&self, v: usize) -> Option<&[u64]> {
        let component = self.components.get(self.component_of[v])?;
        component.members.as_deref()
    }
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
        let (dual_2x, mates, tight) = match start {
            Some(start) => (start.duals_2x.to_vec(), start.mates, start.tight),
            None => (vec![largest; n], &[][..], None),
        };
        if dual_2x.iter().any(|dual| !dual.fits(256)) {
            return Err(Error::WeightTooWide);
        }
        if dual_2x.len() != n {
            return Err(Error::InfeasibleStart);
        }
        let worths = Worths::new(problem.worth);
        let kinds = Kinds::new(problem.class_of, |v| dual_2x[v].clone());
        let tight = tight.or_else(|| kinds.tight(problem, &worths));
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
    fn vertices(&self, node: Node) -> impl Iterator<Item = usize> {
        let (single, members) = match node.checked_sub(self.n) {
            None => (Some(node), &[][..]),
            Some(number) => (None, &self.sets[number].members[..]),
        };
        single.into_iter().chain(ones(members))
    }

    fn first(&self, node: Node) -> usize {
        match node.checked_sub(self.n) {
            None => node,
            Some(number) => self.sets[number].first,
        }
    }

    /// The nodes that are in no other, by first vertex.
    fn tops(&self) -> Vec<Node> {
        let firsts = (0..self.n).filter(|v| self.firsts.of[*v] == *v);
        firsts.map(|v| self.top[v]).collect()
    }

    fn members(&self, node: Node) -> Vec<u64> {
        match node.checked_sub(self.n) {
            None => {
                let mut members = vec![0; self.words];
                insert(&mut members, node);
                members
            }
            Some(number) => self.sets[number].members.clone(),
        }
    }

    /// The pairs without slack between some nodes, each as its first vertex. O(n²/64).
    fn contracted(&self, nodes: &[Node]) -> BitGraph {
        let mut firsts = Firsts::new(self.n);
        let mut everybody = vec![0; self.words];
        for node in nodes {
            firsts.unite(self.vertices(*node));
            unite(&mut everybody, &self.members(*node));
        }
        let mut graph = BitGraph::new(self.n);
        for node in nodes {
            let mut row = self.row(*node, &firsts);
            for (to, of) in row.iter_mut().zip(&everybody) {
                *to &= of;
            }
            graph.set_half_row(VertexId::new(self.first(*node)), &row);
        }
        graph
    }

    /// To whom a node has no slack.
    fn row(&self, node: Node, firsts: &Firsts) -> Vec<u64> {
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
    fn largest(&self, graph: &BitGraph, nodes: &[Node]) -> Search {
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
        Search { node_at, maximum }
    }

    /// The pairs without slack between the nodes that are in no other.
    fn graph(&self) -> &BitGraph {
        self.shrunk.as_ref().unwrap_or(&self.tight)
    }

    fn match_most_as_it_is(&mut self) -> Search {
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
        let Search { node_at, maximum } = search;
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
                State::Outer => kind.dual_2x.decrease(&change.by),
                State::Inner => kind.dual_2x.increase(&change.by),
                State::Neither => {}
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

    fn trees(&self, node_at: &[Option<Node>], maximum: &Maximum) -> Trees {
        let nodes = |vertices: &'_ [VertexId]| -> Vec<(VertexId, Node)> {
            let node_at = |v: &VertexId| node_at[v.index()].expect("only nodes are searched");
            vertices.iter().map(|v| (*v, node_at(v))).collect()
        };
        let mut trees = Trees {
            state: vec![State::Neither; self.n],
            outer: vec![0; self.words],
            component_of: vec![usize::MAX; self.n],
            components: Vec::new(),
            inner: Vec::new(),
        };
        for (_, node) in nodes(&maximum.inner) {
            trees.inner.push(node);
            for v in self.vertices(node) {
                trees.state[v] = State::Inner;
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
                trees.state[v] = State::Outer;
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

    /// After a change of the duals: pairs of inner vertices have slack, but for those within a set, and
    /// so have pairs of them with vertices of no tree.
    fn separate(&mut self, trees: &Trees) {
        let again = self.separate_again(trees);
        let is_new = |node: &Node| !contains(&again, self.first(*node));
        let inner: Vec<Node> = trees.inner.iter().copied().filter(is_new).collect();
        if inner.is_empty() {
            return;
        }
        let others = (0..self.n).filter(|v| trees.state[*v] == State::Neither);
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
    fn separate_again(&mut self, trees: &Trees) -> Vec<u64> {
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
    fn join(&mut self, pairs: &[(usize, usize)], trees: &Trees) {
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

    /// Makes a set of the nodes of a component.
    fn unite(&mut self, children: &[Node], members: &[u64], dual_2x: W) {
        let node = self.n + self.sets.len();
        let first = ones(members).next().expect("sets are odd");
        self.sets.push(OddSet {
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
        let is_outside = |mate: &Node| self.top[self.first(*mate)] != node;
        let outside = { mates }.find(is_outside);
        self.mate.push(outside);
        if let Some(outside) = outside {
            self.mate[outside] = Some(node);
        }
        let shrunk = self.shrunk.get_or_insert_with(|| self.tight.clone());
        let mut row = vec![0; self.words];
        let nobody = vec![0; self.words];
        for child in children {
            let first = VertexId::new(match child.checked_sub(self.n) {
                None => *child,
                Some(number) => self.sets[number].first,
            });
            unite(&mut row, shrunk.row(first));
            shrunk.set_half_row(first, &nobody);
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
    fn expand(&mut self, number: usize) {
        let node = self.n + number;
        let outside = self.mate[node].expect("an inner node has a mate");
        let (within, _) = self.pair_without_slack(node, outside);
        let children = std::mem::take(&mut self.sets[number].children);
        // They have pairs with each other, as inner nodes have with outer ones: all but one count as such.
        let size = |child: &&Node| self.vertices(**child).count();
        let largest = children.iter().max_by_key(size);
        let mut others = self.sets[number].members.clone();
        for v in largest.into_iter().flat_map(|child| self.vertices(*child)) {
            remove(&mut others, v);
        }
        if let Some(last) = &mut self.last {
            take_away(&mut last.inner, &others);
            unite(&mut last.outer, &others);
        }
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

    /// An edge between two nodes without slack.
    fn pair_without_slack(&self, a: Node, b: Node) -> (usize, usize) {
        let members = self.members(b);
        let pair = self.vertices(a).find_map(|u| {
            let v = first_common(self.tight.row(VertexId::new(u)), &members)?;
            Some((u, v))
        });
        pair.expect("matched nodes are joined without slack")
    }

    /// Pairs of all children of a set but one.
    fn match_inside(&self, children: &[Node], without: Node) -> Vec<(Node, Node)> {
        let nodes: Vec<Node> = (children.iter().copied())
            .filter(|child| *child != without)
            .collect();
        let search = if nodes.iter().all(|node| *node < self.n) {
            self.largest(&self.tight, &nodes)
        } else {
            self.largest(&self.contracted(&nodes), &nodes)
        };
        let pair = |node: &Node| {
            let mate = search.maximum.mate[self.first(*node)];
            let mate = mate.expect("a set can do without any child");
            let mate = search.node_at[mate.index()].expect("only nodes are matched");
            (*node < mate).then_some((*node, mate))
        };
        nodes.iter().filter_map(pair).collect()
    }

    pub(super) fn optimum(self) -> Optimum<W> {
        let mut mates = vec![None; self.n];
        let mut pairs: Vec<(Node, Node)> = (self.tops().into_iter())
            .map(|node| (node, self.mate[node].expect("everybody has a mate")))
            .filter(|(a, b)| a < b)
            .collect();
        while let Some((a, b)) = pairs.pop() {
            let (u, v) = if a.max(b) < self.n {
                (a, b)
            } else {
                self.pair_without_slack(a, b)
            };
            mates[u] = Some(VertexId::new(v));
            mates[v] = Some(VertexId::new(u));
            for (mut node, end) in [(a, u), (b, v)] {
                while let Some(number) = node.checked_sub(self.n) {
                    let set = &self.sets[number];
                    let contains = |child: &&Node| match child.checked_sub(self.n) {
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
        let dual_2x = (0..self.n).map(|v| self.kinds.dual_2x(v).clone()).collect();
        let blossoms = (self.sets.into_iter())
            .filter(|set| !set.is_expanded)
            .map(|set| Blossom {
                members: ones(&set.members).map(VertexId::new).collect(),
                dual_2x: set.dual_2x,
            })
            .collect();
        Optimum {
            mates,
            certificate: Certificate {
                bonus: W::zero(),
                dual_2x,
                blossoms,
            },
            tight: self.tight,
        }
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
