//! Who is in a group, and who leaves it for the next one.
//!
//! # Articles
//! C.04.4.3 2.3, 3.2-3.4, 3.6, 3.7, 3.9, 3.10; D.02 (2022) 8.2, 8.3.
//!
//! The leavers of a round that is claimed have one order: at each of them the one that the text names first is the next. That
//! nobody whom it names before could leave instead is what the duals show.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use edelweiss_model::{Colour, PlayerId};

use super::round::ProcedureToProve;

/// Which way a group is paired, and its floaters go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GroupWay {
    /// From the top; the last ones float to fewer points.
    Down,
    /// From the bottom; the first ones float to more points.
    Up,
}

/// Somebody from another group, and the way from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GroupFloater {
    pub(super) id: PlayerId,
    pub(super) way: GroupWay,
}

/// A group that comes next.
#[derive(Clone, Debug)]
pub(super) struct PlannedGroup {
    pub(super) residents: Vec<PlayerId>,
    /// Whom its floaters may meet.
    pub(super) next_door: Vec<PlayerId>,
    pub(super) way: GroupWay,
    pub(super) is_median: bool,
    /// The last one below the median: the floaters from above are next door, too.
    pub(super) is_beside_median: bool,
}

/// A group that lets some go, of whom the text asks in turn.
pub(super) struct LeaverOrder<'l> {
    pub(super) asked: &'l ProcedureToProve<'l>,
    pub(super) planned: &'l PlannedGroup,
    /// Floated into the group.
    pub(super) incoming: &'l [GroupFloater],
}

impl LeaverOrder<'_> {
    /// Of each leaver in turn, those whom the text names before and who stay, and the leaver. O(n²) steps for n members,
    /// and a search next door for each leaver and each of those.
    pub(super) fn one_by_one(&self, members: &[PlayerId], leavers: &[PlayerId]) -> Vec<PlayerId> {
        let mut left = members.to_vec();
        let mut waiting = leavers.to_vec();
        let mut next_door = SeatsNextDoor::default();
        let mut asked_about = Vec::new();
        while !waiting.is_empty() {
            let more = self.colour_of_more(&left);
            let rank = |id: PlayerId| self.rank(id, more, &next_door);
            let ranked = waiting.iter().map(|id| (rank(*id), *id));
            let Some((least, next)) = ranked.min() else {
                break;
            };
            let mut before: Vec<_> = (left.iter())
                .map(|id| (rank(*id), *id))
                .filter(|(rank, _)| *rank < least)
                .collect();
            before.sort_unstable();
            asked_about.extend(before.into_iter().map(|(_, id)| id));
            asked_about.push(next);
            next_door.seat(self.asked, &self.planned.next_door, next);
            left.retain(|id| *id != next);
            waiting.retain(|id| *id != next);
        }
        asked_about
    }

    /// 3.9, 3.10, 3.2.2, 3.2.4: the smaller, the sooner.
    fn rank(
        &self,
        id: PlayerId,
        more: Option<Colour>,
        seats: &SeatsNextDoor,
    ) -> (u8, bool, bool, i64) {
        let entrant = self.asked.entrant(id);
        let has_floated = self.incoming.iter().any(|floater| floater.id == id);
        let has_opponent = seats.has_room(self.asked, &self.planned.next_door, id);
        let kind = 2 * u8::from(has_floated) + u8::from(!has_opponent);
        let due = entrant.preference.map(|(colour, _)| colour);
        let number = id.index() as i64;
        let number = match self.planned.way {
            GroupWay::Down => -number,
            GroupWay::Up => number,
        };
        (kind, entrant.floated, more.is_some() && due != more, number)
    }

    /// The colour that is due to more of them.
    fn colour_of_more(&self, left: &[PlayerId]) -> Option<Colour> {
        let due = |wanted| {
            let colours = self.asked.entrants(left).map(|it| it.preference);
            colours
                .filter(|it| it.is_some_and(|(colour, _)| colour == wanted))
                .count()
        };
        let (white, black) = (due(Colour::White), due(Colour::Black));
        (white != black).then_some(if white > black {
            Colour::White
        } else {
            Colour::Black
        })
    }

    /// D.02 8.2, 8.3: everybody in the order in which leaving is asked, those with an opponent next door first. `members`
    /// are by place.
    pub(super) fn in_turn(&self, members: &[PlayerId]) -> Vec<PlayerId> {
        let mut order = members.to_vec();
        if self.planned.way == GroupWay::Down {
            order.reverse();
        }
        let suits = |a, b| self.asked.may_meet(a, b) && !self.asked.limits_clash(a, b);
        order.sort_by_key(|id| {
            !self
                .planned
                .next_door
                .iter()
                .any(|other| suits(*id, *other))
        });
        order
    }

    /// Those who floated in and stay, in the order in which they are paired: where groups are paired alone by 3.6 and 3.7,
    /// else the outermost of each side first.
    pub(super) fn sorted_incoming(
        &self,
        stays: impl Fn(PlayerId) -> bool,
        alone: bool,
    ) -> Vec<GroupFloater> {
        let mut staying = self.incoming.to_vec();
        staying.retain(|floater| stays(floater.id));
        let place = |id: PlayerId| (Reverse(self.asked.score(id)), self.asked.entrant(id).rank);
        staying.sort_by_key(|floater| (place(floater.id), floater.id));
        let is_mirrored = |floater: &GroupFloater| {
            let way = if alone { self.planned.way } else { floater.way };
            way == GroupWay::Up
        };
        let (upward, mut ordered): (Vec<GroupFloater>, Vec<GroupFloater>) =
            staying.into_iter().partition(is_mirrored);
        if alone && self.planned.way == GroupWay::Down {
            ordered.sort_by_key(|floater| floater.way == GroupWay::Up);
        }
        ordered.extend(upward.into_iter().rev());
        ordered
    }
}

/// Opponents next door, each for one floater: who leaves first has one first (3.3, 3.4).
#[derive(Clone, Default, Debug)]
struct SeatsNextDoor {
    holder_of: BTreeMap<PlayerId, PlayerId>,
}

impl SeatsNextDoor {
    /// Whether there is one for this player beside those who have one.
    fn has_room(&self, asked: &ProcedureToProve<'_>, next_door: &[PlayerId], id: PlayerId) -> bool {
        let is_free =
            |other: &PlayerId| !self.holder_of.contains_key(other) && asked.may_meet(id, *other);
        next_door.iter().any(is_free)
            || !self.holder_of.is_empty() && self.clone().seat(asked, next_door, id)
    }

    /// Finds one, if need be by moving others.
    fn seat(&mut self, asked: &ProcedureToProve<'_>, next_door: &[PlayerId], id: PlayerId) -> bool {
        self.search(asked, next_door, id, &mut BTreeSet::new())
    }

    fn search(
        &mut self,
        asked: &ProcedureToProve<'_>,
        next_door: &[PlayerId],
        id: PlayerId,
        seen: &mut BTreeSet<PlayerId>,
    ) -> bool {
        for &other in next_door.iter().filter(|other| asked.may_meet(id, **other)) {
            if !seen.insert(other) {
                continue;
            }
            let holder = self.holder_of.get(&other).copied();
            if holder.is_none_or(|holder| self.search(asked, next_door, holder, seen)) {
                self.holder_of.insert(other, id);
                return true;
            }
        }
        false
    }
}
