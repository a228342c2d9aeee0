//! Duals of an exchange from a problem of kinds and roles.
//!
//! In a pair of the remainder one player has the *upper* role and pays for his BSN, the other the
//! *lower* one and pays nothing. If the smaller BSN is the cheaper one, the best distribution of
//! roles charges each pair for its smaller BSN, so roles may be chosen freely. Players who may meet
//! nearly the same others are of one *kind*; if single forbidden pairs are ignored, all that counts
//! is how many of each kind have the upper role, and in a kind these are the cheapest. What is left
//! is a transport of upper to lower roles between kinds with convex costs: a shortest path for each
//! player whose role has to change, and most of them on paths that cost no more than the last one if
//! costs are coarse at first.
//!
//! *Feasibility.* Let `upper` and `lower` be what a role is paid for in a kind, with `upper + lower
//! <= 0` wherever anybody of one kind may meet anybody of the other. A player of cost `c` gets the
//! dual `min(c + upper, lower)`. Then no pair has more than it costs, whoever ignores what.
//!
//! Source: successive shortest paths with scaled costs (J. Edmonds and R. M. Karp, 1972; H. Röck,
//! 1980), and shortest paths without reduced cost layer by layer (E. A. Dinic, 1970), on the double
//! cover of the fractional problem; the dual of a player is the mean of those of his two copies.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::BitGraph;
use foldhash::fast::FixedState;

use super::super::tight::{bits, has, set};
use super::kind_sets::{KIND_BITS, KindSet, KindSets, Level, Levels, MOST_KINDS, Unseen};
use crate::columns::Columns;

/// Costs are divided by a power of this at first, and then by the next lower one each time. About as
/// many roles change anew then in either copy: a step has as many costs.
const FINER: i64 = 4;
/// Players of one kind differ in whom they met, and in themselves: in so many others at first, and in
/// more if there are too many kinds.
const NEARBY: u32 = 8;
/// See [`Rows::are_coarse`].
const COARSE: u32 = 32;
/// Up to so many players of the remainder, if they are but one in so many vertices, are of a kind of
/// their own each: whom one of them may meet decides more than for anybody else.
const MOST_ALONE: usize = 2048;
const PART_ALONE: usize = 4;
/// Vertices that may meet few others are of one kind in a finer sense if they differ in no more than
/// such a part of those, the first one if that does not make too many kinds.
const PARTS_NEARBY: [u32; 2] = [4, 2];
/// More kinds take longer than what they save, unless only these are fine enough.
const USUAL_KINDS: usize = MOST_KINDS / 16 * 13;
/// In so many others they may differ anyhow.
const NEARBY_OF_FEW: u32 = 4;
/// Among many kinds so many are looked through before those that may meet about as many.
const LAST_FIRST: usize = 16;
/// So many vertices show whether nearly everybody is of a kind of his own.
const SAMPLE: usize = 512;
/// Of a sample of 4,096 kinds of one size, about 480 differ.
const MOST_OF_SAMPLE: usize = 490;
/// Where the usual number of kinds was kept to, no sample had more.
const USUAL_OF_SAMPLE: usize = 445;

/// The kinds of all vertices.
pub(super) struct Kinds {
    /// By vertex; a vertex without edges is of none.
    of: Vec<Option<usize>>,
    n: usize,
    /// In how many places rows of one kind differ from those of its first vertices at most.
    nearby: u32,
}

/// Folds of four words of different rows differ in 128 places mostly, at least in many more than this.
const MOST_OF_FOLD: u32 = 32;

/// The exclusive or of the parts of a row: rows differ in as many places as their folds, or in more.
type Fold<const WORDS: usize> = [u64; WORDS];

fn fold<const WORDS: usize>(row: &[u64]) -> Fold<WORDS> {
    let mut fold = [0; WORDS];
    for part in row.chunks(fold.len()) {
        for (to, from) in fold.iter_mut().zip(part) {
            *to ^= from;
        }
    }
    fold
}

/// The rows of all vertices, to be compared.
pub(super) struct Rows<'a> {
    edges: &'a BitGraph,
    /// Whoever has none is of another kind than those who have one.
    cost: &'a [Option<i64>],
    /// How many each may meet: rows differ in as many places as these numbers do, or in more.
    sizes: Vec<u32>,
    folds: Vec<Fold<4>>,
    /// For larger distances than [`MOST_OF_FOLD`].
    wide_folds: Vec<Fold<16>>,
}

impl<'a> Rows<'a> {
    /// O(n² / 64).
    pub(super) fn new(edges: &'a BitGraph, cost: &'a [Option<i64>]) -> Self {
        let rows = (0..edges.n_vertices()).map(|v| edges.row(VertexId::new(v)));
        Self {
            edges,
            cost,
            sizes: (rows.clone())
                .map(|row| row.iter().map(|word| word.count_ones()).sum())
                .collect(),
            folds: rows.clone().map(fold).collect(),
            wide_folds: rows.map(fold).collect(),
        }
    }

    /// Kinds that are few enough to cost little. O(n · kinds) for each distance that is tried.
    pub(super) fn few(&self) -> Kinds {
        let n = self.folds.len();
        let most_kinds = (n / 16).clamp(96, 512);
        let mut distances = std::iter::successors(Some(NEARBY), |nearby| Some(2 * nearby));
        let kinds = distances.find_map(|most| {
            if self.are_alone() {
                return self.alone(most, most_kinds);
            }
            let nearby = Nearby { most, part: None };
            self.within(nearby, 0..n, |seen| so_far(seen, n, most_kinds))
        });
        kinds.expect("rows do not differ in more places than they have")
    }

