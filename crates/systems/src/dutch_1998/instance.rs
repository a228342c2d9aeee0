//! Questions: is there an arrangement within all limits?
//!
//! A question is a perfect matching under a few limits on sums of edge costs. Who may be matched with
//! whom is a bit for each two vertices, and what an edge costs depends on the kinds of its ends, of
//! which there are a dozen; so an instance of n vertices takes n²/8 bytes.
//!
//! # Method
//! The sums are minimised one after the other in the order of [`Budget`] ([`LexicographicOptima`]), which gives the
//! lexicographic minimum with one narrow number per edge and sum. Nearly always that settles the
//! question: either every sum equals its limit, and then the arrangements within the limits are exactly
//! those matchings, a [`MatchingFace`] that can be asked about one by one; or a sum that comes after exact ones
//! exceeds its limit, and then nothing complies. In what is left (several loose limits at once)
//! Lagrangian bounds prove infeasibility, and where they leave a gap an edge is branched on. That
//! search is exact, and it may be exponential: no polynomial method is known for matchings under two
//! limits at once. So every solution takes from a budget of [`Work`], and who exhausts it is told so.
//!
//! Longer than other files: bounds, prices and the search share one instance, and none is used without it.

use std::cell::Cell;

use edelweiss_matching::cardinality::BitGraph;
use edelweiss_matching::{Error, LexicographicOptima, MatchingFace, VertexId, WeightTable};

/// The sums that can be limited, in the order in which they are minimised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Budget {
    /// Players who leave the bracket.
    Floats,
    /// The same, negated: a lower bound.
    FloatsAtLeast,
    /// Floats of the players down to some rank.
    HighFloats,
    /// The same, negated.
    HighFloatsAtLeast,
    /// Pairs that do not grant both preferences, among the pairs made now.
    Colours,
    /// The same in the remainder, beyond its x.
    RemainderColours,
    /// D.2: players exchanged.
    Exchanged,
    /// D.2: the places of those who then are in S1, added up.
    Places,
}

const N_BUDGETS: usize = 8;
/// Those that depend on kinds: all but the last.
const N_OF_KINDS: usize = Budget::Places as usize;

/// What an edge between two kinds adds to each sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct InstanceCosts([i32; N_OF_KINDS]);

impl InstanceCosts {
    pub(super) fn with(mut self, budget: Budget, cost: i32) -> Self {
        self.0[budget as usize] += cost;
        self
    }
}

/// How much may still be tried in this round, in words of bit rows.
///
/// A count and not a time, so that a round is the same on every machine.
#[derive(Debug)]
pub(super) struct Work {
    left: Cell<u64>,
}

/// The budget of [`Work`] is exhausted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Exhausted;

/// A round that needs more is given up after about fourteen seconds of processor time; none of
/// `just limits` takes a second.
const MOST_WORK: u64 = 4_000_000_000;

impl Default for Work {
    fn default() -> Self {
        Self::new(MOST_WORK)
    }
}

impl Work {
    pub(super) fn new(words: u64) -> Self {
        Self {
            left: Cell::new(words),
        }
    }

    pub(super) fn take(&self, words: u64) -> Result<(), Exhausted> {
        self.left
            .set(self.left.get().checked_sub(words).ok_or(Exhausted)?);
        Ok(())
    }

    /// What is left.
    #[cfg(test)]
    pub(super) fn left(&self) -> u64 {
        self.left.get()
    }
}

/// A graph all of whose vertices are to be matched, with costs and limits.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    edges: BitGraph,
    /// By vertex.
    kind_of: Vec<u32>,
    /// By two kinds, row-major and symmetric.
    costs: Vec<InstanceCosts>,
    n_kinds: usize,
    /// The first so many vertices have places in the bracket.
    n_places: usize,
    limits: [Option<i64>; N_BUDGETS],
    /// Pairs to begin with.
    start: Vec<Option<VertexId>>,
}

