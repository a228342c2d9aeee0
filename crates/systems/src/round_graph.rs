//! Who may meet whom in one round, whether players can all be paired, and who has the bye.
//!
//! Burstein and Double-Swiss both assign the pairing-allocated bye before any pair is formed and
//! then ask, bracket by bracket, whether the rest can still be paired.
//!
//! # Articles
//! C.04.4.2 (2026) 2.1, 2.2, 3.1; C.04.5 (2026) 2.1, 2.2, 3.4. Boards: C.04.2 (2026) 3.6.

use std::cmp::Reverse;

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::{BitGraph, maximum_matching};
use edelweiss_model::{PlayerId, Score};
use edelweiss_pairing::{Board, Witness};

/// The absolute criteria of one round as a bit matrix.
///
/// Invariant: symmetric; `bye_taker` has one entry per player of the tournament.
#[derive(Debug)]
pub(crate) struct RoundGraph {
    /// Bit `b` of row `a`: the two may meet. Rows and columns are player indices.
    may_meet: Vec<u64>,
    words: usize,
    bye_taker: Vec<bool>,
}

impl RoundGraph {
    /// The graph of `present` among the players of a tournament. `may_meet` is asked once for each
    /// pair of present players.
    pub(crate) fn new(
        present: &[PlayerId],
        bye_taker: Vec<bool>,
        may_meet: impl Fn(PlayerId, PlayerId) -> bool,
    ) -> Self {
        let words = bye_taker.len().div_ceil(64);
        let mut graph = Self {
            may_meet: vec![0; bye_taker.len() * words],
            words,
            bye_taker,
        };
        for (place, &a) in present.iter().enumerate() {
            for &b in &present[..place] {
                if may_meet(a, b) {
                    graph.set(a, b);
                    graph.set(b, a);
                }
            }
        }
        graph
    }

    fn set(&mut self, a: PlayerId, b: PlayerId) {
        self.may_meet[a.index() * self.words + b.index() / 64] |= 1 << (b.index() % 64);
    }

    /// Whether the absolute criteria and the arbiter's bans let the two meet. O(1).
    pub(crate) fn may_meet(&self, a: PlayerId, b: PlayerId) -> bool {
        self.may_meet[a.index() * self.words + b.index() / 64] >> (b.index() % 64) & 1 == 1
    }

    pub(crate) fn may_take_bye(&self, id: PlayerId) -> bool {
        self.bye_taker[id.index()]
    }

    /// The players as vertices in this order, followed by one for the bye if `with_bye`.
    fn vertices(&self, players: &[PlayerId], with_bye: bool) -> BitGraph {
        let mut graph = BitGraph::new(players.len() + usize::from(with_bye));
        for (u, &a) in players.iter().enumerate() {
            for (v, &b) in players.iter().enumerate().skip(u + 1) {
                if self.may_meet(a, b) {
                    graph.set_edge(VertexId::new(u), VertexId::new(v), true);
                }
            }
            if with_bye && self.may_take_bye(a) {
                graph.set_edge(VertexId::new(u), VertexId::new(players.len()), true);
            }
        }
        graph
    }

    /// Whether these players can all be paired with each other. One matching.
    pub(crate) fn can_pair_all(&self, players: &[PlayerId]) -> bool {
        maximum_matching(&self.vertices(players, false), &[]).deficiency() == 0
    }

    /// The first of `candidates` who may have the bye and leaves all others paired; nobody in even
    /// fields. `candidates` are all players to be paired, the one who should have the bye first.
    ///
    /// One matching decides: those who can be left over are the outer vertices of the
    /// Gallai-Edmonds decomposition.
    ///
    /// # Errors
    /// The proof that the round cannot be paired.
    pub(crate) fn choose_bye(&self, candidates: &[PlayerId]) -> Result<Option<PlayerId>, Witness> {
        let with_bye = candidates.len() % 2 == 1;
        let maximum = maximum_matching(&self.vertices(candidates, false), &[]);
        if maximum.deficiency() > usize::from(with_bye) {
            return Err(self.witness(candidates));
        }
        if !with_bye {
            return Ok(None);
        }
        let taker = (maximum.outer.iter())
            .map(|v| v.index())
            .filter(|v| self.may_take_bye(candidates[*v]))
            .min();
        taker
            .map(|v| Some(candidates[v]))
            .ok_or_else(|| self.witness(candidates))
    }

