//! The graphs that questions about a bracket are asked of.
//!
//! The first vertices are the players of the bracket by their places; others stand for what becomes of
//! the players left over ([`Tail`]). Where these simply leave, one vertex stands for each place down.
//! Where the bracket below matters (C.12, C.13), player `i` has two more vertices: `below(i)`, the same
//! player in the bracket below, and `gate(i)`, which is matched to one of the two and so takes one of
//! them out.

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::{BitGraph, maximum_matching};
use edelweiss_model::{Colour, Float, PlayerId};

use super::Over50;
use super::field::{Dutch1998Field, Protection, is_refused};
use super::instance::{Budget, Instance, InstanceCosts, insert, unite};
use super::tail::{Below, Tail};

/// The players of a bracket by place, and who of them may meet under B.1 and B.2.
#[derive(Debug)]
pub(super) struct BracketPlaces<'a> {
    pub(super) field: &'a Dutch1998Field<'a>,
    pub(super) players: &'a [PlayerId],
    /// A row of bits for each place.
    rows: Vec<u64>,
    pub(super) words: usize,
    /// By place: where those of another score end above, and start below.
    same_score: Vec<(usize, usize)>,
}

impl<'a> BracketPlaces<'a> {
    /// `players` in the order of A.2. O(n²) for n of them.
    pub(super) fn new(field: &'a Dutch1998Field<'a>, players: &'a [PlayerId]) -> Self {
        let same = |a: &PlayerId, b: &PlayerId| field.score(*a) == field.score(*b);
        let mut same_score = Vec::with_capacity(players.len());
        for run in players.chunk_by(same) {
            let start = same_score.len();
            same_score.resize(start + run.len(), (start, start + run.len()));
        }
        Self {
            field,
            players,
            rows: field.rows_among(players, players.len()),
            words: players.len().div_ceil(64),
            same_score,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.players.len()
    }

    /// The players under B.1 and B.2, where the first `top` are not paired with each other. O(n²/64).
    pub(super) fn without_pairs_of_first(&self, top: usize) -> BitGraph {
        let others = from_place(top, self.len());
        let mut rows = self.rows.clone();
        for row in rows.chunks_exact_mut(self.words.max(1)).take(top) {
            row.copy_from_slice(&common(row, &others));
        }
        BitGraph::from_rows(self.len(), rows)
    }

    /// Whether the first `top` can all be paired with others. One matching.
    pub(super) fn can_pair_first(&self, top: usize) -> bool {
        let mut rows = self.without_pairs_of_first(top);
        let first = from_place(0, top);
        let mut row = vec![0; self.words];
        row[..first.len()].copy_from_slice(&first);
        for place in top..self.len() {
            let v = VertexId::new(place);
            let to_first = common(rows.row(v), &row);
            rows.set_half_row(v, &to_first);
        }
        let matched = self.len() - maximum_matching(&rows, &[]).deficiency();
        matched == 2 * top
    }

    /// The set of these places.
    pub(super) fn set_of(&self, places: impl IntoIterator<Item = usize>) -> Vec<u64> {
        let mut set = vec![0; self.words];
        places.into_iter().for_each(|place| insert(&mut set, place));
        set
    }

    fn places_where(&self, is: impl Fn(PlayerId) -> bool) -> Vec<u64> {
        self.set_of((0..self.len()).filter(|place| is(self.players[*place])))
    }

    /// B.1, B.2, and what is left of B.5 and B.6: a row of bits for each place. O(n²/64).
    pub(super) fn complying(&self, protection: Protection) -> Vec<u64> {
        let field = self.field;
        let down = |id: PlayerId| field.repeats(id, Float::Down, protection.down);
        let up = |id: PlayerId| field.repeats(id, Float::Up, protection.up);
        let (not_down, not_up) = (self.places_where(down), self.places_where(up));
        let over_50 = |id: PlayerId| {
            field.options.over_50 == Over50::WholePair && field.position.player(id).topscorer
        };
        let free = self.places_where(over_50);
        let mut rows = self.rows.clone();
        for (place, row) in rows.chunks_exact_mut(self.words.max(1)).enumerate() {
            let id = self.players[place];
            if over_50(id) {
                continue;
            }
            let (start, end) = self.same_score[place];
            let [meets_higher, meets_lower] = [!up(id), !down(id)];
            for (word, bits) in row.iter_mut().enumerate() {
                let higher = below_limit(start, word);
                let not_lower = below_limit(end, word);
                let same = not_lower & !higher;
                let of_higher = if meets_higher {
                    higher & !not_down[word]
                } else {
                    0
                };
                let of_lower = if meets_lower {
                    !not_lower & !not_up[word]
                } else {
                    0
                };
                *bits &= same | of_higher | of_lower | free[word];
            }
        }
        rows
    }
}

/// The bits of a word that stand for numbers below a limit.
fn below_limit(limit: usize, word: usize) -> u64 {
    match limit.saturating_sub(64 * word) {
        64.. => u64::MAX,
        bits => (1 << bits) - 1,
    }
}

/// What a vertex is, as far as costs go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct VertexType {
    part: VertexPart,
    wish: Option<Colour>,
    /// In S1 of the bracket below, should the player get there.
    is_high: bool,
}

