//! The largest perfect matching where weights depend on classes of vertices.
//!
//! The primal-dual method of Edmonds with all trees at once: vertices of one class and one dual have
//! no slack to the same others, so the graph of pairs without slack is made of a few bit patterns,
//! its largest matching is a search on bit rows ([`crate::cardinality`]), and the Gallai-Edmonds
//! decomposition tells which duals change. Sets of vertices are made only when duals change, so all
//! of them have a positive dual.
//!
//! Where worths are the same for long stretches of classes, as when the one with the lower number says
//! what a pair is worth, partners without slack, and those with the least, are looked up by their duals.
//! Where few sets contain most vertices, the least slacks between the sets and the other vertices are
//! kept from change to change.
//!
//! Sources: J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices" (1965); Gallai (1964)
//! and Edmonds for the decomposition. The parity of all roots is made equal first, so that duals stay
//! whole numbers.

use std::collections::BTreeMap;

use crate::bits::{common, contains, insert, meet, ones, remove, unite};
use crate::cardinality::{BitGraph, Maximum, maximum_matching};
use crate::certificate::{Blossom, Certificate};
use crate::error::{Error, NoMatching};
use crate::face::Face;
use crate::graph::VertexId;
use crate::table::WeightTable;
use crate::weight::{RESIDUES, Weight};

/// A perfect matching problem: an edge is worth what the classes of its ends say.
///
/// ```
/// use edelweiss_matching::{Classed, VertexId, WeightTable, cardinality::BitGraph};
///
/// // Two of a kind are worth 3, two of different kinds 1; vertices 0, 1 and 2 are of one kind.
/// let problem = Classed::<i64> {
///     edges: &BitGraph::complete(4),
///     class_of: &[0, 0, 0, 1],
///     worth: &WeightTable::square(vec![3, 1, 1, 3]),
/// };
/// let optimum = problem.solve(None)?;
/// let mate = optimum.mates[3].expect("a perfect matching covers everybody");
/// assert!(mate < VertexId::new(3));
/// # Ok::<(), edelweiss_matching::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Classed<'a, W> {
    /// Who may be matched with whom.
    pub edges: &'a BitGraph,
    /// The class of each vertex.
    pub class_of: &'a [u32],
    /// What an edge between two classes is worth; symmetric. Entries of classes without edges
    /// between them do not matter, but all amounts count for the range of the type.
    pub worth: &'a WeightTable<W>,
}

/// An optimal matching and its proof.
#[derive(Clone, Debug)]
pub struct Optimum<W> {
    /// The mate of every vertex; none is missing.
    pub mates: Vec<Option<VertexId>>,
    /// The dual solution, for [`certificate::verify`](crate::certificate::verify).
    pub certificate: Certificate<W>,
}

impl<W: Weight> Classed<'_, W> {
    /// Finds a perfect matching of the largest worth, from duals, doubled, and mates that are known
    /// from elsewhere if there are any. Pairs with slack among these mates are dropped.
    ///
    /// # Cost
    /// O(n²/64 + kinds²) for every change of the duals, and O(n²/64 + n) for every vertex that the
    /// start leaves without a mate; a *kind* is a class and a dual. There are O(n²) changes at worst,
    /// mostly a few.
    ///
    /// # Errors
    /// [`Error::NoMatching`] with a proof; [`Error::InfeasibleStart`] if a dual is missing or an edge
    /// is worth more than its duals; [`Error::WeightTooWide`] unless `256 (n + 1)` times the largest
    /// weight, and 256 times the largest dual of the start, fit the type.
    ///
    /// # Panics
    /// When `class_of` or `worth` do not fit the graph.
    pub fn solve(&self, start: Option<(&[W], &[Option<VertexId>])>) -> Result<Optimum<W>, Error> {
        let mut forest = Forest::new(self, start)?;
        while !forest.match_most()? {}
        Ok(forest.optimum())
    }
}

impl<W: Weight> Optimum<W> {
    /// All optimal matchings of the problem: the perfect matchings of the pairs without slack that
    /// leave every set of positive dual once (complementary slackness).
    /// O(n²/64 + kinds² · sets), where a kind is a class, a dual and the sets around; and O(sets ·
    /// n²/64).
    ///
    /// ```
    /// use edelweiss_matching::{Classed, VertexId, WeightTable, cardinality::BitGraph};
    ///
    /// let (edges, worth) = (BitGraph::complete(4), WeightTable::square(vec![1, 3, 3, 1]));
    /// let problem = Classed::<i64> { edges: &edges, class_of: &[0, 1, 0, 1], worth: &worth };
    /// let mut face = problem.solve(None)?.face(&problem);
    /// let [first, second] = [0, 1].map(VertexId::new);
    /// assert_eq!(face.match_first(first, &[0b1110]), Some(second), "never one of its own class");
    /// # Ok::<(), edelweiss_matching::Error>(())
    /// ```
    ///
    /// # Panics
    /// When this is not an optimum of the problem.
    #[must_use]
    pub fn face(&self, problem: &Classed<'_, W>) -> Face {
        let (tight, sets) = self.tight(problem);
        Face::new(tight, &sets, &self.mates).expect("the optimal matching leaves every set once")
    }

