//! Sums of money, in hundredths.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// A sum of money, a whole number of hundredths of the currency: at most [`Money::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Money(u64);

impl Money {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// The largest sum that can be written: a thousand millions. All prizes of a scheme stay far
    /// below what the type holds.
    pub const MAX: Self = Self(100_000_000_000);

    /// So many hundredths.
    pub const fn from_hundredths(hundredths: u64) -> Self {
        Self(hundredths)
    }

    /// In hundredths.
    pub const fn hundredths(self) -> u64 {
        self.0
    }

    /// `1200`, `1200.5` or `1200.50`; nothing else.
    fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(fraction) || fraction.len() > 2 {
            return None;
        }
        let fraction: u64 = format!("{fraction:0<2}").parse().ok()?;
        let sum = (whole.parse::<u64>().ok()?)
            .checked_mul(100)?
            .checked_add(fraction)?;
        (sum <= Self::MAX.0).then_some(Self(sum))
    }
}

impl Add for Money {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Self>>(sums: I) -> Self {
        sums.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Money {
    /// With two decimals: `1200.50`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{:02}", self.0 / 100, self.0 % 100))
    }
}

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WrittenMoney)
    }
}

/// Reads a sum as a file of prizes writes it.
struct WrittenMoney;

impl Visitor<'_> for WrittenMoney {
    type Value = Money;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a sum of at most {}, as 1200 or \"1200.50\"", Money::MAX)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Money, E> {
        self.visit_str(&value.to_string())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Money, E> {
        Err(E::custom(
            "a sum with decimals is written in quotes, as \"1200.50\", so that it stays exact",
        ))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Money, E> {
        Money::parse(text).ok_or_else(|| {
            E::custom(format_args!(
                "{text:?} is not a sum of at most {}, as 1200 or \"1200.50\"",
                Money::MAX
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_read_to_a_cent() {
        let read = |text| Money::parse(text).map(|sum| sum.to_string());
        for (text, sum) in [
            ("0", "0.00"),
            ("1200", "1200.00"),
            ("1200.5", "1200.50"),
            ("0.07", "0.07"),
            ("1000000000", "1000000000.00"),
        ] {
            assert_eq!(read(text).as_deref(), Some(sum), "{text}");
        }
        for text in [
            "",
            ".",
            "1.",
            ".5",
            "-1",
            "+1",
            "1.005",
            "1,50",
            "1e3",
            "1000000000.01",
            "99999999999999999999",
            "1 000",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
