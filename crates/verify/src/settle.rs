//! The first of the best: question after question, with what is obvious, and duals where that does not do.

use std::collections::HashMap;

use fixedbitset::FixedBitSet;
use num_bigint::BigInt;

use crate::matched::numbered;
use crate::proof::{DualStep, number};
use crate::rejection::Rejection;
use crate::sequence::ProofQuestion;

/// A matching problem, the matching that the round makes of it, and what makes one matching better than another.
pub trait SettledMatching: std::fmt::Debug {
    /// The matching of the round, by vertex; one that stays single is its own partner.
    fn partners(&self) -> &[usize];

    /// What a vertex is called in the document.
    fn number(&self, v: usize) -> u32;

    /// Whether two vertices, `u < v`, may be matched; `u == v`: whether it may stay single.
    fn has_edge(&self, u: usize, v: usize) -> bool;

    /// The cost of an edge `u <= v` by all criteria, which is not negative.
    fn cost(&self, u: usize, v: usize) -> BigInt;

    /// By vertex, its class: what an edge costs depends on the classes of its ends, and on whether they are one vertex.
    fn classes(&self) -> Vec<u32> {
        (0..self.partners().len() as u32).collect()
    }

    /// Numbers of first vertices that make a part of the problem, such as a bracket: where such a part is odd, somebody
    /// leaves it.
    fn parts(&self) -> Vec<usize> {
        Vec::new()
    }

    /// Bits of the cost of any matching.
    fn bits(&self) -> u32;

    /// What every matching costs by the criteria at least, where that alone is asked of them: the round's need not be the
    /// best.
    fn least(&self) -> Option<BigInt> {
        None
    }

    /// What is asked, in order.
    fn questions(&self) -> Vec<ProofQuestion>;

    /// How good it is by a question about one vertex that this is matched with `u`: more is better.
    fn answer(&self, question: ProofQuestion, u: usize) -> usize;

    /// What an edge `u <= v` is worth where [`ProofQuestion::Exchanges`] is asked.
    fn exchange(&self, _u: usize, _v: usize) -> i64 {
        0
    }

    /// Bits that sums of it differ by at most.
    fn exchange_bits(&self) -> u32 {
        0
    }
}

/// So many vertices are not worth grouping.
const FEW_VERTICES: usize = 24;

/// Vertices of which debug builds compare all costs of a class.
const MOST_COMPARED: usize = 40;

/// Whether edges between the same two classes cost the same.
fn do_classes_tell_costs(problem: &dyn SettledMatching, classes: &[u32]) -> bool {
    let mut costs = HashMap::new();
    let vertices = 0..classes.len();
    let edges = vertices
        .clone()
        .flat_map(|u| (u..vertices.end).map(move |v| (u, v)));
    let mut edges = edges.filter(|(u, v)| problem.has_edge(*u, *v));
    edges.all(|(u, v)| {
        let key = (
            classes[u].min(classes[v]),
            classes[u].max(classes[v]),
            u == v,
        );
        let cost = problem.cost(u, v);
        *costs.entry(key).or_insert_with(|| cost.clone()) == cost
    })
}

/// The edges that have not been struck out. All matchings that are as good as the round's in what has
/// been asked consist of these.
#[derive(Debug)]
pub struct LiveEdges<'p> {
    /// The problem whose edges they are.
    pub problem: &'p dyn SettledMatching,
    /// Bit `v` of row `u`, and bit `u` of row `v`.
    rows: Vec<FixedBitSet>,
    /// By vertex; not asked for where there are few.
    classes: Option<Vec<u32>>,
    /// Exchanges have been asked about.
    has_exchanges: bool,
}

impl<'p> LiveEdges<'p> {
    fn new(problem: &'p dyn SettledMatching) -> Self {
        let n = problem.partners().len();
        debug_assert!(
            n > MOST_COMPARED || do_classes_tell_costs(problem, &problem.classes()),
            "{problem:?}"
        );
        let mut rows = vec![FixedBitSet::with_capacity(n); n];
        for u in 0..n {
            for v in (u..n).filter(|v| problem.has_edge(u, *v)) {
                rows[u].insert(v);
                rows[v].insert(u);
            }
        }
        Self {
            problem,
            rows,
            classes: (n > FEW_VERTICES).then(|| problem.classes()),
            has_exchanges: false,
        }
    }

    /// Whether an edge is left.
    pub fn has(&self, u: usize, v: usize) -> bool {
        self.rows[u].contains(v)
    }

    /// The edges of a vertex that are left: by another vertex, whether.
    pub fn row(&self, v: usize) -> &FixedBitSet {
        &self.rows[v]
    }

    /// By vertex, its class, where there are many vertices and as long as classes tell what an edge is worth.
    pub fn classes(&self) -> Option<&[u32]> {
        self.classes.as_deref().filter(|_| !self.has_exchanges)
    }

