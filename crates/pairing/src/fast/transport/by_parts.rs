//! Costs that are vectors of fields, a few fields at a time, most important first, as the vectors are
//! compared: the next fields decide among the edges that the ones before left without slack. Edges that
//! went have slack in a more important field, so the vector of the duals of all parts is feasible in
//! the order of vectors, whatever the later parts say.
//!
//! Costs are symmetric, so what flows in a solution may flow backwards in another, and only edges without
//! slack either way have flow in any: the others go, and the edges stay symmetric.

use std::collections::BTreeMap;
use std::ops::Range;

use edelweiss_weights::{Layout, Packed};
use foldhash::fast::FixedState;
use indexmap::IndexSet;

use super::super::alike::Alike;
use super::super::families::Families;
use super::super::tight::{Members, bits, class_patterns, clear, set};
use super::by_kinds::ByKinds;
use super::{Cost, Flows};

/// Neighbouring fields of a layout taken together as far as they fit, most important first.
#[derive(Debug)]
pub(in crate::fast) struct Parts {
    /// Bits of all parts behind each.
    offsets: Vec<u32>,
    /// Of all parts.
    bits: u32,
    /// By field: the number of its part, and the bits behind it there.
    of_field: Vec<(u32, u32)>,
}

impl Parts {
    pub(in crate::fast) fn new(layout: &Layout) -> Self {
        const WIDEST: u32 = i64::WIDTH - 4;
        let mut parts = Self {
            offsets: vec![layout.bits()],
            bits: layout.bits(),
            of_field: Vec::with_capacity(layout.fields().len()),
        };
        let mut width = 0;
        for field in layout.fields() {
            match parts.offsets.last_mut() {
                Some(offset) if width + field.width <= WIDEST => {
                    width += field.width;
                    *offset = field.offset;
                }
                _ => {
                    width = field.width;
                    parts.offsets.push(field.offset);
                }
            }
            parts
                .of_field
                .push((parts.offsets.len() as u32 - 1, field.offset));
        }
        for (number, shift) in &mut parts.of_field {
            *shift -= parts.offsets[*number as usize];
        }
        parts
    }

    pub(in crate::fast) fn len(&self) -> usize {
        self.offsets.len()
    }

    /// The bits of a part and of all behind it.
    pub(in crate::fast) fn bits_from(&self, number: usize) -> u32 {
        match number.checked_sub(1) {
            None => self.bits,
            Some(before) => self.offsets[before],
        }
    }

    /// The bits behind a part.
    pub(in crate::fast) fn offset(&self, number: usize) -> u32 {
        self.offsets[number]
    }

    /// Adds what a field costs to amounts by part, of which there are few.
    pub(in crate::fast) fn add(&self, amounts: &mut Vec<(u32, u64)>, field: usize, amount: u64) {
        let (number, shift) = self.of_field[field];
        let amount = amount << shift;
        match amounts.iter_mut().find(|(other, _)| *other == number) {
            Some((_, sum)) => *sum += amount,
            None => amounts.push((number, amount)),
        }
    }
}

/// What pairs of classes cost, by parts. That depends on the kinds of two classes; their families tell
/// whether they may meet. Equal costs are kept once: there are far fewer of them than pairs of kinds.
#[derive(Debug)]
pub(in crate::fast) struct ClassCosts {
    /// By class.
    kind_of: Vec<u32>,
    /// By class.
    families: Vec<Families>,
    n_kinds: usize,
    /// By two kinds, row-major and symmetric: the number of the cost, [`NO_PAIR`] if there is none.
    numbers: Vec<u32>,
    /// Parts and amounts other than zero, parts ascending.
    distinct: IndexSet<Vec<(u32, u64)>, FixedState>,
}

/// Of one cost, by some parts.
type Amounts<'a> = &'a [(u32, u64)];

const NO_PAIR: u32 = u32::MAX;

impl ClassCosts {
    /// No pairs of classes of these kinds and families.
    pub(in crate::fast) fn new(kind_of: Vec<u32>, families: Vec<Families>, n_kinds: usize) -> Self {
        Self {
            kind_of,
            families,
            n_kinds,
            numbers: vec![NO_PAIR; n_kinds * n_kinds],
            distinct: IndexSet::default(),
        }
    }