    /// Whether the remainder is small enough that each of its own is a kind by himself from the start.
    fn are_alone(&self) -> bool {
        let n_inside = self.cost.iter().flatten().count();
        n_inside <= MOST_ALONE && n_inside * PART_ALONE <= self.folds.len()
    }

    /// Whether there are few kinds because rows of one differ much: they mostly leave many over.
    pub(super) fn are_coarse(&self, kinds: &Kinds) -> bool {
        kinds.nearby >= COARSE && !self.are_alone()
    }

    /// Each of the remainder a kind by himself, and up to so many kinds of others.
    fn alone(&self, nearby: u32, most_others: usize) -> Option<Kinds> {
        let n = self.folds.len();
        let is_inside = |v: &usize| self.cost[*v].is_some();
        let nearby = Nearby {
            most: nearby,
            part: None,
        };
        let others = (0..n).filter(|v| !is_inside(v));
        let mut kinds = self.within(nearby, others, |seen| so_far(seen, n, most_others))?;
        for v in (0..n).filter(|v| is_inside(v) && self.is_alive(*v)) {
            kinds.of[v] = Some(kinds.n);
            kinds.n += 1;
        }
        Some(kinds)
    }

    /// As many kinds as are worth it: mostly they bind as the vertices do. `None` if there are none
    /// finer. O(n · kinds).
    pub(super) fn finer(&self, than: &Kinds) -> Option<Kinds> {
        let n = self.folds.len();
        let is_sampled = n > 4 * SAMPLE;
        let within = |most: u32, part: u32, [most_kinds, most_of_sample]: [usize; 2]| {
            let nearby = Nearby {
                most,
                part: Some(part),
            };
            let sample = (0..n).step_by(n.div_ceil(SAMPLE));
            if is_sampled && self.within(nearby, sample, |_| most_of_sample).is_none() {
                return None;
            }
            // Early ones are of more kinds than others.
            let early = |seen: usize| (seen + 2048) * most_kinds / 8192;
            self.within(nearby, 0..n, |seen| early(seen).min(most_kinds))
        };
        let mosts = || std::iter::successors(Some(NEARBY), |most| Some(2 * most));
        let Some(last) = mosts().take_while(|most| *most < than.nearby).last() else {
            let n_inside = self.cost.iter().flatten().count();
            let most_others = MOST_KINDS
                .checked_sub(n_inside)
                .filter(|_| !self.are_alone())?;
            return self.alone(NEARBY, most_others);
        };
        // If the largest distance does not make them few enough, no other does.
        let most_kinds = [MOST_KINDS, MOST_OF_SAMPLE];
        let coarsest = |part: &u32| Some((*part, within(last, *part, most_kinds)?));
        let (part, coarsest) = PARTS_NEARBY.iter().find_map(coarsest)?;
        let mut smaller = mosts().take_while(|most| *most < last);
        smaller
            .find_map(|most| within(most, part, [USUAL_KINDS, USUAL_OF_SAMPLE]))
            .or(Some(coarsest))
    }

    fn is_alive(&self, v: usize) -> bool {
        self.sizes[v] > 0
    }

    /// `None` if there are more kinds than `most` allows for the vertices so far.
    fn within(
        &self,
        nearby: Nearby,
        vertices: impl Iterator<Item = usize>,
        most: impl Fn(usize) -> usize,
    ) -> Option<Kinds> {
        let row = |v: usize| self.edges.row(VertexId::new(v));
        // How many they may meet, the first vertex of each kind, and its number: those of the last
        // vertices first, as neighbours are alike, and by the first of these.
        let mut last: Vec<(u32, u32, u32)> = Vec::new();
        let mut by_size = vec![Vec::new(); row(0).len() * 64 + 1];
        let n_last = nearby.part.map_or(usize::MAX, |_| LAST_FIRST);
        // By place and word: the last kind that had it there. Rows of one kind have most words in
        // common.
        let places = [1, 3, 5, 7].map(|eighths| row(0).len() * eighths / 8);
        let mut by_word = places.map(|_| HashMap::with_hasher(FixedState::default()));
        let mut n_kinds = 0;
        let mut of = vec![None; self.folds.len()];
        for v in vertices.filter(|v| self.is_alive(*v)) {
            let size = self.sizes[v];
            let distance = nearby.of(size);
            let is_kin = |(of_leader, leader, _): &(u32, u32, u32)| {
                let leader = *leader as usize;
                size.abs_diff(*of_leader) <= distance
                    && self.cost[leader].is_some() == self.cost[v].is_some()
                    && if distance <= MOST_OF_FOLD {
                        differ_by_at_most(distance, &self.folds[v], &self.folds[leader])
                    } else {
                        differ_by_at_most(distance, &self.wide_folds[v], &self.wide_folds[leader])
                    }
                    && differ_by_at_most(distance, row(v), row(leader))
            };
            let others = if last.len() < n_kinds {
                let largest = ((size + distance) as usize).min(by_size.len() - 1);
                &by_size[size.saturating_sub(distance) as usize..=largest]
            } else {
                &[]
            };
            let words = places.map(|place| row(v)[place]);
            let mut with_word = by_word.iter().zip(words);
            let like =
                with_word.find_map(|(by_word, word)| by_word.get(&word).copied().filter(is_kin));
            let mut lists = std::iter::once(&last).chain(others).enumerate();
            let found = like.map(|own| (None, own)).or_else(|| {
                lists.find_map(|(number, list)| {
                    let place = list.iter().position(is_kin)?;
                    Some(((number == 0).then_some(place), list[place]))
                })
            });
            if found.is_none() && n_kinds >= most(v) {
                return None;
            }
            let (place, own) = found.unwrap_or((None, (size, v as u32, n_kinds as u32)));
            for (by_word, word) in by_word.iter_mut().zip(words) {
                by_word.insert(word, own);
            }
            if let Some(place) = place {
                last[..=place].rotate_right(1);
            } else if like.is_none() {
                last.truncate(n_last - 1);
                last.insert(0, own);
            }
            if found.is_none() {
                n_kinds += 1;
                by_size[size as usize].push(own);
            }
            of[v] = Some(own.2 as usize);
        }
        Some(Kinds {
            of,
            n: n_kinds,
            nearby: nearby.most,
        })
    }
}

