//! Which system and edition pairs a round: the one place that knows them all.
//!
//! A system is a row of `PAIRINGS` and, where it has a name of its own on the command line, a value
//! of [`SystemName`].

use std::borrow::Cow;

use edelweiss::model::{self, Date, Definitions, Position, Tournament};
use edelweiss::pairing::{Engine, Outcome, Rules, pair_position};
use edelweiss::systems::{burstein_2026, double_swiss_2026, dubov_1997, dubov_2026, dutch_1998};
use edelweiss::verify::PROVED_SYSTEM;
use edelweiss::weights::{DUTCH_2017, DUTCH_2026, Edition};
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
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    pub rules: Option<Year>,
    /// Pairing system [default: what record 192 of the file asks for, else dutch]
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
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

/// Pairs the next round of a tournament, whose position was derived by the definitions of the system.
/// Fails where the system cannot read the rounds so far as its own.
pub type PairRound = fn(&Tournament, &Position, &SystemOptions) -> Result<Outcome, AnswerError>;

/// What can be chosen within a system; each reads what concerns it.
#[derive(Clone, Copy, Default, Debug)]
pub struct SystemOptions {
    /// How the optimum is found in the Dutch systems.
    pub engine: Engine,
    /// Readings of Dubov 1997.
    pub dubov_1997: dubov_1997::Dubov1997Options,
}

impl From<Engine> for SystemOptions {
    fn from(engine: Engine) -> Self {
        Self {
            engine,
            ..Self::default()
        }
    }
}

/// One way to pair a round.
#[derive(Debug)]
pub struct SystemPairing {
    /// `dutch`, as `--system` has it.
    pub system: &'static str,
    /// `2026`, as `--rules` has it.
    pub year: u16,
    /// As people name it.
    pub name: &'static str,
    /// Definitions that come before any pair.
    pub definitions: Definitions,
    /// The criteria behind the labels of a bracket's costs, where there are any.
    pub edition: Option<&'static Edition>,
    /// Labels of the downfloat one and two rounds ago, as checklists head their columns.
    pub float_labels: [&'static str; 2],
    /// Games that a pairing makes: two where it is a match, which takes two rounds of the file.
    pub games: u16,
    /// Pairs.
    pub pair: PairRound,
    /// Pairs, and where the procedure ends without a result offers the legal pairing nearest to the
    /// text; `None` where the procedure always ends with a result if there is one.
    pub finish: Option<PairRound>,
    /// What record 192 of a file calls it, if it can.
    pub filed: Option<model::System>,
    is: (SystemName, Year),
}

/// Heads of the float columns of a checklist for systems whose criteria have other names.
const FLOAT_LABELS: [&str; 2] = ["-1R", "-2R"];

/// Every system and edition there is. The first row of a system is its edition in force.
static PAIRINGS: [SystemPairing; 7] = [
    SystemPairing {
        system: "dutch",
        year: DUTCH_2026.year,
        name: DUTCH_2026.name,
        definitions: DUTCH_2026.definitions,
        edition: Some(&DUTCH_2026),
        float_labels: ["C14", "C16"],
        games: 1,
        pair: |_, position, options| {
            let (edition, engine) = (&DUTCH_2026, options.engine);
            let rules = Rules::new(edition, engine);
            Ok(pair_position(position, &rules))
        },
        finish: None,
        filed: Some(model::System::Dutch2026),
        is: (SystemName::Dutch, Year::Y2026),
    },
    SystemPairing {
        system: "dutch",
        year: DUTCH_2017.year,
        name: DUTCH_2017.name,
        definitions: DUTCH_2017.definitions,
        edition: Some(&DUTCH_2017),
        float_labels: ["C12", "C14"],
        games: 1,
        pair: |_, position, options| {
            let (edition, engine) = (&DUTCH_2017, options.engine);
            let rules = Rules::new(edition, engine);
            Ok(pair_position(position, &rules))
        },
        finish: None,
        filed: Some(model::System::Dutch2017),
        is: (SystemName::Dutch, Year::Y2017),
    },
    SystemPairing {
        system: "dutch",
        year: 1998,
        name: dutch_1998::NAME,
        definitions: Definitions::DUTCH_1998,
        edition: None,
        float_labels: FLOAT_LABELS,
        games: 1,
        pair: |tournament, _, _| {
            Ok(dutch_1998::pair_round(
                tournament,
                &dutch_1998::Dutch1998Options::default(),
            ))
        },
        finish: Some(|tournament, _, _| {
            Ok(dutch_1998::finish(
                tournament,
                &dutch_1998::Dutch1998Options::default(),
            ))
        }),
        filed: None,
        is: (SystemName::Dutch, Year::Y1998),
    },
    SystemPairing {
        system: "dubov",
        year: 2026,
        name: "Dubov System, edition of 1 February 2026",
        definitions: Definitions::DUTCH_2026,
        edition: None,
        float_labels: FLOAT_LABELS,
        games: 1,
        pair: |tournament, _, _| Ok(dubov_2026::pair_round(tournament)),
        finish: None,
        filed: Some(model::System::Dubov),
        is: (SystemName::Dubov, Year::Y2026),
    },
    SystemPairing {
        system: "dubov",
        year: 1997,
        name: dubov_1997::RULES,
        definitions: Definitions::DUTCH_1998,
        edition: None,
        float_labels: FLOAT_LABELS,
        games: 1,
        pair: |tournament, _, options| {
            let options = &options.dubov_1997;
            Ok(dubov_1997::pair_round_with(tournament, options))
        },
        finish: Some(|tournament, _, options| {
            Ok(dubov_1997::finish(tournament, &options.dubov_1997))
        }),
        filed: None,
        is: (SystemName::Dubov, Year::Y1997),
    },
    SystemPairing {
        system: "burstein",
        year: 2026,
        name: "Burstein System, edition of 1 February 2026",
        definitions: Definitions::DUTCH_2026,
        edition: None,
        float_labels: FLOAT_LABELS,
        games: 1,
        pair: |tournament, _, _| {
            Ok(burstein_2026::pair_round(
                tournament,
                &burstein_2026::BursteinOptions::default(),
            ))
        },
        finish: None,
        filed: Some(model::System::Burstein),
        is: (SystemName::Burstein, Year::Y2026),
    },
    SystemPairing {
        system: "double-swiss",
        year: 2026,
        name: "Double-Swiss System, edition of 1 February 2026",
        definitions: Definitions::DUTCH_2026,
        edition: None,
        float_labels: FLOAT_LABELS,
        games: 2,
        pair: |tournament, _, _| {
            double_swiss_2026::pair_round(
                tournament,
                &double_swiss_2026::DoubleSwissOptions::default(),
            )
            .map_err(|problem| AnswerError::invalid(problem.to_string()))
        },
        finish: None,
        filed: Some(model::System::DoubleSwiss),
        is: (SystemName::DoubleSwiss, Year::Y2026),
    },
];

/// Every system with its editions, the one in force first: `dutch 2026, 2017; dubov 2026`.
pub fn editions() -> String {
    let systems = PAIRINGS.chunk_by(|one, next| one.system == next.system);
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
            system: (tournament.system).filter(|system| *system != model::System::OfTeams),
            starts: tournament.starts,
        }
    }
}

