//! Readings of the first edition of Dubov that can be chosen on the command line; the page of the system
//! argues for each.

use edelweiss::pairing::Engine;
use edelweiss::systems::dubov_1997::{FloaterChoice, Newcomers, RULES};
use serde::{Deserialize, Serialize};

use crate::error::AnswerError;
use crate::system::{ChosenSystem, SystemOptions};

/// How many sets of floaters are tried for a score group: a second for a hundred players.
const MOST_SETS: usize = 10_000;

/// `--newcomers` and `--floaters`: readings of the first edition of Dubov.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Dubov1997Readings {
    /// Dubov 1997: the due colour of a player who has not played [default: neutral]
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    newcomers: Option<NewcomersName>,
    /// Dubov 1997: who leaves a score group, as few players as possible [default: legal]
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    floaters: Option<FloatersName>,
}

/// `--newcomers`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub(crate) enum NewcomersName {
    /// None
    Neutral,
    /// None, and any condition on due colours is fulfilled
    Either,
    /// That of the shorter column
    Balance,
    /// Black, as in the editions since 2018
    Black,
}

/// `--floaters`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub(crate) enum FloatersName {
    /// So that the others can be paired legally
    Legal,
    /// So that the rows leave nobody over
    Rows,
}

impl Dubov1997Readings {
    /// The options of a system, for this engine.
    ///
    /// # Errors
    /// A reading for another system or edition.
    pub fn options(
        self,
        choice: ChosenSystem,
        engine: Engine,
    ) -> Result<SystemOptions, AnswerError> {
        let is_said = self.newcomers.is_some() || self.floaters.is_some();
        if is_said && choice.pairing.name != RULES {
            let message = format!(
                "--newcomers and --floaters are readings of Dubov 1997, and the round is paired by {}\n  hint: --system dubov --rules 1997",
                choice.pairing.name
            );
            return Err(AnswerError::invalid(message));
        }
        let mut options = SystemOptions::from(engine);
        options.dubov_1997.newcomers = match self.newcomers {
            None | Some(NewcomersName::Neutral) => Newcomers::Neutral,
            Some(NewcomersName::Either) => Newcomers::Either,
            Some(NewcomersName::Balance) => Newcomers::Balance,
            Some(NewcomersName::Black) => Newcomers::Black,
        };
        options.dubov_1997.floaters = match self.floaters {
            None | Some(FloatersName::Legal) => FloaterChoice::Legal,
            Some(FloatersName::Rows) => FloaterChoice::Rows {
                most_sets: MOST_SETS,
            },
        };
        Ok(options)
    }
}
