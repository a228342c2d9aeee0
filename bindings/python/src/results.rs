//! Lists of players and results as the tournament file that says the same.

use std::collections::BTreeMap;

use answers::system::{Asked, RulesOptions};
use edelweiss::model::{
    ByeKind, Colour, Date, ForbiddenGroup, GameResult, Player, PlayerId, RoundEntry, RoundNumber,
    System, TournamentData, Tpn,
};
use edelweiss::trf::{Dialect, Document};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::border::Refusal;

/// A player: a name, a name and a rating, or a dictionary.
#[derive(Default)]
pub(crate) struct GivenPlayer {
    name: String,
    rating: Option<u16>,
    title: Option<String>,
    federation: Option<String>,
}

impl<'py> FromPyObject<'_, 'py> for GivenPlayer {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let mut player = Self::default();
        if let Ok(name) = object.extract() {
            player.name = name;
        } else if let Ok((name, rating)) = object.extract() {
            (player.name, player.rating) = (name, rating);
        } else if let Ok(fields) = object.cast::<PyDict>() {
            for (field, value) in fields.iter() {
                let field: String = field.extract()?;
                match field.as_str() {
                    "name" => player.name = value.extract()?,
                    "rating" => player.rating = value.extract()?,
                    "title" => player.title = value.extract()?,
                    "federation" => player.federation = value.extract()?,
                    _ => {
                        return Err(PyValueError::new_err(format!(
                            "found {field:?}, expected name, rating, title or federation"
                        )));
                    }
                }
            }
        } else {
            return Err(PyTypeError::new_err(
                "expected players as names, as (name, rating), or as dictionaries",
            ));
        }
        Ok(player)
    }
}

/// A game, or a bye.
#[derive(FromPyObject)]
pub(crate) enum Given {
    Game(u32, u32, Option<String>),
    Bye(u32, String),
}

/// A year.
#[derive(FromPyObject)]
pub(crate) enum GivenEdition {
    Number(u16),
    Text(String),
}

/// What `Tournament.from_results` was given.
pub(crate) struct Results {
    pub(crate) name: String,
    pub(crate) players: Vec<GivenPlayer>,
    pub(crate) rounds: Vec<Vec<Given>>,
    pub(crate) rounds_total: Option<u32>,
    pub(crate) initial_colour: Option<String>,
    /// By their names as options.
    pub(crate) system: Option<String>,
    pub(crate) rules: Option<GivenEdition>,
    /// `YYYY-MM-DD`
    pub(crate) starts: Option<String>,
    pub(crate) forbidden: Vec<Vec<u32>>,
}

/// The results of White and of Black by what people write.
fn result_called(text: Option<&str>) -> Option<[GameResult; 2]> {
    use GameResult::{Adjourned, Draw, ForfeitLoss, ForfeitWin, Loss, Unknown, Win};
    Some(match text.unwrap_or("*") {
        "1-0" => [Win, Loss],
        "0-1" => [Loss, Win],
        "1/2-1/2" | "½-½" | "0.5-0.5" | "=" => [Draw, Draw],
        "0-0" => [Loss, Loss],
        "1/2-0" | "½-0" | "0.5-0" => [Draw, Loss],
        "0-1/2" | "0-½" | "0-0.5" => [Loss, Draw],
        "+--" | "+/-" | "1F-0F" => [ForfeitWin, ForfeitLoss],
        "--+" | "-/+" | "0F-1F" => [ForfeitLoss, ForfeitWin],
        "---" | "-/-" | "0F-0F" => [ForfeitLoss, ForfeitLoss],
        "?" => [Adjourned, Adjourned],
        "*" => [Unknown, Unknown],
        _ => return None,
    })
}

const RESULTS: &str = "1-0, 0-1, 1/2-1/2, 0-0, +-- (White wins, Black did not appear), --+, ---, ? (adjourned) or none (not known yet)";

fn bye_called(name: &str) -> Option<ByeKind> {
    Some(match name {
        "bye" | "pairing-allocated" => ByeKind::PairingAllocated,
        "full-point" => ByeKind::Full,
        "half-point" => ByeKind::Half,
        "zero-point" => ByeKind::Zero,
        _ => return None,
    })
}

const BYES: &str = "bye, half-point, full-point or zero-point";

impl Results {
    fn data(&self) -> Result<TournamentData, Refusal> {
        let round_number = |round: u32| {
            RoundNumber::new(round)
                .map_err(|error| Refusal::question(format!("rounds_total: {error}")))
        };
        let mut data = TournamentData {
            name: self.name.clone(),
            rounds_total: self.rounds_total.map(round_number).transpose()?,
            initial_colour: self.initial_colour.as_deref().map(colour).transpose()?,
            system: self.filed_system()?,
            starts: self.starts.as_deref().map(date).transpose()?,
            ..TournamentData::default()
        };
        for (index, given) in self.players.iter().enumerate() {
            let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
            let number = Tpn::in_file(number)
                .map_err(|_| Refusal::question("players: found more than 9999"))?;
            data.players.push(Player {
                name: given.name.clone(),
                rating: given.rating,
                title: given.title.clone(),
                federation: given.federation.clone(),
                entries: vec![RoundEntry::Blank; self.rounds.len()],
                ..Player::new(number)
            });
        }
        for (index, round) in self.rounds.iter().enumerate() {
            self.enter(round, index, &mut data)?;
        }
        for (index, group) in self.forbidden.iter().enumerate() {
            let place = || format!("forbidden, group {}", index + 1);
            let players = group.iter().map(|number| self.player(*number, &place));
            data.forbidden.push(ForbiddenGroup {
                first: RoundNumber::FIRST,
                last: None,
                players: players.collect::<Result<_, _>>()?,
            });
        }
        Ok(data)
    }

