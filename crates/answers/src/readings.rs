//! Readings of a system's text that can be chosen; the page of each system argues for its own.

use std::fmt;

use edelweiss::pairing::Engine;
use edelweiss::systems::{SwissSystem, SystemOptions, SystemReading, registry};
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::error::AnswerError;
use crate::system::ChosenSystem;

/// What is chosen of the readings that systems of the registry have, each an option of its name.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ReadingOptions {
    /// Names of readings, and of the values chosen.
    chosen: Vec<(&'static str, &'static str)>,
}

/// Every reading, with the system that has it.
fn all() -> Vec<(&'static SwissSystem, &'static SystemReading)> {
    let rows = registry::systems().into_iter();
    rows.flat_map(|row| row.readings.iter().map(move |reading| (row, reading)))
        .collect()
}

impl ReadingOptions {
    /// The options of a system, for this engine.
    ///
    /// # Errors
    /// A reading of another system or edition.
    pub fn options(
        &self,
        choice: ChosenSystem,
        engine: Engine,
    ) -> Result<SystemOptions, AnswerError> {
        for (name, _) in &self.chosen {
            let is_of = |row: &SwissSystem| row.readings.iter().any(|own| own.name == *name);
            if !is_of(choice.pairing)
                && let Some(owner) = registry::systems().into_iter().find(|row| is_of(row))
            {
                let options: Vec<String> = (owner.readings.iter())
                    .map(|reading| format!("--{}", reading.name))
                    .collect();
                let message = format!(
                    "{} are readings of {}, and the round is paired by {}\n  hint: --system {} --rules {}",
                    options.join(" and "),
                    owner.name,
                    choice.pairing.name,
                    owner.system,
                    owner.year,
                );
                return Err(AnswerError::invalid(message));
            }
        }
        Ok(SystemOptions {
            engine,
            readings: self.chosen.clone(),
        })
    }

    fn choose(&mut self, name: &str, value: &str) -> Result<(), String> {
        let of_name = all().into_iter().find(|(_, reading)| reading.name == name);
        let Some((_, reading)) = of_name else {
            return Ok(());
        };
        let found = reading.values.iter().find(|(known, _)| *known == value);
        let Some((value, _)) = found else {
            let names: Vec<&str> = reading.values.iter().map(|(name, _)| *name).collect();
            return Err(format!(
                "found the reading {value:?}, expected one of {}",
                names.join(", ")
            ));
        };
        self.chosen.push((reading.name, value));
        Ok(())
    }
}

impl Serialize for ReadingOptions {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let all = all();
        let mut map = to.serialize_map(Some(all.len()))?;
        for (_, reading) in all {
            let chosen = self.chosen.iter().find(|(name, _)| *name == reading.name);
            map.serialize_entry(reading.name, &chosen.map(|(_, value)| value))?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for ReadingOptions {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Names;
        impl<'de> Visitor<'de> for Names {
            type Value = ReadingOptions;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("readings by their names")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut options = ReadingOptions::default();
                while let Some(name) = map.next_key::<String>()? {
                    if !all().iter().any(|(_, reading)| reading.name == name) {
                        map.next_value::<IgnoredAny>()?;
                    } else if let Some(value) = map.next_value::<Option<String>>()? {
                        options.choose(&name, &value).map_err(A::Error::custom)?;
                    }
                }
                Ok(options)
            }
        }
        from.deserialize_map(Names)
    }
}

#[cfg(feature = "clap")]
mod arguments {
    use clap::builder::{PossibleValue, PossibleValuesParser};
    use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

    use super::{ReadingOptions, all};

    impl FromArgMatches for ReadingOptions {
        fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
            let mut options = Self::default();
            options.update_from_arg_matches(matches)?;
            Ok(options)
        }

        fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
            for (_, reading) in all() {
                if let Some(value) = matches.get_one::<String>(reading.name) {
                    self.choose(reading.name, value)
                        .expect("only what is listed is taken");
                }
            }
            Ok(())
        }
    }

    impl Args for ReadingOptions {
        fn augment_args(command: Command) -> Command {
            all().into_iter().fold(command, |command, (row, reading)| {
                let values = reading.values.iter();
                let values = values.map(|(name, about)| PossibleValue::new(name).help(about));
                let default = reading.values[0].0;
                let help = format!("{}: {} [default: {default}]", row.name, reading.about);
                let argument = Arg::new(reading.name).long(reading.name);
                let argument = argument.value_name(reading.name.to_uppercase());
                command.arg(
                    argument
                        .help(help)
                        .value_parser(PossibleValuesParser::new(values)),
                )
            })
        }

        fn augment_args_for_update(command: Command) -> Command {
            Self::augment_args(command)
        }
    }
}
