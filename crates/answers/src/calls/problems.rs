//! Questions about matching problems: graphs, and rounds by formulations.

#[cfg(feature = "formulations")]
use super::combined::FormulateCall;
use super::options::{CallOptions, JsonFormat};
use crate::error::AnswerError;
#[cfg(feature = "formulations")]
use crate::formulate::{FormulateFormat, formulated};
use crate::matching::{GraphQuestion, MatchFormat, MatchOptions};

/// The best matching of a graph, an edge list, DIMACS, GraphML, JSON or JSON of networkx: [`MatchOptions`], and
/// `format`: `json` (the default, docs/schema/matching.schema.json, with `best` matchings.schema.json) or one of
/// [`MatchFormat`].
///
/// # Errors
/// Options and graphs that are wrong; vertices that would stay alone and must not.
pub fn matching(graph: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<MatchFormat, MatchOptions>::of(options)?;
    let question = GraphQuestion::read(call.name("the graph"), graph, &call.own)?;
    let answer = question.answer(call.format.unwrap_or(MatchFormat::Json), None)?;
    Ok(answer.text)
}

/// What proves the best matching of a graph (docs/schema/certificate.schema.json): [`MatchOptions`].
///
/// # Errors
/// As for [`matching`].
pub fn certificate(graph: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<JsonFormat, MatchOptions>::of(options)?;
    let question = GraphQuestion::read(call.name("the graph"), graph, &call.own)?;
    Ok(question.solve()?.certificate())
}

/// A round by a file of criteria: [`FormulateOptions`](crate::formulate::FormulateOptions) with `formulation` (the
/// text of the file), which is a must, and `format`: `json` (the default, docs/schema/formulation.schema.json) or one
/// of [`FormulateFormat`].
///
/// # Errors
/// Options, formulations (with line, column and key) and files that are wrong; a round that cannot be chosen; a
/// formulation that forbids every round.
#[cfg(feature = "formulations")]
pub fn formulate(file: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<FormulateFormat, FormulateCall>::of(options)?;
    let Some(text) = &call.own.formulation else {
        return Err(AnswerError::invalid(
            "options: formulation: missing, expected the text of a file of criteria (TOML)",
        ));
    };
    let toml = ("the formulation", text.as_bytes());
    let format = call.format.unwrap_or(FormulateFormat::Json);
    formulated(&call.read(file)?, toml, &call.own.options, format, |_| ())
}
