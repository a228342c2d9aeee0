//! The questions of the command line as functions of a file and its options: what bindings call.
//!
//! Options are one JSON object, whose names and values are those of the long options of the command
//! line without the dashes: `{"rules": 2017, "open": ["draw"]}`. An empty text is an object without
//! options. Every question knows `file` (how messages call the file), `encoding` and `ignore-points` (the
//! points of the file are not compared with its results); where there are several documents, `format`
//! chooses one.

mod combined;
mod options;
mod problems;

use edelweiss::event::{EventFile, apply, boards};
use edelweiss::lists::SheetWords;
use edelweiss::roster::{self, ColumnChoice, RosterOptions};
use serde::de::DeserializeOwned;

use crate::check::{self, CheckOptions};
use crate::convert::TargetFormat;
use crate::editions::{self, EditionsOptions};
use crate::error::AnswerError;
use crate::explain::{
    self, ExplainFormat, ExplainOptions, JudgeOptions, PreviewOptions, WordsFormat,
};
use crate::final_report::{FinalReportOptions, final_report};
use crate::generate::{GenerateFormat, GenerateSource, TournamentMaker};
use crate::input::TournamentInput;
use crate::lists::{self, SheetFormat};
use crate::matching::MatchOptions;
use crate::new_event;
use crate::norms::{self, NormsOptions};
use crate::pair::{AnsweredRound, PairOptions};
use crate::proof::{self, CheckedProof, VerifyOptions};
use crate::ratings::{self, RatingsOptions};
use crate::standings;
use crate::state::{self, StateOptions};
use crate::steps;
use crate::variants::{VariantsFormat, VariantsOptions, variants as pair_variants};
use crate::versions;
#[cfg(feature = "formulations")]
use combined::FormulateCall;
use combined::{ListsCall, MakingCall, NewCall, PairingCall, RankingCall, StepCall};
pub use options::FileOptions;
use options::{CallOptions, JsonFormat, JsonOrText, JsonOrTrf, TOURNAMENT};
#[cfg(feature = "formulations")]
pub use problems::formulate;
pub use problems::{certificate, matching};

/// What answers a question.
type QuestionAnswer = fn(&[u8], &str) -> Result<Vec<u8>, AnswerError>;

/// A question as it is declared.
#[derive(Clone, Copy, Debug)]
pub struct DeclaredQuestion {
    /// For [`answer`].
    pub name: &'static str,
    answer: QuestionAnswer,
    /// Its own options, each with its values and help.
    #[cfg(feature = "clap")]
    pub options: fn(clap::Command) -> clap::Command,
}

/// Every question that one file is asked, and `generate`.
pub const QUESTIONS: &[DeclaredQuestion] = &[
    question::<NewCall>("new", |list, options| {
        new(list, options).map(String::into_bytes)
    }),
    question::<StateOptions>("state", |file, options| {
        state(file, options).map(String::into_bytes)
    }),
    question::<PairingCall>("pair", pair),
    question::<CheckOptions>("check", |file, options| {
        check(file, options).map(String::into_bytes)
    }),
    question::<RankingCall>("standings", rank),
    question::<ListsCall>("lists", lists),
    question::<ExplainOptions>("explain", |file, options| {
        explain(file, options).map(String::into_bytes)
    }),
    question::<JudgeOptions>("judge", |file, options| {
        judge(file, options).map(String::into_bytes)
    }),
    question::<PreviewOptions>("preview", |file, options| {
        preview(file, options).map(String::into_bytes)
    }),
    question::<RatingsOptions>("ratings", |file, options| {
        ratings(file, options).map(String::into_bytes)
    }),
    question::<NormsOptions>("norms", |file, options| {
        norms(file, options).map(String::into_bytes)
    }),
    question::<FinalReportOptions>("report", report),
    question::<EditionsOptions>("editions", |file, options| {
        editions(file, options).map(String::into_bytes)
    }),
    question::<VariantsOptions>("variants", |file, options| {
        variants(file, options).map(String::into_bytes)
    }),
    question::<PairOptions>("prove", |file, options| {
        prove(file, options).map(String::into_bytes)
    }),
    #[cfg(feature = "formulations")]
    question::<FormulateCall>("formulate", |file, options| {
        formulate(file, options).map(String::into_bytes)
    }),
    question::<MatchOptions>("match", |file, options| {
        matching(file, options).map(String::into_bytes)
    }),
    question::<MatchOptions>("certificate", |file, options| {
        certificate(file, options).map(String::into_bytes)
    }),
    question::<MakingCall>("generate", |file, options| {
        generate(file, options).map(String::into_bytes)
    }),
    question::<StepCall>("step", step),
];

