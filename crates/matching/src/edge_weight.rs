//! What the weights of edges may be at the door, and the numbers that the algorithms count in.
//!
//! The algorithms add and subtract numbers of one signed type that is wide enough for every sum they
//! form. The weights of a problem are translated into the narrowest such type that its largest weight
//! and its number of vertices allow, so that a caller need not leave headroom.

use std::fmt::{Debug, Display};

use crate::error::Error;
use crate::limbs::Limbs;
use crate::weight::{Weight, sealed::Sealed};

/// The weight of an edge of a [`Problem`](crate::Problem): any primitive integer, signed or not, at
/// its full range; [`Limbs`]; `BigInt`; or several numbers in order of importance, [`Lex`](crate::Lex).
pub trait EdgeWeight: Clone + Debug + Send + Sync + Sealed {
    /// The sum of the weights of a matching.
    type Total: Clone + Ord + Debug + Display + Send + Sync;
    /// The dual variables of a certificate, a signed number of at least the range of the weights.
    type Dual: Weight + EdgeWeight<Encoding = ()>;
    /// What has to be known of all weights to translate one of them.
    type Encoding: Clone + Debug + PartialEq + Send;

    /// How to translate these weights of a graph of `n` vertices.
    ///
    /// # Errors
    /// [`Error::WeightTooWide`] if no type of this crate is wide enough.
    fn encoding<'a>(
        weights: impl Iterator<Item = &'a Self>,
        n: usize,
    ) -> Result<Self::Encoding, Error>
    where
        Self: 'a;

    /// The weight as a machine number, if it is one.
    fn narrow(&self, encoding: &Self::Encoding) -> Option<i128>;

    /// The weight as a number like the duals.
    fn wide(&self, encoding: &Self::Encoding) -> Self::Dual;

    /// A machine number as a dual.
    fn dual(narrow: i128) -> Self::Dual;

    /// A sum of translated weights as a sum of weights.
    fn total(sum: &Self::Dual, encoding: &Self::Encoding) -> Self::Total;

    /// A number of edges as a sum of weights.
    fn count(edges: usize) -> Self::Total;

    /// How much the first sum is above the second.
    fn difference(sum: &Self::Total, other: &Self::Total) -> Self::Total;
}

macro_rules! machine_weight {
    ($dual:ty, $wide:expr, $($integer:ty),*) => {$(
        impl EdgeWeight for $integer {
            type Total = $dual;
            type Dual = $dual;
            type Encoding = ();

            fn encoding<'a>(_: impl Iterator<Item = &'a Self>, _: usize) -> Result<(), Error> {
                Ok(())
            }

            fn narrow(&self, (): &()) -> Option<i128> {
                i128::try_from(*self).ok()
            }

            fn wide(&self, (): &()) -> $dual {
                $wide(*self)
            }

            fn dual(narrow: i128) -> $dual {
                narrow.into()
            }

            fn total(sum: &$dual, (): &()) -> $dual {
                *sum
            }

            fn count(edges: usize) -> $dual {
                (edges as i128).into()
            }

            fn difference(sum: &$dual, other: &$dual) -> $dual {
                sum.minus(other)
            }
        }
    )*};
}

// What has 64 bits at most needs no more than 64 + 31 + 31 + 8 bits in any sum.
machine_weight!(
    i128,
    |weight| weight as i128,
    i8,
    i16,
    i32,
    i64,
    isize,
    u8,
    u16,
    u32,
    u64,
    usize
);
machine_weight!(Limbs<4>, Limbs::from_i128, i128);
machine_weight!(
    Limbs<4>,
    |weight: u128| Limbs::from_limbs([weight as u64, (weight >> 64) as u64, 0, 0]),
    u128
);

macro_rules! sealed {
    ($($integer:ty),*) => {$(impl Sealed for $integer {})*};
}

// The signed ones are sealed as weights of the algorithms.
sealed!(isize, u8, u16, u32, u64, usize, u128);

impl<const N: usize> EdgeWeight for Limbs<N> {
    type Total = Self;
    type Dual = Self;
    type Encoding = ();

    fn encoding<'a>(_: impl Iterator<Item = &'a Self>, _: usize) -> Result<(), Error> {
        Ok(())
    }

    fn narrow(&self, (): &()) -> Option<i128> {
        let limb = |i: usize| u128::from(self.limbs().get(i).copied().unwrap_or_default());
        let narrow = (limb(0) | limb(1) << 64) as i128;
        // One limb has no sign to extend from the second one.
        (N > 1 && Self::from_i128(narrow) == *self).then_some(narrow)
    }

    fn wide(&self, (): &()) -> Self {
        *self
    }

    fn dual(narrow: i128) -> Self {
        Self::from_i128(narrow)
    }

    fn total(sum: &Self, (): &()) -> Self {
        *sum
    }

    fn count(edges: usize) -> Self {
        Self::from_u64(edges as u64)
    }

    fn difference(sum: &Self, other: &Self) -> Self {
        sum.minus(other)
    }
}

#[cfg(feature = "num-bigint")]
impl EdgeWeight for num_bigint::BigInt {
    type Total = Self;
    type Dual = Self;
    type Encoding = ();

    fn encoding<'a>(_: impl Iterator<Item = &'a Self>, _: usize) -> Result<(), Error> {
        Ok(())
    }

    fn narrow(&self, (): &()) -> Option<i128> {
        i128::try_from(self).ok()
    }

    fn wide(&self, (): &()) -> Self {
        self.clone()
    }

    fn dual(narrow: i128) -> Self {
        narrow.into()
    }

    fn total(sum: &Self, (): &()) -> Self {
        sum.clone()
    }

    fn count(edges: usize) -> Self {
        edges.into()
    }

    fn difference(sum: &Self, other: &Self) -> Self {
        sum - other
    }
}