/// How many kinds there may be of the first vertices, so that it shows soon if there are too many of all.
fn so_far(seen: usize, n: usize, most: usize) -> usize {
    (most * (3 * seen + n) / (3 * n)).min(most)
}

/// How far those of one kind may be apart.
#[derive(Clone, Copy)]
struct Nearby {
    most: u32,
    /// In no more than this part of those whom one may meet.
    part: Option<u32>,
}

impl Nearby {
    fn of(self, size: u32) -> u32 {
        let of_part = |part: u32| (size / part).max(NEARBY_OF_FEW);
        self.part
            .map_or(self.most, |part| self.most.min(of_part(part)))
    }
}

fn differ_by_at_most(most: u32, a: &[u64], b: &[u64]) -> bool {
    let mut distance = 0;
    a.chunks(8).zip(b.chunks(8)).all(|(a, b)| {
        let words = a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones());
        distance += words.sum::<u32>();
        distance <= most
    })
}

/// Nodes of the network, by kind: the upper and the lower role in either copy.
#[derive(Clone, Copy)]
enum Node {
    LeftUpper,
    LeftLower,
    RightUpper,
    RightLower,
}

use Node::{LeftLower, LeftUpper, RightLower, RightUpper};

/// How a node was reached.
#[derive(Clone, Copy)]
enum Step {
    /// Excess to begin with.
    Source,
    /// From this node, within the copy: a player changes his role.
    Change(usize),
    /// From this node, along a transport or back along one.
    Transport(usize),
}

/// The transport.
struct Network {
    n_kinds: usize,
    /// The nodes of a role are so many bits apart: its number is above them, that of the kind below.
    shift: u32,
    /// By kind, ascending; in steps.
    costs: Vec<Vec<i64>>,
    /// By kind: those towards which it may take the upper role.
    may_lead: KindSets,
    /// By kind: those which may take the upper role towards it; it is in `may_lead` of these.
    may_follow: KindSets,
    /// By kind, in either copy: how many have the upper role.
    n_upper: [Vec<usize>; 2],
    /// By node: see [`Self::change`]; [`FAR`] if nobody can.
    change_cost: Vec<i64>,
    /// From left upper roles to right lower ones, and from left lower to right upper; by kind on the
    /// right, the kinds on the left from which something flows, and how much. No event has more than
    /// 9,999 players.
    flow: [Vec<Vec<(u16, u16)>>; 2],
    /// By kind on the right: the kinds on the left with such a flow.
    senders: [KindSets; 2],
    /// By kind on the left: the kinds on the right.
    receivers: [KindSets; 2],
    /// By node: what is still to be sent, or to be received.
    open: Vec<usize>,
    potential: Vec<i64>,
    levels: [Levels; 4],
    /// By node: the first level of the role to which its transports lead that is not above it.
    first_level: Vec<usize>,
    /// By node: its level among those of its role.
    own_level: Vec<usize>,
    distance: Vec<i64>,
    step: Vec<Step>,
}

const FAR: i64 = i64::MAX;
/// In the place of a level: the other role of the same kind.
const CHANGE: usize = usize::MAX;

impl Network {
    fn node(&self, role: Node, kind: usize) -> usize {
        (role as usize) << self.shift | kind
    }

    fn role(&self, node: usize) -> Node {
        [LeftUpper, LeftLower, RightUpper, RightLower][self.role_number(node)]
    }

    fn role_number(&self, node: usize) -> usize {
        node >> self.shift
    }

    fn kind(&self, node: usize) -> usize {
        node & ((1 << self.shift) - 1)
    }

    /// The nodes of the left copy come first.
    fn n_left(&self) -> usize {
        2 << self.shift
    }

    fn potential_of(&self, role: Node, kind: usize) -> i64 {
        self.potential[self.node(role, kind)]
    }

    /// What the upper role is paid for.
    fn paid(&self, copy: usize, kind: usize) -> i64 {
        match copy {
            0 => self.potential_of(LeftUpper, kind) - self.potential_of(LeftLower, kind),
            _ => self.potential_of(RightLower, kind) - self.potential_of(RightUpper, kind),
        }
    }

