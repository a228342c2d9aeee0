//! Which system and edition pairs a round. The systems themselves are rows of
//! [`edelweiss::systems::registry`].

use std::borrow::Cow;

use edelweiss::model::{self, Date, Tournament};
use edelweiss::systems::registry;
use edelweiss::systems::{SwissSystem, UnreadableRounds};
use edelweiss::verify::PROVED_SYSTEM;
use serde::{Deserialize, Serialize};

use crate::error::AnswerError;
pub use crate::names::{EngineName, SystemName, Year};

/// By which rules a round is paired.
#[derive(Clone, Copy, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct RulesOptions {
    /// Edition of the rules [default: what record 192 of the file asks for, else the one in force on
    /// its date, else 2026]
    #[cfg_attr(feature = "clap", arg(long))]
    pub rules: Option<Year>,
    /// Pairing system [default: what record 192 of the file asks for, else dutch]
    #[cfg_attr(feature = "clap", arg(long))]
    pub system: Option<SystemName>,
}

impl RulesOptions {
    /// Whether anything is asked for.
    pub fn is_said(self) -> bool {
        self.system.is_some() || self.rules.is_some()
    }

    /// The rules of a file, as [`choose`].
    ///
    /// # Errors
    /// As there.
    pub fn choose(self, file: Asked) -> Result<ChosenSystem, AnswerError> {
        choose(file, self.system, self.rules)
    }
}

/// Every system with its editions, the one in force first: `one 2026, 2017; other 2026`.
pub fn editions() -> String {
    let all = registry::systems();
    let systems = all.chunk_by(|one, next| one.system == next.system);
    let systems = systems.map(|rows| {
        let years: Vec<String> = rows.iter().map(|row| row.year.to_string()).collect();
        format!("{} {}", rows[0].system, years.join(", "))
    });
    systems.collect::<Vec<_>>().join("; ")
}

/// What decided the choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChosenBy {
    /// The command line, or whoever calls.
    Option,
    /// Record 192.
    File,
    /// The day of the first round.
    Date(Date),
    /// Nothing else.
    Default,
}

impl ChosenBy {
    /// For JSON.
    pub fn code(self) -> &'static str {
        match self {
            Self::Option => "option",
            Self::File => "file",
            Self::Date(_) => "date",
            Self::Default => "default",
        }
    }

    /// For people.
    pub fn words(self) -> Cow<'static, str> {
        match self {
            Self::Option => "chosen on the command line".into(),
            Self::File => "asked for by record 192 of the file".into(),
            Self::Date(date) => format!("in force on {date}, the date of the file").into(),
            Self::Default => {
                "the default, as the file has no record 192 of players and no date".into()
            }
        }
    }
}

/// What a file says about its rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// Record 192, where it says how players are paired.
    pub system: Option<model::System>,
    /// The day of the first round.
    pub starts: Option<Date>,
}

impl Asked {
    /// What this file says.
    pub fn by(tournament: &Tournament) -> Self {
        Self {
            system: match tournament.system {
                Some(model::System::OfTeams) if tournament.matches.is_some() => tournament.system,
                // Its teams are paired, by those who ask for them.
                Some(_) if tournament.teams.pairing.is_some() => Some(model::System::Other),
                // Others of teams say nothing of players.
                Some(model::System::OfTeams) => None,
                system => system,
            },
            starts: tournament.starts,
        }
    }
}

/// The system and edition of a round, and what decided it.
#[derive(Clone, Copy, Debug)]
pub struct ChosenSystem {
    /// The system and its edition.
    pub pairing: &'static SwissSystem,
    /// What decided it.
    pub by: ChosenBy,
}

/// Chooses: the command line before the file, record 192 of the file before its date, and that before
/// the default. The date tells editions of the Dutch System only: of the other ones in force before
/// 2026 none is here.
///
/// # Errors
/// When the file asks for a system that is not there, and the command line for none.
pub fn choose(
    file: Asked,
    system: Option<SystemName>,
    year: Option<Year>,
) -> Result<ChosenSystem, AnswerError> {
    let filed = file.system.map(of_file).transpose();
    let by = match filed {
        _ if system.is_some() || year.is_some() => ChosenBy::Option,
        Ok(None) => ChosenBy::Default,
        _ => ChosenBy::File,
    };
    let (system, file_year) = match (system, filed) {
        // The system alone leaves the edition to a file of that system.
        (Some(system), Ok(Some(row))) if row.system == system.as_str() => {
            (row.system, Some(row.year))
        }
        (Some(system), _) => (system.as_str(), None),
        (None, filed) => match filed? {
            Some(row) => (row.system, Some(row.year)),
            None => (registry::systems()[0].system, None),
        },
    };
    let rows = registry::editions_of(system);
    let year = year.map(u16::from).or(file_year);
    let (pairing, by) = match (year, file.starts) {
        (Some(year), _) => (rows.iter().find(|row| row.year == year), by),
        (None, Some(date)) if rows.iter().any(|row| row.until.is_some()) => {
            let is_over = |row: &&&SwissSystem| row.until.is_some_and(|until| date < until);
            (
                rows.iter().find(is_over).or(rows.first()),
                ChosenBy::Date(date),
            )
        }
        (None, _) => (rows.first(), by),
    };
    match pairing {
        Some(pairing) => Ok(ChosenSystem { pairing, by }),
        None => Err(AnswerError::invalid(
            "the chosen system has no such edition, see --help for both options",
        )),
    }
}

/// The edition of the Dutch System of a year, if there are proofs of it.
pub(crate) fn proved(year: u16) -> Option<&'static SwissSystem> {
    let rows = registry::editions_of(PROVED_SYSTEM).into_iter();
    rows.filter(|row| row.edition.is_some())
        .find(|row| row.year == year)
}

