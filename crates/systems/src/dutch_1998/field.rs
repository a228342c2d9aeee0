//! What the criteria say about one player, and about two.
//!
//! # Articles
//! A.7 colour preferences, A.8 x, B.1-B.6 and the note under them.

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::{BitGraph, MaximumMatching, maximum_matching};
use edelweiss_model::{Colour, Float, PlayerId, Position, Score, Strength};
use edelweiss_pairing::Witness;

use super::instance::{Work, contains, insert};
use super::{Dutch1998Options, Over50};

/// Which of B.5 and B.6 have been dropped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Floats {
    /// B.5 and B.6 hold.
    Kept,
    /// B.6 has been dropped.
    WithoutB6,
    /// B.5, too.
    Free,
}

impl Floats {
    /// The order in which C.9 and C.10 drop them.
    pub(super) const DROPPING: [Self; 3] = [Self::Kept, Self::WithoutB6, Self::Free];
}

/// Floats protected at present (C.9 for downfloats, C.10 for upfloats).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Protection {
    pub(super) down: Floats,
    pub(super) up: Floats,
}

impl Protection {
    pub(super) const NONE: Self = Self {
        down: Floats::Free,
        up: Floats::Free,
    };
}

#[derive(Clone, Copy, Debug)]
struct Facts {
    wish: Option<Colour>,
    strength: Strength,
}

/// Everybody's data and the pairs that B.1 and B.2 allow.
#[derive(Debug)]
pub(super) struct Dutch1998Field<'a> {
    pub(super) position: &'a Position,
    pub(super) options: Dutch1998Options,
    /// By player index.
    facts: Vec<Facts>,
    /// Bit `b % 64` of word `b / 64` of row `a`: B.1 and B.2 allow the pair. Symmetric.
    rows: Vec<u64>,
    words: usize,
    /// What the searches of this round may still cost.
    pub(super) work: &'a Work,
}

impl<'a> Dutch1998Field<'a> {
    /// O(n²/64 + games) for n players.
    pub(super) fn new(position: &'a Position, options: Dutch1998Options, work: &'a Work) -> Self {
        let n = position.players().len();
        let words = n.div_ceil(64);
        let mut field = Self {
            position,
            options,
            facts: (0..n)
                .map(|index| facts(position, PlayerId::from_index(index)))
                .collect(),
            rows: vec![0; n * words],
            words,
            work,
        };
        let mut present = vec![0; words];
        let mut bound = [Colour::White, Colour::Black].map(|colour| (colour, vec![0; words]));
        for &id in position.present() {
            insert(&mut present, id.index());
            for (colour, bound) in &mut bound {
                if field.is_bound_to(id, *colour) {
                    insert(bound, id.index());
                }
            }
        }
        for &a in position.present() {
            let row = &mut field.rows[a.index() * words..][..words];
            row.copy_from_slice(&present);
            remove(row, position.banned(a));
            for (met, _) in position.games(a) {
                row[met.index() / 64] &= !(1 << (met.index() % 64));
            }
            row[a.index() / 64] &= !(1 << (a.index() % 64));
            for (_, bound) in &bound {
                if contains(bound, a.index()) {
                    remove(row, bound);
                }
            }
        }
        field
    }

    /// B.2: an absolute preference for the colour.
    fn is_bound_to(&self, id: PlayerId, colour: Colour) -> bool {
        self.strength(id) == Strength::Absolute && self.wish(id) == Some(colour)
    }

    /// B.1.a, the arbiter's bans, and B.2. O(1).
    pub(super) fn may_meet(&self, a: PlayerId, b: PlayerId) -> bool {
        self.rows[a.index() * self.words + b.index() / 64] >> (b.index() % 64) & 1 == 1
    }

    /// The pairs that B.1.a, the bans and B.2 allow among `players`, as the first of `n` vertices: a
    /// row of bits for each vertex. O(squared number of players).
    pub(super) fn rows_among(&self, players: &[PlayerId], n: usize) -> Vec<u64> {
        let words = n.div_ceil(64);
        let mut rows = vec![0; n * words];
        for (a, row) in players.iter().zip(rows.chunks_exact_mut(words.max(1))) {
            let own = &self.rows[a.index() * self.words..][..self.words];
            for (place, b) in players.iter().enumerate() {
                row[place / 64] |= (own[b.index() / 64] >> (b.index() % 64) & 1) << (place % 64);
            }
        }
        rows
    }

    /// B.1.b.
    pub(super) fn may_have_bye(&self, player: PlayerId) -> bool {
        self.position.player(player).bye_allowed
    }

    pub(super) fn score(&self, player: PlayerId) -> Score {
        self.position.player(player).score
    }

    /// A.7.
    pub(super) fn wish(&self, player: PlayerId) -> Option<Colour> {
        self.facts[player.index()].wish
    }

    /// A.7.
    pub(super) fn strength(&self, player: PlayerId) -> Strength {
        self.facts[player.index()].strength
    }

    /// B.4: one of the two will not receive the colour it prefers.
    pub(super) fn refuses_a_wish(&self, a: PlayerId, b: PlayerId) -> bool {
        is_refused(self.wish(a), self.wish(b))
    }

    /// B.1, B.2, and what is left of B.5 and B.6.
    pub(super) fn complies(&self, a: PlayerId, b: PlayerId, protection: Protection) -> bool {
        self.may_meet(a, b) && self.keeps_floats(a, b, protection)
    }