/// By vertex: whom it is matched with.
pub(super) type InstanceMates = Vec<usize>;

type Sums = [i64; N_BUDGETS];

/// What [`Instance::examine`] finds.
pub(super) enum InstanceAnswer {
    No,
    /// An arrangement within the limits, of others.
    Yes(InstanceMates),
    /// The arrangements within the limits.
    Exactly(Box<MatchingFace>),
}

impl Instance {
    /// An instance without limits; `kinds` by vertex, of which the first `n_places` have places in the
    /// bracket.
    pub(super) fn new<K: PartialEq + Copy>(
        edges: BitGraph,
        kinds: &[K],
        n_places: usize,
        costs: impl Fn(K, K) -> InstanceCosts,
    ) -> Self {
        let mut distinct: Vec<K> = Vec::new();
        let kind_of = kinds.iter().map(|kind| {
            let known = distinct.iter().position(|other| other == kind);
            known.unwrap_or_else(|| {
                distinct.push(*kind);
                distinct.len() - 1
            }) as u32
        });
        let kind_of = kind_of.collect();
        let row = |a: &K| {
            let row = distinct.iter().map(|b| costs(*a, *b));
            row.collect::<Vec<_>>()
        };
        Self {
            edges,
            kind_of,
            costs: distinct.iter().flat_map(row).collect(),
            n_kinds: distinct.len(),
            n_places,
            limits: [None; N_BUDGETS],
            start: Vec::new(),
        }
    }

    pub(super) fn limit(&mut self, budget: Budget, limit: i64) {
        self.limits[budget as usize] = Some(limit);
    }

    fn n(&self) -> usize {
        self.kind_of.len()
    }

    fn words(&self) -> usize {
        self.n().div_ceil(64)
    }

    fn cost_of_kinds(&self, k: usize, l: usize, budget: usize) -> i64 {
        i64::from(self.costs[k * self.n_kinds + l].0[budget])
    }

    fn cost(&self, u: usize, v: usize, budget: usize) -> i64 {
        if budget == Budget::Places as usize {
            let has_place = u.max(v) < self.n_places;
            return if has_place { u.min(v) as i64 } else { 0 };
        }
        self.cost_of_kinds(self.kind_of[u] as usize, self.kind_of[v] as usize, budget)
    }

    /// Keeps only the edges of `v` to the vertices of `keep`.
    pub(super) fn restrict(&mut self, v: usize, keep: &[u64]) {
        let row = self.edges.row(VertexId::new(v));
        let gone: Vec<u64> = row
            .iter()
            .zip(keep)
            .map(|(row, keep)| row & !keep)
            .collect();
        for u in ones(&gone) {
            self.edges
                .set_edge(VertexId::new(u), VertexId::new(v), false);
        }
    }

    /// By kind, its vertices as bits.
    fn members(&self) -> Vec<Vec<u64>> {
        let mut members = vec![vec![0; self.words()]; self.n_kinds];
        for (v, kind) in self.kind_of.iter().enumerate() {
            insert(&mut members[*kind as usize], v);
        }
        members
    }

    /// Drops limits that cannot bind, and edges that break a limit alone. O(n²/64 · kinds).
    fn simplify(&mut self, work: &Work) -> Result<(), Exhausted> {
        work.take((self.n() * self.words() * self.n_kinds) as u64)?;
        let members = self.members();
        for budget in 0..N_OF_KINDS {
            let Some(limit) = self.limits[budget] else {
                continue;
            };
            if self
                .ranges(&members, budget)
                .all(|(cheapest, _)| cheapest >= 0)
            {
                self.drop_dearer(&members, budget, limit);
            }
            let dearest = self.ranges(&members, budget).map(|(_, dearest)| dearest);
            if dearest.sum::<i64>() <= 2 * limit {
                self.limits[budget] = None;
            }
        }
        Ok(())
    }

