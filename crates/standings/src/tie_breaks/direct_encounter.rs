//! Direct Encounter (DE): separate standings of the games among the tied.
//!
//! # Articles
//! C.07 (2026) 6. Forfeits are left out (6.1.1), unless `/P` or pre-determined pairings (15.2) count
//! them; of several meetings the average counts (6.1.2). Where all have met, the separate standings
//! rank, and the article is applied again to every set that stays tied (6.2). In Swiss systems, where
//! some have not met, whoever is alone at the top whatever the missing games bring is ranked first,
//! and so on, and the article is applied again to the rest (6.3).
//! # Readings
//! "Whatever the outcome": the worst of one, all missing games lost, is more than the best of every
//! other, all missing games won. A missing game is one not played, also one that was forfeited.
//! # Cost
//! O(tied · rounds) for every time the article is applied. It is applied again only to smaller sets,
//! and a Swiss set with more than twice as many members as rounds is left as it is (`is_hopeless`).

use std::ops::Add;

use num_bigint::BigInt;

use crate::crosstable::{Cell, Crosstable};
use crate::modifiers::Modifiers;

use super::GroupMeasure;

/// The separate standings.
#[derive(Debug)]
pub(crate) struct DirectEncounter;

/// The opponent of a game that counts.
pub(crate) fn counted_opponent(cell: &Cell, with_forfeits: bool) -> Option<usize> {
    if with_forfeits {
        cell.opponent()
    } else {
        cell.played()
    }
}

impl GroupMeasure for DirectEncounter {
    fn classes(&self, table: &Crosstable, tied: &[u32], modifiers: &Modifiers) -> Vec<Vec<u32>> {
        let with_forfeits = modifiers.with_forfeits || table.is_pre_determined();
        let mut scratch = Meetings::new(table.n());
        let mut decided = Vec::new();
        // Sets still to be looked at, the best one last.
        let mut open = vec![tied.to_vec()];
        while let Some(set) = open.pop() {
            let is_open = set.len() > 1 && !is_hopeless(table, set.len());
            let parts = is_open.then(|| applied_once(table, &set, with_forfeits, &mut scratch));
            match parts.flatten() {
                None => decided.push(set),
                Some(mut parts) => {
                    parts.reverse();
                    open.append(&mut parts);
                }
            }
        }
        decided
    }
}

/// Article 6 once, as article 13.3 asks for it: the set in parts, best first; `None` where nothing is
/// decided.
pub(super) fn first_parts(
    table: &Crosstable,
    set: &[u32],
    modifiers: &Modifiers,
) -> Option<Vec<Vec<u32>>> {
    let with_forfeits = modifiers.with_forfeits || table.is_pre_determined();
    let mut meetings = Meetings::new(table.n());
    applied_once(table, set, with_forfeits, &mut meetings)
}

/// Games of one participant against the members of a set.
struct Meetings {
    /// By participant: whether a member.
    is_member: Vec<bool>,
    /// By participant: games against this one, and the points from them.
    games: Vec<(u32, i64)>,
    /// The participants with games, in the order of the rounds.
    met: Vec<u32>,
}

impl Meetings {
    fn new(n: usize) -> Self {
        Self {
            is_member: vec![false; n],
            games: vec![(0, 0); n],
            met: Vec::new(),
        }
    }

    /// Points and number of games against every member met. O(rounds).
    fn of(&mut self, table: &Crosstable, who: u32, with_forfeits: bool) -> Vec<(u32, i64)> {
        for cell in table.row(who as usize) {
            let opponent = counted_opponent(cell, with_forfeits);
            let Some(opponent) = opponent.filter(|opponent| self.is_member[*opponent]) else {
                continue;
            };
            let (games, points) = &mut self.games[opponent];
            if *games == 0 {
                self.met.push(opponent as u32);
            }
            *games += 1;
            *points += i64::from(cell.points);
        }
        let met = self.met.drain(..);
        met.map(|opponent| std::mem::take(&mut self.games[opponent as usize]))
            .collect()
    }
}

