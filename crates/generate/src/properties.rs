//! The configuration files of JaVaFo's and bbpPairings' generators: `Key=value` lines.
//!
//! JaVaFo's rates are in thousandths; bbpPairings' say "one in so many". Both know the key
//! `ForfeitRate`, so a file has to show, by any key that only one of them has, which it is; or the
//! caller says so.

use std::borrow::Cow;
use std::sync::LazyLock;

use edelweiss_model::{PointField, PointSystem, Score};

use crate::amount::{Amount, Quantity, Rate, Span, parse_decimal};
use crate::models::ResultModel;
use crate::settings::{Defaults, Settings};

/// Whose configuration file it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingNames {
    /// JaVaFo 2.2.
    JaVaFo,
    /// bbpPairings 6.0.0.
    BbpPairings,
}

impl SettingNames {
    const fn name(self) -> &'static str {
        match self {
            Self::JaVaFo => "JaVaFo",
            Self::BbpPairings => "bbpPairings",
        }
    }
}

/// What a key sets.
#[derive(Clone, Copy)]
enum Meaning {
    Players,
    Rounds,
    Seed,
    HighestRating,
    LowestRating,
    Groups,
    Separator,
    DrawPercentage,
    /// In thousandths.
    PerMille(Target),
    /// One in so many.
    OneIn(Target),
    /// One value, and nothing that follows from it.
    Point(PointField),
    Points(fn(&mut PointSystem, Score)),
}

#[derive(Clone, Copy)]
enum Target {
    Forfeits,
    Unrated,
    Zero,
    Half,
    HalfExceptLast,
    Full,
    Withdrawals,
}

use SettingNames::{BbpPairings, JaVaFo};

/// A key: its name, who knows it (`None`: both), and what it sets.
type Key = (Cow<'static, str>, Option<SettingNames>, Meaning);

/// Every key. JaVaFo's of single values are those of its lines, with `Points` behind.
static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let named =
        (NAMED.iter()).map(|(name, whose, meaning)| (Cow::Borrowed(*name), *whose, *meaning));
    let points = PointField::ALL.into_iter().filter_map(|field| {
        let name = format!("{}Points", field.code()?);
        Some((Cow::Owned(name), Some(JaVaFo), Meaning::Point(field)))
    });
    named.chain(points).collect()
});

const NAMED: &[(&str, Option<SettingNames>, Meaning)] = &[
    ("PlayersNumber", None, Meaning::Players),
    ("RoundsNumber", None, Meaning::Rounds),
    ("HighestRating", None, Meaning::HighestRating),
    ("LowestRating", None, Meaning::LowestRating),
    ("FirstSeed", Some(JaVaFo), Meaning::Seed),
    ("Groups", Some(JaVaFo), Meaning::Groups),
    ("Separator", Some(JaVaFo), Meaning::Separator),
    (
        "QuickgameRate",
        Some(JaVaFo),
        Meaning::PerMille(Target::Unrated),
    ),
    ("ZPBRate", Some(JaVaFo), Meaning::PerMille(Target::Zero)),
    ("HPBRate", Some(JaVaFo), Meaning::PerMille(Target::Half)),
    ("FPBRate", Some(JaVaFo), Meaning::PerMille(Target::Full)),
    ("DrawPercentage", Some(BbpPairings), Meaning::DrawPercentage),
    (
        "RetiredRate",
        Some(BbpPairings),
        Meaning::OneIn(Target::Withdrawals),
    ),
    (
        "HalfPointByeRate",
        Some(BbpPairings),
        Meaning::OneIn(Target::HalfExceptLast),
    ),
    (
        "HalfPointByteRate",
        Some(BbpPairings),
        Meaning::OneIn(Target::HalfExceptLast),
    ),
    // A win and a draw bring along what is worth the same unless a later key says otherwise.
    (
        "PointsForWin",
        Some(BbpPairings),
        Meaning::Points(|p, s| {
            p.win = [s; 2];
            p.full_point_bye = s;
            p.forfeit_win = s;
            p.pairing_allocated_bye = s;
        }),
    ),
    (
        "PointsForDraw",
        Some(BbpPairings),
        Meaning::Points(|p, s| {
            p.draw = [s; 2];
            p.half_point_bye = s;
            p.unknown = s;
        }),
    ),
    (
        "PointsForLoss",
        Some(BbpPairings),
        Meaning::Points(|p, s| p.loss = [s; 2]),
    ),
    (
        "PointsForZPB",
        Some(BbpPairings),
        Meaning::Point(PointField::ZeroPointBye),
    ),
    (
        "PointsForForfeitLoss",
        Some(BbpPairings),
        Meaning::Point(PointField::ForfeitLoss),
    ),
    (
        "PointsForPAB",
        Some(BbpPairings),
        Meaning::Point(PointField::PairingAllocatedBye),
    ),
];

