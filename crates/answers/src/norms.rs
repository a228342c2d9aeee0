//! Title norms of the players of a file, as a document.

use edelweiss::model::{PlayerId, RoundNumber, Tournament};
use edelweiss::ratings::norms::{
    ForeignExemption, MetTwice, NORMS_FROM, NormCondition, NormConditionKind, NormEvent,
    NormReport, NormResult, title_norms,
};
use serde::{Deserialize, Serialize};

use crate::error::AnswerError;
use crate::input::TournamentInput;
use crate::json::{FORMAT_VERSION, Program, written};

/// What can be asked of title norms.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct NormsOptions {
    /// One player, every condition
    #[cfg_attr(feature = "clap", arg(long, value_name = "NUMBER"))]
    pub player: Option<u16>,
    /// Every player, however far from a norm
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "player"))]
    pub all: bool,
    /// Host federation [default: record 032 of the file]
    #[cfg_attr(feature = "clap", arg(long, value_name = "FEDERATION"))]
    pub host: Option<String>,
    /// The event is exempt from rules on federations: a national, b national team, c zonal (B.01 1.4.3)
    #[cfg_attr(feature = "clap", arg(long, value_name = "a|b|c"))]
    pub exempt: Option<String>,
    /// Edition of B.01, 2024 [default: the one in force on the date of the file]
    #[cfg_attr(feature = "clap", arg(long, value_name = "YEAR"))]
    pub rules: Option<u16>,
}

/// The norms of a file.
#[derive(Debug)]
pub struct NormedEvent {
    /// The host federation, if it is known.
    pub host: Option<String>,
    /// What the exemption is that the options name.
    pub exemption: Option<ForeignExemption>,
    /// The norms: of everybody or of one player, or those that are achieved or miss one condition.
    pub report: NormReport,
    /// How many players have no federation, or `FID`, which counts as none.
    pub without_federation: usize,
}

/// Judges them.
///
/// # Errors
/// An edition that is not there; an exemption that there is not; a player who is not; two players who met twice.
pub fn normed(input: &TournamentInput, options: &NormsOptions) -> Result<NormedEvent, AnswerError> {
    let tournament = &input.reading.tournament;
    edition(options.rules, input)?;
    let exemption = options.exempt.as_deref().map(exemption).transpose()?;
    let host = match options.host.as_deref() {
        Some(host) => host.trim().to_owned(),
        None => input.record("032"),
    };
    let host = Some(host).filter(|host| !host.is_empty());
    if let (None, Some(ForeignExemption::National | ForeignExemption::NationalTeam)) =
        (&host, exemption)
    {
        return Err(AnswerError::invalid(format!(
            "{}: exemptions a and b are for players of the host federation, which is not known\n  hint: --host, or a record 032",
            input.name
        )));
    }
    let number = |id: PlayerId| tournament.player(id).number.get();
    if let Some(asked) = options.player
        && !tournament.player_ids().any(|id| number(id) == asked)
    {
        return Err(AnswerError::invalid(format!(
            "--player: there is no player {asked}"
        )));
    }
    let event = NormEvent {
        host: host.as_deref(),
        exemption,
    };
    let mut report = title_norms(tournament, &event).map_err(|MetTwice(one, other)| {
        AnswerError::invalid(format!(
            "{}: players {} and {} met twice, and norms of double round robins (B.01 1.4.5) are not judged here",
            input.name,
            number(one),
            number(other)
        ))
    })?;
    report.results.retain(|result| match options.player {
        Some(asked) => number(result.player) == asked,
        None => options.all || result.missed().count() <= 1,
    });
    let without_federation = (tournament.player_ids())
        .filter(|id| !has_federation(tournament, *id))
        .count();
    Ok(NormedEvent {
        host,
        exemption,
        report,
        without_federation,
    })
}

fn has_federation(tournament: &Tournament, id: PlayerId) -> bool {
    let federation = tournament.player(id).federation.as_deref();
    federation.is_some_and(|code| !code.eq_ignore_ascii_case("FID"))
}

fn exemption(text: &str) -> Result<ForeignExemption, AnswerError> {
    match text {
        "a" => Ok(ForeignExemption::National),
        "b" => Ok(ForeignExemption::NationalTeam),
        "c" => Ok(ForeignExemption::Zonal),
        _ => Err(AnswerError::invalid(format!(
            "--exempt: found '{text}', expected a (national championship), b (national team championship) or c (zonal)"
        ))),
    }
}