    /// By vertex, if it has an edge: what its edges cost, at least and at most.
    fn ranges(&self, members: &[Vec<u64>], budget: usize) -> impl Iterator<Item = (i64, i64)> {
        (0..self.n()).filter_map(move |v| {
            let row = self.edges.row(VertexId::new(v));
            let own = self.kind_of[v] as usize;
            let near = (0..self.n_kinds).filter(|kind| meet(row, &members[*kind]));
            let costs = near.map(|kind| self.cost_of_kinds(own, kind, budget));
            costs.fold(None, |range, cost| {
                let (least, most) = range.unwrap_or((cost, cost));
                Some((cost.min(least), cost.max(most)))
            })
        })
    }

    /// Drops the edges that cost more than the limit.
    fn drop_dearer(&mut self, members: &[Vec<u64>], budget: usize, limit: i64) {
        let mut keep = vec![vec![0; self.words()]; self.n_kinds];
        for (k, keep) in keep.iter_mut().enumerate() {
            for (l, members) in members.iter().enumerate() {
                if self.cost_of_kinds(k, l, budget) <= limit {
                    unite(keep, members);
                }
            }
        }
        for v in 0..self.n() {
            let row = self.edges.row(VertexId::new(v));
            let keep = &keep[self.kind_of[v] as usize];
            if row.iter().zip(keep).any(|(row, keep)| row & !keep != 0) {
                let kept: Vec<u64> = row.iter().zip(keep).map(|(row, keep)| row & keep).collect();
                self.edges.set_half_row(VertexId::new(v), &kept);
            }
        }
    }

    fn limited(&self) -> Vec<usize> {
        (0..N_BUDGETS)
            .filter(|budget| self.limits[*budget].is_some())
            .collect()
    }

    fn sums(&self, mates: &[usize]) -> Sums {
        let mut sums = [0; N_BUDGETS];
        for (u, &v) in mates.iter().enumerate().filter(|(u, v)| u < *v) {
            for (budget, sum) in sums.iter_mut().enumerate() {
                *sum += self.cost(u, v, budget);
            }
        }
        sums
    }

    fn within_limits(&self, sums: &Sums) -> bool {
        (sums.iter().zip(self.limits)).all(|(sum, limit)| limit.is_none_or(|limit| *sum <= limit))
    }

    /// What edges are worth if each sum costs so much a unit: by class of vertices, and a table of
    /// classes.
    fn worth(&self, prices: &Sums) -> (Vec<u32>, WeightTable<i64>) {
        let place_price = prices[Budget::Places as usize];
        let worth = |k: usize, l: usize| {
            let costs = (0..N_OF_KINDS).map(|b| prices[b] * self.cost_of_kinds(k, l, b));
            -costs.sum::<i64>()
        };
        let kinds = 0..self.n_kinds;
        if place_price == 0 {
            let row = |k: usize| kinds.clone().map(move |l| worth(k, l));
            let entries = kinds.clone().flat_map(row);
            return (self.kind_of.clone(), WeightTable::square(entries.collect()));
        }
        // A vertex is a class of its own, since the smaller place counts. Of the larger vertex it
        // matters what kind it is, and whether it has a place.
        let group = |v: usize| 2 * self.kind_of[v] + u32::from(v < self.n_places);
        let list = |v: usize| {
            let own = self.kind_of[v] as usize;
            let of_places = if v < self.n_places {
                -place_price * v as i64
            } else {
                0
            };
            let both = move |l: usize| [worth(own, l), worth(own, l) + of_places];
            kinds.clone().flat_map(both).collect::<Vec<_>>()
        };
        let groups = (0..self.n()).map(group).collect();
        let table = WeightTable::by_smaller(groups, (0..self.n()).map(list));
        ((0..self.n() as u32).collect(), table)
    }

