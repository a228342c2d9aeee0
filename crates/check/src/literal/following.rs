//! The best that the following bracket can make of a candidate's floaters.
//!
//! # Articles
//! C.04.3 (2026) C8 (2.4.3); 2017 C.7.
//!
//! Every set of players who stay unpaired there is tried, and for each of them every way of pairing
//! the others; the ways of pairing one set of players are remembered. Costs are sums over pairs and
//! floaters, so the best way of pairing a set continues with the best way of pairing what is left.

use std::collections::HashMap;

use edelweiss_model::{PlayerId, Position};
use edelweiss_weights::{Bracket, Edition, Layout, Unit};

use super::completion::{CompletionTest, Outlook, Set, bits};

/// Costs of one unit, all rules and fields in one list.
type Costs = Vec<u64>;

/// The following bracket, whoever floats into it.
#[derive(Debug)]
pub(super) struct FollowingBracket {
    /// The players of the current bracket, then the next scoregroup.
    players: Vec<PlayerId>,
    n_current: usize,
    /// Everybody below the following bracket.
    below: Set,
    /// By the two places, the smaller one first: the pair and its costs, if the two may meet.
    pairs: HashMap<(usize, usize), (Unit, Costs)>,
    floats: Vec<(Unit, Costs)>,
    /// Best way of pairing everybody of a set: its costs, and whom the first player meets.
    known: HashMap<Set, Option<(Costs, usize)>>,
}

impl FollowingBracket {
    pub(super) fn new(
        edition: &'static Edition,
        position: &Position,
        bracket: &Bracket,
        members: &[PlayerId],
        next: &[PlayerId],
        below: Set,
    ) -> Self {
        let players = [members, next].concat();
        let n_current = members.len();
        let costs = |unit: Unit| {
            let rows = Layout::evaluate(edition, position, bracket, &[unit]).0;
            (unit, rows.concat())
        };
        let mut pairs = HashMap::new();
        for (a, &higher) in players.iter().enumerate() {
            // S2 holds residents: of two players at least one belongs to the next scoregroup.
            for (b, &lower) in players.iter().enumerate().skip(n_current.max(a + 1)) {
                if position.may_meet(higher, lower) {
                    pairs.insert((a, b), costs(Unit::FollowingPair { higher, lower }));
                }
            }
        }
        // C6 and C7 (2017: C.5 and C.6), all that looks ahead, do not ask for the bye.
        let floats = (players.iter())
            .map(|&player| {
                costs(Unit::FollowingFloat {
                    player,
                    takes_bye: false,
                })
            })
            .collect();
        Self {
            players,
            n_current,
            below,
            pairs,
            floats,
            known: HashMap::new(),
        }
    }

    pub(super) fn n_next(&self) -> usize {
        self.players.len() - self.n_current
    }

    /// The units of the best pairing of the following bracket when these members of the current one
    /// float into it; with `wanted`, among those that keep this outlook (C4, C5).
    pub(super) fn best_units(
        &mut self,
        completion: &mut CompletionTest,
        movers: Set,
        wanted: Option<Outlook>,
    ) -> Vec<Unit> {
        let members: Vec<usize> = bits(movers)
            .chain(self.n_current..self.players.len())
            .collect();
        let everybody: Set = members.iter().map(|place| 1 << place).sum();
        let mut best: Option<(Costs, Set)> = None;
        for choice in 0..1_u64 << members.len() {
            let unpaired: Set = bits(choice).map(|index| 1 << members[index]).sum();
            let mut costs = vec![0; self.floats[0].1.len()];
            for place in bits(unpaired) {
                add(&mut costs, &self.floats[place].1);
            }
            let is_worse = |costs: &Costs| best.as_ref().is_some_and(|(least, _)| least <= costs);
            if is_worse(&costs) {
                continue; // Pairs add to it.
            }
            let Some((of_pairs, _)) = self.pair_all(everybody & !unpaired) else {
                continue;
            };
            add(&mut costs, &of_pairs);
            if !is_worse(&costs) && self.keeps(completion, unpaired, wanted) {
                best = Some((costs, unpaired));
            }
        }
        let (_, unpaired) = best.expect("a completion passes through the following bracket");
        let floats = bits(unpaired).map(|place| self.floats[place].0);
        let mut units: Vec<Unit> = floats.collect();
        let mut paired = everybody & !unpaired;
        while paired != 0 {
            let first = paired.trailing_zeros() as usize;
            let (_, partner) = self.pair_all(paired).expect("paired above");
            units.push(self.pairs[&(first, partner)].0);
            paired &= !(1 << first | 1 << partner);
        }
        units
    }