    /// The number nearest to `n_upper` of those whom the potentials give the upper role.
    fn nearest_upper(&self, copy: usize, kind: usize, n_upper: usize) -> usize {
        let (costs, paid) = (&self.costs[kind], self.paid(copy, kind));
        let least = costs.partition_point(|cost| *cost < paid);
        let most = costs.partition_point(|cost| *cost <= paid);
        n_upper.clamp(least, most)
    }

    /// As long as all potentials are zero: pairs flow as far as their costs allow that one of them has the
    /// upper role and the other does not. The rest is to be sent and received.
    fn begin(
        &mut self,
        mates: &[Option<VertexId>],
        kind_of: &[Option<usize>],
        cost_of: impl Fn(usize) -> i64,
    ) {
        let m = self.n_kinds;
        let mut n_upper = [vec![0; m], vec![0; m]];
        let mut pairs = Vec::new();
        for (u, mate) in mates.iter().enumerate() {
            let Some(v) = mate.map(VertexId::index) else {
                continue;
            };
            let (Some(a), Some(b)) = (kind_of[u], kind_of[v]) else {
                continue;
            };
            let (of_u, of_v) = (cost_of(u), cost_of(v));
            if of_u <= 0 && of_v >= 0 && self.may_lead.of(a).contains(b) {
                n_upper[0][a] += 1;
                pairs.push((0, a, b));
            } else if of_u >= 0 && of_v <= 0 && self.may_follow.of(a).contains(b) {
                n_upper[1][b] += 1;
                pairs.push((1, a, b));
            }
        }
        for (copy, n_upper) in n_upper.iter().enumerate() {
            for (kind, n_upper) in n_upper.iter().enumerate() {
                self.n_upper[copy][kind] = self.nearest_upper(copy, kind, *n_upper);
            }
        }
        for (copy, [upper, lower]) in [[LeftUpper, LeftLower], [RightUpper, RightLower]]
            .into_iter()
            .enumerate()
        {
            for kind in 0..m {
                let n_upper = self.n_upper[copy][kind];
                let [upper, lower] = [upper, lower].map(|role| self.node(role, kind));
                self.open[upper] = n_upper;
                self.open[lower] = self.costs[kind].len() - n_upper;
                self.find_changes(copy, kind);
            }
        }
        for (sort, a, b) in pairs {
            let [from, to] = [[LeftUpper, RightLower], [LeftLower, RightUpper]][sort];
            let [from, to] = [self.node(from, a), self.node(to, b)];
            if self.open[from] > 0 && self.open[to] > 0 {
                self.open[from] -= 1;
                self.open[to] -= 1;
                self.shift(sort, (a, b), |flow| flow + 1);
            }
        }
    }

    /// After the number of those who have the upper role has changed, or their costs have: what it costs
    /// to take it away from one player of the kind, and to give it to one more.
    fn find_changes(&mut self, copy: usize, kind: usize) {
        let (n_upper, costs) = (self.n_upper[copy][kind], &self.costs[kind]);
        let taken = n_upper.checked_sub(1).map_or(FAR, |last| -costs[last]);
        let given = costs.get(n_upper).map_or(FAR, |cost| *cost);
        let changes = match copy {
            0 => [(LeftUpper, taken), (LeftLower, given)],
            _ => [(RightLower, taken), (RightUpper, given)],
        };
        for (role, cost) in changes {
            let node = self.node(role, kind);
            self.change_cost[node] = cost;
        }
    }

    /// The other role of a node's copy and kind.
    fn other_role(&self, node: usize) -> usize {
        // The roles of a copy differ in the lowest bit of their numbers.
        node ^ 1 << self.shift
    }

    /// The other role of a node's copy and kind, and what it costs if one more player changes to it.
    fn change(&self, from: usize) -> (usize, Option<i64>) {
        let cost = self.change_cost[from];
        (self.other_role(from), (cost != FAR).then_some(cost))
    }

    /// The role to which transports lead from a node.
    fn opposite(&self, from: usize) -> Node {
        [RightLower, RightUpper, LeftLower, LeftUpper][self.role_number(from)]
    }

    /// The role to which transports lead from a node, and the kinds.
    fn partners(&self, from: usize) -> (Node, KindSet<'_>) {
        let kind = self.kind(from);
        let partners = match self.role(from) {
            LeftUpper => &self.may_lead,
            LeftLower => &self.may_follow,
            RightLower => &self.senders[0],
            RightUpper => &self.senders[1],
        };
        (self.opposite(from), partners.of(kind))
    }

    /// The role from which transports lead to a node, and the kinds.
    fn sources(&self, to: usize) -> (Node, KindSet<'_>) {
        let kind = self.kind(to);
        let sources = match self.role(to) {
            LeftUpper => &self.receivers[0],
            LeftLower => &self.receivers[1],
            RightLower => &self.may_follow,
            RightUpper => &self.may_lead,
        };
        (self.opposite(to), sources.of(kind))
    }

    /// Sends along shortest paths without reduced cost until there is none so short; false if there is
    /// none at all.
    fn send_level(&mut self) -> bool {
        let Some(mut layers) = self.layers() else {
            return false;
        };
        let last = &layers[layers.len() - 1];
        for target in self.nodes(last).collect::<Vec<_>>() {
            while self.open[target] > 0 && self.search_layers(target, &mut layers) {
                self.send(target);
            }
        }
        true
    }

