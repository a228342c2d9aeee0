//! What the floaters of a bracket leave possible below it.
//!
//! # Articles
//! C.04.3 (2026) C4 (2.2.1), C5 (2.3.1), C8 (2.4.3), C9 (2.4.4); 2017 A.9, C.4, C.7.
//!
//! # Sources
//! T. Gallai (1964), J. Edmonds (1965): the vertices that some maximum matching leaves exposed.

use edelweiss_matching::cardinality::{BitGraph, maximum_matching};
use edelweiss_matching::{Cover, Dense, Solver, VertexId};
use edelweiss_model::{PlayerId, Position, Score};
use edelweiss_weights::{Bracket, Edition, Layout, Part, Rule, Unit};
use num_bigint::BigInt;

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

/// O(n³/64) for n players.
pub(super) fn outlook(position: &Position, players: &[PlayerId]) -> OutlookBelow {
    let mut graph = BitGraph::new(players.len());
    for (u, &a) in players.iter().enumerate() {
        for (v, &b) in players.iter().enumerate().skip(u) {
            if position.may_meet(a, b) {
                graph.set_edge(VertexId::new(u), VertexId::new(v), true);
            }
        }
    }
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

/// What stands in the way of everybody in the following bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Completes {
    /// 2026: the round is completed, the bye going to a player with this score (C4, C5).
    WithByeScore(Option<Score>),
    /// 2017: not looked at.
    NotAsked,
}

/// A following bracket.
#[derive(Debug)]
pub(super) struct FollowingScoregroup<'a> {
    pub(super) position: &'a Position,
    /// The edition with the look-ahead as its only criterion.
    pub(super) ahead: Edition,
    /// The current bracket, followed by the next scoregroup.
    pub(super) bracket: &'a Bracket<'static>,
    pub(super) next: &'a [PlayerId],
    /// Everybody below the next scoregroup.
    pub(super) lower: &'a [PlayerId],
}

/// Where a player of the matching stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ScoreZone {
    Floater,
    Next,
    Lower,
}

impl FollowingScoregroup<'_> {
    /// The least cost of the following bracket for these floaters; `None` where the round cannot be
    /// completed as asked. One weighted matching, O(n³).
    ///
    /// In 2026 everybody unpaired takes part: whoever of the following bracket meets somebody below
    /// it, or has the bye, has left it. In 2017 whoever has no partner has left it.
    pub(super) fn least(&self, floaters: &[PlayerId], completes: Completes) -> Option<Vec<u64>> {
        let layout = Layout::new(&self.ahead, self.position, self.bracket);
        let mut players: Vec<(ScoreZone, PlayerId)> = Vec::new();
        players.extend(floaters.iter().map(|id| (ScoreZone::Floater, *id)));
        players.extend(self.next.iter().map(|id| (ScoreZone::Next, *id)));
        let bye_score = match completes {
            Completes::WithByeScore(score) => {
                players.extend(self.lower.iter().map(|id| (ScoreZone::Lower, *id)));
                score
            }
            Completes::NotAsked => None,
        };
        let n = players.len() + usize::from(bye_score.is_some());
        let cost = |units: &[Unit]| {
            let mut total = BigInt::ZERO;
            for unit in units {
                layout.add_unit(self.position, self.bracket, *unit, &mut total);
            }
            total
        };
        let leaves: Vec<BigInt> = (players.iter())
            .map(|&(zone, player)| match zone {
                ScoreZone::Lower => BigInt::ZERO,
                ScoreZone::Floater | ScoreZone::Next => cost(&[Unit::FollowingFloat {
                    player,
                    takes_bye: false,
                }]),
            })
            .collect();
        // Leaving is what pairs are measured against: a pair is worth what it saves.
        let worth = |u: usize, v: usize| -> Option<BigInt> {
            let (zone_u, higher) = players[u];
            let Some(&(zone_v, lower)) = players.get(v) else {
                let state = self.position.player(higher);
                let may = state.bye_allowed && Some(state.score) == bye_score;
                return may.then_some(BigInt::ZERO);
            };
            if !self.position.may_meet(higher, lower) {
                return None;
            }
            match (zone_u, zone_v) {
                (ScoreZone::Floater | ScoreZone::Next, ScoreZone::Next) => {
                    let pair = cost(&[Unit::FollowingPair { higher, lower }]);
                    Some(&leaves[u] + &leaves[v] - pair)
                }
                // Below the following bracket, where pairs are not looked at.
                _ => Some(BigInt::ZERO),
            }
        };
        let graph = Dense::from_fn(n, |u, v| {
            worth(u.index().min(v.index()), u.index().max(v.index()))
        });
        let cover = match completes {
            Completes::WithByeScore(_) => Cover::Must,
            Completes::NotAsked => Cover::May,
        };
        let mut solver = Solver::new(graph, &vec![cover; n])
            .expect("integers of any width leave headroom, and there is a cover for each");
        solver.solve().ok()?;
        let everybody = leaves.iter().sum::<BigInt>();
        let least = layout.unpack(&(everybody - solver.value()));
        Some(least.0.concat())
    }
}

/// The place of the criterion that looks ahead, if the edition has one.
pub(super) fn look_ahead(edition: &Edition, bracket: &Bracket) -> Option<usize> {
    bracket.following()?;
    let looks_ahead = |rule: &Rule| !rule.criterion.sight(Part::Following).is_nothing();
    edition.criteria.iter().position(looks_ahead)
}
