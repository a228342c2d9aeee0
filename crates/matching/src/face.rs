//! Perfect matchings that leave odd sets of vertices exactly once.
//!
//! The optimal perfect matchings of a weighted problem are those of the pairs without slack that
//! leave every blossom of positive dual once (complementary slackness; Edmonds, 1965). [`Face`] keeps
//! one of them while edges go, and tells which edges can stay in one, by cardinality alone.
//!
//! # How
//! Sets are nested. Vertices whose smallest set is the same, with the sets next inside as single
//! vertices, make a graph of their own, in which a matching must be perfect. The set itself is in it
//! as one vertex more, the *inner half* of its gate, which is matched with whoever leaves it; in the
//! graph around the set stands the *outer half*. The graphs do not share vertices, so together they
//! are one graph.
//!
//! Halves have the right edges if it is known who can leave a set (what remains of it must have a
//! matching) and whom the set can be left to (what remains outside must). Both follow from one search
//! each: what a half could be matched with, had it all edges. Who can leave is found from the
//! smallest set up, whom they can meet from the largest down.
//!
//! Edges only go, so what halves know of other graphs may become too generous, but not too strict: a
//! question that is denied with it is denied. And what one graph affords while all halves keep their
//! mates is afforded, if there was a matching of the face before; if halves move, it is if whoever leaves
//! the sets then can be matched with them, one after the other. Only else is all found out anew.

use std::collections::BTreeMap;

use crate::bits::{common, contains, first_common, insert, meet, ones, remove, unite, unite_all};
use crate::cardinality::{BitGraph, Perfect};
use crate::graph::VertexId;

/// The perfect matchings of a graph that leave some odd sets, nested or disjoint, exactly once.
///
/// ```
/// use edelweiss_matching::{Face, VertexId, cardinality::BitGraph};
///
/// let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(VertexId::new);
/// // Two triangles, joined at every corner; each is to be left once.
/// let mut prism = BitGraph::new(6);
/// for (u, v) in [(a, b), (b, c), (c, a), (d, e), (e, f), (f, d), (a, d), (b, e), (c, f)] {
///     prism.set_edge(u, v, true);
/// }
/// let triangle = vec![a, b, c];
/// let mut face = Face::new(prism, &[triangle], &[]).expect("one corner of each meets the other");
/// assert_eq!(face.match_first(a, &[0b111000]), Some(d));
/// assert_eq!(face.match_first(b, &[0b111000]), None);
/// assert_eq!(face.matching()[b.index()], Some(c));
/// ```
#[derive(Clone, Debug)]
pub struct Face {
    /// The edges there are; nothing if there are no sets, where `perfect` has them all.
    graph: BitGraph,
    n: usize,
    /// The graphs of all sets, and the one around them all: vertices, then the inner and outer half
    /// of each set.
    perfect: Perfect,
    sets: Vec<OddSet>,
    /// Numbers of the sets, smaller ones first.
    ascending: Vec<usize>,
    /// By vertex: the smallest set around it.
    home_of: Vec<Option<usize>>,
    /// The vertices that are in no set.
    outside: Vec<u64>,
    /// Pairs matched for good that leave sets.
    crossing: Vec<(usize, usize)>,
    /// By set, and for the graph around them all behind these: whether edges went there since it was
    /// found out who can leave which set.
    is_changed: Vec<bool>,
    /// The vertices that lost edges of `graph` since then, but for those that lost edges to them.
    restricted: Vec<u64>,
    /// Pairs that leave the sets, of which others leave as the halves are matched: with those, and what
    /// is matched inside, a matching of the face. Nothing if no such pairs are known.
    ways: Option<Vec<(usize, usize)>>,
}

/// A set that is still to be left.
#[derive(Clone, Debug, Default)]
pub struct OpenSet {
    /// All its vertices, ascending.
    pub members: Vec<VertexId>,
    /// Those without whom the others inside can be matched, ascending.
    pub leavers: Vec<VertexId>,
}

