//! The first of the best: question after question, with what is obvious, and duals where that does not do.

use fixedbitset::FixedBitSet;
use num_bigint::BigInt;

use crate::proof::{DualStep, number};
use crate::rejection::Rejection;
use crate::sequence::ProofQuestion;

/// A matching problem, the matching that the round makes of it, and what makes one matching better than another.
pub trait SettledMatching: std::fmt::Debug {
    /// The matching of the round, by vertex; one that stays single is its own partner.
    fn partners(&self) -> &[usize];

    /// What a vertex is called in the document.
    fn number(&self, v: usize) -> u16;

    /// Whether two vertices, `u < v`, may be matched; `u == v`: whether it may stay single.
    fn has_edge(&self, u: usize, v: usize) -> bool;

    /// The cost of an edge `u <= v` by all criteria, which is not negative.
    fn cost(&self, u: usize, v: usize) -> BigInt;

    /// Bits of the cost of any matching.
    fn bits(&self) -> u32;

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

/// The edges that have not been struck out. All matchings that are as good as the round's in what has
/// been asked consist of these.
#[derive(Debug)]
pub struct LiveEdges<'p> {
    /// The problem whose edges they are.
    pub problem: &'p dyn SettledMatching,
    /// Bit `v` of row `u`, and bit `u` of row `v`.
    rows: Vec<FixedBitSet>,
    /// Exchanges have been asked about.
    has_exchanges: bool,
}

impl<'p> LiveEdges<'p> {
    fn new(problem: &'p dyn SettledMatching) -> Self {
        let n = problem.partners().len();
        let row = |u: usize| {
            let mut row = FixedBitSet::with_capacity(n);
            row.extend((0..n).filter(|v| problem.has_edge(u.min(*v), u.max(*v))));
            row
        };
        Self {
            problem,
            rows: (0..n).map(row).collect(),
            has_exchanges: false,
        }
    }

    /// Whether an edge is left.
    pub fn has(&self, u: usize, v: usize) -> bool {
        self.rows[u].contains(v)
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
    ///
    /// # Errors
    /// When they do not show it.
    fn apply(&mut self, duals: &DualStep) -> Result<(), Rejection> {
        let (n, problem) = (self.rows.len(), self.problem);
        let worth = |u, v| self.worth(u, v) << 2;
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
        let matching = problem
            .partners()
            .iter()
            .enumerate()
            .filter(|(u, v)| u <= v);
        if bound != matching.map(|(u, v)| worth(u, *v)).sum() {
            return Err(Rejection::new(
                "the duals do not add up to what the pairing is worth",
            ));
        }
        let mut tight = vec![FixedBitSet::with_capacity(n); n];
        for u in 0..n {
            for v in self.rows[u].ones().filter(|v| *v >= u) {
                let mut slack = &vertices[u] - worth(u, v);
                if u < v {
                    slack += &vertices[v];
                    let both = sets_of[u]
                        .iter()
                        .filter(|set| duals.sets[**set].0.binary_search(&v).is_ok());
                    both.for_each(|set| slack += &set_duals[*set]);
                }
                if slack < BigInt::ZERO {
                    let [u, v] = [u, v].map(|v| problem.number(v));
                    let reason = format!("{u} and {v} would be worth more than their duals");
                    return Err(Rejection::new(reason));
                }
                if slack == BigInt::ZERO {
                    tight[u].insert(v);
                    tight[v].insert(u);
                }
            }
        }
        self.rows = tight;
        Ok(())
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
