//! Title norms of the players of a file, as a document.

use edelweiss::model::{PlayerId, RoundNumber, Tournament};
use edelweiss::ratings::norms::{
    ForeignExemption, MetTooOften, NORMS_FROM, NormCondition, NormConditionKind, NormEvent,
    NormReport, NormResult, ROUNDS_OF_TEAM_CHAMPIONSHIP, title_norms,
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
    pub player: Option<u32>,
    /// Every player, however far from a norm
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "player"))]
    pub all: bool,
    /// Host federation [default: record 032 of the file]
    #[cfg_attr(feature = "clap", arg(long, value_name = "FEDERATION"))]
    pub host: Option<String>,
    /// The event is exempt from rules on federations: a national, b national team, c zonal (B.01 1.4.3)
    #[cfg_attr(feature = "clap", arg(long, value_name = "a|b|c"))]
    pub exempt: Option<String>,
    /// The event is a World or Continental Team or Club Championship: 7 games are enough (B.01 1.4.1b)
    #[cfg_attr(feature = "clap", arg(long))]
    pub team_championship: bool,
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
    /// Whether the options say that it is a World or Continental Team or Club Championship.
    pub is_team_championship: bool,
    /// The norms: of everybody or of one player, or those that are achieved or miss one condition.
    pub report: NormReport,
    /// How many players have no federation, or `FID`, which counts as none.
    pub without_federation: usize,
}

/// Judges them.
///
/// # Errors
/// An edition that is not there; an exemption that there is not; a player who is not; a team championship that has no
/// teams, or other numbers of rounds than 1.4.1b names; two players who met twice in an event that is no double round
/// robin.
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
        is_team_championship: options.team_championship,
    };
    let mut report = title_norms(tournament, &event).map_err(|met| met_too_often(input, &met))?;
    if options.team_championship {
        championship(&input.name, &report)?;
    }
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
        is_team_championship: options.team_championship,
        report,
        without_federation,
    })
}

fn met_too_often(input: &TournamentInput, met: &MetTooOften) -> AnswerError {
    let number = |id| input.reading.tournament.player(id).number;
    let (name, one, other) = (&input.name, number(met.one), number(met.other));
    AnswerError::invalid(if met.most == 1 {
        format!(
            "{name}: players {one} and {other} met twice, expected once\n  hint: B.01 knows that of double round robins (1.4.5), which have two rounds for each opponent, and of matches of a knockout, which are not judged here"
        )
    } else {
        format!(
            "{name}: players {one} and {other} met more often than twice, expected a double round robin (B.01 1.4.5)"
        )
    })
}

/// What 1.4.1b asks of a championship, as far as a file tells.
fn championship(name: &str, report: &NormReport) -> Result<(), AnswerError> {
    let (fewest, most) = (
        ROUNDS_OF_TEAM_CHAMPIONSHIP.start(),
        ROUNDS_OF_TEAM_CHAMPIONSHIP.end(),
    );
    if !report.is_of_teams {
        return Err(AnswerError::invalid(format!(
            "--team-championship: {name} has no teams\n  hint: records 310 (or 013) say who plays for whom"
        )));
    }
    if !ROUNDS_OF_TEAM_CHAMPIONSHIP.contains(&report.rounds) {
        return Err(AnswerError::invalid(format!(
            "--team-championship: {name} has {} rounds, expected {fewest} to {most} (B.01 1.4.1b)",
            report.rounds
        )));
    }
    Ok(())
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
        NormConditionKind::Players => "players",
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
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a field of the document"
)]
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
    double_round_robin: bool,
    teams: bool,
    team_championship: bool,
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
    number: u32,
    name: &'a str,
    title: &'static str,
    achieved: bool,
    rounds: Vec<u16>,
    left_out: Vec<u16>,
    score: String,
    average: i32,
    performance: i32,
    raised: Option<u32>,
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
        double_round_robin: event.report.is_double_round_robin,
        teams: event.report.is_of_teams,
        team_championship: event.is_team_championship,
        norms: results.map(|result| norm(tournament, result)).collect(),
    })
}
