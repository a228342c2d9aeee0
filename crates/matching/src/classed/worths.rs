//! What pairs of classes are worth, prepared for comparison with sums of duals.

use std::cmp::Ordering;

use crate::table::WeightTable;
use crate::weight::Weight;

/// Twice what pairs of classes are worth.
#[derive(Debug)]
pub(super) struct Worths<'a, W> {
    table: &'a WeightTable<W>,
    /// By amount of the table.
    doubled: Vec<W>,
}

/// So many times so many bits of a number are looked at before all of it is. Sums of some fit a word.
const N_PARTS: usize = 4;
const PART_BITS: u32 = 58;

/// The highest bits of a number, in parts from the highest one.
pub(super) type Highest = [i64; N_PARTS];

/// The highest bits of amounts, and of duals to be compared with them: most pairs of kinds need no more.
#[derive(Debug)]
pub(super) struct Parts {
    /// How far a number is shifted to have its part last, descending; fewer for narrow numbers.
    shifts: Vec<u32>,
    /// By amount.
    of_amount: Vec<Highest>,
}

impl Parts {
    /// For amounts and duals.
    pub(super) fn new<'w, W: Weight + 'w>(
        worths: &'w Worths<'_, W>,
        duals: impl Iterator<Item = &'w W>,
    ) -> Self {
        let mut parts = Self {
            shifts: Vec::new(),
            of_amount: Vec::new(),
        };
        parts.fit(worths, duals.chain(&worths.doubled));
        parts
    }

    /// Makes them fit other numbers as well.
    pub(super) fn fit<'w, W: Weight + 'w>(
        &mut self,
        worths: &Worths<'_, W>,
        others: impl Iterator<Item = &'w W>,
    ) {
        let bits = others.map(Weight::bits).max().unwrap_or(0);
        let n_parts = bits.div_ceil(PART_BITS).max(1);
        if self
            .shifts
            .first()
            .is_none_or(|first| n_parts > first / PART_BITS + 1)
        {
            let shifts = (0..n_parts).rev().map(|part| part * PART_BITS);
            self.shifts = shifts.take(N_PARTS).collect();
            self.of_amount = worths.doubled.iter().map(|own| self.of(own)).collect();
        }
    }

    pub(super) fn of(&self, number: &impl Weight) -> Highest {
        let part = |part| {
            self.shifts
                .get(part)
                .map_or(0, |shift| number.leading(*shift))
        };
        std::array::from_fn(part)
    }

    /// Whether two numbers are more or less than an amount. `Equal` if that cannot be told from parts.
    ///
    /// All parts up to one, as one number, are the number divided by a power of two and rounded down.
    /// Three times rounded: what they add up to is less than one beyond the true sum and less than
    /// two short of it. Where that settles nothing the true sum is between -2 and 2, so that the
    /// next part fits.
    #[inline]
    pub(super) fn compare(&self, a: &Highest, b: &Highest, amount: usize) -> Ordering {
        let amounts = &self.of_amount[amount];
        for ((a, b), amount) in a.iter().zip(b).zip(amounts).take(self.shifts.len()) {
            let sum = a.wrapping_add(*b).wrapping_sub(*amount);
            if sum > 0 {
                return Ordering::Greater;
            }
            if sum < -1 {
                return Ordering::Less;
            }
        }
        Ordering::Equal
    }
}

impl<'a, W: Weight> Worths<'a, W> {
    pub(super) fn new(table: &'a WeightTable<W>) -> Self {
        let doubled: Vec<W> = table.amounts().iter().map(Weight::doubled).collect();
        Self { table, doubled }
    }

    /// The place of what a pair of two classes is worth.
    #[inline]
    pub(super) fn place(&self, a: usize, b: usize) -> usize {
        self.table.place(a, b)
    }

    pub(super) fn amount(&self, place: usize) -> &W {
        &self.doubled[place]
    }

    /// Whether two numbers, with their parts, are more or less than an amount.
    #[inline]
    pub(super) fn compare(
        &self,
        parts: &Parts,
        a: (&W, &Highest),
        b: (&W, &Highest),
        amount: usize,
    ) -> Ordering {
        (parts.compare(a.1, b.1, amount))
            .then_with(|| W::compare_sum(a.0, b.0, self.amount(amount)))
    }
}
