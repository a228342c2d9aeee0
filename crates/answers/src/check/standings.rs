//! The ranks of a file, computed again from its results and its list of tie-breaks.
//!
//! # Article
//! C.07 (2026) 4.2. Where the list leaves a tie, lots may have drawn any order, so any rank within the
//! tie is right; so is the shared one.

use std::collections::BTreeMap;

use edelweiss::model::{PlayerId, Tournament, Tpn};
use edelweiss::standings::{Refused, Standings, StandingsRow, team_standings};
use edelweiss::trf::{ReadPurpose, Reading, RecordKind, RecordedStanding};

use super::standings_report::{RankReport, StandingsReport};
use crate::standings::choice::{self, ChosenList, ListOptions};

/// A participant with the rank of the file as it stands there.
struct RecordedRank {
    id: PlayerId,
    number: u32,
    /// As it stands in the file.
    text: String,
    rank: Option<u32>,
}

/// Judges the ranks of players or teams; `None` where nobody names a list of tie-breaks, the file has no
/// ranks, or its teams were left out, whose list it is.
pub(super) fn judged(name: &str, reading: &Reading, list: &ListOptions) -> Option<StandingsReport> {
    if !list.names_list() && reading.document.tie_break_records().is_empty() {
        return None;
    }
    let recorded = if list.ranks_teams(&reading.tournament) {
        ranks_of_teams(&reading.tournament)
    } else if list.purpose() == ReadPurpose::Ranking && has_lost_teams(reading) {
        return None;
    } else {
        ranks_of_players(reading)
    };
    if recorded.iter().all(|each| each.text.is_empty()) {
        return None;
    }
    let choice = match choice::choose(name, reading, list) {
        Ok(choice) => choice,
        Err(failure) => return Some(none(failure.to_string())),
    };
    let tournament = &choice.applied_to(&reading.tournament);
    let standings = match standings(tournament, &choice) {
        Ok(standings) => standings,
        Err(refused) => return Some(none(choice.refused(name, &refused).to_string())),
    };
    let differences = differences(&standings, &recorded, &choice);
    Some(StandingsReport {
        of: if choice.is_of_teams { "team" } else { "player" },
        after_round: standings.rounds(),
        tie_breaks: choice.whole_order(),
        edition: choice.rules.code,
        equal: differences.is_empty(),
        differences,
        error: None,
    })
}

fn standings(tournament: &Tournament, choice: &ChosenList) -> Result<Standings, Refused> {
    if choice.is_of_teams {
        return team_standings(tournament, choice.rules, &choice.list, None);
    }
    edelweiss::standings::standings(tournament, choice.rules, &choice.list, None)
}

/// Whether the file has teams that were left out, because something is wrong with them.
fn has_lost_teams(reading: &Reading) -> bool {
    let mut records = reading.document.records();
    reading.tournament.teams.teams.is_empty()
        && records.any(|record| record.kind == RecordKind::Team)
}

/// What the players' lines say of points and ranks; of a number the first one counts.
pub(super) fn recorded_by_number(reading: &Reading) -> BTreeMap<Tpn, RecordedStanding> {
    let recorded = reading.document.recorded_standings().into_iter().rev();
    recorded.map(|each| (each.number, each)).collect()
}

fn ranks_of_players(reading: &Reading) -> Vec<RecordedRank> {
    let by_number = recorded_by_number(reading);
    let tournament = &reading.tournament;
    let players = tournament.player_ids().filter_map(|id| {
        let number = tournament.player(id).number;
        let stands = by_number.get(&number)?;
        Some(RecordedRank {
            id,
            number: number.get(),
            text: stands.rank.clone(),
            rank: stands.rank_number(),
        })
    });
    players.collect()
}

fn ranks_of_teams(tournament: &Tournament) -> Vec<RecordedRank> {
    let teams = tournament.teams.teams.iter().enumerate();
    teams
        .map(|(index, team)| RecordedRank {
            id: PlayerId::from_index(index),
            number: team.number.get(),
            text: team.rank.map(|rank| rank.to_string()).unwrap_or_default(),
            rank: team.rank.map(u32::from),
        })
        .collect()
}

fn none(error: String) -> StandingsReport {
    StandingsReport {
        of: "player",
        after_round: 0,
        tie_breaks: String::new(),
        edition: "",
        equal: false,
        differences: Vec::new(),
        error: Some(error),
    }
}

/// The rows of a list, to be found by participant and by rank.
struct RowsByRank<'a> {
    of: BTreeMap<PlayerId, &'a StandingsRow>,
    /// Of each rank that is shared or not the first row, and how many rows there are.
    ties: BTreeMap<u32, (&'a StandingsRow, u32)>,
}

impl<'a> RowsByRank<'a> {
    fn new(rows: &'a [StandingsRow]) -> Self {
        let mut ties = BTreeMap::new();
        for row in rows {
            ties.entry(row.rank).or_insert((row, 0)).1 += 1;
        }
        Self {
            of: rows.iter().map(|row| (row.player, row)).collect(),
            ties,
        }
    }

    /// The first row of the tie that a rank lies in.
    fn at(&self, rank: u32) -> Option<&'a StandingsRow> {
        let (first, (row, size)) = self.ties.range(..=rank).next_back()?;
        (rank < first + size).then_some(row)
    }
}

/// Everybody whose recorded rank lies outside the tie that holds the participant here.
fn differences(
    standings: &Standings,
    recorded: &[RecordedRank],
    choice: &ChosenList,
) -> Vec<RankReport> {
    let rows = RowsByRank::new(standings.rows());
    let of_player: BTreeMap<_, _> = recorded.iter().map(|each| (each.id, each)).collect();
    let mut found = Vec::new();
    for stands in recorded {
        let here = standings.rank(stands.id);
        let other = stands.rank.and_then(|rank| rows.at(rank));
        if stands.text.is_empty() || other.is_some_and(|row| row.rank == here) {
            continue;
        }
        let other = other.and_then(|row| of_player.get(&row.player));
        found.push(RankReport {
            number: stands.number,
            recorded: stands.text.clone(),
            here,
            why: other.map(|other| parting((standings, &rows), stands.id, other, choice)),
        });
    }
    found
}

/// Who has the recorded rank here, and the first value in which the two differ.
fn parting(
    (standings, rows): (&Standings, &RowsByRank<'_>),
    player: PlayerId,
    other: &RecordedRank,
    choice: &ChosenList,
) -> String {
    let number = other.number;
    let points = [player, other.id].map(|id| rows.of.get(&id).map(|row| row.points));
    if let (Some(code), [Some(own), Some(theirs)]) = (choice.unnamed_points(), points)
        && own != theirs
    {
        return format!("here that is {number}: {code} {theirs} against {own}");
    }
    let deciding = standings.deciding_column(player, other.id);
    let column = deciding.map(|index| &standings.columns()[index]);
    match column {
        Some(column) => format!(
            "here that is {number}: {} {} against {}",
            column.tie_break,
            column.text(other.id),
            column.text(player)
        ),
        None => format!("here that is {number}"),
    }
}
