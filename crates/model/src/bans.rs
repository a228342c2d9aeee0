//! Bans in force: who may not meet, or should not where the rules leave a choice.

use crate::{ForbiddenGroup, PlayerId};

/// Bans among more players are not kept as bits: those of 100,000 would take 1.25 GB.
const MOST_IN_ROWS: usize = 16_384;

/// Bans of one kind in one round, as groups of players of whom no two are a pair.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct BansInForce {
    groups: Vec<Vec<PlayerId>>,
    /// Bit `b` of row `a` keeps the two apart. Empty if there are no bans, or too many players.
    rows: Vec<u64>,
    /// Words of a row.
    words: usize,
    /// By player: the numbers of their groups, ascending. Empty if there are no bans, or rows.
    groups_of: Vec<Vec<u32>>,
}

impl BansInForce {
    /// These bans among `n` players. O(n²/64 + n/64 · members of bans), or in large fields O(n + members of
    /// bans); nothing where there are none.
    pub(crate) fn new<'a>(n: usize, bans: impl Iterator<Item = &'a ForbiddenGroup>) -> Self {
        let mut in_force = Self::default();
        let mut members = Vec::new();
        for ban in bans {
            in_force.add(n, ban.players.clone(), &mut members);
        }
        in_force
    }

    /// Adds a ban of two players.
    pub(crate) fn part(&mut self, n: usize, a: PlayerId, b: PlayerId) {
        self.add(n, vec![a, b], &mut Vec::new());
    }

    /// Adds a ban among `n` players. `members` is scratch.
    fn add(&mut self, n: usize, players: Vec<PlayerId>, members: &mut Vec<u64>) {
        if n > MOST_IN_ROWS {
            let number = self.groups.len() as u32;
            self.groups_of.resize(n, Vec::new());
            for player in &players {
                let own = &mut self.groups_of[player.index()];
                if own.last() != Some(&number) {
                    own.push(number);
                }
            }
        } else {
            self.words = n.div_ceil(64);
            self.rows.resize(n * self.words, 0);
            self.set_rows(&players, members);
        }
        self.groups.push(players);
    }

    fn set_rows(&mut self, players: &[PlayerId], members: &mut Vec<u64>) {
        let words = self.words;
        if let [a, b] = *players {
            for (one, other) in [(a, b), (b, a)].into_iter().filter(|(a, b)| a != b) {
                self.rows[one.index() * words + other.index() / 64] |= 1 << (other.index() % 64);
            }
            return;
        }
        members.resize(words, 0);
        for player in players {
            members[player.index() / 64] |= 1 << (player.index() % 64);
        }
        for player in players {
            let row = &mut self.rows[player.index() * words..][..words];
            for (word, members) in row.iter_mut().zip(&*members) {
                *word |= members;
            }
            row[player.index() / 64] &= !(1 << (player.index() % 64));
        }
        for player in players {
            members[player.index() / 64] = 0;
        }
    }

    pub(crate) fn groups(&self) -> &[Vec<PlayerId>] {
        &self.groups
    }

    /// The players who are kept apart from this one, as bits; empty if there are no rows.
    pub(crate) fn row(&self, id: PlayerId) -> &[u64] {
        if self.rows.is_empty() {
            return &[];
        }
        &self.rows[id.index() * self.words..][..self.words]
    }

    /// O(1), or in large fields O(groups of the two).
    pub(crate) fn are_apart(&self, a: PlayerId, b: PlayerId) -> bool {
        if self.groups_of.is_empty() {
            let word = self.row(a).get(b.index() / 64);
            return word.is_some_and(|word| word >> (b.index() % 64) & 1 == 1);
        }
        let [mut one, mut other] = [a, b].map(|id| self.groups_of[id.index()].as_slice());
        while let ([first, ones @ ..], [second, others @ ..]) = (one, other) {
            match first.cmp(second) {
                std::cmp::Ordering::Less => one = ones,
                std::cmp::Ordering::Greater => other = others,
                std::cmp::Ordering::Equal => return a != b,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;
    use crate::RoundNumber;

    quickcheck! {
        /// Whatever the groups, overlapping ones and repeated players included, and however they are kept.
        fn players_are_apart_who_share_a_ban(groups: Vec<Vec<u8>>) -> bool {
            let id = |player: u8| PlayerId::from_index(usize::from(player % 20));
            let bans: Vec<ForbiddenGroup> = (groups.iter())
                .map(|group| ForbiddenGroup {
                    first: RoundNumber::FIRST,
                    last: None,
                    players: group.iter().map(|player| id(*player)).collect(),
                })
                .collect();
            [20, MOST_IN_ROWS + 1].into_iter().all(|n| {
                let in_force = BansInForce::new(n, bans.iter());
                (0..20).all(|a| (0..20).all(|b| {
                    let (a, b) = (id(a), id(b));
                    let shares = bans.iter().any(|ban| {
                        ban.players.contains(&a) && ban.players.contains(&b)
                    });
                    in_force.are_apart(a, b) == (a != b && shares)
                }))
            })
        }
    }
}
