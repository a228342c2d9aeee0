//! Settings as a TOML file.
//!
//! The file has its own types, which only say how things are written; they become [`Settings`]
//! after the syntax has been read.

mod written;

use std::fmt;
use std::sync::LazyLock;

use edelweiss_model::{Colour, PointField, PointSystem, Score, Sex};
use serde::de::{self, MapAccess, Visitor};

use crate::amount::{Amount, Quantity, Span};
use crate::models::ResultModel;
use crate::settings::{
    AccelerationSetting, Ban, Byes, Defaults, Entrant, FieldSetting, Games, Ratings, Settings,
    VirtualPoints,
};
use written::{ByColour, Number, Written, WrittenPoints, WrittenRound};

/// Why a text is no settings file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct InvalidToml {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What was found and expected.
    pub message: String,
}

impl Settings {
    /// Reads a settings file. Whether the settings can be met is checked by
    /// [`Generator::new`](crate::Generator::new).
    ///
    /// # Errors
    /// [`InvalidToml`] for broken syntax, an unknown key or a value of the wrong kind.
    pub fn from_toml(text: &str) -> Result<Self, InvalidToml> {
        let file: File = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            error_at(text, start, error.message().replace('\n', " "))
        })?;
        let twice = |key: &str, other: &str| {
            let start = text.find(key).unwrap_or(0);
            let message = format!("found both {key} and {other}, expected one of them");
            Err(error_at(text, start, message))
        };
        let has_method = file
            .acceleration
            .as_ref()
            .is_some_and(|m| *m != Method::None);
        if has_method && !file.virtual_points.is_empty() {
            return twice("virtual-points", "acceleration");
        }
        if !file.field.is_empty() && !file.ratings.list.is_empty() {
            return twice("field", "a list of ratings");
        }
        Ok(file.into())
    }
}

/// An error at the byte `start` of `text`.
fn error_at(text: &str, start: usize, message: String) -> InvalidToml {
    let before = text.get(..start).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    InvalidToml {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        message,
    }
}

/// The file.
#[derive(serde::Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct File {
    seed: Option<u64>,
    tournaments: Option<u32>,
    name: Option<String>,
    system: Option<String>,
    plain: bool,
    players: Option<Written<Span>>,
    rounds: Option<Written<Span>>,
    initial_colour: Option<FirstColour>,
    women: Option<Written<Amount>>,
    titles: Option<Written<Amount>>,
    withdrawals: Option<Written<Quantity>>,
    late_entries: Option<Written<Quantity>>,
    acceleration: Option<Method>,
    ratings: RatingsTable,
    points: PointsTable,
    byes: ByesTable,
    games: GamesTable,
    results: ResultsTable,
    forbidden: ForbiddenTable,
    virtual_points: Vec<VirtualPointsTable>,
    field: Vec<EntrantTable>,
    keep_order: bool,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FirstColour {
    White,
    Black,
    Random,
}

#[derive(serde::Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum Method {
    None,
    Baku,
    BakuExplicit,
}

#[derive(serde::Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct RatingsTable {
    /// Zero is no rating.
    list: Vec<u16>,
    highest: Option<Written<Span>>,
    lowest: Option<Written<Span>>,
    groups: Option<Written<Span>>,
    separator: Option<Written<Span>>,
    missing: Option<Written<Amount>>,
    equal: Option<Written<Amount>>,
}

/// What a win, a draw and a loss are worth, and values that do not follow from these.
#[derive(Default)]
struct PointsTable {
    /// In the order of [`BY_COLOUR`].
    by_colour: [Option<ByColour>; 3],
    alone: Vec<(PointField, Score)>,
}

const BY_COLOUR: [&str; 3] = ["win", "draw", "loss"];

static POINTS_KEYS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let alone = PointField::ALL.into_iter().filter_map(PointField::key);
    BY_COLOUR.into_iter().chain(alone).collect()
});

/// A key of [`PointsTable`].
enum PointsKey {
    ByColour(usize),
    Alone(PointField),
}

impl<'de> serde::Deserialize<'de> for PointsKey {
    fn deserialize<D: de::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let key = String::deserialize(from)?;
        let place = BY_COLOUR.iter().position(|known| *known == key);
        let mut fields = PointField::ALL.into_iter();
        let alone = fields.find(|field| field.key() == Some(&*key));
        (place.map(Self::ByColour))
            .or(alone.map(Self::Alone))
            .ok_or_else(|| de::Error::unknown_field(&key, &POINTS_KEYS))
    }
}

impl<'de> serde::Deserialize<'de> for PointsTable {
    fn deserialize<D: de::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(PointsTableVisitor)
    }
}

struct PointsTableVisitor;

impl<'de> Visitor<'de> for PointsTableVisitor {
    type Value = PointsTable;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table of points")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PointsTable, A::Error> {
        let mut table = PointsTable::default();
        while let Some(key) = map.next_key()? {
            match key {
                PointsKey::ByColour(place) => table.by_colour[place] = Some(map.next_value()?),
                PointsKey::Alone(field) => {
                    let WrittenPoints(score) = map.next_value()?;
                    table.alone.push((field, score));
                }
            }
        }
        Ok(table)
    }
}

#[derive(serde::Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct ByesTable {
    full: Option<Written<Quantity>>,
    half: Option<Written<Quantity>>,
    zero: Option<Written<Quantity>>,
}

#[derive(serde::Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct GamesTable {
    forfeits: Option<Written<Quantity>>,
    double_forfeits: Option<Written<Quantity>>,
    half_zero: Option<Written<Quantity>>,
    zero_half: Option<Written<Quantity>>,
    zero_zero: Option<Written<Quantity>>,
    unrated: Option<Written<Quantity>>,
}