/// The system and edition of a round, and what decided it.
#[derive(Clone, Copy, Debug)]
pub struct ChosenSystem {
    /// The system and its edition.
    pub pairing: &'static SystemPairing,
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
    let filed = file.system.map(of_file);
    let by = match filed {
        _ if system.is_some() || year.is_some() => ChosenBy::Option,
        Some(_) => ChosenBy::File,
        None => ChosenBy::Default,
    };
    let (system, file_year) = match (system, filed) {
        // The system alone leaves the edition to a file of that system.
        (Some(system), Some(Ok((of_file, year)))) if of_file == system => (system, year),
        (Some(system), _) => (system, None),
        (None, Some(filed)) => filed?,
        (None, None) => (SystemName::Dutch, None),
    };
    let mut year = year.or(file_year);
    let mut by = by;
    if let (SystemName::Dutch, None, Some(date)) = (system, year, file.starts) {
        by = ChosenBy::Date(date);
        year = Some(if date < Date::EDITIONS_OF_2026 {
            Year::Y2017
        } else {
            Year::Y2026
        });
    }
    let pairing = (PAIRINGS.iter())
        .find(|row| row.is.0 == system && year.is_none_or(|year| row.is.1 == year))
        .ok_or_else(|| {
            let message = "the chosen system has no such edition, see --help for both options";
            AnswerError::invalid(message)
        })?;
    Ok(ChosenSystem { pairing, by })
}

/// The edition of the Dutch System of a year, if there are proofs of it.
pub(crate) fn proved(year: u16) -> Option<&'static SystemPairing> {
    let is_it = |row: &&SystemPairing| row.system == PROVED_SYSTEM && row.year == year;
    (PAIRINGS.iter().filter(|row| row.edition.is_some())).find(is_it)
}

/// Every system and edition, the one in force first.
pub(crate) fn pairings() -> &'static [SystemPairing] {
    &PAIRINGS
}

