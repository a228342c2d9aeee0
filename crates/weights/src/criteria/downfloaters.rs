//! How many players float down, and with which scores.

use edelweiss_model::{PlayerState, Position};

use super::{Criterion, Part};
use crate::bracket::descending_place;
use crate::{Bracket, Role, Sight, Unit};

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
    fn capacities(&self, _: &Position, bracket: &Bracket, capacities: &mut Vec<u64>) {
        capacities.push(bracket.len() as u64);
    }

    fn sight(&self, part: Part) -> Sight {
        of_floaters(part, Sight::PRESENCE)
    }

    fn cost(&self, _: &Bracket, unit: Unit<&PlayerState>, add: &mut dyn FnMut(usize, u64)) {
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

    fn capacities(&self, position: &Position, bracket: &Bracket, capacities: &mut Vec<u64>) {
        let first = capacities.len();
        capacities.resize(first + bracket.scores().len(), 0);
        for id in bracket.players() {
            let place = descending_place(bracket.scores(), position.player(id).score);
            capacities[first + place] += 1;
        }
    }

    fn sight(&self, part: Part) -> Sight {
        of_floaters(part, Sight::SCORE)
    }

    fn cost(&self, bracket: &Bracket, unit: Unit<&PlayerState>, add: &mut dyn FnMut(usize, u64)) {
        if let Unit::Float { player, .. } = unit {
            add(descending_place(bracket.scores(), player.score), 1);
        }
    }
}

/// The moved-down players who are not paired in a collapsed last bracket.
///
/// # Articles
/// 2017: B.1.c, M1 is the *maximum* number of MDPs that can be paired, "see C.6"; S1 holds M1 of
/// them in every candidate (B.2, D.3). Where all residents have one score the Pairing Score
/// Difference fixes the number. In a collapsed last bracket two pairings can have one Pairing Score
/// Difference and pair different numbers of MDPs; only the larger number has candidates.
/// # Cost
/// One per floater who was moved down.
/// # Capacity
/// The MDPs; none where the residents have one score.
#[derive(Debug)]
pub struct UnpairedMdps;

impl Criterion for UnpairedMdps {
    fn field_count(&self, bracket: &Bracket) -> usize {
        usize::from(bracket.resident_scores().len() > 1)
    }

    fn capacities(&self, _: &Position, bracket: &Bracket, capacities: &mut Vec<u64>) {
        if self.field_count(bracket) > 0 {
            capacities.push(bracket.mdps().len() as u64);
        }
    }

    fn sight(&self, part: Part) -> Sight {
        of_floaters(part, Sight::SCORE)
    }

    fn cost(&self, bracket: &Bracket, unit: Unit<&PlayerState>, add: &mut dyn FnMut(usize, u64)) {
        if let Unit::Float { player, .. } = unit
            && bracket.role(player) == Role::Mdp
            && self.field_count(bracket) > 0
        {
            add(0, 1);
        }
    }
}

/// The sight of a criterion that only looks at floaters.
fn of_floaters(part: Part, sight: Sight) -> Sight {
    match part {
        Part::Floater => sight,
        Part::Higher | Part::Lower | Part::Peer | Part::Following => Sight::NOTHING,
    }
}
