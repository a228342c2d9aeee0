//! What the program answers, as it answers.

use answers::calls;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use rayon::prelude::*;

use crate::border::{Refusal, guarded};
use crate::given::Listed;
use crate::tournament::Tournament;

/// Answers a question of the command line about the file; `options` are one JSON object.
#[pyfunction]
pub(crate) fn answer<'py>(
    py: Python<'py>,
    question: &str,
    tournament: &Tournament,
    options: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let answer = guarded(py, || {
        calls::answer(question, tournament.bytes(), options).map_err(Refusal::from)
    })?;
    Ok(PyBytes::new(py, &answer))
}

/// A list of players as an event before round 1: a document.
#[pyfunction]
pub(crate) fn new(py: Python<'_>, list: PyBackedBytes, options: &str) -> PyResult<String> {
    guarded(py, || calls::new(&list, options).map_err(Refusal::from))
}

/// Whether a proof holds for a round of the file, without the engine: a document.
#[pyfunction]
pub(crate) fn verify(
    py: Python<'_>,
    tournament: &Tournament,
    proof: PyBackedBytes,
    options: &str,
) -> PyResult<String> {
    guarded(py, || {
        calls::verify(tournament.bytes(), &proof, options).map_err(Refusal::from)
    })
}

/// The same about many files side by side, each with its options.
#[pyfunction]
pub(crate) fn answer_many<'py>(
    py: Python<'py>,
    question: &str,
    tournaments: Listed<(Py<Tournament>, String)>,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let answers: Vec<Vec<u8>> = guarded(py, || {
        (tournaments.0.par_iter())
            .map(|(tournament, options)| {
                calls::answer(question, tournament.get().bytes(), options).map_err(Refusal::from)
            })
            .collect()
    })?;
    Ok(answers
        .iter()
        .map(|answer| PyBytes::new(py, answer))
        .collect())
}

/// The document about this library and the editions of the rules that it knows.
#[pyfunction]
pub(crate) fn versions() -> String {
    calls::versions()
}
