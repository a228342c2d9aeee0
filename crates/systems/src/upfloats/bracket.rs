//! The pairs of one bracket.
//!
//! # Articles
//! C.04.5 and C.04.6 (2026) 3.6.
//!
//! The identifier of a pairing lists the top members, the smaller numbers of the pairs, in ascending
//! order, and then their opponents. The first identifier is found by decisions: each player in turn
//! is a top member if the optimum allows it, then each top member in turn takes the smallest
//! possible opponent. Where everybody of the upper half can meet the player in the same place of the lower half, and
//! no criterion costs anything then, that is the first identifier of all, and nothing is left to decide.

use edelweiss_matching::cardinality::BitGraph;
use edelweiss_matching::{LexicographicOptima, MatchingFace, VertexId};
use edelweiss_model::PlayerId;
use edelweiss_pairing::RuleCost;

use super::UpfloatField;
use crate::best_pairings::{CostClasses, set_of};
use crate::decisions::{Decisions, FewPairings};
use crate::round_graph::RoundGraph;

/// The pairs, higher ranked player first and sorted by that player, and what they cost by each criterion.
pub(super) fn pair<F: UpfloatField>(
    field: &F,
    graph: &RoundGraph,
    top: &[PlayerId],
    upfloaters: &[PlayerId],
) -> (Vec<(PlayerId, PlayerId)>, Vec<RuleCost>) {
    let is_resident = top.iter().map(|id| (*id, false));
    let mut players: Vec<(PlayerId, bool)> = is_resident
        .chain(upfloaters.iter().map(|id| (*id, true)))
        .collect();
    players.sort_unstable();
    let kinds: Vec<F::Kind> = (players.iter())
        .map(|(id, is_upfloater)| field.kind(*id, *is_upfloater))
        .collect();
    let players: Vec<PlayerId> = players.into_iter().map(|(id, _)| id).collect();
    let criteria = field.criteria();
    let costs: Vec<_> = criteria.iter().filter_map(|row| row.cost).collect();
    let is_free = |a: usize, b: usize| costs.iter().all(|cost| cost(kinds[a], kinds[b]) == 0);
    let halves_meet = |v: usize, u: usize| graph.may_meet(players[v], players[u]) && is_free(v, u);
    let half = players.len() / 2;
    let identifier = if (0..half).all(|v| halves_meet(v, v + half)) {
        (0..half).map(|v| (v, v + half)).collect()
    } else {
        let possible = graph.among(&players, 0);
        match free_of_costs(&possible, is_free) {
            Some(mut few) => first_identifier(&mut few, players.len()),
            None => first_identifier(&mut cheapest(possible, &kinds, &costs), players.len()),
        }
    };
    let total = |cost: fn(F::Kind, F::Kind) -> u64| {
        let pairs = identifier.iter();
        pairs.map(|(a, b)| cost(kinds[*a], kinds[*b])).sum()
    };
    let costs = criteria.iter().map(|criterion| RuleCost {
        label: criterion.label,
        fields: criterion.cost.map(total).into_iter().collect(),
    });
    let costs = costs.collect();
    let mut pairs: Vec<(PlayerId, PlayerId)> = identifier
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
    (pairs, costs)
}

/// In small brackets the pairings without any costs, which are the best if there are some: no criterion costs less than
/// nothing.
fn free_of_costs(
    possible: &BitGraph,
    is_free: impl Fn(usize, usize) -> bool,
) -> Option<FewPairings> {
    let n = possible.n_vertices();
    if n > MOST_LOOKED_AT {
        return None;
    }
    let mut free = possible.clone();
    for v in 0..n {
        for u in (0..v).filter(|u| !is_free(*u, v)) {
            free.set_edge(VertexId::new(u), VertexId::new(v), false);
        }
    }
    FewPairings::new(&free)
}

/// The largest bracket whose pairs are looked at one by one.
const MOST_LOOKED_AT: usize = 63;

/// The pairings that are the cheapest by one criterion after the other.
fn cheapest<K: Ord + Copy>(
    possible: BitGraph,
    kinds: &[K],
    costs: &[fn(K, K) -> u64],
) -> MatchingFace {
    let classes = CostClasses::new(kinds.iter().copied());
    let mut best = LexicographicOptima::new(possible, halves(kinds.len()));
    for cost in costs {
        let is_paired = classes.keep_cheapest(&mut best, |a, b| cost(*a, *b));
        assert!(
            is_paired,
            "the upfloaters were chosen so that the bracket can be paired"
        );
    }
    best.face().expect("the best pairings are some")
}

