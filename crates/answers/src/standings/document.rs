//! The standings as one JSON document. `docs/schema/standings.schema.json` describes it, and a test
//! holds real output against it.

use edelweiss::model::{PlayerId, RoundNumber};
use edelweiss::standings::{Contribution, Cut, Source, StandingsColumn, StandingsRow, Value};
use edelweiss::trf::{Failure, Finding};
use serde::Serialize;

use super::ranked::Ranked;
use crate::json::{JsonPoints, JsonRemark, Program, written};

/// Raised when a field changes its meaning or goes; new fields do not raise it.
const FORMAT_VERSION: u32 = 1;

#[derive(Serialize)]
struct StandingsDocument<'a> {
    format: &'static str,
    format_version: u32,
    program: Program,
    outcome: &'static str,
    #[serde(flatten)]
    answer: Option<RankedAnswer<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<JsonRemark<'a>>,
    warnings: Vec<JsonRemark<'a>>,
}

#[derive(Serialize)]
struct RankedAnswer<'a> {
    input: RankedInput<'a>,
    rules: TieBreakRulesOut,
    after_round: usize,
    tie_breaks: Vec<TieBreakOut<'a>>,
    tie_breaks_chosen_by: &'static str,
    remarks: Vec<String>,
    standings: Vec<RankedRowOut<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<WhyOut>,
}

#[derive(Serialize)]
struct RankedInput<'a> {
    file: &'a str,
    tournament: &'a str,
    players: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    teams: Option<usize>,
    rounds_total: Option<u16>,
    pairings: &'static str,
}

#[derive(Serialize)]
struct TieBreakRulesOut {
    edition: &'static str,
    name: &'static str,
    chosen_by: &'static str,
}

#[derive(Serialize)]
struct TieBreakOut<'a> {
    code: String,
    /// As it was asked for.
    asked: &'a str,
    name: &'static str,
    article: &'static str,
    lower_is_better: bool,
}

#[derive(Serialize)]
struct RankedRowOut<'a> {
    rank: u32,
    number: u32,
    name: &'a str,
    title: Option<&'a str>,
    rating: Option<u16>,
    /// Of somebody who has none in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating_by_option: Option<u16>,
    federation: Option<&'a str>,
    points: JsonPoints,
    /// Of teams.
    #[serde(flatten)]
    of_teams: Option<TeamScoresOut>,
    /// In the order of `tie_breaks`.
    values: Vec<Option<ValueOut>>,
}

#[derive(Serialize)]
struct TeamScoresOut {
    match_points: JsonPoints,
    game_points: JsonPoints,
}

#[derive(Serialize)]
struct ValueOut {
    text: String,
    /// Numerator and denominator in lowest terms.
    exact: (i64, u32),
    /// Of a tie-break that goes board by board: its values, the first ones first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    boards: Vec<(i64, u32)>,
}

#[derive(Serialize)]
struct WhyOut {
    number: u32,
    values: Vec<WhyValueOut>,
}

#[derive(Serialize)]
struct WhyValueOut {
    code: String,
    /// For a tie-break of type A: who was tied when it was applied.
    tied: Option<Vec<u32>>,
    divisor: Option<u32>,
    rounded: Option<bool>,
    contributions: Vec<ContributionOut>,
}

#[derive(Serialize)]
struct ContributionOut {
    round: Option<u16>,
    source: &'static str,
    opponent: Option<u32>,
    article: &'static str,
    factor: Option<JsonPoints>,
    amount: (i64, u32),
    cut: Option<&'static str>,
}

/// The document about a file that is refused.
pub fn refused(failure: &Failure) -> String {
    written(&document(
        "refused",
        None,
        &failure.errors,
        &failure.warnings,
    ))
}

/// The document about a file that was ranked, with the values of one player taken apart if asked for.
pub(super) fn standings(
    ranked: &Ranked<'_>,
    why: Option<PlayerId>,
    warnings: &[Finding],
) -> String {
    let tournament = ranked.tournament;
    let choice = ranked.choice;
    let asked = ranked.asked();
    let rows = ranked.standings.rows().iter();
    let rows = rows.map(|row| ranked_row(ranked, row));
    let answer = RankedAnswer {
        input: RankedInput {
            file: ranked.file,
            tournament: &tournament.name,
            players: tournament.players.len(),
            teams: ranked.teams().map(|_| tournament.teams.teams.len()),
            rounds_total: tournament.rounds_total.map(RoundNumber::get),
            pairings: if tournament.pre_determined {
                "pre-determined"
            } else {
                "swiss"
            },
        },
        rules: TieBreakRulesOut {
            edition: choice.rules.code,
            name: choice.rules.name,
            chosen_by: choice.rules_by.code(),
        },
        after_round: ranked.standings.rounds(),
        tie_breaks: (asked.iter())
            .filter_map(|each| Some(TieBreakOut::new(each.asked, each.column?)))
            .collect(),
        tie_breaks_chosen_by: choice.list_by.code(),
        remarks: ranked
            .standings
            .remarks()
            .iter()
            .map(ToString::to_string)
            .collect(),
        standings: rows.collect(),
        why: why.map(|player| taken_apart(ranked, player)),
    };
    let warnings: Vec<Finding> = warnings.iter().chain(&choice.warnings).cloned().collect();
    written(&document("ranked", Some(answer), &[], &warnings))
}

