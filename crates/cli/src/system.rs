//! Which system and edition pairs a round: the one place that knows them all.
//!
//! A system is a row of [`PAIRINGS`] and, where it has a name of its own on the command line, a value
//! of [`SystemName`].

use clap::ValueEnum;
use edelweiss::model::{self, Definitions, Tournament};
use edelweiss::pairing::{Engine, Outcome, Rules, pair_round};
use edelweiss::weights::{DUTCH_2017, DUTCH_2026, Edition};

use crate::exit::{Exit, Failure};

/// `--system`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SystemName {
    /// FIDE (Dutch)
    Dutch,
}

/// `--rules`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Year {
    /// In force from 1 February 2026
    #[value(name = "2026")]
    Y2026,
    /// In force until 31 January 2026
    #[value(name = "2017")]
    Y2017,
}

/// `--engine`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum EngineName {
    /// Settles most brackets from their own players alone
    Fast,
    /// Plain and exact: one matching per bracket
    Reference,
}

impl From<EngineName> for Engine {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Fast => Self::Fast,
            EngineName::Reference => Self::Reference,
        }
    }
}

/// How people name an engine.
pub(crate) fn engine_name(engine: Engine) -> &'static str {
    match engine {
        Engine::Fast => "fast",
        Engine::Reference => "reference",
    }
}

/// One way to pair a round.
#[derive(Debug)]
pub(crate) struct Pairing {
    /// `dutch`, as `--system` has it.
    pub(crate) system: &'static str,
    /// `2026`, as `--rules` has it.
    pub(crate) year: u16,
    /// As people name it.
    pub(crate) name: &'static str,
    /// Definitions that come before any pair.
    pub(crate) definitions: Definitions,
    /// The criteria behind the labels of a bracket's costs, where there are any.
    pub(crate) edition: Option<&'static Edition>,
    /// Labels of the downfloat one and two rounds ago, as checklists head their columns.
    pub(crate) float_labels: [&'static str; 2],
    /// Pairs.
    pub(crate) pair: fn(&Tournament, Engine) -> Outcome,
    is: (SystemName, Year),
}

/// Every system and edition there is. The first row of a system is its edition in force.
static PAIRINGS: [Pairing; 2] = [
    Pairing {
        system: "dutch",
        year: DUTCH_2026.year,
        name: DUTCH_2026.name,
        definitions: DUTCH_2026.definitions,
        edition: Some(&DUTCH_2026),
        float_labels: ["C14", "C16"],
        pair: |tournament, engine| {
            let edition = &DUTCH_2026;
            pair_round(tournament, &Rules { edition, engine })
        },
        is: (SystemName::Dutch, Year::Y2026),
    },
    Pairing {
        system: "dutch",
        year: DUTCH_2017.year,
        name: DUTCH_2017.name,
        definitions: DUTCH_2017.definitions,
        edition: Some(&DUTCH_2017),
        float_labels: ["C12", "C14"],
        pair: |tournament, engine| {
            let edition = &DUTCH_2017;
            pair_round(tournament, &Rules { edition, engine })
        },
        is: (SystemName::Dutch, Year::Y2017),
    },
];

/// What decided the choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChosenBy {
    Option,
    File,
    Default,
}

impl ChosenBy {
    /// For JSON.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::Option => "option",
            Self::File => "file",
            Self::Default => "default",
        }
    }

    /// For people.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Option => "chosen on the command line",
            Self::File => "asked for by record 192 of the file",
            Self::Default => "the default, as the file has no record 192",
        }
    }
}

/// The system and edition of a round, and what decided it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) pairing: &'static Pairing,
    pub(crate) by: ChosenBy,
}

/// Chooses: the command line before the file, the file before the default.
///
/// # Errors
/// When the file asks for a system that is not there, and the command line for none.
pub(crate) fn choose(
    file: Option<model::System>,
    system: Option<SystemName>,
    year: Option<Year>,
) -> Result<Choice, Failure> {
    let filed = file.map(of_file);
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
    let year = year.or(file_year);
    let pairing = (PAIRINGS.iter())
        .find(|row| row.is.0 == system && year.is_none_or(|year| row.is.1 == year))
        .ok_or_else(|| {
            let message = "the chosen system has no such edition, see --help for both options";
            Failure::new(Exit::Invalid, message)
        })?;
    Ok(Choice { pairing, by })
}

fn of_file(system: model::System) -> Result<(SystemName, Option<Year>), Failure> {
    let name = match system {
        model::System::Dutch2026 => return Ok((SystemName::Dutch, Some(Year::Y2026))),
        model::System::Dutch2017 => return Ok((SystemName::Dutch, Some(Year::Y2017))),
        model::System::Dubov => "the Dubov system",
        model::System::Burstein => "the Burstein system",
        model::System::DoubleSwiss => "Double-Swiss",
        model::System::Other => "a system that is not paired here",
    };
    Err(Failure::new(
        Exit::Invalid,
        format!(
            "the file asks for {name} (record 192), expected FIDE (Dutch), the only system available yet\n  hint: --system dutch pairs it by the Dutch rules nevertheless"
        ),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::System;

    #[test]
    fn the_command_line_wins_over_the_file_and_the_file_over_the_default() {
        let check = |file, system, year, expected: (u16, ChosenBy)| {
            let choice = choose(file, system, year).expect("a Dutch edition");
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
        check(None, None, Some(Year::Y2017), (2017, ChosenBy::Option));
        for system in [
            System::Dubov,
            System::Burstein,
            System::DoubleSwiss,
            System::Other,
        ] {
            let failure = choose(Some(system), None, None).expect_err("not there yet");
            assert_eq!(failure.exit, Exit::Invalid);
            // An edition names no system.
            assert!(choose(Some(system), None, Some(Year::Y2026)).is_err());
        }
    }

    #[test]
    fn every_value_of_every_option_has_a_row() {
        for system in SystemName::value_variants() {
            for year in Year::value_variants() {
                let choice = choose(None, Some(*system), Some(*year)).expect("a row");
                assert_eq!(choice.pairing.is, (*system, *year));
            }
        }
    }
}
