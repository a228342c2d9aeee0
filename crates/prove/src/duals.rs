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
    let n = so_far.problem.n_vertices();
    let bits = so_far.problem.bits() + so_far.objective.bits(so_far.remainder);
    // Twice the worth and a bonus, and room for the duals of the solver.
    let of_duals = 2 * (usize::BITS - n.leading_zeros()) + 10;
    match bits + 2 + of_duals {
        0..=126 => find_in::<i128>(so_far, stuck),
        127..=254 => find_in::<Limbs<4>>(so_far, stuck),
        255..=510 => find_in::<Limbs<8>>(so_far, stuck),
        511..=1022 => find_in::<Limbs<16>>(so_far, stuck),
        1023..=2046 => find_in::<Limbs<32>>(so_far, stuck),
        _ => find_in::<BigInt>(so_far, stuck),
    }
}

fn find_in<W: Packed>(so_far: &SettledSoFar<'_>, stuck: Stuck) -> Option<StepDuals> {
    let SettledSoFar {
        problem,
        remainder,
        live,
        objective,
    } = *so_far;
    let n = problem.n_vertices();
    let (at, better, leaving) = match stuck {
        Stuck::Field(field) => {
            let (edges, leaving) = remainder.better(problem, live, field);
            (Some(field.vertex()), edges, leaving)
        }
        Stuck::Criteria | Stuck::Exchanges => (None, Vec::new(), false),
    };
    let twice = |worth: &BigInt, has_bonus: bool| -> W {
        let mut twice: W = packed(&(worth << 1u32));
        if has_bonus {
            twice.increase(&packed(&BigInt::from(1)));
        }
        twice
    };
    // What a vertex is worth that leaves; a pair is worth what it has beyond that.
    let of_leaving: Vec<W> = (0..n)
        .map(|v| {
            if live.may_leave(v) {
                let worth = objective.of_leaving::<BigInt>(problem, remainder, v);
                twice(&worth, leaving && at == Some(v))
            } else {
                W::zero()
            }
        })
        .collect();
    let graph = Dense::from_fn(n, |u, v| {
        let (u, v) = (u.index().min(v.index()), u.index().max(v.index()));
        if !live.has(u, v) {
            return None;
        }
        let is_better = |one: usize, other: usize| at == Some(one) && better.contains(&other);
        let worth = objective.of_edge::<BigInt>(problem, remainder, u, v);
        let worth = twice(&worth, is_better(u, v) || is_better(v, u));
        Some(worth.minus(&of_leaving[u]).minus(&of_leaving[v]))
    });
    let cover = |v| {
        if live.may_leave(v) {
            Cover::May
        } else {
            Cover::Must
        }
    };
    let covers: Vec<Cover> = (0..n).map(cover).collect();
    let mut solver = Solver::new(graph, &covers).expect("the weights were chosen wide enough");
    solver.solve().ok()?;
    let certificate = solver.certificate();
    let vertices = (certificate.dual_2x.iter().zip(&of_leaving))
        .map(|(dual, leaving)| unpacked(&dual.plus(leaving).plus(leaving)));
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