    /// The number of a cost, of which each part has an amount at most; equal costs have equal numbers.
    /// The amounts are sorted.
    pub(in crate::fast) fn add(&mut self, amounts: &mut Vec<(u32, u64)>) -> u32 {
        amounts.retain(|(_, amount)| *amount > 0);
        amounts.sort_unstable();
        let known = self.distinct.get_index_of(&amounts[..]);
        let new = || self.distinct.insert_full(amounts.clone()).0;
        known.unwrap_or_else(new) as u32
    }

    /// Sets what a pair of two kinds costs, in either direction.
    pub(in crate::fast) fn set(&mut self, k: usize, l: usize, number: u32) {
        self.numbers[k * self.n_kinds + l] = number;
        self.numbers[l * self.n_kinds + k] = number;
    }

    /// The number of what a pair of two kinds costs; `None` if there is no such pair.
    pub(in crate::fast) fn number(&self, k: usize, l: usize) -> Option<u32> {
        let number = self.numbers[k * self.n_kinds + l];
        (number != NO_PAIR).then_some(number)
    }

    /// By class, the classes that it may meet, as bits: of some kinds, of other families, and itself if it
    /// has several members. O(kinds² + classes² / 64), and as much again for each family.
    fn edges(&self, count: &[u32]) -> Vec<u64> {
        let words = count.len().div_ceil(64);
        let (mut members, mut patterns) = (Members::default(), Vec::new());
        class_patterns(
            self.kind_of.iter().map(|kind| *kind as usize),
            (self.n_kinds, words),
            0..self.n_kinds,
            |k, row| {
                let others = (0..self.n_kinds).filter(|l| self.number(k, *l).is_some());
                others.for_each(|l| set(row, l));
            },
            &mut members,
            &mut patterns,
        );
        let mut of_families = vec![0; Families::BITS as usize * words];
        for (a, families) in self.families.iter().enumerate() {
            for family in bits(&[(*families).into()]) {
                set(&mut of_families[family * words..], a);
            }
        }
        let mut edges = Vec::with_capacity(count.len() * words);
        for (a, kind) in self.kind_of.iter().enumerate() {
            let start = edges.len();
            edges.extend_from_slice(&patterns[*kind as usize * words..][..words]);
            for family in bits(&[self.families[a].into()]) {
                let others = &of_families[family * words..][..words];
                for (edges, others) in edges[start..].iter_mut().zip(others) {
                    *edges &= !others;
                }
            }
            if count[a] < 2 {
                clear(&mut edges[start..], a);
            }
        }
        edges
    }

    /// The parts of a cost from `first` on, packed.
    pub(in crate::fast) fn packed<W: Packed>(&self, number: u32, parts: &Parts, first: usize) -> W {
        let mut cost = W::zero();
        for (part, amount) in &self.distinct[number as usize] {
            if *part as usize >= first {
                cost.deposit(parts.offset(*part as usize), *amount);
            }
        }
        cost
    }

    /// What costs have in some parts, equal ones once, first nothing; and by number, and for what is no
    /// pair behind them, the place of its own.
    fn within(&self, parts: Range<usize>) -> (Vec<Amounts<'_>>, Vec<u32>) {
        let mut distinct = IndexSet::<_, FixedState>::from_iter([&[][..]]);
        let own = self.distinct.iter().map(|amounts| {
            let place = |number: usize| amounts.partition_point(|(part, _)| *part < number as u32);
            &amounts[place(parts.start)..place(parts.end)]
        });
        let ranks = own.map(|own| distinct.insert_full(own).0 as u32);
        let ranks = ranks.chain([0]).collect();
        (distinct.into_iter().collect(), ranks)
    }

    /// How many numbers of costs there are.
    pub(in crate::fast) fn len(&self) -> usize {
        self.distinct.len()
    }

