//! What the solver asks of a weight: an ordered additive group.
//!
//! The solver adds, subtracts, compares, and halves what is known to be even; it never multiplies
//! two weights or divides. Methods take references so that a wide weight is not copied needlessly,
//! and have names of their own so that they never compete with the operators of the type.

use std::cmp::Ordering;
use std::fmt::{Debug, Display};

use sealed::Sealed;

/// Keeps [`Weight`] to the types of this crate.
pub(crate) mod sealed {
    /// Only this crate can implement it.
    pub trait Sealed {}
}

/// An element of an ordered additive group: the type of edge weights and dual variables.
///
/// The order must respect addition (`a < b` implies `a + c < b + c`). A type of fixed width says
/// through [`fits`](Weight::fits) how far it reaches; the solver checks this once for every
/// weight it is given and then never leaves the range, so [`plus`](Weight::plus) and
/// [`minus`](Weight::minus) may wrap. The checks up front are proved enough at
/// [`Solver`](crate::Solver).
///
/// # Implemented here only
/// The range check looks at the largest weight alone: whatever lies between it and its negative fits
/// as well. That holds for numbers; it does not hold for a pair compared by its first part, whose
/// second part may be wide in a weight that is small. Such a type would wrap without a word, so the
/// trait is closed. [`Lex`](crate::Lex) ranks several numbers, packed into one that is wide enough.
///
/// ```compile_fail
/// use edelweiss_matching::{Dense, Solver, Weight};
///
/// #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
/// struct Pair(i32, i64);
///
/// impl Weight for Pair {}
/// ```
pub trait Weight: Clone + Send + Sync + Ord + Debug + Display + Sealed {
    /// The neutral element.
    fn zero() -> Self;

    /// Some positive element, the smallest one where there is one.
    fn unit() -> Self;

    /// `self + other`.
    #[must_use]
    fn plus(&self, other: &Self) -> Self;

    /// `self - other`.
    #[must_use]
    fn minus(&self, other: &Self) -> Self;

    /// The element whose double `self` is; called only where it exists.
    #[must_use]
    fn halved(&self) -> Self;

    /// `self + other`, or `None` where the type is too narrow.
    fn checked_plus(&self, other: &Self) -> Option<Self>;

    /// `self - other`, or `None` where the type is too narrow.
    fn checked_minus(&self, other: &Self) -> Option<Self>;

    /// The highest binary digit in which two elements that are not negative differ, counted from 1;
    /// zero if they are equal.
    fn highest_difference(&self, other: &Self) -> u32;

    /// Whether `factor` times `self` and `-factor` times `self` can be represented.
    fn fits(&self, factor: u64) -> bool;

    /// `-self`.
    #[must_use]
    fn negated(&self) -> Self {
        Self::zero().minus(self)
    }

    /// `self + self`.
    #[must_use]
    fn doubled(&self) -> Self {
        self.plus(self)
    }

    /// Adds `other` in place.
    fn increase(&mut self, other: &Self) {
        *self = self.plus(other);
    }

    /// Subtracts `other` in place.
    fn decrease(&mut self, other: &Self) {
        *self = self.minus(other);
    }

    /// Whether this is the neutral element.
    fn is_zero(&self) -> bool {
        *self == Self::zero()
    }

    /// Whether `a + b == sum`. A wide type can say no after looking at its lowest part.
    fn adds_up(a: &Self, b: &Self, sum: &Self) -> bool {
        a.plus(b) == *sum
    }

    /// Whether `a + b` is less than `sum`, the same, or more. A wide type can mostly tell from its
    /// highest part.
    fn compare_sum(a: &Self, b: &Self, sum: &Self) -> Ordering {
        a.plus(b).cmp(sum)
    }

    /// The larger of `self` and `-self`.
    #[must_use]
    fn magnitude(&self) -> Self {
        if *self < Self::zero() {
            self.negated()
        } else {
            self.clone()
        }
    }

    /// `factor` times `self`, by doubling: O(log `factor`) additions.
    #[must_use]
    fn times(&self, mut factor: u64) -> Self {
        let mut sum = Self::zero();
        let mut power = self.clone();
        while factor > 0 {
            if factor & 1 == 1 {
                sum.increase(&power);
            }
            factor >>= 1;
            if factor > 0 {
                power = power.doubled();
            }
        }
        sum
    }
}

/// Implements [`Weight`] for a signed integer; the additions wrap because the range is checked once
/// for all by [`Weight::fits`].
macro_rules! integer_weight {
    ($($integer:ty),*) => {$(
        impl Sealed for $integer {}

        impl Weight for $integer {
            #[inline]
            fn zero() -> Self {
                0
            }
            #[inline]
            fn unit() -> Self {
                1
            }
            #[inline]
            fn plus(&self, other: &Self) -> Self {
                self.wrapping_add(*other)
            }
            #[inline]
            fn minus(&self, other: &Self) -> Self {
                self.wrapping_sub(*other)
            }
            #[inline]
            fn halved(&self) -> Self {
                *self >> 1
            }
            #[inline]
            fn checked_plus(&self, other: &Self) -> Option<Self> {
                self.checked_add(*other)
            }
            #[inline]
            fn checked_minus(&self, other: &Self) -> Option<Self> {
                self.checked_sub(*other)
            }
            #[inline]
            fn highest_difference(&self, other: &Self) -> u32 {
                <$integer>::BITS - (*self ^ *other).leading_zeros()
            }
            #[inline]
            fn fits(&self, factor: u64) -> bool {
                u128::from(self.unsigned_abs())
                    .checked_mul(u128::from(factor))
                    .is_some_and(|product| product <= <$integer>::MAX as u128)
            }
        }
    )*};
}

integer_weight!(i8, i16, i32, i64, i128);

#[cfg(feature = "num-bigint")]
mod big {
    use num_bigint::BigInt;

    use super::{Sealed, Weight};

    impl Sealed for BigInt {}

    /// Never too narrow.
    impl Weight for BigInt {
        fn zero() -> Self {
            Self::ZERO
        }
        fn unit() -> Self {
            Self::from(1)
        }
        fn plus(&self, other: &Self) -> Self {
            self + other
        }
        fn minus(&self, other: &Self) -> Self {
            self - other
        }
        fn halved(&self) -> Self {
            self >> 1
        }
        fn checked_plus(&self, other: &Self) -> Option<Self> {
            Some(self + other)
        }
        fn checked_minus(&self, other: &Self) -> Option<Self> {
            Some(self - other)
        }
        fn highest_difference(&self, other: &Self) -> u32 {
            (self ^ other).bits() as u32
        }
        fn fits(&self, _factor: u64) -> bool {
            true
        }
        fn negated(&self) -> Self {
            -self
        }
        fn increase(&mut self, other: &Self) {
            *self += other;
        }
        fn decrease(&mut self, other: &Self) {
            *self -= other;
        }
        fn is_zero(&self) -> bool {
            *self == Self::ZERO
        }
    }
}