/// The one key that both know and read differently.
const AMBIGUOUS: &str = "ForfeitRate";

/// Why a text is no configuration file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct InvalidProperty {
    /// The line, from 1.
    pub line: usize,
    /// What was found and expected.
    pub message: String,
}

/// A meaningful line.
struct Property<'a> {
    line: usize,
    key: &'a str,
    value: &'a str,
}

impl Property<'_> {
    fn wrong(&self, message: String) -> InvalidProperty {
        InvalidProperty {
            line: self.line,
            message,
        }
    }

    fn expected(&self, what: &str) -> InvalidProperty {
        self.wrong(format!(
            "found '{}' for {}, expected {what}",
            self.value, self.key
        ))
    }

    fn number(&self) -> Result<u32, InvalidProperty> {
        (self.value.parse()).map_err(|_| self.expected("a whole number"))
    }

    /// Either half of a value is a value: `-0.5` counts tenths, too.
    fn score(&self) -> Result<Score, InvalidProperty> {
        let (sign, digits) = match self.value.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, self.value),
        };
        (parse_decimal(digits, 1).and_then(|tenths| i32::try_from(tenths).ok()))
            .map(|tenths| Score::from_tenths(sign * tenths))
            .ok_or_else(|| self.expected("points with at most one decimal, such as 0.5"))
    }
}

/// The meaningful lines of a file, in its order.
///
/// # Errors
/// A line without `=`, and a key that is there twice.
fn properties_of(text: &str) -> Result<Vec<Property<'_>>, InvalidProperty> {
    let mut properties: Vec<Property> = Vec::new();
    for (line, content) in meaningful_lines(text) {
        let Some((key, value)) = content.split_once(['=', ':']) else {
            return Err(InvalidProperty {
                line,
                message: format!("found '{content}', expected Key=value"),
            });
        };
        let property = Property {
            line,
            key: key.trim(),
            value: value.trim(),
        };
        if let Some(first) = properties.iter().find(|other| other.key == property.key) {
            return Err(property.wrong(format!(
                "{} was already given in line {}, expected each key once",
                property.key, first.line
            )));
        }
        properties.push(property);
    }
    Ok(properties)
}

/// The error at a key that nobody knows, or nobody of this dialect.
fn unknown_key(unknown: &Property<'_>, dialect: Option<SettingNames>) -> InvalidProperty {
    unknown.wrong(match dialect {
        None if unknown.key == AMBIGUOUS => format!(
            "{AMBIGUOUS} counts thousandths for JaVaFo and \"one in\" for bbpPairings, \
                     expected another key of one of them, or the dialect to be named"
        ),
        None => format!("found the unknown key {}", unknown.key),
        Some(dialect) => {
            let known: Vec<&str> = (KEYS.iter())
                .filter(|(_, whose, _)| whose.is_none_or(|whose| whose == dialect))
                .map(|(name, ..)| &**name)
                .collect();
            format!(
                "found {}, which is no key of {}, expected {AMBIGUOUS}, {}",
                unknown.key,
                dialect.name(),
                known.join(", ")
            )
        }
    })
}

impl Settings {
    /// Whether `text` looks like a configuration file of JaVaFo or bbpPairings: its first
    /// meaningful line has a key of theirs.
    pub fn looks_like_properties(text: &str) -> bool {
        let first = meaningful_lines(text).next();
        first.is_some_and(|(_, line)| {
            let key = line.split(['=', ':', ' ', '\t']).next().unwrap_or(line);
            key == AMBIGUOUS || KEYS.iter().any(|(name, ..)| *name == key)
        })
    }

