//! Numbers as files write them, read exactly: `12`, `-0.5`, `2.5e3`, of any size.
//!
//! A matching is found with whole numbers: all weights of a graph are multiplied by the power of ten that makes
//! the longest fraction whole, and what is found is divided by it again when it is written
//! ([`DecimalUnit`]). Nothing is rounded on the way.
//!
//! What is left out: binary floating point. `0.1` is a tenth here, and not the double next to it.

use std::fmt::{self, Display};

use num_bigint::BigInt;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// The longest number, in digits: as many as Python reads.
const MOST_DIGITS: usize = 4_300;
/// The largest exponent, which is beyond those of all floating-point numbers of 64 bits.
const MOST_EXPONENT: u32 = 399;
/// All weights of a graph together, in digits, once they are whole. A single long fraction makes all others as
/// long.
const MOST_DIGITS_TOGETHER: usize = 1 << 30;

/// A number, exactly.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Decimal {
    /// Without a zero at the end of a fraction.
    digits: BigInt,
    /// How many of the digits are a fraction.
    places: u32,
}

impl Decimal {
    /// Reads a number.
    ///
    /// # Errors
    /// What was found instead, for the place that names it.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let quoted = || format!("found {:?}", shortened(text));
        let no_number = || {
            let found = quoted();
            format!("{found}, expected a number such as 12, -0.5 or 2.5e3")
        };
        let (number, exponent) = match text.split_once(['e', 'E']) {
            None => (text, None),
            Some((number, exponent)) => (number, Some(exponent)),
        };
        let (is_negative, number) = match number.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, number.strip_prefix('+').unwrap_or(number)),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let length = whole.len() + fraction.len();
        if length == 0 || !are_digits(whole) || !are_digits(fraction) {
            return Err(no_number());
        }
        if length > MOST_DIGITS {
            let found = quoted();
            return Err(format!(
                "{found} of {length} digits, expected at most {MOST_DIGITS}"
            ));
        }
        let exponent = exponent.map_or(Ok(0), |text| exponent_of(text).ok_or_else(no_number))?;
        if exponent.unsigned_abs() > MOST_EXPONENT {
            let found = quoted();
            return Err(format!(
                "{found}, expected an exponent between -{MOST_EXPONENT} and {MOST_EXPONENT}"
            ));
        }
        Ok(Self::of(is_negative, whole, fraction, exponent))
    }

    /// From its parts, all of which are short enough.
    fn of(is_negative: bool, whole: &str, fraction: &str, exponent: i32) -> Self {
        let mut digits = format!("{whole}{fraction}");
        let mut places = fraction.len() as i32 - exponent;
        while places > 0 && digits.ends_with('0') {
            digits.pop();
            places -= 1;
        }
        digits.extend((places..0).map(|_| '0'));
        let number = digits.trim_start_matches('0');
        if number.is_empty() {
            return Self::from(0);
        }
        let number = number.parse::<BigInt>().expect("digits");
        Self {
            digits: if is_negative { -number } else { number },
            places: places.max(0) as u32,
        }
    }
}

impl Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = DecimalUnit {
            places: self.places,
        };
        write!(f, "{}", unit.number(&self.digits))
    }
}

impl From<i64> for Decimal {
    fn from(whole: i64) -> Self {
        Self {
            digits: whole.into(),
            places: 0,
        }
    }
}

/// The exponent; one that no number of 32 bits holds is too large in any case.
fn exponent_of(text: &str) -> Option<i32> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let magnitude = digits.parse().unwrap_or(i32::MAX);
    Some(if is_negative { -magnitude } else { magnitude })
}

/// The beginning of what was found.
fn shortened(text: &str) -> String {
    const MOST_SHOWN: usize = 40;
    let mut shown: String = text.chars().take(MOST_SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// Weights as they are read: machine numbers as long as they are.
#[derive(Debug)]
pub(super) enum ReadWeights {
    Machine(Vec<i64>),
    Exact(Vec<Decimal>),
}

/// Weights as whole numbers.
#[derive(Debug)]
pub(super) enum WholeWeights {
    Machine(Vec<i64>),
    Wide(Vec<BigInt>),
}

impl ReadWeights {
    pub(super) fn with_capacity(n: usize) -> Self {
        Self::Machine(Vec::with_capacity(n))
    }

    pub(super) fn push(&mut self, weight: &ReadWeight) {
        if let (Self::Machine(weights), ReadWeight::Exact(_)) = (&*self, weight) {
            *self = Self::Exact(weights.iter().map(|weight| (*weight).into()).collect());
        }
        match (self, weight) {
            (Self::Machine(weights), ReadWeight::Machine(weight)) => weights.push(*weight),
            (Self::Exact(weights), ReadWeight::Machine(weight)) => weights.push((*weight).into()),
            (Self::Exact(weights), ReadWeight::Exact(weight)) => weights.push(weight.clone()),
            (Self::Machine(_), ReadWeight::Exact(_)) => unreachable!("they are exact now"),
        }
    }

    /// All of them as whole numbers, and what one is.
    ///
    /// # Errors
    /// More digits than fit.
    pub(super) fn whole(self) -> Result<(WholeWeights, DecimalUnit), String> {
        let weights = match self {
            Self::Machine(weights) => {
                return Ok((WholeWeights::Machine(weights), DecimalUnit::ONE));
            }
            Self::Exact(weights) => weights,
        };
        let places = weights.iter().map(|each| each.places).max().unwrap_or(0);
        // A bit is less than a third of a digit.
        let n_digits =
            |each: &Decimal| each.digits.bits() as usize / 3 + (places - each.places) as usize;
        let longest = weights.iter().map(n_digits).max().unwrap_or(0);
        if longest.saturating_mul(weights.len()) > MOST_DIGITS_TOGETHER {
            return Err(format!(
                "the weights need {longest} digits each to be whole numbers, which is too much for {} edges",
                weights.len()
            ));
        }
        let powers: Vec<BigInt> = (0..=places).map(|i| BigInt::from(10).pow(i)).collect();
        let whole = |each: Decimal| each.digits * &powers[(places - each.places) as usize];
        let weights: Vec<BigInt> = weights.into_iter().map(whole).collect();
        let narrow: Option<Vec<i64>> = weights.iter().map(|each| each.try_into().ok()).collect();
        let weights = narrow.map_or(WholeWeights::Wide(weights), WholeWeights::Machine);
        Ok((weights, DecimalUnit { places }))
    }
}

/// A weight as it is read.
#[derive(Clone, Debug)]
pub(super) enum ReadWeight {
    Machine(i64),
    Exact(Decimal),
}

impl ReadWeight {
    /// Of an edge that says nothing else.
    pub(super) const ONE: Self = Self::Machine(1);

    /// Reads a weight.
    ///
    /// # Errors
    /// What was found instead, for the place that names it.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(weight) => Ok(Self::Machine(weight)),
            Err(_) => Ok(Self::Exact(
                Decimal::read(text).map_err(|wrong| format!("weight: {wrong}"))?,
            )),
        }
    }
}

