//! The least cost of pairing a subset of the bracket completely.

use super::MOST_PLAYERS;

/// A set of vertices of the bracket.
pub(super) type Set = u16;

/// No perfect matching.
pub(super) const NONE: u128 = u128::MAX;

/// Allowed pairs with their costs, and answers remembered until the pairs change.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) pairs: AllowedPairs,
    costs: [[u128; MOST_PLAYERS]; MOST_PLAYERS],
    /// By set: the answer, valid if `stamps` has the stamp of the pairs.
    answers: Vec<u128>,
    stamps: Vec<u32>,
    last_stamp: u32,
}

/// Taken back, they have the answers that were remembered of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AllowedPairs {
    /// By vertex: whom it may meet.
    pub(super) rows: [Set; MOST_PLAYERS],
    stamp: u32,
}

impl Table {
    /// Room for `n` vertices, and no pairs.
    pub(super) fn clear(&mut self, n: usize) {
        self.pairs.rows = [0; MOST_PLAYERS];
        if self.answers.len() < 1 << n {
            self.answers.resize(1 << n, NONE);
            self.stamps.resize(1 << n, 0);
        }
        self.changed();
    }

    pub(super) fn join(&mut self, a: usize, b: usize, cost: u128) {
        self.pairs.rows[a] |= 1 << b;
        self.pairs.rows[b] |= 1 << a;
        self.costs[a][b] = cost;
        self.costs[b][a] = cost;
    }

    pub(super) fn cost(&self, a: usize, b: usize) -> u128 {
        self.costs[a][b]
    }

    /// Every pair costs what `cost` makes of it.
    pub(super) fn reprice(&mut self, cost: impl Fn(usize, usize, u128) -> u128) {
        for (a, row) in self.costs.iter_mut().enumerate() {
            for (b, old) in row.iter_mut().enumerate() {
                *old = cost(a, b, *old);
            }
        }
        self.changed();
    }

    /// To be called after pairs or costs have changed.
    pub(super) fn changed(&mut self) {
        self.last_stamp += 1;
        self.pairs.stamp = self.last_stamp;
    }

    /// The least cost of a perfect matching of `set`, an even number of vertices.
    pub(super) fn least(&mut self, set: Set) -> u128 {
        if set == 0 {
            return 0;
        }
        let place = usize::from(set);
        if self.stamps[place] == self.pairs.stamp {
            return self.answers[place];
        }
        let lowest = set.trailing_zeros() as usize;
        let rest = set & (set - 1);
        let mut partners = self.pairs.rows[lowest] & rest;
        let mut least = NONE;
        while partners != 0 {
            let partner = partners.trailing_zeros() as usize;
            partners &= partners - 1;
            let cost = self.costs[lowest][partner];
            // Costs are not negative.
            if cost >= least {
                continue;
            }
            let others = self.least(rest & !(1 << partner));
            if others != NONE {
                least = least.min(others + cost);
            }
        }
        self.stamps[place] = self.pairs.stamp;
        self.answers[place] = least;
        least
    }
}
