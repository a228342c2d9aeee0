//! Errors on their way to Python.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use answers::{AnswerError, AnswerErrorKind};
use edelweiss::trf::{Failure, Finding};
use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::prelude::*;

pyo3::create_exception!(
    edelweiss,
    EdelweissError,
    PyException,
    "Base class of what this package raises about its input."
);
pyo3::create_exception!(
    edelweiss,
    TournamentError,
    EdelweissError,
    "A tournament, or a question about one, is refused, in the words of the program. `line` and `column` \
     (counted from 1, or None) are the place of the first error, `messages` the words of all, `hint` what \
     can be done. `kind` is 'invalid', 'limit' (too large), or 'no-pairing' where a round is needed that \
     the rules do not have."
);
pyo3::create_exception!(
    edelweiss,
    ProofError,
    EdelweissError,
    "A proof does not hold, or there is none."
);
pyo3::create_exception!(
    edelweiss,
    MatchingError,
    EdelweissError,
    "There is no such matching, or what is given is no graph."
);
pyo3::create_exception!(
    edelweiss,
    InternalError,
    PyRuntimeError,
    "A defect of this package: please report it with the tournament or graph that shows it."
);

/// Why a question is refused, in types that need no interpreter.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The tournament, or the question.
    Answer(AnswerError),
    /// Duals that do not prove a matching.
    Proof(String),
    /// A graph, or what is asked of it.
    Matching(String),
}

impl Refusal {
    /// About a question that is wrong.
    pub(crate) fn question(message: impl ToString) -> Self {
        Self::Answer(AnswerError::invalid(message.to_string()))
    }
}

impl From<AnswerError> for Refusal {
    fn from(error: AnswerError) -> Self {
        Self::Answer(error)
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::Answer(failure.into())
    }
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Answer(error) => of_tournament(&error),
            Refusal::Proof(message) => ProofError::new_err(message),
            Refusal::Matching(message) => MatchingError::new_err(message),
        }
    }
}

fn of_tournament(error: &AnswerError) -> PyErr {
    let raised = TournamentError::new_err(error.message.clone());
    let kind = match error.kind {
        AnswerErrorKind::NoPairing => "no-pairing",
        AnswerErrorKind::Invalid => "invalid",
        AnswerErrorKind::Limit => "limit",
    };
    let errors = error.failure.iter().flat_map(|failure| &failure.errors);
    let first = errors.clone().next();
    let mut messages: Vec<String> = errors.map(Finding::to_string).collect();
    if messages.is_empty() {
        messages.push(error.message.clone());
    }
    let hint = match first {
        Some(first) => first.hint.as_deref(),
        None => error.message.split_once("\n  hint: ").map(|(_, hint)| hint),
    };
    let set = |py: Python<'_>| -> PyResult<()> {
        let value = raised.value(py);
        value.setattr("kind", kind)?;
        value.setattr("line", first.and_then(|error| error.place.line))?;
        let columns = first.and_then(|error| error.place.columns);
        value.setattr("column", columns.map(|(first, _)| first))?;
        value.setattr("messages", messages)?;
        value.setattr("hint", hint)
    };
    match Python::attach(set) {
        Ok(()) => raised,
        Err(other) => other,
    }
}

/// Computes without the interpreter's lock. A panic becomes `InternalError`.
///
/// # Errors
/// What is refused, and panics.
pub(crate) fn guarded<T: Send>(
    py: Python<'_>,
    compute: impl FnOnce() -> Result<T, Refusal> + Send,
) -> PyResult<T> {
    let caught = py.detach(|| catch_unwind(AssertUnwindSafe(compute)));
    match caught {
        Ok(answer) => answer.map_err(PyErr::from),
        Err(panic) => Err(InternalError::new_err(format!(
            "a defect of edelweiss, please report it: {}",
            words_of(panic.as_ref())
        ))),
    }
}

fn words_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without words")
}

/// Panics where the library would, for the test that no panic crosses the border.
#[pyfunction]
#[pyo3(name = "_panic_for_tests")]
pub(crate) fn panic_for_tests(py: Python<'_>) -> PyResult<()> {
    guarded(py, || panic!("asked for by a test"))
}
