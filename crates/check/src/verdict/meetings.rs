//! Who may meet whom, as rows of bits: for ten thousand players 12 MB and a moment, where a question for
//! each pair would take a hundred times as long.
//!
//! # Articles
//! C1, C3 (C.04.3 (2026) 2.1.1, 2.1.3; 2017 C.1, C.3), and the arbiter's bans.

use edelweiss_matching::bitset::{insert, remove, take_away};
use edelweiss_matching::cardinality::BitGraph;
use edelweiss_model::{Colour, PlayerId, Position};

/// The players as vertices, in their order, and behind them `n_spare` vertices that stand for no opponent:
/// each is joined to the other spare ones, and to the players for whom `may_stay_alone` holds.
/// O(n²/64 + n · rounds, and n/64 for each member of a group that is kept apart) for n vertices.
pub(super) fn meetings(
    position: &Position,
    players: &[PlayerId],
    n_spare: usize,
    may_stay_alone: impl Fn(PlayerId) -> bool,
) -> BitGraph {
    let (n_players, n) = (players.len(), players.len() + n_spare);
    let words = n.div_ceil(64);
    let everybody = set_of(n, 0..n_players);
    let with_spares = set_of(n, 0..n);
    let bound = [Colour::White, Colour::Black].map(|colour| {
        let is_bound = |v: &usize| position.player(players[*v]).bound_to() == Some(colour);
        (colour, set_of(n, (0..n_players).filter(is_bound)))
    });
    let place = places(position, players);
    let mut rows: Vec<u64> = Vec::with_capacity(n * words);
    for (v, id) in players.iter().enumerate() {
        let is_joined = n_spare > 0 && may_stay_alone(*id);
        rows.extend_from_slice(if is_joined { &with_spares } else { &everybody });
        let row = &mut rows[v * words..];
        remove(row, v);
        let met = position.games(*id).iter();
        let met = met.filter_map(|(opponent, _)| place[opponent.index()]);
        met.for_each(|opponent| remove(row, opponent));
        let own = position.player(*id).bound_to();
        for (_, others) in bound.iter().filter(|(colour, _)| Some(*colour) == own) {
            take_away(row, others);
        }
    }
    part_banned(position, &place, words, &mut rows);
    let joined = (0..n).filter(|v| players.get(*v).is_none_or(|id| may_stay_alone(*id)));
    let joined = set_of(n, joined);
    for v in n_players..n {
        rows.extend_from_slice(&joined);
        remove(&mut rows[v * words..], v);
    }
    BitGraph::from_rows(n, rows)
}

/// Takes from the rows whom the arbiter keeps apart.
fn part_banned(position: &Position, place: &[Option<usize>], words: usize, rows: &mut [u64]) {
    for group in position.bans() {
        let members: Vec<usize> = group.iter().filter_map(|id| place[id.index()]).collect();
        if let [one, other] = members[..] {
            remove(&mut rows[one * words..][..words], other);
            remove(&mut rows[other * words..][..words], one);
            continue;
        }
        let apart = set_of(words * 64, members.iter().copied());
        for v in members {
            take_away(&mut rows[v * words..][..words], &apart);
        }
    }
}

/// Some of `n` vertices as bits.
pub(super) fn set_of(n: usize, vertices: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut set = vec![0; n.div_ceil(64)];
    vertices.for_each(|v| insert(&mut set, v));
    set
}

/// By player index: the place among these players.
fn places(position: &Position, players: &[PlayerId]) -> Vec<Option<usize>> {
    let mut places = vec![None; position.players().len()];
    for (place, id) in players.iter().enumerate() {
        places[id.index()] = Some(place);
    }
    places
}
