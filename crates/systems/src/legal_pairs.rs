//! Who may meet whom in one round, and whether a set of players can be paired completely.
//!
//! Deliberately absent: every rule of one system. A system says which colours clash; rematches, the
//! arbiter's bans and the bye are the same everywhere.

use edelweiss_matching::{Cover, Dense, Error, Solver, VertexId};
use edelweiss_model::{PlayerId, Position};
use edelweiss_pairing::Witness;

/// The absolute criteria of one round as a symmetric bit matrix over all players.
#[derive(Clone, Debug)]
pub(crate) struct LegalPairs {
    /// Bit `b % 64` of word `b / 64` of row `a` is set iff the two may be paired.
    rows: Vec<u64>,
    words: usize,
    /// By player index: may receive the bye of this round.
    bye_allowed: Vec<bool>,
}

impl LegalPairs {
    /// The pairs of present players who have not met, are not banned and do not clash.
    /// O(n²) for n players.
    pub(crate) fn new(position: &Position, clash: impl Fn(PlayerId, PlayerId) -> bool) -> Self {
        let n = position.players().len();
        let mut legal = Self {
            rows: vec![0; n * n.div_ceil(64)],
            words: n.div_ceil(64),
            bye_allowed: (position.players().iter())
                .map(|player| player.bye_allowed)
                .collect(),
        };
        let present = position.present();
        for &a in present {
            for &b in present {
                if a != b && !clash(a, b) && !position.is_banned(a, b) {
                    legal.rows[a.index() * legal.words + b.index() / 64] |= 1 << (b.index() % 64);
                }
            }
            for (met, _) in position.games(a) {
                let word = a.index() * legal.words + met.index() / 64;
                legal.rows[word] &= !(1 << (met.index() % 64));
            }
        }
        legal
    }

    /// Whether the two may be paired. O(1).
    pub(crate) fn allows(&self, a: PlayerId, b: PlayerId) -> bool {
        self.rows[a.index() * self.words + b.index() / 64] >> (b.index() % 64) & 1 == 1
    }

    /// Whether the player may receive the bye. O(1).
    pub(crate) fn allows_bye(&self, player: PlayerId) -> bool {
        self.bye_allowed[player.index()]
    }

    /// Whether all of `players` can be paired among themselves, nobody receiving a bye.
    pub(crate) fn can_pair(&self, players: &[PlayerId]) -> bool {
        players.len().is_multiple_of(2) && self.match_everybody(players, false).is_ok()
    }

    /// Why `players` cannot be paired completely, one of them receiving the bye if their number is
    /// odd; `None` if they can be.
    pub(crate) fn witness(&self, players: &[PlayerId]) -> Option<Witness> {
        let with_bye = players.len() % 2 == 1;
        match self.match_everybody(players, with_bye) {
            Err(Error::NoMatching(proof)) => {
                Some(self.explain(players, with_bye, &proof.inner, proof.exposed))
            }
            _ => None,
        }
    }

    /// The place of the bye in the graph is `players.len()`.
    fn adjacent(&self, players: &[PlayerId], u: usize, v: usize) -> bool {
        match (players.get(u), players.get(v)) {
            (Some(a), Some(b)) => self.allows(*a, *b),
            (Some(a), None) | (None, Some(a)) => self.allows_bye(*a),
            (None, None) => false,
        }
    }

    fn match_everybody(&self, players: &[PlayerId], with_bye: bool) -> Result<(), Error> {
        decisions(players.len() + usize::from(with_bye), |u, v| {
            self.adjacent(players, u, v)
        })
        .solve()
    }

    /// The odd components that the proof speaks of.
    fn explain(
        &self,
        players: &[PlayerId],
        with_bye: bool,
        inner: &[VertexId],
        exposed: VertexId,
    ) -> Witness {
        let n = players.len() + usize::from(with_bye);
        let mut seen = vec![false; n];
        for vertex in inner {
            seen[vertex.index()] = true;
        }
        let mut components = Vec::new();
        for start in 0..n {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let mut members = vec![start];
            let mut next = 0;
            while let Some(&member) = members.get(next) {
                next += 1;
                for other in 0..n {
                    if !seen[other] && self.adjacent(players, member, other) {
                        seen[other] = true;
                        members.push(other);
                    }
                }
            }
            if members.len() % 2 == 1 {
                let mut group: Vec<PlayerId> = (members.iter())
                    .filter_map(|member| players.get(*member).copied())
                    .collect();
                group.sort_unstable();
                components.push(group);
            }
        }
        let named = |vertex: &VertexId| players.get(vertex.index()).copied();
        Witness {
            barrier: inner.iter().filter_map(named).collect(),
            bye_in_barrier: inner.iter().any(|vertex| named(vertex).is_none()),
            components,
            unmatched: named(&exposed).into_iter().collect(),
        }
    }
}

/// A solver that knows only whether everybody can be matched: all edges weigh nothing. Its trials
/// ([`Solver::try_force`], [`Solver::try_restrict`]) then answer "can it still be completed?".
pub(crate) fn decisions(n: usize, adjacent: impl Fn(usize, usize) -> bool) -> Solver<i64> {
    weighted(n, |u, v| adjacent(u, v).then_some(0))
}

/// A solver for a perfect matching of `n` vertices with the largest weight.
pub(crate) fn weighted(n: usize, weight: impl Fn(usize, usize) -> Option<i64>) -> Solver<i64> {
    let graph = Dense::from_fn(n, |u, v| weight(u.index(), v.index()));
    Solver::new(graph, &vec![Cover::Must; n]).expect("counts of players leave an i64 its headroom")
}
