//! What the program answers, as it answers.

use answers::calls;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use rayon::prelude::*;

use crate::border::{Refusal, guarded};
use crate::columns::{Column, Columns};
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
    let answer = guarded(py, || asked(question, tournament, options))?;
    Ok(PyBytes::new(py, &answer))
}

/// What cannot be read from a file anew is asked as it was read.
fn asked(question: &str, tournament: &Tournament, options: &str) -> Result<Vec<u8>, Refusal> {
    if question == "pair" && !tournament.has_file() {
        return Ok(calls::pair_read(tournament.input(), options)?);
    }
    Ok(calls::answer(question, tournament.bytes()?, options)?)
}

/// A round as arrays: its number, the boards, the bye, and the bye that was given beforehand.
#[pyfunction]
pub(crate) fn pair_table(
    py: Python<'_>,
    tournament: &Tournament,
    options: &str,
) -> PyResult<(u16, Columns, Option<u32>, Option<u32>)> {
    let paired = guarded(py, || {
        let told = calls::with_round(tournament.input(), options, |paired| {
            let (round, setting) = (paired.round()?, paired.setting());
            let number = |id| setting.number(id);
            let boards = Columns::new(vec![
                (
                    "white",
                    Column::U32(round.boards.iter().map(|it| number(it.white)).collect()),
                ),
                (
                    "black",
                    Column::U32(round.boards.iter().map(|it| number(it.black)).collect()),
                ),
            ]);
            let byes = [round.bye, round.given_bye].map(|bye| bye.map(number));
            Ok((round.round.get(), boards, byes))
        });
        told.map_err(Refusal::from)
    })?;
    let (number, boards, [bye, given_bye]) = paired;
    Ok((number, boards, bye, given_bye))
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
        calls::verify(tournament.bytes()?, &proof, options).map_err(Refusal::from)
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
            .map(|(tournament, options)| asked(question, tournament.get(), options))
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
