//! A tournament file that was read.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use edelweiss::model::{self, RoundNumber};
use edelweiss::trf::{self, Document, LineEnd, ReadOptions, Reading};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::border::{Refusal, guarded};

/// One byte more than the largest file the reader takes, so that it can say so.
const MOST_BYTES: u64 = (64 << 20) + 1;

/// A tournament: its players, and the rounds so far. Cannot be changed.
///
/// Made by `Tournament.read(path)`, `Tournament.loads(text)` or `generate(...)`.
#[pyclass(frozen, module = "edelweiss")]
pub(crate) struct Tournament {
    reading: Reading,
}

impl Tournament {
    /// Reads bytes.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(crate) fn parse(bytes: &[u8], name: &str) -> Result<Self, Refusal> {
        let reading = trf::read(bytes, name, &ReadOptions::default()).map_err(Refusal::File)?;
        Ok(Self { reading })
    }

    pub(crate) fn model(&self) -> &model::Tournament {
        &self.reading.tournament
    }

    pub(crate) fn reading(&self) -> &Reading {
        &self.reading
    }

    fn document(&self) -> &Document {
        &self.reading.document
    }
}

/// Text or bytes of a tournament file.
#[derive(FromPyObject)]
enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

#[pymethods]
impl Tournament {
    /// Reads a tournament file (TRF06, TRF16, TRF26, with XX? or BB? lines).
    ///
    /// Raises `OSError` where the file cannot be opened, and `TournamentError` with line and column where
    /// it is no tournament.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let mut bytes = Vec::new();
        py.detach(|| File::open(&path)?.take(MOST_BYTES).read_to_end(&mut bytes))
            .map_err(|error| named(error, &path))?;
        guarded(py, || Self::parse(&bytes, &path.display().to_string()))
    }

    /// Reads the text, or the bytes, of a tournament file; messages call it `name`.
    #[staticmethod]
    #[pyo3(signature = (content, name="<string>"))]
    fn loads(py: Python<'_>, content: Content, name: &str) -> PyResult<Self> {
        guarded(py, || match &content {
            Content::Text(text) => Self::parse(text.as_bytes(), name),
            Content::Bytes(bytes) => Self::parse(bytes, name),
        })
    }

    /// The text of the file, line by line as it was read.
    fn dumps(&self) -> String {
        self.document().write(LineEnd::Lf)
    }

    /// The same in the encoding and with the line ends of the file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let document = self.document();
        PyBytes::new(py, &document.to_bytes(document.line_end()))
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
        let warnings = self.reading.warnings.iter();
        warnings.map(ToString::to_string).collect()
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
