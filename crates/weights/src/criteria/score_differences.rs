//! The Pairing Score Difference of the 2017 edition.

use edelweiss_model::{Position, Score};

use super::Criterion;
use crate::bracket::descending_place;
use crate::{Bracket, Unit};

/// The score differences of pairs and floaters, compared as a list from high to low.
///
/// # Articles
/// 2017: C.6, by A.8: a pair counts the difference of its scores, a floater its score minus a value
/// one point below the lowest score of the bracket.
/// # Cost
/// One field per difference, largest first; one per pair or floater with it. Differences of zero
/// need no field: C.5 fixes the length of the list, so they are what is left.
/// # Capacity
/// The players who could be the higher one of such a pair, or such a floater.
#[derive(Debug)]
pub struct PairingScoreDifference;

impl Criterion for PairingScoreDifference {
    fn field_count(&self, bracket: &Bracket) -> usize {
        bracket.differences().len()
    }

    fn capacities(&self, position: &Position, bracket: &Bracket) -> Vec<u64> {
        capacities(position, bracket, |_| true)
    }

    fn cost(
        &self,
        position: &Position,
        bracket: &Bracket,
        unit: Unit,
        add: &mut dyn FnMut(usize, u64),
    ) {
        if let Some(difference) = unit_difference(position, bracket, unit) {
            add(descending_place(bracket.differences(), difference), 1);
        }
    }
}

/// The non-zero score difference of a pair or floater of this bracket.
pub(super) fn unit_difference(position: &Position, bracket: &Bracket, unit: Unit) -> Option<Score> {
    let score = |id| position.player(id).score;
    let difference = match unit {
        Unit::Pair { higher, lower } => score(higher) - score(lower),
        Unit::Float { player, .. } => bracket.float_difference(score(player)),
        Unit::FollowingPair { .. } | Unit::FollowingFloat { .. } => return None,
    };
    (difference != Score::ZERO).then_some(difference)
}

/// Per difference of the bracket: the players selected by `counts` who could show it downwards.
pub(super) fn capacities(
    position: &Position,
    bracket: &Bracket,
    counts: impl Fn(edelweiss_model::PlayerId) -> bool,
) -> Vec<u64> {
    let mut capacities = vec![0; bracket.differences().len()];
    for player in bracket.players().filter(|id| counts(*id)) {
        let score = position.player(player).score;
        let pairs = (bracket.resident_scores().iter())
            .map(|low| score - *low)
            .filter(|difference| *difference > Score::ZERO);
        let float = bracket.float_difference(score);
        let mut places: Vec<usize> = pairs
            .chain([float])
            .map(|difference| descending_place(bracket.differences(), difference))
            .collect();
        places.sort_unstable();
        places.dedup();
        for place in places {
            capacities[place] += 1;
        }
    }
    capacities
}
