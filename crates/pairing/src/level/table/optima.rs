//! The best pairings of a small bracket: sets of floaters, and a table over subsets of the others.
//!
//! A question is answered yes if, for one of the optimal sets of floaters at least, the pairs decided so
//! far and the least cost of pairing the rest add up to the optimum.

use std::ops::Range;

use super::subsets::{NONE, Set, Table};
use super::{MOST_PLAYERS, members};
use crate::sequence::{Optima, Unanswered};

/// Bits of the tie-breakers of an exchange: the number of players exchanged, then the BSN sum of the
/// new S1, at most 1 + 2 + … + 12.
const TIE_BITS: u32 = EXCHANGED_BITS + SUM_BITS;
const EXCHANGED_BITS: u32 = 4;
const SUM_BITS: u32 = 7;
/// Stands for leaving the bracket in a set.
const LEAVING: Set = 1 << 15;

pub(super) struct TableOptima<'t> {
    table: &'t mut Table,
    /// Optimal sets of floaters, and what is to be paid for the players not decided yet.
    choices: &'t mut Vec<(u128, Set)>,
    /// Not decided yet; floaters stay here.
    left: Set,
    /// Bits of costs.
    bits: u32,
}

impl<'t> TableOptima<'t> {
    /// `choices` are the sets of floaters of the optimal pairings of `n` players.
    pub(super) fn new(
        table: &'t mut Table,
        choices: &'t mut Vec<(u128, Set)>,
        n: usize,
        bits: u32,
    ) -> Self {
        for (due, floaters) in choices.iter_mut() {
            *due = table.least(((1 << n) - 1) & !*floaters);
        }
        Self {
            table,
            choices,
            left: (1 << n) - 1,
            bits,
        }
    }

    /// Takes edges away and keeps the choices in which none of `held` floats, and under which the rest can
    /// still be paired for what is due; all as before if there are none.
    fn try_rows(&mut self, held: Set, change: impl FnOnce(&mut [Set; MOST_PLAYERS])) -> bool {
        let (table, left) = (&mut *self.table, self.left);
        let saved = table.pairs;
        change(&mut table.pairs.rows);
        table.changed();
        let stays = |table: &mut Table, (due, floaters): (u128, Set)| {
            floaters & held == 0 && table.least(left & !floaters) == due
        };
        let stands = (self.choices.iter()).any(|choice| stays(table, *choice));
        if stands {
            self.choices.retain(|choice| stays(table, *choice));
        } else {
            table.pairs = saved;
        }
        stands
    }
}

/// Holds a player to these partners.
fn hold(rows: &mut [Set; MOST_PLAYERS], v: usize, partners: Set) {
    let gone = rows[v] & !partners;
    rows[v] &= partners;
    for u in members(u64::from(gone)) {
        rows[u] &= !(1 << v);
    }
}

impl Optima for TableOptima<'_> {
    type Set = Set;

    fn set(&self, players: &mut dyn Iterator<Item = usize>, leaving: bool) -> Set {
        players.fold(if leaving { LEAVING } else { 0 }, |set, v| set | 1 << v)
    }

    fn restrict(&mut self, v: usize, partners: &Set) -> bool {
        let held = if partners & LEAVING == 0 { 1 << v } else { 0 };
        self.try_rows(held, |rows| hold(rows, v, *partners))
    }

    fn restrict_all(&mut self, players: &[usize], partners: &Set) -> bool {
        let held = players.iter().fold(0, |held: Set, v| held | 1 << v);
        self.try_rows(held, |rows| {
            for v in players {
                hold(rows, *v, *partners);
            }
        })
    }

    /// A player who does not float is paired: nothing but the sets of floaters is asked.
    fn choose(&mut self, players: Range<usize>, _: &Set) -> Vec<usize> {
        players
            .filter(|v| {
                let is_paired = |floaters: Set| floaters >> v & 1 == 0;
                let any = (self.choices.iter()).any(|(_, floaters)| is_paired(*floaters));
                self.choices
                    .retain(|(_, floaters)| is_paired(*floaters) == any);
                any
            })
            .collect()
    }

    fn pair_first(&mut self, v: usize, partners: &Set) -> Option<usize> {
        let partners = self.table.pairs.rows[v] & self.left & partners;
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
                return Some(partner);
            }
        }
        None
    }

    fn n_pairs_within(&mut self, players: &[usize]) -> usize {
        let (_, floaters) = self.choices[0];
        let is_paired = |v: &&usize| floaters >> **v & 1 == 0;
        players.iter().filter(is_paired).count() / 2
    }

    fn least_exchange(&mut self, remainder: &[usize], n_pairs: usize) -> Result<usize, Unanswered> {
        if self.bits + TIE_BITS >= u128::BITS {
            return Err(Unanswered);
        }
        let mut bsn = [0_u32; MOST_PLAYERS];
        for (place, v) in remainder.iter().enumerate() {
            bsn[*v] = place as u32 + 1;
        }
        // MDPs and their opponents, who have none, are decided.
        self.left = remainder.iter().fold(0, |left: Set, v| left | 1 << v);
        self.table.reprice(|a, b, cost| {
            let smaller = bsn[a].min(bsn[b]);
            let ties = u128::from(smaller > n_pairs as u32) << SUM_BITS | u128::from(smaller);
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
        Ok((self.choices[0].0 >> SUM_BITS & ((1 << EXCHANGED_BITS) - 1)) as usize)
    }
}