/// The editions of a system, the one in force first.
pub(crate) fn years_of(system: SystemName) -> Vec<Year> {
    let rows = PAIRINGS.iter().filter(|row| row.is.0 == system);
    rows.map(|row| row.is.1).collect()
}

impl SystemPairing {
    /// The system, as `--system` has it.
    pub(crate) fn name_of_system(&self) -> SystemName {
        self.is.0
    }
}

fn of_file(system: model::System) -> Result<(SystemName, Option<Year>), AnswerError> {
    match system {
        model::System::Dutch2026 => Ok((SystemName::Dutch, Some(Year::Y2026))),
        model::System::Dutch2017 => Ok((SystemName::Dutch, Some(Year::Y2017))),
        model::System::Dubov => Ok((SystemName::Dubov, None)),
        model::System::Burstein => Ok((SystemName::Burstein, None)),
        model::System::DoubleSwiss => Ok((SystemName::DoubleSwiss, None)),
        model::System::OfTeams | model::System::Other => Err(AnswerError::invalid(
            "the file asks for a system that is not paired here (record 192)\n  hint: --system dutch pairs it by the Dutch rules nevertheless",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::System;

    fn asked(system: Option<System>) -> Asked {
        Asked {
            system,
            starts: None,
        }
    }

    #[test]
    fn the_command_line_wins_over_the_file_and_the_file_over_the_default() {
        let check = |file, system, year, expected: (u16, ChosenBy)| {
            let choice = choose(asked(file), system, year).expect("a system and edition there is");
            assert_eq!((choice.pairing.year, choice.by), expected);
        };
        let dutch = Some(SystemName::Dutch);
        check(None, None, None, (2026, ChosenBy::Default));
        check(Some(System::Dutch2017), None, None, (2017, ChosenBy::File));
        check(
            Some(System::Dutch2017),
            dutch,
            None,
            (2017, ChosenBy::Option),
        );
        check(
            Some(System::Dutch2017),
            None,
            Some(Year::Y2026),
            (2026, ChosenBy::Option),
        );
        check(Some(System::Dubov), dutch, None, (2026, ChosenBy::Option));
        check(Some(System::Dubov), None, None, (2026, ChosenBy::File));
        check(None, None, Some(Year::Y2017), (2017, ChosenBy::Option));
        let system =
            |file| choose(asked(Some(file)), None, None).map(|choice| choice.pairing.system);
        assert_eq!(system(System::Burstein).ok(), Some("burstein"));
        assert_eq!(system(System::DoubleSwiss).ok(), Some("double-swiss"));
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
        let dutch = Some(SystemName::Dutch);
        for (of_file, starts, system, year, expected) in [
            (None, eve, None, None, (2017, ChosenBy::Date(eve))),
            (None, first, None, None, (2026, ChosenBy::Date(first))),
            (None, eve, dutch, None, (2017, ChosenBy::Date(eve))),
            (
                Some(System::Dubov),
                eve,
                dutch,
                None,
                (2017, ChosenBy::Date(eve)),
            ),
            (None, eve, None, Some(Year::Y2026), (2026, ChosenBy::Option)),
            (
                Some(System::Dutch2026),
                eve,
                None,
                None,
                (2026, ChosenBy::File),
            ),
            (Some(System::Dubov), eve, None, None, (2026, ChosenBy::File)),
            (
                None,
                eve,
                Some(SystemName::Burstein),
                None,
                (2026, ChosenBy::Option),
            ),
        ] {
            let file = Asked {
                system: of_file,
                starts: Some(starts),
            };
            let choice = choose(file, system, year).expect("a system and edition there is");
            assert_eq!((choice.pairing.year, choice.by), expected);
        }
    }

    #[test]
    fn an_edition_that_a_system_does_not_have_is_refused() {
        for (system, year) in [
            (SystemName::Dubov, Year::Y2017),
            (SystemName::Burstein, Year::Y1998),
            (SystemName::DoubleSwiss, Year::Y1997),
            (SystemName::Dutch, Year::Y1997),
        ] {
            let failure =
                choose(Asked::default(), Some(system), Some(year)).expect_err("no such edition");
            assert_eq!(failure.kind, crate::AnswerErrorKind::Invalid);
        }
    }

    #[test]
    fn every_row_can_be_chosen_and_the_first_of_a_system_is_its_default() {
        for row in &PAIRINGS {
            let choice = choose(Asked::default(), Some(row.is.0), Some(row.is.1)).expect("a row");
            assert_eq!(choice.pairing.name, row.name);
        }
        for system in PAIRINGS.iter().map(|row| row.is.0) {
            let choice = choose(Asked::default(), Some(system), None).expect("an edition in force");
            assert_eq!(choice.pairing.year, 2026);
        }
    }
}
