//! The ranks of a file, computed again from its results and its list of tie-breaks.
//!
//! # Article
//! C.07 (2026) 4.2. Where the list leaves a tie, lots may have drawn any order, so any rank within the
//! tie is right; so is the shared one.

use edelweiss::model::{PlayerId, Tournament};
use edelweiss::standings::{Crosstable, Standings};
use edelweiss::trf::{Reading, RecordedStanding};

use super::report::{RankReport, StandingsReport};
use crate::standings::choice::{self, ListArgs, ListBy};

/// Judges the ranks of players; `None` where the file has no list of tie-breaks or no ranks, or teams.
pub(super) fn judged(name: &str, reading: &Reading) -> Option<StandingsReport> {
    let recorded = reading.document.recorded_standings();
    let has_list = !reading.document.tie_break_records().is_empty();
    let is_of_teams = choice::is_of_teams(&reading.tournament);
    if !has_list || is_of_teams || recorded.iter().all(|each| each.rank.is_empty()) {
        return None;
    }
    let choice = match choice::choose(name, reading, &ListArgs::default()) {
        Ok(choice) => choice,
        Err(failure) => return Some(none(failure.to_string())),
    };
    debug_assert!(
        matches!(choice.list_by, ListBy::Record(_)),
        "the file has a list"
    );
    let tournament = &reading.tournament;
    let table = match Crosstable::new(tournament, choice.rules, None) {
        Ok(table) => table,
        Err(error) => return Some(none(error.to_string())),
    };
    let standings = match table.standings(&choice.list) {
        Ok(standings) => standings,
        Err(refused) => return Some(none(refused.to_string())),
    };
    let differences = differences(tournament, &standings, &recorded);
    Some(StandingsReport {
        after_round: standings.rounds(),
        tie_breaks: choice.whole_order(),
        edition: choice.rules.code,
        equal: differences.is_empty(),
        differences,
        error: None,
    })
}

fn none(error: String) -> StandingsReport {
    StandingsReport {
        after_round: 0,
        tie_breaks: String::new(),
        edition: "",
        equal: false,
        differences: Vec::new(),
        error: Some(error),
    }
}

/// Every player whose recorded rank lies outside the tie that holds the player here.
fn differences(
    tournament: &Tournament,
    standings: &Standings,
    recorded: &[RecordedStanding],
) -> Vec<RankReport> {
    let rows = standings.rows();
    let size = |rank: u32| rows.iter().filter(|row| row.rank == rank).count() as u32;
    let mut found = Vec::new();
    for (player, id) in tournament.players.iter().zip(tournament.player_ids()) {
        let Some(stands) = recorded.iter().find(|each| each.number == player.number) else {
            continue;
        };
        let here = standings.rank(id);
        let fits = |rank: u32| rank == here || (rank > here && rank < here + size(here));
        if stands.rank.is_empty() || stands.rank_number().is_some_and(fits) {
            continue;
        }
        let other = stands.rank_number().and_then(|rank| {
            rows.iter()
                .find(|row| row.rank <= rank && rank < row.rank + size(row.rank))
        });
        found.push(RankReport {
            number: player.number.get(),
            recorded: stands.rank.clone(),
            here,
            why: other.map(|row| parting(tournament, standings, id, row.player)),
        });
    }
    found
}

/// Who has the recorded rank here, and the first value in which the two differ.
fn parting(
    tournament: &Tournament,
    standings: &Standings,
    player: PlayerId,
    other: PlayerId,
) -> String {
    let number = tournament.player(other).number;
    let of = |id: PlayerId| standings.rows().iter().find(|row| row.player == id);
    let points = [player, other].map(|id| of(id).map(|row| row.points));
    if let [Some(own), Some(theirs)] = points
        && own != theirs
    {
        return format!("here that is {number}: PTS {theirs} against {own}");
    }
    let column =
        (standings.columns().iter()).find(|column| column.value(player) != column.value(other));
    match column {
        Some(column) => format!(
            "here that is {number}: {} {} against {}",
            column.tie_break,
            column.text(other),
            column.text(player)
        ),
        None => format!("here that is {number}"),
    }
}