#[derive(serde::Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct ResultsTable {
    model: Option<ResultModel>,
    draws: Option<Written<Span>>,
}

#[derive(serde::Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct ForbiddenTable {
    pairs: Option<Written<Amount>>,
    groups: Vec<BanTable>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct BanTable {
    players: Vec<u32>,
    first: Option<WrittenRound>,
    last: Option<WrittenRound>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct VirtualPointsTable {
    first_round: WrittenRound,
    last_round: WrittenRound,
    first_player: u32,
    last_player: u32,
    points: WrittenPoints,
}

#[derive(serde::Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct EntrantTable {
    number: Option<Number>,
    name: String,
    rating: u16,
    title: Option<String>,
    sex: Option<Gender>,
    federation: Option<String>,
}

#[derive(serde::Deserialize)]
enum Gender {
    #[serde(rename = "m")]
    Male,
    #[serde(rename = "w")]
    Female,
}

impl From<PointsTable> for PointSystem {
    /// What is left out follows from the win, the draw and the loss.
    fn from(table: PointsTable) -> Self {
        let usual = Self::default();
        let [win, draw, loss] = table.by_colour;
        let value = |written: Option<ByColour>, usual| written.map_or(usual, |points| points.0);
        let (win, draw, loss) = (
            value(win, usual.win),
            value(draw, usual.draw),
            value(loss, usual.loss),
        );
        // Byes have no colour: White's values.
        let mut points = Self {
            win,
            draw,
            loss,
            ..Self::new(win[0], draw[0], loss[0])
        };
        for (field, score) in table.alone {
            points.set(field, score);
        }
        points
    }
}

impl From<EntrantTable> for Entrant {
    fn from(table: EntrantTable) -> Self {
        Self {
            number: table.number.map(|number| number.0),
            name: table.name,
            rating: (table.rating > 0).then_some(table.rating),
            title: table.title,
            sex: table.sex.map(|sex| match sex {
                Gender::Male => Sex::Male,
                Gender::Female => Sex::Female,
            }),
            federation: table.federation,
        }
    }
}

fn unwrapped<T>(written: Option<Written<T>>) -> Option<T> {
    written.map(|written| written.0)
}

impl From<ByesTable> for Byes {
    fn from(table: ByesTable) -> Self {
        Self {
            full: unwrapped(table.full),
            half: unwrapped(table.half),
            zero: unwrapped(table.zero),
        }
    }
}

impl From<GamesTable> for Games {
    fn from(table: GamesTable) -> Self {
        Self {
            forfeits: unwrapped(table.forfeits),
            double_forfeits: unwrapped(table.double_forfeits),
            half_zero: unwrapped(table.half_zero),
            zero_half: unwrapped(table.zero_half),
            zero_zero: unwrapped(table.zero_zero),
            unrated: unwrapped(table.unrated),
        }
    }
}

impl From<RatingsTable> for Ratings {
    fn from(table: RatingsTable) -> Self {
        Self {
            highest: unwrapped(table.highest),
            lowest: unwrapped(table.lowest),
            groups: unwrapped(table.groups),
            separator: unwrapped(table.separator),
            missing: unwrapped(table.missing),
            equal: unwrapped(table.equal),
        }
    }
}

impl From<VirtualPointsTable> for VirtualPoints {
    fn from(table: VirtualPointsTable) -> Self {
        Self {
            first_round: table.first_round.0,
            last_round: table.last_round.0,
            first_player: table.first_player,
            last_player: table.last_player,
            points: table.points.0,
        }
    }
}

impl From<BanTable> for Ban {
    fn from(table: BanTable) -> Self {
        Self {
            first: table.first.map(|round| round.0),
            last: table.last.map(|round| round.0),
            players: table.players,
        }
    }
}

impl From<File> for Settings {
    fn from(file: File) -> Self {
        let listed = file.ratings.list.iter().map(|rating| Entrant {
            rating: (*rating > 0).then_some(*rating),
            ..Entrant::default()
        });
        let players: Vec<Entrant> = (file.field.into_iter().map(Entrant::from))
            .chain(listed)
            .collect();
        let explicit: Vec<VirtualPoints> =
            (file.virtual_points.into_iter().map(VirtualPoints::from)).collect();
        let acceleration = match file.acceleration {
            _ if !explicit.is_empty() => AccelerationSetting::Explicit(explicit),
            Some(Method::Baku) => AccelerationSetting::Baku,
            Some(Method::BakuExplicit) => AccelerationSetting::BakuExplicit,
            Some(Method::None) | None => AccelerationSetting::None,
        };
        Self {
            cycles: None,
            two_teams: None,
            meets_again: false,
            seed: file.seed,
            tournaments: file.tournaments,
            name: file.name,
            system: file.system,
            players: unwrapped(file.players),
            rounds: unwrapped(file.rounds),
            initial_colour: match file.initial_colour {
                Some(FirstColour::White) => Some(Colour::White),
                Some(FirstColour::Black) => Some(Colour::Black),
                Some(FirstColour::Random) | None => None,
            },
            ratings: file.ratings.into(),
            field: FieldSetting {
                players,
                keep_order: file.keep_order,
            },
            women: unwrapped(file.women),
            titles: unwrapped(file.titles),
            points: file.points.into(),
            byes: file.byes.into(),
            withdrawals: unwrapped(file.withdrawals),
            late_entries: unwrapped(file.late_entries),
            games: file.games.into(),
            model: file.results.model.unwrap_or_default(),
            draws: unwrapped(file.results.draws),
            acceleration,
            forbidden_pairs: unwrapped(file.forbidden.pairs),
            forbidden: file.forbidden.groups.into_iter().map(Ban::from).collect(),
            defaults: if file.plain {
                Defaults::plain()
            } else {
                Defaults::open()
            },
        }
    }
}