    /// By distance, without reduced cost, from what has something to send: the kinds in each role, up to
    /// the first that have something to receive, and of their distance nobody else. `None` if there are
    /// none.
    fn layers(&self) -> Option<Vec<KindSets>> {
        let m = self.n_kinds;
        let mut unseen = self.levels.each_ref().map(Unseen::all);
        let mut layer = KindSets::nobody(4, m);
        for node in (0..self.n_left()).filter(|node| self.open[*node] > 0) {
            self.take(&mut unseen, node);
            layer.insert(self.role_number(node), self.kind(node));
        }
        let mut layers = vec![layer];
        loop {
            let mut layer = KindSets::nobody(4, m);
            for from in self.nodes(&layers[layers.len() - 1]) {
                let (to, partners) = self.partners(from);
                if let Some(level) = self.level_number(from) {
                    let levels = &self.levels[to as usize];
                    for (place, word) in unseen[to as usize].take(levels, level, partners) {
                        layer.insert_word(to as usize, place, word);
                    }
                }
                let to = self.other_role(from);
                if self.is_level_change(from) && self.take(&mut unseen, to) {
                    layer.insert(self.role_number(to), self.kind(to));
                }
            }
            let receives = |node: &usize| *node >= self.n_left() && self.open[*node] > 0;
            let targets: Vec<usize> = self.nodes(&layer).filter(receives).collect();
            if !targets.is_empty() {
                let mut last = KindSets::nobody(4, m);
                for node in targets {
                    last.insert(self.role_number(node), self.kind(node));
                }
                layers.push(last);
                return Some(layers);
            }
            self.nodes(&layer).next()?;
            layers.push(layer);
        }
    }

    /// Takes a node out of those that a search has not seen. Whether it was among them.
    fn take(&self, unseen: &mut [Unseen; 4], node: usize) -> bool {
        let role = self.role_number(node);
        unseen[role].take_one(&self.levels[role], self.own_level[node], self.kind(node))
    }

    /// The nodes of some kinds in each role.
    fn nodes(&self, of: &KindSets) -> impl Iterator<Item = usize> {
        let shift = self.shift;
        let nodes = move |role: usize| of.of(role).members().map(move |kind| role << shift | kind);
        (0..4).flat_map(nodes)
    }

    /// A path from layer to layer, looked for from its end: everybody in a layer was reached from the one
    /// before. Whoever is reached from nobody any more is taken out of the layers. Whether there is one.
    fn search_layers(&mut self, target: usize, layers: &mut [KindSets]) -> bool {
        // Each with the word its search has come to.
        let mut stack = vec![(target, 0)];
        loop {
            let Some(depth) = stack.len().checked_sub(1) else {
                return false;
            };
            let (to, word) = &mut stack[depth];
            let to = *to;
            let Some(before) = (layers.len() - 1).checked_sub(depth + 1) else {
                if self.open[to] == 0 {
                    stack.pop();
                    continue;
                }
                self.step[to] = Step::Source;
                // Who was reached and is not done with may be reached again.
                for ((node, _), layer) in stack[1..].iter().zip(layers.iter_mut().rev().skip(1)) {
                    layer.insert(self.role_number(*node), self.kind(*node));
                }
                return true;
            };
            let layer = &mut layers[before];
            let (role, partners) = self.sources(to);
            let next = self.level(to).and_then(|level| {
                let in_layer = layer.of(role as usize);
                let found = level.common(partners, in_layer, *word).next();
                *word = found.map_or(64, |(place, _)| place);
                found.map(|(place, word)| place * 64 + word.trailing_zeros() as usize)
            });
            let other_role = self.other_role(to);
            let (from, step): (usize, fn(usize) -> Step) = if let Some(kind) = next {
                (self.node(role, kind), Step::Transport)
            } else if self.is_level_change(other_role)
                && layer
                    .of(self.role_number(other_role))
                    .contains(self.kind(to))
            {
                (other_role, Step::Change)
            } else {
                stack.pop();
                continue;
            };
            layer.remove(self.role_number(from), self.kind(from));
            self.step[to] = step(from);
            stack.push((from, 0));
        }
    }

    /// Whether one more player may change to the other role of the same kind without reduced cost.
    fn is_level_change(&self, from: usize) -> bool {
        let (to, cost) = self.change(from);
        cost.is_some_and(|cost| self.potential[from] + cost == self.potential[to])
    }