    /// Reads a configuration file of JaVaFo or bbpPairings. Keys left out are drawn as their
    /// program documents it: [`Defaults::javafo`], [`Defaults::bbp_pairings`]. Empty lines and
    /// lines that begin with `#` or `!` say nothing, nor does the rate of those who retire in an
    /// event of one round.
    ///
    /// Without a `dialect` the keys tell whose file it is.
    ///
    /// # Errors
    /// [`InvalidProperty`] at the first line that cannot be read: no `=`, an unknown or repeated
    /// key, a wrong value, a key of the other program, or `ForfeitRate` when nothing shows whose it
    /// is.
    pub fn from_properties(
        text: &str,
        dialect: Option<SettingNames>,
    ) -> Result<Self, InvalidProperty> {
        let mut properties = properties_of(text)?;
        let dialect = match dialect {
            Some(dialect) => Some(dialect),
            None => (properties.iter()).find_map(|property| dialect_of(property.key)),
        };
        let mut settings = match dialect {
            Some(SettingNames::JaVaFo) => Self {
                defaults: Defaults::javafo(),
                ..Self::default()
            },
            Some(SettingNames::BbpPairings) => Self {
                defaults: Defaults::bbp_pairings(),
                model: ResultModel::RatingOrder,
                ..Self::default()
            },
            None => Self::default(),
        };
        // In the order of the table, so that the order of the lines does not matter.
        let place = |property: &Property| {
            let known = KEYS.iter().position(|(name, ..)| *name == property.key);
            known.unwrap_or(KEYS.len())
        };
        properties.sort_by_key(place);
        if let Some(unknown) = (properties.iter())
            .filter(|property| meaning(property.key, dialect).is_none())
            .min_by_key(|property| property.line)
        {
            return Err(unknown_key(unknown, dialect));
        }
        for property in &properties {
            if let Some(meaning) = meaning(property.key, dialect) {
                settings.set(property, meaning)?;
            }
        }
        if settings.rounds == Some(Span::exactly(1)) {
            // Nobody can retire before a round to come; bbpPairings takes the rate all the same.
            settings.withdrawals = Some(Quantity::NONE);
        }
        Ok(settings)
    }

    fn set(&mut self, property: &Property, meaning: Meaning) -> Result<(), InvalidProperty> {
        let span = || property.number().map(|number| Some(Span::exactly(number)));
        match meaning {
            Meaning::Players => self.players = span()?,
            Meaning::Rounds => self.rounds = span()?,
            Meaning::HighestRating => self.ratings.highest = span()?,
            Meaning::LowestRating => self.ratings.lowest = span()?,
            Meaning::Groups => self.ratings.groups = span()?,
            Meaning::Separator => self.ratings.separator = span()?,
            Meaning::DrawPercentage => self.draws = span()?,
            Meaning::Seed => {
                let seed = (property.value.parse())
                    .map_err(|_| property.expected("a whole number below 2^63"))?;
                self.seed = Some(seed);
            }
            Meaning::PerMille(target) => {
                let rate = (property.number()?.checked_mul(1_000))
                    .and_then(Rate::from_parts)
                    .ok_or_else(|| property.expected("thousandths, from 0 to 1000"))?;
                self.put(target, rate);
            }
            Meaning::OneIn(target) => match property.number()? {
                0 => return Err(property.expected("one in so many, at least 1")),
                number => self.put(target, Rate::share(1, number.into())),
            },
            Meaning::Point(field) => self.points.set(field, property.score()?),
            Meaning::Points(put) => put(&mut self.points, property.score()?),
        }
        Ok(())
    }

    fn put(&mut self, target: Target, rate: Rate) {
        let amount = Amount::Rate(rate);
        let (place, quantity) = match target {
            Target::Forfeits => (&mut self.games.forfeits, amount.into()),
            Target::Unrated => (&mut self.games.unrated, amount.into()),
            Target::Zero => (&mut self.byes.zero, amount.into()),
            Target::Half => (&mut self.byes.half, amount.into()),
            Target::HalfExceptLast => (&mut self.byes.half, Quantity::except_last(amount)),
            Target::Full => (&mut self.byes.full, amount.into()),
            Target::Withdrawals => (&mut self.withdrawals, amount.into()),
        };
        *place = Some(quantity);
    }
}

/// Lines that say something, with their numbers from 1.
fn meaningful_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (text.trim_start_matches('\u{feff}').lines().enumerate())
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '!']))
}

/// The only program that knows `key`, if it is one.
fn dialect_of(key: &str) -> Option<SettingNames> {
    let row = KEYS.iter().find(|(name, ..)| *name == key);
    row.and_then(|(_, dialect, _)| *dialect)
}

/// What `key` means in a file of `dialect`.
fn meaning(key: &str, dialect: Option<SettingNames>) -> Option<Meaning> {
    if key == AMBIGUOUS {
        return dialect.map(|dialect| match dialect {
            SettingNames::JaVaFo => Meaning::PerMille(Target::Forfeits),
            SettingNames::BbpPairings => Meaning::OneIn(Target::Forfeits),
        });
    }
    let (_, whose, meaning) = KEYS.iter().find(|(name, ..)| *name == key)?;
    (whose.is_none() || *whose == dialect).then_some(*meaning)
}
