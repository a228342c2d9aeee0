//! The points that a file records, beside those of its results.
//!
//! A file whose points are wrong has rounds and ranks all the same: they are judged by the points of
//! the results, and the report says so.

use std::fmt;

use edelweiss::model::{RoundNumber, Score, TeamId, Tournament};
use edelweiss::standings::{Reference, TeamTable, TieBreakRules};
use edelweiss::trf::{Reading, WrongPoints};
use serde::Serialize;

use super::standings::recorded_by_number;

/// A participant whose recorded points are not those of the results.
#[derive(Debug, Serialize)]
pub struct PointsReport {
    /// `player` or `team`.
    pub of: &'static str,
    /// In the file.
    pub number: u32,
    /// `points`, `match points` or `game points`.
    pub what: &'static str,
    /// The line of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// As the file has them.
    pub recorded: String,
    /// As they follow from the results.
    pub here: String,
    /// Where the two part.
    pub why: String,
}

impl fmt::Display for PointsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.of, self.number)?;
        if let Some(line) = self.line {
            write!(f, " (line {line}, columns 81-84)")?;
        }
        let (what, recorded, here, why) = (self.what, &self.recorded, &self.here, &self.why);
        write!(f, ": {recorded} {what} in the file, {here} here; {why}")
    }
}

/// Every player whose columns 81-84, and every team whose record `310`, do not fit the results.
pub(super) fn judged(reading: &Reading) -> Vec<PointsReport> {
    let mut found = of_players(reading);
    found.extend(of_teams(reading));
    found
}

fn of_players(reading: &Reading) -> Vec<PointsReport> {
    let tournament = &reading.tournament;
    let wrong = reading.document.wrong_points(tournament);
    if wrong.is_empty() {
        return Vec::new();
    }
    let recorded = recorded_by_number(reading);
    let rounds = tournament.rounds_paired().map_or(0, |r| r.index() + 1);
    let report = |wrong: &WrongPoints| {
        let number = tournament.player(wrong.player).number;
        let score = |rounds| tournament.standings_score(wrong.player, rounds);
        PointsReport {
            of: "player",
            number: number.get(),
            what: "points",
            line: recorded.get(&number).and_then(|line| line.place.line),
            recorded: wrong.recorded.to_string(),
            here: wrong.expected.to_string(),
            why: parting(&(0..=rounds).map(score).collect::<Vec<_>>(), wrong.recorded),
        }
    };
    wrong.iter().map(report).collect()
}

/// Match points and game points of the teams. Nothing is compared where records `299` change points,
/// nor where all teams have those of the round before the last one.
fn of_teams(reading: &Reading) -> Vec<PointsReport> {
    let tournament = &reading.tournament;
    let has_penalties = || {
        let mut records = reading.document.records();
        records.any(|record| record.code() == "299")
    };
    if tournament.teams.teams.is_empty() || has_penalties() {
        return Vec::new();
    }
    let tables = after_each_round(tournament);
    let Some((last, earlier)) = tables.split_last() else {
        return Vec::new();
    };
    let found = wrong_of_teams(tournament, last, &tables);
    let is_one_round_late =
        (earlier.last()).is_some_and(|before| wrong_of_teams(tournament, before, &[]).is_empty());
    if is_one_round_late { Vec::new() } else { found }
}

/// The teams after no round, after one, and so on, up to the last one with results.
fn after_each_round(tournament: &Tournament) -> Vec<TeamTable> {
    let table = |after| {
        let rules = TieBreakRules::of(tournament.starts);
        TeamTable::new(tournament, rules, Reference::MatchPoints, after).ok()
    };
    let Some(last) = table(None) else {
        return Vec::new();
    };
    let rounds = (1..last.rounds()).map(|round| RoundNumber::from_index(round - 1));
    let mut tables: Vec<TeamTable> = rounds.filter_map(|round| table(Some(round))).collect();
    tables.push(last);
    tables
}

fn wrong_of_teams(
    tournament: &Tournament,
    table: &TeamTable,
    by_round: &[TeamTable],
) -> Vec<PointsReport> {
    let mut found = Vec::new();
    for (index, team) in tournament.teams.teams.iter().enumerate() {
        let id = TeamId::from_index(index);
        for (what, recorded, reference) in [
            ("match points", team.match_points, Reference::MatchPoints),
            ("game points", team.game_points, Reference::GamePoints),
        ] {
            let here = table.score(id, reference);
            let Some(recorded) = recorded.filter(|recorded| *recorded != here) else {
                continue;
            };
            let sums = by_round.iter().map(|table| table.score(id, reference));
            let sums: Vec<Score> = [Score::ZERO].into_iter().chain(sums).collect();
            found.push(PointsReport {
                of: "team",
                number: team.number.get(),
                what,
                line: None,
                recorded: recorded.to_string(),
                here: here.to_string(),
                why: parting(&sums, recorded),
            });
        }
    }
    found
}

/// The points by round, and the round up to which they are the recorded ones, if there is one.
/// `sums` has the points after no round, after one, and so on.
fn parting(sums: &[Score], recorded: Score) -> String {
    let by_round = sums.windows(2).map(|pair| (pair[1] - pair[0]).to_string());
    let by_round: Vec<String> = by_round.collect();
    let by_round = format!("by round here {}", by_round.join(" + "));
    match sums.iter().rposition(|sum| *sum == recorded) {
        Some(round @ 1..) => format!("{by_round}, the file's are those after round {round}"),
        _ => by_round,
    }
}
