//! A tournament file that was read.

use std::fs::File;
use std::io::Read;

use answers::results::{MOST_JSON_BYTES, ToldEvent, file_of, from_json};
use answers::system::{self, Asked};
use answers::{AnswerError, EncodingName, TournamentInput};
use edelweiss::event::twin::looks_like_json;
use edelweiss::model::{self, RoundNumber, Tpn};
use edelweiss::trf::{Document, LineEnd, ReadOptions};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict};

use crate::border::{Refusal, guarded};
use crate::given::{GivenPath, Listed};
use crate::results::{GivenByes, GivenEdition, GivenPlayers, GivenRounds, MOST_GIVEN, Results};

/// One byte more than the largest file the reader takes, so that it can say so.
const MOST_BYTES: usize = (64 << 20) + 1;

/// A tournament: its players, and the rounds so far. Cannot be changed.
///
/// Made by `Tournament.read(path)`, `Tournament.loads(text)`, `Tournament.from_results(...)` or
/// `generate(...)`. One of more than 9,999 players can be paired (`pair`, `pair_table`); whatever needs a
/// file, which has four digits for a number, raises `TournamentError` of the kind "limit".
#[pyclass(frozen, module = "edelweiss")]
pub(crate) struct Tournament {
    input: TournamentInput,
    /// The file, of which every question is asked anew, as the program is asked. None where no file can hold
    /// so many players.
    bytes: Option<Vec<u8>>,
    encoding: Option<String>,
    check_points: bool,
}

impl Tournament {
    /// Reads bytes.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(crate) fn parse(
        bytes: Vec<u8>,
        name: &str,
        encoding: Option<String>,
        check_points: bool,
    ) -> Result<Self, Refusal> {
        let named = encoding.as_deref().map(encoding_called).transpose()?;
        let options = ReadOptions::default()
            .encoding(named.map(Into::into))
            .check_points(check_points);
        Ok(Self {
            input: TournamentInput::read(name, &bytes, &options)?,
            bytes: Some(bytes),
            encoding,
            check_points,
        })
    }

    /// Reads bytes of a file, or JSON of players and results.
    ///
    /// # Errors
    /// What is wrong with them.
    fn parse_any(
        bytes: Vec<u8>,
        name: &str,
        encoding: Option<String>,
        check_points: bool,
    ) -> Result<Self, Refusal> {
        if !looks_like_json(&bytes) {
            return Self::parse(bytes, name, encoding, check_points);
        }
        let told = from_json(&bytes, name)?;
        drop(bytes);
        Self::of_results(told, name)
    }

    fn of_results(told: ToldEvent, name: &str) -> Result<Self, Refusal> {
        let tournament = told.into_tournament()?;
        if tournament.players.len() <= Tpn::MAX_IN_FILE as usize {
            return Self::parse(file_of(&tournament)?, name, None, true);
        }
        Ok(Self {
            input: TournamentInput::without_file(name, 0, tournament),
            bytes: None,
            encoding: None,
            check_points: true,
        })
    }

    /// What was read.
    pub(crate) fn input(&self) -> &TournamentInput {
        &self.input
    }

    pub(crate) fn model(&self) -> &model::Tournament {
        &self.input.reading.tournament
    }

    /// The file.
    ///
    /// # Errors
    /// More players than a file can hold.
    pub(crate) fn bytes(&self) -> Result<&[u8], Refusal> {
        self.input.must_fit_a_file()?;
        Ok(self.bytes.as_deref().unwrap_or_default())
    }

    /// Whether there is one.
    pub(crate) fn has_file(&self) -> bool {
        self.bytes.is_some()
    }

    /// What the head of the file says, for people.
    fn head(&self) -> Vec<(&'static str, String)> {
        let model = self.model();
        let paired = self.rounds_paired();
        let rounds = model.rounds_total.map_or_else(
            || format!("{paired} paired"),
            |total| format!("{paired} of {total} paired"),
        );
        // A file that asks for what is not paired here can be read all the same.
        let rules = system::choose(Asked::by(model), None, None).ok();
        let mut head = vec![("Players", model.players.len().to_string())];
        head.push(("Rounds", rounds));
        head.extend(model.starts.map(|date| ("Starts", date.to_string())));
        head.extend(rules.map(|rules| ("Rules", rules.pairing.name.to_owned())));
        head
    }

    fn document(&self) -> &Document {
        &self.input.reading.document
    }
}