#[cfg(feature = "clap")]
const fn question<O: clap::Args>(name: &'static str, answer: QuestionAnswer) -> DeclaredQuestion {
    DeclaredQuestion {
        name,
        answer,
        options: O::augment_args,
    }
}

#[cfg(not(feature = "clap"))]
const fn question<O>(name: &'static str, answer: QuestionAnswer) -> DeclaredQuestion {
    DeclaredQuestion { name, answer }
}

/// Answers the question of this name: bytes of a text, which is UTF-8 unless it is a tournament file in
/// another encoding.
///
/// # Errors
/// What the function of this name says; a name that none of them has.
pub fn answer(question: &str, file: &[u8], options: &str) -> Result<Vec<u8>, AnswerError> {
    let found = QUESTIONS.iter().find(|known| known.name == question);
    let Some(known) = found else {
        let names: Vec<&str> = QUESTIONS.iter().map(|known| known.name).collect();
        let names = names.join(", ");
        return Err(AnswerError::invalid(format!(
            "found the question {question:?}, expected one of {names}"
        )));
    };
    (known.answer)(file, options)
}

/// A list of players (CSV or FIDE's rating list) as a tournament file before round 1
/// (docs/schema/new.schema.json): [`NewEventOptions`](crate::new_event::NewEventOptions), of which `rounds` is a must, and `column`.
///
/// # Errors
/// Options that are wrong, a list that cannot be read, with every error of it and its place.
pub fn new(list: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<JsonFormat, NewCall>::of(options)?;
    let NewCall { column, options } = &call.own;
    if options.rounds == 0 {
        return Err(AnswerError::invalid(
            "options: rounds: missing, expected 1 to 999",
        ));
    }
    let choices = column.iter().map(|text| text.parse::<ColumnChoice>());
    let columns = choices
        .collect::<Result<_, _>>()
        .map_err(|error| AnswerError::invalid(format!("options: column: {error}")))?;
    let reading = RosterOptions {
        encoding: call.encoding(),
        columns,
        ..RosterOptions::default()
    };
    let name = call.name("the list");
    let list = roster::read(list, name, &reading)?;
    let event = new_event::new_event(&list, name, options)?;
    Ok(new_event::to_json(&list, &event))
}

/// Where an event stands (docs/schema/state.schema.json): [`StateOptions`].
///
/// # Errors
/// Options and files that are wrong; a round that has not been paired.
pub fn state(file: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<JsonFormat, StateOptions>::of(options)?;
    state::to_json(&call.read(file)?, call.own)
}

/// A round: [`PairOptions`], [`WishOptions`](crate::wishes::WishOptions), [`LineUpOptions`](crate::line_ups::LineUpOptions), and `format`: `json` (the default, docs/schema/round.schema.json) or `trf`,
/// the file with the round added. A round that cannot be paired is an answer of `json`, and an error
/// of `trf`. The file can be the JSON of players and results, too (docs/schema/results.schema.json), of up to
/// 1,000,000 players; of more than 9,999 there is no `trf`.
///
/// # Errors
/// Options and files that are wrong; a round that cannot be chosen, or added.
pub fn pair(file: &[u8], options: &str) -> Result<Vec<u8>, AnswerError> {
    let call = CallOptions::<JsonOrTrf, PairingCall>::of(options)?;
    answered(&call.read_to_pair(file)?, &call)
}

