//! The best that the following bracket can make of a candidate's floaters.
//!
//! # Articles
//! C.04.3 (2026) C8 (2.4.3): C1-C7 in the following bracket. 2017 C.7: first the number of pairs,
//! then the Pairing Score Difference, in the following bracket.
//!
//! Every set of players who stay unpaired there is tried. In 2026 only their number and their scores
//! count, so it is enough that the others can be paired. In 2017 the differences of all pairs count;
//! the best way of pairing a set of players is the best over the opponents of its first player, each
//! with the best way of pairing what is left, and the ways are remembered.

use std::collections::HashMap;

use edelweiss_model::{PlayerId, Position, Score};
use edelweiss_weights::Completion;

use super::completion::{CompletionTest, Outlook, PlayerSet, bits};
use super::counts::sorted;

/// The following bracket, whoever floats into it.
#[derive(Debug)]
pub(super) struct BracketBelow<'a> {
    edition: Completion,
    position: &'a Position,
    /// The players of the current bracket, then the next scoregroup.
    players: Vec<PlayerId>,
    n_current: usize,
    /// Everybody below the following bracket.
    below: PlayerSet,
    /// Best list of differences when everybody of a set is paired, highest first.
    known: HashMap<PlayerSet, Option<Vec<i64>>>,
}

impl<'a> BracketBelow<'a> {
    pub(super) fn new(
        edition: Completion,
        position: &'a Position,
        members: &[PlayerId],
        next: &[PlayerId],
        below: PlayerSet,
    ) -> Self {
        Self {
            edition,
            position,
            players: [members, next].concat(),
            n_current: members.len(),
            below,
            known: HashMap::new(),
        }
    }

    pub(super) fn n_next(&self) -> usize {
        self.players.len() - self.n_current
    }

    /// The least number of unpaired players and the least list behind it when these members of the
    /// current bracket float into this one; with `wanted`, among the ways that keep this outlook
    /// (C4, C5). Exponential in the size of the bracket.
    pub(super) fn best(
        &mut self,
        completion: &mut CompletionTest,
        movers: PlayerSet,
        wanted: Option<Outlook>,
    ) -> Vec<i64> {
        let members: Vec<usize> = bits(movers)
            .chain(self.n_current..self.players.len())
            .collect();
        let everybody: PlayerSet = members.iter().map(|place| 1 << place).sum();
        let mut best: Option<Vec<i64>> = None;
        for choice in 0..1_u64 << members.len() {
            let unpaired: PlayerSet = bits(choice).map(|index| 1 << members[index]).sum();
            let number = self.number(unpaired);
            if best.as_ref().is_some_and(|least| least[0] < number) {
                continue;
            }
            let Some(of_pairs) = self.pair_all(everybody & !unpaired) else {
                continue;
            };
            let mut list = self.of_unpaired(unpaired);
            list.extend(of_pairs);
            list.sort_unstable_by(|a, b| b.cmp(a));
            list.insert(0, number);
            let is_better = best.as_ref().is_none_or(|least| list < *least);
            if is_better && self.keeps(completion, unpaired, wanted) {
                best = Some(list);
            }
        }
        best.expect("a completion passes through the following bracket")
    }

    /// How many stay unpaired. In the last bracket of 2017 whoever stays unpaired receives the bye,
    /// and one player who may not have it is worse than one who may; counted as three.
    fn number(&self, unpaired: PlayerSet) -> i64 {
        let is_last = self.edition == Completion::Collapse && self.below == 0;
        let weight = |place: usize| {
            let bye_allowed = self.position.player(self.players[place]).bye_allowed;
            if is_last && !bye_allowed { 3 } else { 1 }
        };
        bits(unpaired).map(weight).sum()
    }

    fn score(&self, place: usize) -> Score {
        self.position.player(self.players[place]).score
    }

    /// Scores (2026 C7), or differences to a value one point below the bracket (2017 A.8).
    fn of_unpaired(&self, unpaired: PlayerSet) -> Vec<i64> {
        let artificial = match self.edition {
            Completion::EveryBracket => Score::ZERO,
            Completion::Collapse => self.score(self.players.len() - 1) - Score::ONE,
        };
        sorted(bits(unpaired).map(|place| self.score(place) - artificial))
    }

    /// Whether the following bracket may leave these players.
    fn keeps(
        &self,
        completion: &mut CompletionTest,
        unpaired: PlayerSet,
        wanted: Option<Outlook>,
    ) -> bool {
        let Some(wanted) = wanted else {
            return true;
        };
        let ids: Vec<PlayerId> = bits(unpaired).map(|place| self.players[place]).collect();
        let allowed = self.below != 0 || ids.len() <= 1;
        allowed && completion.outlook(completion.set(&ids) | self.below) == wanted
    }

    /// The least list of what pairs add when everybody of the set is paired; nothing in 2026.
    fn pair_all(&mut self, set: PlayerSet) -> Option<Vec<i64>> {
        if set == 0 {
            return Some(Vec::new());
        }
        if set.count_ones() % 2 == 1 {
            return None;
        }
        if let Some(known) = self.known.get(&set) {
            return known.clone();
        }
        let first = set.trailing_zeros() as usize;
        let rest = set & (set - 1);
        let mut best: Option<Vec<i64>> = None;
        for partner in bits(rest) {
            // S2 holds residents: of two players at least one belongs to the next scoregroup.
            let may_meet = partner >= self.n_current
                && (self.position).may_meet(self.players[first], self.players[partner]);
            let Some(mut list) = may_meet
                .then(|| self.pair_all(rest & !(1 << partner)))
                .flatten()
            else {
                continue;
            };
            match self.edition {
                Completion::EveryBracket => {
                    best = Some(list);
                    break;
                }
                Completion::Collapse => {
                    let difference = self.score(first) - self.score(partner);
                    list.push(i64::from(difference.tenths()));
                    list.sort_unstable_by(|a, b| b.cmp(a));
                    best = best.into_iter().chain([list]).min();
                }
            }
        }
        self.known.insert(set, best.clone());
        best
    }
}