    /// What duals are about: what an edge `u <= v` is worth by the criteria and, once these have been asked about,
    /// by exchanges.
    pub fn worth(&self, u: usize, v: usize) -> BigInt {
        let cost = self.problem.cost(u, v);
        if !self.has_exchanges {
            return -cost;
        }
        BigInt::from(self.problem.exchange(u, v)) - (cost << self.problem.exchange_bits())
    }

    /// Bits of what a matching is worth.
    pub fn bits(&self) -> u32 {
        self.problem.bits() + self.problem.exchange_bits()
    }

    /// With whom a vertex would be matched better than with its partner, by a question about it.
    pub fn better(&self, question: ProofQuestion, v: usize) -> Vec<usize> {
        let answer = |u| self.problem.answer(question, u);
        let own = answer(self.problem.partners()[v]);
        self.rows[v].ones().filter(|u| answer(*u) > own).collect()
    }

    /// Strikes out the edges of a vertex but those to keep.
    fn keep(&mut self, v: usize, is_kept: impl Fn(usize) -> bool) {
        for u in self.rows[v]
            .ones()
            .filter(|u| !is_kept(*u))
            .collect::<Vec<_>>()
        {
            self.rows[u].remove(v);
            self.rows[v].remove(u);
        }
    }

    /// Leaves a vertex those edges that are as good as the round's. If that is one, its other end has no others
    /// either.
    ///
    /// # Errors
    /// Where it has a better one.
    fn settle(&mut self, question: ProofQuestion, v: usize) -> Result<(), Rejection> {
        let (partner, name) = (self.problem.partners()[v], self.problem.number(v));
        if !self.better(question, v).is_empty() {
            return Err(Rejection::new(format!("{name} may have a better opponent")));
        }
        let problem = self.problem;
        let own = problem.answer(question, partner);
        self.keep(v, |u| problem.answer(question, u) == own);
        if self.rows[v].count_ones(..) == 1 {
            self.keep(partner, |u| u == v);
        }
        Ok(())
    }

    /// Checks that the duals show the matching of the round to be the best among the edges left, and strikes
    /// out the edges that are in no matching as good: those where the duals add up to more than they are worth.
    /// Where the problem is about [the least](SettledMatching::least), that every matching costs as much.
    ///
    /// # Errors
    /// When they do not show it.
    fn apply(&mut self, duals: &DualStep) -> Result<(), Rejection> {
        let n = self.rows.len();
        let vertices = duals.vertices.iter().map(|dual| number(dual));
        let mut vertices: Vec<BigInt> = vertices.collect::<Result<_, _>>()?;
        if vertices.len() > n || duals.sets.len() > n {
            return Err(Rejection::new("there are more duals than vertices"));
        }
        // More than which no matching is worth: a set has at most half as many pairs as members.
        let mut bound: BigInt = vertices.iter().sum();
        vertices.resize(n, BigInt::ZERO);
        // By vertex the places of its sets, not their duals: these may be long, and a set may have everybody.
        let mut sets_of = vec![Vec::new(); n];
        let mut set_duals = Vec::with_capacity(duals.sets.len());
        for (set, (members, dual)) in duals.sets.iter().enumerate() {
            let dual = number(dual)?;
            let is_odd = members.len() % 2 == 1 && members.is_sorted_by(|a, b| a < b);
            if !is_odd || members.last() >= Some(&n) || dual <= BigInt::ZERO {
                let reason = "a set is not odd, or its dual is not positive";
                return Err(Rejection::new(reason));
            }
            bound += &dual * (members.len() / 2);
            for v in members {
                sets_of[*v].push(set);
            }
            set_duals.push(dual);
        }
        self.must_be_the_best(&bound)?;
        let duals = ReadDuals {
            vertices,
            sets_of,
            set_duals,
        };
        self.keep_tight(&duals)
    }

    /// Whether duals with this sum, four times each, show what is asked.
    fn must_be_the_best(&self, bound: &BigInt) -> Result<(), Rejection> {
        let why = if let Some(least) = self.problem.least() {
            // Costs are integers: a matching that costs less costs one less at least, and is worth that much.
            let of_less: BigInt = (1 - least) << 2;
            (*bound >= of_less).then_some("the duals leave room for lower costs")
        } else {
            let matching = self.problem.partners().iter().enumerate();
            let matching = matching.filter(|(u, v)| u <= v);
            let worth: BigInt = matching.map(|(u, v)| self.worth(u, *v) << 2).sum();
            (*bound != worth).then_some("the duals do not add up to what the pairing is worth")
        };
        why.map_or(Ok(()), |why| Err(Rejection::new(why)))
    }