/// The same of a tournament that was read already: a large one has no file to be read again.
///
/// # Errors
/// As for [`pair`].
pub fn pair_read(input: &TournamentInput, options: &str) -> Result<Vec<u8>, AnswerError> {
    answered(input, &CallOptions::of(options)?)
}

fn answered(
    input: &TournamentInput,
    call: &CallOptions<JsonOrTrf, PairingCall>,
) -> Result<Vec<u8>, AnswerError> {
    round_of(input, call, |paired| match call.format {
        Some(JsonOrTrf::Trf) => paired.to_trf(&call.own.line_ups),
        Some(JsonOrTrf::Json) | None => Ok(paired.to_json().into_bytes()),
    })
}

/// A round of a tournament that was read already, as `tell` has it: for those who want no document, which of a
/// large round has hundreds of bytes a player.
///
/// # Errors
/// As for [`pair`], and those of `tell`.
pub fn with_round<T>(
    input: &TournamentInput,
    options: &str,
    tell: impl FnOnce(&AnsweredRound<'_>) -> Result<T, AnswerError>,
) -> Result<T, AnswerError> {
    let call = CallOptions::<JsonFormat, PairingCall>::of(options)?;
    round_of(input, &call, tell)
}

fn round_of<F, T>(
    input: &TournamentInput,
    call: &CallOptions<F, PairingCall>,
    tell: impl FnOnce(&AnsweredRound<'_>) -> Result<T, AnswerError>,
) -> Result<T, AnswerError>
where
    F: DeserializeOwned,
{
    let PairingCall {
        options, wishes, ..
    } = &call.own;
    let granted = wishes.granted(input, options, &call.reading())?;
    let (input, assumed) = match &granted {
        Some((granted, assumed)) => (granted, assumed.clone()),
        None => (input, Vec::new()),
    };
    let paired = AnsweredRound::new(input, options, |_| ())?;
    let mut paired = wishes.seated(paired, |_| ())?;
    paired.add_assumptions(assumed);
    tell(&paired)
}

/// Every recorded round again: [`CheckOptions`], and `format`: `json` (the default) or `text`.
///
/// # Errors
/// Options that are wrong; a file that cannot be read, or in which there is nothing to check.
pub fn check(file: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<JsonOrText, CheckOptions>::of(options)?;
    let report = check::file(call.name(TOURNAMENT), file, &call.own, call.reading(), true);
    if report.error.is_some() {
        // With its places, where it is the file that is wrong.
        call.read(file)?;
    }
    if let Some(error) = report.error {
        return Err(AnswerError::invalid(error));
    }
    Ok(match call.format {
        Some(JsonOrText::Text) => report.text(call.own.all),
        Some(JsonOrText::Json) | None => check::document(&report),
    })
}

/// Standings: [`StandingsOptions`](crate::standings::StandingsOptions), `why` (the number of a participant whose values are taken apart), and
/// `format`: `json` (the default, docs/schema/standings.schema.json) or `trf`, the file with the ranks.
///
/// # Errors
/// Options and files that are wrong; tie-breaks that cannot be computed; ranks that cannot be added.
pub fn rank(file: &[u8], options: &str) -> Result<Vec<u8>, AnswerError> {
    let call = CallOptions::<JsonOrTrf, RankingCall>::of(options)?;
    let input = call.read_as(
        file,
        call.reading().purpose(call.own.options.list.purpose()),
    )?;
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

/// Lists to hang up and to hand in: [`ListsOptions`](crate::lists::ListsOptions) with `lists`, one or several
/// names, `prizes` (the text of a file of prizes), and `format`: `json` (the default,
/// docs/schema/lists.schema.json), or one of [`SheetFormat`].
///
/// # Errors
/// Options and files that are wrong, the file of prizes with line, column and key; a round that is not paired;
/// ranks and prizes that the file leaves open; several lists as CSV.
pub fn lists(file: &[u8], options: &str) -> Result<Vec<u8>, AnswerError> {
    let call = CallOptions::<SheetFormat, ListsCall>::of(options)?;
    let ListsCall { options, prizes } = &call.own;
    let scheme = (prizes.as_ref()).map(|text| lists::prize_scheme("prizes", text.as_bytes()));
    let scheme = scheme.transpose()?;
    let ranks = options.sheets.standings.list.clone().of_players();
    let input = call.read_as(file, call.reading().purpose(ranks.purpose()))?;
    let language = options.language();
    let sheets = lists::sheets(
        &input,
        &options.kinds(),
        &options.sheets,
        scheme,
        &SheetWords::new(language),
        boards::of_round,
        |_| (),
    )?;
    let format = call.format.unwrap_or(SheetFormat::Json);
    lists::written(&sheets, format, language, options.print(), None)
}

/// How a round came about, or why not otherwise: [`ExplainOptions`], and `format`: `json` (the default,
/// docs/schema/explanation.schema.json), `text`, `markdown` or `html`.
///
/// # Errors
/// Options and files that are wrong; a round that cannot be chosen, or paired.
pub fn explain(file: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<ExplainFormat, ExplainOptions>::of(options)?;
    let input = call.read(file)?;
    let paired = AnsweredRound::new(&input, &call.own.pairing(), |_| ())?;
    let format = call.format.unwrap_or(ExplainFormat::Json);
    explain::explanation(&paired, &call.own, format)
}

/// A pairing made by hand: [`JudgeOptions`], and `format`: `json` (the default,
/// docs/schema/judgement.schema.json), `text` or `markdown`.
///
/// # Errors
/// As for [`explain()`]; a pairing that is none, and a system without criteria to judge by.
pub fn judge(file: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<WordsFormat, JudgeOptions>::of(options)?;
    let input = call.read(file)?;
    let paired = AnsweredRound::new(&input, &call.own.telling.pairing(), |_| ())?;
    let format = call.format.unwrap_or(WordsFormat::Json);
    explain::judge(&paired, &call.own, format).map(|(text, _)| text)
}

/// What is certain of the next round while games are open: [`PreviewOptions`], and `format`: `json` (the
/// default, docs/schema/preview.schema.json), `text` or `markdown`.
///
/// # Errors
/// Options and files that are wrong; a file in which no game is open.
pub fn preview(file: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<WordsFormat, PreviewOptions>::of(options)?;
    let input = call.read(file)?;
    let format = call.format.unwrap_or(WordsFormat::Json);
    explain::certain(&input, &call.own, format)
}

/// How the rating of each player changes (docs/schema/ratings.schema.json): [`RatingsOptions`].
///
/// # Errors
/// Options and files that are wrong; an event before the first edition that is known.
pub fn ratings(file: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<JsonFormat, RatingsOptions>::of(options)?;
    let input = call.read(file)?;
    Ok(ratings::to_json(
        &input,
        &ratings::rated(&input, &call.own)?,
    ))
}

/// Title norms, with every condition (docs/schema/norms.schema.json): [`NormsOptions`].
///
/// # Errors
/// Options and files that are wrong; an event before the first edition that is known; a double round robin.
pub fn norms(file: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<JsonFormat, NormsOptions>::of(options)?;
    let input = call.read(file)?;
    Ok(norms::to_json(&input, &norms::normed(&input, &call.own)?))
}

/// The file that is handed in when an event is over: [`FinalReportOptions`], and `format`: `trf26` (the default), `trf16`
/// or `trf06`. What is missing in it is an error with `strict`, and is not told otherwise.
///
/// # Errors
/// Options and files that are wrong; an event that is not over.
pub fn report(file: &[u8], options: &str) -> Result<Vec<u8>, AnswerError> {
    let call = CallOptions::<TargetFormat, FinalReportOptions>::of(options)?;
    let format = call.format.unwrap_or_default();
    let input = call.read(file)?;
    Ok(final_report(&input, &call.own, format, |_| ())?.bytes)
}

/// One round by several editions of a system, side by side: [`EditionsOptions`].
///
/// # Errors
/// Options and files that are wrong; a round that cannot be chosen.
pub fn editions(file: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<JsonFormat, EditionsOptions>::of(options)?;
    editions::editions(&call.read(file)?, &call.own)
}

/// One round, once for each "what if": [`VariantsOptions`] with `variants`, a list such as
/// `["absent 5", "together 3 8"]`, and `format`: `json` (the default, docs/schema/variants.schema.json) or
/// `text`.
///
/// # Errors
/// Options and files that are wrong; variants that contradict themselves or the rules. One that cannot be
/// paired is part of the answer.
pub fn variants(file: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<VariantsFormat, VariantsOptions>::of(options)?;
    let format = call.format.unwrap_or(VariantsFormat::Json);
    pair_variants(&call.read(file)?, &call.own, format, |_| ()).map(|(text, _)| text)
}

/// The proof of a round (docs/schema/proof.schema.json), or that there is none: [`PairOptions`].
///
/// # Errors
/// As for [`pair`]; systems and rounds of which there are no proofs.
pub fn prove(file: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<JsonFormat, PairOptions>::of(options)?;
    let input = call.read(file)?;
    proof::proof(&AnsweredRound::new(&input, &call.own, |_| ())?)
}

/// Whether a proof of [`prove`] holds for the round of a file, without the engine: [`VerifyOptions`]. The
/// document is `edelweiss.verification` (docs/schema/verification.schema.json); a proof that does not hold
/// is an answer.
///
/// # Errors
/// Options and files that are wrong; a proof that is none.
pub fn verify(file: &[u8], proof: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<JsonFormat, VerifyOptions>::of(options)?;
    let input = call.read(file)?;
    let checked = CheckedProof::new(&input, &call.own, ("the proof", proof), |_| ())?;
    Ok(checked.to_json())
}

/// A random tournament as a file: [`GenerateOptions`](crate::generate::GenerateOptions), of which `seed` is a must, `index` (which of the
/// tournaments of this seed, from 0), `config` (the text of a settings file), and `format`: `trf26` (the
/// default) or `trf16`. Where `model` is no empty file, its field plays again.
///
/// # Errors
/// Options and files that are wrong; settings that cannot be met.
pub fn generate(model: &[u8], options: &str) -> Result<String, AnswerError> {
    let call = CallOptions::<GenerateFormat, MakingCall>::of(options)?;
    let own = &call.own;
    let source = match &own.config {
        Some(_) if !model.is_empty() => {
            return Err(AnswerError::invalid(
                "options: config: found a tournament whose field plays again, too",
            ));
        }
        Some(text) => GenerateSource::settings("config", text.as_bytes())?,
        None if model.is_empty() => GenerateSource::default(),
        None => GenerateSource::model(&call.read(model)?.reading.tournament),
    };
    source.needs_seed(&own.options)?;
    let format = call.format.unwrap_or(GenerateFormat::Trf26);
    let maker = TournamentMaker::new(source, &own.options, format)?;
    Ok(maker.make(own.index, "the tournament")?.text)
}

/// A step of the day on a tournament file, whole or not at all: `step`, an object such as `{"step": "bye", "players":
/// [12], "kind": "H"}` (the variants of [`Step`](edelweiss::event::Step)), and `format`: `json` (the default, docs/schema/step.schema.json) or
/// `trf`, the file after the step. Nothing is kept between two calls: who wants to undo a step keeps the file.
///
/// # Errors
/// Options and files that are wrong; everything that is wrong with the step.
pub fn step(file: &[u8], options: &str) -> Result<Vec<u8>, AnswerError> {
    let call = CallOptions::<JsonOrTrf, StepCall>::of(options)?;
    let event = EventFile::read(file, call.name(TOURNAMENT), &call.reading())?;
    let Some(step) = &call.own.step else {
        return Err(AnswerError::invalid(
            "options: found no step, expected one such as {\"step\": \"bye\", \"players\": [12], \"kind\": \"H\"}",
        ));
    };
    let applied = apply(&event, step)?;
    match call.format {
        Some(JsonOrTrf::Trf) => Ok(applied.event.bytes().to_vec()),
        Some(JsonOrTrf::Json) | None => Ok(steps::to_json(&event, &applied).into_bytes()),
    }
}

/// The document `edelweiss.versions`: this library, and the editions of the rules that it knows.
pub fn versions() -> String {
    versions::versions()
}
