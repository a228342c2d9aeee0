//! Decisions: is there an arrangement within all limits, and does it stay possible with this pair?
//!
//! Wherever the text says "apply the next ... until p pairings comply", the engine asks instead
//! whether any arrangement complies, and then fixes the sequence place by place, asking again
//! before each place. A question is a perfect matching under a few limits on sums of edge costs.
//!
//! # Method
//! The costs are packed into one weight in the order of [`Budget`], and one weighted matching gives
//! the lexicographic minimum. Nearly always that settles the question: either every sum equals its
//! limit, and then the arrangements within the limits are exactly the optimal matchings, which the
//! solver can be asked about one by one ([`Solver::try_force`]); or a sum that comes after exact
//! ones exceeds its limit, and then nothing complies. In what is left (several loose limits at
//! once) Lagrangian bounds prove infeasibility, and where they leave a gap an edge is branched on.
//! That search is exact. Its worst case is exponential in theory; no polynomial method is known
//! for matchings under two limits at once.

use edelweiss_matching::{Cover, Dense, Solver, VertexId};

/// The sums that can be limited, in the order in which they are packed.
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
    /// The place of the exchange in D.2: players exchanged first, then the difference.
    Exchange,
}

const N_BUDGETS: usize = 7;

/// What an edge adds to each sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Costs([i32; N_BUDGETS]);

impl Costs {
    pub(super) fn with(mut self, budget: Budget, cost: i32) -> Self {
        self.0[budget as usize] += cost;
        self
    }
}

/// A graph all of whose vertices are to be matched, with costs and limits.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    n: usize,
    /// Row-major, `n * n`, symmetric.
    edges: Vec<Option<Costs>>,
    limits: [Option<i64>; N_BUDGETS],
}

type Mates = Vec<usize>;

impl Instance {
    pub(super) fn new(n: usize) -> Self {
        Self {
            n,
            edges: vec![None; n * n],
            limits: [None; N_BUDGETS],
        }
    }

    /// Adds an edge.
    pub(super) fn join(&mut self, u: usize, v: usize, costs: Costs) {
        self.edges[u * self.n + v] = Some(costs);
        self.edges[v * self.n + u] = Some(costs);
    }

    pub(super) fn limit(&mut self, budget: Budget, limit: i64) {
        self.limits[budget as usize] = Some(limit);
    }

    pub(super) fn unlimit(&mut self, budget: Budget) {
        self.limits[budget as usize] = None;
    }

    fn remove(&mut self, u: usize, v: usize) {
        self.edges[u * self.n + v] = None;
        self.edges[v * self.n + u] = None;
    }

    fn keep_only(&mut self, v: usize, keep: &dyn Fn(usize) -> bool) {
        for u in 0..self.n {
            if !keep(u) {
                self.remove(u, v);
            }
        }
    }

    fn force(&mut self, u: usize, v: usize) {
        self.keep_only(u, &|w| w == v);
        self.keep_only(v, &|w| w == u);
    }

    fn edge(&self, u: usize, v: usize) -> Option<Costs> {
        self.edges[u * self.n + v]
    }

    /// Drops limits that cannot bind, and edges that break a limit alone.
    fn simplify(&mut self) {
        for budget in 0..N_BUDGETS {
            let Some(limit) = self.limits[budget] else {
                continue;
            };
            let costs = || self.edges.iter().flatten().map(|costs| costs.0[budget]);
            if costs().all(|cost| cost >= 0) {
                for edge in &mut self.edges {
                    if edge.is_some_and(|costs| i64::from(costs.0[budget]) > limit) {
                        *edge = None;
                    }
                }
            }
            let dearest: i64 = (0..self.n)
                .filter_map(|v| self.dearest(v, budget))
                .map(i64::from)
                .sum();
            if dearest <= 2 * limit {
                self.limits[budget] = None;
            }
        }
    }

    fn dearest(&self, v: usize, budget: usize) -> Option<i32> {
        (self.edges[v * self.n..(v + 1) * self.n].iter().flatten())
            .map(|costs| costs.0[budget])
            .max()
    }

    fn limited(&self) -> Vec<usize> {
        (0..N_BUDGETS)
            .filter(|budget| self.limits[*budget].is_some())
            .collect()
    }

    /// The sums of a matching.
    fn totals(&self, mates: &[usize]) -> [i64; N_BUDGETS] {
        let mut totals = [0; N_BUDGETS];
        for (u, &v) in mates.iter().enumerate() {
            if let Some(costs) = self.edge(u, v).filter(|_| u < v) {
                for (total, cost) in totals.iter_mut().zip(costs.0) {
                    *total += i64::from(cost);
                }
            }
        }
        totals
    }

    fn within_limits(&self, totals: &[i64; N_BUDGETS]) -> bool {
        (totals.iter().zip(self.limits)).all(|(total, limit)| limit.is_none_or(|l| *total <= l))
    }

