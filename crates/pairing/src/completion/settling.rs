//! A floater is paired within the next scoregroup, which all but one of its players stay in: the completion
//! is rerouted to show it where that is easy.

use std::ops::Range;

use edelweiss_model::PlayerId;

use super::{NOBODY, Rank, RoundCompletion};
use crate::problem::BracketProblem;

impl RoundCompletion<'_> {
    /// Whether the floater is paired within the next scoregroup, as [`Self::settle`] says.
    pub(crate) fn settles(&mut self, problem: &BracketProblem<'_>, floater: PlayerId) -> bool {
        let end = self.end_of(problem);
        let group = end..end + problem.next().len() as Rank;
        self.settle(self.rank(floater), group)
    }

    /// Whether the floater is paired within the scoregroup `group`, and everybody of the bracket
    /// they form but one at most stays in it. Reroutes pairs to make it so where it can; failing
    /// here does not mean that it is impossible.
    fn settle(&mut self, floater: Rank, group: Range<Rank>) -> bool {
        let mut leaving: Vec<Rank> = (group.clone())
            .filter(|rank| !self.stays(*rank, floater, &group))
            .collect();
        let is_inside = group.contains(&self.mate[floater as usize]);
        if !is_inside && !self.enter(floater, &group, &mut leaving) {
            return false;
        }
        while leaving.len() > 1 {
            if !self.keep_two(floater, &group, &mut leaving) {
                return false;
            }
        }
        true
    }

    /// Whether a player of `group` meets somebody of it, or the floater.
    fn stays(&self, rank: Rank, floater: Rank, group: &Range<Rank>) -> bool {
        let mate = self.mate[rank as usize];
        mate == floater || group.contains(&mate)
    }

    /// Pairs the floater within `group`: in the place of somebody who then leaves instead, or joined by
    /// one who leaves. `leaving` are those of the group who leave it.
    fn enter(&mut self, floater: Rank, group: &Range<Rank>, leaving: &mut Vec<Rank>) -> bool {
        let out = self.mate[floater as usize];
        let taken = leaving.iter().position(|&a| {
            self.may_meet(floater, a) && self.join_below(out, self.mate[a as usize], group.end)
        });
        if let Some(place) = taken {
            let a = leaving.remove(place);
            self.join(floater, a);
            return true;
        }
        let swap = group.clone().find(|&x| {
            self.stays(x, floater, group)
                && self.may_meet(floater, x)
                && self.may_meet(out, self.mate[x as usize])
        });
        let Some(x) = swap else { return false };
        let y = self.mate[x as usize];
        self.join(floater, x);
        self.join(out, y);
        leaving.push(y);
        true
    }

    /// Two of `leaving`, who leave `group`, stay with each other, or with a pair that makes room for both;
    /// then those whom they leave behind need partners below.
    fn keep_two(&mut self, floater: Rank, group: &Range<Rank>, leaving: &mut Vec<Rank>) -> bool {
        let both = |place: usize| (0..place).map(move |other| (other, place));
        let mut two = (1..leaving.len()).flat_map(both).take(self.tuning.reroutes);
        let found = two.find_map(|(i, j)| {
            let (a, b) = (leaving[i], leaving[j]);
            if self.may_meet(a, b) {
                return Some((i, j, None));
            }
            let x = group.clone().find(|&x| {
                self.stays(x, floater, group)
                    && self.mate[x as usize] != floater
                    && self.may_meet(a, x)
                    && self.may_meet(b, self.mate[x as usize])
            })?;
            Some((i, j, Some(x)))
        });
        let Some((i, j, through)) = found else {
            return false;
        };
        let b = leaving.remove(j);
        let a = leaving.remove(i);
        if !self.join_below(self.mate[a as usize], self.mate[b as usize], group.end) {
            return false;
        }
        match through {
            None => self.join(a, b),
            Some(x) => {
                let y = self.mate[x as usize];
                self.join(a, x);
                self.join(b, y);
            }
        }
        true
    }

    /// Finds partners for two players below: each other, or both players of a pair ranked `from` or
    /// lower.
    fn join_below(&mut self, a: Rank, b: Rank, from: Rank) -> bool {
        if self.may_meet(a, b) {
            self.join(a, b);
            return true;
        }
        let pair = (from..self.mate.len() as Rank).find(|&x| {
            let y = self.mate[x as usize];
            let free = y != NOBODY && y >= from && ![a, b].contains(&x) && ![a, b].contains(&y);
            free && self.may_meet(a, x) && self.may_meet(b, y)
        });
        let Some(x) = pair else { return false };
        let y = self.mate[x as usize];
        self.join(a, x);
        self.join(b, y);
        true
    }
}