    /// The matchings with the smallest sum at these prices, of those the ones with the smallest sum at
    /// the next, and so on; `None` without any matching.
    fn best(
        &self,
        prices: impl IntoIterator<Item = Sums>,
        work: &Work,
    ) -> Result<Option<LexicographicOptima>, Exhausted> {
        let mut best = LexicographicOptima::new(self.edges.clone(), self.start.clone());
        for prices in prices {
            work.take((self.n() * self.words()) as u64)?;
            let (class_of, worth) = self.worth(&prices);
            let kept = match best.keep(&class_of, &worth) {
                // Amounts stay below 2^57 and vertices below 2^16, and sets are nested less deep than
                // there are vertices: 1024 (n + 1)² · deepest · largest is below 2^116.
                Err(Error::WeightTooWide) => {
                    best.keep(&class_of, &worth.map(|amount| i128::from(*amount)))
                }
                kept => kept,
            };
            match kept {
                Ok(()) => {}
                Err(Error::NoMatching(_)) => return Ok(None),
                Err(error) => panic!("an i128 has room for every sum: {error}"),
            }
        }
        Ok(Some(best))
    }

    /// A matching with the smallest sum at these prices.
    fn cheapest(&self, prices: &Sums, work: &Work) -> Result<Option<InstanceMates>, Exhausted> {
        let best = self.best([*prices], work)?;
        Ok(best.map(|best| mates_of_best(&best)))
    }

    /// Prices at which the sums are minimised in this order; at least one.
    fn in_order(order: &[usize]) -> Vec<Sums> {
        let one = |budget: &usize| {
            let mut prices = [0; N_BUDGETS];
            prices[*budget] = 1;
            prices
        };
        if order.is_empty() {
            return vec![[0; N_BUDGETS]];
        }
        order.iter().map(one).collect()
    }

    /// Whether any matching keeps all limits. The instance then has the limits and edges that matter.
    pub(super) fn examine(&mut self, work: &Work) -> Result<InstanceAnswer, Exhausted> {
        self.simplify(work)?;
        let order = self.limited();
        let Some(best) = self.best(Self::in_order(&order), work)? else {
            return Ok(InstanceAnswer::No);
        };
        let mates = mates_of_best(&best);
        let sums = self.sums(&mates);
        let first_inexact = (order.iter()).find(|b| self.limits[**b] != Some(sums[**b]));
        let exceeds = |budget: usize| self.limits[budget].is_some_and(|l| sums[budget] > l);
        Ok(match first_inexact {
            None => {
                let face = best.face().expect("the best matchings are some");
                InstanceAnswer::Exactly(Box::new(face))
            }
            Some(&budget) if exceeds(budget) => InstanceAnswer::No,
            Some(_) if self.within_limits(&sums) => InstanceAnswer::Yes(mates),
            Some(_) => {
                self.start = best.mates().to_vec();
                self.search(&order, work)?
                    .map_or(InstanceAnswer::No, InstanceAnswer::Yes)
            }
        })
    }

    /// Lagrangian bounds first, branching on an edge where they leave a gap. The edges are as before
    /// in the end.
    fn search(&mut self, order: &[usize], work: &Work) -> Result<Option<InstanceMates>, Exhausted> {
        let (mates, sums) = match self.bound(order, work)? {
            Bound::Within(mates) => return Ok(Some(mates)),
            Bound::Nothing => return Ok(None),
            Bound::Gap(mates, sums) => (mates, sums),
        };
        let exceeds = |budget: &&usize| self.limits[**budget].is_some_and(|l| sums[**budget] > l);
        let Some(&broken) = order.iter().find(exceeds) else {
            return Ok(None);
        };
        // An edge that has alternatives and adds to the broken sum; else any that has alternatives.
        let has_choice = |v: usize| {
            let row = self.edges.row(VertexId::new(v));
            row.iter().map(|word| word.count_ones()).sum::<u32>() > 1
        };
        let branch = (0..self.n())
            .filter(|u| *u < mates[*u] && has_choice(*u))
            .max_by_key(|u| self.cost(*u, mates[*u], broken));
        let Some(u) = branch else { return Ok(None) };
        let v = mates[u];
        let [a, b] = [u, v].map(VertexId::new);
        self.edges.set_edge(a, b, false);
        let without = self.search(order, work)?;
        self.edges.set_edge(a, b, true);
        if without.is_some() {
            return Ok(without);
        }
        let saved = [a, b].map(|end| self.edges.row(end).to_vec());
        for (end, other) in [(u, v), (v, u)] {
            let mut only = vec![0; self.words()];
            insert(&mut only, other);
            self.restrict(end, &only);
        }
        let with = self.search(order, work)?;
        for (end, row) in [a, b].into_iter().zip(saved) {
            ones(&row).for_each(|other| self.edges.set_edge(end, VertexId::new(other), true));
        }
        Ok(with)
    }

