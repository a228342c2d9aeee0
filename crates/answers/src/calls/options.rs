//! Options as one JSON object.

use edelweiss::trf::{Encoding, ReadOptions};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::AnswerError;
use crate::input::{EncodingName, TournamentInput};

/// How messages call a file that has no name.
pub(super) const TOURNAMENT: &str = "the tournament";

/// The document, where there is one only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum JsonFormat {
    Json,
}

/// A document, or the file with what was added to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum JsonOrTrf {
    Json,
    Trf,
}

/// A document, or the words of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum JsonOrText {
    Json,
    Text,
}

/// What every question can be told of its file.
#[derive(Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct FileOptions {
    /// How messages call the file
    #[cfg_attr(feature = "clap", arg(long))]
    file: Option<String>,
    /// Encoding of the file [default: UTF-8 where it is that, else the likeliest one, with a warning]
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    encoding: Option<EncodingName>,
    /// The points of the file (columns 81-84) are not compared with its results, which count
    #[cfg_attr(feature = "clap", arg(long))]
    ignore_points: bool,
}

/// The options of a question, and those that every question has.
pub(super) struct CallOptions<F, O> {
    file: FileOptions,
    pub(super) format: Option<F>,
    pub(super) own: O,
}

/// Options that are read from an object; each of them can be left out.
pub(super) trait NamedOptions: DeserializeOwned + Serialize + Default {
    /// The names that the object may have, in alphabetical order: those that are written.
    fn names() -> Vec<String> {
        match serde_json::to_value(Self::default()) {
            Ok(Value::Object(fields)) => fields.into_iter().map(|(name, _)| name).collect(),
            other => unreachable!("options are an object: {other:?}"),
        }
    }
}

impl<O: DeserializeOwned + Serialize + Default> NamedOptions for O {}

impl<F: DeserializeOwned, O: NamedOptions> CallOptions<F, O> {
    /// # Errors
    /// A text that is no object, names that there are not, and values that do not fit.
    pub(super) fn of(text: &str) -> Result<Self, AnswerError> {
        let text = if text.trim().is_empty() { "{}" } else { text };
        let mut options: Map<String, Value> = serde_json::from_str(text)
            .map_err(|error| AnswerError::invalid(format!("options: {error}")))?;
        let format = taken(&mut options, "format")?;
        let mut of_file = Map::new();
        for name in FileOptions::names() {
            // As if it were not there.
            if let Some(value) = options.remove(&name).filter(|value| !value.is_null()) {
                let alone = Map::from_iter([(name.clone(), value.clone())]);
                fitting::<FileOptions>(&name, Value::Object(alone))?;
                of_file.insert(name, value);
            }
        }
        let names = O::names();
        for (name, value) in &options {
            if !names.contains(name) {
                let mut known = FileOptions::names();
                known.push("format".to_owned());
                known.sort();
                known.extend(names);
                return Err(AnswerError::invalid(format!(
                    "options: found {name:?}, expected one of {}",
                    known.join(", ")
                )));
            }
            let alone = Map::from_iter([(name.clone(), value.clone())]);
            fitting::<O>(name, Value::Object(alone))?;
        }
        Ok(Self {
            file: fitting("options", Value::Object(of_file))?,
            format,
            own: fitting("options", Value::Object(options))?,
        })
    }

    /// How messages call the file.
    pub(super) fn name<'a>(&'a self, unnamed: &'a str) -> &'a str {
        self.file.file.as_deref().unwrap_or(unnamed)
    }

    /// The encoding that was asked for.
    pub(super) fn encoding(&self) -> Option<Encoding> {
        self.file.encoding.map(Into::into)
    }

    /// How the file is read.
    pub(super) fn reading(&self) -> ReadOptions {
        ReadOptions::default()
            .encoding(self.file.encoding.map(Into::into))
            .check_points(!self.file.ignore_points)
    }

    /// # Errors
    /// What is wrong with the file.
    pub(super) fn read(&self, file: &[u8]) -> Result<TournamentInput, AnswerError> {
        self.read_as(file, self.reading())
    }

    /// The file, or JSON that is paired as one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read_to_pair(&self, file: &[u8]) -> Result<TournamentInput, AnswerError> {
        TournamentInput::read_to_pair(self.name(TOURNAMENT), file, &self.reading())
    }

    /// # Errors
    /// What is wrong with the file, read with these options.
    pub(super) fn read_as(
        &self,
        file: &[u8],
        reading: ReadOptions,
    ) -> Result<TournamentInput, AnswerError> {
        Ok(TournamentInput::read(
            self.name(TOURNAMENT),
            file,
            &reading,
        )?)
    }
}

fn taken<T: DeserializeOwned>(
    options: &mut Map<String, Value>,
    name: &str,
) -> Result<Option<T>, AnswerError> {
    options
        .remove(name)
        .map(|value| fitting(name, value))
        .transpose()
}

fn fitting<T: DeserializeOwned>(name: &str, value: Value) -> Result<T, AnswerError> {
    serde_json::from_value(value)
        .map_err(|error| AnswerError::invalid(format!("options: {name}: {error}")))
}

#[cfg(all(test, feature = "clap"))]
mod tests {
    use clap::{Args, Command};

    use super::*;
    use crate::calls::combined::{ListsCall, MakingCall, NewCall, RankingCall};
    use crate::check::CheckOptions;
    use crate::editions::EditionsOptions;
    use crate::explain::{ExplainOptions, JudgeOptions, PreviewOptions};
    use crate::matching::MatchOptions;
    use crate::norms::NormsOptions;
    use crate::pair::PairOptions;
    use crate::proof::VerifyOptions;
    use crate::ratings::RatingsOptions;
    use crate::state::StateOptions;
    use crate::variants::VariantsOptions;
    use crate::wishes::WishOptions;

    fn check<O: NamedOptions + Args>() {
        let command = O::augment_args(Command::new("edelweiss"));
        // A name without dashes is that of an argument.
        let mut names: Vec<&str> = command
            .get_arguments()
            .map(|argument| argument.get_long().unwrap_or(argument.get_id().as_str()))
            .collect();
        names.sort_unstable();
        assert_eq!(O::names(), names);
    }

    #[test]
    fn options_are_named_as_on_the_command_line() {
        check::<PairOptions>();
        check::<WishOptions>();
        check::<VerifyOptions>();
        check::<CheckOptions>();
        #[cfg(feature = "formulations")]
        check::<crate::calls::combined::FormulateCall>();
        check::<RankingCall>();
        check::<ListsCall>();
        check::<EditionsOptions>();
        check::<FileOptions>();
        check::<ExplainOptions>();
        check::<JudgeOptions>();
        check::<PreviewOptions>();
        check::<VariantsOptions>();
        check::<MatchOptions>();
        check::<MakingCall>();
        check::<NormsOptions>();
        check::<RatingsOptions>();
        check::<NewCall>();
        check::<StateOptions>();
    }
}