#[cfg(test)]
mod tests {
    use edelweiss_model::arbitrary::random_tournament;
    use edelweiss_weights::{Bracket, CostVector, DUTCH_2017, DUTCH_2026, Layout, Unit};
    use quickcheck::{Arbitrary, Gen};

    use super::*;

    /// Calls `visit` for every way of pairing `free`, of whom `movers` may not meet each other.
    fn every_way(
        position: &Position,
        movers: &[PlayerId],
        free: &[PlayerId],
        units: &mut Vec<Unit>,
        visit: &mut dyn FnMut(&[Unit]),
    ) {
        let Some((&higher, rest)) = free.split_first() else {
            visit(units);
            return;
        };
        units.push(Unit::FollowingFloat {
            player: higher,
            takes_bye: false,
        });
        every_way(position, movers, rest, units, visit);
        units.pop();
        for (place, &lower) in rest.iter().enumerate() {
            let both_move = movers.contains(&higher) && movers.contains(&lower);
            if position.may_meet(higher, lower) && !both_move {
                units.push(Unit::FollowingPair { higher, lower });
                let others = [&rest[..place], &rest[place + 1..]].concat();
                every_way(position, movers, &others, units, visit);
                units.pop();
            }
        }
    }

    /// A list from high to low as the edition table counts it: how often each value occurs.
    fn listed(values: &[Score], counts: &[u64]) -> Vec<i64> {
        let counted = values.iter().zip(counts);
        sorted(counted.flat_map(|(value, n)| std::iter::repeat_n(*value, *n as usize)))
    }

    /// The best way by the edition table comes to what the text comes to.
    #[test]
    fn nothing_in_the_following_bracket_is_better() {
        let mut g = Gen::from_size_and_seed(20, 2_026);
        let mut compared = [0; 2];
        for case in 0..1_500 {
            let edition = [&DUTCH_2017, &DUTCH_2026][case % 2];
            let n = 4 + usize::arbitrary(&mut g) % 7;
            let tournament = random_tournament(&mut g, n);
            let position = Position::derive(&tournament, &edition.definitions);
            let score = |id: &PlayerId| position.player(*id).score;
            let groups: Vec<&[PlayerId]> = (position.present())
                .chunk_by(|a, b| score(a) == score(b))
                .collect();
            let [members, next, below @ ..] = &groups[..] else {
                continue;
            };
            let below = below.concat();
            let choice = u64::arbitrary(&mut g) & ((1 << members.len()) - 1);
            let movers: Vec<PlayerId> = bits(choice).map(|place| members[place]).collect();
            let everybody = [&movers[..], next].concat();
            let mut completion = CompletionTest::new(&position);
            let lower = completion.set(&below);
            let unpaired = completion.set(&everybody) | lower;
            // Every bracket of 2026 keeps an outlook, no look-ahead of 2017 does.
            let wanted = match (edition.completion, completion.outlook(unpaired)) {
                (Completion::Collapse, _) => None,
                (Completion::EveryBracket, Outlook::Impossible) => continue,
                (Completion::EveryBracket, outlook) => Some(outlook),
            };
            let bracket = Bracket::new(&position, Vec::new(), members.to_vec());
            let bracket = bracket.followed_by(&position, next, below.is_empty());
            let mut least: Option<CostVector> = None;
            let mut visit = |units: &[Unit]| {
                let floats = units.iter().filter_map(|unit| match unit {
                    Unit::FollowingFloat { player, .. } => Some(player),
                    _ => None,
                });
                let floats: Vec<&PlayerId> = floats.collect();
                let set = completion.set(floats.iter().copied()) | lower;
                let kept = wanted.is_none_or(|wanted| {
                    (!below.is_empty() || floats.len() <= 1) && completion.outlook(set) == wanted
                });
                let costs = Layout::evaluate(edition, &position, &bracket, units);
                if kept && least.as_ref().is_none_or(|least| costs < *least) {
                    least = Some(costs);
                }
            };
            every_way(&position, &movers, &everybody, &mut Vec::new(), &mut visit);
            let Some(CostVector(least)) = least else {
                continue; // Two movers would have to meet.
            };
            let looks_ahead = |label: &str| label == "C8" || label == "C.7";
            let place = (edition.criteria.iter()).position(|rule| looks_ahead(rule.label));
            let fields = &least[place.expect("both editions look ahead")];
            let following = &bracket.following().expect("just made").bracket;
            let list = match edition.completion {
                Completion::EveryBracket => listed(following.scores(), &fields[1..]),
                Completion::Collapse => listed(following.differences(), &fields[1..]),
            };
            let mut ours = BracketBelow::new(edition.completion, &position, members, next, lower)
                .best(&mut completion, choice, wanted);
            // The edition table has no field for differences of zero.
            ours.retain(|value| *value != 0 || edition.completion == Completion::EveryBracket);
            let mut theirs = list;
            if fields[0] != 0 || edition.completion == Completion::EveryBracket {
                theirs.insert(0, fields[0] as i64);
            }
            assert_eq!(ours, theirs, "{tournament:?}");
            compared[usize::from(wanted.is_some())] += 1;
        }
        assert!(compared.iter().all(|n| *n > 100), "{compared:?}");
    }
}