    /// Prices that rise for sums beyond their limits and fall for others.
    fn bound(&self, order: &[usize], work: &Work) -> Result<Bound, Exhausted> {
        const STEPS: i64 = 24;
        const UNIT: i64 = 1024;
        let mut prices = [0; N_BUDGETS];
        for &budget in order {
            // Each sum on its own, so that a single limit out of reach ends the search at once.
            let Some(mates) = self.cheapest(&Self::in_order(&[budget])[0], work)? else {
                return Ok(Bound::Nothing);
            };
            let sums = self.sums(&mates);
            if self.within_limits(&sums) {
                return Ok(Bound::Within(mates));
            }
            if self.limits[budget].is_some_and(|limit| sums[budget] > limit) {
                return Ok(Bound::Nothing);
            }
            prices[budget] = UNIT;
        }
        let mut last: Option<(InstanceMates, Sums)> = None;
        for step in 1..=STEPS {
            let Some(mates) = self.cheapest(&prices, work)? else {
                return Ok(Bound::Nothing);
            };
            let sums = self.sums(&mates);
            if self.within_limits(&sums) {
                return Ok(Bound::Within(mates));
            }
            let excess = |budget: &usize| sums[*budget] - self.limits[*budget].unwrap_or(0);
            if order.iter().map(|b| prices[*b] * excess(b)).sum::<i64>() > 0 {
                return Ok(Bound::Nothing);
            }
            if let Some((before, _)) = &last
                && let Some(between) = self.between(before, &mates)
            {
                return Ok(Bound::Within(between));
            }
            for budget in order {
                let change = excess(budget) * UNIT / step;
                prices[*budget] = (prices[*budget] + change).max(0);
            }
            last = Some((mates, sums));
        }
        Ok(last.map_or(Bound::Nothing, |(mates, sums)| Bound::Gap(mates, sums)))
    }

    /// From one matching to another, cycle by cycle: the first on the way that keeps all limits.
    fn between(&self, from: &[usize], to: &[usize]) -> Option<InstanceMates> {
        let mut mates = from.to_vec();
        for start in 0..self.n() {
            if mates[start] == to[start] {
                continue;
            }
            let mut u = start;
            while mates[u] != to[u] {
                let v = to[u];
                let next = mates[v];
                (mates[u], mates[v]) = (v, u);
                u = next;
            }
            if self.within_limits(&self.sums(&mates)) {
                return Some(mates);
            }
        }
        None
    }