    /// What [`Optimum::face`] is made of: the pairs without slack, and the sets to be left once.
    #[must_use]
    pub fn tight(&self, problem: &Classed<'_, W>) -> (BitGraph, Vec<Vec<VertexId>>) {
        let n = self.mates.len();
        let Certificate {
            dual_2x, blossoms, ..
        } = &self.certificate;
        let mut around = vec![Vec::new(); n];
        for (number, set) in blossoms.iter().enumerate() {
            for v in &set.members {
                around[v.index()].push(number);
            }
        }
        let mut numbers = BTreeMap::new();
        let mut kinds: Vec<Members> = Vec::new();
        let words = n.div_ceil(64);
        let kind_of: Vec<usize> = (0..n)
            .map(|v| {
                let kind = (problem.class_of[v], &dual_2x[v], &around[v][..]);
                let number = *numbers.entry(kind).or_insert(kinds.len());
                if number == kinds.len() {
                    kinds.push(Members::default());
                }
                kinds[number].push(v, words);
                number
            })
            .collect();
        let worth_2x = Doubled::new(problem.worth);
        let residues: Vec<u64> = (kinds.iter())
            .map(|kind| dual_2x[kind.vertices[0]].residue())
            .collect();
        let has_no_slack = |a: usize, b: usize| {
            let [u, v] = [a, b].map(|kind| kinds[kind].vertices[0]);
            let amount = worth_2x.amount(problem.class_of[u], problem.class_of[v]);
            let mut shared = (around[u].iter())
                .filter(|number| around[v].contains(number))
                .peekable();
            if shared.peek().is_none() {
                return worth_2x.is(
                    amount,
                    (&dual_2x[u], residues[a]),
                    (&dual_2x[v], residues[b]),
                );
            }
            let mut sum = dual_2x[u].clone();
            for number in shared {
                sum.increase(&blossoms[*number].dual_2x);
            }
            W::adds_up(&sum, &dual_2x[v], &worth_2x.table.amounts()[amount])
        };
        let mut tight = BitGraph::new(n);
        let mut patterns = vec![vec![0; words]; kinds.len()];
        for a in 0..kinds.len() {
            for b in (0..=a).filter(|b| has_no_slack(a, *b)) {
                kinds[b].add_to(&mut patterns[a]);
                kinds[a].add_to(&mut patterns[b]);
            }
        }
        for v in 0..n {
            let row = common(problem.edges.row(VertexId::new(v)), &patterns[kind_of[v]]);
            tight.set_half_row(VertexId::new(v), &row);
        }
        // Whoever is alone outside a set has a partner inside.
        let sets = blossoms.iter().filter(|set| set.members.len() + 1 < n);
        (tight, sets.map(|set| set.members.clone()).collect())
    }
}

/// Twice what pairs of classes are worth.
struct Doubled<W> {
    table: WeightTable<W>,
    /// By amount.
    residues: Vec<u64>,
}

impl<W: Weight> Doubled<W> {
    fn new(worth: &WeightTable<W>) -> Self {
        let table = worth.map(Weight::doubled);
        let residues = table.amounts().iter().map(Weight::residue).collect();
        Self { table, residues }
    }

    /// A place in the amounts.
    fn amount(&self, a: u32, b: u32) -> usize {
        self.table.row(a as usize)[b as usize] as usize
    }

    /// Whether two elements, with their residues, add up to this amount.
    fn is(&self, amount: usize, a: (&W, u64), b: (&W, u64)) -> bool {
        let (sum, wanted) = (a.1 + b.1, self.residues[amount]);
        (sum == wanted || sum == wanted + RESIDUES)
            && W::adds_up(a.0, b.0, &self.table.amounts()[amount])
    }
}

/// A vertex, or a set as `n` more than its number.
type Node = usize;

/// An odd set of vertices with a positive dual.
#[derive(Debug)]
struct OddSet<W> {
    children: Vec<Node>,
    members: Vec<u64>,
    dual_2x: W,
    is_expanded: bool,
}

/// Invariants between two rounds: duals are feasible, each set is an odd component of what has no
/// slack if its children are seen as vertices, and stays coverable whoever of it is matched outside.
struct Forest<'a, W> {
    problem: &'a Classed<'a, W>,
    n: usize,
    words: usize,
    worth_2x: Doubled<W>,
    /// By class, if there are few of them.
    stretches: Option<Vec<Vec<Stretch>>>,
    dual_2x: Vec<W>,
    sets: Vec<OddSet<W>>,
    /// By vertex: the node that contains it and is in no other.
    top: Vec<Node>,
    /// By node, as long as it is in no other.
    mate: Vec<Option<Node>>,
    slacks: Option<Slacks<W>>,
    /// Whether slacks are kept between so many nodes of so many vertices.
    keeps_slacks: fn(usize, usize) -> bool,
}

/// Classes from the one before, or from the own one on, with which a pair has the same worth.
struct Stretch {
    end: usize,
    /// A place in the amounts.
    amount: usize,
}

/// The stretches of each class, if there are not too many.
fn stretches<W>(worth: &WeightTable<W>, most: usize) -> Option<Vec<Vec<Stretch>>> {
    let n = worth.n_columns();
    let mut left = most;
    let of_class = |a: usize| {
        let mut stretches: Vec<Stretch> = Vec::new();
        for (b, amount) in worth.row(a).iter().enumerate().skip(a) {
            let amount = *amount as usize;
            match stretches.last_mut() {
                Some(last) if last.amount == amount => last.end = b + 1,
                _ => stretches.push(Stretch { end: b + 1, amount }),
            }
            if stretches.len() > left {
                return None;
            }
        }
        left -= stretches.len();
        Some(stretches)
    };
    (0..n).map(of_class).collect()
}

/// Some nodes as a graph.
struct Contracted {
    graph: BitGraph,
    /// By vertex of the graph: the node it stands for.
    node_at: Vec<Option<Node>>,
    /// In the order of the nodes given: the vertex that stands for it.
    vertex_of: Vec<usize>,
}

