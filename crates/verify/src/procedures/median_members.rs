//! Who is in a group, and who leaves it for the next one.
//!
//! # Articles
//! C.04.4.3 2.3, 3.2-3.4, 3.6, 3.7, 3.9, 3.10; D.02 (2022) 8.2, 8.3.
//!
//! The leavers of a round that is claimed have one order: at each of them the one that the text names first is the next. That
//! nobody whom it names before could leave instead is what the duals show.

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
        let mut seats = SeatsNextDoor::new(self.asked, &self.planned.next_door);
        let mut asked_about = Vec::new();
        loop {
            let more = self.colour_of_more(&left);
            let rank = |id: &PlayerId| self.rank(*id, more, &seats);
            let Some(next) = waiting.iter().copied().min_by_key(rank) else {
                return asked_about;
            };
            let least = rank(&next);
            let mut before: Vec<(u64, PlayerId)> = left.iter().map(|id| (rank(id), *id)).collect();
            before.retain(|(rank, _)| *rank <= least);
            before.sort_unstable();
            asked_about.extend(before.into_iter().map(|(_, id)| id));
            seats.seat(next);
            left.retain(|id| *id != next);
            waiting.retain(|id| *id != next);
        }
    }

    /// 3.9, 3.10, 3.2.2, 3.2.4: the smaller, the sooner.
    fn rank(&self, id: PlayerId, more: Option<Colour>, seats: &SeatsNextDoor<'_>) -> u64 {
        let entrant = self.asked.entrant(id);
        let has_floated = self.incoming.iter().any(|floater| floater.id == id);
        let due = entrant.preference.map(|(colour, _)| colour);
        let by_text = [
            has_floated,
            !seats.has_room(id),
            entrant.floated,
            more.is_some() && due != more,
        ];
        let number = id.index() as u64;
        let number = match self.planned.way {
            GroupWay::Down => u64::from(u32::MAX) - number,
            GroupWay::Up => number,
        };
        let of_text = by_text
            .iter()
            .fold(0, |rank, is_later| 2 * rank + u64::from(*is_later));
        of_text << u32::BITS | number
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
        let has_opponent = |id: &PlayerId| {
            self.planned
                .next_door
                .iter()
                .any(|other| suits(*id, *other))
        };
        let (mut near, far): (Vec<PlayerId>, Vec<PlayerId>) =
            order.into_iter().partition(has_opponent);
        near.extend(far);
        near
    }

    /// Of members by place who stay, those who floated in, in the order in which they are paired: where groups are paired
    /// alone by 3.6 and 3.7, else the outermost of each side first.
    pub(super) fn sorted_incoming(&self, staying: &[PlayerId], alone: bool) -> Vec<GroupFloater> {
        let on = |way: GroupWay| {
            let of = |id: &PlayerId| self.incoming.iter().find(move |floater| floater.id == *id);
            let floaters = staying.iter().filter_map(of);
            floaters.filter(move |floater| floater.way == way).copied()
        };
        let mut ordered: Vec<GroupFloater> = on(GroupWay::Down).collect();
        let mut from_below: Vec<GroupFloater> = on(GroupWay::Up).collect();
        if !alone || self.planned.way == GroupWay::Up {
            from_below.reverse();
        }
        ordered.extend(from_below);
        ordered
    }
}

/// Opponents next door, each for one floater: who leaves first has one first (3.3, 3.4).
#[derive(Clone)]
struct SeatsNextDoor<'s> {
    asked: &'s ProcedureToProve<'s>,
    next_door: &'s [PlayerId],
    /// By place next door, for whom that one is.
    holders: Vec<Option<PlayerId>>,
}

impl<'s> SeatsNextDoor<'s> {
    fn new(asked: &'s ProcedureToProve<'s>, next_door: &'s [PlayerId]) -> Self {
        Self {
            asked,
            next_door,
            holders: vec![None; next_door.len()],
        }
    }

    /// Whether there is one for this player beside those who have one.
    fn has_room(&self, id: PlayerId) -> bool {
        let mut free = self.next_door.iter().zip(&self.holders);
        free.any(|(other, holder)| holder.is_none() && self.asked.may_meet(id, *other))
            || self.holders.iter().any(Option::is_some) && self.clone().seat(id)
    }

    /// Finds one, if need be by moving others.
    fn seat(&mut self, id: PlayerId) -> bool {
        self.search(id, &mut vec![false; self.next_door.len()])
    }

    fn search(&mut self, id: PlayerId, seen: &mut [bool]) -> bool {
        for (place, other) in self.next_door.iter().enumerate() {
            if !self.asked.may_meet(id, *other) || std::mem::replace(&mut seen[place], true) {
                continue;
            }
            let holder = self.holders[place];
            if holder.is_none_or(|holder| self.search(holder, seen)) {
                self.holders[place] = Some(id);
                return true;
            }
        }
        false
    }
}
