//! Players who leave their score group downwards, and how they are paired there.
//!
//! # Articles
//! Dubov 1997, 6.4 and chapter 8.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::PerfectMatching;
use edelweiss_model::PlayerId;
use itertools::Itertools;

use super::columns::{self, sort_blacks, sort_whites};
use super::entrant::Dubov1997Field;
use crate::best_pairings::{join, set_of};

/// 8.1, 8.2: pairs the floaters one by one, White and Black in turn, each with the highest rated
/// player of the group, of the opposite due colour if possible. Who finds nobody stays in
/// `floaters` and floats on. Floaters do not meet each other.
pub(super) fn pair_first(
    field: &Dubov1997Field,
    floaters: &mut Vec<PlayerId>,
    group: &mut Vec<PlayerId>,
    pairs: &mut Vec<(PlayerId, PlayerId)>,
) {
    for floater in in_turn(field, floaters) {
        let wanted = field.player(floater).due.map(|colour| !colour);
        let opponent = (group.iter().copied())
            .filter(|id| field.legal.allows(floater, *id))
            .min_by_key(|id| {
                let player = field.player(*id);
                (
                    wanted.is_some_and(|colour| !field.is_due(*id, colour)),
                    Reverse(player.rating),
                    player.aro,
                    field.alphabet(*id),
                )
            });
        if let Some(opponent) = opponent {
            pairs.push((floater, opponent));
            floaters.retain(|player| *player != floater);
            group.retain(|player| *player != opponent);
        }
    }
}

/// 8.1: the first White floater, the first Black one, the second White one, and so on.
fn in_turn(field: &Dubov1997Field, floaters: &[PlayerId]) -> Vec<PlayerId> {
    let (mut whites, mut blacks) = field.by_due_colour(floaters);
    sort_whites(field, &mut whites);
    sort_blacks(field, &mut blacks);
    let longest = whites.len().max(blacks.len());
    (0..longest)
        .flat_map(|place| [whites.get(place), blacks.get(place)])
        .flatten()
        .copied()
        .collect()
}

/// 6.4: as few players as possible leave the group, so that the others can be paired. Those who can
/// be paired in the next group are chosen first, then, which the text does not say, the lowest
/// rating and the last of the alphabet.
///
/// The text's other distinction, whether the player came as a floater from above, never decides:
/// such players have been paired, or have moved on, before (8).
///
/// The sets of players that can be left over by pairings of as many as possible are the bases of a
/// matroid (Edmonds and Fulkerson 1965), so choosing the best player first finds the best set.
pub(super) fn choose(
    field: &Dubov1997Field,
    group: &[PlayerId],
    lower: &[PlayerId],
) -> Vec<PlayerId> {
    let n_leaving = field.legal.deficiency(group);
    if n_leaving == 0 {
        return Vec::new();
    }
    // Whoever leaves is paired with one of as many vertices of no player.
    let (members, outside) = (0..group.len(), group.len()..group.len() + n_leaving);
    let mut graph = field.legal.among(group, n_leaving);
    join(&mut graph, members, outside.clone());
    let mut pairings = PerfectMatching::new(graph, &[]).expect("as many leave as have to");
    let place_of: BTreeMap<PlayerId, usize> = group.iter().copied().zip(0..).collect();
    let candidates = candidates(field, group, lower).concat();
    let vertices: Vec<VertexId> = (candidates.iter())
        .map(|candidate| VertexId::new(place_of[candidate]))
        .collect();
    let outside = set_of(outside.end, outside);
    let leaves = pairings.restrict_each(&vertices, &outside, n_leaving);
    (candidates.into_iter().zip(leaves))
        .filter(|(_, leaves)| *leaves)
        .map(|(candidate, _)| candidate)
        .collect()
}

/// The players of a group in the order in which they are chosen as floaters: those who can be paired
/// in the next score group, then those who cannot.
fn candidates(
    field: &Dubov1997Field,
    group: &[PlayerId],
    lower: &[PlayerId],
) -> [Vec<PlayerId>; 2] {
    let next = match lower.first() {
        Some(first) => {
            let score = field.score(*first);
            &lower[..lower.partition_point(|id| field.score(*id) == score)]
        }
        None => &[],
    };
    let mut candidates = group.to_vec();
    candidates.sort_by(|&a, &b| {
        let rating = |id| field.player(id).rating;
        (rating(a), field.alphabet(b)).cmp(&(rating(b), field.alphabet(a)))
    });
    let (can_go, cannot_go) = (candidates.into_iter())
        .partition(|id| next.iter().any(|other| field.legal.allows(*id, *other)));
    [can_go, cannot_go]
}

/// 6.4 read by the rows: the smallest set of players without whom the rows leave nobody over; of
/// several, the one with the most players who can be paired in the next group, then the one that
/// stands first in the order of [`choose`].
///
/// # Errors
/// After `most` attempts in vain: that number.
pub(super) fn choose_by_rows(
    field: &Dubov1997Field,
    group: &[PlayerId],
    lower: &[PlayerId],
    most: usize,
) -> Result<Vec<PlayerId>, usize> {
    let [can_go, cannot_go] = candidates(field, group, lower);
    let mut attempts = 0;
    // Fewer than the legal pairs leave over is impossible, and an odd number of players stays odd.
    for size in (field.legal.deficiency(group)..=group.len()).step_by(2) {
        for n_stuck in size.saturating_sub(can_go.len())..=size.min(cannot_go.len()) {
            for going in can_go.iter().copied().combinations(size - n_stuck) {
                for stuck in cannot_go.iter().copied().combinations(n_stuck) {
                    if attempts == most {
                        return Err(most);
                    }
                    attempts += 1;
                    let leaving = [&going[..], &stuck].concat();
                    if columns::pair(field, without(group, &leaving))
                        .left
                        .is_empty()
                    {
                        return Ok(leaving);
                    }
                }
            }
        }
    }
    unreachable!("without anybody, nobody is left over")
}

/// The players of the group who do not leave it, in the same order.
pub(super) fn without(group: &[PlayerId], leaving: &[PlayerId]) -> Vec<PlayerId> {
    (group.iter().copied())
        .filter(|player| !leaving.contains(player))
        .collect()
}