/// The least slack of edges between any two nodes that are in no other.
struct Slacks<W> {
    /// Ascending, but for those that were made since.
    nodes: Vec<Node>,
    /// By two nodes, row-major and symmetric; `None` without an edge.
    between: Vec<Option<W>>,
}

impl<W: Weight> Slacks<W> {
    /// Whether so few nodes have so many vertices that a table is smaller than the graph.
    fn are_worth_it(n_nodes: usize, n: usize) -> bool {
        n_nodes * n_nodes * size_of::<Option<W>>() <= n * n / 8
    }

    fn at(&self, a: usize, b: usize) -> Option<&W> {
        self.between[a * self.nodes.len() + b].as_ref()
    }

    fn lower(&mut self, a: usize, b: usize, slack: &W) {
        for place in [a * self.nodes.len() + b, b * self.nodes.len() + a] {
            let least = &mut self.between[place];
            if least.as_ref().is_none_or(|least| slack < least) {
                *least = Some(slack.clone());
            }
        }
    }

    /// After a change of the duals of outer nodes down, and of inner ones up.
    fn follow(&mut self, change: &W, state: impl Fn(Node) -> State) {
        let states: Vec<State> = self.nodes.iter().map(|node| state(*node)).collect();
        for (a, row) in self.between.chunks_exact_mut(states.len()).enumerate() {
            for (slack, b) in row.iter_mut().zip(&states) {
                let Some(slack) = slack else { continue };
                for state in [states[a], *b] {
                    match state {
                        State::Outer => slack.decrease(change),
                        State::Inner => slack.increase(change),
                        State::Neither => {}
                    }
                }
            }
        }
    }

    /// Puts a set in the place of its children.
    fn unite(&mut self, children: &[Node], set: Node) {
        let n = self.nodes.len();
        let is_child: Vec<bool> = self
            .nodes
            .iter()
            .map(|node| children.contains(node))
            .collect();
        let mut of_set: Vec<Option<W>> = vec![None; n];
        for (a, _) in is_child.iter().enumerate().filter(|(_, is)| **is) {
            for (least, slack) in of_set.iter_mut().zip(&self.between[a * n..][..n]) {
                if slack.is_some() && (least.is_none() || slack < least) {
                    least.clone_from(slack);
                }
            }
        }
        let others: Vec<usize> = (0..n).filter(|a| !is_child[*a]).collect();
        let mut between = Vec::with_capacity((others.len() + 1) * (others.len() + 1));
        for a in &others {
            between.extend(others.iter().map(|b| self.between[a * n + b].clone()));
            between.push(of_set[*a].clone());
        }
        between.extend(others.iter().map(|b| of_set[*b].clone()));
        between.push(None);
        self.between = between;
        self.nodes = others
            .into_iter()
            .map(|a| self.nodes[a])
            .chain([set])
            .collect();
    }

    /// The nodes and the pairs without slack.
    fn contracted(&self) -> Contracted {
        let n = self.nodes.len();
        let mut graph = BitGraph::new(n);
        for a in 0..n {
            for b in (0..a).filter(|b| self.at(a, *b).is_some_and(Weight::is_zero)) {
                graph.set_edge(VertexId::new(a), VertexId::new(b), true);
            }
        }
        Contracted {
            graph,
            node_at: self.nodes.iter().copied().map(Some).collect(),
            vertex_of: (0..n).collect(),
        }
    }

    /// As [`Forest::change`].
    fn change(
        &self,
        state: impl Fn(Node) -> State,
        component: impl Fn(Node) -> usize,
    ) -> Option<W> {
        let n = self.nodes.len();
        let states: Vec<State> = self.nodes.iter().map(|node| state(*node)).collect();
        let mut least: Option<W> = None;
        for a in (0..n).filter(|a| states[*a] == State::Outer) {
            let own = component(self.nodes[a]);
            for b in 0..n {
                let Some(slack) = self.at(a, b) else { continue };
                let change = match states[b] {
                    State::Inner => continue,
                    State::Neither => slack.clone(),
                    State::Outer if component(self.nodes[b]) == own => continue,
                    State::Outer => slack.halved(),
                };
                if least.as_ref().is_none_or(|least| change < *least) {
                    least = Some(change);
                }
            }
        }
        least
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Outer,
    Inner,
    Neither,
}

/// The nodes of a component, and their members unless it is a single vertex.
type Component = (Vec<Node>, Option<Vec<u64>>);

/// To which components the vertices of a kind belong.
#[derive(Clone, Copy)]
enum OfKind {
    Unknown,
    One(usize),
    Several,
}

impl OfKind {
    fn add(&mut self, component: usize) {
        *self = match *self {
            Self::Unknown => Self::One(component),
            Self::One(known) if known == component => return,
            _ => Self::Several,
        };
    }
}

/// Some vertices of a graph.
#[derive(Default)]
struct Members {
    vertices: Vec<usize>,
    /// As a set, if they are more than it has words.
    set: Option<Vec<u64>>,
}

impl Members {
    fn push(&mut self, v: usize, words: usize) {
        self.vertices.push(v);
        match &mut self.set {
            Some(set) => insert(set, v),
            None if self.vertices.len() > words => {
                let mut set = vec![0; words];
                for v in &self.vertices {
                    insert(&mut set, *v);
                }
                self.set = Some(set);
            }
            None => {}
        }
    }

    fn add_to(&self, set: &mut [u64]) {
        match &self.set {
            Some(members) => unite(set, members),
            None => self.vertices.iter().for_each(|v| insert(set, *v)),
        }
    }

