//! Who may meet whom this round, and whether players can be paired completely.
//!
//! # Articles
//! C1, C2, C3, the arbiter's bans; completion (2026 C4, 2017 A.9 and C.4); the score of the player
//! with the bye (2026 C5).

use std::cell::Cell;

use edelweiss_matching::VertexId;
use edelweiss_matching::bitset::{first_common_from, insert, ones, remove};
use edelweiss_matching::cardinality::{
    BitGraph, MaximumMatching, has_perfect_matching, maximum_matching,
};
use edelweiss_model::{Colour, PlayerId, Position, Score};

use crate::{Impossible, Witness};

/// The place of a player without one.
pub(crate) const ELSEWHERE: u32 = u32::MAX;

/// Who may meet whom is kept as bits for at most so many players: 32 MB.
const MOST_KNOWN: usize = 16_384;

/// General searches have at most so many vertices: each keeps a few graphs of 128 MB then.
const MOST_SEARCHED: usize = 32_768;

/// The absolute criteria among everybody present. A player's *rank* is the place among them.
#[derive(Debug)]
pub(crate) struct Opponents<'a> {
    position: &'a Position,
    /// 2026 C5: only players with this score may receive the bye.
    pub(crate) bye_score: Option<Score>,
    /// By player index.
    rank: Vec<u32>,
    /// The vertices are ranks; the last one is the bye. In an event with bans only, unless it is large:
    /// elsewhere it is quicker to ask for each pair.
    known: Option<BitGraph>,
    gave_up: Cell<bool>,
}

impl<'a> Opponents<'a> {
    /// In this position; only players with `bye_score` may have the bye, if that is given. O(n), or, in
    /// events with bans, as [`Self::graph`] of everybody.
    pub(crate) fn new(position: &'a Position, bye_score: Option<Score>) -> Self {
        let mut opponents = Self {
            position,
            bye_score,
            rank: places(position, position.present()),
            known: None,
            gave_up: Cell::new(false),
        };
        if !position.bans().is_empty() && opponents.bye() <= MOST_KNOWN {
            opponents.known = Some(opponents.graph(position.present(), true));
        }
        opponents
    }

    /// Whether so many vertices are few enough for a general search; else the round is given up.
    pub(crate) fn admit(&self, n_vertices: usize) -> bool {
        let is_small = n_vertices <= MOST_SEARCHED;
        self.gave_up.set(self.gave_up.get() || !is_small);
        is_small
    }

    /// Whether a search was too large, so that nothing that was found since is sure.
    pub(crate) fn gave_up(&self) -> bool {
        self.gave_up.get()
    }

    /// The rank that stands for the bye.
    pub(crate) fn bye(&self) -> usize {
        self.position.present().len()
    }

    pub(crate) fn rank(&self, id: PlayerId) -> usize {
        self.rank[id.index()] as usize
    }

    /// Who has this rank; `None` is the bye.
    pub(crate) fn player(&self, rank: usize) -> Option<PlayerId> {
        self.position.present().get(rank).copied()
    }

    /// Whether there are bans, and nothing but each pair to ask of.
    pub(crate) fn asks_each_ban(&self) -> bool {
        self.known.is_none() && !self.position.bans().is_empty()
    }

    /// Whether players with these ranks have the same score.
    pub(crate) fn have_equal_scores(&self, a: usize, b: usize) -> bool {
        let score = |rank| self.player(rank).map(|id| self.position.player(id).score);
        score(a) == score(b)
    }

    /// Whether two of the players may meet.
    pub(crate) fn may_meet(&self, a: PlayerId, b: PlayerId) -> bool {
        self.are_joined(self.rank(a), self.rank(b))
    }

    /// Whether a player may have the bye (C2, C5).
    pub(crate) fn may_take_bye(&self, id: PlayerId) -> bool {
        let player = self.position.player(id);
        player.bye_allowed && self.bye_score.is_none_or(|score| player.score == score)
    }

