//! The sequence of Articles 3 and 4 on a table over subsets.
//!
//! The decisions are those of [`crate::sequence`], where the order of the sequence is argued. Each
//! stands if, for one of the optimal sets of floaters at least, the pairs decided so far and the
//! least cost of pairing the rest add up to the optimum.

use super::table::{NONE, Set, Table};
use super::{GivenUp, MOST_PLAYERS, members};

/// The mate of a floater.
pub(super) const NOBODY: usize = usize::MAX;

/// Bits of the tie-breakers of an exchange: the number of players exchanged, then the BSN sum of the
/// new S1, at most 1 + 2 + … + 12.
const TIE_BITS: u32 = EXCHANGED_BITS + SUM_BITS;
const EXCHANGED_BITS: u32 = 4;
const SUM_BITS: u32 = 7;

/// What was decided.
#[derive(Debug)]
pub(super) struct Decided {
    /// By vertex.
    pub(super) mate: [usize; MOST_PLAYERS],
}

/// `choices` are the sets of floaters of the optimal pairings; MDPs are the first `n_mdps` of `n`
/// vertices; costs have `bits`. Gives up where an exchange has no room beside them.
pub(super) fn first_optimal(
    table: &mut Table,
    choices: &mut Vec<(u128, Set)>,
    n_mdps: usize,
    n: usize,
    bits: u32,
) -> Result<Decided, GivenUp> {
    // From here on a choice carries what is to be paid for the players not decided yet.
    for (due, floaters) in choices.iter_mut() {
        *due = table.least(((1 << n) - 1) & !*floaters);
    }
    let mut search = Search {
        table,
        choices,
        left: (1 << n) - 1,
        mate: [NOBODY; MOST_PLAYERS],
    };
    // 4.4.2: the earliest valid set of MDPs that are paired; 4.2: each has the earliest opponent.
    let mdps = 0..n_mdps;
    let paired = mdps.clone().fold(0, |paired, mdp| {
        let stays = search.keep_choices(|floaters| floaters >> mdp & 1 == 0);
        paired | Set::from(stays) << mdp
    });
    for mdp in mdps.filter(|mdp| paired >> mdp & 1 == 1) {
        search.take_earliest(mdp, !0);
    }
    search.left &= !((1 << n_mdps) - 1);
    let remainder = search.left;
    let (_, floaters) = search.choices[0];
    let n_pairs = (remainder & !floaters).count_ones() / 2;
    let s1 = members(u64::from(remainder))
        .take(n_pairs as usize)
        .fold(0, |s1: Set, v| s1 | 1 << v);
    let s1 = if search.keeps_subgroups(s1) {
        s1
    } else if bits + TIE_BITS < u128::BITS {
        search.exchange(s1)
    } else {
        return Err(GivenUp);
    };
    for v in members(u64::from(s1)) {
        search.take_earliest(v, !s1);
    }
    Ok(Decided { mate: search.mate })
}

struct Search<'t> {
    table: &'t mut Table,
    choices: &'t mut Vec<(u128, Set)>,
    /// Not decided yet; floaters stay here.
    left: Set,
    mate: [usize; MOST_PLAYERS],
}

