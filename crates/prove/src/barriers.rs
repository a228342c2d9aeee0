//! Sets of players that show that others cannot all be paired.

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::{BitGraph, maximum_matching};
use edelweiss_model::{PlayerId, Position, Score, Tournament};
use edelweiss_pairing::BracketRecord;
use edelweiss_verify::{Barrier, ProofBarrier};
use edelweiss_weights::{Completion, Edition};

/// 2017 A.9: why the floaters of a bracket and everybody lower cannot be paired.
pub(crate) fn no_completion(position: &Position, record: &BracketRecord) -> Option<Barrier> {
    let lowest = record
        .residents
        .first()
        .map(|id| position.player(*id).score);
    let lower = position.present().iter().copied();
    let lower = lower.filter(|id| Some(position.player(*id).score) < lowest);
    let left: Vec<PlayerId> = record.floaters.iter().copied().chain(lower).collect();
    barrier(position, &left, None)
}

/// 2026 C5: why nobody with a lower score than `bye` can have the bye, if somebody would be allowed to.
pub(crate) fn no_lower_bye(
    position: &Position,
    edition: &Edition,
    bye: PlayerId,
) -> Option<Barrier> {
    let score = position.player(bye).score;
    let is_lower = |id: &PlayerId| {
        let player = position.player(*id);
        player.bye_allowed && player.score < score
    };
    let is_asked = edition.completion == Completion::EveryBracket;
    (is_asked && position.present().iter().any(is_lower))
        .then(|| barrier(position, position.present(), Some(score)))
        .flatten()
}

/// By the theorem of Gallai and Edmonds.
fn barrier(position: &Position, players: &[PlayerId], below: Option<Score>) -> Option<Barrier> {
    let n = players.len();
    let mut graph = BitGraph::new(n + n % 2);
    for u in 0..n {
        for v in u + 1..n {
            let may_meet = position.may_meet(players[u], players[v]);
            graph.set_edge(VertexId::new(u), VertexId::new(v), may_meet);
        }
        if n % 2 == 1 {
            let player = position.player(players[u]);
            let takes_bye = player.bye_allowed && below.is_none_or(|score| player.score < score);
            graph.set_edge(VertexId::new(u), VertexId::new(n), takes_bye);
        }
    }
    let maximum = maximum_matching(&graph, &[]);
    let inner = maximum.inner.iter().map(|v| v.index());
    (maximum.deficiency() > 0).then(|| Barrier {
        players: inner
            .clone()
            .filter(|v| *v < n)
            .map(|v| players[v])
            .collect(),
        has_bye: inner.clone().any(|v| v == n),
    })
}

pub(crate) fn written(tournament: &Tournament, barrier: &Barrier) -> ProofBarrier {
    let numbers = barrier.players.iter();
    ProofBarrier {
        players: numbers
            .map(|id| tournament.player(*id).number.get())
            .collect(),
        bye: barrier.has_bye,
    }
}