    /// Whether those with these ranks may be paired.
    pub(crate) fn are_joined(&self, a: usize, b: usize) -> bool {
        if let Some(graph) = &self.known {
            return graph.has_edge(VertexId::new(a), VertexId::new(b));
        }
        match (self.player(a), self.player(b)) {
            (Some(a), Some(b)) => self.position.may_meet(a, b),
            (Some(a), None) | (None, Some(a)) => self.may_take_bye(a),
            (None, None) => false,
        }
    }

    /// The first of `ranks`, in words from `from` on, who may be paired with `a`. O(n/64), and without bans
    /// O(members who may not).
    pub(crate) fn first_joined(&self, a: usize, ranks: &[u64], from: usize) -> Option<usize> {
        if let Some(graph) = &self.known {
            return first_common_from(graph.row(VertexId::new(a)), ranks, from);
        }
        let found = ones(&ranks[from..]).find(|b| self.are_joined(a, from * 64 + b));
        found.map(|b| from * 64 + b)
    }

    /// Whether one of some players may meet one of others. Cost: as [`Self::first_joined`] of each of the
    /// latter.
    pub(crate) fn any_pair(
        &self,
        players: impl Iterator<Item = PlayerId>,
        mut others: impl Iterator<Item = PlayerId>,
    ) -> bool {
        let mut members = vec![0; self.bye() / 64 + 1];
        players.for_each(|id| insert(&mut members, self.rank(id)));
        others.any(|id| self.first_joined(self.rank(id), &members, 0).is_some())
    }

    /// The players, highest ranked first, as the vertices of a graph, followed by one for the bye if
    /// `with_bye`. O(n²/64 + n · rounds + n/64 · members of groups with bans) for n players.
    pub(crate) fn graph(&self, players: &[PlayerId], with_bye: bool) -> BitGraph {
        let n = players.len();
        let n_vertices = n + usize::from(with_bye);
        let words = n_vertices.div_ceil(64);
        let mut everybody = vec![u64::MAX; words];
        (n..words * 64).for_each(|v| remove(&mut everybody, v));
        let mut rows = Vec::with_capacity(n_vertices * words);
        (0..n).for_each(|_| rows.extend_from_slice(&everybody));
        for (v, row) in rows.chunks_exact_mut(words.max(1)).enumerate() {
            remove(row, v);
        }
        let place = places(self.position, players);
        let ids = || players.iter().copied();
        part_opponents(self.position, ids(), &place, words, &mut rows);
        for colour in [Colour::White, Colour::Black] {
            let is_bound = |v: &usize| self.position.player(players[*v]).bound_to() == Some(colour);
            let bound: Vec<usize> = (0..n).filter(is_bound).collect();
            part(&bound, &mut Vec::new(), words, &mut rows);
        }
        rows.resize(n_vertices * words, 0);
        let mut graph = BitGraph::from_rows(n_vertices, rows);
        for v in (0..n).filter(|v| with_bye && self.may_take_bye(players[*v])) {
            graph.set_edge(VertexId::new(v), VertexId::new(n), true);
        }
        graph
    }

    /// Whether these players can all be paired, one of them with the bye if their number is odd.
    pub(crate) fn can_complete(&self, players: &[PlayerId]) -> bool {
        let with_bye = players.len() % 2 == 1;
        has_perfect_matching(&self.graph(players, with_bye), &[])
    }