    /// The smallest sum of `budget` among the matchings that keep the limits of all others.
    pub(super) fn minimum(mut self, budget: Budget, work: &Work) -> Result<Option<i64>, Exhausted> {
        let budget = budget as usize;
        self.limits[budget] = None;
        self.simplify(work)?;
        let others = self.limited();
        let mut order = others.clone();
        order.push(budget);
        let Some(after) = self.best(Self::in_order(&order), work)? else {
            return Ok(None);
        };
        let sums = self.sums(&mates_of_best(&after));
        if others
            .iter()
            .all(|other| self.limits[*other] == Some(sums[*other]))
        {
            return Ok(Some(sums[budget]));
        }
        order.rotate_right(1);
        let Some(before) = self.best(Self::in_order(&order), work)? else {
            return Ok(None);
        };
        let least = self.sums(&mates_of_best(&before));
        if self.within_limits(&least) {
            return Ok(Some(least[budget]));
        }
        let witness = match self.clone().examine(work)? {
            InstanceAnswer::No => return Ok(None),
            InstanceAnswer::Yes(mates) => self.sums(&mates)[budget],
            InstanceAnswer::Exactly(mut face) => self.sums(&mates_of(&mut face))[budget],
        };
        let (mut low, mut high) = (least[budget], witness);
        while low < high {
            let middle = low + (high - low).div_euclid(2);
            let mut within = self.clone();
            within.limits[budget] = Some(middle);
            if matches!(within.examine(work)?, InstanceAnswer::No) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(Some(low))
    }
}

/// What prices tell.
enum Bound {
    /// An arrangement within the limits.
    Within(InstanceMates),
    /// There is none.
    Nothing,
    /// Neither: the last matching, and its sums.
    Gap(InstanceMates, Sums),
}

fn mates_of_best(best: &LexicographicOptima) -> InstanceMates {
    let mates = best.mates().iter().enumerate();
    mates
        .map(|(v, mate)| mate.map_or(v, VertexId::index))
        .collect()
}

/// Some matching of a face.
pub(super) fn mates_of(face: &mut MatchingFace) -> InstanceMates {
    let mates = face.matching().into_iter().enumerate();
    mates
        .map(|(v, mate)| mate.map_or(v, VertexId::index))
        .collect()
}

pub(super) fn insert(set: &mut [u64], v: usize) {
    set[v / 64] |= 1 << (v % 64);
}

pub(super) fn contains(set: &[u64], v: usize) -> bool {
    set[v / 64] >> (v % 64) & 1 == 1
}

/// Whether two sets have a member in common.
fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// Adds the members of `from`.
pub(super) fn unite(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to |= from;
    }
}

/// The members, ascending.
pub(super) fn ones(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(place, word)| {
        let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
        bits.map(move |bit| place * 64 + bit)
    })
}

#[cfg(test)]
mod tests {
    use quickcheck::{QuickCheck, TestResult};

    use super::*;

    /// Up to ten vertices of four kinds, with costs and limits of a few sums.
    fn instance(edges: &[bool], kinds: &[u8], costs: &[u8], limits: &[u8]) -> Option<Instance> {
        let n = (kinds.len() / 2 * 2).min(8);
        if n == 0 || edges.is_empty() || costs.is_empty() {
            return None;
        }
        let mut graph = BitGraph::new(n);
        let mut edges = edges.iter().cycle();
        for u in 0..n {
            for v in 0..u {
                let is_edge = edges.next() == Some(&true) || (u + v) % 3 == 1;
                graph.set_edge(VertexId::new(u), VertexId::new(v), is_edge);
            }
        }
        let kinds: Vec<usize> = kinds[..n]
            .iter()
            .map(|kind| usize::from(kind % 4))
            .collect();
        let budgets = [
            Budget::Floats,
            Budget::FloatsAtLeast,
            Budget::Colours,
            Budget::Exchanged,
        ];
        let mut instance = Instance::new(graph, &kinds, n - 1, |a, b| {
            let number = |budget: Budget| {
                let place = a.max(b) * 4 + a.min(b) + 16 * budget as usize;
                i32::from(costs[place % costs.len()] % 4)
            };
            let all = budgets.into_iter();
            all.fold(InstanceCosts::default(), |all, budget| {
                let sign = if budget == Budget::FloatsAtLeast {
                    -1
                } else {
                    1
                };
                all.with(budget, sign * number(budget))
            })
        });
        let all = budgets.into_iter().chain([Budget::Places]);
        for (budget, limit) in all.zip(limits).filter(|(_, limit)| **limit % 3 > 0) {
            let most = if budget == Budget::Places { 16 } else { 8 };
            let sign = if budget == Budget::FloatsAtLeast {
                -1
            } else {
                1
            };
            instance.limit(budget, sign * i64::from(limit % most));
        }
        Some(instance)
    }

