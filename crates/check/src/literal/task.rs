//! One bracket to be paired, and how a candidate of it is judged.
//!
//! # Articles
//! C.04.3 (2026) 2, 3.4, 3.8; 2017 B.4, B.8, C.

use std::collections::HashMap;

use edelweiss_model::{PlayerId, Position, Score};
use edelweiss_weights::{Bracket, Completion, CostVector, Edition, Layout, Unit};

use super::completion::{CompletionTest, Outlook, Set, bits};
use super::following::FollowingBracket;

/// What the floaters of a bracket must leave behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Demand {
    /// 2026 C4 and C5: they and everybody below can be paired, with this lowest score of the bye.
    /// C5 is a demand because every bracket keeps the lowest score of the round within reach, so
    /// that no candidate can be better, and a candidate that is worse loses to any that is not.
    Outlook(Outlook),
    /// 2017 A.9: nothing yet; it is tested when the bracket has been paired.
    Nothing,
    /// 2017 C.4, in the PPB: they and everybody below can be paired.
    Completion,
}

/// A way of pairing a bracket. Players are places in [`Task::members`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Pairing {
    /// Pairs, the higher ranked player first.
    pub(super) pairs: Vec<(usize, usize)>,
    /// Who leaves the bracket.
    pub(super) floaters: Set,
}

/// A bracket with everything that bears on its pairing.
#[derive(Debug)]
pub(super) struct Task<'a, 'b> {
    pub(super) edition: &'static Edition,
    pub(super) position: &'a Position,
    pub(super) completion: &'b mut CompletionTest<'a>,
    /// Players in the order of their BSN (4.1): MDPs, then residents. The BSN is the place plus one.
    pub(super) members: Vec<PlayerId>,
    pub(super) n_mdps: usize,
    /// The bracket as the criteria see it, with the bye as sole floater, so that C9 is asked; it
    /// costs nothing where the unit does not say that the floater takes the bye.
    bracket: Bracket,
    /// The same without C9.
    without_bye: Bracket,
    /// Whom each member may meet, by place.
    partners: Vec<Set>,
    /// Everybody below the bracket.
    below: Set,
    demand: Demand,
    following: Option<FollowingBracket>,
    /// Floaters that have been judged: whether they are legal, and their units.
    legal: HashMap<Set, bool>,
    floater_units: HashMap<Set, Vec<Unit>>,
}

impl<'a, 'b> Task<'a, 'b> {
    /// The bracket of `mdps` and `residents`, with `next` as the following scoregroup where a
    /// criterion looks ahead, and `below` as everybody below the bracket, `next` included.
    pub(super) fn new(
        edition: &'static Edition,
        completion: &'b mut CompletionTest<'a>,
        position: &'a Position,
        groups: (&[PlayerId], &[PlayerId]),
        next: Option<&[PlayerId]>,
        below: &[PlayerId],
        demand: Demand,
    ) -> Self {
        let (mdps, residents) = groups;
        let members = [mdps, residents].concat();
        let mut bracket = Bracket::new(position, mdps.to_vec(), residents.to_vec());
        if let Some(next) = next {
            bracket = bracket.followed_by(position, next, next.len() == below.len());
        }
        let without_bye = bracket.clone();
        let bracket = bracket.with_bye_as_sole_floater();
        let partners = (members.iter())
            .map(|a| {
                (members.iter().enumerate())
                    .filter(|(_, b)| position.may_meet(*a, **b))
                    .map(|(place, _)| 1 << place)
                    .sum()
            })
            .collect();
        let following = next.map(|next| {
            let lower = completion.set(&below[next.len()..]);
            FollowingBracket::new(edition, position, &bracket, &members, next, lower)
        });
        Self {
            edition,
            position,
            below: completion.set(below),
            completion,
            n_mdps: mdps.len(),
            members,
            bracket,
            without_bye,
            partners,
            demand,
            following,
            legal: HashMap::new(),
            floater_units: HashMap::new(),
        }
    }

    /// C1 and C3.
    pub(super) fn may_meet(&self, a: usize, b: usize) -> bool {
        self.partners[a] & (1 << b) != 0
    }

    fn ids(&self, places: Set) -> Vec<PlayerId> {
        bits(places).map(|place| self.members[place]).collect()
    }

    /// Scores of these players, highest first.
    pub(super) fn scores(&self, places: Set) -> Vec<Score> {
        let scores = self.ids(places).into_iter();
        let mut scores: Vec<Score> = scores.map(|id| self.position.player(id).score).collect();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        scores
    }

    /// The MDPs among the floaters.
    pub(super) fn limbo(&self, pairing: &Pairing) -> Set {
        pairing.floaters & ((1 << self.n_mdps) - 1)
    }

    /// Whether a candidate with these floaters obeys C2, C4 and C5 as far as they apply here.
    pub(super) fn is_legal(&mut self, floaters: Set) -> bool {
        if let Some(known) = self.legal.get(&floaters) {
            return *known;
        }
        let answer = self.judge_legality(floaters);
        self.legal.insert(floaters, answer);
        answer
    }

    fn judge_legality(&mut self, floaters: Set) -> bool {
        let ids = self.ids(floaters);
        if self.below == 0 {
            // The last bracket: at most one player stays unpaired, and receives the bye (1.9.1).
            let bye_is_allowed = |id: &PlayerId| self.position.player(*id).bye_allowed;
            if ids.len() > 1 || !ids.iter().all(bye_is_allowed) {
                return false;
            }
        }
        let unpaired = self.completion.set(&ids) | self.below;
        match self.demand {
            Demand::Nothing => true,
            Demand::Completion => self.completion.outlook(unpaired) != Outlook::Impossible,
            Demand::Outlook(wanted) => self.completion.outlook(unpaired) == wanted,
        }
    }

