//! A reading of the text that other programs follow, as editions with other rows.
//!
//! # Articles
//! 2026: C10 (2.4.5) and C11 (2.4.6). 2017: C.8 and C.9. Both count the players "who get" a colour
//! difference or a colour. Our tables count whoever gets it, granted or refused; here only the refused
//! colour of two players with one absolute preference counts, and once per pair.
//! `docs/src/disputes/who-gets.md` puts the two side by side.

use std::cmp::Ordering;
use std::sync::LazyLock;

use edelweiss_model::{PlayerState, Position};

use crate::criteria::{ColourStanding, Criterion, Part, TopscorerRule};
use crate::edition::{DUTCH_2017, DUTCH_2026, Edition, Rule};
use crate::{Bracket, Sight, Unit};

/// The edition of this year in which a colour limit counts refused colours only; `None` where the
/// edition has no such reading. O(1) but for the first call.
pub fn counting_refused_colours(edition: &Edition) -> Option<&'static Edition> {
    static EDITIONS: LazyLock<[Edition; 2]> = LazyLock::new(|| {
        [
            with_refused_colours(&DUTCH_2026),
            with_refused_colours(&DUTCH_2017),
        ]
    });
    EDITIONS.iter().find(|other| other.year == edition.year)
}

fn with_refused_colours(edition: &Edition) -> Edition {
    let rows = edition.criteria.iter().map(|rule| match rule.label {
        "C10" | "C.8" => Rule {
            criterion: &RefusedTopscorerColour {
                rule: TopscorerRule::Difference,
            },
            ..*rule
        },
        "C11" | "C.9" => Rule {
            criterion: &RefusedTopscorerColour {
                rule: TopscorerRule::ThreeInARow,
            },
            ..*rule
        },
        _ => *rule,
    });
    Edition {
        // Once for each edition and program.
        criteria: Box::leak(rows.collect()),
        ..*edition
    }
}

/// Pairs of two absolute preferences for one colour whose refused player breaks a limit.
///
/// # Cost
/// One for each such pair: both differences are beyond one, or the refused player gets a colour for
/// the third time. Only pairs with a topscorer can be such (C3).
/// # Capacity
/// The pairs.
#[derive(Debug)]
pub struct RefusedTopscorerColour {
    /// Which limit is broken.
    pub rule: TopscorerRule,
}

impl RefusedTopscorerColour {
    fn is_broken(&self, a: ColourStanding, b: ColourStanding) -> bool {
        if a.due.is_none() || a.due != b.due {
            return false;
        }
        let (wide_a, wide_b) = (a.difference.abs(), b.difference.abs());
        let refused = a.due.map(|colour| !colour);
        match (self.rule, wide_a.cmp(&wide_b)) {
            (TopscorerRule::Difference, _) => wide_a.min(wide_b) > 1,
            (TopscorerRule::ThreeInARow, Ordering::Less) => a.repeated == refused,
            (TopscorerRule::ThreeInARow, Ordering::Greater) => b.repeated == refused,
            // Whoever is refused.
            (TopscorerRule::ThreeInARow, Ordering::Equal) => {
                a.repeated.is_some() && a.repeated == b.repeated
            }
        }
    }
}

impl Criterion for RefusedTopscorerColour {
    fn capacities(&self, _: &Position, bracket: &Bracket, capacities: &mut Vec<u64>) {
        capacities.push(bracket.len() as u64 / 2);
    }

    fn sight(&self, part: Part) -> Sight {
        match part {
            Part::Higher | Part::Lower | Part::Peer => Sight::COLOUR.with(Sight::COLOUR_HISTORY),
            Part::Floater | Part::Following => Sight::NOTHING,
        }
    }

    fn cost(&self, _: &Bracket, unit: Unit<&PlayerState>, add: &mut dyn FnMut(usize, u64)) {
        if let Unit::Pair { higher, lower } = unit
            && self.is_broken(higher.into(), lower.into())
        {
            add(0, 1);
        }
    }
}