/// What a whole number is worth: a power of ten is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DecimalUnit {
    pub(super) places: u32,
}

impl DecimalUnit {
    /// Whole numbers are what they are.
    pub(super) const ONE: Self = Self { places: 0 };

    /// A whole number as the file would write it.
    pub(super) fn number(self, whole: &impl Display) -> WrittenNumber {
        let mut text = whole.to_string();
        let places = self.places as usize;
        if places > 0 {
            let start = usize::from(text.starts_with('-'));
            while text.len() - start <= places {
                text.insert(start, '0');
            }
            text.insert(text.len() - places, '.');
            text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
        }
        WrittenNumber(text)
    }
}

/// A number as text; in JSON with all its digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WrittenNumber(String);

impl Display for WrittenNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for WrittenNumber {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let raw = RawValue::from_string(self.0.clone()).map_err(serde::ser::Error::custom)?;
        raw.serialize(to)
    }
}

#[cfg(test)]
mod tests {
    use super::{Decimal, DecimalUnit, ReadWeight, ReadWeights, WholeWeights};

    /// Numbers, and how they are written again.
    #[test]
    fn numbers_are_read_exactly() {
        for (text, expected) in [
            ("0", "0"),
            ("-0.0", "0"),
            ("+12", "12"),
            ("007", "7"),
            (".5", "0.5"),
            ("5.", "5"),
            ("5.10", "5.1"),
            ("-0.05", "-0.05"),
            ("2.5e3", "2500"),
            ("25E-1", "2.5"),
            ("1e-7", "0.0000001"),
            (
                "0.1000000000000000055511151231257827",
                "0.1000000000000000055511151231257827",
            ),
            ("99999999999999999999999999", "99999999999999999999999999"),
            ("1e+20", "100000000000000000000"),
        ] {
            let number = Decimal::read(text).expect(text);
            assert_eq!(number.to_string(), expected, "{text}");
        }
        assert_eq!(Decimal::read("1.0"), Ok(Decimal::from(1)));
        assert!(Decimal::read(&format!("1e{}", super::MOST_EXPONENT)).is_ok());
    }

    #[test]
    fn what_is_no_number_is_refused_at_once() {
        let long = "9".repeat(super::MOST_DIGITS + 1);
        for text in [
            "",
            "-",
            ".",
            "e5",
            "1e",
            "1e+",
            "1e5.0",
            "0x10",
            "1_000",
            "1,5",
            "NaN",
            "nan",
            "Infinity",
            "-inf",
            "--1",
            "+-1",
            "1/3",
            "٣",
            "1e400",
            "1e-400",
            "1e1000000000",
            "1e99999999999999999999",
            "0e1000000000",
            &long,
        ] {
            assert!(Decimal::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn weights_have_the_narrowest_numbers() {
        let whole = |texts: &[&str]| {
            let mut read = ReadWeights::with_capacity(0);
            for text in texts {
                read.push(&ReadWeight::read(text).expect("a number"));
            }
            read.whole().expect("few digits")
        };
        let (weights, unit) = whole(&["1", "2.5", "-0.25"]);
        assert!(matches!(weights, WholeWeights::Machine(each) if each == [100, 250, -25]));
        assert_eq!(unit.number(&-25).to_string(), "-0.25");
        let (weights, unit) = whole(&["9223372036854775808", "1"]);
        assert!(matches!(weights, WholeWeights::Wide(_)));
        assert_eq!(unit, DecimalUnit::ONE);
        let mut read = ReadWeights::with_capacity(0);
        for text in std::iter::once("1e-399").chain(std::iter::repeat_n("1", 3_000_000)) {
            read.push(&ReadWeight::read(text).expect("a number"));
        }
        assert!(read.whole().is_err(), "a gigabyte of digits");
    }
}