#[derive(Clone, Debug)]
struct OddSet {
    /// The next larger set.
    parent: Option<usize>,
    children: Vec<usize>,
    /// The vertices for which it is the smallest set.
    own: Vec<u64>,
    /// It is known who leaves it, and whom he meets.
    is_left: bool,
    /// Who can leave it.
    leavers: Vec<u64>,
    /// Who has an edge to one who can leave it.
    near: Vec<u64>,
    /// Whom they can meet outside.
    met: Vec<u64>,
    /// Its own vertices that have an edge to one of those.
    gates: Vec<u64>,
    /// The row of its inner half.
    ways_out: Vec<u64>,
}

fn id(v: usize) -> VertexId {
    VertexId::new(v)
}

impl Default for Face {
    /// The face of the graph without vertices.
    fn default() -> Self {
        Self::without_sets(Perfect::partial(BitGraph::new(0), &[]))
    }
}

impl Face {
    /// The face of these sets, with a matching found from the pairs of `start`. `None` if no perfect
    /// matching leaves every set once. O(sets · n²/64) and more if the start is far off.
    ///
    /// # Panics
    /// When sets overlap without being nested, or hold a vertex that does not exist.
    #[must_use]
    pub fn new(
        graph: BitGraph,
        sets: &[Vec<VertexId>],
        start: &[Option<VertexId>],
    ) -> Option<Self> {
        if sets.is_empty() {
            return Perfect::new(graph, start).ok().map(Self::without_sets);
        }
        let n = graph.n_vertices();
        let words = n.div_ceil(64);
        let mut ascending: Vec<usize> = (0..sets.len()).collect();
        ascending.sort_by_key(|number| sets[*number].len());
        let mut home_of = vec![None; n];
        let mut parents = vec![None; sets.len()];
        for &number in ascending.iter().rev() {
            for (place, v) in sets[number].iter().enumerate() {
                let home = home_of[v.index()].replace(number);
                assert!(
                    place == 0 || home == parents[number],
                    "odd sets are nested or disjoint"
                );
                parents[number] = home;
            }
        }
        let mut odd_sets: Vec<OddSet> = (parents.iter())
            .map(|parent| OddSet {
                parent: *parent,
                children: Vec::new(),
                own: vec![0; words],
                is_left: false,
                leavers: Vec::new(),
                near: Vec::new(),
                met: Vec::new(),
                gates: Vec::new(),
                ways_out: Vec::new(),
            })
            .collect();
        for (number, parent) in parents.iter().enumerate() {
            if let Some(parent) = parent {
                odd_sets[*parent].children.push(number);
            }
        }
        let mut outside = vec![0; words];
        for (v, home) in home_of.iter().enumerate() {
            insert(home.map_or(&mut outside, |home| &mut odd_sets[home].own), v);
        }
        let mut inside = BitGraph::new(n + 2 * sets.len());
        let mut row = vec![0; (n + 2 * sets.len()).div_ceil(64)];
        for v in 0..n {
            let own = home_of[v].map_or(&outside, |home| &odd_sets[home].own);
            for ((to, edges), own) in row.iter_mut().zip(graph.row(id(v))).zip(own) {
                *to = edges & own;
            }
            inside.set_half_row(id(v), &row);
        }
        let mut face = Self {
            perfect: Perfect::partial(inside, start),
            graph,
            n,
            sets: odd_sets,
            ascending,
            home_of,
            outside,
            crossing: Vec::new(),
            is_changed: vec![true; sets.len() + 1],
            restricted: vec![u64::MAX; words],
            ways: None,
        };
        face.refresh().then_some(face)
    }

    /// The face without sets: all perfect matchings of a graph. O(n).
    #[must_use]
    pub fn without_sets(perfect: Perfect) -> Self {
        let n = perfect.n_vertices();
        Self {
            perfect,
            graph: BitGraph::new(0),
            n,
            sets: Vec::new(),
            ascending: Vec::new(),
            home_of: vec![None; n],
            outside: Vec::new(),
            crossing: Vec::new(),
            is_changed: vec![false],
            restricted: Vec::new(),
            ways: None,
        }
    }

