//! A club before a round: who stands where, and who has met whom when.
//!
//! # Source
//! The page of the ladder, by the numbers of its rules: 1.1-1.5 the ranking, 3 the order of the bye. The ranking is
//! counted from the games here, by nothing of the system and of the standings.

use std::cmp::Reverse;

use edelweiss_model::{ByeKind, PlayerId, RoundEntry, RoundNumber, Score, Tournament};

use super::club_rules::ClubParameters;
use super::entrant::EntrantToProve;

/// Everybody before a round. Whoever has had fewer byes has "played" more rounds, as the order of the bye has it (3).
/// O(players · rounds²) at most twenty times.
pub(super) fn club_players(
    tournament: &Tournament,
    rounds: usize,
    club: &ClubParameters,
) -> Vec<EntrantToProve> {
    let list = ranking(tournament, rounds, club);
    let mut places = vec![0; list.len()];
    for (place, id) in list.iter().enumerate() {
        places[id.index()] = place;
    }
    let player = |id: PlayerId| {
        let entries = (0..rounds).map(|round| entry(tournament, id, round));
        let byes = entries.filter(|entry| *entry == RoundEntry::Bye(ByeKind::PairingAllocated));
        let games = (0..rounds).filter_map(|round| {
            let (opponent, _) = entry(tournament, id, round).played()?;
            Some((round, opponent))
        });
        EntrantToProve {
            score: Score::ZERO,
            rank: places[id.index()],
            n_played: rounds - byes.count(),
            bye_allowed: true,
            games: games.collect(),
            ..EntrantToProve::default()
        }
    };
    tournament.player_ids().map(player).collect()
}

fn entry(tournament: &Tournament, id: PlayerId, round: usize) -> RoundEntry {
    (tournament.player(id)).entry(RoundNumber::from_index(round))
}

/// 1.5: after each round all are counted anew, from the ranking of the round before on.
fn ranking(tournament: &Tournament, rounds: usize, club: &ClubParameters) -> Vec<PlayerId> {
    let mut list: Vec<PlayerId> = tournament.player_ids().collect();
    for played in 1..=rounds {
        for _ in 0..club.passes {
            let points = points(tournament, played, club, &list);
            let mut next = list.clone();
            next.sort_by_key(|id| (Reverse(points[id.index()]), *id));
            let stays = next == list;
            list = next;
            if stays {
                break;
            }
        }
    }
    list
}

/// 1.1-1.4: by player, twelfths of what the first rounds and one's own value earn by the values of a list.
fn points(
    tournament: &Tournament,
    rounds: usize,
    club: &ClubParameters,
    list: &[PlayerId],
) -> Vec<i64> {
    let top = club.top.unwrap_or((3 * list.len() as i64 + 1) / 2);
    let mut values = vec![0; list.len()];
    for (place, id) in list.iter().enumerate() {
        values[id.index()] = (top - place as i64).max(1);
    }
    let earned = |id: PlayerId| {
        let own = values[id.index()];
        let mut absences_left = club.absences_paid;
        let mut total = if club.has_own_value { 12 * own } else { 0 };
        for round in 0..rounds {
            total += match entry(tournament, id, round) {
                RoundEntry::Paired {
                    opponent, result, ..
                } => club.of_result(result) * values[opponent.index()],
                RoundEntry::Bye(ByeKind::PairingAllocated) => club.bye_share * own,
                RoundEntry::Bye(ByeKind::Full) => 8 * own,
                RoundEntry::Blank | RoundEntry::Bye(ByeKind::Half | ByeKind::Zero) => {
                    let is_paid = absences_left > 0;
                    absences_left = absences_left.saturating_sub(1);
                    i64::from(is_paid) * club.absence_share * own
                }
            };
        }
        total
    };
    tournament.player_ids().map(earned).collect()
}
