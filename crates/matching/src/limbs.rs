//! A signed integer of fixed width, wide enough for weights packed from many fields.
//!
//! ```text
//! bit   64 N - 1                                              0
//!       | sign | ... limb N-1 ... | ... | limb 1 | limb 0 |
//! ```

use std::cmp::Ordering;
use std::fmt::{self, Write as _};

use crate::weight::{Weight, sealed::Sealed};

/// A two's-complement integer of `N` limbs of 64 bits, the lowest limb first.
///
/// Arithmetic wraps, like the limbs themselves; the solver checks the range with
/// [`Weight::fits`] before it starts. Every operation costs O(`N`).
///
/// ```
/// use edelweiss_matching::Limbs;
///
/// let mut weight = Limbs::<2>::zero();
/// weight.add_field(60, 37); // crosses the border between the limbs
/// assert_eq!(weight.field(60, 8), 37);
/// assert!(weight > Limbs::from_i128(1 << 60));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limbs<const N: usize>([u64; N]);

impl<const N: usize> Limbs<N> {
    /// The width in bits, the sign included.
    pub const BITS: u32 = 64 * N as u32;

    /// Zero.
    #[must_use]
    pub const fn zero() -> Self {
        Self([0; N])
    }

    /// A number of 64 unsigned bits; with `N == 1` the highest of them is the sign.
    #[must_use]
    pub fn from_u64(value: u64) -> Self {
        let mut limbs = [0; N];
        if let Some(lowest) = limbs.first_mut() {
            *lowest = value;
        }
        Self(limbs)
    }

    /// A signed number, its sign extended; with `N == 1` the higher half is lost.
    #[must_use]
    pub fn from_i128(value: i128) -> Self {
        let sign = if value < 0 { u64::MAX } else { 0 };
        let mut limbs = [sign; N];
        for (limb, part) in limbs.iter_mut().zip([value as u64, (value >> 64) as u64]) {
            *limb = part;
        }
        Self(limbs)
    }

    /// The limbs, the lowest first.
    #[must_use]
    pub const fn from_limbs(limbs: [u64; N]) -> Self {
        Self(limbs)
    }

    /// The limbs, the lowest first.
    #[must_use]
    pub const fn limbs(&self) -> &[u64; N] {
        &self.0
    }

    /// Whether the number is below zero.
    #[must_use]
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.0.last().is_some_and(|&highest| (highest as i64) < 0)
    }

    /// `self * 2^bits`; what leaves the width is lost.
    #[must_use]
    pub fn shl(&self, bits: u32) -> Self {
        let whole = (bits / 64) as usize;
        let part = bits % 64;
        let limb = |i: usize| self.0.get(i).copied().unwrap_or(0);
        let limbs = std::array::from_fn(|i| match i.checked_sub(whole) {
            None => 0,
            Some(source) if part == 0 => limb(source),
            Some(source) => {
                let from_below = source
                    .checked_sub(1)
                    .map_or(0, |below| limb(below) >> (64 - part));
                (limb(source) << part) | from_below
            }
        });
        Self(limbs)
    }

    /// Adds `value * 2^offset_bits`; what leaves the width is lost.
    pub fn add_field(&mut self, offset_bits: u32, value: u64) {
        let whole = (offset_bits / 64) as usize;
        let wide = u128::from(value) << (offset_bits % 64);
        let mut addend = wide;
        for limb in self.0.iter_mut().skip(whole) {
            if addend == 0 {
                break;
            }
            let sum = u128::from(*limb) + (addend & u128::from(u64::MAX));
            *limb = sum as u64;
            addend = (addend >> 64) + (sum >> 64);
        }
    }

    /// The `width` bits (at most 64) from `offset_bits` up, as an unsigned number.
    #[must_use]
    pub fn field(&self, offset_bits: u32, width: u32) -> u64 {
        let whole = (offset_bits / 64) as usize;
        let part = offset_bits % 64;
        let limb = |i: usize| u128::from(self.0.get(i).copied().unwrap_or(0));
        let bits = ((limb(whole) | (limb(whole + 1) << 64)) >> part) as u64;
        if width >= 64 {
            bits
        } else {
            bits & ((1 << width) - 1)
        }
    }
}

impl<const N: usize> Default for Limbs<N> {
    fn default() -> Self {
        Self::zero()
    }
}

impl<const N: usize> Ord for Limbs<N> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        other.is_negative().cmp(&self.is_negative()).then_with(|| {
            // Of two numbers with one sign, two's complement orders like unsigned.
            self.0.iter().rev().cmp(other.0.iter().rev())
        })
    }
}