fn ranked_row<'a>(ranked: &'a Ranked<'_>, row: &StandingsRow) -> RankedRowOut<'a> {
    let player = match ranked.teams() {
        None => Some(ranked.tournament.player(row.player)),
        Some(_) => None,
    };
    let by_option = player.and_then(|_| ranked.choice.rating_by_option(row.player));
    let scores = ranked.scores(row.player);
    let columns = ranked.standings.columns().iter();
    RankedRowOut {
        rank: row.rank,
        number: ranked.number(row.player),
        name: ranked.name(row.player),
        title: player.and_then(|player| player.title.as_deref()),
        rating: (player.filter(|_| by_option.is_none())).and_then(|player| player.rating),
        rating_by_option: by_option,
        federation: player.and_then(|player| player.federation.as_deref()),
        points: row.points.into(),
        of_teams: match scores[..] {
            [(_, match_points), (_, game_points)] => Some(TeamScoresOut {
                match_points: match_points.into(),
                game_points: game_points.into(),
            }),
            _ => None,
        },
        values: columns.map(|column| value(column, row.player)).collect(),
    }
}

fn document<'a>(
    outcome: &'static str,
    answer: Option<RankedAnswer<'a>>,
    errors: &'a [Finding],
    warnings: &'a [Finding],
) -> StandingsDocument<'a> {
    StandingsDocument {
        format: "edelweiss.standings",
        format_version: FORMAT_VERSION,
        program: Program::default(),
        outcome,
        answer,
        errors: errors.iter().map(JsonRemark::new).collect(),
        warnings: warnings.iter().map(JsonRemark::new).collect(),
    }
}

impl<'a> TieBreakOut<'a> {
    fn new(asked: &'a str, column: &StandingsColumn) -> Self {
        let definition = column.tie_break.definition();
        Self {
            code: column.tie_break.to_string(),
            asked,
            name: definition.name,
            article: definition.article,
            lower_is_better: column.tie_break.is_lower_better(),
        }
    }
}

fn value(column: &StandingsColumn, player: PlayerId) -> Option<ValueOut> {
    column.value(player).map(|value| ValueOut {
        text: column.text(player),
        exact: value.lowest_terms(),
        boards: (column.board_values(player).iter())
            .map(|value| value.lowest_terms())
            .collect(),
    })
}

fn taken_apart(ranked: &Ranked<'_>, player: PlayerId) -> WhyOut {
    let number = |id: PlayerId| ranked.number(id);
    let columns = ranked.standings.columns().iter().enumerate();
    let values = columns.map(|(index, column)| {
        let tied = || ranked.standings.tied_before(index, player);
        let taken_apart = ranked.decompose(player, &column.tie_break);
        let is_among_tied = taken_apart.is_none() && column.board_values(player).is_empty();
        WhyValueOut {
            code: column.tie_break.to_string(),
            tied: is_among_tied.then(|| tied().into_iter().map(number).collect()),
            divisor: taken_apart.as_ref().map(|each| each.divisor),
            rounded: taken_apart.as_ref().map(|each| each.is_rounded),
            contributions: (taken_apart.iter())
                .flat_map(|each| &each.contributions)
                .map(|each| contribution(each, number))
                .collect(),
        }
    });
    WhyOut {
        number: number(player),
        values: values.collect(),
    }
}

fn contribution(each: &Contribution, number: impl Fn(PlayerId) -> u32) -> ContributionOut {
    let (source, opponent) = match each.source {
        Source::Round(_) => ("round", None),
        Source::ScoreSoFar => ("score so far", None),
        Source::Own => ("own", None),
        Source::OpponentScore { opponent, .. } => ("score of opponent", Some(opponent)),
        Source::Dummy { .. } => ("dummy", None),
        Source::AboveLimit { opponent } => ("points against", Some(opponent)),
        Source::OpponentValue { opponent } => ("value of opponent", Some(opponent)),
        Source::Board(_) => ("board", None),
        Source::AverageRating => ("average rating", None),
        Source::RatingDifference { .. } => ("rating difference", None),
        Source::PerfectRating => ("perfect rating", None),
    };
    ContributionOut {
        round: each.round.map(RoundNumber::get),
        source,
        opponent: opponent.map(number),
        article: each.article,
        factor: each.factor.map(JsonPoints::from),
        amount: exact(each.value()),
        cut: each.cut.map(Cut::article),
    }
}

fn exact(value: Value) -> (i64, u32) {
    value.lowest_terms()
}
