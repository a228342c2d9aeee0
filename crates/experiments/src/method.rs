//! What pairs the rounds of an arm.

use edelweiss_formulations::{Formulation, UnsolvedFormulation};
use edelweiss_generate::word_of;
use edelweiss_model::{Position, System, Tournament};
use edelweiss_pairing::{Engine, Outcome, RoundPairing, boards_in_order, colour_of_higher};
use edelweiss_systems::{PairingUnit, SwissSystem};

/// A system of the registry, or a formulation of the file with its name.
#[derive(Clone, Debug)]
pub(crate) enum PairingMethod {
    System(&'static SwissSystem),
    Formulation(String, Box<Formulation>),
}

impl PairingMethod {
    /// As rows name it.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::System(system) => format!("{} {}", system.system, system.year),
            Self::Formulation(name, _) => name.clone(),
        }
    }

    pub(crate) fn unit(&self) -> PairingUnit {
        match self {
            Self::System(system) => system.unit,
            Self::Formulation(..) => PairingUnit::Game,
        }
    }

    pub(crate) fn record(&self) -> Option<System> {
        match self {
            Self::System(system) => system.record(),
            Self::Formulation(..) => None,
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
    /// [`UnsolvedFormulation::TooWide`].
    pub(crate) fn pair(
        &self,
        tournament: &Tournament,
    ) -> Result<Option<(Position, RoundPairing)>, UnsolvedFormulation> {
        match self {
            Self::System(system) => {
                let position = Position::derive(tournament, &system.definitions);
                let paired = (system.pair)(tournament, &position, &Engine::default().into());
                Ok(match paired {
                    Ok(Outcome::Paired(round)) => Some((position, round)),
                    Ok(Outcome::Impossible(_)) | Err(_) => None,
                })
            }
            Self::Formulation(_, formulation) => {
                let position = Position::derive(tournament, &formulation.definitions());
                match round(formulation, tournament, &position) {
                    Ok(round) => Ok(Some((position, round))),
                    Err(UnsolvedFormulation::NoRound { .. }) => Ok(None),
                    Err(too_wide @ UnsolvedFormulation::TooWide { .. }) => Err(too_wide),
                }
            }
        }
    }
}

/// A round by a formulation, its colours by Article 5 of the Dutch rules, which need no more than the position.
fn round(
    formulation: &Formulation,
    tournament: &Tournament,
    position: &Position,
) -> Result<RoundPairing, UnsolvedFormulation> {
    let made = formulation.pair(tournament, position)?;
    let score = |id| position.player(id).score;
    // Of a pair of two scoregroups, either may be higher on its stage: the bracket above has who moved down.
    let by_rank = |(one, other)| {
        let rank = |id| (std::cmp::Reverse(score(id)), id);
        if rank(one) < rank(other) {
            (one, other)
        } else {
            (other, one)
        }
    };
    let boards = boards_in_order(made.pairs.into_iter().map(by_rank), score, |a, b| {
        colour_of_higher(position, a, b)
    });
    Ok(RoundPairing {
        round: position.round(),
        rules: "formulation",
        boards,
        bye: made.bye,
        given_bye: None,
        brackets: Vec::new(),
        replaced: None,
        defect: None,
    })
}