    /// The kinds whose role at the other end of transports has the same potential.
    fn level(&self, node: usize) -> Option<Level<'_>> {
        let levels = &self.levels[self.opposite(node) as usize];
        self.level_number(node).map(|level| levels.of(level))
    }

    fn level_number(&self, node: usize) -> Option<usize> {
        let levels = &self.levels[self.opposite(node) as usize];
        let level = self.first_level[node];
        (levels.potentials.get(level) == Some(&self.potential[node])).then_some(level)
    }

    /// After the potentials have changed. O(kinds · log kinds).
    fn find_levels(&mut self) {
        let m = self.n_kinds;
        let highest = self.potential.iter().max().copied().unwrap_or(0);
        // What a kind's potential is short of the highest one, and then its number. No potential
        // is farther from another than all nodes times the largest cost, less than 2^48.
        let in_order = |role: Node| -> Vec<u64> {
            let of_role = self.potential[self.node(role, 0)..][..m].iter().enumerate();
            let mut keys: Vec<u64> = of_role
                .map(|(kind, potential)| ((highest - potential) as u64) << KIND_BITS | kind as u64)
                .collect();
            keys.sort_unstable();
            keys
        };
        let kind_of = |key: &u64| (key & (MOST_KINDS as u64 - 1)) as usize;
        let roles = [LeftUpper, LeftLower, RightUpper, RightLower];
        let orders = roles.map(in_order);
        self.levels = [0, 1, 2, 3].map(|role| {
            let kinds = orders[role].iter().map(kind_of);
            Levels::new(kinds.map(|kind| (kind, self.potential[role << self.shift | kind])))
        });
        for (role, order) in orders.iter().enumerate() {
            let levels = &self.levels[self.opposite(role << self.shift) as usize];
            let own_levels = &self.levels[role].potentials;
            let (mut level, mut own_level) = (0, 0);
            for node in order.iter().map(|key| role << self.shift | kind_of(key)) {
                let is_above = |level: &i64| *level > self.potential[node];
                while levels.potentials.get(level).is_some_and(is_above) {
                    level += 1;
                }
                self.first_level[node] = level;
                own_level += usize::from(own_levels[own_level] != self.potential[node]);
                self.own_level[node] = own_level;
            }
        }
    }

    /// A shortest path from what is to be sent to the nearest place that is to receive; potentials
    /// keep all reduced costs from being negative. `None` if there is no path.
    ///
    /// A transport costs nothing, so all that a node may reach by one are offered the same sum of
    /// distance and potential, and those of one level the same distance: they are reached together,
    /// one level after the other, and go on together. O(kinds / 64) for each node, and for each level
    /// offered to such a group.
    fn search(&mut self) -> Option<usize> {
        let m = self.n_kinds;
        let mut unseen = self.levels.each_ref().map(Unseen::all);
        let mut waiting = BinaryHeap::new();
        // By group: its nodes, of one role, distance and potential; and whom they reach by transports.
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut partners_of = KindSets::nobody(0, m);
        // By node: the group from which transports lead to it.
        let mut group_before: Vec<Option<usize>> = vec![None; 2 * self.n_left()];
        // Groups that were reached last.
        let mut new: Vec<Vec<usize>> = (0..self.n_left())
            .filter(|node| self.open[*node] > 0)
            .map(|node| vec![node])
            .collect();
        self.distance.fill(FAR);
        for node in new.iter().flatten() {
            self.distance[*node] = 0;
            self.step[*node] = Step::Source;
            self.take(&mut unseen, *node);
        }
        let target = loop {
            let is_target = |node: &&usize| **node >= self.n_left() && self.open[**node] > 0;
            if let Some(target) = new.iter().flatten().find(is_target) {
                break *target;
            }
            for group in new.drain(..) {
                let number = groups.len();
                partners_of.push_nobody();
                for &node in &group {
                    let so_far = self.distance[node] + self.potential[node];
                    if let (to, Some(cost)) = self.change(node) {
                        let through = so_far + cost - self.potential[to];
                        waiting.push(Reverse((through, node, CHANGE)));
                    }
                    self.partners(node).1.add_to(&mut partners_of, number);
                }
                let first = group[0];
                let so_far = self.distance[first] + self.potential[first];
                let to = self.opposite(first) as usize;
                let partners = partners_of.of(number);
                if let Some(level) = unseen[to].level_from(self.first_level[first], partners) {
                    let through = so_far - self.levels[to].potentials[level];
                    waiting.push(Reverse((through, number, level)));
                }
                groups.push(group);
            }
            let Reverse((distance, from, level)) = waiting.pop()?;
            if level == CHANGE {
                let node = self.other_role(from);
                if self.take(&mut unseen, node) {
                    self.distance[node] = distance;
                    self.step[node] = Step::Change(from);
                    new.push(vec![node]);
                }
                continue;
            }
            let to = self.opposite(groups[from][0]);
            let (levels, unseen) = (&self.levels[to as usize], &mut unseen[to as usize]);
            let mut reached = Vec::new();
            let partners = partners_of.of(from);
            for (place, word) in unseen.take(levels, level, partners) {
                reached.extend(bits(&[word]).map(|bit| self.node(to, place * 64 + bit)));
            }
            if let Some(next) = unseen.level_from(level + 1, partners) {
                let further = distance + levels.potentials[level] - levels.potentials[next];
                waiting.push(Reverse((further, from, next)));
            }
            for node in &reached {
                self.distance[*node] = distance;
                group_before[*node] = Some(from);
            }
            if !reached.is_empty() {
                new.push(reached);
            }
        };
        // Only on the path does it matter who of a group it was.
        let mut node = target;
        loop {
            if let Some(group) = group_before[node] {
                let leads = |from: &&usize| self.partners(**from).1.contains(self.kind(node));
                let from = groups[group].iter().find(leads);
                let from = *from.expect("somebody of the group leads to it");
                self.step[node] = Step::Transport(from);
                node = from;
            } else if let Step::Change(from) = self.step[node] {
                node = from;
            } else {
                break;
            }
        }
        let reach = self.distance[target];
        for (potential, distance) in self.potential.iter_mut().zip(&self.distance) {
            *potential += reach.min(*distance);
        }
        self.find_levels();
        Some(target)
    }

    /// What flows between two kinds.
    fn flow(&self, sort: usize, (left, right): (usize, usize)) -> usize {
        let flows = self.flow[sort][right].iter();
        let own = flows.clone().find(|(from, _)| usize::from(*from) == left);
        own.map_or(0, |(_, amount)| usize::from(*amount))
    }

    /// Changes the flow of either sort between two kinds.
    fn shift(&mut self, sort: usize, (left, right): (usize, usize), to: impl Fn(u16) -> u16) {
        let flows = &mut self.flow[sort][right];
        let own = flows
            .iter()
            .position(|(from, _)| usize::from(*from) == left);
        let place = own.unwrap_or_else(|| {
            flows.push((left as u16, 0));
            flows.len() - 1
        });
        let amount = to(flows[place].1);
        flows[place].1 = amount;
        if amount > 0 {
            self.senders[sort].insert(right, left);
            self.receivers[sort].insert(left, right);
        } else {
            flows.swap_remove(place);
            self.senders[sort].remove(right, left);
            self.receivers[sort].remove(left, right);
        }
    }

    /// Sends as much as fits along the path to `target`.
    fn send(&mut self, target: usize) {
        let mut amount = self.open[target];
        let mut node = target;
        loop {
            match self.step[node] {
                Step::Source => {
                    amount = amount.min(self.open[node]);
                    break;
                }
                Step::Change(from) => {
                    amount = 1;
                    node = from;
                }
                Step::Transport(from) => {
                    let (a, b) = (self.kind(node), self.kind(from));
                    match self.role(node) {
                        LeftUpper => amount = amount.min(self.flow(0, (a, b))),
                        LeftLower => amount = amount.min(self.flow(1, (a, b))),
                        RightUpper | RightLower => {}
                    }
                    node = from;
                }
            }
        }
        self.open[target] -= amount;
        let mut node = target;
        loop {
            let (from, role) = match self.step[node] {
                Step::Source => {
                    self.open[node] -= amount;
                    return;
                }
                Step::Change(from) => {
                    let (copy, more) = match self.role(node) {
                        LeftUpper => (0, true),
                        LeftLower => (0, false),
                        RightUpper => (1, false),
                        RightLower => (1, true),
                    };
                    let kind = self.kind(node);
                    let n_upper = &mut self.n_upper[copy][kind];
                    *n_upper = if more { *n_upper + 1 } else { *n_upper - 1 };
                    self.find_changes(copy, kind);
                    node = from;
                    continue;
                }
                Step::Transport(from) => (from, self.role(node)),
            };
            let (a, b) = (self.kind(node), self.kind(from));
            let amount = amount as u16;
            match role {
                LeftUpper => self.shift(0, (a, b), |flow| flow - amount),
                LeftLower => self.shift(1, (a, b), |flow| flow - amount),
                RightLower => self.shift(0, (b, a), |flow| flow + amount),
                RightUpper => self.shift(1, (b, a), |flow| flow + amount),
            }
            node = from;
        }
    }

    /// Sends everything; false if it does not fit.
    fn settle(&mut self) -> bool {
        while self.open[..self.n_left()].iter().any(|open| *open > 0) {
            if !self.send_level() {
                let Some(target) = self.search() else {
                    return false;
                };
                self.send(target);
            }
        }
        true
    }

    /// Costs in steps that are smaller by [`FINER`]. No reduced cost is negative afterwards; roles that
    /// the finer costs change are to be sent again.
    fn refine(&mut self, costs: Vec<Vec<i64>>) {
        for potential in &mut self.potential {
            *potential *= FINER;
        }
        self.find_levels();
        self.costs = costs;
        let roles = [(LeftUpper, LeftLower), (RightUpper, RightLower)];
        for (copy, (upper, lower)) in roles.into_iter().enumerate() {
            for kind in 0..self.n_kinds {
                let [upper, lower] = [upper, lower].map(|role| self.node(role, kind));
                let before = self.n_upper[copy][kind];
                let after = self.nearest_upper(copy, kind, before);
                self.n_upper[copy][kind] = after;
                self.find_changes(copy, kind);
                let (gains, loses) = if after > before {
                    (upper, lower)
                } else {
                    (lower, upper)
                };
                self.open[gains] += after.abs_diff(before);
                self.withdraw(loses, after.abs_diff(before));
            }
        }
    }

    /// Takes so many away from what a node has to send or to receive; what was sent goes back.
    fn withdraw(&mut self, node: usize, amount: usize) {
        let kind = self.kind(node);
        let unsent = amount.min(self.open[node]);
        self.open[node] -= unsent;
        let mut left = amount - unsent;
        let (role, partners) = self.partners(node);
        // Taking back changes the set.
        for other in partners.members().collect::<Vec<_>>() {
            if left == 0 {
                break;
            }
            let (sort, pair) = match self.role(node) {
                LeftUpper => (0, (kind, other)),
                LeftLower => (1, (kind, other)),
                RightLower => (0, (other, kind)),
                RightUpper => (1, (other, kind)),
            };
            let back = left.min(self.flow(sort, pair));
            if back > 0 {
                self.shift(sort, pair, |flow| flow - back as u16);
                let other = self.node(role, other);
                self.open[other] += back;
                left -= back;
            }
        }
    }
}

