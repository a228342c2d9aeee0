//! Whether a set of players can be paired completely.
//!
//! # Articles
//! C1, C2, C3, the arbiter's bans; completion (2026 C4, 2017 A.9 and C.4); the score of the player
//! with the bye (2026 C5).

use std::rc::Rc;

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::{BitGraph, Maximum, has_perfect_matching, maximum_matching};
use edelweiss_model::{PlayerId, PlayerState, Position, Score};

use crate::Witness;
use crate::opponents::Opponents;

/// Whether a player may have the bye (C2), if it is to go to this score (2026 C5).
pub(crate) fn may_take_bye(player: &PlayerState, bye_score: Option<Score>) -> bool {
    player.bye_allowed && bye_score.is_none_or(|score| player.score == score)
}

/// The players still to be paired, whom they may meet, and who may have the bye.
#[derive(Debug)]
pub(crate) struct UnpairedField<'a> {
    position: &'a Position,
    pub(crate) opponents: Rc<Opponents>,
    /// 2026 C5: only players with this score may receive the bye.
    bye_score: Option<Score>,
}

impl<'a> UnpairedField<'a> {
    /// The field of the players that `opponents` knows; only players with `bye_score` may have the bye, if
    /// that is given.
    pub(crate) fn new(
        position: &'a Position,
        opponents: Rc<Opponents>,
        bye_score: Option<Score>,
    ) -> Self {
        Self {
            position,
            opponents,
            bye_score,
        }
    }

    pub(crate) fn may_take_bye(&self, id: PlayerId) -> bool {
        may_take_bye(self.position.player(id), self.bye_score)
    }

    fn is_odd(&self) -> bool {
        self.opponents.players().len() % 2 == 1
    }

    /// The players as vertices in this order, followed by one for the bye if `with_bye`.
    /// See [`Opponents::graph`] for the cost.
    pub(crate) fn graph(&self, players: &[PlayerId], with_bye: bool) -> BitGraph {
        let mut graph = Opponents::graph(self.position, players);
        if with_bye {
            let bye = graph.push_vertex();
            for (v, id) in players.iter().enumerate() {
                graph.set_edge(VertexId::new(v), bye, self.may_take_bye(*id));
            }
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
    /// round, that player must be allowed the bye. Empty if no floater can have it so.
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
                    Some(taker) => self.opponents.may_meet(id, *taker),
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
    /// The proof that it cannot.
    pub(crate) fn check_pairable(&self) -> Result<(), Witness> {
        let players = self.opponents.players();
        let graph = self.graph(players, self.is_odd());
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
        Err(Witness {
            bye_in_barrier: maximum.inner.iter().any(|v| name(v).is_none()),
            barrier: maximum.inner.iter().filter_map(name).collect(),
            components: (odd_components(&graph, &maximum).iter())
                .map(|component| component.iter().filter_map(name).collect())
                .collect(),
            unmatched: exposed
                .filter_map(|(v, _)| name(&VertexId::new(v)))
                .collect(),
        })
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
        if !self.is_odd() {
            return None;
        }
        let players = self.opponents.players();
        let maximum = maximum_matching(&self.graph(players, false), &[]);
        (maximum.outer.iter().map(|v| players[v.index()]))
            .filter(|id| self.may_take_bye(*id))
            .map(|id| self.position.player(id).score)
            .min()
    }
}

/// The components of the outer vertices; all of them are odd, and each is joined to the rest of the
/// graph through inner vertices only. O(squared number of outer vertices).
fn odd_components(graph: &BitGraph, maximum: &Maximum) -> Vec<Vec<VertexId>> {
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
