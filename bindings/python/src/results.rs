//! Lists and tables of players and results, as Python hands them over.

use answers::results::{
    BYES, RESULTS, ToldEntry, ToldEvent, ToldPlayer, bye_called, result_called,
};
use edelweiss::model::{GameResult, RoundNumber, Tpn};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyDict, PyInt};

use crate::border::Refusal;
use crate::given::Listed;

/// More items than any list of `from_results` has that can be a tournament.
pub(crate) const MOST_GIVEN: usize = Tpn::MAX as usize;

/// A player: a name, a name and a rating, or a dictionary.
#[derive(Clone, Default)]
pub(crate) struct GivenPlayer(ToldPlayer);

impl<'py> FromPyObject<'_, 'py> for GivenPlayer {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let mut player = ToldPlayer::default();
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
        Ok(Self(player))
    }
}

/// The players, or how many there are.
pub(crate) struct GivenPlayers(Vec<ToldPlayer>);

impl<'py> FromPyObject<'_, 'py> for GivenPlayers {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyInt>() {
            return match object.extract() {
                Ok(n @ 0..=MOST_GIVEN) => Ok(Self(vec![ToldPlayer::default(); n])),
                _ => Err(PyValueError::new_err(format!(
                    "players: found {}, expected at most {MOST_GIVEN}",
                    object.str()?
                ))),
            };
        }
        let players: Listed<GivenPlayer, MOST_GIVEN> = object.extract()?;
        Ok(Self(players.0.into_iter().map(|player| player.0).collect()))
    }
}

/// A game, or a bye.
#[derive(FromPyObject)]
pub(crate) enum Given {
    Game(u32, u32, Option<String>),
    Bye(u32, String),
}

/// A column of texts: each text once, and which of them stands in each row.
type TextColumn = (Vec<String>, PyBackedBytes);
/// Of each row the round, White, Black and the result.
type GameColumns = (PyBackedBytes, PyBackedBytes, PyBackedBytes, TextColumn);
/// Of each row the round, the player and the kind.
type ByeColumns = (PyBackedBytes, PyBackedBytes, TextColumn);

/// The rounds: lists of entries, or a table of all games.
pub(crate) enum GivenRounds {
    Lists(Vec<Vec<Given>>),
    Table(GameColumns),
}

impl<'py> FromPyObject<'_, 'py> for GivenRounds {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        // One place knows tables, and it is Python's.
        let tables = py.import("edelweiss._columns")?;
        if tables.call_method1("is_table", (object,))?.extract()? {
            let columns = tables.call_method1("games", (object,))?;
            return Ok(Self::Table(columns.extract()?));
        }
        let rounds: Listed<Listed<Given, MOST_GIVEN>, MOST_GIVEN> = object.extract()?;
        Ok(Self::Lists(rounds.0.into_iter().map(|it| it.0).collect()))
    }
}

impl Default for GivenRounds {
    fn default() -> Self {
        Self::Lists(Vec::new())
    }
}

/// A table of byes.
pub(crate) struct GivenByes(ByeColumns);

impl<'py> FromPyObject<'_, 'py> for GivenByes {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let tables = object.py().import("edelweiss._columns")?;
        let columns = tables.call_method1("byes", (object,))?;
        Ok(Self(columns.extract()?))
    }
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
    pub(crate) players: GivenPlayers,
    pub(crate) rounds: GivenRounds,
    pub(crate) byes: Option<GivenByes>,
    pub(crate) rounds_total: Option<u32>,
    pub(crate) initial_colour: Option<String>,
    /// By their names as options.
    pub(crate) system: Option<String>,
    pub(crate) rules: Option<GivenEdition>,
    /// `YYYY-MM-DD`
    pub(crate) starts: Option<String>,
    pub(crate) forbidden: Vec<Vec<u32>>,
}

impl Results {
    /// How messages call the tournament.
    pub(crate) fn file_name(&self) -> String {
        match self.name.as_str() {
            "" => "<results>".to_owned(),
            name => name.to_owned(),
        }
    }