    /// Why these players, and the bye if their number is odd, cannot all be paired.
    fn witness(&self, candidates: &[PlayerId]) -> Witness {
        let graph = self.vertices(candidates, candidates.len() % 2 == 1);
        let maximum = maximum_matching(&graph, &[]);
        let sorted_names = |vertices: &[VertexId]| {
            let names = vertices.iter().filter_map(|v| candidates.get(v.index()));
            let mut names: Vec<PlayerId> = names.copied().collect();
            names.sort_unstable();
            names
        };
        let exposed: Vec<VertexId> = (maximum.mate.iter().enumerate())
            .filter(|(_, mate)| mate.is_none())
            .map(|(v, _)| VertexId::new(v))
            .collect();
        Witness {
            barrier: sorted_names(&maximum.inner),
            bye_in_barrier: maximum.inner.iter().any(|v| v.index() == candidates.len()),
            components: (odd_components(&graph, &maximum.outer).iter())
                .map(|component| sorted_names(component))
                .collect(),
            unmatched: sorted_names(&exposed),
        }
    }

    /// Panics with the name of the invariant that a finished round breaks.
    pub(crate) fn assert_legal(
        &self,
        present: &[PlayerId],
        boards: &[Board],
        bye: Option<PlayerId>,
    ) {
        let mut seats = vec![0_u32; self.bye_taker.len()];
        for board in boards {
            let (a, b) = (board.white, board.black);
            seats[a.index()] += 1;
            seats[b.index()] += 1;
            assert!(self.may_meet(a, b), "{a:?} and {b:?} may not meet");
        }
        if let Some(player) = bye {
            seats[player.index()] += 1;
            assert!(self.may_take_bye(player), "{player:?} may not have the bye");
        }
        assert!(
            bye.is_some() == (present.len() % 2 == 1),
            "a bye in odd fields only"
        );
        let mut expected = vec![0_u32; self.bye_taker.len()];
        for id in present {
            expected[id.index()] = 1;
        }
        assert!(
            seats == expected,
            "everybody present is paired exactly once"
        );
    }
}

/// The components of the outer vertices. All of them are odd, and they are joined to the rest of the
/// graph through inner vertices only.
fn odd_components(graph: &BitGraph, outer: &[VertexId]) -> Vec<Vec<VertexId>> {
    let mut unseen = outer.to_vec();
    let mut components = Vec::new();
    while let Some(first) = unseen.pop() {
        let mut component = vec![first];
        let mut next = 0;
        while next < component.len() {
            let from = component[next];
            next += 1;
            unseen.retain(|v| {
                let joined = graph.has_edge(from, *v);
                if joined {
                    component.push(*v);
                }
                !joined
            });
        }
        components.push(component);
    }
    components
}

/// Sorts boards for publication: score of the higher ranked player, sum of both scores, initial
/// order of the higher ranked player (C.04.2 (2026) 3.6). Higher ranked is here, as in the general
/// rules, the player with the higher score, then the smaller number.
pub(crate) fn sort_boards(boards: &mut [Board], score: impl Fn(PlayerId) -> Score) {
    boards.sort_by_key(|board| {
        let (white, black) = (board.white, board.black);
        let key = |id: PlayerId| (Reverse(score(id)), id);
        let (high, higher) = key(white).min(key(black));
        (high, Reverse(score(white) + score(black)), higher)
    });
}