    /// How many vertices the graph has.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.n
    }

    /// A matching of the face. O(sets · n²/64).
    pub fn matching(&mut self) -> Vec<Option<VertexId>> {
        self.find_ways();
        let plain = |mate: &VertexId| mate.index() < self.n;
        let mut mates: Vec<Option<VertexId>> = (0..self.n)
            .map(|v| Some(self.perfect.mate(id(v))).filter(plain))
            .collect();
        for &(w, x) in self.ways.iter().flatten().chain(&self.crossing) {
            mates[w] = Some(id(x));
            mates[x] = Some(id(w));
        }
        mates
    }

    /// Finds pairs that leave the sets, if none are known, and matches the halves for them.
    fn find_ways(&mut self) {
        if self.ways.is_none() {
            self.ways = self.choose_ways(None);
        }
        if self.ways.is_none() {
            self.refresh_all();
            let ways = self.choose_ways(None);
            assert!(
                ways.is_some(),
                "whoever can leave a set can be matched with its half"
            );
            self.ways = ways;
        }
    }

    /// After a question that the halves may have been too generous for unless they were `exact`, as
    /// their mates were `before` it: whether that stands, where the one asked keeps his mate and meets
    /// only those given with him.
    fn stands(&mut self, exact: bool, before: &[VertexId], asked: (VertexId, &[u64])) -> bool {
        self.forget_ways_unless(before);
        if self.ways.is_none() && !exact {
            self.ways = self.choose_ways(Some(asked));
        }
        self.ways.is_some() || exact
    }

    /// The pairs that leave the sets are of no use once halves have other mates.
    fn forget_ways_unless(&mut self, before: &[VertexId]) {
        if self.mates_of_halves() != before {
            self.ways = None;
        }
    }

    fn mates_of_halves(&self) -> Vec<VertexId> {
        let halves = self.n..self.n + 2 * self.sets.len();
        halves.map(|half| self.perfect.mate(id(half))).collect()
    }

    /// Chooses for each set a pair that leaves it, and matches the rest accordingly, where the one
    /// asked keeps his mate and meets only those given with him. What it finds is a matching of the
    /// face, whatever halves know. `None` if its choices do not go together; if halves are right and
    /// nobody was asked, they do.
    fn choose_ways(&mut self, asked: Option<(VertexId, &[u64])>) -> Option<Vec<(usize, usize)>> {
        let beside: Vec<VertexId> = (asked.iter())
            .flat_map(|(v, _)| [*v, self.perfect.mate(*v)])
            .collect();
        let may_meet = |face: &Self, x: usize| match asked {
            Some((v, keep)) if v.index() == x => common(face.graph.row(v), keep),
            _ => face.graph.row(id(x)).to_vec(),
        };
        let only = |v: usize| {
            let mut only = vec![0; self.n.div_ceil(64)];
            insert(&mut only, v);
            only
        };
        // By set: who may leave it.
        let mut allowed: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
        let open = self.ascending.iter().rev();
        let open: Vec<usize> = open
            .filter(|set| !self.sets[**set].is_left)
            .copied()
            .collect();
        // Larger sets first: whoever leaves them settles the sets inside that he leaves.
        for &number in &open {
            let mate = self.perfect.mate(id(self.outer(number))).index();
            let leavers = match (allowed.remove(&number), self.half(mate)) {
                (Some(known), _) => known,
                (None, None) => common(&self.sets[number].leavers, &may_meet(self, mate)),
                (None, Some(set)) if Some(set) == self.sets[number].parent => {
                    common(&self.sets[number].leavers, &allowed[&set])
                }
                (None, Some(other)) => {
                    let (w, x) = self.edge_between(number, other)?;
                    allowed.insert(other, only(x));
                    only(w)
                }
            };
            let mut ways_out = self.row_of(&common(&leavers, &self.sets[number].own));
            for child in self.open_children(Some(number)) {
                if meet(&leavers, &self.sets[child].leavers) {
                    insert(&mut ways_out, self.outer(child));
                }
            }
            let inner = id(self.inner(number));
            if !self.perfect.match_beside(&beside, inner, &ways_out) {
                return None;
            }
            allowed.insert(number, leavers);
        }
        let mut ways = Vec::new();
        for &number in &open {
            let mate = self.perfect.mate(id(self.outer(number))).index();
            let x = match self.half(mate) {
                None => mate,
                Some(set) if Some(set) == self.sets[number].parent => continue,
                Some(other) => self.leaver(other),
            };
            let w = self.leaver(number);
            let is_way = contains(&may_meet(self, w), x) && contains(&may_meet(self, x), w);
            ways.push(Some((w, x)).filter(|_| is_way)?);
        }
        Some(ways)
    }

    /// Who leaves a set as the halves are matched.
    fn leaver(&self, number: usize) -> usize {
        let mate = self.perfect.mate(id(self.inner(number))).index();
        self.half(mate).map_or(mate, |child| self.leaver(child))
    }

    /// The edges there are now: without those of vertices that were matched for good, and those that
    /// leave a set of which it is known who leaves it. O(n²/64).
    #[must_use]
    pub fn into_remaining(self) -> BitGraph {
        if self.sets.is_empty() {
            return self.perfect.into_remaining();
        }
        let alive = self.plain(self.perfect.alive());
        // By vertex: the smallest set around it that is left.
        let closed: Vec<Option<usize>> = (0..self.n)
            .map(|v| self.around(v).find(|number| self.sets[*number].is_left))
            .collect();
        let mut together: BTreeMap<Option<usize>, Vec<u64>> = BTreeMap::new();
        for v in ones(&alive) {
            let set = together
                .entry(closed[v])
                .or_insert_with(|| vec![0; alive.len()]);
            insert(set, v);
        }
        let mut graph = BitGraph::new(self.n);
        for v in ones(&alive) {
            graph.set_half_row(id(v), &common(self.graph.row(id(v)), &together[&closed[v]]));
        }
        graph
    }

    /// The sets of which it is not known yet who leaves them. O(n · sets), and as [`Face::matching`]
    /// after a change.
    pub fn open_sets(&mut self) -> Vec<OpenSet> {
        self.refresh_all();
        let mut open: BTreeMap<usize, OpenSet> = BTreeMap::new();
        for v in 0..self.n {
            for number in self.around(v).filter(|number| !self.sets[*number].is_left) {
                let set = open.entry(number).or_default();
                set.members.push(id(v));
                if contains(&self.sets[number].leavers, v) {
                    set.leavers.push(id(v));
                }
            }
        }
        open.into_values().collect()
    }

    /// As [`Perfect::try_restrict`]. O(n²/64 + n); O(sets · n²/64) where edges went in the graph of
    /// another set before.
    ///
    /// # Panics
    /// When there is no such vertex or `keep` is not as long as a row of the graph.
    pub fn try_restrict(&mut self, v: VertexId, keep: &[u64]) -> bool {
        if self.sets.is_empty() {
            return self.perfect.try_restrict(v, keep);
        }
        let home = self.home_of[v.index()];
        let is_kept = self.match_within(v, keep);
        if is_kept {
            let local = self.within(v, keep);
            self.perfect.restrict_all(&[v], &local);
            self.graph.restrict(v, keep);
            insert(&mut self.restricted, v.index());
            self.note_change(home);
        }
        is_kept
    }

    /// Sees to it that the mate of `v` is in `keep`. False if that is impossible.
    fn match_within(&mut self, v: VertexId, keep: &[u64]) -> bool {
        let home = self.home_of[v.index()];
        loop {
            let is_exact = self.is_exact(home);
            let before = self.mates_of_halves();
            let local = self.within(v, keep);
            if !self.perfect.match_within(v, &local) {
                return false;
            }
            if self.half(self.perfect.mate(v).index()).is_some() {
                // Whoever it leaves to may have changed.
                let pairs = self.ways.iter().flatten();
                let mut mates = pairs.flat_map(|(w, x)| [(*w, *x), (*x, *w)]);
                let is_kept = |(w, x): (usize, usize)| w == v.index() && contains(keep, x);
                if !mates.any(is_kept) {
                    self.ways = None;
                }
            }
            if self.stands(is_exact, &before, (v, keep)) {
                return true;
            }
            self.refresh_all();
            self.find_ways();
        }
    }

    /// The nodes of its graph through which `v` can be matched within `keep`.
    fn within(&self, v: VertexId, keep: &[u64]) -> Vec<u64> {
        let kept = common(self.graph.row(v), keep);
        let mut local = self.row_of(&self.plain(keep));
        self.for_each_gate(self.home_of[v.index()], |half, through| {
            if meet(&kept, through) {
                insert(&mut local, half);
            }
        });
        local
    }

    /// As [`Perfect::restrict_each`]. O(n²/64 + n) for each whose mate is not kept, and
    /// [`Face::try_restrict`] for each where there are sets.
    ///
    /// # Panics
    /// When a vertex does not exist or `keep` is not as long as a row of the graph.
    pub fn restrict_each(&mut self, vertices: &[VertexId], keep: &[u64], most: usize) -> Vec<bool> {
        if self.sets.is_empty() {
            return self.perfect.restrict_each(vertices, keep, most);
        }
        let others: Vec<u64> = keep.iter().map(|word| !word).collect();
        let mut is_kept = Vec::new();
        let mut n_kept = 0;
        for &v in vertices {
            if n_kept == most {
                break;
            }
            let keeps = self.try_restrict(v, keep);
            if keeps {
                n_kept += 1;
            } else {
                assert!(self.try_restrict(v, &others), "one of the two remains");
            }
            is_kept.push(keeps);
        }
        is_kept
    }

    /// As [`Perfect::try_restrict_all`]. O(sets · n²/64).
    ///
    /// # Panics
    /// When a vertex does not exist or `keep` is not as long as a row of the graph.
    pub fn try_restrict_all(&mut self, vertices: &[VertexId], keep: &[u64]) -> bool {
        if self.sets.is_empty() {
            return self.perfect.try_restrict_all(vertices, keep);
        }
        let before = self.clone();
        self.graph.restrict_all(vertices, keep);
        for v in vertices {
            insert(&mut self.restricted, v.index());
        }
        let mut local = self.row_of(&self.plain(keep));
        for half in self.n..self.n + 2 * self.sets.len() {
            insert(&mut local, half);
        }
        self.perfect.restrict_all(vertices, &local);
        self.is_changed.fill(true);
        self.ways = None;
        let is_kept = self.refresh();
        if !is_kept {
            *self = before;
        }
        is_kept
    }

    /// As [`Perfect::match_first`]; a pair that leaves sets settles these as well. Costs as for
    /// [`Face::try_restrict`].
    ///
    /// # Panics
    /// When there is no such vertex, or `candidates` is not as long as a row of the graph.
    pub fn match_first(&mut self, v: VertexId, candidates: &[u64]) -> Option<VertexId> {
        if self.sets.is_empty() {
            return self.perfect.match_first(v, candidates);
        }
        if !contains(self.perfect.alive(), v.index()) {
            return None;
        }
        let home = self.home_of[v.index()];
        let wanted = common(self.graph.row(v), candidates);
        let wanted_own = common(&wanted, &self.own(home));
        let local = self.row_of(&wanted_own);
        loop {
            let is_exact = self.is_exact(home);
            let mut ways = Vec::new();
            let mut first_beyond = None;
            self.for_each_gate(home, |half, through| {
                if let Some(u) = first_common(&wanted, through) {
                    ways.push(half);
                    first_beyond = Some(first_beyond.map_or(u, |first: usize| first.min(u)));
                }
            });
            let before = self.mates_of_halves();
            let chosen = self
                .perfect
                .match_with_first(v, &local)
                .map(VertexId::index);
            if first_beyond.is_none() && chosen.is_none() {
                return None;
            }
            let stands = self.stands(is_exact, &before, (v, candidates));
            if let Some(u) = chosen.filter(|u| first_beyond.is_none_or(|beyond| *u < beyond))
                && stands
            {
                self.perfect.take_out(v, id(u));
                self.note_change(home);
                return Some(id(u));
            }
            if is_exact {
                let possible = self.perfect.alternatives(v);
                let mut reach = common(&wanted_own, &possible);
                self.for_each_gate(home, |half, through| {
                    if ways.contains(&half) && contains(&possible, half) {
                        unite(&mut reach, &common(&wanted, through));
                    }
                });
                let u = first_common(&reach, &reach)?;
                self.match_for_good(v.index(), u);
                self.forget_ways_unless(&before);
                return Some(id(u));
            }
            self.refresh_all();
            self.find_ways();
        }
    }

    /// Matches two that can be matched, with all halves between them.
    fn match_for_good(&mut self, v: usize, u: usize) {
        let path = self.path(v, u);
        for pair in path.chunks_exact(2) {
            let mut only = vec![0; (self.n + 2 * self.sets.len()).div_ceil(64)];
            insert(&mut only, pair[1]);
            let matched = self.perfect.match_first(id(pair[0]), &only);
            assert!(
                matched.is_some(),
                "a possible pair is possible in every graph it passes"
            );
        }
        for node in &path {
            if let Some(number) = self.half(*node) {
                self.sets[number].is_left = true;
            }
        }
        if path.len() == 2 {
            self.note_change(self.home_of[v]);
        } else {
            self.crossing.push((v, u));
            self.ways = None;
            self.is_changed.fill(true);
        }
    }

    /// Two vertices with the halves that a pair of them passes.
    fn path(&self, v: usize, u: usize) -> Vec<usize> {
        let around = |v: usize| self.around(v).collect::<Vec<_>>();
        let (from, to) = (around(v), around(u));
        let out = from.iter().filter(|number| !to.contains(number));
        let into = to.iter().filter(|number| !from.contains(number)).rev();
        [v].into_iter()
            .chain(out.flat_map(|number| [self.inner(*number), self.outer(*number)]))
            .chain(into.flat_map(|number| [self.outer(*number), self.inner(*number)]))
            .chain([u])
            .collect()
    }

    /// The sets around a vertex, the smallest first.
    fn around(&self, v: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.home_of[v], |number| self.sets[*number].parent)
    }

    fn inner(&self, number: usize) -> usize {
        self.n + 2 * number
    }

    fn outer(&self, number: usize) -> usize {
        self.n + 2 * number + 1
    }

    /// The set whose half this is.
    fn half(&self, node: usize) -> Option<usize> {
        Some(node.checked_sub(self.n)? / 2)
    }

    /// Calls `visit(half, through)` for the halves in the graph of `home`, where `through` are the
    /// vertices beyond the gate.
    fn for_each_gate(&self, home: Option<usize>, mut visit: impl FnMut(usize, &[u64])) {
        for &child in self.children(home) {
            if !self.sets[child].is_left {
                visit(self.outer(child), &self.sets[child].leavers);
            }
        }
        if let Some(home) = home.filter(|home| !self.sets[*home].is_left) {
            visit(self.inner(home), &self.sets[home].met);
        }
    }

    /// The place of the graph of `home` in [`Self::is_changed`].
    fn place(&self, home: Option<usize>) -> usize {
        home.unwrap_or(self.sets.len())
    }

    /// After edges went in the graph of `home`.
    fn note_change(&mut self, home: Option<usize>) {
        let place = self.place(home);
        self.is_changed[place] = true;
    }

    /// Whether halves say in the graph of `home` what is true: edges went nowhere else.
    fn is_exact(&self, home: Option<usize>) -> bool {
        let home = self.place(home);
        let mut changed = self.is_changed.iter().enumerate();
        changed.all(|(place, is)| !is || place == home)
    }

    fn refresh_all(&mut self) {
        assert!(self.refresh(), "a matching of the face is kept");
    }

    fn children(&self, home: Option<usize>) -> impl Iterator<Item = &usize> {
        let is_child = move |number: &&usize| self.sets[**number].parent == home;
        let (inside, top) = match home {
            Some(home) => (Some(&self.sets[home].children), None),
            None => (None, Some(self.ascending.iter().filter(is_child))),
        };
        inside
            .into_iter()
            .flatten()
            .chain(top.into_iter().flatten())
    }

    /// Finds anew who can leave which set to whom, and a matching, where that may have changed. False
    /// if there is none.
    fn refresh(&mut self) -> bool {
        if !self.is_changed.contains(&true) {
            return true;
        }
        let locals: Vec<Option<usize>> = (self.ascending.iter().copied().map(Some))
            .chain([None])
            .collect();
        // By place: whether edges went in the graph or in one inside.
        let mut is_changed_inside = self.is_changed.clone();
        // By place: whether a choice in the graph may have become impossible.
        let mut is_altered = self.is_changed.clone();
        for &home in &locals {
            let place = self.place(home);
            let children: Vec<usize> = self.children(home).copied().collect();
            is_changed_inside[place] |= children.iter().any(|child| is_changed_inside[*child]);
            let open = home.filter(|home| !self.sets[*home].is_left);
            if is_changed_inside[place] && !self.match_outwards(home) {
                return false;
            }
            let Some(home) = open else { continue };
            let mut leavers = None;
            if is_changed_inside[place] {
                let possible = self.perfect.alternatives(id(self.inner(home)));
                leavers = Some(self.beyond(home, &possible));
            }
            let leavers = leavers.unwrap_or_else(|| self.sets[home].leavers.clone());
            let is_new = leavers != self.sets[home].leavers;
            let parent = self.place(self.sets[home].parent);
            is_altered[parent] |= is_new;
            let near = self.neighbours_again(&leavers, &self.sets[home].near, is_new);
            is_altered[parent] |= near != self.sets[home].near;
            self.sets[home].near = near;
            self.sets[home].leavers = leavers;
        }
        for &number in self.ascending.clone().iter().rev() {
            let parent = self.place(self.sets[number].parent);
            if self.sets[number].is_left {
                continue;
            }
            let mut is_new = false;
            if is_altered[parent] {
                let met = self.met(number);
                is_new = met != self.sets[number].met;
                is_altered[number] |= is_new;
                self.sets[number].met = met;
            }
            let set = &self.sets[number];
            let gates = self.neighbours_again(&set.met, &set.gates, is_new);
            self.sets[number].gates = common(&gates, &self.sets[number].own);
            let ways_out = self.ways_out(number);
            is_altered[number] |= ways_out != self.sets[number].ways_out;
            self.perfect.set_row(id(self.inner(number)), &ways_out);
            self.sets[number].ways_out = ways_out;
            let (own, children) = (self.own(Some(number)), self.open_children(Some(number)));
            if !self.repair(Some(number), &own, &children) {
                return false;
            }
        }
        self.is_changed.fill(false);
        self.restricted.fill(0);
        true
    }

    fn open_children(&self, home: Option<usize>) -> Vec<usize> {
        let open = |number: &usize| !self.sets[*number].is_left;
        self.children(home).copied().filter(open).collect()
    }

    fn own(&self, home: Option<usize>) -> Vec<u64> {
        home.map_or(&self.outside, |home| &self.sets[home].own)
            .clone()
    }

    /// Matches everybody in the graph of a set, as if whoever leaves it could meet anybody. False if
    /// that is impossible.
    fn match_outwards(&mut self, home: Option<usize>) -> bool {
        let children = self.open_children(home);
        let own = self.own(home);
        let open = home.filter(|home| !self.sets[*home].is_left);
        let inner = open.map(|home| self.inner(home));
        if let Some(inner) = inner {
            let mut row = self.row_of(&own);
            for child in &children {
                insert(&mut row, self.outer(*child));
            }
            self.perfect.set_row(id(inner), &row);
        }
        for &child in &children {
            let near = &self.sets[child].near;
            let mut row = self.row_of(&common(near, &own));
            for other in children.iter().filter(|other| **other != child) {
                if meet(near, &self.sets[*other].leavers) {
                    insert(&mut row, self.outer(*other));
                }
            }
            if let Some(inner) = inner {
                insert(&mut row, inner);
            }
            self.perfect.set_row(id(self.outer(child)), &row);
        }
        self.repair(home, &own, &children)
    }

    /// Whom those who leave a set can meet.
    fn met(&mut self, number: usize) -> Vec<u64> {
        let possible = self.perfect.alternatives(id(self.outer(number)));
        let mut met = self.plain(&possible);
        for other in (0..self.sets.len()).filter(|other| contains(&possible, self.outer(*other))) {
            unite(&mut met, &self.sets[other].leavers);
        }
        if let Some(parent) = self.sets[number].parent
            && contains(&possible, self.inner(parent))
        {
            unite(&mut met, &self.sets[parent].met);
        }
        met
    }

    /// The nodes in the graph of a set that can meet somebody whom those who leave it can meet.
    fn ways_out(&self, number: usize) -> Vec<u64> {
        let set = &self.sets[number];
        let mut row = self.row_of(&set.gates);
        for child in self.open_children(Some(number)) {
            if meet(&self.sets[child].near, &set.met) {
                insert(&mut row, self.outer(child));
            }
        }
        row
    }

    /// Matches everybody in the graph of a set again, where edges went. False if that is impossible.
    fn repair(&mut self, home: Option<usize>, own: &[u64], children: &[usize]) -> bool {
        let mut nodes = self.row_of(own);
        for child in children {
            insert(&mut nodes, self.outer(*child));
        }
        if let Some(home) = home.filter(|home| !self.sets[*home].is_left) {
            insert(&mut nodes, self.inner(home));
        }
        self.perfect.repair(&nodes)
    }

    /// The vertices inside a set that a choice in its graph stands for.
    fn beyond(&self, home: usize, possible: &[u64]) -> Vec<u64> {
        let mut vertices = common(possible, &self.sets[home].own);
        for &child in &self.sets[home].children {
            if contains(possible, self.outer(child)) {
                unite(&mut vertices, &self.sets[child].leavers);
            }
        }
        vertices
    }

    /// Without halves.
    fn plain(&self, nodes: &[u64]) -> Vec<u64> {
        let mut vertices = nodes[..self.n.div_ceil(64)].to_vec();
        for v in self.n..64 * vertices.len() {
            vertices[v / 64] &= !(1 << (v % 64));
        }
        vertices
    }

    /// As a row with room for halves.
    fn row_of(&self, vertices: &[u64]) -> Vec<u64> {
        let mut row = vertices.to_vec();
        row.resize((self.n + 2 * self.sets.len()).div_ceil(64), 0);
        row
    }

    /// Who has an edge to one of `vertices`.
    fn neighbours(&self, vertices: &[u64]) -> Vec<u64> {
        let mut near = vec![0; vertices.len()];
        unite_all(&mut near, ones(vertices).map(|v| self.graph.row(id(v))));
        near
    }

    /// The neighbours of `vertices`, from those they had before unless these are new vertices. Of the
    /// others nobody is added: edges only go.
    fn neighbours_again(&self, vertices: &[u64], before: &[u64], are_new: bool) -> Vec<u64> {
        if are_new || before.is_empty() || meet(&self.restricted, vertices) {
            return self.neighbours(vertices);
        }
        let mut near = before.to_vec();
        for v in ones(&common(before, &self.restricted)) {
            if !meet(self.graph.row(id(v)), vertices) {
                remove(&mut near, v);
            }
        }
        near
    }

    /// An edge between two who can leave two sets, if there is one: those who leave as the halves are
    /// matched, if they are joined.
    fn edge_between(&self, a: usize, b: usize) -> Option<(usize, usize)> {
        let (w, x) = (self.leaver(a), self.leaver(b));
        if self.graph.has_edge(id(w), id(x)) {
            return Some((w, x));
        }
        let (from, to) = (&self.sets[a].leavers, &self.sets[b].leavers);
        ones(from).find_map(|w| Some((w, first_common(self.graph.row(id(w)), to)?)))
    }
}
