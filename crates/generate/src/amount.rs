//! How much of something: a number, a rate, or a range to draw from; for the whole tournament or
//! round by round.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::random::Stream;

/// A chance in parts per million, from 0 to 1,000,000.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Rate(u32);

impl Rate {
    /// It does not happen.
    pub const NEVER: Self = Self(0);
    /// It always happens.
    pub const ALWAYS: Self = Self(Self::PARTS);
    /// How many parts a whole has.
    pub const PARTS: u32 = 1_000_000;

    /// `parts` per million; none above a whole.
    pub const fn from_parts(parts: u32) -> Option<Self> {
        if parts <= Self::PARTS {
            Some(Self(parts))
        } else {
            None
        }
    }

    /// `part` of `whole`, rounded to a millionth; at most a whole, and never for a whole of zero.
    pub const fn share(part: u64, whole: u64) -> Self {
        if whole == 0 {
            return Self::NEVER;
        }
        let parts = (part as u128 * Self::PARTS as u128 + whole as u128 / 2) / whole as u128;
        if parts > Self::PARTS as u128 {
            Self::ALWAYS
        } else {
            Self(parts as u32)
        }
    }

    /// Parts per million.
    pub const fn parts(self) -> u32 {
        self.0
    }

    /// This share of `whole`, rounded half up.
    pub(crate) fn of(self, whole: u64) -> u64 {
        let parts = u128::from(Self::PARTS);
        ((u128::from(whole) * u128::from(self.0) + parts / 2) / parts) as u64
    }

    /// Whether it happens this time.
    pub(crate) fn happens(self, stream: &mut Stream) -> bool {
        stream.below(u64::from(Self::PARTS)) < u64::from(self.0)
    }
}

impl fmt::Display for Rate {
    /// In percent: `2.5%`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:04}", self.0 / 10_000, self.0 % 10_000);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.pad(&format!("{text}%"))
    }
}

/// Why a text is no number, rate or range.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("found '{found}', expected {expected}")]
pub struct InvalidAmount {
    /// The text.
    pub found: String,
    /// What would have been right.
    pub expected: &'static str,
}

/// What a rate may look like.
const RATE_FORMS: &str = "a rate such as \"2.5%\", \"25‰\" or \"1/40\", from 0% to 100%";

/// A decimal number without sign or exponent, in `1 / 10^places`; finer ones are refused.
pub(crate) fn parse_decimal(text: &str, places: usize) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let fraction = fraction.trim_end_matches('0');
    let fits = whole.len() + fraction.len() > 0
        && whole.len() <= 9
        && fraction.len() <= places
        && digits(whole)
        && digits(fraction);
    let text = format!("{whole}{fraction:0<places$}");
    fits.then(|| text.parse().ok()).flatten()
}

impl FromStr for Rate {
    type Err = InvalidAmount;

    fn from_str(text: &str) -> Result<Self, InvalidAmount> {
        let trimmed = text.trim();
        let parts = if let Some(number) = trimmed.strip_suffix('%') {
            parse_decimal(number.trim_end(), 4)
        } else if let Some(number) = trimmed.strip_suffix('‰') {
            parse_decimal(number.trim_end(), 3)
        } else if let Some((part, whole)) = trimmed.split_once('/') {
            let number = |text: &str| text.trim().parse::<u32>().ok();
            match (number(part), number(whole)) {
                (Some(part), Some(whole)) if part <= whole && whole > 0 => {
                    Some(u64::from(Self::share(part.into(), whole.into()).0))
                }
                _ => None,
            }
        } else {
            None
        };
        parts
            .and_then(|parts| u32::try_from(parts).ok())
            .and_then(Self::from_parts)
            .ok_or_else(|| InvalidAmount {
                found: text.to_owned(),
                expected: RATE_FORMS,
            })
    }
}

/// Whole numbers from one to another, both included; drawn evenly where one is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The smallest.
    pub from: u32,
    /// The largest.
    pub to: u32,
}

impl Span {
    /// Always this number.
    pub const fn exactly(number: u32) -> Self {
        Self {
            from: number,
            to: number,
        }
    }

    /// From one to another.
    pub const fn new(from: u32, to: u32) -> Self {
        Self { from, to }
    }

    pub(crate) fn draw(self, stream: &mut Stream) -> u32 {
        let (from, to) = (self.from.min(self.to), self.from.max(self.to));
        stream.between(from.into(), to.into()) as u32
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.from == self.to {
            self.from.fmt(f)
        } else {
            write!(f, "{}..{}", self.from, self.to)
        }
    }
}

impl FromStr for Span {
    type Err = InvalidAmount;