/// Twice the duals of all vertices, where a pair costs `cost` of the one with the smaller cost, or
/// nothing if one of them is outside the remainder: no allowed pair has more than twice its cost,
/// and if the problem of kinds has a solution of whole numbers with these pairs, each of them has
/// just that. `cost` is none outside the remainder; there are as many negative costs as pairs, or
/// more. `None` if there are not enough partners. `mates` are some allowed pairs: the more they are,
/// the fewer are to be found.
///
/// O(kinds) for each player whose role changes, and O(kinds² / 64) and more for each change of the
/// potentials, of which there are about as many as [`FINER`] times the steps.
pub(super) fn duals_2x(
    rows: &Rows<'_>,
    kinds: &Kinds,
    mates: &[Option<VertexId>],
) -> Option<Vec<i64>> {
    let Rows { edges, cost, .. } = rows;
    let (kind_of, n_kinds) = (&kinds.of, kinds.n);
    let n = edges.n_vertices();
    let words = n.div_ceil(64);
    let mut costs = vec![Vec::new(); n_kinds];
    let mut neighbours = vec![vec![0; words]; n_kinds];
    let mut members = vec![Vec::new(); n_kinds];
    let mut inside = vec![0; n_kinds.div_ceil(64)];
    for v in 0..n {
        let Some(kind) = kind_of[v] else { continue };
        costs[kind].push(cost[v].unwrap_or(0));
        if cost[v].is_some() {
            set(&mut inside, kind);
        }
        members[kind].push(v);
        for (to, from) in neighbours[kind].iter_mut().zip(edges.row(VertexId::new(v))) {
            *to |= from;
        }
    }
    let nobody = || KindSets::nobody(n_kinds, n_kinds);
    let (mut may_lead, mut may_follow) = (nobody(), nobody());
    let firsts = Columns::new(members.iter().map(|members| Some(members[0])));
    let mut met = vec![0; n_kinds.div_ceil(64)];
    let mut several = vec![0; n_kinds.div_ceil(64)];
    for (kind, _) in (members.iter().enumerate()).filter(|(_, members)| members.len() > 1) {
        set(&mut several, kind);
    }
    for (a, near) in neighbours.iter().enumerate() {
        let is_inside = has(&inside, a);
        met.fill(0);
        let n_near: u32 = near.iter().map(|word| word.count_ones()).sum();
        let are_few = n_near as usize <= n_kinds;
        if are_few {
            let kinds = bits(near).filter_map(|v| kind_of[v]);
            kinds.for_each(|kind| set(&mut met, kind));
        } else {
            firsts.add_to(&mut met, near);
        }
        for (word, (inside, met)) in inside.iter().zip(&met).enumerate() {
            let mut met = *met;
            for bit in bits(&[several[word] & !met]).filter(|_| !are_few) {
                let meets = members[word * 64 + bit].iter().any(|v| has(near, *v));
                met |= u64::from(meets) << bit;
            }
            // Whoever is outside the remainder leads, unless both are outside.
            let (lead, follow) = if is_inside {
                (*inside, u64::MAX)
            } else {
                (u64::MAX, !inside)
            };
            may_lead.set_word(a, word, met & lead);
            may_follow.set_word(a, word, met & follow);
        }
    }
    for costs in &mut costs {
        costs.sort_unstable();
    }
    let in_steps = |step: i64| -> Vec<Vec<i64>> {
        let of_kind = |costs: &Vec<i64>| costs.iter().map(|cost| cost.div_euclid(step)).collect();
        costs.iter().map(of_kind).collect()
    };
    let inside = cost.iter().flatten().count() as i64;
    let mut step = 1;
    while step * FINER * FINER <= inside {
        step *= FINER;
    }
    let shift = n_kinds.next_power_of_two().ilog2();
    let n_nodes = 4 << shift;
    let mut network = Network {
        n_kinds,
        shift,
        may_lead,
        may_follow,
        senders: [nobody(), nobody()],
        receivers: [nobody(), nobody()],
        levels: [(); 4].map(|()| Levels::default()),
        first_level: vec![0; n_nodes],
        own_level: vec![0; n_nodes],
        flow: [(); 2].map(|()| vec![Vec::new(); n_kinds]),
        open: vec![0; n_nodes],
        potential: vec![0; n_nodes],
        distance: vec![FAR; n_nodes],
        step: vec![Step::Source; n_nodes],
        n_upper: [(); 2].map(|()| vec![0; n_kinds]),
        change_cost: vec![FAR; n_nodes],
        costs: in_steps(step),
    };
    let cost_of = |v: usize| cost[v].unwrap_or(0).div_euclid(step);
    network.begin(mates, kind_of, cost_of);
    network.find_levels();
    loop {
        if !network.settle() {
            return None;
        }
        if step == 1 {
            break;
        }
        step /= FINER;
        network.refine(in_steps(step));
    }
    let dual = |v: usize| {
        let Some(kind) = kind_of[v] else { return 0 };
        let paid = |role: Node| network.potential_of(role, kind);
        let cost = cost[v].unwrap_or(0);
        let left = (cost - paid(LeftUpper)).min(-paid(LeftLower));
        let right = (cost + paid(RightUpper)).min(paid(RightLower));
        left + right
    };
    Some((0..n).map(dual).collect())
}
