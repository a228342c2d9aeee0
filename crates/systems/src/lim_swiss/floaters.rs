//! Who leaves a group, and whom floaters meet.
//!
//! # Articles
//! C.04.4.3 2.3, 3.2 to 3.4, 3.6 to 3.10.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use edelweiss_model::{Colour, PlayerId};

use super::field::LimField;

/// Which way a group is paired, and its floaters go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// From the highest numbered player; floaters go to lower scores.
    Down,
    /// From the lowest numbered player; floaters go to higher scores.
    Up,
}

impl Way {
    /// Sorts so that the first is the one with whom this way begins: down, number 1 is the highest numbered player.
    pub(super) fn sort(self, players: &mut [PlayerId]) {
        match self {
            Self::Down => players.sort_unstable(),
            Self::Up => players.sort_unstable_by_key(|id| Reverse(*id)),
        }
    }
}

/// One who leaves a group, and the article that named this one.
pub(super) type Leaver = (PlayerId, &'static str);

/// As few of a group as let all others be paired (2.3), one after the other: of those who leave as many pairs
/// behind, by the type of the floater (3.9), whether the player floated in the round before (3.10), the colour
/// that more are due (3.2.2) and the number (3.2.4). `incoming` have floated in this round already.
pub(super) fn leaving(
    field: &LimField,
    members: &[PlayerId],
    incoming: &[PlayerId],
    next_door: &[PlayerId],
    way: Way,
) -> Vec<Leaver> {
    let mut left = members.to_vec();
    let mut opponents = OpponentsNextDoor::default();
    let mut leavers = Vec::new();
    loop {
        let candidates = field.legal.spare(&left);
        let is_due = |colour| {
            left.iter()
                .filter(|id| field.due(**id) == Some(colour))
                .count()
        };
        let (white, black) = (is_due(Colour::White), is_due(Colour::Black));
        let more = match white.cmp(&black) {
            std::cmp::Ordering::Greater => Some(Colour::White),
            std::cmp::Ordering::Less => Some(Colour::Black),
            std::cmp::Ordering::Equal => None,
        };
        let rank = |id: &PlayerId| {
            let has_none = !opponents.has_room(field, next_door, *id);
            let kind = 2 * u8::from(incoming.contains(id)) + u8::from(has_none);
            let off_colour = more.is_some() && field.due(*id) != more;
            (kind, field.floated(*id), off_colour)
        };
        let mut ranked: Vec<_> = candidates.iter().map(|id| (rank(id), *id)).collect();
        // The last number of the way leaves first: down the lowest numbered, up the highest numbered.
        ranked.sort_unstable_by_key(|(rank, id)| {
            let number = id.index() as i64;
            (*rank, if way == Way::Down { -number } else { number })
        });
        let Some(&(best, leaver)) = ranked.first() else {
            return leavers;
        };
        let article = match ranked.get(1) {
            None => "2.3",
            Some((next, _)) if next.0 != best.0 => "3.9",
            Some((next, _)) if next.1 != best.1 => "3.10",
            Some((next, _)) if next.2 != best.2 => "3.2.2",
            Some(_) => "3.2.4",
        };
        opponents.take(field, next_door, leaver);
        left.retain(|id| *id != leaver);
        leavers.push((leaver, article));
    }
}

/// Opponents of floaters in the neighbouring group: who leaves first has one first (3.3, 3.4).
#[derive(Clone, Default, Debug)]
struct OpponentsNextDoor {
    floater_of: BTreeMap<PlayerId, PlayerId>,
}

impl OpponentsNextDoor {
    /// Whether there is one for this player, too.
    fn has_room(&self, field: &LimField, next_door: &[PlayerId], id: PlayerId) -> bool {
        let is_free = |other: &&PlayerId| {
            field.legal.allows(id, **other) && !self.floater_of.contains_key(other)
        };
        next_door.iter().find(is_free).is_some()
            || !self.floater_of.is_empty() && self.clone().take(field, next_door, id)
    }

    /// Finds one for this player, moving others where that is needed.
    fn take(&mut self, field: &LimField, next_door: &[PlayerId], id: PlayerId) -> bool {
        let mut reached_from: BTreeMap<PlayerId, PlayerId> = BTreeMap::new();
        let mut open = vec![id];
        while let Some(floater) = open.pop() {
            for &other in next_door {
                if !field.legal.allows(floater, other) || reached_from.contains_key(&other) {
                    continue;
                }
                reached_from.insert(other, floater);
                if let Some(&holder) = self.floater_of.get(&other) {
                    open.push(holder);
                    continue;
                }
                self.reseat(&reached_from, id, other);
                return true;
            }
        }
        false
    }

    /// Everybody on the way from `id` to a free opponent moves on by one.
    fn reseat(
        &mut self,
        reached_from: &BTreeMap<PlayerId, PlayerId>,
        id: PlayerId,
        free: PlayerId,
    ) {
        let mut other = free;
        loop {
            let floater = reached_from[&other];
            let old = (self.floater_of.iter())
                .find(|(_, holder)| **holder == floater)
                .map(|(seat, _)| *seat);
            self.floater_of.insert(other, floater);
            match old {
                Some(seat) if floater != id => other = seat,
                _ => return,
            }
        }
    }
}

/// 3.6: floaters from above first, then those from below; of each the highest score, then the highest numbered.
/// 3.7, where a group is paired upward: the mirror.
pub(super) fn sort_incoming(field: &LimField, way: Way, incoming: &mut [(PlayerId, Way)]) {
    let score = |id: PlayerId| field.position.player(id).score;
    match way {
        Way::Down => {
            incoming.sort_by_key(|(id, from)| (*from == Way::Up, Reverse(score(*id)), *id));
        }
        Way::Up => incoming.sort_by_key(|(id, _)| (score(*id), Reverse(*id))),
    }
}

/// 3.8: whom a floater meets, first choice first: residents due the other colour, other residents, other floaters.
pub(super) fn partners(
    field: &LimField,
    (floater, way): (PlayerId, Way),
    residents: &[PlayerId],
    others: &[PlayerId],
) -> Vec<PlayerId> {
    let mut ordered = Vec::new();
    for group in [residents, others] {
        let mut group = group.to_vec();
        way.sort(&mut group);
        let (suiting, rest): (Vec<_>, Vec<_>) =
            group.into_iter().partition(|id| field.suit(floater, *id));
        ordered.extend(suiting);
        ordered.extend(rest);
    }
    ordered
}