    /// `60` or `40..80`.
    fn from_str(text: &str) -> Result<Self, InvalidAmount> {
        let number = |text: &str| text.trim().parse().ok();
        let span = match text.split_once("..") {
            Some((from, to)) => number(from)
                .zip(number(to.trim_start_matches('=')))
                .map(|(from, to)| Self { from, to }),
            None => number(text).map(Self::exactly),
        };
        span.ok_or_else(|| InvalidAmount {
            found: text.to_owned(),
            expected: "a whole number or a range such as \"40..80\"",
        })
    }
}

/// How much of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// Exactly so many.
    Number(u32),
    /// Each one with this chance, independently of the others.
    Rate(Rate),
    /// As [`Amount::Rate`], the chance itself drawn evenly once per tournament.
    Between(Rate, Rate),
}

impl Amount {
    /// None at all.
    pub const NONE: Self = Self::Number(0);

    /// The highest chance this may mean for one case; none for a number.
    pub(crate) fn highest_rate(self) -> Rate {
        match self {
            Self::Number(_) => Rate::NEVER,
            Self::Rate(rate) => rate,
            Self::Between(from, to) => from.max(to),
        }
    }

    /// Settles the chance.
    pub(crate) fn settle(self, stream: &mut Stream) -> SettledAmount {
        match self {
            Self::Number(number) => SettledAmount::Number(number),
            Self::Rate(rate) => SettledAmount::Rate(rate),
            Self::Between(from, to) => {
                let span = Span::new(from.0, to.0);
                SettledAmount::Rate(Rate(span.draw(stream)))
            }
        }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Rate(rate) => rate.fmt(f),
            Self::Between(from, to) => write!(f, "{from}..{to}"),
        }
    }
}

impl FromStr for Amount {
    type Err = InvalidAmount;

    /// `5`, `2.5%`, `25‰`, `1/40` or `1%..3%`.
    fn from_str(text: &str) -> Result<Self, InvalidAmount> {
        if let Ok(number) = text.trim().parse() {
            return Ok(Self::Number(number));
        }
        match text.split_once("..") {
            Some((from, to)) => {
                let (from, to) = (from.parse()?, to.parse()?);
                if from > to {
                    return Err(InvalidAmount {
                        found: text.to_owned(),
                        expected: "the lower rate first",
                    });
                }
                Ok(Self::Between(from, to))
            }
            None => text.parse().map(Self::Rate),
        }
    }
}

/// An amount whose chance has been settled for one tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettledAmount {
    /// Exactly so many.
    Number(u32),
    /// Each one with this chance.
    Rate(Rate),
}

impl SettledAmount {
    /// Which of `limit` cases it happens to, ascending.
    pub(crate) fn select(self, limit: usize, stream: &mut Stream) -> Vec<usize> {
        match self {
            Self::Number(number) => stream.choose(number as usize, limit),
            Self::Rate(rate) => (0..limit).filter(|_| rate.happens(stream)).collect(),
        }
    }

    /// The chance; none for a number.
    pub(crate) fn rate(self) -> Rate {
        match self {
            Self::Number(_) => Rate::NEVER,
            Self::Rate(rate) => rate,
        }
    }

    /// The number; none for a chance.
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Number(number) => number,
            Self::Rate(_) => 0,
        }
    }
}

impl fmt::Display for SettledAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Rate(rate) => rate.fmt(f),
        }
    }
}

/// An amount for the whole tournament, or one for each round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// Over the whole tournament: a number counts all rounds together, a rate holds in each.
    Whole(Amount),
    /// Round by round: a number counts one round.
    PerRound {
        /// Rounds not named otherwise.
        each: Amount,
        /// Single rounds, from 1.
        rounds: BTreeMap<u16, Amount>,
        /// The last round, unless it is named in `rounds`.
        last: Option<Amount>,
    },
}

impl Quantity {
    /// None at all.
    pub const NONE: Self = Self::Whole(Amount::NONE);

    /// As `each` says in every round but the last one, where there are none.
    pub const fn except_last(each: Amount) -> Self {
        Self::PerRound {
            each,
            rounds: BTreeMap::new(),
            last: Some(Amount::NONE),
        }
    }

    /// The amount of one round of `rounds_total`; none where the whole tournament has a number.
    pub(crate) fn of_round(&self, round: u16, rounds_total: u16) -> Amount {
        match self {
            Self::Whole(Amount::Number(_)) => Amount::NONE,
            Self::Whole(amount) => *amount,
            Self::PerRound { each, rounds, last } => (rounds.get(&round).copied())
                .or_else(|| last.filter(|_| round == rounds_total))
                .unwrap_or(*each),
        }
    }