    /// By field, most important first: the numbers of the costs that have something there, with how much
    /// it is; nothing for fields of parts before `first`.
    pub(in crate::fast) fn by_field(&self, parts: &Parts, first: usize) -> Vec<Vec<(u32, i64)>> {
        let mut fields_of = vec![Vec::new(); parts.len()];
        for (field, (part, shift)) in parts.of_field.iter().enumerate() {
            fields_of[*part as usize].push((field, *shift));
        }
        let mut by_field = vec![Vec::new(); parts.of_field.len()];
        for (number, amounts) in self.distinct.iter().enumerate() {
            for (part, amount) in amounts.iter().filter(|(part, _)| *part as usize >= first) {
                let mut rest = *amount;
                for (field, shift) in &fields_of[*part as usize] {
                    let own = rest >> shift;
                    rest -= own << shift;
                    if own > 0 {
                        by_field[*field].push((number as u32, own as i64));
                    }
                }
            }
        }
        by_field
    }
}

/// A class problem solved part by part.
pub(in crate::fast) struct ByParts {
    /// Of the last part that matters.
    pub(in crate::fast) flows: Flows<i64>,
    /// Twice the duals of each part, by class; none for a part that does not matter.
    pub(in crate::fast) duals_2x: Vec<Option<Vec<i64>>>,
    /// By class, a bit for each class to which an edge has no slack in so many parts, the most important
    /// ones first, and in as many more as the next ones say.
    edges: Vec<(usize, Vec<u64>)>,
    n_classes: usize,
}

impl ByParts {
    /// By class, a bit for each class to which an edge has no slack in the first `n_parts` parts.
    pub(in crate::fast) fn tight_rows(&self, n_parts: usize) -> &[u64] {
        let after = self.edges.partition_point(|(parts, _)| *parts <= n_parts);
        &self.edges[after - 1].1
    }

    /// Words of a row.
    pub(in crate::fast) fn words(&self) -> usize {
        self.n_classes.div_ceil(64)
    }

    /// In how many parts edges have no slack, if not in all: the largest numbers first.
    pub(in crate::fast) fn depths(&self) -> Vec<usize> {
        let dropped = self.edges[1..].iter().rev();
        dropped.map(|(parts, _)| parts - 1).collect()
    }
}

/// Kinds are compared for so many parts at once; few of them differ in any, and only these are compared
/// for each part.
const PARTS_AT_ONCE: usize = 8;

/// The class problem for costs in `n_parts` parts, part by part. `None` if no fractional perfect matching exists.
pub(in crate::fast) fn by_parts(
    costs: &ClassCosts,
    count: &[u32],
    n_parts: usize,
) -> Option<ByParts> {
    let n = count.len();
    let mut flows = Flows::<i64>::default();
    flows.clear(n);
    let mut duals_2x = vec![None; n_parts];
    let mut problem = ByKinds::new(n, costs.edges(count));
    let mut edges = vec![(0, problem.edges().to_vec())];
    // What is no pair costs nothing, in the last place.
    let last = costs.distinct.len() as u32;
    let number = |number: &u32| (*number).min(last);
    let numbers: Vec<u32> = costs.numbers.iter().map(number).collect();
    for first in (0..n_parts).step_by(PARTS_AT_ONCE) {
        let several = first..n_parts.min(first + PARTS_AT_ONCE);
        let (distinct, ranks) = costs.within(several.clone());
        let kinds = Alike::new(costs.n_kinds, &numbers, &ranks);
        for part in several {
            let (mut amounts, mut rank_of) = (vec![0], BTreeMap::from([(0, 0)]));
            let rank = |cost: &Amounts<'_>| {
                let amount = cost.iter().find(|(own, _)| *own as usize == part);
                let amount = amount.map_or(0, |(_, amount)| *amount as i64);
                *rank_of.entry(amount).or_insert_with(|| {
                    amounts.push(amount);
                    amounts.len() as u32 - 1
                })
            };
            let ranks: Vec<u32> = distinct.iter().map(rank).collect();
            // Something has to flow in the end.
            if part + 1 < n_parts && amounts.len() == 1 {
                continue;
            }
            let looks = Alike::new(kinds.n, &kinds.ranks, &ranks);
            let look_of = |kind: &u32| looks.of[kinds.of[*kind as usize] as usize];
            let of_looks = looks.ranks.iter().map(|rank| amounts[*rank as usize]);
            problem.set_costs(costs.kind_of.iter().map(look_of), of_looks.collect());
            let mut duals = Vec::new();
            if !flows.solve(&mut problem, count, &mut duals) {
                return None;
            }
            duals_2x[part] = Some(duals);
            if problem.keep_tight() {
                edges.push((part + 1, problem.edges().to_vec()));
            }
        }
    }
    Some(ByParts {
        flows,
        duals_2x,
        edges,
        n_classes: n,
    })
}

