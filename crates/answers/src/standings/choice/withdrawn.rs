//! C.05 6.6: who left an event whose games were all fixed before it.

use edelweiss::event::naming;
use edelweiss::model::{ByeKind, PlayerId, RoundEntry, Tournament, TournamentData};
use edelweiss::systems::round_robin::rounds_of_table;
use edelweiss::trf::{Failure, Finding, FindingKind, Place};

use super::whole;

/// Who left with less than half of the games completed, ascending; and what is said of each who left. Completed is a game
/// that was played over the board; scheduled is everything but free rounds, in the rounds that the file says there are.
///
/// # Errors
/// An event whose rounds are paired one by one; somebody who is not there.
pub(super) fn uncounted(
    file: &str,
    tournament: &Tournament,
    is_fixed: bool,
    said: &[String],
) -> Result<(Vec<PlayerId>, Vec<Finding>), Failure> {
    if said.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let about = |message: String, hint: Option<String>| Finding {
        kind: FindingKind::Field,
        place: Place {
            field: "withdrawn",
            ..whole("--withdrawn")
        },
        message,
        hint,
    };
    let refused = |message: String, hint: Option<String>| Failure {
        errors: vec![about(message, hint)],
        more_errors: Vec::new(),
        warnings: Vec::new(),
    };
    if !is_fixed {
        let message = format!(
            "{file}: found somebody who left a tournament whose rounds are paired one by one, expected a round robin of players: elsewhere results stay as they are (C.05 6.6)"
        );
        let hint = "--pairings pre-determined says that all pairings were fixed before the event";
        return Err(refused(message, Some(hint.to_owned())));
    }
    let numbers = naming::players(tournament, said)
        .map_err(|error| refused(format!("{file}: {error}"), None))?;
    let mut left: Vec<PlayerId> = (tournament.player_ids())
        .filter(|id| numbers.contains(&tournament.player(*id).number.get()))
        .collect();
    let scheduled = scheduled(tournament);
    let mut notes = Vec::new();
    left.retain(|&id| {
        let player = tournament.player(id);
        let is_completed = |entry: &&RoundEntry| entry.played().is_some();
        let completed = player.entries.iter().filter(is_completed).count();
        let counts = 2 * completed >= scheduled;
        notes.push(about(
            format!(
                "player {} left after {completed} of {scheduled} games: {} (C.05 6.6)",
                player.number,
                if counts {
                    "half of them or more, so every result counts"
                } else {
                    "fewer than half, so no result by or against this player counts in the standings"
                }
            ),
            None,
        ));
        !counts
    });
    Ok((left, notes))
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

/// Takes every game of these players out, on both sides.
pub(super) fn take_out(data: &mut TournamentData, players: &[PlayerId]) {
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
