//! A tournament file before round 1, made of a list of players.

use std::collections::BTreeMap;
use std::str::FromStr;

use edelweiss::model::{
    Acceleration, Colour, Date, Player, PointSystem, RoundNumber, Score, Tournament,
    TournamentData, Tpn,
};
use edelweiss::roster::numbering::InitialPlace;
use edelweiss::roster::{ListFailure, PlayerList};
use edelweiss::trf::{Dialect, Document, PlayerDetails, ReadOptions, days, read};
use serde::{Deserialize, Serialize};

use crate::error::{AnswerError, AnswerErrorKind};
use crate::seed::Seed;
use crate::system::{Asked, ChosenSystem, SystemName, Year, choose};
use crate::wishes::words;

mod document;
mod numbers;
mod of_teams;

pub use document::to_json;
pub use numbers::ListedTeam;
use numbers::NumberedList;
use of_teams::{board_colours, is_swiss_of_teams, teams};

/// What an organiser says of a new event.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct NewEventOptions {
    /// Rounds
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=999)))]
    pub rounds: u16,
    /// Name of the event [default: that of the new file]
    #[cfg_attr(feature = "clap", arg(long, value_name = "TEXT"))]
    pub name: Option<String>,
    /// City
    #[cfg_attr(feature = "clap", arg(long, value_name = "TEXT"))]
    pub city: Option<String>,
    /// Federation of the event, such as ESP
    #[cfg_attr(feature = "clap", arg(long, value_name = "CODE"))]
    pub federation: Option<String>,
    /// First and last day, or the day of each round: 2026-11-27,2026-11-29
    #[cfg_attr(feature = "clap", arg(long, value_name = "DAY,DAY"))]
    pub dates: Option<EventDates>,
    /// Chief arbiter
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME"))]
    pub arbiter: Option<String>,
    /// Deputy arbiter; may be repeated
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME"))]
    #[serde(deserialize_with = "words")]
    pub deputy: Vec<String>,
    /// Rate of play, such as "90 min + 30 s"
    #[cfg_attr(feature = "clap", arg(long, value_name = "TEXT"))]
    pub rate_of_play: Option<String>,
    /// Points of a win, a draw and a loss [default: 1-0.5-0]
    #[cfg_attr(feature = "clap", arg(long, value_name = "W-D-L"))]
    pub points: Option<PointValues>,
    /// Colour of player 1 in round 1, white or black, as it was drawn by lot
    #[cfg_attr(
        feature = "clap",
        arg(long, value_enum, value_name = "COLOUR", hide_possible_values = true)
    )]
    pub first_colour: Option<DrawnColour>,
    /// Accelerated pairing by the Baku method (C.04.7)
    #[cfg_attr(feature = "clap", arg(long))]
    pub baku: bool,
    /// Pairing system [default: dutch]
    #[cfg_attr(feature = "clap", arg(long, hide_possible_values = true))]
    pub system: Option<SystemName>,
    /// Edition of its rules [default: the one in force on the first day]
    #[cfg_attr(feature = "clap", arg(long, hide_possible_values = true))]
    pub rules: Option<Year>,
    /// In a round robin: draw the numbers by lot; the same number draws the same lots
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEED"))]
    pub lots: Option<Seed>,
    /// With --lots, for 9 to 24 players: players of one federation do not meet in the last three rounds, where
    /// that can be (C.05 Annex 2)
    #[cfg_attr(feature = "clap", arg(long))]
    pub by_federation: bool,
    /// Of a Swiss of teams: the colours of White's boards, a letter for each, as in WBWB (352)
    #[cfg_attr(feature = "clap", arg(long, value_name = "COLOURS"))]
    pub board_colours: Option<String>,
    /// Of a Swiss of teams: its encoded type (192), such as `FIDE_TEAM_TYPEB_MP_GP` [default: `FIDE_TEAM_TYPEA_MP_GP`]
    #[cfg_attr(feature = "clap", arg(long, value_name = "CODE"))]
    pub team_type: Option<String>,
}

/// The colour of player 1 in round 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum DrawnColour {
    /// White
    White,
    /// Black
    Black,
}