    fn meets(&self, set: &[u64]) -> bool {
        match &self.set {
            Some(members) => meet(set, members),
            None => self.vertices.iter().any(|v| contains(set, *v)),
        }
    }
}

/// Vertices of one class, one dual and one group, such as a state or a node.
struct Kind<W, G> {
    group: G,
    class: usize,
    dual_2x: W,
    members: Members,
}

/// The numbers of the kinds of some groups, by dual and then by class.
fn by_dual<W: Weight, G: Copy>(kinds: &[Kind<W, G>], is_wanted: impl Fn(G) -> bool) -> Vec<usize> {
    let wanted = (0..kinds.len()).filter(|kind| is_wanted(kinds[*kind].group));
    let mut order: Vec<usize> = wanted.collect();
    order.sort_unstable_by_key(|kind| (&kinds[*kind].dual_2x, kinds[*kind].class));
    order
}

impl<'a, W: Weight> Forest<'a, W> {
    fn new(
        problem: &'a Classed<'a, W>,
        start: Option<(&[W], &[Option<VertexId>])>,
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
            Some((duals, mates)) => (duals.to_vec(), mates),
            None => (vec![largest; n], &[][..]),
        };
        if dual_2x.iter().any(|dual| !dual.fits(256)) {
            return Err(Error::WeightTooWide);
        }
        let worth_2x = Doubled::new(problem.worth);
        let mut forest = Self {
            problem,
            n,
            words: n.div_ceil(64),
            // So few cost less to be searched than all pairs: each may meet every dual.
            stretches: stretches(&worth_2x.table, 4 * n_classes),
            worth_2x,
            dual_2x,
            sets: Vec::new(),
            top: (0..n).collect(),
            mate: mates.iter().map(|mate| mate.map(VertexId::index)).collect(),
            slacks: None,
            keeps_slacks: Slacks::<W>::are_worth_it,
        };
        forest.mate.resize(n, None);
        if forest.dual_2x.len() != n || !forest.is_feasible() {
            return Err(Error::InfeasibleStart);
        }
        forest.match_most_as_it_is();
        // Slack between two roots is even, so half of it is a whole number.
        for v in 0..n {
            let dual = &mut forest.dual_2x[v];
            if forest.mate[v].is_none() && dual.halved().doubled() != *dual {
                dual.increase(&W::unit());
            }
        }
        Ok(forest)
    }

    fn worth_2x(&self, a: usize, b: usize) -> &W {
        self.worth_2x.table.at(a, b)
    }

    fn edges(&self, v: usize) -> &[u64] {
        self.problem.edges.row(VertexId::new(v))
    }

    /// The vertices of a node, ascending.
    fn vertices(&self, node: Node) -> impl Iterator<Item = usize> {
        let (single, members) = match node.checked_sub(self.n) {
            None => (Some(node), &[][..]),
            Some(number) => (None, &self.sets[number].members[..]),
        };
        single.into_iter().chain(ones(members))
    }

    /// The nodes that are in no other, ascending.
    fn tops(&self) -> Vec<Node> {
        let mut tops = self.top.clone();
        tops.sort_unstable();
        tops.dedup();
        tops
    }

    fn first(&self, node: Node) -> usize {
        self.vertices(node).next().expect("sets are odd")
    }

    /// The kinds of some vertices, and the kind of each vertex.
    fn kinds<G: Ord + Copy>(
        &self,
        vertices: impl Iterator<Item = usize>,
        group: impl Fn(usize) -> G,
    ) -> (Vec<Kind<W, G>>, Vec<usize>) {
        let mut numbers = BTreeMap::new();
        let mut kinds: Vec<Kind<W, G>> = Vec::new();
        let mut kind_of = vec![usize::MAX; self.n];
        for v in vertices {
            let (group, class) = (group(v), self.problem.class_of[v] as usize);
            let key = (class, group, &self.dual_2x[v]);
            let number = *numbers.entry(key).or_insert(kinds.len());
            kind_of[v] = number;
            if number == kinds.len() {
                kinds.push(Kind {
                    group,
                    class,
                    dual_2x: self.dual_2x[v].clone(),
                    members: Members::default(),
                });
            }
            kinds[number].members.push(v, self.words);
        }
        (kinds, kind_of)
    }