fn encoding_called(name: &str) -> Result<EncodingName, AnswerError> {
    serde_json::from_value(name.into())
        .map_err(|error| AnswerError::invalid(format!("encoding: {error}")))
}

/// Text or bytes of a tournament file.
#[derive(FromPyObject)]
enum Content {
    Text(String),
    Bytes(PyBackedBytes),
    Numbers(Listed<u8, MOST_BYTES>),
}

#[pymethods]
impl Tournament {
    /// Reads a tournament file (TRF06, TRF16, TRF26, with XX? or BB? lines), or JSON of players and results.
    ///
    /// `encoding` is "utf-8", "utf-16le", "utf-16be", "windows-1250" or "windows-1252"; without it the
    /// file tells. With `check_points=False` a file is read whose points do not fit its results: `check`
    /// judges them, and for every other question the results count.
    ///
    /// Raises `OSError` where the file cannot be opened, and `TournamentError` with line and column where
    /// it is no tournament.
    #[staticmethod]
    #[pyo3(signature = (path, *, encoding=None, check_points=true))]
    fn read(
        py: Python<'_>,
        path: GivenPath,
        encoding: Option<String>,
        check_points: bool,
    ) -> PyResult<Self> {
        let (path, mut bytes) = (path.0, Vec::new());
        py.detach(|| {
            let mut file = File::open(&path)?;
            (&mut file)
                .take(MOST_BYTES as u64)
                .read_to_end(&mut bytes)?;
            if bytes.len() == MOST_BYTES && looks_like_json(&bytes) {
                let more = MOST_JSON_BYTES + 1 - MOST_BYTES;
                file.take(more as u64).read_to_end(&mut bytes)?;
            }
            Ok(())
        })
        .map_err(|error| named(error, &path))?;
        let name = path.display().to_string();
        guarded(py, || Self::parse_any(bytes, &name, encoding, check_points))
    }

    /// Reads the text, or the bytes, of a tournament file or of JSON; messages call it `name`. Otherwise as `read`.
    #[staticmethod]
    #[pyo3(signature = (content, name="<string>", *, encoding=None, check_points=true))]
    fn loads(
        py: Python<'_>,
        content: Content,
        name: &str,
        encoding: Option<String>,
        check_points: bool,
    ) -> PyResult<Self> {
        let bytes = match content {
            Content::Text(text) => text.into_bytes(),
            Content::Bytes(bytes) => bytes.to_vec(),
            Content::Numbers(numbers) => numbers.0,
        };
        guarded(py, || Self::parse_any(bytes, name, encoding, check_points))
    }

