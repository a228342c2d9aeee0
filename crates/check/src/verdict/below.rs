//! What the floaters of a bracket leave possible below it.
//!
//! # Articles
//! C.04.3 (2026) C4 (2.2.1), C5 (2.3.1), C9 (2.4.4); 2017 A.9, C.4.
//!
//! # Sources
//! T. Gallai (1964), J. Edmonds (1965): the vertices that some maximum matching leaves exposed.

use edelweiss_matching::cardinality::maximum_matching;
use edelweiss_model::{PlayerId, Position, Score};

use super::meetings::meetings;

/// How a set of players can be completed to a round (C1-C3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum OutlookBelow {
    /// Not at all.
    Impossible,
    /// Everybody meets somebody.
    Complete,
    /// Everybody but one. These can be the one; of those who can, they have the lowest score.
    WithBye { takers: Vec<PlayerId>, score: Score },
}

/// One matching of a graph of bits: O(n²/64) for n players, and as much for each who is hard to match.
pub(super) fn outlook(position: &Position, players: &[PlayerId]) -> OutlookBelow {
    let graph = meetings(position, players, 0, |_| false);
    let maximum = maximum_matching(&graph, &[]);
    match maximum.deficiency() {
        0 => return OutlookBelow::Complete,
        1 => {}
        _ => return OutlookBelow::Impossible,
    }
    let can_take = (maximum.outer.iter())
        .map(|v| players[v.index()])
        .filter(|id| position.player(*id).bye_allowed);
    let score = |id: &PlayerId| position.player(*id).score;
    let Some(lowest) = can_take.clone().map(|id| score(&id)).min() else {
        return OutlookBelow::Impossible;
    };
    OutlookBelow::WithBye {
        takers: can_take.filter(|id| score(id) == lowest).collect(),
        score: lowest,
    }
}
