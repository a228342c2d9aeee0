//! Integers that packed costs live in.

use edelweiss_matching::{Limbs, Weight};
use num_bigint::BigInt;

/// A weight type with addressable bits. Only non-negative values are packed and unpacked.
pub trait Packed: Weight {
    /// Bits a non-negative packed cost may use; `None` is no limit. The solver needs headroom above
    /// them, see [`Weight`].
    const CAPACITY_BITS: Option<u32>;

    /// Adds `amount * 2^offset`.
    fn deposit(&mut self, offset: u32, amount: u64);

    /// The `width` bits (at most 64) at `offset` of a non-negative value.
    fn extract(&self, offset: u32, width: u32) -> u64;
}

impl Packed for i64 {
    const CAPACITY_BITS: Option<u32> = Some(62);

    fn deposit(&mut self, offset: u32, amount: u64) {
        *self += (amount as i64) << offset;
    }

    fn extract(&self, offset: u32, width: u32) -> u64 {
        i128::from(*self).extract(offset, width)
    }
}

impl Packed for i128 {
    const CAPACITY_BITS: Option<u32> = Some(126);

    fn deposit(&mut self, offset: u32, amount: u64) {
        *self += i128::from(amount) << offset;
    }

    fn extract(&self, offset: u32, width: u32) -> u64 {
        if width == 0 {
            return 0;
        }
        (*self >> offset) as u64 & (u64::MAX >> (u64::BITS - width))
    }
}

impl<const N: usize> Packed for Limbs<N> {
    const CAPACITY_BITS: Option<u32> = Some(Self::BITS - 2);

    fn deposit(&mut self, offset: u32, amount: u64) {
        self.add_field(offset, amount);
    }

    fn extract(&self, offset: u32, width: u32) -> u64 {
        if width == 0 {
            0
        } else {
            self.field(offset, width)
        }
    }
}

impl Packed for BigInt {
    const CAPACITY_BITS: Option<u32> = None;

    fn deposit(&mut self, offset: u32, amount: u64) {
        *self += BigInt::from(amount) << offset;
    }

    fn extract(&self, offset: u32, width: u32) -> u64 {
        if width == 0 {
            return 0;
        }
        let shifted: BigInt = self >> offset;
        let low = shifted.iter_u64_digits().next().unwrap_or(0);
        low & (u64::MAX >> (u64::BITS - width))
    }
}
