//! A pairing that somebody made by hand, judged: legal or not, and the first criterion in which it is
//! worse. `docs/schema/judgement.schema.json` describes the document, and a test holds real output
//! against it.

mod given;

use edelweiss::check::legality::Breach;
use edelweiss::check::verdict::{Candidate, Decision, RuleComparison, Verdict};
use edelweiss::explain::{Narrative, Wording, judgement, tell_judgement};
use edelweiss::model::PlayerId;
use serde::{Deserialize, Serialize};

use super::document::{TellingHead, WordsOut, words};
use super::{TellingOptions, WordsFormat};
use crate::error::AnswerError;
use crate::json::{JsonPoints, JsonRemark, written};
use crate::pair::AnsweredRound;
use crate::report::Setting;

/// What can be asked of a judgement.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct JudgeOptions {
    /// Which round, and in which language.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub telling: TellingOptions,
    /// The pairing by starting numbers, as 1-2,3-4,5 with the bye alone [default: the round as it
    /// stands in the file]
    #[cfg_attr(feature = "clap", arg(long))]
    pub pairs: Option<String>,
}

/// Judges a pairing of the round that was paired: the text, and whether the pairing is the right one.
///
/// # Errors
/// A round that could not be paired, by a system without criteria, or of which no other pairing is known.
pub fn judge(
    paired: &AnsweredRound<'_>,
    options: &JudgeOptions,
    format: WordsFormat,
) -> Result<(String, bool), AnswerError> {
    let pairing = paired.choice.pairing;
    let Some(edition) = pairing.edition else {
        return Err(AnswerError::invalid(format!(
            "a pairing is judged by the criteria of the Dutch System of 2026 or 2017; the {} has none",
            pairing.name
        )));
    };
    let tournament = &paired.input.reading.tournament;
    let position = &paired.position;
    let given = match &options.pairs {
        Some(text) => given::parse(text, tournament).map_err(AnswerError::invalid)?,
        None => given::recorded(tournament, position.round(), position.given_bye())
            .ok_or_else(|| {
                AnswerError::invalid(format!(
                    "round {} does not stand in the file\n  hint: --pairs 1-2,3-4,5 gives it on the command line",
                    position.round()
                ))
            })?,
    };
    let (story, round) = (paired.story_setting(), paired.round()?);
    let verdict = judgement(&story, edition, round, &given);
    let wording = options.telling.language.wording();
    let narrative = tell_judgement(&story, round, &given, &verdict, wording);
    let text = format.laid_out(&narrative, || {
        document(paired, &verdict, wording, &narrative)
    });
    Ok((text, verdict.is_right()))
}

#[derive(Serialize)]
struct JudgementDocument<'a> {
    #[serde(flatten)]
    head: TellingHead<'a>,
    is_right: bool,
    violations: Vec<ViolationOut>,
    decision: Option<DecisionOut>,
    words: Vec<WordsOut<'a>>,
    warnings: Vec<JsonRemark<'a>>,
}

#[derive(Serialize)]
struct ViolationOut {
    kind: &'static str,
    players: Vec<u32>,
}

#[derive(Serialize)]
struct DecisionOut {
    /// From 1.
    bracket: usize,
    score: JsonPoints,
    decides: Option<&'static str>,
    article: Option<&'static str>,
    given: JudgedOut,
    right: JudgedOut,
}

#[derive(Serialize)]
struct JudgedOut {
    fields: Vec<u64>,
    pairs: Vec<[u32; 2]>,
    floaters: Vec<u32>,
}

/// The document `edelweiss.judgement`.
fn document(
    paired: &AnsweredRound<'_>,
    verdict: &Verdict,
    wording: Wording,
    narrative: &Narrative,
) -> String {
    let setting = &paired.setting();
    let warnings = &paired.input.reading.warnings;
    let violations = verdict.violations.iter().map(|breach| {
        let (kind, players) = violation(*breach);
        let players = players.iter().map(|id| setting.number(*id)).collect();
        ViolationOut { kind, players }
    });
    written(&JudgementDocument {
        head: TellingHead::new(
            "edelweiss.judgement",
            setting.choice.pairing.name,
            setting.round(),
            wording,
        ),
        is_right: verdict.is_right(),
        violations: violations.collect(),
        decision: verdict.decision.as_ref().map(|d| decision(setting, d)),
        words: narrative.blocks.iter().map(words).collect(),
        warnings: warnings.iter().map(JsonRemark::new).collect(),
    })
}

fn violation(breach: Breach) -> (&'static str, Vec<PlayerId>) {
    match breach {
        Breach::Unpaired(id) => ("unpaired", vec![id]),
        Breach::PairedTwice(id) => ("paired-twice", vec![id]),
        Breach::NotPresent(id) => ("not-present", vec![id]),
        Breach::NeedlessBye(id) => ("needless-bye", vec![id]),
        Breach::BarredFromBye(id) => ("barred-from-bye", vec![id]),
        Breach::Rematch(a, b) => ("rematch", vec![a, b]),
        Breach::Banned(a, b) => ("banned", vec![a, b]),
        Breach::ColourClash(a, b) => ("colour-clash", vec![a, b]),
    }
}

fn decision(setting: &Setting<'_>, decision: &Decision) -> DecisionOut {
    let row = decision.deciding_row();
    let judged = |candidate: &Candidate, fields: fn(&RuleComparison) -> &Vec<u64>| JudgedOut {
        fields: row.map_or(Vec::new(), |row| fields(row).clone()),
        pairs: (candidate.pairs.iter())
            .map(|(a, b)| [setting.number(*a), setting.number(*b)])
            .collect(),
        floaters: (candidate.floaters.iter())
            .map(|id| setting.number(*id))
            .collect(),
    };
    DecisionOut {
        bracket: decision.bracket + 1,
        score: decision.score.into(),
        decides: row.map(|row| row.label),
        article: row.map(|row| row.article),
        given: judged(&decision.recorded, |row| &row.recorded),
        right: judged(&decision.here, |row| &row.here),
    }
}
