//! Sets of players that show that others cannot all be paired.

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::{BitGraph, maximum_matching};
use edelweiss_model::{PlayerId, PlayerState, Position, Tournament};
use edelweiss_pairing::BracketRecord;
use edelweiss_verify::ProofBarrier;
use edelweiss_weights::{Completion, Edition};

/// 2017 A.9: why the floaters of a bracket and everybody lower cannot be paired.
pub(crate) fn no_completion(
    tournament: &Tournament,
    position: &Position,
    record: &BracketRecord,
) -> ProofBarrier {
    let lowest = record
        .residents
        .first()
        .map(|id| position.player(*id).score);
    let lower = position.present().iter().copied();
    let lower = lower.filter(|id| Some(position.player(*id).score) < lowest);
    let left: Vec<PlayerId> = record.floaters.iter().copied().chain(lower).collect();
    dutch_barrier(tournament, position, &left, |player| player.bye_allowed)
}

/// 2026 C5: why nobody with a lower score than `bye` can have the bye, if somebody would be allowed to.
pub(crate) fn no_lower_bye(
    tournament: &Tournament,
    position: &Position,
    edition: &Edition,
    bye: PlayerId,
) -> Option<ProofBarrier> {
    let score = position.player(bye).score;
    let takes_bye = |player: &PlayerState| player.bye_allowed && player.score < score;
    let present = position.present();
    let is_asked = edition.completion == Completion::EveryBracket;
    (is_asked && present.iter().any(|id| takes_bye(position.player(*id))))
        .then(|| dutch_barrier(tournament, position, present, takes_bye))
}

fn dutch_barrier(
    tournament: &Tournament,
    position: &Position,
    players: &[PlayerId],
    takes_bye: impl Fn(&PlayerState) -> bool,
) -> ProofBarrier {
    barrier(
        tournament,
        players,
        |a, b| position.may_meet(a, b),
        |id| takes_bye(position.player(id)),
    )
}

/// By the theorem of Gallai and Edmonds. Where all can be paired, it is a set that shows nothing.
pub(crate) fn barrier(
    tournament: &Tournament,
    players: &[PlayerId],
    may_meet: impl Fn(PlayerId, PlayerId) -> bool,
    takes_bye: impl Fn(PlayerId) -> bool,
) -> ProofBarrier {
    let n = players.len();
    let mut graph = BitGraph::new(n + n % 2);
    for u in 0..n {
        for v in u + 1..n {
            let is_possible = may_meet(players[u], players[v]);
            graph.set_edge(VertexId::new(u), VertexId::new(v), is_possible);
        }
        if n % 2 == 1 {
            let may = takes_bye(players[u]);
            graph.set_edge(VertexId::new(u), VertexId::new(n), may);
        }
    }
    let maximum = maximum_matching(&graph, &[]);
    let inner = maximum.inner.iter().map(|v| v.index());
    let is_player = |v: &usize| *v < n;
    ProofBarrier {
        players: written(
            tournament,
            inner.clone().filter(is_player).map(|v| players[v]),
        ),
        bye: inner.clone().any(|v| v == n),
    }
}

/// The numbers of some players.
pub(crate) fn written(
    tournament: &Tournament,
    players: impl IntoIterator<Item = PlayerId>,
) -> Vec<u32> {
    let numbers = players.into_iter();
    numbers
        .map(|id| tournament.player(id).number.get())
        .collect()
}