/// Points of a win, a draw and a loss: `3-1-0`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct PointValues([Score; 3]);

impl TryFrom<String> for PointValues {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<PointValues> for String {
    fn from(points: PointValues) -> Self {
        points.0.map(|score| score.to_string()).join("-")
    }
}

impl FromStr for PointValues {
    type Err = String;

    /// # Errors
    /// A text that is not three numbers of points, each smaller than the one before.
    fn from_str(text: &str) -> Result<Self, String> {
        let values: Option<Vec<Score>> = text.split('-').map(|part| score(part.trim())).collect();
        match values.as_deref() {
            Some(&[win, draw, loss]) if win > draw && draw > loss => Ok(Self([win, draw, loss])),
            _ => Err(format!(
                "found the points '{text}', expected those of a win, a draw and a loss, such as 3-1-0"
            )),
        }
    }
}

/// Points below a hundred, with at most one decimal.
fn score(text: &str) -> Option<Score> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let number = |digits: &str, most: usize| {
        let fits = (1..=most).contains(&digits.len());
        (fits && digits.bytes().all(|digit| digit.is_ascii_digit()))
            .then(|| digits.parse::<i32>().ok())
            .flatten()
    };
    Some(Score::from_tenths(
        10 * number(whole, 2)? + number(tenth, 1)?,
    ))
}

/// The first and the last day, or the day of each round: at least one, in order.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct EventDates(Vec<Date>);

impl TryFrom<String> for EventDates {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<EventDates> for String {
    fn from(dates: EventDates) -> Self {
        let days = dates.0.iter().map(|day| day.to_string().replace('/', "-"));
        days.collect::<Vec<_>>().join(",")
    }
}

impl FromStr for EventDates {
    type Err = String;

    /// # Errors
    /// What is no day or may be two, and days that run backwards.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = Vec::new();
        for part in text.split(',') {
            let part = part.trim();
            match days(part)[..] {
                [day] => all.push(day),
                [one, other, ..] => {
                    return Err(format!(
                        "found the day '{part}', which may be {one} or {other}, expected YYYY-MM-DD"
                    ));
                }
                [] => return Err(format!("found the day '{part}', expected YYYY-MM-DD")),
            }
        }
        match all.windows(2).find(|pair| pair[0] > pair[1]) {
            Some(pair) => Err(format!(
                "found {} after {}, expected days in their order",
                pair[1], pair[0]
            )),
            None => Ok(Self(all)),
        }
    }
}

/// A file before round 1, and how it came about.
#[derive(Debug)]
pub struct NewEvent {
    /// The file.
    pub text: String,
    /// What it says.
    pub tournament: Tournament,
    /// The players of number 1, 2 and so on: their places in the list, and what put each behind the one
    /// before.
    pub order: Vec<InitialPlace>,
    /// Where teams are paired, or two meet game by game: those of number 1, 2 and so on, whose players follow each other in `order`.
    pub teams: Vec<ListedTeam>,
    /// By which rules it is paired.
    pub choice: ChosenSystem,
    /// What the organiser should know.
    pub notes: Vec<String>,
}

impl From<ListFailure> for AnswerError {
    fn from(failure: ListFailure) -> Self {
        let kind = if failure.is_limit {
            AnswerErrorKind::Limit
        } else {
            AnswerErrorKind::Invalid
        };
        Self::new(kind, failure.to_string())
    }
}

