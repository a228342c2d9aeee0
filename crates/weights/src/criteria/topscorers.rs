//! Colour limits that only pairs with a topscorer may break.

use edelweiss_model::{Position, Strength};

use super::Criterion;
use crate::{Bracket, Unit};

/// Which limit is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TopscorerRule {
    /// A colour difference beyond +2 or -2.
    Difference,
    /// One colour three times running.
    ThreeInARow,
}

/// Topscorers and their opponents who break a colour limit.
///
/// # Articles
/// 2026: C10 (2.4.5) and C11 (2.4.6). 2017: C.8 and C.9. C3 leaves such pairs to topscorers, so the
/// cost may be asked of any pair.
/// # Cost
/// At most one per pair of players with one absolute preference.
/// Difference: both already stand beyond +1 or -1 to one side, so one of them goes beyond 2.
/// Three in a row: the player who yields had the other colour in the last two games. With unequal
/// colour differences the smaller one yields (5.2.2). With equal ones, if only one player had a
/// colour twice running, the latest round in which the two differed lies within those two games and
/// 5.2.3 serves that player; so the pair costs one only if both had.
/// # Capacity
/// All possible pairs.
#[derive(Debug)]
pub struct TopscorerColour {
    /// Which limit is broken.
    pub rule: TopscorerRule,
}

impl Criterion for TopscorerColour {
    fn capacities(&self, position: &Position, bracket: &Bracket) -> Vec<u64> {
        // Without topscorers C3 excludes every pair that costs anything.
        let possible = bracket.players().any(|id| position.player(id).topscorer);
        vec![if possible {
            bracket.len() as u64 / 2
        } else {
            0
        }]
    }

    fn cost(&self, position: &Position, _: &Bracket, unit: Unit, add: &mut dyn FnMut(usize, u64)) {
        let Unit::Pair { higher, lower } = unit else {
            return;
        };
        let (a, b) = (position.player(higher), position.player(lower));
        let both_absolute = a.strength == Strength::Absolute && b.strength == Strength::Absolute;
        if !both_absolute || a.preference != b.preference {
            return;
        }
        let (wide_a, wide_b) = (a.colour_difference.abs(), b.colour_difference.abs());
        let costs = match self.rule {
            TopscorerRule::Difference => wide_a > 1 && wide_b > 1,
            TopscorerRule::ThreeInARow => {
                let refused = a.preference.map(|colour| !colour);
                let thrice_a = a.repeated_colour == refused;
                let thrice_b = b.repeated_colour == refused;
                match wide_a.cmp(&wide_b) {
                    std::cmp::Ordering::Less => thrice_a,
                    std::cmp::Ordering::Greater => thrice_b,
                    std::cmp::Ordering::Equal => thrice_a && thrice_b,
                }
            }
        };
        if costs {
            add(0, 1);
        }
    }
}