    /// All perfect matchings.
    fn matchings(instance: &Instance) -> Vec<InstanceMates> {
        fn extend(instance: &Instance, mates: &mut InstanceMates, all: &mut Vec<InstanceMates>) {
            let n = mates.len();
            let Some(u) = (0..n).find(|u| mates[*u] == *u) else {
                all.push(mates.clone());
                return;
            };
            for v in u + 1..n {
                if mates[v] == v && instance.edges.has_edge(VertexId::new(u), VertexId::new(v)) {
                    (mates[u], mates[v]) = (v, u);
                    extend(instance, mates, all);
                    (mates[u], mates[v]) = (u, v);
                }
            }
        }
        let mut all = Vec::new();
        extend(instance, &mut (0..instance.n()).collect(), &mut all);
        all
    }

    fn within(instance: &Instance) -> Vec<InstanceMates> {
        let mut all = matchings(instance);
        all.retain(|mates| instance.within_limits(&instance.sums(mates)));
        all
    }

    type Numbers = (Vec<bool>, Vec<u8>, Vec<u8>, Vec<u8>);

    #[test]
    fn questions_are_answered_as_by_trying_all_matchings() {
        fn law((edges, kinds, costs, limits): Numbers) -> TestResult {
            let Some(instance) = instance(&edges, &kinds, &costs, &limits) else {
                return TestResult::discard();
            };
            let all = within(&instance);
            let work = Work::default();
            let mut asked = instance.clone();
            let is_right = match asked.examine(&work).expect("small") {
                InstanceAnswer::No => all.is_empty(),
                InstanceAnswer::Yes(mates) => all.contains(&mates) && within(&asked) == all,
                InstanceAnswer::Exactly(mut face) => {
                    all.contains(&mates_of(&mut face)) && within(&asked) == all
                }
            };
            let least = |budget: Budget| {
                let mut free = instance.clone();
                free.limits[budget as usize] = None;
                let sums = within(&free);
                let sums = sums.iter().map(|mates| free.sums(mates)[budget as usize]);
                sums.min() == instance.clone().minimum(budget, &work).expect("small")
            };
            TestResult::from_bool(is_right && least(Budget::Colours) && least(Budget::Places))
        }
        QuickCheck::new()
            .tests(2_000)
            .max_tests(20_000)
            .quickcheck(law as fn(Numbers) -> TestResult);
    }

    /// Sums packed into one weight would need 32 bits and more for each of seven.
    #[test]
    fn large_costs_of_every_sum_fit() {
        let kinds: Vec<usize> = (0..40).map(|v| v % 2).collect();
        let all = [
            Budget::Floats,
            Budget::FloatsAtLeast,
            Budget::HighFloats,
            Budget::HighFloatsAtLeast,
            Budget::Colours,
            Budget::RemainderColours,
            Budget::Exchanged,
        ];
        let mut instance = Instance::new(BitGraph::complete(40), &kinds, 40, |a, b| {
            let cost = if a == b { i32::MAX } else { i32::MAX - 1 };
            (all.iter()).fold(InstanceCosts::default(), |costs, budget| {
                costs.with(*budget, cost)
            })
        });
        let least = 20 * i64::from(i32::MAX - 1);
        for budget in all {
            instance.limit(budget, least);
        }
        let work = Work::default();
        let mut beyond = instance.clone();
        let found = instance.examine(&work).expect("small");
        assert!(matches!(
            found,
            InstanceAnswer::Exactly(_) | InstanceAnswer::Yes(_)
        ));
        beyond.limit(Budget::Exchanged, least - 1);
        assert!(matches!(
            beyond.examine(&work).expect("small"),
            InstanceAnswer::No
        ));
    }
}
