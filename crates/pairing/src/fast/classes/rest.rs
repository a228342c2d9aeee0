//! What the class problem leaves open where its bound is not reached.
//!
//! Where few are left over, its duals are nearly optimal: a weighted solver starts from them, with
//! all fields that are open packed into one weight. Where many are, it would change them for every
//! mixture of fields; so the fields are decided one after the other, from duals of their own.

use std::collections::BTreeMap;

use edelweiss_matching::{AmountId, Limbs, VertexId, Weight, WeightTable};
use edelweiss_weights::Packed;
use foldhash::fast::FixedState;
use indexmap::IndexSet;
use num_bigint::BigInt;

use super::open::Exits;
use super::{Open, Solved};
use crate::fast::alike::Alike;
use crate::fast::decide::{self, Candidates};
use crate::fast::tight::{bits, has, join, set};
use crate::reference::Reach;
use crate::sequence::Decisions;

/// If so few players are left over, all fields are decided at once.
pub(super) const FEW_EXPOSED: usize = 64;
/// Kinds are compared for so many fields at once; few of them differ in any, and only these are compared
/// for each field.
const FIELDS_AT_ONCE: usize = 8;

/// What is left to decide when the parts before are known to have no slack.
pub(super) struct Rest<'a, 't, 'f> {
    open: &'a Open<'a, 't, 'f>,
    /// How many parts were before.
    n_parts: usize,
    /// By vertex. Who leaves is exposed.
    mates: Vec<Option<VertexId>>,
    /// By vertex: what its pairs are worth depends on that; families only tell who may meet.
    kind_of: Vec<u32>,
    /// By kind: the number of what leaving costs.
    exit_of: Vec<Option<u32>>,
    /// A bit for each class of others who may have such pairs, if it is to be proved that they leave.
    others: Vec<u64>,
    /// Two kinds that may meet without slack in the parts before, and their place in `savings`.
    pairs: Vec<(u32, u32, u32)>,
    /// What a pair costs, and what it saves: that both leave.
    savings: Vec<(u32, [Option<u32>; 2])>,
}

impl<'a, 't, 'f> Rest<'a, 't, 'f> {
    /// `mates`, by vertex among all, and all pairs of `open` have no slack in the first `n_parts` parts; the
    /// others only leave.
    pub(super) fn new(open: &'a Open<'a, 't, 'f>, n_parts: usize, mates: &[Option<usize>]) -> Self {
        let Solved { classed, costs, .. } = open.solved;
        let (n, n_kinds) = (classed.counts.len(), classed.kinds.len());
        let exit_of: Vec<Option<u32>> = (0..n_kinds)
            .map(|kind| match classed.task.reach {
                Reach::Exits => costs.number(kind, n_kinds),
                Reach::Everything => None,
            })
            .collect();
        // By kind, a bit for each class to which one of its classes has such pairs.
        let words = open.solved.by_parts.words();
        let mut near = vec![0; n_kinds * words];
        for (a, kind) in classed.kind_of.iter().enumerate() {
            join(&mut near[*kind as usize * words..], open.row(a));
        }
        let (mut pairs, mut savings, mut numbers) = (Vec::new(), Vec::new(), BTreeMap::new());
        let mut is_known = vec![false; n_kinds];
        for (k, near) in near.chunks_exact(words.max(1)).enumerate() {
            is_known.fill(false);
            for b in bits(near).filter(|b| *b < n) {
                let l = classed.kind_of[b] as usize;
                if k > l || std::mem::replace(&mut is_known[l], true) {
                    continue;
                }
                let leaving = [exit_of[k], exit_of[l]];
                let cost = costs.number(k, l).expect("an edge has a cost");
                let saving = (
                    cost,
                    [leaving[0].min(leaving[1]), leaving[0].max(leaving[1])],
                );
                let number = *numbers.entry(saving).or_insert_with(|| {
                    savings.push(saving);
                    savings.len() as u32 - 1
                });
                pairs.push((k as u32, l as u32, number));
            }
        }
        Self {
            open,
            n_parts,
            mates: open.mates_of(mates),
            kind_of: (open.class_of.iter())
                .map(|class| classed.kind_of[*class as usize])
                .collect(),
            exit_of,
            others: Vec::new(),
            pairs,
            savings,
        }
    }

