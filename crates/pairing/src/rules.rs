//! Which rules to pair by, and with which engine.

use edelweiss_weights::{DUTCH_2017, DUTCH_2026, Edition};

use crate::Tuning;

/// How the optimum of a bracket is found. All ways give the same round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Engine {
    /// Each bracket from its own players alone where that settles it, else with what lies below; by
    /// duals of classes of players, and bit rows.
    #[default]
    Fast,
    /// The fast engine without its table for small brackets, which leaves little to the other levels
    /// in small fields: so that these can be compared there.
    Classes,
    /// Plain and exact: the criteria and the sequence packed into wide integers, and the blossom solver.
    Reference,
}

/// The rules of a round.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The edition of the FIDE (Dutch) System.
    pub edition: &'static Edition,
    /// The engine.
    pub engine: Engine,
    /// Its thresholds, which decide about time only.
    pub tuning: &'static Tuning,
}

impl Rules {
    /// An edition on an engine.
    pub fn new(edition: &'static Edition, engine: Engine) -> Self {
        Self {
            edition,
            engine,
            tuning: &Tuning::MEASURED,
        }
    }

    /// The edition in force from 1 February 2026.
    pub fn dutch_2026() -> Self {
        Self::new(&DUTCH_2026, Engine::default())
    }

    /// The edition in force until 31 January 2026.
    pub fn dutch_2017() -> Self {
        Self::new(&DUTCH_2017, Engine::default())
    }

    /// These rules on the fast engine, all brackets by classes of players.
    #[must_use]
    pub fn by_classes(self) -> Self {
        Self {
            engine: Engine::Classes,
            ..self
        }
    }

    /// These rules with other thresholds, for tests: the rounds are the same.
    #[must_use]
    pub fn tuned(self, tuning: &'static Tuning) -> Self {
        Self { tuning, ..self }
    }

    /// These rules on the reference engine.
    #[must_use]
    pub fn reference(self) -> Self {
        Self {
            engine: Engine::Reference,
            ..self
        }
    }
}
