//! Players who leave their score group downwards, and how they are paired there.
//!
//! # Articles
//! Dubov 1997, 6.4 and chapter 8.

use std::cmp::Reverse;

use edelweiss_model::{Colour, PlayerId};

use super::columns::{sort_blacks, sort_whites};
use super::field::Field;

/// 8.1, 8.2: pairs the floaters one by one, White and Black in turn, each with the highest rated
/// player of the group, of the opposite due colour if possible. Who finds nobody stays in
/// `floaters` and floats on. Floaters do not meet each other.
pub(super) fn pair_first(
    field: &Field,
    floaters: &mut Vec<PlayerId>,
    group: &mut Vec<PlayerId>,
    pairs: &mut Vec<(PlayerId, PlayerId)>,
) {
    for floater in in_turn(field, floaters) {
        let due = field.player(floater).due;
        let opponent = (group.iter().copied())
            .filter(|id| field.legal.allows(floater, *id))
            .min_by_key(|id| {
                let player = field.player(*id);
                (
                    player.due == due,
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
fn in_turn(field: &Field, floaters: &[PlayerId]) -> Vec<PlayerId> {
    let (mut whites, mut blacks): (Vec<PlayerId>, Vec<PlayerId>) =
        (floaters.iter()).partition(|id| field.player(**id).due == Colour::White);
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
pub(super) fn choose(field: &Field, group: &[PlayerId], lower: &[PlayerId]) -> Vec<PlayerId> {
    let mut staying = group.to_vec();
    let mut to_leave = field.legal.deficiency(&staying);
    let mut leaving = Vec::with_capacity(to_leave);
    if to_leave == 0 {
        return leaving;
    }
    let next = match lower.first() {
        Some(first) => {
            let score = field.player(*first).score;
            &lower[..lower.partition_point(|id| field.player(*id).score == score)]
        }
        None => &[],
    };
    let cannot_go = |id: PlayerId| !next.iter().any(|other| field.legal.allows(id, *other));
    let mut candidates = group.to_vec();
    candidates.sort_by(|&a, &b| {
        let key = |id| (cannot_go(id), field.player(id).rating);
        (key(a), field.alphabet(b)).cmp(&(key(b), field.alphabet(a)))
    });
    for candidate in candidates {
        let without: Vec<PlayerId> = (staying.iter().copied())
            .filter(|player| *player != candidate)
            .collect();
        if field.legal.deficiency(&without) < to_leave {
            staying = without;
            to_leave -= 1;
            leaving.push(candidate);
        }
        if to_leave == 0 {
            break;
        }
    }
    leaving
}
