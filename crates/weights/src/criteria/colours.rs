//! Players who do not get the colour they should have.

use edelweiss_model::{PlayerState, Position, Strength};

use super::{Criterion, Part};
use crate::{Bracket, Sight, Unit};

/// Which refused preferences count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColourRule {
    /// Any preference, mild ones included.
    Any,
    /// Strong preferences: both prefer one colour, both at least strongly, not both absolutely.
    /// The one who yields is then a player with a strong preference.
    Strong,
}

/// Players who do not get their colour preference.
///
/// # Articles
/// 2026: C12 (2.4.7) and C13 (2.4.8). 2017: C.10 and C.11.
/// # Cost
/// One per pair of players who prefer one colour: exactly one of them is refused.
/// # Capacity
/// All possible pairs.
#[derive(Debug)]
pub struct ColourRefused {
    /// Which refused preferences count.
    pub rule: ColourRule,
}

impl Criterion for ColourRefused {
    fn capacities(&self, _: &Position, bracket: &Bracket, capacities: &mut Vec<u64>) {
        capacities.push(bracket.len() as u64 / 2);
    }

    fn sight(&self, part: Part) -> Sight {
        match part {
            Part::Higher | Part::Lower | Part::Peer => Sight::COLOUR,
            Part::Floater | Part::Following => Sight::NOTHING,
        }
    }

    fn cost(&self, _: &Bracket, unit: Unit<&PlayerState>, add: &mut dyn FnMut(usize, u64)) {
        let Unit::Pair {
            higher: a,
            lower: b,
        } = unit
        else {
            return;
        };
        let same = a.preference.is_some() && a.preference == b.preference;
        let counts = match self.rule {
            ColourRule::Any => true,
            ColourRule::Strong => {
                let weaker = a.strength.min(b.strength);
                weaker == Strength::Strong
            }
        };
        if same && counts {
            add(0, 1);
        }
    }
}
