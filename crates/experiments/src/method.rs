//! What pairs the rounds of an arm.

use std::fmt;
use std::sync::Arc;

use edelweiss_formulations::{FormulatedRound, Formulation, HardRules, UnsolvedFormulation};
use edelweiss_generate::word_of;
use edelweiss_model::{Definitions, Position, System, Tournament};
use edelweiss_pairing::{
    Engine, Outcome, RoundPairing, Rules, boards_in_order, colour_of_higher, pair_position,
};
use edelweiss_systems::{PairingUnit, SwissSystem};

/// Computes what every pair of a round costs: arrays as [`HardRules::pair_by`] takes them.
///
/// It must depend on what it is given alone. An error ends the run with its words.
pub type ComputesCosts =
    dyn Fn(&Tournament, &Position) -> Result<Vec<Vec<u64>>, String> + Send + Sync;

/// Whoever computes costs, if somebody does.
#[derive(Clone)]
pub(crate) struct CostsComputer(pub(crate) Arc<ComputesCosts>);

impl fmt::Debug for CostsComputer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CostsComputer")
    }
}

/// A system of the registry, or one without some criteria; a formulation of the file, or arrays, each with its name.
#[derive(Clone, Debug)]
pub(crate) enum PairingMethod {
    System(&'static SwissSystem),
    Without(&'static SwissSystem, LeftOutCriteria),
    Formulation(String, Box<Formulation>),
    Arrays(String, HardRules, Option<CostsComputer>),
}

/// Criteria that an edition is paired without.
#[derive(Clone, Debug)]
pub(crate) struct LeftOutCriteria {
    /// Their labels, in the order of the edition.
    pub(crate) labels: Vec<&'static str>,
    /// What is left, on the reference engine: the fast one takes some criteria for granted.
    pub(crate) rules: Rules,
}

/// Why a method gave no round although there may be one.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct FailedMethod(String);

impl PairingMethod {
    /// As rows name it.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::System(system) => system_name(system),
            Self::Without(system, LeftOutCriteria { labels, .. }) => {
                format!("{} without {}", system_name(system), labels.join(" "))
            }
            Self::Formulation(name, _) | Self::Arrays(name, ..) => name.clone(),
        }
    }

    pub(crate) fn unit(&self) -> PairingUnit {
        match self {
            Self::System(system) | Self::Without(system, _) => system.unit,
            Self::Formulation(..) | Self::Arrays(..) => PairingUnit::Game,
        }
    }

    pub(crate) fn record(&self) -> Option<System> {
        match self {
            Self::System(system) | Self::Without(system, _) => system.record(),
            Self::Formulation(..) | Self::Arrays(..) => None,
        }
    }

    /// The method as one replication plays it: random costs are drawn anew in each.
    pub(crate) fn with_luck(&self, luck: [u64; 2]) -> Self {
        let mut method = self.clone();
        if let Self::Formulation(_, formulation) = &mut method {
            formulation.seed = word_of(&[formulation.seed, luck[0], luck[1]]);
        }
        method
    }

    /// The next round with the position before it; `None` where there is none.
    ///
    /// # Errors
    /// Costs that are too large, or that could not be computed.
    pub(crate) fn pair(
        &self,
        tournament: &Tournament,
    ) -> Result<Option<(Position, RoundPairing)>, FailedMethod> {
        match self {
            Self::System(system) => {
                let position = Position::derive(tournament, &system.definitions);
                let paired = system.paired(tournament, &position, &Engine::default().into());
                Ok(match paired {
                    Ok(Outcome::Paired(round)) => Some((position, round)),
                    Ok(Outcome::Impossible(_)) | Err(_) => None,
                })
            }
            Self::Without(_, LeftOutCriteria { rules, .. }) => {
                let position = Position::derive(tournament, &rules.edition.definitions);
                Ok(match pair_position(&position, rules) {
                    Outcome::Paired(round) => Some((position, round)),
                    Outcome::Impossible(_) => None,
                })
            }
            Self::Formulation(_, formulation) => {
                let position = Position::derive(tournament, &formulation.definitions());
                let round = formulation.pair(tournament, &position);
                seated(position, round)
            }
            Self::Arrays(name, hard, computer) => {
                let position = Position::derive(tournament, &Definitions::DUTCH_2026);
                let Some(CostsComputer(costs)) = computer else {
                    return Err(FailedMethod(nobody_computes(name)));
                };
                let costs = costs(tournament, &position).map_err(FailedMethod)?;
                let round = hard.pair_by(&position, &costs);
                seated(position, round)
            }
        }
    }
}

fn system_name(system: &SwissSystem) -> String {
    format!("{} {}", system.system, system.year)
}

/// What to say of arrays that nobody computes.
pub(crate) fn nobody_computes(name: &str) -> String {
    format!(
        "arrays.{name}: found costs that nobody computes here\n  hint: edelweiss.experiment(..., arrays={{{name:?}: function}}) in Python"
    )
}

/// A round with colours by Article 5 of the Dutch rules, which need no more than the position.
fn seated(
    position: Position,
    made: Result<FormulatedRound, UnsolvedFormulation>,
) -> Result<Option<(Position, RoundPairing)>, FailedMethod> {
    let made = match made {
        Ok(made) => made,
        Err(UnsolvedFormulation::NoRound { .. }) => return Ok(None),
        Err(too_wide @ UnsolvedFormulation::TooWide { .. }) => {
            return Err(FailedMethod(too_wide.to_string()));
        }
    };
    let score = |id| position.player(id).score;
    let by_rank = |(one, other)| {
        if position.is_higher(one, other) {
            (one, other)
        } else {
            (other, one)
        }
    };
    let pairs = made.pairs.into_iter().map(by_rank);
    let boards = boards_in_order(pairs, score, |a, b| colour_of_higher(&position, a, b));
    let round = RoundPairing {
        round: position.round(),
        rules: "formulation",
        boards,
        bye: made.bye,
        given_bye: None,
        brackets: Vec::new(),
        replaced: None,
        defect: None,
    };
    Ok(Some((position, round)))
}
