//! Soft bans in force: who should not meet where the rules leave a choice.

use crate::{ForbiddenGroup, PlayerId};

/// Soft bans of one round.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct SoftBans {
    /// Bit `b` of row `a` is set where the two should not meet. Empty if there are no bans.
    rows: Vec<u64>,
    /// Words of a row.
    words: usize,
    groups: Vec<Vec<PlayerId>>,
}

impl SoftBans {
    /// These bans among `n` players. O(n²/64 + the squared size of each ban), nothing where there are none.
    pub(crate) fn new<'a>(n: usize, bans: impl Iterator<Item = &'a ForbiddenGroup>) -> Self {
        let mut soft = Self {
            words: n.div_ceil(64),
            ..Self::default()
        };
        for ban in bans {
            soft.rows.resize(n * soft.words, 0);
            for a in &ban.players {
                for b in ban.players.iter().filter(|b| *b != a) {
                    let word = a.index() * soft.words + b.index() / 64;
                    soft.rows[word] |= 1 << (b.index() % 64);
                }
            }
            soft.groups.push(ban.players.clone());
        }
        soft
    }

    pub(crate) fn groups(&self) -> &[Vec<PlayerId>] {
        &self.groups
    }

    /// O(1).
    pub(crate) fn are_apart(&self, a: PlayerId, b: PlayerId) -> bool {
        let word = self.rows.get(a.index() * self.words + b.index() / 64);
        word.is_some_and(|word| word >> (b.index() % 64) & 1 == 1)
    }
}
