//! Duals by the solver.

use edelweiss_matching::{Cover, Dense, Limbs, Solver, VertexId};
use edelweiss_model::PlayerId;
use edelweiss_verify::{ProofProblem, SettledSoFar, StepDuals, Stuck, VertexPartner};
use edelweiss_weights::Packed;
use num_bigint::{BigInt, Sign};

/// Duals of the step that the checker asks for: `None` where the round is not the best that there is.
///
/// Where a vertex has an edge left that would be better for the sequence, that edge is in no matching which
/// is as good in all that was proved before. It is worth a little more here, less than any
/// difference of that: the round's matching stays the best, so in the duals the edge keeps a slack
/// without the bonus, and the checker strikes it out.
pub(crate) fn find(so_far: &SettledSoFar<'_>, stuck: Stuck) -> Option<StepDuals> {
    let SettledSoFar {
        problem,
        remainder,
        live,
        objective,
    } = *so_far;
    let (at, better, leaving) = match stuck {
        Stuck::Field(field) => {
            let (edges, leaving) = remainder.better(problem, live, field);
            (Some(field.vertex()), edges, leaving)
        }
        Stuck::Criteria | Stuck::Exchanges => (None, Vec::new(), false),
    };
    let is_better = |one: usize, other: usize| at == Some(one) && better.contains(&other);
    let twice =
        |worth: BigInt, has_bonus: bool| (worth << 1u32) + BigInt::from(u8::from(has_bonus));
    DualQuestion {
        n: problem.n_vertices(),
        bits: problem.bits() + objective.bits(remainder) + 2,
        of_edge: &|u, v| {
            live.has(u, v).then(|| {
                let worth = objective.of_edge(problem, remainder, u, v);
                twice(worth, is_better(u, v) || is_better(v, u))
            })
        },
        of_leaving: &|v| {
            live.may_leave(v).then(|| {
                let worth = objective.of_leaving(problem, remainder, v);
                twice(worth, leaving && at == Some(v))
            })
        },
    }
    .duals()
}

/// A graph of which the best matching is wanted.
pub(crate) struct DualQuestion<'q> {
    pub(crate) n: usize,
    /// Bits of what a matching is worth.
    pub(crate) bits: u32,
    /// What an edge `u < v` is worth, if there is one.
    pub(crate) of_edge: &'q dyn Fn(usize, usize) -> Option<BigInt>,
    /// What a vertex is worth that stays single, if it may.
    pub(crate) of_leaving: &'q dyn Fn(usize) -> Option<BigInt>,
}

impl DualQuestion<'_> {
    /// Duals of a best matching, doubled; `None` where there is none.
    pub(crate) fn duals(&self) -> Option<StepDuals> {
        // Room for the duals of the solver.
        let of_duals = 2 * (usize::BITS - self.n.leading_zeros()) + 10;
        match self.bits + of_duals {
            0..=126 => self.duals_in::<i128>(),
            127..=254 => self.duals_in::<Limbs<4>>(),
            255..=510 => self.duals_in::<Limbs<8>>(),
            511..=1022 => self.duals_in::<Limbs<16>>(),
            1023..=2046 => self.duals_in::<Limbs<32>>(),
            _ => self.duals_in::<BigInt>(),
        }
    }

    fn duals_in<W: Packed>(&self) -> Option<StepDuals> {
        // A pair is worth what it has beyond two vertices that leave.
        let of_leaving: Vec<Option<W>> = (0..self.n)
            .map(|v| (self.of_leaving)(v).as_ref().map(packed))
            .collect();
        let beyond = |worth: W, v: usize| match &of_leaving[v] {
            Some(leaving) => worth.minus(leaving),
            None => worth,
        };
        let graph = Dense::from_fn(self.n, |u, v| {
            let (u, v) = (u.index().min(v.index()), u.index().max(v.index()));
            let worth: W = packed(&(self.of_edge)(u, v)?);
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
        let sets = members
            .zip(&certificate.blossoms)
            .map(|(members, blossom)| {
                let members = members.iter().map(|v| v.index());
                (members.collect(), unpacked(&blossom.dual_2x))
            });
        Some(StepDuals {
            vertices: vertices.collect(),
            sets: sets.collect(),
        })
    }
}

/// The best pairs of whoever floats with the following scoregroup, for the criterion that looks ahead.
pub(crate) fn best_following(problem: &ProofProblem<'_>) -> Vec<(PlayerId, PlayerId)> {
    let n = problem.n_vertices();
    let [n_mdps, n_residents] = problem.n_in_bracket();
    // In the round as it is claimed so far, whoever is not paired in the bracket has no partner but the seat.
    let is_left = |v: usize| match problem.partners()[v] {
        VertexPartner::Leaves => true,
        VertexPartner::Vertex(u) => problem.vertices()[u].player.is_none(),
    };
    let graph = Dense::from_fn(n, |u, v| {
        let (u, v) = (u.index().min(v.index()), u.index().max(v.index()));
        let is_following = v >= n_mdps + n_residents && problem.vertices()[v].player.is_some();
        if !is_left(u) || !is_left(v) || !is_following || !problem.has_edge(u, v) {
            return None;
        }
        let mut worth = problem.cost_of_leaving::<BigInt>(u);
        worth += problem.cost_of_leaving::<BigInt>(v);
        Some(worth - problem.cost::<BigInt>(u, v))
    });
    let mut solver = Solver::new(graph, &vec![Cover::May; n]).expect("no weight is too large");
    solver.solve().expect("nobody must be paired");
    let pairs = solver.matching().filter_map(|(u, v)| {
        let player = |v: VertexId| problem.vertices()[v.index()].player;
        player(u.min(v)).zip(player(u.max(v)))
    });
    pairs.collect()
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