    /// Who has an edge to somebody of the kind, `but` those in a set that depends on the latter.
    fn near<'s, G>(
        &'s self,
        kind: &Kind<W, G>,
        but: impl Fn(usize) -> Option<&'s [u64]>,
    ) -> Vec<u64> {
        let mut near = vec![0; self.words];
        for &u in &kind.members.vertices {
            match but(u) {
                None => unite(&mut near, self.edges(u)),
                Some(but) => {
                    let edges = self.edges(u).iter().zip(but);
                    for (near, (edges, but)) in near.iter_mut().zip(edges) {
                        *near |= edges & !but;
                    }
                }
            }
        }
        near
    }

    fn is_feasible(&self) -> bool {
        let (kinds, _) = self.kinds(0..self.n, |_| State::Neither);
        kinds.iter().enumerate().all(|(place, a)| {
            let is_dear = |b: &&Kind<W, State>| {
                W::falls_short(&a.dual_2x, &b.dual_2x, self.worth_2x(a.class, b.class))
            };
            let mut dear = kinds[..=place].iter().filter(is_dear).peekable();
            dear.peek().is_none() || {
                let near = self.near(a, |_| None);
                dear.all(|b| !b.members.meets(&near))
            }
        })
    }

    /// By kind, those without slack to it if all are in sets whose duals have this sum.
    fn patterns<G: Copy>(&self, kinds: &[Kind<W, G>], inside: &W) -> Vec<Vec<u64>> {
        let mut patterns = vec![vec![0; self.words]; kinds.len()];
        if let Some(stretches) = &self.stretches {
            self.add_by_stretches(stretches, kinds, inside, &mut patterns);
            return patterns;
        }
        let residues: Vec<u64> = kinds.iter().map(|kind| kind.dual_2x.residue()).collect();
        for (a, kind) in kinds.iter().enumerate() {
            let sum = kind.dual_2x.plus(inside);
            let residue = sum.residue();
            let row = self.worth_2x.table.row(kind.class);
            for (b, other) in kinds[..=a].iter().enumerate() {
                let amount = row[other.class] as usize;
                let dual = (&other.dual_2x, residues[b]);
                if self.worth_2x.is(amount, (&sum, residue), dual) {
                    other.members.add_to(&mut patterns[a]);
                    kind.members.add_to(&mut patterns[b]);
                }
            }
        }
        patterns
    }

    /// [`Self::patterns`] where there are stretches. O(kinds · log kinds + stretches + pairs).
    fn add_by_stretches<G: Copy>(
        &self,
        stretches: &[Vec<Stretch>],
        kinds: &[Kind<W, G>],
        inside: &W,
        patterns: &mut [Vec<u64>],
    ) {
        let by_dual = by_dual(kinds, |_| true);
        for (a, kind) in kinds.iter().enumerate() {
            let sum = kind.dual_2x.plus(inside);
            let mut start = kind.class;
            for stretch in &stretches[kind.class] {
                let wanted = self.worth_2x.table.amounts()[stretch.amount].minus(&sum);
                let before = |b: &usize| (&kinds[*b].dual_2x, kinds[*b].class) < (&wanted, start);
                let partners = &by_dual[by_dual.partition_point(before)..];
                let is_partner =
                    |b: &&usize| kinds[**b].dual_2x == wanted && kinds[**b].class < stretch.end;
                for b in partners.iter().take_while(is_partner) {
                    kinds[*b].members.add_to(&mut patterns[a]);
                    kind.members.add_to(&mut patterns[*b]);
                }
                start = stretch.end;
            }
        }
    }

    /// The graph of pairs without slack between nodes; `inside` is the sum of the duals of the sets
    /// that contain all of them.
    fn contracted(&self, nodes: &[Node], inside: &W) -> Contracted {
        let vertices = nodes.iter().flat_map(|node| self.vertices(*node));
        let (kinds, kind_of) = self.kinds(vertices, |_| State::Neither);
        let patterns = self.patterns(&kinds, inside);
        let mut node_at = vec![None; self.n];
        let mut first_of = vec![usize::MAX; self.n];
        let mut later = vec![0; self.words];
        let firsts: Vec<usize> = nodes.iter().map(|node| self.first(*node)).collect();
        for (node, first) in nodes.iter().zip(&firsts) {
            node_at[*first] = Some(*node);
            for v in self.vertices(*node) {
                first_of[v] = *first;
                if v != *first {
                    insert(&mut later, v);
                }
            }
        }
        let mut graph = BitGraph::new(self.n);
        let mut row = vec![0; self.words];
        for (node, first) in nodes.iter().zip(&firsts) {
            row.fill(0);
            for v in self.vertices(*node) {
                let pattern = &patterns[kind_of[v]];
                for ((to, edges), pattern) in row.iter_mut().zip(self.edges(v)).zip(pattern) {
                    *to |= edges & pattern;
                }
            }
            if let Some(number) = node.checked_sub(self.n) {
                for (to, member) in row.iter_mut().zip(&self.sets[number].members) {
                    *to &= !member;
                }
            }
            for i in 0..self.words {
                let mut moved = row[i] & later[i];
                row[i] &= !later[i];
                while moved != 0 {
                    let v = i * 64 + moved.trailing_zeros() as usize;
                    moved &= moved - 1;
                    insert(&mut row, first_of[v]);
                }
            }
            graph.set_half_row(VertexId::new(*first), &row);
        }
        Contracted {
            graph,
            node_at,
            vertex_of: firsts,
        }
    }

    /// The least slacks between nodes that are in no other.
    /// O(n²/64 + kinds²), where a kind is a class, a dual and a node.
    fn find_slacks(&self, nodes: Vec<Node>) -> Slacks<W> {
        let mut place_of = vec![0; self.n];
        for (place, node) in nodes.iter().enumerate() {
            for v in self.vertices(*node) {
                place_of[v] = place;
            }
        }
        let members = |v: usize| {
            let number = self.top[v].checked_sub(self.n);
            number.map(|number| &self.sets[number].members[..])
        };
        let mut slacks = Slacks {
            between: vec![None; nodes.len() * nodes.len()],
            nodes,
        };
        let (kinds, _) = self.kinds(0..self.n, |v| place_of[v]);
        for (number, a) in kinds.iter().enumerate() {
            let near = self.near(a, members);
            for b in kinds[..number].iter().filter(|b| b.members.meets(&near)) {
                let worth = self.worth_2x(a.class, b.class);
                let slack = a.dual_2x.plus(&b.dual_2x).minus(worth);
                slacks.lower(a.group, b.group, &slack);
            }
        }
        slacks
    }

    /// A largest matching of some nodes, from their mates.
    fn largest(&self, nodes: &[Node], contracted: &Contracted) -> Maximum {
        let mut vertex_of = vec![None; self.n + self.sets.len()];
        for (node, vertex) in nodes.iter().zip(&contracted.vertex_of) {
            vertex_of[*node] = Some(*vertex);
        }
        let mut start = vec![None; contracted.graph.n_vertices()];
        for (node, vertex) in nodes.iter().zip(&contracted.vertex_of) {
            start[*vertex] = self.mate[*node]
                .and_then(|mate| vertex_of[mate])
                .map(VertexId::new);
        }
        maximum_matching(&contracted.graph, &start)
    }

    fn match_most_as_it_is(&mut self) -> (Contracted, Maximum) {
        let nodes = match &self.slacks {
            Some(slacks) => slacks.nodes.clone(),
            None => self.tops(),
        };
        if self.slacks.is_none() && (self.keeps_slacks)(nodes.len(), self.n) {
            self.slacks = Some(self.find_slacks(nodes.clone()));
        }
        let contracted = match &self.slacks {
            Some(slacks) => slacks.contracted(),
            None => self.contracted(&nodes, &W::zero()),
        };
        let maximum = self.largest(&nodes, &contracted);
        for (node, vertex) in nodes.iter().zip(&contracted.vertex_of) {
            self.mate[*node] =
                maximum.mate[*vertex].and_then(|mate| contracted.node_at[mate.index()]);
        }
        (contracted, maximum)
    }

    /// Matches as many as the duals allow, and changes the duals if that does not cover everybody.
    /// Returns whether it does.
    fn match_most(&mut self) -> Result<bool, NoMatching> {
        let (contracted, maximum) = self.match_most_as_it_is();
        let is_node = |v: &&VertexId| contracted.node_at[v.index()].is_some();
        let exposed =
            (maximum.outer.iter().filter(is_node)).find(|v| maximum.mate[v.index()].is_none());
        let Some(exposed) = exposed else {
            return Ok(true);
        };
        let mut state = vec![State::Neither; self.n];
        let nodes = |vertices: &[VertexId]| -> Vec<Node> {
            (vertices.iter())
                .filter_map(|v| contracted.node_at[v.index()])
                .collect()
        };
        let inner = nodes(&maximum.inner);
        for v in inner.iter().flat_map(|node| self.vertices(*node)) {
            state[v] = State::Inner;
        }
        let components = self.components(&contracted, &maximum.outer);
        let mut component_of = vec![usize::MAX; self.n];
        for (number, (nodes, _)) in components.iter().enumerate() {
            for v in nodes.iter().flat_map(|node| self.vertices(*node)) {
                state[v] = State::Outer;
                component_of[v] = number;
            }
        }
        let by_edges = match &self.slacks {
            Some(slacks) => slacks.change(
                |node| state[self.first(node)],
                |node| component_of[self.first(node)],
            ),
            None => self.change(&state, &component_of, &components),
        };
        let inner_sets = inner.iter().filter_map(|node| node.checked_sub(self.n));
        let by_sets = inner_sets.map(|number| self.sets[number].dual_2x.halved());
        let Some(change) = by_sets.chain(by_edges).min() else {
            let node = contracted.node_at[exposed.index()].expect("a node is exposed");
            return Err(NoMatching {
                exposed: VertexId::new(self.first(node)),
                inner: inner.iter().copied().map(VertexId::new).collect(),
            });
        };
        for (dual, state) in self.dual_2x.iter_mut().zip(&state) {
            match state {
                State::Outer => dual.decrease(&change),
                State::Inner => dual.increase(&change),
                State::Neither => {}
            }
        }
        if let Some(mut slacks) = self.slacks.take() {
            slacks.follow(&change, |node| state[self.first(node)]);
            self.slacks = Some(slacks);
        }
        let change_2x = change.doubled();
        for (nodes, members) in components {
            match (&nodes[..], members) {
                ([node], _) => {
                    if let Some(number) = node.checked_sub(self.n) {
                        self.sets[number].dual_2x.increase(&change_2x);
                    }
                }
                (_, Some(members)) => self.unite(nodes, members, change_2x.clone()),
                (_, None) => unreachable!("several nodes have their members written down"),
            }
        }
        let n = self.n;
        for number in inner.iter().filter_map(|node| node.checked_sub(n)) {
            self.sets[number].dual_2x.decrease(&change_2x);
            if self.sets[number].dual_2x.is_zero() {
                self.expand(number);
            }
        }
        Ok(false)
    }

    /// The components of the outer nodes.
    fn components(&self, contracted: &Contracted, outer: &[VertexId]) -> Vec<Component> {
        let mut unseen = vec![0; contracted.graph.n_vertices().div_ceil(64)];
        for v in outer
            .iter()
            .filter(|v| contracted.node_at[v.index()].is_some())
        {
            insert(&mut unseen, v.index());
        }
        let mut components = Vec::new();
        let mut stack = Vec::new();
        loop {
            let Some(first) = ones(&unseen).next() else {
                return components;
            };
            remove(&mut unseen, first);
            stack.push(first);
            let mut nodes = Vec::new();
            while let Some(v) = stack.pop() {
                nodes.push(contracted.node_at[v].expect("only nodes are searched"));
                for (i, edges) in contracted.graph.row(VertexId::new(v)).iter().enumerate() {
                    let mut new = edges & unseen[i];
                    unseen[i] &= !new;
                    while new != 0 {
                        stack.push(i * 64 + new.trailing_zeros() as usize);
                        new &= new - 1;
                    }
                }
            }
            let is_vertex = nodes.len() == 1 && nodes[0] < self.n;
            let members = (!is_vertex).then(|| {
                let mut members = vec![0; self.words];
                for v in nodes.iter().flat_map(|node| self.vertices(*node)) {
                    insert(&mut members, v);
                }
                members
            });
            components.push((nodes, members));
        }
    }

    /// By how much the duals of outer vertices can fall until a pair of an outer vertex and one of no
    /// tree, or of outer vertices of two components, has no slack. `None` if nothing stops them.
    fn change(
        &self,
        state: &[State],
        component_of: &[usize],
        components: &[Component],
    ) -> Option<W> {
        let (kinds, kind_of) = self.kinds(0..self.n, |v| state[v]);
        let mut component_of_kind = vec![OfKind::Unknown; kinds.len()];
        for (v, kind) in kind_of.iter().enumerate() {
            component_of_kind[*kind].add(component_of[v]);
        }
        // Between the outer vertices of one component nothing counts, mostly.
        let is_within = |a: usize, b: usize| match (component_of_kind[a], component_of_kind[b]) {
            (OfKind::One(a), OfKind::One(b)) => a == b,
            _ => false,
        };
        let component = |v: usize| components[component_of[v]].1.as_deref();
        if let Some(stretches) = &self.stretches {
            return self.change_by_stretches(stretches, &kinds, is_within, component);
        }
        let mut least: Option<W> = None;
        let outer = kinds.iter().enumerate();
        for (place, a) in outer.filter(|(_, kind)| kind.group == State::Outer) {
            let mut near = None;
            // What the dual exceeds the least slack by, towards vertices of no tree and outer ones.
            let excess = |least: &W| [1, 2].map(|times| a.dual_2x.minus(&least.times(times)));
            let mut excesses = least.as_ref().map(excess);
            for (other, b) in kinds.iter().enumerate() {
                let is_outer = b.group == State::Outer;
                let is_known = is_outer && (other < place || is_within(place, other));
                if b.group == State::Inner || is_known {
                    continue;
                }
                let worth = self.worth_2x(a.class, b.class);
                let has_less = excesses.as_ref().is_none_or(|excesses| {
                    W::falls_short(&excesses[usize::from(is_outer)], &b.dual_2x, worth)
                });
                if has_less
                    && b.members
                        .meets(near.get_or_insert_with(|| self.near(a, component)))
                {
                    let slack = a.dual_2x.plus(&b.dual_2x).minus(worth);
                    let change = if is_outer { slack.halved() } else { slack };
                    excesses = Some(excess(&change));
                    least = Some(change);
                }
            }
        }
        least
    }

    /// [`Self::change`] where there are stretches.
    fn change_by_stretches<'s>(
        &'s self,
        stretches: &[Vec<Stretch>],
        kinds: &[Kind<W, State>],
        is_within: impl Fn(usize, usize) -> bool,
        component: impl Fn(usize) -> Option<&'s [u64]>,
    ) -> Option<W> {
        let mut least: Option<W> = None;
        let open = by_dual(kinds, |state| state != State::Inner);
        let outer = by_dual(kinds, |state| state == State::Outer);
        for place in &open {
            let a = &kinds[*place];
            let is_outer = a.group == State::Outer;
            let mut near = None;
            let mut start = a.class;
            for stretch in &stretches[a.class] {
                let classes = start..stretch.end;
                start = stretch.end;
                let lacking = self.worth_2x.table.amounts()[stretch.amount].minus(&a.dual_2x);
                for other in if is_outer { &open } else { &outer } {
                    let b = &kinds[*other];
                    let slack = b.dual_2x.minus(&lacking);
                    if least.as_ref().is_some_and(|least| slack >= least.doubled()) {
                        break;
                    }
                    let both = is_outer && b.group == State::Outer;
                    let change = if both { slack.halved() } else { slack };
                    if classes.contains(&b.class)
                        && !(both && is_within(*place, *other))
                        && least.as_ref().is_none_or(|least| change < *least)
                        && b.members.meets(near.get_or_insert_with(|| {
                            self.near(a, |v| if is_outer { component(v) } else { None })
                        }))
                    {
                        least = Some(change);
                    }
                }
            }
        }
        least
    }

    /// Makes a set of the nodes of a component.
    fn unite(&mut self, children: Vec<Node>, members: Vec<u64>, dual_2x: W) {
        let node = self.n + self.sets.len();
        for v in ones(&members) {
            self.top[v] = node;
        }
        if let Some(slacks) = &mut self.slacks {
            slacks.unite(&children, node);
        }
        let mates = children.iter().filter_map(|child| self.mate[*child]);
        let is_outside = |mate: &Node| self.top[self.first(*mate)] != node;
        let outside = { mates }.find(is_outside);
        self.mate.push(outside);
        if let Some(outside) = outside {
            self.mate[outside] = Some(node);
        }
        self.sets.push(OddSet {
            children,
            members,
            dual_2x,
            is_expanded: false,
        });
    }

    /// Takes a matched set without a dual apart.
    fn expand(&mut self, number: usize) {
        let node = self.n + number;
        self.slacks = None;
        let outside = self.mate[node].expect("an inner node has a mate");
        let (within, _) = self.pair_without_slack(node, outside, &W::zero());
        let children = std::mem::take(&mut self.sets[number].children);
        self.sets[number].is_expanded = true;
        for child in &children {
            let vertices: Vec<usize> = self.vertices(*child).collect();
            for v in vertices {
                self.top[v] = *child;
            }
        }
        let entered = self.top[within];
        for (a, b) in self.match_inside(&children, entered, &W::zero()) {
            self.mate[a] = Some(b);
            self.mate[b] = Some(a);
        }
        self.mate[entered] = Some(outside);
        self.mate[outside] = Some(entered);
    }

    /// An edge between two nodes without slack; `inside` is the sum of the duals of the sets that
    /// contain both.
    fn pair_without_slack(&self, a: Node, b: Node, inside: &W) -> (usize, usize) {
        let mut members = vec![0; self.words];
        for v in self.vertices(b) {
            insert(&mut members, v);
        }
        let class = |v: usize| self.problem.class_of[v] as usize;
        let pair = self.vertices(a).find_map(|u| {
            let sum = self.dual_2x[u].plus(inside);
            let partners = common(self.edges(u), &members);
            let has_no_slack =
                |v: &usize| W::adds_up(&sum, &self.dual_2x[*v], self.worth_2x(class(u), class(*v)));
            let v = ones(&partners).find(has_no_slack)?;
            Some((u, v))
        });
        pair.expect("matched nodes are joined without slack")
    }

    /// Pairs of all children of a set but one.
    fn match_inside(&self, children: &[Node], without: Node, inside: &W) -> Vec<(Node, Node)> {
        let nodes: Vec<Node> = children
            .iter()
            .copied()
            .filter(|child| *child != without)
            .collect();
        let contracted = self.contracted(&nodes, inside);
        let maximum = self.largest(&nodes, &contracted);
        let pair = |(node, vertex): (&Node, &usize)| {
            let mate = maximum.mate[*vertex].expect("a set can do without any child");
            let mate = contracted.node_at[mate.index()].expect("only nodes are matched");
            (*node < mate).then_some((*node, mate))
        };
        nodes
            .iter()
            .zip(&contracted.vertex_of)
            .filter_map(pair)
            .collect()
    }

    fn optimum(self) -> Optimum<W> {
        let mut mates = vec![None; self.n];
        let tops = self.tops();
        // Pairs of nodes, with the sum of the duals around both.
        let mut pairs: Vec<(Node, Node, W)> = (tops.iter())
            .map(|node| {
                (
                    *node,
                    self.mate[*node].expect("everybody has a mate"),
                    W::zero(),
                )
            })
            .filter(|(a, b, _)| a < b)
            .collect();
        while let Some((a, b, inside)) = pairs.pop() {
            let (u, v) = self.pair_without_slack(a, b, &inside);
            mates[u] = Some(VertexId::new(v));
            mates[v] = Some(VertexId::new(u));
            for (mut node, end) in [(a, u), (b, v)] {
                let mut inside = inside.clone();
                while let Some(number) = node.checked_sub(self.n) {
                    let set = &self.sets[number];
                    inside.increase(&set.dual_2x);
                    let contains = |child: &&Node| match child.checked_sub(self.n) {
                        None => **child == end,
                        Some(number) => contains(&self.sets[number].members, end),
                    };
                    let left =
                        *(set.children.iter().find(contains)).expect("a member is in a child");
                    let within = self.match_inside(&set.children, left, &inside);
                    pairs.extend(within.into_iter().map(|(a, b)| (a, b, inside.clone())));
                    node = left;
                }
            }
        }
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
                dual_2x: self.dual_2x,
                blossoms,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::{TestResult, quickcheck};

    use super::*;
    use crate::{Cover, Objective, Tabled, certificate};

    quickcheck! {
        /// What only large problems are worth.
        fn kept_slacks_and_stretches_lead_to_the_same_proof(
            classes: Vec<u8>,
            worth: Vec<i8>,
            missing: Vec<(u8, u8)>,
            keeps_slacks: bool,
            has_stretches: bool,
            is_triangular: bool
        ) -> TestResult {
            const N_CLASSES: usize = 8;
            let n = classes.len().min(60);
            if n == 0 || worth.is_empty() {
                return TestResult::discard();
            }
            let class_of: Vec<u32> = classes[..n].iter().map(|c| u32::from(c % 8)).collect();
            let mut table = WeightTable::filled(N_CLASSES, N_CLASSES, 0);
            let amounts: Vec<_> = worth.iter().map(|w| table.add(i64::from(*w))).collect();
            for (a, b) in (0..N_CLASSES * N_CLASSES).map(|at| (at / N_CLASSES, at % N_CLASSES)) {
                let (low, high) = (a.min(b), a.max(b));
                let number = if is_triangular { low } else { low * N_CLASSES + high };
                table.set(a, b, amounts[number % amounts.len()]);
            }
            let worth = table;
            let mut edges = BitGraph::complete(n);
            for (a, b) in missing {
                let [a, b] = [a, b].map(|v| VertexId::new(usize::from(v) % n));
                edges.set_edge(a, b, false);
            }
            let problem = Classed { edges: &edges, class_of: &class_of, worth: &worth };
            let covers = vec![Cover::Must; n];
            let mut graph = Tabled::new(class_of.clone(), class_of.clone(), worth.clone());
            graph.set_edges(&edges);
            let mut forest = Forest::new(&problem, None).expect("small weights");
            forest.keeps_slacks = if keeps_slacks { |_, _| true } else { |_, _| false };
            forest.stretches = stretches(&forest.worth_2x.table, if has_stretches { usize::MAX } else { 0 });
            let answer = loop {
                match forest.match_most() {
                    Ok(false) => {}
                    Ok(true) => break Some(forest.optimum()),
                    Err(proof) => {
                        assert!(certificate::verify_no_matching(&graph, &covers, &proof.inner));
                        assert!(proof.exposed.index() < n && !proof.inner.contains(&proof.exposed));
                        break None;
                    }
                }
            };
            let plain = problem.solve(None).ok();
            let value = |optimum: &Optimum<i64>| certificate::verify(
                &graph,
                &covers,
                Objective::MaxWeightPerfect,
                &optimum.mates,
                &optimum.certificate,
            ).expect("a proof");
            TestResult::from_bool(answer.as_ref().map(value) == plain.as_ref().map(value))
        }
    }
}