    /// What the second quality criterion looks at, as a list to be compared: the scores of the
    /// downfloaters from high to low (2026 C7), or the Pairing Score Difference (2017 C.6, A.8).
    pub(super) fn floater_measure(&self, pairing: &Pairing) -> Vec<Score> {
        match self.edition.completion {
            Completion::EveryBracket => self.scores(pairing.floaters),
            Completion::Collapse => self.pairing_score_difference(pairing),
        }
    }

    fn pairing_score_difference(&self, pairing: &Pairing) -> Vec<Score> {
        let score = |place: usize| self.position.player(self.members[place]).score;
        let lowest = (0..self.members.len()).map(score).min();
        let artificial = lowest.expect("a bracket has players") - Score::ONE;
        let pairs = pairing.pairs.iter().map(|(a, b)| score(*a) - score(*b));
        let floaters = bits(pairing.floaters).map(|place| score(place) - artificial);
        let mut list: Vec<Score> = pairs.chain(floaters).collect();
        list.sort_unstable_by(|a, b| b.cmp(a));
        list
    }

    /// The costs of a legal pairing under every rule of the edition.
    pub(super) fn costs(&mut self, pairing: &Pairing) -> CostVector {
        let units = self.units(pairing);
        Layout::evaluate(self.edition, self.position, &self.bracket, &units)
    }

    /// The same for a record: C9 has no field where it does not apply.
    pub(super) fn recorded_costs(&mut self, pairing: &Pairing) -> CostVector {
        let units = self.units(pairing);
        let applies = self.floats_into_bye(pairing.floaters);
        let bracket = if applies {
            &self.bracket
        } else {
            &self.without_bye
        };
        Layout::evaluate(self.edition, self.position, bracket, &units)
    }

    fn units(&mut self, pairing: &Pairing) -> Vec<Unit> {
        let mut units = self.floater_units(pairing.floaters);
        units.extend(pairing.pairs.iter().map(|(higher, lower)| Unit::Pair {
            higher: self.members[*higher],
            lower: self.members[*lower],
        }));
        units
    }

    /// Floaters, and the best that the following bracket can make of them.
    fn floater_units(&mut self, floaters: Set) -> Vec<Unit> {
        if let Some(known) = self.floater_units.get(&floaters) {
            return known.clone();
        }
        let takes_bye = self.floats_into_bye(floaters);
        let mut units: Vec<Unit> = (self.ids(floaters).into_iter())
            .map(|player| Unit::Float { player, takes_bye })
            .collect();
        if let Some(following) = &mut self.following {
            let wanted = match self.demand {
                Demand::Outlook(outlook) => Some(outlook),
                Demand::Nothing | Demand::Completion => None,
            };
            units.extend(following.best_units(self.completion, floaters, wanted));
        }
        self.floater_units.insert(floaters, units.clone());
        units
    }

    /// C9's condition: exactly one player floats, who will end up receiving the bye.
    fn floats_into_bye(&mut self, floaters: Set) -> bool {
        let ids = self.ids(floaters);
        let [player] = ids[..] else {
            return false;
        };
        let unpaired = self.completion.set(&ids) | self.below;
        self.completion.bye_takers(unpaired) == [player]
    }

    /// How many players the following bracket has after this many floaters.
    pub(super) fn following_size(&self, n_floaters: usize) -> usize {
        (self.following.as_ref()).map_or(0, |following| following.n_next() + n_floaters)
    }
}

#[cfg(test)]
mod tests {
    use edelweiss_model::arbitrary::random_tournament;
    use edelweiss_weights::{DUTCH_2017, DUTCH_2026};
    use quickcheck::{Arbitrary, Gen};

    use super::super::parameters::every_way;
    use super::*;

    /// The parameters are determined by lists of scores, the candidates judged by the table: both
    /// must put the ways of pairing a bracket into one order.
    #[test]
    fn lists_of_scores_compare_like_the_second_criterion() {
        let mut g = Gen::new(20);
        let mut compared = 0;
        for case in 0..400 {
            let edition = [&DUTCH_2017, &DUTCH_2026][case % 2];
            let n = 3 + usize::arbitrary(&mut g) % 6;
            let tournament = random_tournament(&mut g, n);
            let position = Position::derive(&tournament, &edition.definitions);
            let present = position.present();
            if present.is_empty() {
                continue;
            }
            // Any cut between two scores: the lower part may hold several, as a collapsed one does.
            let score = |id: &PlayerId| position.player(*id).score;
            let cut = usize::arbitrary(&mut g) % present.len();
            let cut = present.partition_point(|id| score(id) > score(&present[cut]));
            let (mdps, residents) = present.split_at(cut);
            let one_score = (residents.iter()).take_while(|id| score(id) == score(&residents[0]));
            let residents = match edition.completion {
                Completion::EveryBracket => &residents[..one_score.count()],
                Completion::Collapse => residents,
            };
            let mut completion = CompletionTest::new(&position);
            let groups = (mdps, residents);
            let demand = Demand::Nothing;
            let mut task = Task::new(
                edition,
                &mut completion,
                &position,
                groups,
                None,
                &[],
                demand,
            );
            for n_floaters in 0..=task.members.len() {
                let mut ways = Vec::new();
                every_way(&mut task, n_floaters, &mut |task, pairing| {
                    let costs = task.costs(pairing).0;
                    ways.push((task.floater_measure(pairing), costs[1].clone()));
                });
                for window in ways.windows(2) {
                    let [(list_a, row_a), (list_b, row_b)] = window else {
                        unreachable!("windows of two");
                    };
                    assert_eq!(list_a.cmp(list_b), row_a.cmp(row_b), "{tournament:?}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 5_000, "{compared}");
    }
}