fn of_file(system: model::System) -> Result<&'static SwissSystem, AnswerError> {
    registry::of_record(system).ok_or_else(|| {
        AnswerError::invalid(
            "the file asks for a system that is not paired here (record 192)\n  hint: --system dutch pairs it by the Dutch rules nevertheless",
        )
    })
}

impl From<UnreadableRounds> for AnswerError {
    fn from(why: UnreadableRounds) -> Self {
        Self::invalid(why.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::System;

    fn named(system: &str) -> SystemName {
        system.to_owned().try_into().expect("a system there is")
    }

    fn year(year: u16) -> Year {
        year.to_string().try_into().expect("an edition there is")
    }

    fn asked(system: Option<System>) -> Asked {
        Asked {
            system,
            starts: None,
        }
    }

    #[test]
    fn the_command_line_wins_over_the_file_and_the_file_over_the_default() {
        let check = |file, system, edition, expected: (u16, ChosenBy)| {
            let choice =
                choose(asked(file), system, edition).expect("a system and edition there is");
            assert_eq!((choice.pairing.year, choice.by), expected);
        };
        let dutch = Some(named("dutch"));
        check(None, None, None, (2026, ChosenBy::Default));
        check(
            Some(System::Coded("FIDE_DUTCH_2017")),
            None,
            None,
            (2017, ChosenBy::File),
        );
        check(
            Some(System::Coded("FIDE_DUTCH_2017")),
            dutch,
            None,
            (2017, ChosenBy::Option),
        );
        check(
            Some(System::Coded("FIDE_DUTCH_2017")),
            None,
            Some(year(2026)),
            (2026, ChosenBy::Option),
        );
        check(
            Some(System::Coded("FIDE_DUBOV")),
            dutch,
            None,
            (2026, ChosenBy::Option),
        );
        check(
            Some(System::Coded("FIDE_DUBOV")),
            None,
            None,
            (2026, ChosenBy::File),
        );
        check(None, None, Some(year(2017)), (2017, ChosenBy::Option));
        let system =
            |file| choose(asked(Some(file)), None, None).map(|choice| choice.pairing.system);
        assert_eq!(
            system(System::Coded("FIDE_BURSTEIN")).ok(),
            Some("burstein")
        );
        assert_eq!(
            system(System::Coded("FIDE_DOUBLESWISS")).ok(),
            Some("double-swiss")
        );
        let failure = system(System::Other).expect_err("nobody knows that system");
        assert_eq!(failure.kind, crate::AnswerErrorKind::Invalid);
    }

    #[test]
    fn a_system_of_teams_says_nothing_of_players() {
        let data = |starts| model::TournamentData {
            system: Some(System::OfTeams),
            starts,
            ..Default::default()
        };
        let eve = Date {
            year: 2026,
            month: 1,
            day: 31,
        };
        for (starts, expected) in [
            (None, (2026, ChosenBy::Default)),
            (Some(eve), (2017, ChosenBy::Date(eve))),
        ] {
            let tournament = data(starts).build().expect("nothing contradicts");
            let choice = choose(Asked::by(&tournament), None, None).expect("there is one");
            assert_eq!((choice.pairing.year, choice.by), expected);
        }
    }

    #[test]
    fn the_date_tells_the_edition_where_nothing_else_does() {
        let day = |year, month, day| Date { year, month, day };
        let (eve, first) = (day(2026, 1, 31), day(2026, 2, 1));
        let dutch = Some(named("dutch"));
        for (of_file, starts, system, edition, expected) in [
            (None, eve, None, None, (2017, ChosenBy::Date(eve))),
            (None, first, None, None, (2026, ChosenBy::Date(first))),
            (None, eve, dutch, None, (2017, ChosenBy::Date(eve))),
            (
                Some(System::Coded("FIDE_DUBOV")),
                eve,
                dutch,
                None,
                (2017, ChosenBy::Date(eve)),
            ),
            (None, eve, None, Some(year(2026)), (2026, ChosenBy::Option)),
            (
                Some(System::Coded("FIDE_DUTCH_2026")),
                eve,
                None,
                None,
                (2026, ChosenBy::File),
            ),
            (
                Some(System::Coded("FIDE_DUBOV")),
                eve,
                None,
                None,
                (2026, ChosenBy::File),
            ),
            (
                None,
                eve,
                Some(named("burstein")),
                None,
                (2026, ChosenBy::Option),
            ),
        ] {
            let file = Asked {
                system: of_file,
                starts: Some(starts),
            };
            let choice = choose(file, system, edition).expect("a system and edition there is");
            assert_eq!((choice.pairing.year, choice.by), expected);
        }
    }

    #[test]
    fn an_edition_that_a_system_does_not_have_is_refused() {
        for (system, edition) in [
            (named("dubov"), year(2017)),
            (named("burstein"), year(1998)),
            (named("double-swiss"), year(1997)),
            (named("dutch"), year(1997)),
        ] {
            let failure =
                choose(Asked::default(), Some(system), Some(edition)).expect_err("no such edition");
            assert_eq!(failure.kind, crate::AnswerErrorKind::Invalid);
        }
    }

    #[test]
    fn every_row_can_be_chosen_and_the_first_of_a_system_is_its_default() {
        for row in registry::systems() {
            let (system, edition) = (Some(named(row.system)), Some(year(row.year)));
            let choice = choose(Asked::default(), system, edition).expect("a row");
            assert_eq!(choice.pairing.name, row.name);
            let choice = choose(Asked::default(), system, None).expect("an edition in force");
            // What is in force is of 2026, but for what was read in a digest of 2022.
            let unofficial = ["olympiad-swiss"].contains(&row.system);
            assert_eq!(choice.pairing.year, if unofficial { 2022 } else { 2026 });
        }
    }
}