fn edition(asked: Option<u16>, input: &TournamentInput) -> Result<(), AnswerError> {
    let year = NORMS_FROM.year;
    match (asked, input.reading.tournament.starts) {
        (Some(asked), _) if asked != year => Err(AnswerError::invalid(format!(
            "--rules: found {asked}, expected {year}"
        ))),
        (None, Some(day)) if day < NORMS_FROM => Err(AnswerError::invalid(format!(
            "{}: the event begins on {day}, and no edition of B.01 before {NORMS_FROM} is here\n  hint: --rules {year} judges by the oldest one that is",
            input.name
        ))),
        _ => Ok(()),
    }
}

/// What a condition is about, in a word for programs.
pub fn condition_code(kind: NormConditionKind) -> &'static str {
    match kind {
        NormConditionKind::Games => "games",
        NormConditionKind::ForeignFederations => "foreign-federations",
        NormConditionKind::OwnFederation => "own-federation",
        NormConditionKind::OneFederation => "one-federation",
        NormConditionKind::Titled => "titled",
        NormConditionKind::HighTitles => "high-titles",
        NormConditionKind::Average => "average",
        NormConditionKind::Score => "score",
        NormConditionKind::Performance => "performance",
    }
}

#[derive(Serialize)]
struct NormsDocument<'a> {
    format: &'static str,
    format_version: u32,
    program: Program,
    file: &'a str,
    edition: u16,
    host: Option<&'a str>,
    exemption: Option<&'static str>,
    field: FieldDocument,
    predetermined: bool,
    norms: Vec<NormDocument<'a>>,
}

#[derive(Serialize)]
struct FieldDocument {
    players: usize,
    federations: usize,
    titled: usize,
    exempts: bool,
}

#[derive(Serialize)]
struct NormDocument<'a> {
    number: u16,
    name: &'a str,
    title: &'static str,
    achieved: bool,
    rounds: Vec<u16>,
    left_out: Vec<u16>,
    score: String,
    average: i32,
    performance: i32,
    raised: Option<u16>,
    counts_as: usize,
    conditions: Vec<NormConditionDocument>,
}

#[derive(Serialize)]
struct NormConditionDocument {
    condition: &'static str,
    article: &'static str,
    found: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<i32>,
    waived: bool,
    holds: bool,
}

impl From<&NormCondition> for NormConditionDocument {
    fn from(condition: &NormCondition) -> Self {
        let bound = Some(condition.bound);
        Self {
            condition: condition_code(condition.kind),
            article: condition.article,
            found: condition.found,
            least: bound.filter(|_| !condition.is_at_most()),
            most: bound.filter(|_| condition.is_at_most()),
            waived: condition.is_waived,
            holds: condition.holds(),
        }
    }
}

fn norm<'a>(tournament: &'a Tournament, result: &NormResult) -> NormDocument<'a> {
    let player = tournament.player(result.player);
    let rounds = |rounds: &[RoundNumber]| rounds.iter().map(|round| round.get()).collect();
    NormDocument {
        number: player.number.get(),
        name: &player.name,
        title: result.title.code(),
        achieved: result.is_achieved(),
        rounds: rounds(&result.rounds),
        left_out: rounds(&result.left_out),
        score: result.score.to_string(),
        average: result.average,
        performance: result.performance,
        raised: result.raised.map(|id| tournament.player(id).number.get()),
        counts_as: result.counted_games,
        conditions: result.conditions.iter().map(Into::into).collect(),
    }
}

/// As a document: docs/schema/norms.schema.json.
pub fn to_json(input: &TournamentInput, event: &NormedEvent) -> String {
    let tournament = &input.reading.tournament;
    let field = &event.report.field;
    let results = event.report.results.iter();
    written(&NormsDocument {
        format: "edelweiss.norms",
        format_version: FORMAT_VERSION,
        program: Program::default(),
        file: &input.name,
        edition: NORMS_FROM.year,
        host: event.host.as_deref(),
        exemption: event.exemption.map(ForeignExemption::article),
        field: FieldDocument {
            players: field.players,
            federations: field.federations,
            titled: field.titled,
            exempts: field.exempts(),
        },
        predetermined: event.report.is_predetermined,
        norms: results.map(|result| norm(tournament, result)).collect(),
    })
}
