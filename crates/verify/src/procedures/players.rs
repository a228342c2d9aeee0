//! Players before a round of the procedures that order them by their opponents.
//!
//! # Articles
//! C.04.4.1 (2026) 1.5-1.8; C.04.4.2 (2026) 1.4, 1.5, 1.7, 1.8.

use std::cmp::Reverse;

use edelweiss_model::{
    ByeKind, Colour, PlayerId, Position, RoundEntry, RoundNumber, Score, Strength, Tournament,
    pairing_scores,
};

use super::entrant::EntrantToProve;
use crate::premises;

/// What both procedures ask.
fn player(position: &Position, id: PlayerId) -> EntrantToProve {
    let state = position.player(id);
    let is_absolute = state.strength == Strength::Absolute;
    let games = position.games(id);
    EntrantToProve {
        score: state.score,
        rank: id.index(),
        n_played: games.len(),
        bye_allowed: state.bye_allowed,
        preference: state.preference.map(|colour| (colour, is_absolute)),
        has_absolute: true,
        met: games.iter().map(|(opponent, _)| *opponent).collect(),
        ..EntrantToProve::default()
    }
}

/// Those of C.04.4.1. O(players · rounds).
pub(super) fn of_subgroups(tournament: &Tournament, position: &Position) -> Vec<EntrantToProve> {
    let upfloats = upfloats(tournament, position.round());
    // 1.8.2; an event of which the number of rounds is not known has at least this one.
    let rounds = position.rounds_total().unwrap_or(position.round());
    let most = 2 + u64::from(rounds.get()) / 5;
    let with_history = |id: PlayerId| {
        let entrant = player(position, id);
        let former = &upfloats[id.index()];
        let times = former.iter().filter(|is_one| **is_one).count() as u64;
        let is_maximum = times >= most;
        let counts = !position.is_final();
        let repeated = [
            u64::from(is_maximum),
            if is_maximum { times } else { 0 },
            u64::from(former.last() == Some(&true)),
        ];
        EntrantToProve {
            aro: average_rating(tournament, &entrant.met),
            repeated: if counts { repeated } else { [0; 3] },
            // 1.6.4
            preference: entrant.preference.or(Some((Colour::Black, false))),
            ..entrant
        }
    };
    tournament.player_ids().map(with_history).collect()
}

/// 1.7: rounded, halves upwards; nothing without opponents.
fn average_rating(tournament: &Tournament, opponents: &[PlayerId]) -> u32 {
    let rating = |id: &PlayerId| u32::from(tournament.player(*id).rating.unwrap_or_default());
    let (sum, n) = (
        opponents.iter().map(rating).sum::<u32>(),
        opponents.len() as u32,
    );
    (2 * sum + n).checked_div(2 * n).unwrap_or_default()
}

/// Of each player, round by round, whether the opponent had a higher score, also where the game was not played.
fn upfloats(tournament: &Tournament, next: RoundNumber) -> Vec<Vec<bool>> {
    let mut upfloats = vec![Vec::new(); tournament.players.len()];
    for round in (0..next.index()).map(RoundNumber::from_index) {
        let scores = pairing_scores(tournament, round);
        for (id, own) in tournament.player_ids().zip(&mut upfloats) {
            let opponent = tournament.player(id).entry(round).opponent();
            own.push(opponent.is_some_and(|other| scores[other.index()] > scores[id.index()]));
        }
    }
    upfloats
}

/// Those of C.04.4.2, after the seeding rounds. O(players · rounds).
pub(super) fn of_indices(tournament: &Tournament, position: &Position) -> Vec<EntrantToProve> {
    let indices = indices(tournament, position);
    let mut ranking: Vec<PlayerId> = tournament.player_ids().collect();
    // 1.8
    ranking.sort_by_key(|id| (Reverse(indices[id.index()]), *id));
    let mut ranks = vec![0; ranking.len()];
    for (rank, id) in ranking.iter().enumerate() {
        ranks[id.index()] = rank;
    }
    let ranked = |id: PlayerId| EntrantToProve {
        rank: ranks[id.index()],
        ..player(position, id)
    };
    tournament.player_ids().map(ranked).collect()
}

/// 1.7: Buchholz, in tenths of a point, and Sonneborn-Berger, in hundredths. Scores are those of the standings.
fn indices(tournament: &Tournament, position: &Position) -> Vec<(i64, i64)> {
    let past = position.round().index();
    let own = tournament.standings_scores(past);
    let seen: Vec<Score> = (tournament.player_ids())
        .map(|id| own[id.index()] + raised(tournament, position, id))
        .collect();
    let index = |id: PlayerId| {
        let (mut buchholz, mut sonneborn_berger) = (0, 0);
        for round in (0..past).map(RoundNumber::from_index) {
            let entry = tournament.player(id).entry(round);
            let against = match entry.played() {
                Some((opponent, _)) => seen[opponent.index()],
                // 1.7.2.1: against oneself.
                None => own[id.index()],
            };
            let against = i64::from(against.tenths());
            buchholz += against;
            sonneborn_berger += i64::from(tournament.points.points(entry).tenths()) * against;
        }
        (buchholz, sonneborn_berger)
    };
    tournament.player_ids().map(index).collect()
}

/// 1.7.2.2: what opponents see of a player beyond his score: where he misses this round for no points, the zero-point byes
/// right before it are draws.
fn raised(tournament: &Tournament, position: &Position, id: PlayerId) -> Score {
    let is_absent = !position.player(id).present;
    if !is_absent || premises::bye_of(tournament, position, id) != 'Z' {
        return Score::default();
    }
    let [white, black] = tournament.points.draw;
    let entries = (0..position.round().index()).rev();
    let entries = entries.map(|round| tournament.player(id).entry(RoundNumber::from_index(round)));
    entries
        .take_while(|entry| matches!(entry, RoundEntry::Blank | RoundEntry::Bye(ByeKind::Zero)))
        .map(|entry| white.min(black) - tournament.points.points(entry))
        .sum()
}