/// Parts of a graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum VertexPart {
    /// Moved down and to be paired first (C.6).
    Moved,
    /// S1 of a homogeneous bracket or remainder.
    S1,
    /// Its S2.
    S2,
    /// Any player of a remainder.
    Remainder,
    /// Everything else that a player can be matched with.
    Way,
    /// What no player of the bracket is matched with.
    Below,
}

/// A player of the bracket below.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RoleBelow {
    /// In S1: is paired with somebody else.
    High,
    /// Paired with anybody, or left over.
    Free,
}

/// What becomes of players moved down.
enum RolesBelow {
    /// All have this role.
    All(RoleBelow),
    /// In a heterogeneous bracket of which not all players moved down are to be paired with lower ones.
    Ranked {
        /// By place, then for those moved down whatever happens: would be among those who are.
        is_high: Vec<bool>,
        /// How many of the bracket are.
        n_high: usize,
    },
}

/// How a remainder counts its refused preferences.
#[derive(Clone, Copy, Debug)]
pub(super) struct Remainder {
    /// Where.
    pub(super) budget: Budget,
    /// Beyond the majority of this colour, if one is given: a pair counts one more, and each player
    /// who prefers it one less.
    pub(super) majority: Option<Colour>,
}

/// A graph in the making.
pub(super) struct BracketGraph<'g> {
    group: &'g BracketPlaces<'g>,
    n_floaters: usize,
    tail: Tail<'g>,
    roles: RolesBelow,
    n: usize,
    words: usize,
    rows: Vec<u64>,
}

/// How many graphs there are: one, or one for each rank at which S1 of the bracket below may end.
pub(super) fn n_ranks(group: &BracketPlaces, n_floaters: usize, tail: Tail) -> usize {
    match ranks(group, n_floaters, tail) {
        Some(ranks) => ranks.len(),
        None => 1,
    }
}

type FloaterRank = (edelweiss_model::Score, PlayerId);

/// The ranks at which S1 of the bracket below may end, if that is not clear.
fn ranks(group: &BracketPlaces, n_floaters: usize, tail: Tail) -> Option<Vec<FloaterRank>> {
    let Tail::Into(below) = tail else { return None };
    let top = below.top?;
    if top >= n_floaters + below.fixed.len() {
        return None;
    }
    let key = |id: &PlayerId| (-group.field.score(*id), *id);
    let mut ranks: Vec<FloaterRank> = group.players.iter().chain(&below.fixed).map(key).collect();
    ranks.sort_unstable();
    // Enough players have to come first, and not too many who are there whatever happens.
    let n_fixed = |last: &FloaterRank| below.fixed.iter().filter(|id| key(id) <= *last).count();
    let is_possible = |(place, last): &(usize, FloaterRank)| {
        let n_fixed = n_fixed(last);
        let needed = top.checked_sub(n_fixed);
        needed.is_some_and(|needed| needed <= n_floaters && needed <= place + 1 - n_fixed)
    };
    let possible = ranks.into_iter().enumerate().filter(is_possible);
    Some(possible.map(|(_, last)| last).collect())
}

