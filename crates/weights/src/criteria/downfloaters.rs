//! How many players float down, and with which scores.

use edelweiss_model::Position;

use super::{Criterion, number_of};
use crate::bracket::descending_place;
use crate::{Bracket, Unit};

/// The number of downfloaters.
///
/// # Articles
/// 2026: C6 (2.4.1). 2017: C.5, which says the same by maximising the pairs.
/// # Cost
/// One per floater. As look-ahead into the last bracket of a 2017 round, a floater who may not
/// have the bye counts three: whoever stays unpaired there receives it (C.2), and one such player
/// is worse than one who may.
/// # Capacity
/// Everybody floats.
#[derive(Debug)]
pub struct Downfloaters;

impl Criterion for Downfloaters {
    fn capacities(&self, _: &Position, bracket: &Bracket) -> Vec<u64> {
        vec![bracket.len() as u64]
    }

    fn cost(&self, _: &Position, _: &Bracket, unit: Unit, add: &mut dyn FnMut(usize, u64)) {
        if let Unit::Float { .. } = unit {
            add(0, 1);
        }
    }
}

/// The scores of the downfloaters, compared as a list from high to low: fewest of the highest
/// score first.
///
/// # Articles
/// 2026: C7 (2.4.2).
/// # Cost
/// One field per score of the bracket, one per floater of that score. Criteria before this one fix
/// the length of the list, and lists of one length compare like these counts.
/// # Capacity
/// The players with that score.
#[derive(Debug)]
pub struct FloaterScores;

impl Criterion for FloaterScores {
    fn field_count(&self, bracket: &Bracket) -> usize {
        bracket.scores().len()
    }

    fn capacities(&self, position: &Position, bracket: &Bracket) -> Vec<u64> {
        let players: Vec<_> = bracket.players().collect();
        (bracket.scores().iter())
            .map(|score| number_of(&players, |id| position.player(id).score == *score))
            .collect()
    }

    fn cost(
        &self,
        position: &Position,
        bracket: &Bracket,
        unit: Unit,
        add: &mut dyn FnMut(usize, u64),
    ) {
        if let Unit::Float { player, .. } = unit {
            add(
                descending_place(bracket.scores(), position.player(player).score),
                1,
            );
        }
    }
}
