//! Who may meet whom in one round, whether players can all be paired, and who has the bye.
//!
//! Burstein and Double-Swiss both assign the pairing-allocated bye before any pair is formed and
//! then ask, bracket by bracket, whether the rest can still be paired.
//!
//! # Articles
//! C.04.4.2 (2026) 2.1, 2.2, 3.1; C.04.5 (2026) 2.1, 2.2, 3.4. Boards: C.04.2 (2026) 3.6.

use std::cmp::Reverse;

use edelweiss_matching::{Cover, Dense, Error, NoMatching, Objective, Solver, VertexId};
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

    /// Whether these players can all be paired with each other. One matching.
    pub(crate) fn can_pair_all(&self, players: &[PlayerId]) -> bool {
        let graph = Dense::<i64>::from_fn(players.len(), |u, v| {
            self.may_meet(players[u.index()], players[v.index()])
                .then_some(0)
        });
        let covers = vec![Cover::Must; players.len()];
        Solver::new(graph, &covers).is_ok_and(|mut solver| solver.solve().is_ok())
    }

    /// The first of `candidates` who may have the bye and leaves all others paired; nobody in even
    /// fields. `candidates` are all players to be paired, the one who should have the bye first.
    ///
    /// One matching decides: only the edges to the bye have weights, larger for earlier candidates.
    ///
    /// # Errors
    /// The proof that the round cannot be paired.
    pub(crate) fn choose_bye(&self, candidates: &[PlayerId]) -> Result<Option<PlayerId>, Witness> {
        let n = candidates.len();
        let with_bye = n % 2 == 1;
        let bye = VertexId::new(n);
        let graph = Dense::<i64>::from_fn(n + usize::from(with_bye), |u, v| {
            let (u, v) = (u.min(v).index(), u.max(v).index());
            match candidates.get(v) {
                None => self
                    .may_take_bye(candidates[u])
                    .then_some(n as i64 - u as i64),
                Some(other) => self.may_meet(candidates[u], *other).then_some(0),
            }
        });
        let mut solver = Solver::with_objective(graph.clone(), Objective::MaxWeightPerfect)
            .expect("weights up to 9,999 leave an i64 all its headroom");
        match solver.solve() {
            Ok(()) if with_bye => {
                let taker = solver.mate(bye).expect("a perfect matching covers the bye");
                Ok(Some(candidates[taker.index()]))
            }
            Ok(()) => Ok(None),
            Err(Error::NoMatching(proof)) => Err(self.witness(candidates, &proof)),
            Err(other) => unreachable!("solving can only fail for want of a matching: {other}"),
        }
    }

    /// Translates the solver's proof. Vertices are `candidates` and, in odd fields, the bye.
    fn witness(&self, candidates: &[PlayerId], proof: &NoMatching) -> Witness {
        let n = candidates.len();
        let total = n + n % 2;
        let adjacent = |u: usize, v: usize| match (candidates.get(u), candidates.get(v)) {
            (Some(a), Some(b)) => u != v && self.may_meet(*a, *b),
            (Some(a), None) | (None, Some(a)) => self.may_take_bye(*a),
            (None, None) => false,
        };
        let mut seen = vec![false; total];
        let mut barrier = Vec::new();
        for vertex in &proof.inner {
            seen[vertex.index()] = true;
            barrier.extend(candidates.get(vertex.index()).copied());
        }
        let bye_in_barrier = proof.inner.iter().any(|vertex| vertex.index() == n);
        let mut components = Vec::new();
        for start in 0..total {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut group = vec![start];
            let mut next = 0;
            while next < group.len() {
                let from = group[next];
                for (v, seen) in seen.iter_mut().enumerate() {
                    if !*seen && adjacent(from, v) {
                        *seen = true;
                        group.push(v);
                    }
                }
                next += 1;
            }
            if group.len() % 2 == 1 {
                let mut players: Vec<PlayerId> = group
                    .iter()
                    .filter_map(|v| candidates.get(*v).copied())
                    .collect();
                players.sort_unstable();
                components.push(players);
            }
        }
        barrier.sort_unstable();
        let edges =
            Dense::<i64>::from_fn(total, |u, v| adjacent(u.index(), v.index()).then_some(1));
        let mut largest = Solver::with_objective(edges, Objective::MaxWeight)
            .expect("unit weights leave an i64 all its headroom");
        let unmatched = match largest.solve() {
            Ok(()) => (candidates.iter().enumerate())
                .filter(|(v, _)| largest.mate(VertexId::new(*v)).is_none())
                .map(|(_, id)| *id)
                .collect(),
            Err(_) => Vec::new(),
        };
        Witness {
            barrier,
            bye_in_barrier,
            components,
            unmatched,
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
