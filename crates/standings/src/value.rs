//! Exact values of tie-breaks.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A value of a tie-break as a fraction: 24.5 is 245 tenths, and an average of three stays one.
///
/// Fractions are compared by what they are worth, so 5/10 equals 1/2.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    numerator: i64,
    denominator: u32,
}

impl Value {
    /// `numerator` over `denominator`.
    ///
    /// # Panics
    /// When the denominator is zero.
    pub const fn new(numerator: i64, denominator: u32) -> Self {
        assert!(denominator > 0, "a fraction has a denominator");
        Self {
            numerator,
            denominator,
        }
    }

    /// A whole number.
    pub const fn whole(number: i64) -> Self {
        Self::new(number, 1)
    }

    /// Numerator and denominator in lowest terms.
    pub fn lowest_terms(self) -> (i64, u32) {
        let (mut a, mut b) = (self.numerator.unsigned_abs(), u64::from(self.denominator));
        while b > 0 {
            (a, b) = (b, a % b);
        }
        // The divisor divides the denominator, so it fits both.
        (self.numerator / a as i64, self.denominator / a as u32)
    }

    /// The numerator over `unit`, for values that are whole in it.
    pub(crate) fn in_units(self, unit: u32) -> i64 {
        if self.denominator == unit {
            return self.numerator;
        }
        self.numerator * i64::from(unit) / i64::from(self.denominator)
    }

    /// With `decimals` decimals, halves rounded up: the only rounding of an exact value, and only
    /// for people and files. O(1).
    pub fn decimal(self, decimals: u8) -> String {
        let scale = 10_i128.pow(u32::from(decimals));
        let denominator = i128::from(self.denominator);
        let doubled = 2 * i128::from(self.numerator) * scale + denominator;
        let scaled = doubled.div_euclid(2 * denominator);
        let sign = if scaled < 0 { "-" } else { "" };
        let digits = scaled.unsigned_abs();
        let scale = scale.unsigned_abs();
        if decimals == 0 {
            return format!("{sign}{digits}");
        }
        format!(
            "{sign}{}.{:0width$}",
            digits / scale,
            digits % scale,
            width = usize::from(decimals)
        )
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Value {}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        let left = i128::from(self.numerator) * i128::from(other.denominator);
        let right = i128::from(other.numerator) * i128::from(self.denominator);
        left.cmp(&right)
    }
}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.lowest_terms().hash(state);
    }
}

impl fmt::Display for Value {
    /// As a decimal where it ends after at most two digits, else as a fraction: `24.5`, `101/3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (numerator, denominator) = self.lowest_terms();
        match denominator {
            1 => write!(f, "{numerator}"),
            2 | 5 | 10 => f.write_str(&self.decimal(1)),
            4 | 20 | 25 | 50 | 100 => f.write_str(&self.decimal(2)),
            _ => write!(f, "{numerator}/{denominator}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_compared_by_their_worth() {
        assert_eq!(Value::new(5, 10), Value::new(1, 2));
        assert!(Value::new(1, 3) < Value::new(34, 100));
        assert!(Value::new(-1, 3) < Value::whole(0));
    }

    #[test]
    fn decimals_round_halves_up() {
        for (value, decimals, expected) in [
            (Value::new(95, 30), 2, "3.17"),
            (Value::new(245, 10), 1, "24.5"),
            (Value::new(5, 1000), 2, "0.01"),
            (Value::new(-5, 1000), 2, "0.00"),
            (Value::new(-15, 10), 0, "-1"),
            (Value::new(-25, 10), 1, "-2.5"),
        ] {
            assert_eq!(value.decimal(decimals), expected);
        }
        assert_eq!(Value::new(202, 6).to_string(), "101/3");
        assert_eq!(Value::new(245, 10).to_string(), "24.5");
        assert_eq!(Value::new(0, 10).to_string(), "0");
    }
}
