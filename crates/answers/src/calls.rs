//! The questions of the command line as functions of a file and its options: what bindings call.
//!
//! Options are one JSON object, whose names and values are those of the long options of the command
//! line without the dashes: `{"rules": 2017, "open": ["draw"]}`. An empty text is an object without
//! options. Every question knows `file` (how messages call the file) and `encoding`; where there are
//! several documents, `format` chooses one.

use edelweiss::trf::ReadOptions;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::check::{self, CheckOptions};
use crate::editions::{self, EditionsOptions};
use crate::error::AnswerError;
use crate::explain::{self, ExplainFormat, ExplainOptions};
use crate::input::{EncodingName, TournamentInput};
use crate::pair::{AnsweredRound, PairOptions};
use crate::standings::{self, StandingsOptions};
use crate::versions;

/// The options of a question, and those that every question has.
struct CallOptions<F, O> {
    file: String,
    encoding: Option<EncodingName>,
    format: Option<F>,
    own: O,
}

/// Options that are read from an object; each of them can be left out.
trait NamedOptions: DeserializeOwned {
    /// The names that the object may have.
    const NAMES: &[&str];
}

impl<F: DeserializeOwned, O: NamedOptions> CallOptions<F, O> {
    /// # Errors
    /// A text that is no object, names that there are not, and values that do not fit.
    fn of(text: &str) -> Result<Self, AnswerError> {
        let text = if text.trim().is_empty() { "{}" } else { text };
        let mut options: Map<String, Value> = serde_json::from_str(text)
            .map_err(|error| AnswerError::invalid(format!("options: {error}")))?;
        let file: Option<String> = taken(&mut options, "file")?;
        let (encoding, format) = (
            taken(&mut options, "encoding")?,
            taken(&mut options, "format")?,
        );
        for (name, value) in &options {
            if !O::NAMES.contains(&name.as_str()) {
                return Err(AnswerError::invalid(format!(
                    "options: found {name:?}, expected one of file, encoding, format, {}",
                    O::NAMES.join(", ")
                )));
            }
            let alone = Map::from_iter([(name.clone(), value.clone())]);
            fitting::<O>(name, Value::Object(alone))?;
        }
        Ok(Self {
            file: file.unwrap_or_else(|| "the tournament".to_owned()),
            encoding,
            format,
            own: fitting("options", Value::Object(options))?,
        })
    }

    fn reading(&self) -> ReadOptions {
        ReadOptions::default().encoding(self.encoding.map(Into::into))
    }

    fn read(&self, file: &[u8]) -> Result<TournamentInput, AnswerError> {
        Ok(TournamentInput::read(&self.file, file, &self.reading())?)
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

impl NamedOptions for PairOptions {
    const NAMES: &[&str] = &[
        "rules",
        "system",
        "round",
        "open",
        "engine",
        "newcomers",
        "floaters",
        "finish",
    ];
}

impl NamedOptions for CheckOptions {
    const NAMES: &[&str] = &[
        "rules",
        "system",
        "round",
        "tie-breaks",
        "tie-break-rules",
        "pairings",
    ];
}

impl NamedOptions for RankingCall {
    const NAMES: &[&str] = &[
        "why",
        "after-round",
        "tie-breaks",
        "tie-break-rules",
        "pairings",
    ];
}

impl NamedOptions for ExplainOptions {
    const NAMES: &[&str] = &[
        "rules",
        "system",
        "round",
        "open",
        "language",
        "player",
        "board",
        "why-not",
        "why-not-bye",
        "why-not-float",
        "why-colour",
    ];
}

impl NamedOptions for EditionsOptions {
    const NAMES: &[&str] = &["system", "editions", "round", "open"];
}

/// The document, where there is one only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum JsonFormat {
    Json,
}

/// A document, or the file with what was added to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum JsonOrTrf {
    Json,
    Trf,
}

/// A document, or the words of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum JsonOrText {
    Json,
    Text,
}

/// Standings, and whose values are taken apart.
#[derive(Deserialize)]
struct RankingCall {
    #[serde(default)]
    why: Option<u16>,
    #[serde(flatten)]
    options: StandingsOptions,
}

/// What a question is called, for [`answer`].
pub const QUESTIONS: [&str; 5] = ["pair", "check", "standings", "explain", "editions"];

/// Answers the question of this name: bytes of a text, which is UTF-8 unless it is a tournament file in
/// another encoding.
///
/// # Errors
/// What the function of this name says; a name that none of them has.
pub fn answer(question: &str, file: &[u8], options: &str) -> Result<Vec<u8>, AnswerError> {
    match question {
        "pair" => pair(file, options),
        "check" => check(file, options).map(String::into_bytes),
        "standings" => rank(file, options),
        "explain" => explain(file, options).map(String::into_bytes),
        "editions" => editions(file, options).map(String::into_bytes),
        other => Err(AnswerError::invalid(format!(
            "found the question {other:?}, expected one of {}",
            QUESTIONS.join(", ")
        ))),
    }
}