impl RolesBelow {
    fn new(group: &BracketPlaces, n_floaters: usize, tail: Tail, rank: Option<usize>) -> Self {
        let Tail::Into(Below {
            fixed,
            top: Some(top),
            ..
        }) = tail
        else {
            return Self::All(RoleBelow::Free);
        };
        let Some(ranks) = ranks(group, n_floaters, tail) else {
            return Self::All(RoleBelow::High);
        };
        let Some(rank) = rank else {
            return Self::All(RoleBelow::Free);
        };
        let is_high = |id: &PlayerId| (-group.field.score(*id), *id) <= ranks[rank];
        let n_fixed = fixed.iter().filter(|id| is_high(id)).count();
        let members = group.players.iter().chain(fixed);
        Self::Ranked {
            is_high: members.map(is_high).collect(),
            n_high: top.saturating_sub(n_fixed),
        }
    }
}

impl<'g> BracketGraph<'g> {
    /// The graph of this rank among [`n_ranks`], without the edges of the bracket's players. Without a
    /// rank, nobody has to be in S1 below.
    pub(super) fn new(
        group: &'g BracketPlaces<'g>,
        n_floaters: usize,
        tail: Tail<'g>,
        rank: Option<usize>,
    ) -> Self {
        let n_players = group.len();
        let n = match tail {
            Tail::Into(below) => {
                3 * n_players + below.fixed.len() + below.residents.len() + below.n_floaters
            }
            Tail::MoveDown | Tail::Bye => n_players + n_floaters,
        };
        let words = n.div_ceil(64);
        let mut graph = Self {
            group,
            n_floaters,
            tail,
            roles: RolesBelow::new(group, n_floaters, tail, rank),
            n,
            words,
            rows: vec![0; n * words],
        };
        if let Tail::Into(below) = tail {
            graph.join_below(below);
        }
        graph
    }

    fn below(&self, place: usize) -> usize {
        self.group.len() + place
    }

    fn gate(&self, place: usize) -> usize {
        2 * self.group.len() + place
    }

    fn role(&self, place: usize) -> RoleBelow {
        match &self.roles {
            RolesBelow::All(role) => *role,
            RolesBelow::Ranked { is_high, .. } if is_high[place] => RoleBelow::High,
            RolesBelow::Ranked { .. } => RoleBelow::Free,
        }
    }

    fn join(&mut self, u: usize, v: usize) {
        insert(&mut self.rows[u * self.words..], v);
        insert(&mut self.rows[v * self.words..], u);
    }

    /// The bracket below under B.1 and B.2, and the gates.
    fn join_below(&mut self, below: &Below) {
        let n = self.group.len();
        let field = self.group.field;
        let mut members = Vec::new();
        for (place, id) in self.group.players.iter().enumerate() {
            members.push((self.below(place), *id, self.role(place)));
        }
        let mut next = 3 * n;
        for (place, id) in below.fixed.iter().enumerate() {
            members.push((next, *id, self.role(n + place)));
            next += 1;
        }
        for id in &below.residents {
            members.push((next, *id, RoleBelow::Free));
            next += 1;
        }
        for (index, (u, a, role)) in members.iter().enumerate() {
            for (v, b, other_role) in &members[..index] {
                let both_high = *role == RoleBelow::High && *other_role == RoleBelow::High;
                if !both_high && field.may_meet(*a, *b) {
                    self.join(*u, *v);
                }
            }
            if *role == RoleBelow::Free && (!below.is_lowest || field.may_have_bye(*a)) {
                for floater in 0..below.n_floaters {
                    self.join(*u, next + floater);
                }
            }
        }
        for place in 0..n {
            self.join(self.below(place), self.gate(place));
        }
    }

    /// Lets the player at `place` meet the players of a set, on his side only.
    pub(super) fn let_meet(&mut self, place: usize, others: &[u64]) {
        unite(&mut self.rows[place * self.words..], others);
    }