    /// A tournament from lists or tables of players and results, without a file; of up to 1,000,000 players.
    ///
    /// `players` are names, pairs of a name and a rating, or dictionaries with name, rating, title and
    /// federation, or how many there are; their numbers are their places in the list, from 1. A round is a list of games
    /// `(white, black, result)` and byes `(player, kind)`. Results are "1-0", "0-1", "1/2-1/2", "0-0",
    /// "+--" (Black did not appear), "--+", "---", "?" (adjourned), or None (not known yet). A bye is
    /// "bye", "half-point", "full-point" or "zero-point"; who is not named was absent without points.
    ///
    /// `rounds` can also be one table of all games: a dictionary of arrays, an array of numpy with names, or what
    /// knows Arrow (pyarrow, polars, pandas, `simulate`), with the columns round, white, black, and result, or
    /// `white_points`, `black_points` and `played`; `byes` is one with round, number and kind. Other columns are left
    /// alone; messages count rows from 0, and entries of a round in the order of the rows.
    ///
    /// `rules` and `system` are what the file asks for, as in `pair`, `starts` a date such as "2026-03-28",
    /// `initial_colour` "white" or "black", and `forbidden` has groups of players who must not meet.
    #[staticmethod]
    #[pyo3(signature = (players, rounds=GivenRounds::default(), *, byes=None, name="", rounds_total=None, initial_colour=None, rules=None, system=None, starts=None, forbidden=Listed(Vec::new())))]
    #[expect(
        clippy::too_many_arguments,
        reason = "named ones, as Python writes them"
    )]
    fn from_results(
        py: Python<'_>,
        players: GivenPlayers,
        rounds: GivenRounds,
        byes: Option<GivenByes>,
        name: &str,
        rounds_total: Option<u32>,
        initial_colour: Option<String>,
        rules: Option<GivenEdition>,
        system: Option<String>,
        starts: Option<String>,
        forbidden: Listed<Listed<u32, MOST_GIVEN>, MOST_GIVEN>,
    ) -> PyResult<Self> {
        let results = Results {
            name: name.to_owned(),
            players,
            rounds,
            byes,
            rounds_total,
            initial_colour,
            rules,
            system,
            starts,
            forbidden: forbidden.0.into_iter().map(|group| group.0).collect(),
        };
        let file_name = results.file_name();
        guarded(py, || Self::of_results(results.told()?, &file_name))
    }

    /// The text of the file, line by line as it was read.
    fn dumps(&self) -> PyResult<String> {
        self.bytes()?;
        Ok(self.document().write(LineEnd::Lf))
    }

    /// The file, byte by byte as it was read.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, self.bytes()?))
    }

    /// How messages call the file.
    #[getter]
    fn file(&self) -> &str {
        &self.input.name
    }

    /// The encoding that was asked for, if any was.
    #[getter]
    fn encoding(&self) -> Option<&str> {
        self.encoding.as_deref()
    }

    /// Whether the points must fit the results.
    #[getter]
    fn check_points(&self) -> bool {
        self.check_points
    }

    /// The name of the tournament.
    #[getter]
    fn name(&self) -> &str {
        &self.model().name
    }

    /// The players in the order of the file: dictionaries with number, name, rating, title and
    /// federation.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let players = self.model().players.iter();
        players
            .map(|player| {
                let dict = PyDict::new(py);
                dict.set_item("number", player.number.get())?;
                dict.set_item("name", &player.name)?;
                dict.set_item("rating", player.rating)?;
                dict.set_item("title", player.title.as_deref())?;
                dict.set_item("federation", player.federation.as_deref())?;
                Ok(dict)
            })
            .collect()
    }

    /// How many rounds have been paired.
    #[getter]
    fn rounds_paired(&self) -> u16 {
        self.model().rounds_paired().map_or(0, RoundNumber::get)
    }

    /// How many rounds the event has, if the file says so.
    #[getter]
    fn rounds_total(&self) -> Option<u16> {
        self.model().rounds_total.map(RoundNumber::get)
    }

    /// What was read with doubts, in words.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        let warnings = self.input.reading.warnings.iter();
        warnings.map(ToString::to_string).collect()
    }

    /// Head data and players as tables, for notebooks.
    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // One place knows how a table is written, and escaped; it is Python's.
        let tables = py.import("edelweiss._table")?;
        tables.call_method1(
            "html_tournament",
            (self.name(), self.head(), self.players(py)?),
        )
    }

    fn __len__(&self) -> usize {
        self.model().players.len()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Tournament {:?}: {} players, {} rounds paired>",
            self.model().name,
            self.model().players.len(),
            self.rounds_paired()
        )
    }
}

/// The error of a file with the file's name; Python chooses the class by the kind.
fn named(error: std::io::Error, path: &std::path::Path) -> PyErr {
    let words = format!("{}: {error}", path.display());
    std::io::Error::new(error.kind(), words).into()
}
