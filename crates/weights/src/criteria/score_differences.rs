//! The Pairing Score Difference of the 2017 edition.

use edelweiss_model::{PlayerState, Position, Score};

use super::{Criterion, Part};
use crate::bracket::descending_place;
use crate::{Bracket, Sight, Unit};

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

    fn capacities(&self, position: &Position, bracket: &Bracket, capacities: &mut Vec<u64>) {
        add_capacities(position, bracket, |_| true, capacities);
    }

    fn sight(&self, part: Part) -> Sight {
        match part {
            Part::Higher | Part::Lower | Part::Floater => Sight::SCORE,
            Part::Peer | Part::Following => Sight::NOTHING,
        }
    }

    fn cost(&self, bracket: &Bracket, unit: Unit<&PlayerState>, add: &mut dyn FnMut(usize, u64)) {
        if let Some(difference) = unit_difference(bracket, unit) {
            add(descending_place(bracket.differences(), difference), 1);
        }
    }
}

/// The non-zero score difference of a pair or floater of this bracket.
pub(super) fn unit_difference(bracket: &Bracket, unit: Unit<&PlayerState>) -> Option<Score> {
    let difference = match unit {
        Unit::Pair { higher, lower } => higher.score - lower.score,
        Unit::Float { player, .. } => bracket.float_difference(player.score),
        Unit::FollowingPair { .. } | Unit::FollowingFloat { .. } => return None,
    };
    (difference != Score::ZERO).then_some(difference)
}

/// Per difference of the bracket: the players selected by `counts` who could show it downwards.
pub(super) fn add_capacities(
    position: &Position,
    bracket: &Bracket,
    counts: impl Fn(&PlayerState) -> bool,
    capacities: &mut Vec<u64>,
) {
    let first = capacities.len();
    capacities.resize(first + bracket.differences().len(), 0);
    let mut states = bracket.players().map(|id| position.player(id)).peekable();
    while let Some(player) = states.next() {
        // Those of one score stand together, as a rule.
        let score = player.score;
        let mut number = u64::from(counts(player));
        while let Some(next) = states.next_if(|next| next.score == score) {
            number += u64::from(counts(next));
        }
        if number == 0 {
            continue;
        }
        // The residents have distinct scores, so the differences are distinct, but for a floater's.
        let pairs = (bracket.resident_scores().iter())
            .map(|low| score - *low)
            .filter(|difference| *difference > Score::ZERO);
        let float = bracket.float_difference(score);
        let also_floats = pairs.clone().all(|difference| difference != float);
        for difference in pairs.chain(also_floats.then_some(float)) {
            capacities[first + descending_place(bracket.differences(), difference)] += number;
        }
    }
}
