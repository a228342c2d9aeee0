//! Points, counted in tenths so that 7.3 is as exact as 1.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

/// A number of points in tenths of a point: `Score::from_tenths(5)` is half a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

impl Score {
    /// No points.
    pub const ZERO: Self = Self(0);
    /// One point.
    pub const ONE: Self = Self(10);
    /// Half a point.
    pub const HALF: Self = Self(5);

    /// A score of `tenths` tenths of a point.
    pub const fn from_tenths(tenths: i32) -> Self {
        Self(tenths)
    }

    /// Tenths of a point.
    pub const fn tenths(self) -> i32 {
        self.0
    }
}

impl Add for Score {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Score {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Self>>(scores: I) -> Self {
        scores.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Score {
    /// One decimal, as tournament files write it: `11.5`, `-0.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let tenths = self.0.unsigned_abs();
        f.pad(&format!("{sign}{}.{}", tenths / 10, tenths % 10))
    }
}
