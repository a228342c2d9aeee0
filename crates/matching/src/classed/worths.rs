//! What pairs of classes are worth, prepared for comparison with sums of duals.

use std::cmp::Ordering;

use crate::table::WeightTable;
use crate::weight::{RESIDUES, Weight};

/// Bits of a part: sums and differences of some fit a word.
const PART_BITS: u32 = 58;

/// Twice what pairs of classes are worth.
#[derive(Debug)]
pub(super) struct Worths<'a, W> {
    table: &'a WeightTable<W>,
    /// By amount of the table.
    doubled: Vec<W>,
    residues: Vec<u64>,
}

/// Duals and amounts cut into parts, to be compared part by part from the highest one: a wide number
/// is read no further than needed, and most pairs of kinds need the highest parts only.
pub(super) struct Parts {
    /// How far a number is shifted to have its part last, descending to zero.
    shifts: Vec<u32>,
    /// By part, and then in the order of the duals.
    of_dual: Vec<Vec<i64>>,
    /// By part, and then by amount.
    of_amount: Vec<Vec<i64>>,
}

impl Parts {
    pub(super) fn of<W: Weight>(&self, weight: &W) -> Vec<i64> {
        (self.shifts.iter())
            .map(|shift| weight.leading(*shift))
            .collect()
    }

    /// The highest part of a dual.
    pub(super) fn highest(&self, dual: usize) -> i64 {
        self.of_dual[0][dual]
    }

    /// Whether two numbers whose highest parts add up to this are surely more than an amount.
    #[inline]
    pub(super) fn exceed(&self, highest: i64, amount: usize) -> bool {
        highest > self.of_amount[0][amount]
    }

    /// Whether a number, given by its parts, and a dual are more or less than an amount.
    /// `Equal` if that cannot be told from parts.
    ///
    /// All parts up to one, as one number, are the number divided by a power of two and rounded down.
    /// Three times rounded: what they add up to is less than one beyond the true sum and less than
    /// two short of it. Where that settles nothing the true sum is between -2 and 2, so that the
    /// next part fits.
    #[inline]
    pub(super) fn compare(&self, number: &[i64], dual: usize, amount: usize) -> Ordering {
        for ((number, duals), amounts) in number.iter().zip(&self.of_dual).zip(&self.of_amount) {
            let sum = (number.wrapping_add(duals[dual])).wrapping_sub(amounts[amount]);
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
        let residues = doubled.iter().map(Weight::residue).collect();
        Self {
            table,
            doubled,
            residues,
        }
    }

    /// The place of what a pair of two classes is worth.
    #[inline]
    pub(super) fn place(&self, a: usize, b: usize) -> usize {
        self.table.place(a, b)
    }

    pub(super) fn amount(&self, place: usize) -> &W {
        &self.doubled[place]
    }

    /// Whether two elements, with their residues, add up to this amount.
    pub(super) fn is(&self, place: usize, a: (&W, u64), b: (&W, u64)) -> bool {
        let (sum, wanted) = (a.1 + b.1, self.residues[place]);
        (sum == wanted || sum == wanted + RESIDUES) && W::adds_up(a.0, b.0, self.amount(place))
    }

    /// The parts of duals and amounts.
    pub(super) fn parts(&self, duals: &[&W]) -> Parts {
        let amounts = self.doubled.iter().map(Weight::bits);
        let bits = duals.iter().map(|dual| dual.bits()).chain(amounts).max();
        let n_parts = bits.unwrap_or(0).div_ceil(PART_BITS).max(1);
        let shifts: Vec<u32> = (0..n_parts).rev().map(|part| part * PART_BITS).collect();
        let of_dual = |shift: &u32| duals.iter().map(|dual| dual.leading(*shift)).collect();
        let of_amount = |shift: &u32| {
            (self.doubled.iter())
                .map(|amount| amount.leading(*shift))
                .collect()
        };
        Parts {
            of_dual: shifts.iter().map(of_dual).collect(),
            of_amount: shifts.iter().map(of_amount).collect(),
            shifts,
        }
    }

    /// Whether a number, with its parts, and a dual of [`Self::parts`] are more or less than an amount.
    pub(super) fn compare(
        &self,
        parts: &Parts,
        number: (&W, &[i64]),
        dual: (&W, usize),
        amount: usize,
    ) -> Ordering {
        parts
            .compare(number.1, dual.1, amount)
            .then_with(|| number.0.plus(dual.0).cmp(self.amount(amount)))
    }
}