    /// As [`Self::new`], but the others only leave in all optima if [`Self::first`] says so; it has no
    /// pairing else.
    pub(super) fn of_few(
        open: &'a Open<'a, 't, 'f>,
        n_parts: usize,
        mates: &[Option<usize>],
    ) -> Self {
        let classed = &open.solved.classed;
        let mut others = vec![0; open.solved.by_parts.words()];
        for v in &open.leaving {
            set(&mut others, classed.class_of[*v] as usize);
        }
        Self {
            others,
            ..Self::new(open, n_parts, mates)
        }
    }

    /// What each of `savings` comes to, if costs come to this much.
    fn saved<W: Weight>(&self, amount: impl Fn(u32) -> W) -> Vec<W> {
        let exit_cost = |number: Option<u32>| number.map_or_else(W::zero, &amount);
        let saved = |(cost, [one, other]): &(u32, [Option<u32>; 2])| {
            (exit_cost(*one).plus(&exit_cost(*other))).minus(&amount(*cost))
        };
        self.savings.iter().map(saved).collect()
    }

    /// What pairs of kinds save against both leaving downwards; the last kind are exits.
    fn worth<W: Weight>(&self, saved: Vec<W>) -> WeightTable<W> {
        let (mut worth, places) = places_of(self.exit_of.len() + 1, saved.into_iter());
        for (k, l, saving) in &self.pairs {
            let (k, l) = (*k as usize, *l as usize);
            worth.set(k, l, places[*saving as usize]);
            worth.set(l, k, places[*saving as usize]);
        }
        worth
    }

    fn leavers(&self) -> Vec<u64> {
        let (n, exits) = (self.open.places.len(), self.open.exits(0));
        let mut leavers = vec![0; n.div_ceil(64)];
        for v in (0..n).filter(|v| self.open.may_leave(*v, &exits)) {
            set(&mut leavers, v);
        }
        leavers
    }

    /// The first optimal pairing; `n_exposed` are left over where no field has slack.
    pub(super) fn first(&self, n_exposed: usize) -> Option<Decisions> {
        let candidates = Candidates {
            class_of: &self.kind_of,
            leavers: &self.leavers(),
            allowed: &self.open.graph(&[]),
            mates: &self.mates,
        };
        if n_exposed <= FEW_EXPOSED {
            self.first_packed(candidates)
        } else {
            self.first_by_fields(&candidates)
        }
    }

    /// The first optimal pairing, by one field after another.
    fn first_by_fields(&self, candidates: &Candidates<'_>) -> Option<Decisions> {
        let Solved { costs, parts, .. } = self.open.solved;
        let fields = costs.by_field(parts, self.n_parts);
        let n = self.exit_of.len() + 1;
        // What is no pair saves nothing, in the last place.
        let mut places = vec![self.savings.len() as u32; n * n];
        for (k, l, saving) in &self.pairs {
            let (k, l) = (*k as usize, *l as usize);
            places[k * n + l] = *saving;
            places[l * n + k] = *saving;
        }
        let measures = fields.chunks(FIELDS_AT_ONCE).flat_map(|several| {
            let saved = several.iter().map(|field| self.saved_in(field));
            let saved: Vec<Vec<i64>> = saved.collect();
            let mut distinct = IndexSet::<Vec<i64>, FixedState>::default();
            let in_fields = |saving: usize| saved.iter().map(|saved| saved[saving]).collect();
            let of_savings = (0..self.savings.len()).map(in_fields);
            let all = of_savings.chain([vec![0; several.len()]]);
            let ranks: Vec<u32> = (all)
                .map(|saved| distinct.insert_full(saved).0 as u32)
                .collect();
            let kinds = Alike::new(n, &places, &ranks);
            let counts = |field: &usize| distinct.iter().any(|saved| saved[*field] != 0);
            let worth = |field: usize| {
                let worth = kinds
                    .ranks
                    .iter()
                    .map(|rank| distinct[*rank as usize][field]);
                (kinds.of.clone(), WeightTable::square(worth.collect()))
            };
            let worths = (0..several.len()).filter(counts).map(worth);
            worths.collect::<Vec<_>>()
        });
        decide::first_by_measures(&self.open.zones, (candidates, n), measures)
    }

    /// What each of `savings` comes to in a field.
    fn saved_in(&self, field: &[(u32, i64)]) -> Vec<i64> {
        let mut amount_of = vec![0; self.open.solved.costs.len()];
        for (number, amount) in field {
            amount_of[*number as usize] = *amount;
        }
        self.saved(|number| amount_of[number as usize])
    }