    /// The file that says the same.
    ///
    /// # Errors
    /// What contradicts itself, with its place.
    pub(crate) fn file(&self) -> Result<Vec<u8>, Refusal> {
        let tournament = self.data()?.build().map_err(Refusal::question)?;
        let document =
            Document::from_tournament(&tournament, Dialect::Trf26).map_err(Refusal::question)?;
        Ok(document.write(document.line_end()).into_bytes())
    }

    /// How messages call the file.
    pub(crate) fn file_name(&self) -> &str {
        match self.name.as_str() {
            "" => "<results>",
            name => name,
        }
    }

    fn enter(
        &self,
        round: &[Given],
        index: usize,
        data: &mut TournamentData,
    ) -> Result<(), Refusal> {
        let mut seen = BTreeMap::new();
        for (line, given) in round.iter().enumerate() {
            let place = || format!("round {}, entry {}", index + 1, line + 1);
            let expected = |found: &str, expected: &str| {
                let message = format!("{}: found {found:?}, expected {expected}", place());
                Refusal::question(message)
            };
            let entries = match given {
                Given::Bye(number, kind) => {
                    let kind = bye_called(kind).ok_or_else(|| expected(kind, BYES))?;
                    vec![(self.player(*number, &place)?, RoundEntry::Bye(kind))]
                }
                Given::Game(white, black, result) => {
                    let results = result_called(result.as_deref());
                    let results = results
                        .ok_or_else(|| expected(result.as_deref().unwrap_or_default(), RESULTS))?;
                    let ids = [self.player(*white, &place)?, self.player(*black, &place)?];
                    let entry = |opponent, colour, result| RoundEntry::Paired {
                        opponent,
                        colour: Some(colour),
                        result,
                    };
                    vec![
                        (ids[0], entry(ids[1], Colour::White, results[0])),
                        (ids[1], entry(ids[0], Colour::Black, results[1])),
                    ]
                }
            };
            for (id, entry) in entries {
                if let Some(before) = seen.insert(id, line + 1) {
                    return Err(Refusal::question(format!(
                        "{}: found player {} again, who has entry {before}",
                        place(),
                        id.index() + 1
                    )));
                }
                data.players[id.index()].entries[index] = entry;
            }
        }
        Ok(())
    }

    /// What record 192 calls the system that is asked for.
    fn filed_system(&self) -> Result<Option<System>, Refusal> {
        let rules = self.rules.as_ref().map(|edition| match edition {
            GivenEdition::Number(year) => year.to_string(),
            GivenEdition::Text(text) => text.clone(),
        });
        let options = serde_json::json!({ "rules": rules, "system": self.system });
        let options: RulesOptions = serde_json::from_value(options)
            .map_err(|error| Refusal::question(format!("rules and system: {error}")))?;
        if !options.is_said() {
            return Ok(None);
        }
        let pairing = options.choose(Asked::default())?.pairing;
        let refused = || Refusal::question(format!("no file can ask for the {}", pairing.name));
        pairing.record().ok_or_else(refused).map(Some)
    }

    fn player(&self, number: u32, place: &impl Fn() -> String) -> Result<PlayerId, Refusal> {
        let n = self.players.len();
        match usize::try_from(number) {
            Ok(number) if (1..=n).contains(&number) => Ok(PlayerId::from_index(number - 1)),
            _ => Err(Refusal::question(format!(
                "{}: found player {number}, expected 1 to {n}, the places in the list of players",
                place()
            ))),
        }
    }
}

fn date(text: &str) -> Result<Date, Refusal> {
    let parts: Vec<&str> = text.split('-').collect();
    let numbers = match parts[..] {
        [year, month, day] => (year.parse(), month.parse(), day.parse()),
        _ => (text.parse(), text.parse(), text.parse()),
    };
    match numbers {
        (Ok(year), Ok(month @ 1..=12), Ok(day @ 1..=31)) => Ok(Date { year, month, day }),
        _ => Err(Refusal::question(format!(
            "starts: found {text:?}, expected a date as 2026-03-28"
        ))),
    }
}

fn colour(name: &str) -> Result<Colour, Refusal> {
    match name {
        "white" => Ok(Colour::White),
        "black" => Ok(Colour::Black),
        _ => Err(Refusal::question(format!(
            "initial_colour: found {name:?}, expected white or black"
        ))),
    }
}
