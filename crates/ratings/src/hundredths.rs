//! Exact numbers of two decimals.

use std::fmt;

/// Hundredths of a point, of a score or of a rating.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Hundredths(i64);

impl Hundredths {
    /// So many.
    pub const fn new(hundredths: i64) -> Self {
        Self(hundredths)
    }

    /// How many.
    pub const fn hundredths(self) -> i64 {
        self.0
    }
}

impl fmt::Display for Hundredths {
    /// With at least one decimal: `2.5`, `0.64`, `-3.6`; a sign in front of positive ones where `+` asks for it,
    /// none in front of zero.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        let text = if rest.is_multiple_of(10) {
            format!("{whole}.{}", rest / 10)
        } else {
            format!("{whole}.{rest:02}")
        };
        let sign = match self.0.signum() {
            -1 => "-",
            1 if f.sign_plus() => "+",
            _ => "",
        };
        f.write_str(&(sign.to_owned() + &text))
    }
}
