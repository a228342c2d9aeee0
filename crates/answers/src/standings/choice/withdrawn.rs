//! C.05 6.6: who left an event whose games, or matches of teams, were all fixed before it.

use edelweiss::event::naming;
use edelweiss::model::{ByeKind, PlayerId, RoundEntry, TeamId, Tournament, TournamentData};
use edelweiss::standings::tournament_of_teams;
use edelweiss::systems::round_robin::rounds_of_table;
use edelweiss::trf::{Failure, Finding, FindingKind, Place};

use super::whole;

/// Who left with less than half of the games completed, ascending; and what is said of each who left. Completed is a game
/// that was played over the board; scheduled is everything but free rounds, in the rounds that the file says there are.
/// Where teams are ranked, those are named who left, their matches are counted, and the answer is their members.
///
/// # Errors
/// An event whose rounds are paired one by one; somebody who is not there; rounds that are no matches of teams.
pub(super) fn uncounted(
    file: &str,
    tournament: &Tournament,
    is_fixed: bool,
    is_of_teams: bool,
    said: &[String],
) -> Result<(Vec<PlayerId>, Vec<Finding>), Failure> {
    if said.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let refused = |message: String, hint: Option<String>| Failure {
        errors: vec![about(message, hint)],
        more_errors: Vec::new(),
        warnings: Vec::new(),
    };
    if !is_fixed {
        let message = format!(
            "{file}: found somebody who left a tournament whose rounds are paired one by one, expected a round robin: elsewhere results stay as they are (C.05 6.6)"
        );
        let hint = "--pairings pre-determined says that all pairings were fixed before the event";
        return Err(refused(message, Some(hint.to_owned())));
    }
    if !is_of_teams {
        let numbers = naming::players(tournament, said)
            .map_err(|error| refused(format!("{file}: {error}"), None))?;
        return Ok(before_half(tournament, &numbers, ["player", "games"]));
    }
    let teams = tournament_of_teams(tournament)
        .map_err(|error| refused(format!("{file}: {error}"), None))?;
    let numbers = naming::players(&teams, said).map_err(|error| {
        let why = error.to_string().replace("player", "team");
        refused(format!("{file}: {why}"), None)
    })?;
    let (left, notes) = before_half(&teams, &numbers, ["team", "matches"]);
    let members = |team: &PlayerId| tournament.teams.teams[team.index()].members.clone();
    Ok((left.iter().flat_map(members).collect(), notes))
}

fn about(message: String, hint: Option<String>) -> Finding {
    Finding {
        kind: FindingKind::Field,
        place: Place {
            field: "withdrawn",
            ..whole("--withdrawn")
        },
        message,
        hint,
    }
}

/// Who of these left before half of what was to be played, and what is said of all of them.
fn before_half(
    ranked: &Tournament,
    numbers: &[u32],
    [who, games]: [&str; 2],
) -> (Vec<PlayerId>, Vec<Finding>) {
    let mut left: Vec<PlayerId> = (ranked.player_ids())
        .filter(|id| numbers.contains(&ranked.player(*id).number.get()))
        .collect();
    let scheduled = scheduled(ranked);
    let mut notes = Vec::new();
    left.retain(|&id| {
        let player = ranked.player(id);
        let is_completed = |entry: &&RoundEntry| entry.played().is_some();
        let completed = player.entries.iter().filter(is_completed).count();
        let counts = 2 * completed >= scheduled;
        let means = if counts {
            "half of them or more, so every result counts".to_owned()
        } else {
            format!(
                "fewer than half, so no result by or against this {who} counts in the standings"
            )
        };
        notes.push(about(
            format!(
                "{who} {} left after {completed} of {scheduled} {games}: {means} (C.05 6.6)",
                player.number
            ),
            None,
        ));
        !counts
    });
    (left, notes)
}

/// Games of each player in the rounds that the file says there are: with an odd number of players one round of each
/// cycle is free.
fn scheduled(tournament: &Tournament) -> usize {
    let players = tournament.players.len();
    let length = rounds_of_table(players);
    let rounds = (tournament.rounds_total).map_or(length, |total| total.index() + 1);
    if players.is_multiple_of(2) {
        rounds
    } else {
        rounds - rounds.checked_div(length).unwrap_or(0)
    }
}

/// Takes every game of these players out, on both sides, and what is said of the matches of teams that are all theirs.
pub(super) fn take_out(data: &mut TournamentData, players: &[PlayerId]) {
    let is_out = |team: TeamId| {
        let members = &data.teams.teams[team.index()].members;
        !members.is_empty() && members.iter().all(|member| players.contains(member))
    };
    let out: Vec<bool> = (0..data.teams.teams.len())
        .map(|team| is_out(TeamId::from_index(team)))
        .collect();
    let stays = |sides: [TeamId; 2]| sides.iter().all(|team| !out[team.index()]);
    (data.teams.forfeited).retain(|forfeit| stays([forfeit.white, forfeit.black]));
    (data.teams.line_ups).retain(|line_up| stays([line_up.team, line_up.opponent]));
    let free = RoundEntry::Bye(ByeKind::Zero);
    for index in 0..data.players.len() {
        let is_out = players.contains(&PlayerId::from_index(index));
        for entry in &mut data.players[index].entries {
            let meets_one =
                matches!(entry, RoundEntry::Paired { opponent, .. } if players.contains(opponent));
            if is_out || meets_one {
                *entry = free;
            }
        }
    }
}