    /// The number for the whole tournament, if it has one.
    pub(crate) fn whole_number(&self) -> Option<u32> {
        match self {
            Self::Whole(Amount::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// The rounds that are named, with their amounts.
    pub(crate) fn named_rounds(&self) -> impl Iterator<Item = u16> + '_ {
        let rounds = match self {
            Self::Whole(_) => None,
            Self::PerRound { rounds, .. } => Some(rounds),
        };
        rounds.into_iter().flat_map(|rounds| rounds.keys().copied())
    }

    /// Every amount it is made of.
    pub(crate) fn amounts(&self) -> Vec<Amount> {
        match self {
            Self::Whole(amount) => vec![*amount],
            Self::PerRound { each, rounds, last } => {
                let mut amounts = vec![*each];
                amounts.extend(rounds.values());
                amounts.extend(last);
                amounts
            }
        }
    }

    /// Settles every round of a tournament. A chance drawn from a range is drawn once for all
    /// rounds that have this same range.
    pub(crate) fn settle(&self, rounds_total: u16, stream: &mut Stream) -> SettledQuantity {
        let mut drawn: Vec<(Amount, SettledAmount)> = Vec::new();
        let rounds = (1..=rounds_total)
            .map(|round| {
                let amount = self.of_round(round, rounds_total);
                if let Some((_, settled)) = drawn.iter().find(|(known, _)| *known == amount) {
                    return *settled;
                }
                let settled = amount.settle(stream);
                drawn.push((amount, settled));
                settled
            })
            .collect::<Vec<SettledAmount>>();
        let share = match self {
            Self::Whole(Amount::Number(_)) | Self::PerRound { .. } => None,
            Self::Whole(_) => rounds.first().copied(),
        };
        SettledQuantity {
            whole: self.whole_number().unwrap_or(0),
            share,
            rounds,
        }
    }
}

impl From<Amount> for Quantity {
    fn from(amount: Amount) -> Self {
        Self::Whole(amount)
    }
}

/// A quantity whose chances have been settled for one tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SettledQuantity {
    /// So many over the whole tournament, besides those of the single rounds.
    pub whole: u32,
    /// The chance asked for the whole tournament.
    pub share: Option<SettledAmount>,
    /// Round by round, from round one.
    pub rounds: Vec<SettledAmount>,
}

impl SettledQuantity {
    pub(crate) fn of_round(&self, round: u16) -> SettledAmount {
        self.rounds[usize::from(round) - 1]
    }
}

impl fmt::Display for SettledQuantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.rounds.first();
        if self.whole > 0 {
            write!(f, "{}", self.whole)
        } else if self.rounds.iter().all(|round| Some(round) == first) {
            first.unwrap_or(&SettledAmount::Number(0)).fmt(f)
        } else {
            for (index, round) in self.rounds.iter().enumerate() {
                let separator = if index == 0 { "" } else { "," };
                write!(f, "{separator}{round}")?;
            }
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_read_exactly_or_refused() {
        for (text, parts) in [
            ("2%", Some(20_000)),
            (" 2.5 %", Some(25_000)),
            ("0.0001%", Some(1)),
            ("0.00010%", Some(1)),
            ("25‰", Some(25_000)),
            ("0.001‰", Some(1)),
            ("1/40", Some(25_000)),
            ("1/3", Some(333_333)),
            ("100%", Some(1_000_000)),
            ("100.1%", None),
            ("1001‰", None),
            ("3/2", None),
            ("1/0", None),
            ("0.00001%", None),
            ("-1%", None),
            ("%", None),
            (".%", None),
            ("1e1%", None),
            ("2", None),
            ("", None),
        ] {
            let read = text.parse().ok().map(Rate::parts);
            assert_eq!(read, parts, "{text:?}");
        }
    }

    #[test]
    fn rates_print_as_they_are_read() {
        for text in ["2.5%", "0%", "100%", "0.0001%", "33.3333%"] {
            assert_eq!(text.parse::<Rate>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn amounts_and_spans_read_their_forms() {
        assert_eq!("7".parse(), Ok(Amount::Number(7)));
        let between = Amount::Between(Rate(10_000), Rate(30_000));
        assert_eq!("1%..3%".parse(), Ok(between));
        assert_eq!(between.to_string(), "1%..3%");
        assert!("3%..1%".parse::<Amount>().is_err());
        assert!("1..3".parse::<Amount>().is_err(), "a range of numbers");
        assert_eq!("40..80".parse(), Ok(Span::new(40, 80)));
        assert_eq!("40..=80".parse(), Ok(Span::new(40, 80)));
        assert_eq!("9".parse(), Ok(Span::exactly(9)));
        let error = "-1..2".parse::<Span>().unwrap_err().to_string();
        assert_eq!(
            error,
            "found '-1..2', expected a whole number or a range such as \"40..80\""
        );
    }

    #[test]
    fn a_named_round_outranks_the_last_one_and_the_others() {
        let quantity = Quantity::PerRound {
            each: Amount::Number(1),
            rounds: BTreeMap::from([(2, Amount::Number(5))]),
            last: Some(Amount::NONE),
        };
        let of = |round, total| quantity.of_round(round, total);
        assert_eq!(
            [of(1, 3), of(2, 3), of(3, 3), of(2, 2)],
            [1, 5, 0, 5].map(Amount::Number)
        );
    }
}
