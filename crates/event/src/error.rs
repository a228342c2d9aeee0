//! Why a step is not done.

use std::fmt;

/// As many problems are told in full.
const MOST_TOLD: usize = 10;

/// One thing that is wrong with a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepProblem {
    /// Where: the line of a list, the entry of a step; empty where the step as a whole is meant.
    pub place: String,
    /// What was found and what was expected: starts in lower case and has no final stop.
    pub message: String,
    /// What the arbiter can do about it; may be empty.
    pub hint: String,
}

/// Why a step is not done: nothing of it is, then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepError {
    /// At least one.
    pub problems: Vec<StepProblem>,
}

impl StepError {
    /// One problem of the step as a whole.
    pub fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::from(StepProblem {
            place: String::new(),
            message: message.into(),
            hint: hint.into(),
        })
    }

    /// Nothing, if there is no problem.
    ///
    /// # Errors
    /// The problems, if there are any.
    pub(crate) fn none_of(problems: Vec<StepProblem>) -> Result<(), Self> {
        if problems.is_empty() {
            Ok(())
        } else {
            Err(Self { problems })
        }
    }
}

impl From<StepProblem> for StepError {
    fn from(problem: StepProblem) -> Self {
        Self {
            problems: vec![problem],
        }
    }
}

impl fmt::Display for StepProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.message)
    }
}

impl fmt::Display for StepError {
    /// The first ten problems, each hint where it comes up for the first time.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut hints: Vec<&str> = Vec::new();
        for (index, problem) in self.problems.iter().take(MOST_TOLD).enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{problem}")?;
            if !problem.hint.is_empty() && !hints.contains(&problem.hint.as_str()) {
                hints.push(&problem.hint);
                write!(f, "\n  hint: {}", problem.hint)?;
            }
        }
        match self.problems.len().saturating_sub(MOST_TOLD) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl std::error::Error for StepError {}