    /// The first optimal pairing, by all fields at once.
    fn first_packed(&self, candidates: Candidates<'_>) -> Option<Decisions> {
        let Solved { classed, parts, .. } = self.open.solved;
        let bits = classed.task.bits_needed(parts.bits_from(self.n_parts));
        match bits {
            0..=62 => self.first_weighted::<i64>(candidates),
            63..=126 => self.first_weighted::<i128>(candidates),
            127..=254 => self.first_weighted::<Limbs<4>>(candidates),
            255..=510 => self.first_weighted::<Limbs<8>>(candidates),
            511..=1022 => self.first_weighted::<Limbs<16>>(candidates),
            1023..=2046 => self.first_weighted::<Limbs<32>>(candidates),
            2047..=4094 => self.first_weighted::<Limbs<64>>(candidates),
            _ => self.first_weighted::<BigInt>(candidates),
        }
    }

    fn first_weighted<W: Packed>(&self, candidates: Candidates<'_>) -> Option<Decisions> {
        let Solved {
            classed,
            parts,
            costs,
            by_parts,
        } = self.open.solved;
        let packed = |number: u32| costs.packed::<W>(number, parts, self.n_parts);
        let mut duals_2x: Vec<W> = (classed.kind_of.iter())
            .map(|kind| {
                self.exit_of[*kind as usize]
                    .map_or_else(W::zero, packed)
                    .doubled()
            })
            .collect();
        for (number, of_part) in by_parts.duals_2x.iter().enumerate().skip(self.n_parts) {
            for (dual, of_part) in duals_2x.iter_mut().zip(of_part.iter().flatten()) {
                let mut amount = W::zero();
                amount.deposit(parts.offset(number), of_part.unsigned_abs());
                if *of_part < 0 {
                    dual.increase(&amount);
                } else {
                    dual.decrease(&amount);
                }
            }
        }
        let dual_2x = |class: &u32| duals_2x[*class as usize].clone();
        let worth = self.worth(self.saved(packed));
        let weighted = decide::Weighted {
            candidates,
            worth: &worth,
            accepts: &|found_2x| self.others_leave(&worth, &duals_2x, found_2x),
            duals_2x: self.open.class_of.iter().map(dual_2x).collect(),
            tight: &|n_exits| {
                // Two exits meet for nothing.
                let exits = Exits {
                    opposite: Some(0),
                    ..self.open.exits(n_exits)
                };
                Some(
                    self.open
                        .within(by_parts.tight_rows(parts.len()))
                        .graph(&[exits]),
                )
            },
        };
        decide::first_weighted(&self.open.zones, weighted)
    }

    /// Whether the others leave in all optima, as far as the duals tell that were found by vertex and exit,
    /// with those they started from by class; all doubled.
    ///
    /// With the duals that the others started from, and an exit without a dual for each, these are duals
    /// of the problem with everybody if no pair of one of these and one of the others is worth more. If
    /// each is worth less, no optimum has any.
    fn others_leave<W: Weight>(
        &self,
        worth: &WeightTable<W>,
        duals_2x: &[W],
        found_2x: &[W],
    ) -> bool {
        let (n, exits) = (self.open.places.len(), self.open.exits(0));
        let is_negative = |dual: &W| *dual < W::zero();
        if self.others.is_empty() {
            return true;
        }
        let kind = |class: usize| self.open.solved.classed.kind_of[class] as usize;
        let leaves = |v: usize| {
            let (class, found_2x) = (self.open.class_of[v] as usize, &found_2x[v]);
            // What was worth less before is worth less now.
            let may_gain = |other: usize| {
                let most_2x = found_2x.plus(&duals_2x[other]);
                worth.at(kind(class), kind(other)).doubled() >= most_2x
            };
            let mut others = bits(self.open.row(class)).filter(|other| has(&self.others, *other));
            (*found_2x >= duals_2x[class] || !others.any(may_gain))
                && !(is_negative(found_2x) && self.open.may_leave(v, &exits))
        };
        !found_2x[n..].iter().any(is_negative) && (0..n).all(leaves)
    }
}

/// A table of so many rows and columns without worth, and the places of equal amounts that it may have.
fn places_of<W: Weight>(
    n: usize,
    amounts: impl Iterator<Item = W>,
) -> (WeightTable<W>, Vec<AmountId>) {
    let mut worth = WeightTable::filled(n, n, W::zero());
    let mut known = BTreeMap::new();
    let mut place = |amount: W| {
        let known = known.entry(amount);
        *known.or_insert_with_key(|amount| worth.add(amount.clone()))
    };
    let places = amounts.map(&mut place).collect();
    (worth, places)
}