    /// A solver for the smallest sum of `multiplier · cost`, solved; `None` without any matching.
    fn cheapest(&self, multipliers: &[i128; N_BUDGETS]) -> Option<Solver<i128>> {
        let graph = Dense::from_fn(self.n, |u, v| {
            let costs = self.edge(u.index(), v.index())?;
            let sum = (costs.0.iter().zip(multipliers))
                .map(|(cost, multiplier)| i128::from(*cost) * multiplier)
                .sum::<i128>();
            Some(-sum)
        });
        let mut solver = Solver::new(graph, &vec![Cover::Must; self.n])
            .expect("sums of small costs leave an i128 its headroom");
        solver.solve().is_ok().then_some(solver)
    }

    /// Multipliers under which the sums of `order` compare one after the other.
    fn lexicographic(&self, order: &[usize]) -> [i128; N_BUDGETS] {
        let mut multipliers = [0; N_BUDGETS];
        let mut scale: i128 = 1;
        for &budget in order.iter().rev() {
            multipliers[budget] = scale;
            let largest = (self.edges.iter().flatten())
                .map(|costs| i128::from(costs.0[budget].abs()))
                .max();
            scale *= 2 * (self.n as i128) * largest.unwrap_or(0) + 1;
        }
        multipliers
    }

    fn mates(&self, solver: &Solver<i128>) -> Mates {
        (0..self.n)
            .map(|v| solver.mate(VertexId::new(v)).map_or(v, VertexId::index))
            .collect()
    }

    /// Whether any matching keeps all limits.
    fn examine(&self) -> Answer {
        let mut instance = self.clone();
        instance.simplify();
        let order = instance.limited();
        let Some(solver) = instance.cheapest(&instance.lexicographic(&order)) else {
            return Answer::No;
        };
        let mates = instance.mates(&solver);
        let totals = instance.totals(&mates);
        let first_inexact = order
            .iter()
            .find(|budget| instance.limits[**budget] != Some(totals[**budget]));
        match first_inexact {
            None => Answer::Exactly(Box::new(solver)),
            Some(&budget)
                if instance.limits[budget].is_some_and(|limit| totals[budget] > limit) =>
            {
                Answer::No
            }
            Some(_) if instance.within_limits(&totals) => Answer::Yes(mates),
            Some(_) => instance.search(&order).map_or(Answer::No, Answer::Yes),
        }
    }

    /// Lagrangian bounds first, branching on an edge where they leave a gap.
    fn search(&self, order: &[usize]) -> Option<Mates> {
        const STEPS: usize = 24;
        let mut multipliers = [0_i128; N_BUDGETS];
        for &budget in order {
            // Each sum on its own, so that a single limit out of reach ends the search at once.
            let mut alone = [0; N_BUDGETS];
            alone[budget] = 1;
            let mates = self.mates(&self.cheapest(&alone)?);
            let totals = self.totals(&mates);
            if self.within_limits(&totals) {
                return Some(mates);
            }
            if self.limits[budget].is_some_and(|limit| totals[budget] > limit) {
                return None;
            }
            multipliers[budget] = 1024;
        }
        let mut last = None;
        for step in 1..=STEPS {
            let mates = self.mates(&self.cheapest(&multipliers)?);
            let totals = self.totals(&mates);
            if self.within_limits(&totals) {
                return Some(mates);
            }
            let excess = |budget: &usize| {
                i128::from(totals[*budget]) - i128::from(self.limits[*budget].unwrap_or(0))
            };
            if (order.iter())
                .map(|b| multipliers[*b] * excess(b))
                .sum::<i128>()
                > 0
            {
                return None;
            }
            for budget in order {
                let change = excess(budget) * 1024 / step as i128;
                multipliers[*budget] = (multipliers[*budget] + change).max(0);
            }
            last = Some((mates, totals));
        }
        let (mates, totals) = last?;
        let broken = *(order.iter())
            .find(|budget| self.limits[**budget].is_some_and(|limit| totals[**budget] > limit))?;
        // An edge that has alternatives and adds to the broken sum; else any that has alternatives.
        let has_choice = |v: usize| (0..self.n).filter(|u| self.edge(v, *u).is_some()).count() > 1;
        let branch = (0..self.n)
            .filter(|u| *u < mates[*u] && has_choice(*u))
            .max_by_key(|u| self.edge(*u, mates[*u]).map(|costs| costs.0[broken]))?;
        let mut without = self.clone();
        without.remove(branch, mates[branch]);
        if let Some(found) = without.search(order) {
            return Some(found);
        }
        let mut with = self.clone();
        with.force(branch, mates[branch]);
        with.search(order)
    }

