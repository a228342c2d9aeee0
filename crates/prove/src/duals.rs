//! Duals by the solver.

use edelweiss_matching::{Cover, Dense, Limbs, Solver, VertexId};
use edelweiss_verify::{DualStep, LiveEdges, ProofProblem, ProofQuestion, SettledMatching};
use edelweiss_weights::Packed;
use num_bigint::{BigInt, Sign};

/// Duals that answer a question of the checker; `None` where the round is not the best that there is.
///
/// Where a vertex has an edge left that would be better for the sequence, that edge is in no matching which
/// is as good in all that was proved before. It is worth a little more here, less than any
/// difference of that: the round's matching stays the best, so in the duals the edge keeps a slack
/// without the bonus, and the checker strikes it out.
pub(crate) fn find(live: &LiveEdges<'_>, question: ProofQuestion) -> Option<DualStep> {
    let (at, better) = match question {
        ProofQuestion::IsFirst(v, _) | ProofQuestion::Second(v) => (v, live.better(question, v)),
        ProofQuestion::Criteria | ProofQuestion::Exchanges => (0, Vec::new()),
    };
    let is_better = |one: usize, other: usize| one == at && better.contains(&other);
    let duals = DualQuestion {
        n: live.problem.partners().len(),
        bits: live.bits() + 2,
        worth: &|u, v| {
            let bonus = u8::from(is_better(u, v) || is_better(v, u));
            (live.has(u, v)).then(|| (live.worth(u, v) << 1u32) + bonus)
        },
    };
    Some(duals.duals()?.written())
}

/// A graph of which the best matching is wanted.
pub(crate) struct DualQuestion<'q> {
    pub(crate) n: usize,
    /// Bits of what a matching is worth.
    pub(crate) bits: u32,
    /// What an edge `u <= v` is worth, if there is one; `u == v`: what a vertex is worth that stays single.
    pub(crate) worth: &'q dyn Fn(usize, usize) -> Option<BigInt>,
}

impl DualQuestion<'_> {
    /// Duals of a best matching; `None` where there is none.
    pub(crate) fn duals(&self) -> Option<SolverDuals> {
        // Room for the duals of the solver.
        let of_duals = 2 * (usize::BITS - self.n.leading_zeros()) + 10;
        match self.bits + of_duals {
            0..=126 => self.duals_in::<i128>(),
            127..=510 => self.duals_in::<Limbs<8>>(),
            _ => self.duals_in::<BigInt>(),
        }
    }

    fn duals_in<W: Packed>(&self) -> Option<SolverDuals> {
        // A pair is worth what it has beyond two vertices that leave.
        let of_leaving: Vec<Option<W>> = (0..self.n)
            .map(|v| (self.worth)(v, v).as_ref().map(packed))
            .collect();
        let beyond = |worth: W, v: usize| match &of_leaving[v] {
            Some(leaving) => worth.minus(leaving),
            None => worth,
        };
        let graph = Dense::from_fn(self.n, |u, v| {
            let (u, v) = (u.index().min(v.index()), u.index().max(v.index()));
            let worth: W = packed(&(self.worth)(u, v)?);
            Some(beyond(beyond(worth, u), v))
        });
        let cover = |leaving: &Option<W>| match leaving {
            Some(_) => Cover::May,
            None => Cover::Must,
        };
        let covers: Vec<Cover> = of_leaving.iter().map(cover).collect();
        let mut solver = Solver::new(graph, &covers).expect("the weights were chosen wide enough");
        solver.solve().ok()?;
        let certificate = solver.certificate();
        let vertices = certificate.dual_2x.iter().zip(&of_leaving);
        let vertices = vertices.map(|(dual, leaving)| match leaving {
            Some(leaving) => unpacked(&dual.plus(leaving).plus(leaving)),
            None => unpacked(dual),
        });
        let members = certificate.members().into_iter();
        let sets = members.zip(&certificate.blossoms).map(|(set, blossom)| {
            let members = set.iter().map(|v| v.index()).collect();
            (members, unpacked(&blossom.dual_2x))
        });
        Some(SolverDuals {
            vertices: vertices.collect(),
            sets: sets.collect(),
        })
    }
}

/// Duals of vertices, and of odd sets in ascending order, doubled.
pub(crate) struct SolverDuals {
    pub(crate) vertices: Vec<BigInt>,
    pub(crate) sets: Vec<(Vec<usize>, BigInt)>,
}

impl SolverDuals {
    fn written(&self) -> DualStep {
        let is_some = |dual: &BigInt| *dual != BigInt::ZERO;
        let n = self
            .vertices
            .iter()
            .rposition(is_some)
            .map_or(0, |last| last + 1);
        let sets = self.sets.iter();
        DualStep {
            vertices: self.vertices[..n].iter().map(BigInt::to_string).collect(),
            sets: sets
                .map(|(members, dual)| (members.clone(), dual.to_string()))
                .collect(),
        }
    }
}

/// The best pairs of whoever floats with the following scoregroup, for the criterion that looks ahead.
pub(crate) fn best_following(problem: &ProofProblem<'_>) -> Vec<[u16; 2]> {
    let (n, partners) = (problem.partners.len(), &problem.partners);
    let graph = Dense::from_fn(n, |u, v| {
        let (u, v) = (u.index().min(v.index()), u.index().max(v.index()));
        let is_left = partners[u] == u && partners[v] == v && v >= problem.n_in_bracket();
        (is_left && problem.has_edge(u, v))
            .then(|| problem.cost(u, u) + problem.cost(v, v) - problem.cost(u, v))
    });
    let mut solver = Solver::new(graph, &vec![Cover::May; n]).expect("no weight is too large");
    solver.solve().expect("nobody must be paired");
    let number = |v: VertexId| problem.numbers[v.index()];
    let pairs = solver.matching();
    pairs
        .map(|(u, v)| [number(u.min(v)), number(u.max(v))])
        .collect()
}

fn packed<W: Packed>(number: &BigInt) -> W {
    let mut packed = W::zero();
    for (place, digit) in number.magnitude().iter_u64_digits().enumerate() {
        packed.deposit(64 * place as u32, digit);
    }
    if number.sign() == Sign::Minus {
        packed.negated()
    } else {
        packed
    }
}

fn unpacked<W: Packed>(number: &W) -> BigInt {
    let is_negative = *number < W::zero();
    let mut magnitude = if is_negative {
        number.negated()
    } else {
        number.clone()
    };
    let mut digits = Vec::new();
    while !magnitude.is_zero() {
        let digit = magnitude.extract(32 * digits.len() as u32, 32) as u32;
        let mut part = W::zero();
        part.deposit(32 * digits.len() as u32, u64::from(digit));
        magnitude.decrease(&part);
        digits.push(digit);
    }
    let sign = if is_negative { Sign::Minus } else { Sign::Plus };
    BigInt::from_slice(sign, &digits)
}
