//! Errors on their way to Python.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

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
    "A tournament, or a question about one, is refused. `line` and `column` (counted from 1, or None) \
     are the place of the first error, `messages` the words of all, `hint` what can be done."
);
pyo3::create_exception!(
    edelweiss,
    ProofError,
    EdelweissError,
    "A proof does not hold, or there is none."
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
    /// Errors with their places in a file.
    File(Failure),
    /// Something else about the tournament or the question.
    Question(String),
    /// A proof that does not hold.
    Proof(String),
}

impl Refusal {
    /// As people read it.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::File(failure) => failure.to_string(),
            Self::Question(message) | Self::Proof(message) => message.clone(),
        }
    }
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::File(failure) => of_file(&failure),
            Refusal::Question(message) => of_question(message),
            Refusal::Proof(message) => ProofError::new_err(message),
        }
    }
}

fn of_file(failure: &Failure) -> PyErr {
    let first = failure.errors.first();
    let messages = failure.errors.iter().map(Finding::to_string).collect();
    with_place(
        TournamentError::new_err(failure.to_string()),
        first.and_then(|error| error.place.line),
        first.and_then(|error| Some(error.place.columns?.0)),
        messages,
        first.and_then(|error| error.hint.clone()),
    )
}

fn of_question(message: String) -> PyErr {
    let error = TournamentError::new_err(message.clone());
    with_place(error, None, None, vec![message], None)
}

fn with_place(
    error: PyErr,
    line: Option<u32>,
    column: Option<u32>,
    messages: Vec<String>,
    hint: Option<String>,
) -> PyErr {
    let set = |py: Python<'_>| -> PyResult<()> {
        let value = error.value(py);
        value.setattr("line", line)?;
        value.setattr("column", column)?;
        value.setattr("messages", messages)?;
        value.setattr("hint", hint)
    };
    match Python::attach(set) {
        Ok(()) => error,
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
