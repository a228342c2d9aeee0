//! Which pairs are in no matching as good as the round's, by duals.

use num_bigint::BigInt;

use crate::duals::{DualsIn, ProofNumber, StepDuals};
use crate::problem::{ProofProblem, VertexPartner};
use crate::rejection::Rejection;
use crate::remainder::ProofRemainder;

/// What a step's duals are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepObjective {
    /// The criteria.
    Criteria,
    /// The criteria, then which players of the remainder are exchanged, by 4.3.2(1) and (2).
    Exchanges,
}

impl StepObjective {
    /// Bits behind the criteria.
    pub fn bits(self, remainder: &ProofRemainder) -> u32 {
        match self {
            Self::Criteria => 0,
            Self::Exchanges => remainder.exchange_bits(),
        }
    }

    /// What an edge `u < v` is worth, not doubled: the less it costs the more.
    pub fn of_edge<N: ProofNumber>(
        self,
        problem: &ProofProblem<'_>,
        remainder: &ProofRemainder,
        u: usize,
        v: usize,
    ) -> N {
        let mut worth = N::from(0);
        if self == Self::Exchanges {
            worth += &N::from(remainder.exchange_worth(u, v));
        }
        worth -= &(problem.cost::<N>(u, v) << self.bits(remainder));
        worth
    }

    /// As [`Self::of_edge`], of leaving downwards.
    pub fn of_leaving<N: ProofNumber>(
        self,
        problem: &ProofProblem<'_>,
        remainder: &ProofRemainder,
        v: usize,
    ) -> N {
        let mut worth = N::from(0);
        worth -= &(problem.cost_of_leaving::<N>(v) << self.bits(remainder));
        worth
    }
}

/// The edges that have not been struck out. All matchings that are as good as the round's in what has
/// been proved consist of these.
#[derive(Clone, Debug)]
pub struct LiveEdges {
    n: usize,
    words: usize,
    /// Bit `v` of row `u`, and bit `u` of row `v`.
    rows: Vec<u64>,
    may_leave: Vec<bool>,
}

impl LiveEdges {
    /// All edges of the problem.
    pub fn new(problem: &ProofProblem<'_>) -> Self {
        let n = problem.n_vertices();
        let words = n.div_ceil(64);
        let mut live = Self {
            n,
            words,
            rows: vec![0; n * words],
            may_leave: (0..n).map(|v| problem.may_leave(v)).collect(),
        };
        for u in 0..n {
            for v in u + 1..n {
                if problem.has_edge(u, v) {
                    live.rows[u * words + v / 64] |= 1 << (v % 64);
                    live.rows[v * words + u / 64] |= 1 << (u % 64);
                }
            }
        }
        live
    }

    /// Whether an edge is left.
    pub fn has(&self, u: usize, v: usize) -> bool {
        self.rows[u * self.words + v / 64] >> (v % 64) & 1 == 1
    }

    /// Whether a vertex may still leave.
    pub fn may_leave(&self, v: usize) -> bool {
        self.may_leave[v]
    }

    /// The vertices that one is still joined to, in ascending order.
    pub fn neighbours(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        let row = &self.rows[v * self.words..][..self.words];
        row.iter().enumerate().flat_map(|(place, word)| {
            let mut word = *word;
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(place * 64 + bit)
            })
        })
    }

    /// Strikes an edge out.
    pub(crate) fn strike(&mut self, u: usize, v: usize) {
        self.rows[u * self.words + v / 64] &= !(1 << (v % 64));
        self.rows[v * self.words + u / 64] &= !(1 << (u % 64));
    }

    pub(crate) fn strike_leaving(&mut self, v: usize) {
        self.may_leave[v] = false;
    }

    /// Checks that the duals show the matching of the round to be the best among the edges left, and strikes
    /// out the edges that are in no matching as good.
    ///
    /// # Errors
    /// When they do not show it.
    pub(crate) fn apply(
        &mut self,
        problem: &ProofProblem<'_>,
        remainder: &ProofRemainder,
        objective: StepObjective,
        duals: &StepDuals,
    ) -> Result<(), Rejection> {
        // Sums of two duals, of as many sets as have two vertices in common, and of weights.
        let most = (duals
            .vertices
            .iter()
            .chain(duals.sets.iter().map(|(_, dual)| dual)))
        .map(BigInt::bits)
        .max();
        let bits = problem.bits() + objective.bits(remainder) + 2;
        if most.unwrap_or(0) < 96 && bits < 96 {
            self.apply_in::<i128>(problem, remainder, objective, duals)
        } else {
            self.apply_in::<BigInt>(problem, remainder, objective, duals)
        }
    }

    fn apply_in<N: ProofNumber>(
        &mut self,
        problem: &ProofProblem<'_>,
        remainder: &ProofRemainder,
        objective: StepObjective,
        duals: &StepDuals,
    ) -> Result<(), Rejection> {
        let duals = DualsIn::<N>::new(self.n, duals)?;
        let worth = |u: usize, v: usize| objective.of_edge::<N>(problem, remainder, u, v) << 2;
        let leaving = |v: usize| objective.of_leaving::<N>(problem, remainder, v) << 2;
        let mut over = duals.total();
        for (v, partner) in problem.partners().iter().enumerate() {
            match *partner {
                VertexPartner::Leaves => over -= &leaving(v),
                VertexPartner::Vertex(u) if v < u => over -= &worth(v, u),
                VertexPartner::Vertex(_) => {}
            }
        }
        let zero = N::from(0);
        if over != zero {
            return Err(Rejection::new(
                "the duals do not add up to what the pairing is worth",
            ));
        }
        for u in 0..self.n {
            if self.may_leave[u] {
                let mut slack = duals.of_vertex[u].clone();
                slack -= &leaving(u);
                if slack < zero {
                    let reason = format!("leaving has a negative slack at vertex {u}");
                    return Err(Rejection::new(reason));
                }
                self.may_leave[u] = slack == zero;
            }
            let later: Vec<usize> = self.neighbours(u).filter(|v| *v > u).collect();
            for v in later {
                let mut slack = duals.over_edge(u, v);
                slack -= &worth(u, v);
                if slack < zero {
                    return Err(Rejection::new(format!("edge {u}-{v} has a negative slack")));
                }
                if slack > zero {
                    self.strike(u, v);
                }
            }
        }
        Ok(())
    }
}
