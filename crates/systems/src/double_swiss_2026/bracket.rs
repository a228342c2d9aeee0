//! The pairs of one bracket.
//!
//! # Articles
//! C.04.5 (2026) 2.3.5 \[C8\], 3.6.
//!
//! The identifier of a pairing lists the top members, the smaller numbers of the pairs, in ascending
//! order, and then their opponents. The first identifier is found by decisions: each player in turn
//! is a top member if the optimum allows it, then each top member in turn takes the smallest
//! possible opponent.

use edelweiss_matching::{Cover, Dense, Solver, VertexId};
use edelweiss_model::PlayerId;

use super::Field;
use crate::round_graph::RoundGraph;

/// The pairs, higher ranked player first and sorted by that player, and the number of floaters of
/// the previous round that meet upfloaters (C8), which does not exist in the last round.
pub(super) fn pair(
    field: &Field<'_>,
    graph: &RoundGraph,
    top: &[PlayerId],
    upfloaters: &[PlayerId],
) -> (Vec<(PlayerId, PlayerId)>, Option<u64>) {
    let mut players = [top, upfloaters].concat();
    players.sort_unstable();
    let refloats = |resident: PlayerId, other: PlayerId| {
        !field.is_last && upfloaters.contains(&other) && field.standing(resident).floated
    };
    let weights = Dense::<i64>::from_fn(players.len(), |u, v| {
        let (a, b) = (players[u.index()], players[v.index()]);
        graph
            .may_meet(a, b)
            .then(|| -i64::from(refloats(a, b) || refloats(b, a)))
    });
    let mut solver = Solver::new(weights, &vec![Cover::Must; players.len()])
        .expect("unit weights leave an i64 all its headroom");
    let solved = solver.solve();
    assert!(
        solved.is_ok(),
        "the upfloaters were chosen so that the bracket can be paired"
    );
    let refloated = (!field.is_last).then(|| solver.value().unsigned_abs());
    let mut pairs: Vec<(PlayerId, PlayerId)> = first_identifier(&mut solver)
        .into_iter()
        .map(|(a, b)| (players[a], players[b]))
        .map(|(a, b)| {
            if field.rank(a) < field.rank(b) {
                (a, b)
            } else {
                (b, a)
            }
        })
        .collect();
    pairs.sort_by_key(|(higher, _)| field.rank(*higher));
    (pairs, refloated)
}

/// 3.6.3: among the optimal matchings, the one with the first identifier; top members first, in
/// ascending order. Vertices stand in the order of the numbers.
fn first_identifier(solver: &mut Solver<i64>) -> Vec<(usize, usize)> {
    let n = solver.n_vertices();
    let is_top: Vec<bool> = (0..n)
        .map(|v| {
            let is_top =
                solver.try_restrict(VertexId::new(v), |mate| mate.index() > v, Cover::Must);
            let settled = is_top
                || solver.try_restrict(VertexId::new(v), |mate| mate.index() < v, Cover::Must);
            assert!(settled, "whoever is no top member is a bottom member");
            is_top
        })
        .collect();
    let mut free: Vec<usize> = (0..n).filter(|v| !is_top[*v]).collect();
    (0..n)
        .filter(|v| is_top[*v])
        .map(|v| {
            let place = free
                .iter()
                .position(|u| *u > v && solver.try_force(VertexId::new(v), VertexId::new(*u)))
                .expect("every top member has an opponent");
            (v, free.remove(place))
        })
        .collect()
}
