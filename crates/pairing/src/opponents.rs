//! Who may meet whom this round, as bit rows.
//!
//! # Articles
//! C1, C3, the arbiter's bans.

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::BitGraph;
use edelweiss_model::{Colour, PlayerId, Position, Strength};

use crate::runs::Runs;

/// Stands for nobody in [`Opponents::place`].
const ELSEWHERE: u32 = u32::MAX;

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
        for (at, id) in players.iter().enumerate() {
            rows.extend_from_slice(everybody.row(VertexId::new(at)));
            let row = &mut rows[at * words..];
            for (opponent, _) in position.games(*id) {
                let other = place[opponent.index()];
                if other != ELSEWHERE {
                    row[other as usize / 64] &= !(1 << (other % 64));
                }
            }
        }
        let mut opponents = Self {
            players,
            place,
            words,
            rows,
        };
        for group in position.bans() {
            let places = group.iter().filter_map(|id| opponents.place(*id));
            opponents.part(&places.collect::<Vec<_>>());
        }
        for colour in [Colour::White, Colour::Black] {
            let is_bound = |place: &usize| {
                let player = position.player(opponents.players[*place]);
                player.strength == Strength::Absolute
                    && player.preference == Some(colour)
                    && !player.topscorer
            };
            opponents.part(&(0..n).filter(is_bound).collect::<Vec<_>>());
        }
        opponents
    }

    /// Keeps everybody at these places apart.
    fn part(&mut self, places: &[usize]) {
        let mut apart: Vec<(usize, u64)> = Vec::new();
        for place in places {
            let bit = 1 << (place % 64);
            match apart.last_mut() {
                Some((word, bits)) if *word == place / 64 => *bits |= bit,
                _ => apart.push((place / 64, bit)),
            }
        }
        for place in places {
            let row = &mut self.rows[place * self.words..][..self.words];
            for (word, bits) in &apart {
                row[*word] &= !bits;
            }
        }
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

    /// Columns for some of the players, none for a vertex that is nobody.
    pub(crate) fn among(&self, vertices: impl Iterator<Item = Option<PlayerId>>) -> Among<'_> {
        Among {
            opponents: self,
            runs: Runs::new(vertices.map(|id| id.and_then(|id| self.place(id)))),
        }
    }

    /// The players as the vertices of a graph. O(n²/64 + n · players ranked apart from the one
    /// before).
    pub(crate) fn graph(&self, players: &[PlayerId]) -> BitGraph {
        let among = self.among(players.iter().copied().map(Some));
        let mut graph = BitGraph::new(players.len());
        let mut row = vec![0; players.len().div_ceil(64)];
        for (v, id) in players.iter().enumerate() {
            row.fill(0);
            among.add_to(&mut row, *id);
            graph.set_half_row(VertexId::new(v), &row);
        }
        graph
    }
}

/// Some players as vertices.
#[derive(Debug)]
pub(crate) struct Among<'a> {
    opponents: &'a Opponents,
    runs: Runs,
}

impl Among<'_> {
    /// Adds the vertices that `id` may meet to a set. O(n/64 + runs).
    pub(crate) fn add_to(&self, set: &mut [u64], id: PlayerId) {
        let Some(place) = self.opponents.place(id) else {
            return;
        };
        self.runs.add_to(set, self.opponents.row(place));
    }
}
