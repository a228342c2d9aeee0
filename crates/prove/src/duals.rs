//! Duals by the solver.

use std::collections::BTreeMap;

use edelweiss_matching::{Cover, Dense, Limbs, Solver, VertexId};
use edelweiss_verify::{DualStep, LiveEdges, ProofProblem, ProofQuestion, SettledMatching};
use edelweiss_weights::Packed;
use fixedbitset::FixedBitSet;
use num_bigint::{BigInt, Sign};

use crate::class_duals;

/// Duals that answer a question of the checker; `None` where the round is not the best that there is. `last` are those
/// that the checker was given before, if it was given some.
///
/// Where a vertex has an edge left that would be better for the sequence, that edge is in no matching which
/// is as good in all that was proved before. It is worth a little more here, less than any
/// difference of that: the round's matching stays the best, so in the duals the edge keeps a slack
/// without the bonus, and the checker strikes it out.
pub(crate) fn find(
    live: &LiveEdges<'_>,
    question: ProofQuestion,
    last: Option<&DualStep>,
) -> Option<DualStep> {
    let (at, better) = match question {
        ProofQuestion::IsFirst(v, _) | ProofQuestion::Second(v) => (v, live.better(question, v)),
        ProofQuestion::Criteria | ProofQuestion::Exchanges => (0, Vec::new()),
    };
    let is_better = |one: usize, other: usize| one == at && better.contains(&other);
    let bonus = |u, v| u8::from(is_better(u, v) || is_better(v, u));
    let worth = |u, v| (live.worth(u, v) << 1u32) + bonus(u, v);
    if let Some(step) = class_duals::find(live, (at, &better), worth) {
        return Some(step);
    }
    if !better.is_empty()
        && let Some(step) = beyond(live, bonus, last)
    {
        return Some(step);
    }
    let duals = DualQuestion {
        n: live.problem.partners().len(),
        bits: live.bits() + 2,
        worth: &|u, v| live.has(u, v).then(|| worth(u, v)),
    };
    Some(duals.duals()?.written())
}

/// The duals of the step before with what the bonus adds: all edges that are left add up to what they are worth by these.
/// `None` where the matching at hand is not the best in that alone.
///
/// A set that has a dual is left once by every matching that is as good, so an edge that leaves it loses more than the
/// bonus.
fn beyond(
    live: &LiveEdges<'_>,
    bonus: impl Fn(usize, usize) -> u8,
    last: Option<&DualStep>,
) -> Option<DualStep> {
    const LOSS: i64 = 3;
    let partners = live.problem.partners();
    let n = partners.len();
    let last = last.cloned().unwrap_or_default();
    let number = |text: &String| text.parse::<BigInt>().expect("an integer was written");
    let mut vertices: Vec<BigInt> = last.vertices.iter().map(number).collect();
    vertices.resize(n, BigInt::ZERO);
    let mut sets: BTreeMap<Vec<usize>, BigInt> = (last.sets.iter())
        .map(|(members, dual)| (members.clone(), number(dual)))
        .collect();
    let mut around = vec![0_i64; n];
    let is_in: Vec<FixedBitSet> = (sets.keys())
        .map(|members| {
            for v in members {
                around[*v] += 1;
            }
            members.iter().copied().collect()
        })
        .collect();
    let left = |u: usize, v: usize| {
        let is_in = is_in.iter();
        let leaves = |set: &&FixedBitSet| {
            set.contains(u) && (u == v || !set.contains(v)) || set.contains(v) && !set.contains(u)
        };
        is_in.filter(leaves).count() as i64
    };
    let worth = |u: usize, v: usize| i64::from(bonus(u, v)) - LOSS * left(u, v);
    let question = DualQuestion {
        n,
        bits: 2 + usize::BITS - n.leading_zeros() + 8,
        worth: &|u, v| live.has(u, v).then(|| BigInt::from(worth(u, v))),
    };
    let found = question.duals()?;
    let of_sets = found
        .sets
        .iter()
        .map(|(members, dual)| dual * (members.len() / 2));
    let bound = found.vertices.iter().sum::<BigInt>() + of_sets.sum::<BigInt>();
    let edges = partners.iter().enumerate().filter(|(u, v)| u <= v);
    let own: i64 = edges.map(|(u, v)| worth(u, *v)).sum();
    if bound != BigInt::from(2 * own) {
        return None;
    }
    for (v, dual) in vertices.iter_mut().enumerate() {
        *dual += &found.vertices[v] + 2 * LOSS * around[v];
    }
    for dual in sets.values_mut() {
        *dual -= 4 * LOSS;
    }
    for (members, dual) in found.sets {
        *sets.entry(members).or_default() += dual;
    }
    sets.retain(|_, dual| *dual != BigInt::ZERO);
    let is_possible = sets.values().all(|dual| *dual > BigInt::ZERO);
    let sets = sets.into_iter().collect();
    is_possible.then(|| SolverDuals { vertices, sets }.written())
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
            0..=62 => self.duals_in::<i64>(),
            63..=126 => self.duals_in::<i128>(),
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
pub(crate) fn best_following(problem: &ProofProblem<'_>) -> Vec<[u32; 2]> {
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