    /// Strikes out the edges whose duals add up to more than they are worth.
    ///
    /// Vertices of one class, one dual and the same sets have the same slack to every other: one edge between two such
    /// groups speaks for all.
    ///
    /// # Errors
    /// An edge whose duals add up to less.
    fn keep_tight(&mut self, duals: &ReadDuals) -> Result<(), Rejection> {
        let n = self.rows.len();
        let group_of = self.groups(duals);
        let n_groups = group_of.iter().max().map_or(0, |last| last + 1);
        let mut members = vec![FixedBitSet::with_capacity(n); n_groups];
        for (v, group) in group_of.iter().enumerate() {
            members[*group].insert(v);
        }
        let mut tight = vec![FixedBitSet::with_capacity(n); members.len()];
        let mut is_asked_by = vec![usize::MAX; members.len()];
        for (group, own) in members.iter().enumerate() {
            for u in own.ones() {
                for v in self.rows[u].ones().filter(|v| *v != u) {
                    let other = group_of[v];
                    if other < group || std::mem::replace(&mut is_asked_by[other], group) == group {
                        continue;
                    }
                    let slack = duals.sum(u, v) - (self.worth(u.min(v), u.max(v)) << 2);
                    if slack < BigInt::ZERO {
                        return Err(self.worth_more(u.min(v), u.max(v)));
                    }
                    if slack == BigInt::ZERO {
                        tight[group].union_with(&members[other]);
                        tight[other].union_with(own);
                    }
                }
            }
        }
        let mut leaving: Vec<Option<bool>> = vec![None; members.len()];
        for u in 0..n {
            let group = group_of[u];
            let may_leave = self.rows[u].contains(u);
            if may_leave && leaving[group].is_none() {
                let slack = &duals.vertices[u] - (self.worth(u, u) << 2);
                if slack < BigInt::ZERO {
                    return Err(self.worth_more(u, u));
                }
                leaving[group] = Some(slack == BigInt::ZERO);
            }
            let row = &mut self.rows[u];
            row.intersect_with(&tight[group]);
            row.set(u, may_leave && leaving[group] == Some(true));
        }
        Ok(())
    }

    /// By vertex, the number of its group: of one class and one dual, and in the same sets. Each its own where classes do
    /// not tell.
    fn groups(&self, duals: &ReadDuals) -> Vec<usize> {
        let Some(classes) = self.classes() else {
            return (0..self.rows.len()).collect();
        };
        let of_duals = duals.vertices.iter().zip(&duals.sets_of);
        let numbers = numbered(classes.iter().zip(of_duals));
        numbers.into_iter().map(|number| number as usize).collect()
    }

    fn worth_more(&self, u: usize, v: usize) -> Rejection {
        let [u, v] = [u, v].map(|v| self.problem.number(v));
        Rejection::new(format!("{u} and {v} would be worth more than their duals"))
    }
}

/// Duals, four times each.
struct ReadDuals {
    /// By vertex.
    vertices: Vec<BigInt>,
    /// By vertex, the numbers of the sets that it is in.
    sets_of: Vec<Vec<usize>>,
    /// By set.
    set_duals: Vec<BigInt>,
}

impl ReadDuals {
    /// What the duals of two vertices add up to, with those of the sets that both are in.
    fn sum(&self, u: usize, v: usize) -> BigInt {
        let shared = self.sets_of[u]
            .iter()
            .filter(|set| self.sets_of[v].contains(set));
        let of_sets: BigInt = shared.map(|set| &self.set_duals[*set]).sum();
        &self.vertices[u] + &self.vertices[v] + of_sets
    }
}

/// Checks that the round's pairs of a bracket are the first of the best. Where what is obvious does not do, `supply`
/// is asked for duals.
///
/// # Errors
/// When there are none, or they do not show it.
pub fn settle(
    problem: &dyn SettledMatching,
    mut supply: impl FnMut(&LiveEdges<'_>, ProofQuestion) -> Option<DualStep>,
) -> Result<(), Rejection> {
    let mut live = LiveEdges::new(problem);
    let mut n_steps = 0;
    for question in problem.questions() {
        live.has_exchanges |= question == ProofQuestion::Exchanges;
        let obvious = match question {
            // No cost is negative.
            ProofQuestion::Criteria => live.apply(&DualStep::default()),
            ProofQuestion::Exchanges => Err(Rejection::new("the exchange has no duals")),
            ProofQuestion::IsFirst(v, _) | ProofQuestion::Second(v) => live.settle(question, v),
        };
        let Err(why) = obvious else { continue };
        n_steps += 1;
        let at_step = |rejection: Rejection| rejection.at(&format!("step {n_steps}"));
        let duals = supply(&live, question).ok_or(why).map_err(at_step)?;
        live.apply(&duals).map_err(at_step)?;
        if let ProofQuestion::IsFirst(v, _) | ProofQuestion::Second(v) = question {
            live.settle(question, v).map_err(at_step)?;
        }
    }
    Ok(())
}
