//! Players of matches of two games before one, each of which is two rounds of the tournament.
//!
//! # Articles
//! C.04.5 (2026) preface, 1.5, 1.6, 2.1.2, 3.4; C.04.7 1.4.

use edelweiss_model::{
    Acceleration, ByeKind, Definitions, GameResult, PlayerId, Position, RoundEntry, RoundNumber,
    Score, Tournament,
};

use super::entrant::EntrantToProve;

/// Every player before a match, whose first game is the next round. O(players · rounds).
pub(super) fn players(tournament: &Tournament, position: &Position) -> Vec<EntrantToProve> {
    let past = position.round().index();
    let is_last = (position.rounds_total()).is_some_and(|total| past + 2 > total.index());
    let previous = past.checked_sub(2).map(|first| {
        let before = tournament.before_round(RoundNumber::from_index(first));
        let position = Position::derive(&before, &Definitions::DUTCH_2026);
        scores(&before, &position)
    });
    let player = |(id, score): (PlayerId, Score)| {
        let games = |first: usize| [first, first + 1].map(|round| entry(tournament, id, round));
        let met = |first: usize| {
            let opponent = games(first)[0].opponent()?;
            let [own, theirs] = both(tournament, id, opponent, first);
            (!is_absent(own) && !is_absent(theirs)).then_some(opponent)
        };
        let bars = |first: usize| match games(first)[0].opponent() {
            Some(opponent) => {
                let [own, theirs] = both(tournament, id, opponent, first);
                is_absent(theirs) && !is_absent(own)
            }
            None => games(first).into_iter().any(is_bye_that_bars),
        };
        let floats = |scores: &Vec<Score>| {
            let opponent = met(past - 2);
            opponent.is_some_and(|opponent| scores[opponent.index()] != scores[id.index()])
        };
        let starts = || (0..past).step_by(2);
        let took_place = |first: &usize| games(*first).iter().any(|game| game.played().is_some());
        EntrantToProve {
            score,
            rank: id.index(),
            n_played: starts().filter(took_place).count(),
            bye_allowed: !starts().any(bars),
            floated: !is_last && previous.as_ref().is_some_and(floats),
            met: starts().filter_map(met).collect(),
            ..EntrantToProve::default()
        }
    };
    let all = tournament.player_ids().zip(scores(tournament, position));
    all.map(player).collect()
}

/// Pairing scores; a win of the Baku method is a match won, both games.
fn scores(tournament: &Tournament, position: &Position) -> Vec<Score> {
    let is_baku = tournament.acceleration == Acceleration::Baku && !tournament.has_virtual_points();
    let score = |id: PlayerId| {
        let player = position.player(id);
        let of_baku = player.score - player.standings;
        if is_baku {
            player.score + of_baku
        } else {
            player.score
        }
    };
    tournament.player_ids().map(score).collect()
}

fn entry(tournament: &Tournament, id: PlayerId, round: usize) -> RoundEntry {
    (tournament.player(id)).entry(RoundNumber::from_index(round))
}

/// The results of a match from both sides, its first game in this round.
fn both(
    tournament: &Tournament,
    id: PlayerId,
    opponent: PlayerId,
    first: usize,
) -> [[Option<GameResult>; 2]; 2] {
    [id, opponent]
        .map(|player| [first, first + 1].map(|round| entry(tournament, player, round).result()))
}

/// Whether both games were lost by not coming.
fn is_absent(results: [Option<GameResult>; 2]) -> bool {
    results == [Some(GameResult::ForfeitLoss); 2]
}

fn is_bye_that_bars(entry: RoundEntry) -> bool {
    entry == RoundEntry::Bye(ByeKind::PairingAllocated) || entry == RoundEntry::Bye(ByeKind::Full)
}