/// A round: [`PairOptions`], and `format`: `json` (the default, docs/schema/round.schema.json) or `trf`,
/// the file with the round added. A round that cannot be paired is an answer of `json`, and an error
/// of `trf`.
///
/// # Errors
/// Options and files that are wrong; a round that cannot be chosen, or added.
pub fn pair(file: &[u8], options: &str) -> Result<Vec<u8>, AnswerError> {
    let call = CallOptions::<JsonOrTrf, PairOptions>::of(options)?;
    let input = call.read(file)?;
    let paired = AnsweredRound::new(&input, &call.own, |_| ())?;
    match call.format {
        Some(JsonOrTrf::Trf) => paired.to_trf(),
        Some(JsonOrTrf::Json) | None => Ok(paired.to_json().into_bytes()),
    }
}

/// Every recorded round again: [`CheckOptions`], and `format`: `json` (the default) or `text`.
///
/// # Errors
/// Options that are wrong; a file that cannot be read, or in which there is nothing to check.
pub fn check(file: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<JsonOrText, CheckOptions>::of(options)?;
    let report = check::file(&call.file, file, &call.own, call.reading(), true);
    if report.error.is_some() {
        // With its places, where it is the file that is wrong.
        call.read(file)?;
    }
    if let Some(error) = report.error {
        return Err(AnswerError::invalid(error));
    }
    Ok(match call.format {
        Some(JsonOrText::Text) => report.to_string(),
        Some(JsonOrText::Json) | None => check::document(&report),
    })
}

/// Standings: [`StandingsOptions`], `why` (the number of a participant whose values are taken apart), and
/// `format`: `json` (the default, docs/schema/standings.schema.json) or `trf`, the file with the ranks.
///
/// # Errors
/// Options and files that are wrong; tie-breaks that cannot be computed; ranks that cannot be added.
pub fn rank(file: &[u8], options: &str) -> Result<Vec<u8>, AnswerError> {
    let call = CallOptions::<JsonOrTrf, RankingCall>::of(options)?;
    let input = call.read(file)?;
    let options = &call.own.options;
    standings::with_ranked(
        &input,
        options,
        |_| (),
        |ranked| match call.format {
            Some(JsonOrTrf::Trf) => standings::to_trf(&input, ranked),
            Some(JsonOrTrf::Json) | None => {
                let why = call.own.why.map(|number| ranked.find(number)).transpose()?;
                Ok(standings::to_json(&input, ranked, why).into_bytes())
            }
        },
    )
}

/// How a round came about, or why not otherwise: [`ExplainOptions`], and `format`: `json` (the default,
/// docs/schema/explanation.schema.json), `text`, `markdown` or `html`.
///
/// # Errors
/// Options and files that are wrong; a round that cannot be chosen, or paired.
pub fn explain(file: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<ExplainFormat, ExplainOptions>::of(options)?;
    let input = call.read(file)?;
    let paired = AnsweredRound::new(&input, &call.own.telling.pairing(), |_| ())?;
    let format = call.format.unwrap_or(ExplainFormat::Json);
    explain::explanation(&paired, &call.own, format)
}

/// One round by several editions of a system, side by side: [`EditionsOptions`].
///
/// # Errors
/// Options and files that are wrong; a round that cannot be chosen.
pub fn editions(file: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<JsonFormat, EditionsOptions>::of(options)?;
    editions::editions(&call.read(file)?, &call.own)
}

/// The document `edelweiss.versions`: this library, and the editions of the rules that it knows.
pub fn versions() -> String {
    versions::versions()
}

#[cfg(all(test, feature = "clap"))]
mod tests {
    use clap::{Args, Command};

    use super::*;

    fn check<O: NamedOptions + Args>() {
        let command = O::augment_args(Command::new("edelweiss"));
        let names: Vec<&str> = command
            .get_arguments()
            .filter_map(|a| a.get_long())
            .collect();
        assert_eq!(names, O::NAMES);
    }

    #[test]
    fn options_are_named_as_on_the_command_line() {
        check::<PairOptions>();
        check::<CheckOptions>();
        check::<ExplainOptions>();
        let command = StandingsOptions::augment_args(Command::new("edelweiss"));
        let names: Vec<&str> = command
            .get_arguments()
            .filter_map(|a| a.get_long())
            .collect();
        assert_eq!(names, RankingCall::NAMES[1..]);
    }
}