#[cfg(test)]
mod tests {
    use quickcheck::{TestResult, quickcheck};

    use super::super::Transport;
    use super::*;
    use crate::fast::tight::has;

    const N_PARTS: usize = 3;
    const N_KINDS: usize = 4;

    /// Symmetric costs in parts for classes of a few kinds and families; no pair in one of eight.
    fn costs(classes: &[u8], numbers: &[u16]) -> ClassCosts {
        let kind_of = classes.iter().map(|c| u32::from(c % 4)).collect();
        let families = classes.iter().map(|c| u16::from(c / 4 % 8)).collect();
        let mut costs = ClassCosts::new(kind_of, families, N_KINDS);
        let pairs = (0..N_KINDS).flat_map(|k| (k..N_KINDS).map(move |l| (k, l)));
        for ((k, l), number) in pairs.zip(numbers.iter().cycle()) {
            if number % 8 > 0 {
                let amount = |part: u32| (part, u64::from(number >> (3 + 3 * part)) % 4);
                let cost = costs.add(&mut (0..N_PARTS as u32).map(amount).collect());
                costs.set(k, l, cost);
            }
        }
        costs
    }

    quickcheck! {
        /// Flows meet the counts and have no slack; the first part in which an edge has slack has more
        /// than none; and where nothing fits, it does not for a single edge of another sort either.
        fn solutions_prove_themselves(classes: Vec<u8>, counts: Vec<u8>, numbers: Vec<u16>) -> TestResult {
            let classes = &classes[..classes.len().min(80)];
            // A few numbers make costs that all pairs share.
            let numbers = &numbers[..numbers.len().min(1 + counts.len() % 12)];
            if classes.is_empty() || counts.is_empty() || numbers.is_empty() {
                return TestResult::discard();
            }
            let n = classes.len();
            let count: Vec<u32> = (counts.iter().cycle().take(n).map(|c| u32::from(c % 9) + 1)).collect();
            let costs = costs(classes, numbers);
            let edges = costs.edges(&count);
            let words = n.div_ceil(64);
            let is_edge = |a: usize, b: usize| has(&edges[a * words..], b);
            let Some(solved) = by_parts(&costs, &count, N_PARTS) else {
                let cost = |place: usize| if is_edge(place / n, place % n) { 0 } else { i64::NONE };
                let cost: Vec<i64> = (0..n * n).map(cost).collect();
                return TestResult::from_bool(!Transport::default().solve(&cost, &count, &mut Vec::new()));
            };
            for a in 0..n {
                let out: u32 = (0..n).map(|b| solved.flows.flow(a, b)).sum();
                let into: u32 = (0..n).map(|b| solved.flows.flow(b, a)).sum();
                assert_eq!([out, into], [count[a]; 2]);
                for b in 0..n {
                    let is_tight = |n_parts| has(&solved.tight_rows(n_parts)[a * words..], b);
                    assert!(solved.flows.flow(a, b) == 0 || is_tight(N_PARTS));
                    assert_eq!(is_tight(0), is_edge(a, b));
                    assert_eq!(has(&solved.tight_rows(1)[b * words..], a), is_tight(1));
                    if !is_edge(a, b) {
                        continue;
                    }
                    let number = costs.number((classes[a] % 4).into(), (classes[b] % 4).into());
                    let cost = &costs.distinct[number.expect("an edge has a cost") as usize];
                    let slack = |part: usize| {
                        let own = cost.iter().find(|(own, _)| *own as usize == part);
                        let duals = solved.duals_2x[part].as_ref();
                        let paid = duals.map_or(0, |duals| duals[a] + duals[b]);
                        2 * own.map_or(0, |(_, amount)| *amount as i64) - paid
                    };
                    let first = (0..N_PARTS).find(|part| slack(*part) != 0).unwrap_or(N_PARTS);
                    assert!(first == N_PARTS || slack(first) > 0);
                    assert!((0..=N_PARTS).all(|n_parts| is_tight(n_parts) == (n_parts <= first)));
                }
            }
            TestResult::passed()
        }
    }
}