/// The file of an event of these players, numbered by C.04.2 (2026) 2.2; messages call it `name`. O(players · log players).
///
/// # Errors
/// Options that contradict each other, and what the format has no place for.
pub fn new_event(
    list: &PlayerList,
    name: &str,
    options: &NewEventOptions,
) -> Result<NewEvent, AnswerError> {
    let days = options.dates.as_ref().map_or(&[][..], |dates| &dates.0);
    if days.len() > 2 && days.len() != usize::from(options.rounds) {
        return Err(AnswerError::invalid(format!(
            "found {} days for {} rounds, expected the first and the last day, or one for each round (--dates)",
            days.len(),
            options.rounds
        )));
    }
    let choice = rules(options, days.first().copied())?;
    let numbers = match options.lots {
        Some(seed) if options.by_federation => NumberedList::by_federation(list, choice, seed)?,
        None if options.by_federation => {
            return Err(AnswerError::invalid(
                "found no lots, expected a seed by which the numbers are drawn (--lots, --by-federation)",
            ));
        }
        lots => NumberedList::of(list, choice, lots)?,
    };
    let participants = if choice.pairing.unit.is_of_teams() {
        numbers.teams.len()
    } else {
        numbers.order.len()
    };
    must_fit_table(participants, choice, options)?;
    let tournament = tournament(list, &numbers, choice, name, options)?;
    let unwritable = |error: String| AnswerError::invalid(format!("{name}: {error}"));
    let document = Document::from_tournament(&tournament, Dialect::Trf26)
        .map_err(|error| unwritable(error.message))?
        .with_details(&details(list, &numbers.order));
    let document = with_records(&document, days, options)?;
    let text = document.write(document.line_end());
    // What is handed out can be read.
    let reading = read(text.as_bytes(), name, &ReadOptions::default())?;
    Ok(NewEvent {
        notes: numbers.notes(list, choice, options.rounds, options.lots.is_some()),
        text,
        tournament: reading.tournament,
        order: numbers.order,
        teams: numbers.teams,
        choice,
    })
}

/// Where a table fixes all pairings: its number of rounds, and nothing that it does not know; elsewhere no lots.
///
/// # Errors
/// What does not fit.
fn must_fit_table(
    players: usize,
    choice: ChosenSystem,
    options: &NewEventOptions,
) -> Result<(), AnswerError> {
    let name = choice.pairing.name;
    let who = if choice.pairing.unit.is_of_teams() {
        "teams"
    } else {
        "players"
    };
    let Some(rounds) = choice.pairing.unit.fixed_rounds(players) else {
        return match options.lots {
            Some(_) => Err(AnswerError::invalid(format!(
                "found lots for the numbers of the {name}, expected a round robin: elsewhere the rating decides (--lots)"
            ))),
            None => Ok(()),
        };
    };
    if let Some(expected) = choice.pairing.unit.expected_by_table(players) {
        return Err(AnswerError::invalid(format!(
            "found {players} {who}, expected {expected} for a {name}"
        )));
    }
    if usize::from(options.rounds) != rounds {
        return Err(AnswerError::invalid(format!(
            "found {} rounds, expected {rounds}, in which {players} {who} meet by the tables of the {name} (--rounds)",
            options.rounds
        )));
    }
    if options.baku {
        return Err(AnswerError::invalid(format!(
            "found an acceleration for a {name}, whose pairings are fixed before the event (--baku)"
        )));
    }
    Ok(())
}

/// # Errors
/// A system that record 192 has no code of.
fn rules(options: &NewEventOptions, starts: Option<Date>) -> Result<ChosenSystem, AnswerError> {
    let asked = Asked {
        system: None,
        starts,
    };
    let choice = choose(asked, options.system, options.rules)?;
    if choice.pairing.record().is_none() {
        return Err(AnswerError::invalid(format!(
            "a tournament file has no code (record 192) of the {}\n  hint: leave out --system and --rules here, and give them to each `edelweiss pair`",
            choice.pairing.name
        )));
    }
    Ok(choice)
}

