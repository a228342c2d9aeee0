//! The file of prizes.

use edelweiss_model::{Date, Sex, Tpn};
use serde::Deserialize;
use toml::Spanned;
use toml::value::Datetime;

use crate::conditions::Conditions;
use crate::money::Money;
use crate::shares::Sharing;

/// All prizes of an event, and the rules by which they are given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrizeScheme {
    /// What is written beside a sum, such as `CHF`; may be empty.
    pub currency: String,
    /// Shares are multiples of this as far as the prizes are.
    pub unit: Money,
    /// The categories, in the order that decides between equal offers.
    pub categories: Vec<PrizeCategory>,
}

/// A category and its prizes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrizeCategory {
    /// As it is printed.
    pub name: String,
    /// The sums, from the first place down.
    pub prizes: Vec<Money>,
    /// How equal players share.
    pub sharing: Sharing,
    /// Whether its prizes are given whatever else a player gets.
    pub in_addition: bool,
    /// It is given only where so many players take part in it.
    pub at_least: usize,
    /// Who takes part.
    pub conditions: Conditions,
}

/// Why a file of prizes cannot be used, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct SchemeError {
    /// Line and column of the file, from 1.
    pub place: Option<[usize; 2]>,
    /// What is wrong, and what was expected.
    pub message: String,
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WrittenScheme {
    #[serde(default)]
    currency: String,
    total: Option<Spanned<Money>>,
    #[serde(default)]
    share: Sharing,
    round_to: Option<Spanned<Money>>,
    #[serde(default)]
    category: Vec<Spanned<WrittenCategory>>,
}

/// A category as it is written.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WrittenCategory {
    name: Spanned<String>,
    prizes: Spanned<Vec<Money>>,
    share: Option<Sharing>,
    #[serde(default)]
    in_addition: bool,
    #[serde(default)]
    at_least: usize,
    sex: Option<WrittenSex>,
    born_from: Option<Spanned<Datetime>>,
    born_until: Option<Spanned<Datetime>>,
    rating_from: Option<u16>,
    rating_below: Option<u16>,
    #[serde(default)]
    unrated: bool,
    federation: Option<Vec<String>>,
    club: Option<Vec<String>>,
    group: Option<Vec<String>>,
    players: Option<Spanned<Vec<u32>>>,
    games_at_least: Option<u16>,
}

#[derive(Deserialize)]
enum WrittenSex {
    #[serde(rename = "w", alias = "f")]
    Female,
    #[serde(rename = "m")]
    Male,
}

impl PrizeScheme {
    /// Reads a file of prizes (TOML).
    ///
    /// # Errors
    /// What is no TOML, unknown keys and values, days that are none, categories that are named twice
    /// or have no prize, a prize above the one before it, and a `total` that is not the sum: each with
    /// its line and column.
    pub fn read(text: &str) -> Result<Self, SchemeError> {
        let written: WrittenScheme = toml::from_str(text).map_err(|error| SchemeError {
            place: error.span().map(|span| place(text, span.start)),
            message: error.message().replace('\n', ", "),
        })?;
        let at = |start, message: String| SchemeError {
            place: Some(place(text, start)),
            message,
        };
        let Some(_) = written.category.first() else {
            return Err(at(0, "no [[category]] with `name` and `prizes`".to_owned()));
        };
        let mut categories: Vec<PrizeCategory> = Vec::new();
        for category in written.category {
            let start = category.span().start;
            let name = category.get_ref().name.span().start;
            let category = (category.into_inner().checked(written.share))
                .map_err(|(place, message)| at(place.unwrap_or(start), message))?;
            if categories.iter().any(|other| other.name == category.name) {
                let message = format!("a second category {:?}", category.name);
                return Err(at(name, message));
            }
            categories.push(category);
        }
        let sum: Money = categories
            .iter()
            .flat_map(|category| category.prizes.iter().copied())
            .sum();
        if sum > Money::MAX {
            return Err(at(
                0,
                format!("the prizes add up to more than {}", Money::MAX),
            ));
        }
        if let Some(total) = &written.total
            && *total.get_ref() != sum
        {
            let message = format!(
                "the prizes add up to {sum}, not to the total of {}",
                total.get_ref()
            );
            return Err(at(total.span().start, message));
        }
        let unit = written
            .round_to
            .as_ref()
            .map_or(Money::from_hundredths(1), |unit| *unit.get_ref());
        if unit == Money::ZERO {
            let start = written.round_to.map_or(0, |unit| unit.span().start);
            return Err(at(
                start,
                "shares cannot be rounded to 0; the smallest unit is \"0.01\"".to_owned(),
            ));
        }
        Ok(Self {
            currency: written.currency,
            unit,
            categories,
        })
    }

    /// The sum of all prizes.
    pub fn total(&self) -> Money {
        (self.categories.iter())
            .flat_map(|category| category.prizes.iter().copied())
            .sum()
    }
}

impl WrittenCategory {
    /// The category, or where it is wrong and why.
    fn checked(self, share: Sharing) -> Result<PrizeCategory, (Option<usize>, String)> {
        let prizes = self.prizes.get_ref();
        let wrong = |message: &str| Err((Some(self.prizes.span().start), message.to_owned()));
        if self.name.get_ref().trim().is_empty() {
            return Err((
                Some(self.name.span().start),
                "a category without a name".to_owned(),
            ));
        }
        if prizes.is_empty() || prizes.contains(&Money::ZERO) {
            return wrong("a category has at least one prize, and no prize of 0");
        }
        if let Some(place) = (1..prizes.len()).find(|place| prizes[*place] > prizes[place - 1]) {
            let [this, before] = [prizes[place], prizes[place - 1]];
            return wrong(&format!(
                "prize {} ({this}) is above the one before it ({before})",
                place + 1
            ));
        }
        let players = (self.players.as_ref()).map(|players| {
            let numbers = players.get_ref().iter().map(|number| Tpn::new(*number));
            let numbers: Result<Vec<_>, _> = numbers.collect();
            numbers.map_err(|error| (Some(players.span().start), error.to_string()))
        });
        Ok(PrizeCategory {
            prizes: prizes.clone(),
            sharing: self.share.unwrap_or(share),
            in_addition: self.in_addition,
            at_least: self.at_least,
            conditions: Conditions {
                sex: self.sex.map(|sex| match sex {
                    WrittenSex::Female => Sex::Female,
                    WrittenSex::Male => Sex::Male,
                }),
                born_from: self.born_from.as_ref().map(day).transpose()?,
                born_until: self.born_until.as_ref().map(day).transpose()?,
                rating_from: self.rating_from,
                rating_below: self.rating_below,
                unrated: self.unrated,
                federation: self.federation,
                club: self.club,
                group: self.group,
                players: players.transpose()?,
                games_at_least: self.games_at_least,
            },
            name: self.name.into_inner(),
        })
    }
}

/// A day without a time.
fn day(written: &Spanned<Datetime>) -> Result<Date, (Option<usize>, String)> {
    match *written.get_ref() {
        Datetime {
            date: Some(date),
            time: None,
            offset: None,
        } => Ok(Date {
            year: date.year,
            month: date.month,
            day: date.day,
        }),
        other => Err((
            Some(written.span().start),
            format!("{other} is no day; one is written as 2008-12-31, without quotes"),
        )),
    }
}

/// Line and column of a byte, from 1.
fn place(text: &str, byte: usize) -> [usize; 2] {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    [line, before[start..].chars().count() + 1]
}