impl Search<'_> {
    /// Keeps the choices of floaters that `selects`, if there are any.
    fn keep_choices(&mut self, selects: impl Fn(Set) -> bool) -> bool {
        let any = self.choices.iter().any(|(_, floaters)| selects(*floaters));
        if any {
            self.choices.retain(|(_, floaters)| selects(*floaters));
        }
        any
    }

    /// Keeps the choices under which the rest can still be paired for what is due, if there are any.
    fn keep_optimal(&mut self) -> bool {
        let (table, left) = (&mut *self.table, self.left);
        let is_optimal =
            |table: &mut Table, (due, floaters): (u128, Set)| table.least(left & !floaters) == due;
        let any = (self.choices.iter()).any(|choice| is_optimal(table, *choice));
        if any {
            self.choices.retain(|choice| is_optimal(table, *choice));
        }
        any
    }

    /// Gives `v` its earliest partner among `allowed`.
    fn take_earliest(&mut self, v: usize, allowed: Set) {
        let partners = self.table.rows[v] & self.left & allowed;
        for partner in members(u64::from(partners)) {
            let pair: Set = 1 << v | 1 << partner;
            let cost = self.table.cost(v, partner);
            let rest = self.left & !pair;
            let table = &mut *self.table;
            let fits = |table: &mut Table, (due, floaters): (u128, Set)| {
                if floaters & pair != 0 {
                    return false;
                }
                let others = table.least(rest & !floaters);
                others != NONE && others + cost == due
            };
            if (self.choices.iter()).any(|choice| fits(table, *choice)) {
                self.choices.retain(|choice| fits(table, *choice));
                for (due, _) in self.choices.iter_mut() {
                    *due -= cost;
                }
                self.left = rest;
                self.mate[v] = partner;
                self.mate[partner] = v;
                return;
            }
        }
        unreachable!("a player that some optimal pairing pairs has a partner");
    }

    /// 3.2: whether some optimal pairing keeps the original S1 and S2; then no other pair is left.
    fn keeps_subgroups(&mut self, s1: Set) -> bool {
        let before = self.table.rows;
        for v in members(u64::from(self.left)) {
            let keeps = if s1 >> v & 1 == 1 { !s1 } else { s1 };
            self.table.rows[v] &= keeps;
        }
        self.table.changed();
        // A floater is of S2.
        let choices = self.choices.clone();
        self.choices.retain(|(_, floaters)| floaters & s1 == 0);
        let keeps = self.keep_optimal();
        if !keeps {
            self.table.rows = before;
            self.table.changed();
            *self.choices = choices;
        }
        keeps
    }

    /// 4.3: the first exchange; returns the new S1.
    fn exchange(&mut self, original: Set) -> Set {
        let n_pairs = original.count_ones();
        let mut bsn = [0_u32; MOST_PLAYERS];
        for (place, v) in members(u64::from(self.left)).enumerate() {
            bsn[v] = place as u32 + 1;
        }
        self.table.reprice(|a, b, cost| {
            let smaller = bsn[a].min(bsn[b]);
            let ties = u128::from(smaller > n_pairs) << SUM_BITS | u128::from(smaller);
            cost << TIE_BITS | ties
        });
        for (due, floaters) in self.choices.iter_mut() {
            let ranked = self.table.least(self.left & !*floaters);
            debug_assert_eq!(ranked >> TIE_BITS, *due, "ties come last");
            *due = ranked;
        }
        let ties = |due: u128| due & ((1 << TIE_BITS) - 1);
        let least = (self.choices.iter()).map(|(due, _)| ties(*due)).min();
        self.choices.retain(|(due, _)| Some(ties(*due)) == least);
        let size = (self.choices[0].0 >> SUM_BITS & ((1 << EXCHANGED_BITS) - 1)) as usize;
        let mut s1 = original;
        let mut moved = 0;
        for v in members(u64::from(original))
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
        {
            if moved < size && self.try_side(v, false) {
                moved += 1;
                s1 &= !(1 << v);
            } else {
                let stays = self.try_side(v, true);
                assert!(stays, "whoever cannot leave S1 stays there");
            }
        }
        let mut moved = 0;
        for v in members(u64::from(self.left & !original)) {
            if moved < size && self.try_side(v, true) {
                moved += 1;
                s1 |= 1 << v;
            } else {
                let stays = self.try_side(v, false);
                assert!(stays, "whoever cannot enter S1 stays in S2");
            }
        }
        s1
    }

    /// Puts `v` into S1, where it meets a lower ranked partner, or into S2, where it meets a higher
    /// ranked one or floats; if the optimum allows it.
    fn try_side(&mut self, v: usize, first: bool) -> bool {
        let row = self.table.rows[v];
        let higher: Set = (1 << v) - 1;
        self.table.rows[v] &= if first { !higher } else { higher };
        let gone = row & !self.table.rows[v];
        for u in members(u64::from(gone)) {
            self.table.rows[u] &= !(1 << v);
        }
        self.table.changed();
        let choices = self.choices.clone();
        self.choices
            .retain(|(_, floaters)| !first || floaters >> v & 1 == 0);
        let stands = self.keep_optimal();
        if !stands {
            *self.choices = choices;
            self.table.rows[v] = row;
            for u in members(u64::from(gone)) {
                self.table.rows[u] |= 1 << v;
            }
            self.table.changed();
        }
        stands
    }
}