    /// What is left of B.5 and B.6.
    pub(super) fn keeps_floats(&self, a: PlayerId, b: PlayerId, protection: Protection) -> bool {
        let (higher, lower) = match self.score(a).cmp(&self.score(b)) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Greater => (a, b),
            std::cmp::Ordering::Less => (b, a),
        };
        let over_50 = |player: PlayerId| self.position.player(player).topscorer;
        if self.options.over_50 == Over50::WholePair && (over_50(a) || over_50(b)) {
            return true;
        }
        !self.repeats(higher, Float::Down, protection.down)
            && !self.repeats(lower, Float::Up, protection.up)
    }

    /// Whether the player may be moved down, or receive the bye, as far as B.5 and B.6 go.
    pub(super) fn may_float_down(&self, player: PlayerId, kept: Floats) -> bool {
        !self.repeats(player, Float::Down, kept)
    }

    /// Whether B.5 and B.6 keep the player from this float, as far as they have not been dropped.
    pub(super) fn repeats(&self, player: PlayerId, float: Float, kept: Floats) -> bool {
        let state = self.position.player(player);
        let [last, before] = state.floats;
        !state.topscorer
            && match kept {
                Floats::Kept => last == float || before == float,
                Floats::WithoutB6 => last == float,
                Floats::Free => false,
            }
    }

    /// A.8 for `pairs` pairs of these players: the pairs that cannot grant both preferences.
    ///
    /// With all pairs made this is A.8 as printed; with fewer it is A.8 less one for each pair not
    /// made (C.14), and never below zero.
    pub(super) fn x(&self, players: &[PlayerId], pairs: usize) -> i64 {
        let count = |colour| {
            let wishes = players.iter().filter(|id| self.wish(**id) == Some(colour));
            wishes.count() as i64
        };
        let most = count(Colour::White).max(count(Colour::Black));
        (most - (players.len() - pairs) as i64).max(0)
    }

    /// Whether nobody of `bracket` may meet `player` (C.1).
    pub(super) fn has_no_opponent(&self, player: PlayerId, bracket: &[PlayerId]) -> bool {
        !bracket.iter().any(|other| self.may_meet(player, *other))
    }

    /// Why not everybody can be paired under B.1 and B.2, one with the bye in odd fields; `None` if
    /// everybody can.
    pub(super) fn witness(&self) -> Option<Witness> {
        let players = self.position.present();
        let n = players.len() + players.len() % 2;
        let mut graph = BitGraph::from_rows(n, self.rows_among(players, n));
        if n > players.len() {
            for (u, a) in players.iter().enumerate() {
                let bye = VertexId::new(n - 1);
                graph.set_edge(VertexId::new(u), bye, self.may_have_bye(*a));
            }
        }
        let maximum = maximum_matching(&graph, &[]);
        if maximum.deficiency() == 0 {
            return None;
        }
        let name = |v: &VertexId| players.get(v.index()).copied();
        let exposed = (0..n).filter(|v| maximum.mate[*v].is_none());
        Some(Witness {
            bye_in_barrier: maximum.inner.iter().any(|v| name(v).is_none()),
            barrier: maximum.inner.iter().filter_map(name).collect(),
            components: (odd_components(&graph, &maximum).iter())
                .map(|component| component.iter().filter_map(name).collect())
                .collect(),
            unmatched: exposed.filter_map(|v| players.get(v).copied()).collect(),
        })
    }
}

/// B.4: whether two that are paired with these preferences leave one of them without its colour.
pub(super) fn is_refused(a: Option<Colour>, b: Option<Colour>) -> bool {
    a.is_some() && a == b
}

/// A.7, whose absolute preferences are not in effect over 50 % in the last round: what is left then
/// is the strong or mild preference of A.7.b and A.7.c.
fn facts(position: &Position, id: PlayerId) -> Facts {
    let state = position.player(id);
    if !(state.topscorer && state.strength == Strength::Absolute) {
        return Facts {
            wish: state.preference,
            strength: state.strength,
        };
    }
    let last = position.games(id).last().map(|(_, colour)| *colour);
    match state.colour_difference {
        0 => Facts {
            wish: last.map(|colour| !colour),
            strength: Strength::Mild,
        },
        difference => Facts {
            wish: Some(if difference < 0 {
                Colour::White
            } else {
                Colour::Black
            }),
            strength: Strength::Strong,
        },
    }
}

/// Takes the members of `gone` out of a set; trailing words may be missing.
fn remove(set: &mut [u64], gone: &[u64]) {
    for (word, gone) in set.iter_mut().zip(gone) {
        *word &= !gone;
    }
}

/// The odd components that are left without the inner vertices: each needs one of these.
fn odd_components(graph: &BitGraph, maximum: &MaximumMatching) -> Vec<Vec<VertexId>> {
    let n = graph.n_vertices();
    let mut seen = vec![false; n];
    for vertex in &maximum.inner {
        seen[vertex.index()] = true;
    }
    let mut components = Vec::new();
    for start in 0..n {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut members = vec![VertexId::new(start)];
        let mut next = 0;
        while let Some(&member) = members.get(next) {
            next += 1;
            for (other, seen) in seen.iter_mut().enumerate() {
                if !*seen && graph.has_edge(member, VertexId::new(other)) {
                    *seen = true;
                    members.push(VertexId::new(other));
                }
            }
        }
        if members.len() % 2 == 1 {
            members.sort_unstable();
            components.push(members);
        }
    }
    components
}