impl<const N: usize> PartialOrd for Limbs<N> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> fmt::Display for Limbs<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The largest power of ten in a limb.
        const GROUP: u128 = 10_u128.pow(19);
        let mut rest = if self.is_negative() {
            self.negated().0
        } else {
            self.0
        };
        let mut groups = Vec::new();
        while rest.iter().any(|limb| *limb != 0) {
            let mut remainder = 0;
            for limb in rest.iter_mut().rev() {
                let part = remainder << 64 | u128::from(*limb);
                *limb = (part / GROUP) as u64;
                remainder = part % GROUP;
            }
            groups.push(remainder);
        }
        let mut digits = groups.pop().unwrap_or(0).to_string();
        for group in groups.iter().rev() {
            write!(digits, "{group:019}")?;
        }
        f.pad_integral(!self.is_negative(), "", &digits)
    }
}

impl<const N: usize> From<i128> for Limbs<N> {
    fn from(value: i128) -> Self {
        Self::from_i128(value)
    }
}

impl<const N: usize> From<i64> for Limbs<N> {
    fn from(value: i64) -> Self {
        Self::from_i128(i128::from(value))
    }
}

impl<const N: usize> Sealed for Limbs<N> {}

impl<const N: usize> Weight for Limbs<N> {
    #[inline]
    fn zero() -> Self {
        Self([0; N])
    }

    #[inline]
    fn unit() -> Self {
        Self::from_u64(1)
    }

    #[inline]
    fn plus(&self, other: &Self) -> Self {
        let mut sum = *self;
        sum.increase(other);
        sum
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        let mut difference = *self;
        difference.decrease(other);
        difference
    }

    #[inline]
    fn increase(&mut self, other: &Self) {
        let mut carry = false;
        for (limb, &addend) in self.0.iter_mut().zip(&other.0) {
            (*limb, carry) = limb.carrying_add(addend, carry);
        }
    }

    #[inline]
    fn decrease(&mut self, other: &Self) {
        let mut borrow = false;
        for (limb, &subtrahend) in self.0.iter_mut().zip(&other.0) {
            (*limb, borrow) = limb.borrowing_sub(subtrahend, borrow);
        }
    }

    #[inline]
    fn halved(&self) -> Self {
        let mut limbs = [0; N];
        let mut from_above = if self.is_negative() { 1 << 63 } else { 0 };
        for (half, &limb) in limbs.iter_mut().zip(&self.0).rev() {
            *half = (limb >> 1) | from_above;
            from_above = limb << 63;
        }
        Self(limbs)
    }

    fn checked_plus(&self, other: &Self) -> Option<Self> {
        let sum = self.plus(other);
        let same_sign = self.is_negative() == other.is_negative();
        (!same_sign || sum.is_negative() == self.is_negative()).then_some(sum)
    }

    fn checked_minus(&self, other: &Self) -> Option<Self> {
        let difference = self.minus(other);
        let same_sign = self.is_negative() == other.is_negative();
        (same_sign || difference.is_negative() == self.is_negative()).then_some(difference)
    }

    fn fits(&self, factor: u64) -> bool {
        let magnitude = if self.is_negative() {
            self.negated()
        } else {
            *self
        };
        let mut carry = 0_u128;
        let mut highest = 0;
        for &limb in &magnitude.0 {
            let product = u128::from(limb) * u128::from(factor) + carry;
            highest = product as u64;
            carry = product >> 64;
        }
        carry == 0 && (highest as i64) >= 0
    }

    fn highest_difference(&self, other: &Self) -> u32 {
        let place = (0..N).rev().find(|place| self.0[*place] != other.0[*place]);
        place.map_or(0, |place| {
            64 * (place as u32 + 1) - (self.0[place] ^ other.0[place]).leading_zeros()
        })
    }

    #[inline]
    fn is_zero(&self) -> bool {
        self.0 == [0; N]
    }

    #[inline]
    fn adds_up(a: &Self, b: &Self, sum: &Self) -> bool {
        // Nearly every edge with positive slack already differs in the lowest limb.
        match (a.0.first(), b.0.first(), sum.0.first()) {
            (Some(&a_low), Some(&b_low), Some(&low)) if a_low.wrapping_add(b_low) != low => false,
            _ => a.plus(b) == *sum,
        }
    }

    fn compare_sum(a: &Self, b: &Self, sum: &Self) -> Ordering {
        // By how many units of a limb the sum of the higher ones exceeds. The lower ones add more than
        // one unit less than nothing and less than two, so that one beyond or two short of it decide.
        let mut beyond = 0_i128;
        for place in (0..N).rev() {
            let limb = |number: &Self| {
                let limb = number.0[place];
                if place + 1 == N {
                    i128::from(limb as i64)
                } else {
                    i128::from(limb)
                }
            };
            beyond = (beyond << 64) + limb(a) + limb(b) - limb(sum);
            if beyond > 0 {
                return Ordering::Greater;
            }
            if beyond < -1 {
                return Ordering::Less;
            }
        }
        beyond.cmp(&0)
    }
}
