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
    /// The key of the file that it is about, such as `prizes`; empty where it is about none.
    pub key: &'static str,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl SchemeError {
    /// An error at a byte of the file.
    fn at(text: &str, byte: usize, message: String) -> Self {
        Self {
            place: Some(place(text, byte)),
            key: key(text, byte),
            message,
        }
    }

    /// What is no TOML, or not of the keys and values that there are.
    fn of_toml(text: &str, error: &toml::de::Error) -> Self {
        let message = error.message().replace('\n', ", ");
        match error.span() {
            Some(span) => Self::at(text, span.start, message),
            None => Self {
                place: None,
                key: "",
                message,
            },
        }
    }
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
        let at = |start, message: String| SchemeError::at(text, start, message);
        let written: WrittenScheme =
            toml::from_str(text).map_err(|error| SchemeError::of_toml(text, &error))?;
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
            let numbers = players.get_ref().iter().map(|number| Tpn::in_file(*number));
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

/// Every key of the file that has a value.
const KEYS: [&str; 19] = [
    "currency",
    "total",
    "share",
    "round-to",
    "name",
    "prizes",
    "in-addition",
    "at-least",
    "sex",
    "born-from",
    "born-until",
    "rating-from",
    "rating-below",
    "unrated",
    "federation",
    "club",
    "group",
    "players",
    "games-at-least",
];

/// The key whose value, or whose name, a byte is in: that of the last line with one, back to the head of the table.
fn key(text: &str, byte: usize) -> &'static str {
    let end = text.get(byte..).and_then(|rest| rest.find('\n'));
    let lines = text.get(..end.map_or(text.len(), |end| byte + end));
    let named = |line: &str| {
        let name = line.split_once('=')?.0.trim();
        let is_key = !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c == '[');
        let known = || KEYS.into_iter().find(|key| *key == name);
        is_key.then(|| known().unwrap_or(""))
    };
    let lines = lines.unwrap_or_default().lines().rev();
    let of_table = |line: &&str| !line.starts_with('[');
    lines.take_while(of_table).find_map(named).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_has_its_place_and_its_key() {
        let category = "[[category]]\nname = 'A'\nprizes = [\n  60,\n  70,\n]\n";
        for (text, expected) in [
            (category.to_owned(), (3, "prizes")),
            (category.replace("70", "7.5"), (5, "prizes")),
            (
                category.replace("70", "30") + "share = 'all'\n",
                (7, "share"),
            ),
            (category.replace("prizes", "price"), (3, "")),
            (
                format!("total = 5\n{}", category.replace("70", "30")),
                (1, "total"),
            ),
            (
                format!("round-to = 0\n{}", category.replace("70", "30")),
                (1, "round-to"),
            ),
            (
                category.replace("70", "30") + "born-from = 2008-13-01\n",
                (7, "born-from"),
            ),
            (String::new(), (1, "")),
            ("name".to_owned(), (1, "")),
        ] {
            let error = PrizeScheme::read(&text).expect_err("it is wrong");
            let line = error.place.map(|[line, _]| line);
            assert_eq!(
                (line, error.key),
                (Some(expected.0), expected.1),
                "{text}: {error}"
            );
        }
        let twice = category.replace("70", "30").repeat(2);
        let error = PrizeScheme::read(&twice).expect_err("it is wrong");
        assert_eq!((error.place, error.key), (Some([8, 8]), "name"), "{error}");
    }
}
