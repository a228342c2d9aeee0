//! A last round in which nobody has an opponent: is it over, or to be paired?
//!
//! The entries alone do not tell. Byes entered in advance look like those of a round that was held; the
//! points of the file tell where they count the byes of that round.

use edelweiss_model::{Acceleration, ByeKind, RoundEntry, RoundNumber, Score, Tournament};

use crate::error::{At, FindingKind, Log};
use crate::players::PlayerRows;

/// The tournament with its last round over, if the points of `rows` tell it, which a warning says.
pub(crate) fn held(tournament: Tournament, rows: &PlayerRows, log: &mut Log) -> Tournament {
    let columns: Vec<Option<Score>> = rows.lines.iter().map(|row| row.points).collect();
    let Some(round) = held_by_points(&tournament, &columns) else {
        return tournament;
    };
    let instead = match round.index() {
        0 => "--round 1".to_owned(),
        before => format!("--after-round {before}"),
    };
    let message = format!(
        "round {round} has byes only, and the points count them, so it is over; {instead} leaves it to be paired"
    );
    log.warn(
        FindingKind::Reading,
        At::default().round(round),
        message,
        "",
    );
    tournament.with_rounds_held(round)
}

/// The last round with an entry, if nobody has an opponent in it or waits for one, and the points of
/// everybody count it.
///
/// A pairing-allocated bye is given once everybody else has an opponent or is absent, so where the points
/// count it nobody waits. Other byes are entered in advance, with their points where JaVaFo is to pair:
/// then somebody waits.
fn held_by_points(tournament: &Tournament, columns: &[Option<Score>]) -> Option<RoundNumber> {
    let rounds = tournament.players.iter().map(|player| player.entries.len());
    let rounds = rounds.max()?;
    let paired = tournament.rounds_paired().map_or(0, |r| r.index() + 1);
    let last = RoundNumber::from_index(rounds.checked_sub(1)?);
    let has_virtual_points =
        tournament.acceleration == Acceleration::Baku || tournament.has_virtual_points();
    let is_beyond = tournament.rounds_total.is_some_and(|total| last > total);
    if rounds <= paired || has_virtual_points || is_beyond {
        return None;
    }
    let (mut is_counted, mut is_allocated) = (false, false);
    for (player, recorded) in tournament.player_ids().zip(columns) {
        let given = RoundEntry::Bye(ByeKind::PairingAllocated);
        let [with, without] = [rounds, rounds - 1].map(|n| tournament.standings_score(player, n));
        let counts = recorded.is_some() && with != without;
        is_counted |= counts;
        // One that is worth nothing cannot be seen in the points.
        is_allocated |= counts && tournament.player(player).entry(last) == given;
        if recorded.is_some_and(|recorded| recorded != with) {
            return None;
        }
    }
    let is_over = is_counted && (is_allocated || !somebody_waits(tournament, last));
    is_over.then_some(last)
}

/// Whether somebody has neither an entry in this round nor an announced absence from it.
pub(crate) fn somebody_waits(tournament: &Tournament, round: RoundNumber) -> bool {
    tournament.player_ids().any(|player| {
        let mut absences = tournament.absences.iter();
        tournament.player(player).entry(round) == RoundEntry::Blank
            && !absences.any(|each| each.player == player && each.round == round)
    })
}

/// Some programs write one round too many on some lines: `0000 -` and a loss, in a round without a game.
/// Whoever has that is absent from the round to be paired, and should hear it.
pub(crate) fn warn_of_extra_round(tournament: &Tournament, rows: &PlayerRows, log: &mut Log) {
    let next = tournament.next_round();
    let lost = rows.with_lost_bye(next);
    let Some(first) = lost.first() else {
        return;
    };
    let numbers: Vec<String> = (lost.iter().take(10))
        .map(|row| row.number.to_string())
        .collect();
    let more = match lost.len() - numbers.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let message = format!(
        "round {next} has no game, and {} of {} players have a loss without an opponent in it, which is read as an absence, so they are not paired: {}{more}",
        lost.len(),
        rows.lines.len(),
        numbers.join(", ")
    );
    let hint = "where the round is one too many, take these entries out of the file";
    log.warn(FindingKind::Reading, first.at_round(next), message, hint);
}