fn tournament(
    list: &PlayerList,
    numbers: &NumberedList,
    choice: ChosenSystem,
    name: &str,
    options: &NewEventOptions,
) -> Result<Tournament, AnswerError> {
    let number =
        |place: usize| Tpn::new(place as u32 + 1).expect("a list has at most 9,999 players");
    let players = numbers.order.iter().enumerate().map(|(place, at)| {
        let listed = &list.players[at.index];
        let mut player = Player::new(number(place));
        player.name.clone_from(&listed.name);
        player.title = listed.title.map(|title| title.code().to_owned());
        player.sex = listed.sex;
        player.rating = listed.rating;
        player.federation.clone_from(&listed.federation);
        player
    });
    let rounds = RoundNumber::new(options.rounds.into())
        .map_err(|error| AnswerError::invalid(format!("--rounds: {error}")))?;
    let data = TournamentData {
        name: options.name.clone().unwrap_or_default(),
        players: players.collect(),
        rounds_total: Some(rounds),
        initial_colour: options.first_colour.map(|colour| match colour {
            DrawnColour::White => Colour::White,
            DrawnColour::Black => Colour::Black,
        }),
        points: options.points.map_or_else(PointSystem::default, |points| {
            let PointValues([win, draw, loss]) = points;
            PointSystem::new(win, draw, loss)
        }),
        acceleration: if options.baku && !is_swiss_of_teams(choice) {
            Acceleration::Baku
        } else {
            Acceleration::None
        },
        system: choice.pairing.record(),
        pre_determined: choice.pairing.unit.is_scheduled(),
        teams: teams(numbers, choice, options)?,
        starts: options
            .dates
            .as_ref()
            .and_then(|dates| dates.0.first().copied()),
        ..TournamentData::default()
    };
    data.build()
        .map_err(|error| AnswerError::invalid(format!("{name}: {error}")))
}

fn details(list: &PlayerList, order: &[InitialPlace]) -> BTreeMap<Tpn, PlayerDetails> {
    let each = order.iter().enumerate().filter_map(|(place, at)| {
        let listed = &list.players[at.index];
        let details = PlayerDetails {
            fide_number: listed.fide_number,
            birth: listed.birth.map(|birth| birth.to_string()),
            club: listed.club.clone(),
            group: listed.group.clone(),
        };
        Some((Tpn::in_file(place as u32 + 1).ok()?, details))
    });
    each.collect()
}

/// The document with the records of the event that decide no pairing.
///
/// # Errors
/// A federation that is no code.
fn with_records(
    document: &Document,
    days: &[Date],
    options: &NewEventOptions,
) -> Result<Document, AnswerError> {
    let some = |text: &Option<String>| text.clone().unwrap_or_default();
    let federation = some(&options.federation).to_ascii_uppercase();
    let is_code = federation.len() == 3 && federation.bytes().all(|byte| byte.is_ascii_uppercase());
    if !federation.is_empty() && !is_code {
        return Err(AnswerError::invalid(format!(
            "found the federation '{federation}', expected a code of three letters such as ESP (--federation)"
        )));
    }
    let ends = days.last().map(ToString::to_string).unwrap_or_default();
    let texts = [
        ("022", some(&options.city)),
        ("032", federation),
        ("052", ends),
        ("102", some(&options.arbiter)),
        ("122", some(&options.rate_of_play)),
        ("352", board_colours(options)?),
    ];
    let deputies = options.deputy.iter().map(|name| ("112", name.as_str()));
    let records = texts.iter().map(|(code, text)| (*code, text.as_str()));
    let records: Vec<(&str, &str)> = records.chain(deputies).collect();
    let document = document.with_event_records(&records);
    Ok(if days.len() == usize::from(options.rounds) {
        document.with_round_dates(days)
    } else {
        document
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_days_are_read_or_refused() {
        let points = |text: &str| {
            text.parse::<PointValues>()
                .map(|points| points.0.map(Score::tenths))
        };
        assert_eq!(points("3-1-0"), Ok([30, 10, 0]));
        assert_eq!(points("1 - 0.5 - 0"), Ok([10, 5, 0]));
        for wrong in [
            "", "3-1", "1-1-0", "0-1-3", "1-0.25-0", "a-b-c", "1-0-0-0", "100-1-0",
        ] {
            let said = points(wrong).expect_err(wrong);
            assert!(said.contains("such as 3-1-0"), "{said}");
        }
        let days = |text: &str| text.parse::<EventDates>().map(|dates| dates.0.len());
        assert_eq!(days("2026-11-27"), Ok(1));
        assert_eq!(days("27.11.2026, 29.11.2026"), Ok(2));
        for (wrong, said) in [
            ("2026-11-31", "expected YYYY-MM-DD"),
            ("soon", "expected YYYY-MM-DD"),
            ("03/04/2026", "which may be"),
            ("2026-11-29,2026-11-27", "in their order"),
        ] {
            let found = days(wrong).expect_err(wrong);
            assert!(found.contains(said), "{found}");
        }
    }
}