    /// The same in the library's words.
    ///
    /// # Errors
    /// A result, a bye or a round that there is not, with its place.
    pub(crate) fn told(self) -> Result<ToldEvent, Refusal> {
        let mut rounds = match self.rounds {
            GivenRounds::Lists(lists) => (lists.iter().enumerate())
                .map(|(index, round)| entries(index, round))
                .collect::<Result<Vec<_>, _>>()?,
            GivenRounds::Table(columns) => of_games(&columns)?,
        };
        if let Some(GivenByes(columns)) = &self.byes {
            add_byes(columns, &mut rounds)?;
        }
        Ok(ToldEvent {
            name: self.name,
            players: self.players.0,
            rounds,
            rounds_total: self.rounds_total,
            initial_colour: self.initial_colour,
            rules: self.rules.map(|edition| match edition {
                GivenEdition::Number(year) => year.to_string(),
                GivenEdition::Text(text) => text,
            }),
            system: self.system,
            starts: self.starts,
            forbidden: self.forbidden,
        })
    }
}

fn entries(index: usize, round: &[Given]) -> Result<Vec<ToldEntry>, Refusal> {
    let entry = |(line, given): (usize, &Given)| {
        let expected = |found: &str, expected: &str| {
            Refusal::question(format!(
                "round {}, entry {}: found {found:?}, expected {expected}",
                index + 1,
                line + 1
            ))
        };
        match given {
            Given::Bye(player, kind) => Ok(ToldEntry::Bye {
                player: *player,
                kind: bye_called(kind).ok_or_else(|| expected(kind, BYES))?,
            }),
            Given::Game(white, black, result) => {
                let result = result.as_deref().unwrap_or("*");
                Ok(ToldEntry::Game {
                    white: *white,
                    black: *black,
                    results: result_called(result).ok_or_else(|| expected(result, RESULTS))?,
                })
            }
        }
    };
    round.iter().enumerate().map(entry).collect()
}

/// The whole numbers of a column.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
    let (numbers, _) = bytes.as_chunks::<4>();
    numbers.iter().map(|number| u32::from_ne_bytes(*number))
}

/// What each text of a column means.
fn meanings<T>(
    table: &str,
    column: &TextColumn,
    expected: &str,
    called: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, Refusal> {
    let meaning = |(place, text): (usize, &String)| {
        called(text).ok_or_else(|| {
            let row = numbers(&column.1).position(|it| it as usize == place);
            let row = row.unwrap_or_default();
            Refusal::question(format!(
                "{table}, row {row}: found {text:?}, expected {expected}"
            ))
        })
    };
    column.0.iter().enumerate().map(meaning).collect()
}

/// The place of a round, which is made where it is not there.
fn round_at<'a>(
    table: &str,
    row: usize,
    round: u32,
    rounds: &'a mut Vec<Vec<ToldEntry>>,
) -> Result<&'a mut Vec<ToldEntry>, Refusal> {
    let number = RoundNumber::new(round)
        .map_err(|error| Refusal::question(format!("{table}, row {row}: round: {error}")))?;
    if number.index() >= rounds.len() {
        rounds.resize_with(number.index() + 1, Vec::new);
    }
    Ok(&mut rounds[number.index()])
}

fn of_games((round, white, black, results): &GameColumns) -> Result<Vec<Vec<ToldEntry>>, Refusal> {
    let meanings: Vec<[GameResult; 2]> = meanings("games", results, RESULTS, result_called)?;
    let seats = numbers(white).zip(numbers(black));
    let rows = numbers(round).zip(seats).zip(numbers(&results.1));
    let mut rounds = Vec::new();
    for (row, ((round, (white, black)), result)) in rows.enumerate() {
        round_at("games", row, round, &mut rounds)?.push(ToldEntry::Game {
            white,
            black,
            results: meanings[result as usize],
        });
    }
    Ok(rounds)
}

fn add_byes(
    (round, players, kinds): &ByeColumns,
    rounds: &mut Vec<Vec<ToldEntry>>,
) -> Result<(), Refusal> {
    let meanings = meanings("byes", kinds, BYES, bye_called)?;
    let rows = numbers(round).zip(numbers(players)).zip(numbers(&kinds.1));
    for (row, ((round, player), kind)) in rows.enumerate() {
        let kind = meanings[kind as usize];
        round_at("byes", row, round, rounds)?.push(ToldEntry::Bye { player, kind });
    }
    Ok(())
}
