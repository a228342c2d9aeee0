//! Who may meet whom in one round, and whether a set of players can be paired completely.
//!
//! Deliberately absent: every rule of one system. A system says which colours clash; rematches, the
//! arbiter's bans and the bye are the same everywhere.

use std::collections::BTreeMap;

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::{
    BitGraph, MaximumMatching, WordGraph, maximum_matching, maximum_matching_among,
};
use edelweiss_model::{PlayerId, Position};
use edelweiss_pairing::Witness;

use crate::best_pairings::set_of;
use crate::few_players;

/// The absolute criteria of one round.
#[derive(Clone, Debug)]
pub(crate) struct LegalPairs {
    /// An edge for each pair that may be formed; vertices are player indices.
    graph: BitGraph,
    /// The same, of few players.
    few: Option<WordGraph>,
    /// By player index: may receive the bye of this round.
    bye_allowed: Vec<bool>,
}

impl LegalPairs {
    /// The pairs of present players who have not met, are not banned and whose colours, the second
    /// property of a player, do not clash; `bye_allowed` by player index, `met` the former opponents.
    /// O(n²/64 + n · rounds) for n players.
    pub(crate) fn new<K: Ord, Met: IntoIterator<Item = PlayerId>>(
        position: &Position,
        bye_allowed: Vec<bool>,
        met: impl Fn(PlayerId) -> Met,
        colours: impl Fn(PlayerId) -> K,
        clash: impl Fn(&K, &K) -> bool,
    ) -> Self {
        let (n, present) = (bye_allowed.len(), position.present());
        let mut with_colours: BTreeMap<K, Vec<usize>> = BTreeMap::new();
        for id in present {
            let players = with_colours.entry(colours(*id)).or_default();
            players.push(id.index());
        }
        let mut graph = BitGraph::new(n);
        for (own, players) in &with_colours {
            let others = with_colours.iter().filter(|(other, _)| !clash(own, other));
            let others = set_of(n, others.flat_map(|(_, players)| players.iter().copied()));
            for &player in players {
                let mut row = others.clone();
                let banned = position.banned(PlayerId::from_index(player));
                for (word, banned) in row.iter_mut().zip(banned) {
                    *word &= !banned;
                }
                row[player / 64] &= !(1 << (player % 64));
                graph.set_half_row(VertexId::new(player), &row);
            }
        }
        for &player in present {
            for opponent in met(player) {
                graph.set_edge(vertex(player), vertex(opponent), false);
            }
        }
        Self {
            few: WordGraph::of(&graph),
            graph,
            bye_allowed,
        }
    }

    /// By player index; `None` where these are more than 64.
    pub(crate) fn few(&self) -> Option<&WordGraph> {
        self.few.as_ref()
    }

    /// How many players the tournament has.
    pub(crate) fn n_players(&self) -> usize {
        self.bye_allowed.len()
    }

    /// Whether the two may be paired. O(1).
    pub(crate) fn allows(&self, a: PlayerId, b: PlayerId) -> bool {
        self.graph.has_edge(vertex(a), vertex(b))
    }

    /// Whether the player may receive the bye. O(1).
    pub(crate) fn allows_bye(&self, player: PlayerId) -> bool {
        self.bye_allowed[player.index()]
    }

    /// The graph of `players`, vertex `v` being `players[v]`, and of `n_more` vertices behind them
    /// that have no edges yet. O(players²).
    pub(crate) fn among(&self, players: &[PlayerId], n_more: usize) -> BitGraph {
        let n = players.len() + n_more;
        let mut graph = BitGraph::new(n);
        for (place, &player) in players.iter().enumerate() {
            let row = self.graph.row(vertex(player));
            let legal = |other: &PlayerId| row[other.index() / 64] >> (other.index() % 64) & 1 == 1;
            let mut own = vec![0; n.div_ceil(64)];
            for (word, others) in own.iter_mut().zip(players.chunks(64)) {
                for (bit, other) in others.iter().enumerate() {
                    *word |= u64::from(legal(other)) << bit;
                }
            }
            graph.set_half_row(VertexId::new(place), &own);
        }
        graph
    }

    /// How many of `players` are left over when as many as possible are paired among themselves.
    pub(crate) fn deficiency(&self, players: &[PlayerId]) -> usize {
        left_over(players, &self.maximum(players))
    }

