//! Which rules pair a round, and which round it is: as the command line decides both.

use std::borrow::Cow;

use edelweiss::model::{Date, Definitions, Position, RoundNumber, System, Tournament};
use edelweiss::pairing::{Outcome, Rules, pair_position};
use edelweiss::systems::{burstein_2026, double_swiss_2026, dubov_2026};

use crate::border::Refusal;

/// The rules of a round.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RoundRules {
    Dutch(Rules),
    Dubov,
    Burstein,
    DoubleSwiss,
}

impl RoundRules {
    /// The argument `rules` before record 192 of the file, that before its date, and that before the
    /// edition in force.
    ///
    /// # Errors
    /// An edition that is not there; a file that asks for a system that is not there.
    pub(crate) fn choose(tournament: &Tournament, rules: Option<u16>) -> Result<Self, Refusal> {
        if let Some(year) = rules {
            return Self::dutch_of(year);
        }
        Ok(match tournament.system {
            Some(System::Dutch2026) => Self::Dutch(Rules::dutch_2026()),
            Some(System::Dutch2017) => Self::Dutch(Rules::dutch_2017()),
            Some(System::Dubov) => Self::Dubov,
            Some(System::Burstein) => Self::Burstein,
            Some(System::DoubleSwiss) => Self::DoubleSwiss,
            Some(System::Other) => {
                let message = "the file asks for a system that is not paired here (record 192)\n  hint: rules=2026 pairs it by the Dutch rules nevertheless";
                return Err(Refusal::Question(message.to_owned()));
            }
            None => match tournament.starts {
                Some(date) if date < Date::EDITIONS_OF_2026 => Self::Dutch(Rules::dutch_2017()),
                _ => Self::Dutch(Rules::dutch_2026()),
            },
        })
    }

    /// An edition of the Dutch System.
    ///
    /// # Errors
    /// When it is not there.
    pub(crate) fn dutch_of(year: u16) -> Result<Self, Refusal> {
        match year {
            2026 => Ok(Self::Dutch(Rules::dutch_2026())),
            2017 => Ok(Self::Dutch(Rules::dutch_2017())),
            other => {
                let message = format!("rules={other} is no edition, expected 2026 or 2017");
                Err(Refusal::Question(message))
            }
        }
    }

    /// As people name them.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Dutch(rules) => rules.edition.name,
            Self::Dubov => "Dubov System, edition of 1 February 2026",
            Self::Burstein => "Burstein System, edition of 1 February 2026",
            Self::DoubleSwiss => "Double-Swiss System, edition of 1 February 2026",
        }
    }

    /// The Dutch rules, of which there are costs and proofs.
    pub(crate) fn dutch(self) -> Option<Rules> {
        match self {
            Self::Dutch(rules) => Some(rules),
            Self::Dubov | Self::Burstein | Self::DoubleSwiss => None,
        }
    }

    /// What follows from the rounds so far.
    pub(crate) fn position(self, tournament: &Tournament) -> Position {
        let definitions = match self {
            Self::Dutch(rules) => rules.edition.definitions,
            Self::Dubov | Self::Burstein | Self::DoubleSwiss => Definitions::DUTCH_2026,
        };
        Position::derive(tournament, &definitions)
    }

    /// Rounds of the file that a pairing takes.
    fn games(self) -> usize {
        match self {
            Self::DoubleSwiss => 2,
            Self::Dutch(_) | Self::Dubov | Self::Burstein => 1,
        }
    }

    /// Pairs the next round.
    ///
    /// # Errors
    /// Rounds so far that the system cannot read as its own.
    pub(crate) fn pair(
        self,
        tournament: &Tournament,
        position: &Position,
    ) -> Result<Outcome, Refusal> {
        Ok(match self {
            Self::Dutch(rules) => pair_position(position, &rules),
            Self::Dubov => dubov_2026::pair_round(tournament),
            Self::Burstein => {
                burstein_2026::pair_round(tournament, &burstein_2026::BursteinOptions::default())
            }
            Self::DoubleSwiss => double_swiss_2026::pair_round(
                tournament,
                &double_swiss_2026::DoubleSwissOptions::default(),
            )
            .map_err(|problem| Refusal::Question(problem.to_string()))?,
        })
    }

    /// The tournament before the round that is to be paired: `round`, or the last recorded one while
    /// none of its games has a result, or the next one.
    ///
    /// # Errors
    /// A round that does not follow, and games before it that have no result.
    pub(crate) fn before(
        self,
        tournament: &Tournament,
        round: Option<u16>,
    ) -> Result<Cow<'_, Tournament>, Refusal> {
        let paired = (tournament.rounds_paired()).map_or(0, |last| last.index() + 1);
        let start_of = |round: usize| round / self.games() * self.games();
        let last = start_of(paired.saturating_sub(1));
        let wanted = match round {
            Some(0) => {
                let message = "round 0 is asked for, expected 1 or more".to_owned();
                return Err(Refusal::Question(message));
            }
            Some(round) if usize::from(round) > paired + 1 => {
                return Err(Refusal::Question(format!(
                    "round {round} is asked for, expected a recorded round or round {}, the next one",
                    paired + 1
                )));
            }
            Some(round) => start_of(usize::from(round) - 1),
            None if tournament.is_without_results(last..paired) => last,
            None => paired,
        };
        let open = tournament.open_games(0..wanted.min(paired));
        if let Some(first) = open.first() {
            let [white, black] = [first.white, first.black].map(|id| tournament.player(id).number);
            return Err(Refusal::Question(format!(
                "round {}: the game {white}-{black} has no result\n  hint: enter the results, `?` for an adjourned game",
                first.round
            )));
        }
        Ok(if wanted < paired {
            Cow::Owned(tournament.before_round(RoundNumber::from_index(wanted)))
        } else {
            Cow::Borrowed(tournament)
        })
    }
}
