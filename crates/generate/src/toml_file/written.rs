//! How values stand in a settings file: as numbers, as text, or as tables of rounds.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use edelweiss_model::{RoundNumber, Score, Tpn};
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::amount::{Amount, Quantity, Span, parse_decimal};

/// A round number.
pub(super) struct WrittenRound(pub(super) RoundNumber);

/// A pairing number.
pub(super) struct Number(pub(super) Tpn);

impl<'de> Deserialize<'de> for WrittenRound {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u32::deserialize(deserializer)?;
        RoundNumber::new(number)
            .map(Self)
            .map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u32::deserialize(deserializer)?;
        Tpn::in_file(number).map(Self).map_err(de::Error::custom)
    }
}

/// A value written as a number, as text, or (where it has rounds) as a table.
#[derive(Clone)]
pub(super) struct Written<T>(pub(super) T);

/// What can be written in these ways.
pub(super) trait Writable: FromStr<Err: fmt::Display> {
    const EXPECTED: &'static str;
    fn from_number(number: u32) -> Self;
    fn from_rounds(_: Rounds) -> Option<Self> {
        None
    }
}

/// A table with an amount per round.
pub(super) struct Rounds {
    each: Amount,
    last: Option<Amount>,
    named: BTreeMap<u16, Amount>,
}

impl Writable for Span {
    const EXPECTED: &'static str = "a whole number or a range such as \"40..80\"";
    fn from_number(number: u32) -> Self {
        Self::exactly(number)
    }
}

impl Writable for Amount {
    const EXPECTED: &'static str =
        "a number, a rate such as \"2.5%\" or \"1/40\", or a range such as \"1%..3%\"";
    fn from_number(number: u32) -> Self {
        Self::Number(number)
    }
}

impl Writable for Quantity {
    const EXPECTED: &'static str = "a number, a rate such as \"2.5%\" or \"1/40\", a range such \
                                    as \"1%..3%\", or a table of rounds such as { each = 1, 3 = \
                                    \"5%\", last = 0 }";
    fn from_number(number: u32) -> Self {
        Self::Whole(Amount::Number(number))
    }
    fn from_rounds(rounds: Rounds) -> Option<Self> {
        Some(Self::PerRound {
            each: rounds.each,
            rounds: rounds.named,
            last: rounds.last,
        })
    }
}

impl FromStr for Quantity {
    type Err = crate::InvalidAmount;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self::Whole)
    }
}

impl<'de, T: Writable> Deserialize<'de> for Written<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WrittenVisitor(PhantomData))
    }
}

struct WrittenVisitor<T>(PhantomData<T>);

impl<'de, T: Writable> Visitor<'de> for WrittenVisitor<T> {
    type Value = Written<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Self::Value, E> {
        (u32::try_from(number))
            .map(|number| Written(T::from_number(number)))
            .map_err(|_| E::invalid_value(de::Unexpected::Signed(number), &self))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        text.parse().map(Written).map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut rounds = Rounds {
            each: Amount::NONE,
            last: None,
            named: BTreeMap::new(),
        };
        while let Some(key) = map.next_key::<String>()? {
            match (key.as_str(), key.parse()) {
                ("each", _) => rounds.each = map.next_value::<Written<Amount>>()?.0,
                ("last", _) => rounds.last = Some(map.next_value::<Written<Amount>>()?.0),
                (_, Ok(round @ 1..)) => {
                    let amount = map.next_value::<Written<Amount>>()?.0;
                    rounds.named.insert(round, amount);
                }
                _ => {
                    return Err(de::Error::custom(format!(
                        "found the key '{key}', expected a round from 1, 'each' or 'last'"
                    )));
                }
            }
        }
        T::from_rounds(rounds)
            .map(Written)
            .ok_or_else(|| de::Error::custom(format!("found a table, expected {}", T::EXPECTED)))
    }
}

/// Points: `1`, `0.5`, `"0.5"`.
#[derive(Clone, Copy)]
pub(super) struct WrittenPoints(pub(super) Score);

/// Points for both colours: one value, or White's and Black's in brackets.
pub(super) struct ByColour(pub(super) [Score; 2]);

impl<'de> Deserialize<'de> for WrittenPoints {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PointsVisitor)
    }
}

impl<'de> Deserialize<'de> for ByColour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ByColourVisitor)
    }
}

struct PointsVisitor;

impl Visitor<'_> for PointsVisitor {
    type Value = WrittenPoints;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("points with at most one decimal, such as 0.5")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<WrittenPoints, E> {
        self.visit_str(&number.to_string())
    }

    /// The shortest decimal that reads back as the same number is what was written.
    fn visit_f64<E: de::Error>(self, number: f64) -> Result<WrittenPoints, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<WrittenPoints, E> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, text),
        };
        (parse_decimal(digits, 1).and_then(|tenths| i32::try_from(tenths).ok()))
            .map(|tenths| WrittenPoints(Score::from_tenths(sign * tenths)))
            .ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

struct ByColourVisitor;

impl<'de> Visitor<'de> for ByColourVisitor {
    type Value = ByColour;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("points such as 0.5, or [1, 1.5] for White and Black")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<ByColour, E> {
        PointsVisitor.visit_i64(number).map(both)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<ByColour, E> {
        PointsVisitor.visit_f64(number).map(both)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<ByColour, E> {
        PointsVisitor.visit_str(text).map(both)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<ByColour, A::Error> {
        let mut values = Vec::new();
        while let Some(WrittenPoints(value)) = seq.next_element()? {
            values.push(value);
        }
        (values.as_slice().try_into())
            .map(ByColour)
            .map_err(|_| de::Error::invalid_length(values.len(), &self))
    }
}

fn both(points: WrittenPoints) -> ByColour {
    ByColour([points.0; 2])
}