    /// The players of the scoregroup `next` who can be left for a floater from above while as many
    /// pairs as possible are made there: all but one at most. If `completes`, `below` must be paired
    /// completely as well, with the player who leaves the scoregroup; else, in the last scoregroup of a
    /// round, that player must be allowed the bye. Empty if no floater can have it so, or if the search is
    /// too large.
    ///
    /// A maximum matching leaves exactly one exposed, who stands for the floater's opponent; the
    /// vertices that can be that one are the outer ones of the Gallai-Edmonds decomposition. Who can
    /// leave is found the same way among those below. O(n²/64) for n players.
    pub(crate) fn opponents_for_floater(
        &self,
        next: &[PlayerId],
        below: &[PlayerId],
        completes: bool,
    ) -> Vec<PlayerId> {
        if !self.admit(next.len().max(below.len())) {
            return Vec::new();
        }
        let mut graph = self.graph(next, false);
        if next.len() % 2 == 1 {
            if completes && !self.can_complete(below) {
                return Vec::new();
            }
        } else {
            let dummy = graph.push_vertex();
            let with_bye = below.len().is_multiple_of(2);
            let takers = if completes {
                let maximum = maximum_matching(&self.graph(below, with_bye), &[]);
                if maximum.deficiency() != 1 {
                    return Vec::new();
                }
                maximum.outer
            } else {
                Vec::new()
            };
            let leaves = |id: PlayerId| match (completes, below.is_empty()) {
                (true, _) => takers.iter().any(|taker| match below.get(taker.index()) {
                    Some(taker) => self.may_meet(id, *taker),
                    None => self.may_take_bye(id),
                }),
                (false, true) => self.may_take_bye(id),
                (false, false) => true,
            };
            for (v, id) in next.iter().enumerate() {
                graph.set_edge(VertexId::new(v), dummy, leaves(*id));
            }
        }
        let maximum = maximum_matching(&graph, &[]);
        if maximum.deficiency() != 1 {
            return Vec::new();
        }
        (maximum.outer.iter())
            .filter_map(|v| next.get(v.index()).copied())
            .collect()
    }

    /// Whether the whole field can be paired.
    ///
    /// # Errors
    /// The proof that it cannot, or that the search is too large.
    pub(crate) fn check_pairable(&self) -> Result<(), Impossible> {
        let players = self.position.present();
        if !self.admit(players.len()) {
            return Err(Impossible::GivenUp);
        }
        let graph = self.graph(players, self.bye() % 2 == 1);
        let maximum = maximum_matching(&graph, &[]);
        if maximum.deficiency() == 0 {
            return Ok(());
        }
        let name = |v: &VertexId| players.get(v.index()).copied();
        let exposed = maximum
            .mate
            .iter()
            .enumerate()
            .filter(|(_, mate)| mate.is_none());
        Err(Impossible::NoLegalPairing(Witness {
            bye_in_barrier: maximum.inner.iter().any(|v| name(v).is_none()),
            barrier: maximum.inner.iter().filter_map(name).collect(),
            components: (odd_components(&graph, &maximum).iter())
                .map(|component| component.iter().filter_map(name).collect())
                .collect(),
            unmatched: exposed
                .filter_map(|(v, _)| name(&VertexId::new(v)))
                .collect(),
        }))
    }

    /// The lowest score with which a player can take the bye while all others are paired (C5).
    /// `None` in even fields.
    ///
    /// The graph without the bye has an odd number of vertices, and a maximum matching of it leaves
    /// exactly one exposed. The vertices that some maximum matching exposes are the outer ones of
    /// the Gallai-Edmonds decomposition, so one matching settles all candidates.
    ///
    /// Call only where [`Self::check_pairable`] succeeds.
    pub(crate) fn lowest_bye_score(&self) -> Option<Score> {
        if self.bye().is_multiple_of(2) {
            return None;
        }
        let players = self.position.present();
        let maximum = maximum_matching(&self.graph(players, false), &[]);
        (maximum.outer.iter().map(|v| players[v.index()]))
            .filter(|id| self.may_take_bye(*id))
            .map(|id| self.position.player(id).score)
            .min()
    }
}

/// The components of the outer vertices; all of them are odd, and each is joined to the rest of the
/// graph through inner vertices only. O(squared number of outer vertices).
fn odd_components(graph: &BitGraph, maximum: &MaximumMatching) -> Vec<Vec<VertexId>> {
    let mut unseen = maximum.outer.clone();
    let mut components = Vec::new();
    while let Some(first) = unseen.first().copied() {
        unseen.remove(0);
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
        component.sort_unstable();
        components.push(component);
    }
    components
}

/// By player index, the place among these players.
fn places(position: &Position, players: &[PlayerId]) -> Vec<u32> {
    let mut places = vec![ELSEWHERE; position.players().len()];
    for (place, id) in players.iter().enumerate() {
        places[id.index()] = place as u32;
    }
    places
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
