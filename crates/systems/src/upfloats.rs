//! Brackets that take players up: the procedure that two systems share.
//!
//! # Articles
//! C.04.5 and C.04.6 (2026) 3.2, 3.3, 3.5, 3.6, which are worded alike. The top scoregroup takes as many players up as it
//! needs ([`choice`]), and is paired completely ([`bracket`]); again and again until everybody is paired. The systems
//! differ in the criteria of a bracket, and in where floats count ([`UpfloatField`]).

mod bracket;
mod choice;

use std::cmp::Reverse;

use edelweiss_model::{PlayerId, Score};
use edelweiss_pairing::BracketRecord;

use crate::round_graph::RoundGraph;

/// How C6 is complied with: the upfloaters are chosen "so that \[C1\], \[C3\] and \[C4\] are complied with in the bracket
/// where this scoregroup is paired".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FollowingNeed {
    /// As few upfloaters into the following bracket as possible.
    Fewest,
    /// None or one, as its number of players asks; where no choice achieves that, C6 says nothing.
    ParityOrNothing,
    /// Nothing: the scoregroup is empty.
    Void,
}

/// A criterion of a bracket.
pub(crate) struct BracketCriterion<K> {
    /// As the text labels it.
    pub(crate) label: &'static str,
    /// What a pair costs; none where the criterion is not in force in this round.
    pub(crate) cost: Option<fn(K, K) -> u64>,
}

/// What the procedure asks of a system. Players are those to be paired.
pub(crate) trait UpfloatField {
    /// What the costs of a pair depend on.
    type Kind: Ord + Copy;

    /// The score that makes scoregroups.
    fn score(&self, id: PlayerId) -> Score;

    /// C7: whether taking this player up costs one.
    fn floats_again(&self, id: PlayerId) -> bool;

    /// C6, for the bracket of the score `top`, when these players of lower score, by score, are not paired yet.
    fn following_need(&self, top: Score, lower: &[PlayerId]) -> FollowingNeed;

    /// A player of a bracket, taken up or not.
    fn kind(&self, id: PlayerId, is_upfloater: bool) -> Self::Kind;

    /// The criteria of a bracket, in descending priority.
    fn criteria(&self) -> Vec<BracketCriterion<Self::Kind>>;

    /// Smaller keys are ranked higher: by score, then number.
    fn rank(&self, id: PlayerId) -> (Reverse<Score>, PlayerId) {
        (Reverse(self.score(id)), id)
    }
}

/// 3.3: the top scoregroup of those who are left, again and again. `players` can all be paired with each other.
pub(crate) fn pair_brackets<F: UpfloatField>(
    field: &F,
    graph: &RoundGraph,
    players: impl Iterator<Item = PlayerId>,
) -> Vec<BracketRecord> {
    let mut unpaired: Vec<PlayerId> = players.collect();
    unpaired.sort_by_key(|id| field.rank(*id));
    let mut brackets = Vec::new();
    while let Some(&first) = unpaired.first() {
        let top = unpaired.partition_point(|id| field.score(*id) == field.score(first));
        let lower = unpaired.split_off(top);
        let chosen = choice::choose(field, graph, &unpaired, &lower);
        let (pairs, costs) = bracket::pair(field, graph, &unpaired, &chosen.upfloaters);
        let next = (lower.iter().copied())
            .filter(|id| !chosen.upfloaters.contains(id))
            .collect();
        let residents = std::mem::replace(&mut unpaired, next);
        brackets.push(BracketRecord {
            mdps: chosen.upfloaters,
            pairs,
            costs: [chosen.costs, costs].concat(),
            ..BracketRecord::of_residents(residents)
        });
    }
    brackets
}
