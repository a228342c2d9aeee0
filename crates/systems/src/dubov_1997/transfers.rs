//! Players transferred from a lower score group.
//!
//! # Articles
//! Dubov 1997, 7.1 and 7.2 under the limit of 2.5.

use std::cmp::Reverse;

use edelweiss_model::{Colour, PlayerId};

use super::entrant::Dubov1997Field;

/// 7.1: every player who cannot meet anybody of the own group gets an opponent from below, the
/// highest rating first.
pub(super) fn to_lonely_players(
    field: &Dubov1997Field,
    group: &mut Vec<PlayerId>,
    lower: &mut Vec<PlayerId>,
) {
    let mut lonely: Vec<PlayerId> = (group.iter().copied())
        .filter(|id| !group.iter().any(|other| field.legal.allows(*id, *other)))
        .collect();
    lonely.sort_by_key(|id| (Reverse(field.player(*id).rating), field.alphabet(*id)));
    for player in lonely {
        let wanted = field.player(player).due.map(|colour| !colour);
        transfer(field, &[player], wanted, group, lower);
    }
}

/// 7.2: an odd group takes one player from below.
pub(super) fn to_odd_group(
    field: &Dubov1997Field,
    group: &mut Vec<PlayerId>,
    lower: &mut Vec<PlayerId>,
) {
    if group.len() % 2 == 1 {
        let wanted = field.dominating(group).map(|colour| !colour);
        transfer(field, &group.clone(), wanted, group, lower);
    }
}

/// Transfers, from the nearest lower score group that has one, a player who may meet one of
/// `opponents`: of the wanted due colour if there is one, then the highest rating, then the lowest
/// ARO, then the first of the alphabet. Nobody, if no lower group has such a player.
fn transfer(
    field: &Dubov1997Field,
    opponents: &[PlayerId],
    wanted: Option<Colour>,
    group: &mut Vec<PlayerId>,
    lower: &mut Vec<PlayerId>,
) {
    let admissible = |id: &PlayerId| {
        field.may_be_transferred_up(*id)
            && opponents
                .iter()
                .any(|opponent| field.legal.allows(*id, *opponent))
    };
    let chosen = (lower.iter().copied().filter(admissible)).min_by_key(|id| {
        let player = field.player(*id);
        (
            Reverse(field.score(*id)),
            wanted.is_some_and(|colour| !field.is_due(*id, colour)),
            Reverse(player.rating),
            player.aro,
            field.alphabet(*id),
        )
    });
    if let Some(chosen) = chosen {
        lower.retain(|player| *player != chosen);
        group.push(chosen);
    }
}