/// 1 against n/2 + 1, 2 against n/2 + 2, and so on, to begin with: its identifier is before all others,
/// so that little is left to decide where most of these may meet.
fn halves(n: usize) -> Vec<Option<VertexId>> {
    (0..n)
        .map(|v| Some(VertexId::new((v + n / 2) % n)))
        .collect()
}

/// 3.6.3: of the matchings of `face`, of `n` vertices, the one with the first identifier; top members first, in
/// ascending order. Vertices stand in the order of the numbers.
fn first_identifier(face: &mut impl Decisions, n: usize) -> Vec<(usize, usize)> {
    // Opponents with a larger number, and with a smaller one.
    let (mut larger, mut smaller) = (set_of(n, 0..n), set_of(n, 0..0));
    let is_top: Vec<bool> = (0..n)
        .map(|v| {
            let bit = 1 << (v % 64);
            larger[v / 64] &= !bit;
            let is_top = face.try_restrict(VertexId::new(v), &larger);
            let settled = is_top || face.try_restrict(VertexId::new(v), &smaller);
            assert!(settled, "whoever is no top member is a bottom member");
            smaller[v / 64] |= bit;
            is_top
        })
        .collect();
    let everybody = set_of(n, 0..n);
    (0..n)
        .filter(|v| is_top[*v])
        .map(|v| {
            let opponent = face.match_first(VertexId::new(v), &everybody);
            (
                v,
                opponent.expect("every top member has an opponent").index(),
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use edelweiss_judges::systems::double_swiss_2026::identifier;

    fn pairings(players: &[usize]) -> Vec<Vec<(usize, usize)>> {
        let Some((first, rest)) = players.split_first() else {
            return vec![Vec::new()];
        };
        let with = |place: usize| {
            let others = [&rest[..place], &rest[place + 1..]].concat();
            let first = *first;
            let other = rest[place];
            pairings(&others).into_iter().map(move |mut pairs| {
                pairs.push((first, other));
                pairs
            })
        };
        (0..rest.len()).flat_map(with).collect()
    }

    /// Six players and every graph of possible pairs: the walk finds the first identifier.
    #[test]
    fn walking_finds_the_first_identifier_in_all_graphs_of_six() {
        let name = |(a, b): &(usize, usize)| (PlayerId::from_index(*a), PlayerId::from_index(*b));
        let mut all: Vec<Vec<(usize, usize)>> = pairings(&[0, 1, 2, 3, 4, 5]);
        all.sort_by_key(|pairs| identifier(&pairs.iter().map(name).collect::<Vec<_>>()));
        let edges: Vec<(usize, usize)> = (0..6)
            .flat_map(|u| (u + 1..6).map(move |v| (u, v)))
            .collect();
        for graph in 0_u32..1 << edges.len() {
            let allowed = |u: usize, v: usize| {
                let edge = edges.iter().position(|edge| *edge == (u.min(v), u.max(v)));
                edge.is_some_and(|edge| graph >> edge & 1 == 1)
            };
            let expected = (all.iter()).find(|pairs| pairs.iter().all(|(u, v)| allowed(*u, *v)));
            let mut possible = BitGraph::new(6);
            for (u, v) in edges.iter().filter(|(u, v)| allowed(*u, *v)) {
                possible.set_edge(VertexId::new(*u), VertexId::new(*v), true);
            }
            let face = LexicographicOptima::new(possible.clone(), halves(6)).face();
            let few = FewPairings::new(&possible);
            assert_eq!(face.is_some(), expected.is_some());
            assert_eq!(few.is_some(), expected.is_some());
            if let (Some(expected), Some(mut face), Some(mut few)) = (expected, face, few) {
                let mut expected = expected.clone();
                expected.sort_unstable();
                assert_eq!(first_identifier(&mut face, 6), expected, "graph {graph:#b}");
                assert_eq!(first_identifier(&mut few, 6), expected, "graph {graph:#b}");
            }
        }
    }
}
