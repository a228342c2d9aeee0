//! Who may meet whom this round, as bit rows.
//!
//! # Articles
//! C1, C3, the arbiter's bans.

use edelweiss_matching::VertexId;
use edelweiss_matching::bitset::{insert, meet};
use edelweiss_matching::cardinality::BitGraph;
use edelweiss_model::{Colour, PlayerId, Position};

/// The place of a player without one.
pub(crate) const ELSEWHERE: u32 = u32::MAX;

/// The absolute criteria among some players. Rows and columns are *places*.
#[derive(Debug)]
pub(crate) struct Opponents {
    /// By place, highest ranked first.
    players: Vec<PlayerId>,
    /// By player index.
    place: Vec<u32>,
    words: usize,
    /// Bit `b` of row `a`: the two may meet.
    rows: Vec<u64>,
}

impl Opponents {
    /// For `players`, highest ranked first. O(n²/64 + n · rounds + n/64 · members of groups with
    /// bans) for n players.
    pub(crate) fn new(position: &Position, players: Vec<PlayerId>) -> Self {
        let n = players.len();
        let words = n.div_ceil(64);
        let mut place = vec![ELSEWHERE; position.players().len()];
        for (at, id) in players.iter().enumerate() {
            place[id.index()] = at as u32;
        }
        let everybody = BitGraph::complete(n);
        let mut rows = Vec::with_capacity(n * words);
        for at in 0..n {
            rows.extend_from_slice(everybody.row(VertexId::new(at)));
        }
        part_opponents(position, players.iter().copied(), &place, words, &mut rows);
        let mut opponents = Self {
            players,
            place,
            words,
            rows,
        };
        for colour in [Colour::White, Colour::Black] {
            let is_bound = |place: &usize| {
                position.player(opponents.players[*place]).bound_to() == Some(colour)
            };
            let bound: Vec<usize> = (0..n).filter(is_bound).collect();
            part(&bound, &mut Vec::new(), words, &mut opponents.rows);
        }
        opponents
    }

    /// By place, highest ranked first.
    pub(crate) fn players(&self) -> &[PlayerId] {
        &self.players
    }

    fn place(&self, id: PlayerId) -> Option<usize> {
        let place = self.place[id.index()];
        (place != ELSEWHERE).then_some(place as usize)
    }

    /// By place, whom the player at this place may meet.
    pub(crate) fn row(&self, place: usize) -> &[u64] {
        &self.rows[place * self.words..][..self.words]
    }

    /// Whether the players at these places may meet.
    pub(crate) fn at(&self, a: usize, b: usize) -> bool {
        self.rows[a * self.words + b / 64] >> (b % 64) & 1 == 1
    }

    /// Whether two of the players may meet.
    pub(crate) fn may_meet(&self, a: PlayerId, b: PlayerId) -> bool {
        match (self.place(a), self.place(b)) {
            (Some(a), Some(b)) => self.at(a, b),
            _ => false,
        }
    }

    /// Whether one of some players may meet one of others. O(n/64) for each of the latter.
    pub(crate) fn any_pair(
        &self,
        players: impl Iterator<Item = PlayerId>,
        others: impl Iterator<Item = PlayerId>,
    ) -> bool {
        let mut members = vec![0; self.words];
        players
            .filter_map(|id| self.place(id))
            .for_each(|place| insert(&mut members, place));
        { others }.any(|id| (self.place(id)).is_some_and(|at| meet(self.row(at), &members)))
    }

    /// The players as the vertices of a graph. As [`Self::new`].
    pub(crate) fn graph(position: &Position, players: &[PlayerId]) -> BitGraph {
        BitGraph::from_rows(players.len(), Self::new(position, players.to_vec()).rows)
    }
}

/// Takes from bit rows the players who have met or are banned from meeting (C1). `players` have rows,
/// `place` has the number of a player's row and column by player index, [`ELSEWHERE`] without one.
/// O(games, and members of groups with bans · n/64) for n columns.
pub(crate) fn part_opponents(
    position: &Position,
    players: impl Iterator<Item = PlayerId>,
    place: &[u32],
    words: usize,
    rows: &mut [u64],
) {
    for id in players {
        let row = &mut rows[place[id.index()] as usize * words..][..words];
        for (opponent, _) in position.games(id) {
            let other = place[opponent.index()];
            if other != ELSEWHERE {
                row[other as usize / 64] &= !(1 << (other % 64));
            }
        }
    }
    let (mut places, mut apart) = (Vec::new(), Vec::new());
    for group in position.bans() {
        places.clear();
        let here = group.iter().map(|id| place[id.index()]);
        places.extend(
            here.filter(|place| *place != ELSEWHERE)
                .map(|place| place as usize),
        );
        if places.len() > 1 {
            places.sort_unstable();
            part(&places, &mut apart, words, rows);
        }
    }
}

/// Keeps everybody at these places, ascending, apart. `apart` is scratch.
fn part(places: &[usize], apart: &mut Vec<(usize, u64)>, words: usize, rows: &mut [u64]) {
    apart.clear();
    for place in places {
        let bit = 1 << (place % 64);
        match apart.last_mut() {
            Some((word, bits)) if *word == place / 64 => *bits |= bit,
            _ => apart.push((place / 64, bit)),
        }
    }
    for place in places {
        let row = &mut rows[place * words..][..words];
        for (word, bits) in &*apart {
            row[*word] &= !bits;
        }
    }
}