    /// Whether all of `players` can be paired among themselves, nobody receiving a bye.
    pub(crate) fn can_pair(&self, players: &[PlayerId]) -> bool {
        match &self.few {
            Some(few) => few_players::can_pair(few, few_players::set_of(players), 0),
            None => players.len().is_multiple_of(2) && self.deficiency(players) == 0,
        }
    }

    /// Those of an odd number of `players` without whom all others can be paired, in ascending
    /// order. One matching decides (Gallai 1964, Edmonds 1965).
    pub(crate) fn dispensable(&self, players: &[PlayerId]) -> Vec<PlayerId> {
        let maximum = self.maximum(players);
        if left_over(players, &maximum) != 1 {
            return Vec::new();
        }
        (maximum.outer.iter())
            .map(|player| PlayerId::from_index(player.index()))
            .collect()
    }

    /// Those of `players` without whom the others make as many pairs as with them, in ascending order: none
    /// where all can be paired. One matching decides, as for [`Self::dispensable`].
    pub(crate) fn spare(&self, players: &[PlayerId]) -> Vec<PlayerId> {
        let outer = self.maximum(players).outer.into_iter();
        outer
            .map(|player| PlayerId::from_index(player.index()))
            .collect()
    }

    /// Why `players` cannot be paired completely, one of them receiving the bye if their number is
    /// odd; `None` if they can be.
    pub(crate) fn witness(&self, players: &[PlayerId]) -> Option<Witness> {
        let with_bye = players.len() % 2 == 1;
        let can_be_paired = if with_bye {
            (self.dispensable(players).iter()).any(|player| self.allows_bye(*player))
        } else {
            self.can_pair(players)
        };
        (!can_be_paired).then(|| {
            let maximum = self.maximum_with_bye(players, with_bye);
            self.explain(players, with_bye, &maximum)
        })
    }

    /// As many pairs as possible of `players`; vertices are the players of the tournament.
    fn maximum(&self, players: &[PlayerId]) -> MaximumMatching {
        let members = players.iter().map(|player| player.index());
        maximum_matching_among(&self.graph, &set_of(self.graph.n_vertices(), members), &[])
    }

    /// The place of the bye in the graph is `players.len()`.
    fn adjacent(&self, players: &[PlayerId], u: usize, v: usize) -> bool {
        match (players.get(u), players.get(v)) {
            (Some(a), Some(b)) => self.allows(*a, *b),
            (Some(a), None) | (None, Some(a)) => self.allows_bye(*a),
            (None, None) => false,
        }
    }

    /// As many pairs as possible; vertices are places in `players`, then the bye if `with_bye`.
    fn maximum_with_bye(&self, players: &[PlayerId], with_bye: bool) -> MaximumMatching {
        let n = players.len() + usize::from(with_bye);
        let mut graph = BitGraph::new(n);
        for u in 0..n {
            for v in u + 1..n {
                if self.adjacent(players, u, v) {
                    graph.set_edge(VertexId::new(u), VertexId::new(v), true);
                }
            }
        }
        maximum_matching(&graph, &[])
    }

    /// The odd components outside the barrier.
    fn explain(&self, players: &[PlayerId], with_bye: bool, maximum: &MaximumMatching) -> Witness {
        let n = players.len() + usize::from(with_bye);
        let mut seen = vec![false; n];
        for vertex in &maximum.inner {
            seen[vertex.index()] = true;
        }
        let mut components = Vec::new();
        while let Some(start) = seen.iter().position(|seen| !seen) {
            seen[start] = true;
            let mut members = vec![start];
            let mut next = 0;
            while let Some(&member) = members.get(next) {
                next += 1;
                for (other, seen) in seen.iter_mut().enumerate() {
                    if !*seen && self.adjacent(players, member, other) {
                        *seen = true;
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
        let named = |place: usize| players.get(place).copied();
        let mut witness = Witness {
            barrier: (maximum.inner.iter())
                .filter_map(|vertex| named(vertex.index()))
                .collect(),
            bye_in_barrier: maximum.inner.iter().any(|v| named(v.index()).is_none()),
            components,
            unmatched: (maximum.mate.iter().enumerate())
                .filter(|(_, mate)| mate.is_none())
                .filter_map(|(place, _)| named(place))
                .collect(),
        };
        witness.barrier.sort_unstable();
        witness.unmatched.sort_unstable();
        witness
    }
}

fn left_over(players: &[PlayerId], maximum: &MaximumMatching) -> usize {
    (players.iter())
        .filter(|player| maximum.mate[player.index()].is_none())
        .count()
}

fn vertex(player: PlayerId) -> VertexId {
    VertexId::new(player.index())
}