    /// Whether the following bracket may leave these players.
    fn keeps(
        &self,
        completion: &mut CompletionTest,
        unpaired: Set,
        wanted: Option<Outlook>,
    ) -> bool {
        let Some(wanted) = wanted else {
            return true;
        };
        let ids: Vec<PlayerId> = bits(unpaired).map(|place| self.players[place]).collect();
        let allowed = self.below != 0 || ids.len() <= 1;
        allowed && completion.outlook(completion.set(&ids) | self.below) == wanted
    }

    /// The least costs of pairing everybody of the set, and whom its first player meets.
    fn pair_all(&mut self, set: Set) -> Option<(Costs, usize)> {
        if set == 0 {
            return Some((vec![0; self.floats[0].1.len()], usize::MAX));
        }
        if set.count_ones() % 2 == 1 {
            return None;
        }
        if let Some(known) = self.known.get(&set) {
            return known.clone();
        }
        let first = set.trailing_zeros() as usize;
        let rest = set & (set - 1);
        let mut best: Option<(Costs, usize)> = None;
        for partner in bits(rest) {
            let Some((_, of_pair)) = self.pairs.get(&(first, partner)) else {
                continue;
            };
            let mut costs = of_pair.clone();
            let Some((others, _)) = self.pair_all(rest & !(1 << partner)) else {
                continue;
            };
            add(&mut costs, &others);
            if best.as_ref().is_none_or(|(least, _)| costs < *least) {
                best = Some((costs, partner));
            }
        }
        self.known.insert(set, best.clone());
        best
    }
}

fn add(sum: &mut Costs, costs: &Costs) {
    for (total, cost) in sum.iter_mut().zip(costs) {
        *total += cost;
    }
}

#[cfg(test)]
mod tests {
    use edelweiss_model::arbitrary::random_tournament;
    use edelweiss_weights::{CostVector, DUTCH_2017, DUTCH_2026};
    use quickcheck::{Arbitrary, Gen};

    use super::*;

    /// Calls `visit` for every way of pairing `free`, of whom the first `n_movers` may not meet
    /// each other.
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

    #[test]
    fn nothing_in_the_following_bracket_is_better() {
        let mut g = Gen::new(20);
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
            let wanted = match completion.outlook(unpaired) {
                Outlook::Impossible => None,
                outlook => [None, Some(outlook)][case / 2 % 2],
            };
            let bracket = Bracket::new(&position, Vec::new(), members.to_vec());
            let bracket = bracket.followed_by(&position, next, below.is_empty());
            let costs = |units: &[Unit]| Layout::evaluate(edition, &position, &bracket, units);
            let mut least: Option<CostVector> = None;
            every_way(
                &position,
                &movers,
                &everybody,
                &mut Vec::new(),
                &mut |units| {
                    let floats = (units.iter()).filter_map(|unit| match unit {
                        Unit::FollowingFloat { player, .. } => Some(player),
                        _ => None,
                    });
                    let floats: Vec<&PlayerId> = floats.collect();
                    let set = completion.set(floats.iter().copied()) | lower;
                    let kept = wanted.is_none_or(|wanted| {
                        (!below.is_empty() || floats.len() <= 1)
                            && completion.outlook(set) == wanted
                    });
                    let costs = costs(units);
                    if kept && least.as_ref().is_none_or(|least| costs < *least) {
                        least = Some(costs);
                    }
                },
            );
            let Some(least) = least else {
                continue; // Two movers would have to meet.
            };
            let mut following =
                FollowingBracket::new(edition, &position, &bracket, members, next, lower);
            let units = following.best_units(&mut completion, choice, wanted);
            assert_eq!(costs(&units), least, "{tournament:?}");
            compared[usize::from(wanted.is_some())] += 1;
        }
        assert!(compared.iter().all(|n| *n > 100), "{compared:?}");
    }
}