    /// The player at `place` may be left over.
    pub(super) fn let_float(&mut self, place: usize) {
        let player = self.group.players[place];
        match self.tail {
            Tail::Into(below) => {
                if !below.barred.contains(&player) {
                    self.join(place, self.gate(place));
                }
            }
            Tail::Bye if !self.group.field.may_have_bye(player) => {}
            Tail::Bye | Tail::MoveDown => {
                for floater in 0..self.n_floaters {
                    self.join(place, self.group.len() + floater);
                }
            }
        }
    }

    /// The question, with the limits of the tail. `part` is that of a place.
    pub(super) fn into_instance(
        self,
        part: impl Fn(usize) -> VertexPart,
        remainder: Remainder,
    ) -> Instance {
        let n_players = self.group.len();
        let into = matches!(self.tail, Tail::Into(_));
        let kind = |v: usize| {
            let is_way = if into {
                (2 * n_players..3 * n_players).contains(&v)
            } else {
                true
            };
            let way = VertexType {
                part: if is_way {
                    VertexPart::Way
                } else {
                    VertexPart::Below
                },
                wish: None,
                is_high: false,
            };
            let of_player = |id: &PlayerId| VertexType {
                part: part(v),
                wish: self.group.field.wish(*id),
                is_high: match &self.roles {
                    RolesBelow::Ranked { is_high, .. } => is_high[v],
                    RolesBelow::All(_) => false,
                },
            };
            self.group.players.get(v).map_or(way, of_player)
        };
        let kinds: Vec<VertexType> = (0..self.n).map(kind).collect();
        let edges = BitGraph::from_rows(self.n, self.rows);
        let mut instance = Instance::new(edges, &kinds, n_players, |a, b| {
            let (a, b) = if a.part <= b.part { (a, b) } else { (b, a) };
            costs(a, b, remainder, into)
        });
        if into {
            let n_floaters = self.n_floaters as i64;
            instance.limit(Budget::Floats, n_floaters);
            instance.limit(Budget::FloatsAtLeast, -n_floaters);
        }
        if let RolesBelow::Ranked { n_high, .. } = self.roles {
            instance.limit(Budget::HighFloats, n_high as i64);
            instance.limit(Budget::HighFloatsAtLeast, -(n_high as i64));
        }
        instance
    }
}

/// What an edge costs, the earlier part first; floats are counted if the bracket below matters.
fn costs(a: VertexType, b: VertexType, remainder: Remainder, counts_floats: bool) -> InstanceCosts {
    let refused = i32::from(is_refused(a.wish, b.wish));
    let base = i32::from(remainder.majority.is_some());
    let of_majority = |kind: VertexType| {
        i32::from(remainder.majority.is_some() && kind.wish == remainder.majority)
    };
    let none = InstanceCosts::default();
    match (a.part, b.part) {
        (VertexPart::Below | VertexPart::Way, _)
        | (_, VertexPart::Below)
        | (VertexPart::Moved, VertexPart::Way) => none,
        (VertexPart::Moved, _) => none.with(Budget::Colours, refused),
        (_, VertexPart::Way) => {
            let costs = none.with(remainder.budget, base - of_majority(a));
            if !counts_floats {
                return costs;
            }
            let high = i32::from(a.is_high);
            (costs
                .with(Budget::Floats, 1)
                .with(Budget::FloatsAtLeast, -1))
            .with(Budget::HighFloats, high)
            .with(Budget::HighFloatsAtLeast, -high)
        }
        (one, other) => {
            let exchanged = i32::from(one == VertexPart::S2 && other == VertexPart::S2);
            let beyond = refused + base - of_majority(a) - of_majority(b);
            none.with(remainder.budget, beyond)
                .with(Budget::Exchanged, exchanged)
        }
    }
}

/// The places from `first` on.
pub(super) fn from_place(first: usize, n: usize) -> Vec<u64> {
    let words = n.div_ceil(64);
    (0..words)
        .map(|word| below_limit(n, word) & !below_limit(first, word))
        .collect()
}

/// Both sets' common members.
pub(super) fn common(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}