    /// The smallest sum of `budget` among the matchings that keep the other limits.
    pub(super) fn minimum(&self, budget: Budget) -> Option<i64> {
        let mut free = self.clone();
        free.unlimit(budget);
        free.simplify();
        let budget = budget as usize;
        let mut order = free.limited();
        order.push(budget);
        let after = free.cheapest(&free.lexicographic(&order))?;
        let totals = free.totals(&free.mates(&after));
        let others_exact =
            (free.limited().iter()).all(|other| free.limits[*other] == Some(totals[*other]));
        if others_exact {
            return Some(totals[budget]);
        }
        order.rotate_right(1);
        let before = free.cheapest(&free.lexicographic(&order))?;
        let least = free.totals(&free.mates(&before));
        if free.within_limits(&least) {
            return Some(least[budget]);
        }
        let witness = match free.examine() {
            Answer::No => return None,
            Answer::Yes(mates) => free.totals(&mates)[budget],
            Answer::Exactly(solver) => free.totals(&free.mates(&solver))[budget],
        };
        let (mut low, mut high) = (least[budget], witness);
        while low < high {
            let middle = low + (high - low).div_euclid(2);
            free.limits[budget] = Some(middle);
            if matches!(free.examine(), Answer::No) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Some(low)
    }
}

/// What [`Instance::examine`] finds.
enum Answer {
    No,
    /// An arrangement within the limits.
    Yes(Mates),
    /// The arrangements within the limits are the optimal matchings of this solver.
    Exactly(Box<Solver<i128>>),
}

/// One instance of which some arrangement is within the limits.
#[derive(Debug)]
enum Choice {
    Exactly(Box<Solver<i128>>),
    Loosely(Box<Instance>, Mates),
}

impl Choice {
    fn new(instance: Instance) -> Option<Self> {
        match instance.examine() {
            Answer::No => None,
            Answer::Exactly(solver) => Some(Self::Exactly(solver)),
            Answer::Yes(mates) => Some(Self::Loosely(Box::new(instance), mates)),
        }
    }

    /// Whether an arrangement remains if `v` is matched to a vertex that satisfies `keep`.
    /// If so, that is kept.
    fn try_restrict(&mut self, v: usize, keep: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Self::Exactly(solver) => {
                solver.try_restrict(VertexId::new(v), |u| keep(u.index()), Cover::Must)
            }
            Self::Loosely(instance, mates) => {
                let mut restricted = instance.clone();
                restricted.keep_only(v, keep);
                if keep(mates[v]) {
                    *instance = restricted;
                    return true;
                }
                let Some(choice) = Self::new(*restricted) else {
                    return false;
                };
                *self = choice;
                true
            }
        }
    }

    fn mate(&self, v: usize) -> usize {
        match self {
            Self::Exactly(solver) => solver.mate(VertexId::new(v)).map_or(v, VertexId::index),
            Self::Loosely(_, mates) => mates[v],
        }
    }
}

/// Several instances over the same vertices: an arrangement of any of them will do.
#[derive(Debug)]
pub(super) struct Choices(Vec<Choice>);

impl Choices {
    /// `None` if no instance has an arrangement within its limits.
    pub(super) fn new(instances: Vec<Instance>) -> Option<Self> {
        let choices: Vec<Choice> = instances.into_iter().filter_map(Choice::new).collect();
        (!choices.is_empty()).then_some(Self(choices))
    }

    /// The arrangements with the smallest sum of `budget`.
    pub(super) fn cheapest(mut instances: Vec<Instance>, budget: Budget) -> Option<Self> {
        let least = (instances.iter())
            .filter_map(|instance| instance.minimum(budget))
            .min()?;
        for instance in &mut instances {
            instance.limit(budget, least);
        }
        Self::new(instances)
    }

    /// Whether an arrangement remains if `v` is matched to a vertex that satisfies `keep`.
    /// If so, that is kept.
    pub(super) fn try_restrict(&mut self, v: usize, keep: &dyn Fn(usize) -> bool) -> bool {
        let mut kept: Vec<bool> = Vec::with_capacity(self.0.len());
        for choice in &mut self.0 {
            kept.push(choice.try_restrict(v, keep));
        }
        if !kept.contains(&true) {
            return false;
        }
        let mut kept = kept.into_iter();
        self.0.retain(|_| kept.next() == Some(true));
        true
    }

    /// Matches `u` to the first of `candidates` that leaves an arrangement, for good.
    pub(super) fn match_first(
        &mut self,
        u: usize,
        candidates: impl IntoIterator<Item = usize>,
    ) -> Option<usize> {
        candidates
            .into_iter()
            .find(|&v| self.try_restrict(u, &|w| w == v))
    }

    /// The mate of `v` in some arrangement that remains.
    pub(super) fn mate(&self, v: usize) -> usize {
        self.0[0].mate(v)
    }
}