/// Article 6 once: the set in parts, best first, to which it is applied again; `None` where nothing is
/// decided.
fn applied_once(
    table: &Crosstable,
    set: &[u32],
    with_forfeits: bool,
    meetings: &mut Meetings,
) -> Option<Vec<Vec<u32>>> {
    for member in set {
        meetings.is_member[*member as usize] = true;
    }
    let rows: Vec<Vec<(u32, i64)>> = (set.iter())
        .map(|member| meetings.of(table, *member, with_forfeits))
        .collect();
    for member in set {
        meetings.is_member[*member as usize] = false;
    }
    let missing: Vec<usize> = rows.iter().map(|row| set.len() - 1 - row.len()).collect();
    // Averages over a common denominator: the product of all numbers of games between two.
    let mut counts: Vec<u32> = rows.iter().flatten().map(|(games, _)| *games).collect();
    counts.sort_unstable();
    counts.dedup();
    if matches!(counts[..], [] | [1]) {
        let scores = rows
            .iter()
            .map(|row| row.iter().map(|(_, points)| points).sum());
        let scores: Vec<i64> = scores.collect();
        let times = |points: i32, games: usize| i64::from(points) * games as i64;
        divided(table, set, &scores, &missing, times)
    } else {
        let denominator: BigInt = counts.into_iter().map(BigInt::from).product();
        let average = |(games, points): &(u32, i64)| &denominator / *games * *points;
        let scores = rows.iter().map(|row| row.iter().map(average).sum());
        let scores: Vec<BigInt> = scores.collect();
        let times = |points: i32, games: usize| &denominator * points * games;
        divided(table, set, &scores, &missing, times)
    }
}

/// Whether 6.3 cannot decide anything in a Swiss set of `n`, because of its size. Nobody has scored more
/// than a win in every round, and everybody still misses n - 1 - rounds games or more, each of which
/// could be won; where that is at least as much, nobody is alone at the top. 9,999 tied players took
/// 5 ms without this; `a_large_set_is_left_as_it_is` would catch a slip.
fn is_hopeless(table: &Crosstable, n: usize) -> bool {
    let (least, _) = table.extremes();
    !table.is_pre_determined() && least == 0 && n > 2 * table.rounds()
}

/// 6.2 where nobody misses a game, else 6.3.
fn divided<T: Ord + Clone + Add<Output = T>>(
    table: &Crosstable,
    set: &[u32],
    scores: &[T],
    missing: &[usize],
    times: impl Fn(i32, usize) -> T,
) -> Option<Vec<Vec<u32>>> {
    let mut order: Vec<usize> = (0..set.len()).collect();
    let parts: Vec<Vec<u32>> = if missing.iter().all(|games| *games == 0) {
        order.sort_by(|a, b| scores[*b].cmp(&scores[*a]));
        (order.chunk_by(|a, b| scores[*a] == scores[*b]))
            .map(|chunk| chunk.iter().map(|index| set[*index]).collect())
            .collect()
    } else if table.is_pre_determined() {
        return None;
    } else {
        let bound = |points: i32| {
            let bounds = scores.iter().zip(missing);
            bounds
                .map(|(score, games)| score.clone() + times(points, *games))
                .collect()
        };
        let (least, most) = table.extremes();
        let (worst, best): (Vec<T>, Vec<T>) = (bound(least), bound(most));
        // Whoever is alone at the top has the best possible score, too.
        order.sort_by(|a, b| best[*b].cmp(&best[*a]));
        let is_alone = |pair: &[usize]| worst[pair[0]] > best[pair[1]];
        let leaders = order.windows(2).take_while(|pair| is_alone(pair)).count();
        let (first, rest) = order.split_at(leaders);
        let mut parts: Vec<Vec<u32>> = first.iter().map(|index| vec![set[*index]]).collect();
        let mut rest: Vec<u32> = rest.iter().map(|index| set[*index]).collect();
        rest.sort_unstable();
        parts.push(rest);
        parts
    };
    (parts.len() > 1).then_some(parts)
}

#[cfg(test)]
mod tests {
    use edelweiss_model::arbitrary::random_tournament;
    use quickcheck::{Arbitrary, Gen};

    use super::*;
    use crate::edition::TieBreakRules;

    /// Where the size of a set says that nothing is decided, the article decides nothing.
    #[test]
    fn a_large_set_is_left_as_it_is() {
        let mut large = 0;
        let mut generator = Gen::from_size_and_seed(10, 29);
        for _ in 0..2_000 {
            let n = 2 + usize::from(u8::arbitrary(&mut generator) % 24);
            let tournament = random_tournament(&mut generator, n);
            let table = Crosstable::new(&tournament, TieBreakRules::MARCH_2026, None);
            let table = table.expect("all rounds");
            if is_hopeless(&table, n) {
                let all: Vec<u32> = (0..n as u32).collect();
                let mut meetings = Meetings::new(n);
                assert_eq!(applied_once(&table, &all, true, &mut meetings), None);
                large += 1;
            }
        }
        assert!(large > 200, "{large}");
    }
}
