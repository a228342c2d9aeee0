//! Colour limits that only pairs with a topscorer may break.

use std::cmp::Ordering;

use edelweiss_model::{Colour, PlayerState, Position, Strength};

use super::{Criterion, Part};
use crate::{Bracket, Sight, Unit};

/// Which limit is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TopscorerRule {
    /// A colour difference beyond +2 or -2.
    Difference,
    /// One colour three times running.
    ThreeInARow,
}

/// What the two limits see of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ColourStanding {
    /// A topscorer of the last round.
    pub topscorer: bool,
    /// The colour of an absolute preference. A player without one breaks no limit, whatever the
    /// colour: the difference is at most one, and the last two games had different colours.
    pub due: Option<Colour>,
    /// Games with White minus games with Black.
    pub difference: i32,
    /// The colour of the last two games, if they had one colour.
    pub repeated: Option<Colour>,
}

impl From<&PlayerState> for ColourStanding {
    fn from(player: &PlayerState) -> Self {
        Self {
            topscorer: player.topscorer,
            due: (player.preference).filter(|_| player.strength == Strength::Absolute),
            difference: i32::from(player.colour_difference),
            repeated: player.repeated_colour,
        }
    }
}

impl TopscorerRule {
    /// How many of the two players of a pair the limit counts. O(1).
    ///
    /// The colours are those of 5.2 (2017: E). Without a common absolute preference each player
    /// who has one is granted it (5.2.1, 5.2.2). With one, the wider colour difference is granted.
    /// Of two equal differences 5.2.3 decides who is granted, and for the counts it does not matter:
    /// - The difference grows for one of the two and shrinks for the other.
    /// - If both had one colour twice running, the same one, one of them gets it again: the colour
    ///   that both should have or the other.
    /// - Else the latest round in which the two differed is one of the last two, and alternating
    ///   to it gives nobody the colour of the last two games.
    pub fn count(self, a: ColourStanding, b: ColourStanding) -> u64 {
        if !a.topscorer && !b.topscorer {
            return 0;
        }
        let wide = |player: ColourStanding| player.difference.abs();
        let order = if a.due.is_some() && a.due == b.due {
            wide(a).cmp(&wide(b))
        } else {
            return self.breaks(a, a.due) + self.breaks(b, b.due);
        };
        let refused = a.due.map(|colour| !colour);
        match (order, self) {
            (Ordering::Greater, _) => self.breaks(a, a.due) + self.breaks(b, refused),
            (Ordering::Less, _) => self.breaks(a, refused) + self.breaks(b, b.due),
            (Ordering::Equal, Self::Difference) => {
                u64::from(wide(a) + 1 > 2) + u64::from(wide(a) - 1 > 2)
            }
            (Ordering::Equal, Self::ThreeInARow) => {
                u64::from(a.repeated.is_some() && a.repeated == b.repeated)
            }
        }
    }

    /// One if the player breaks the limit by getting this colour.
    fn breaks(self, player: ColourStanding, colour: Option<Colour>) -> u64 {
        let Some(colour) = colour else { return 0 };
        let step = match colour {
            Colour::White => 1,
            Colour::Black => -1,
        };
        u64::from(match self {
            Self::Difference => (player.difference + step).abs() > 2,
            Self::ThreeInARow => player.repeated == Some(colour),
        })
    }
}

/// Topscorers and their opponents who break a colour limit.
///
/// # Articles
/// 2026: C10 (2.4.5) and C11 (2.4.6). 2017: C.8 and C.9.
/// # Cost
/// Every player of a pair with a topscorer who gets a colour that breaks the limit, whether that
/// colour was granted or refused; see [`TopscorerRule::count`].
/// # Capacity
/// Everybody, if there are topscorers.
#[derive(Debug)]
pub struct TopscorerColour {
    /// Which limit is broken.
    pub rule: TopscorerRule,
}

impl Criterion for TopscorerColour {
    fn capacities(&self, position: &Position, bracket: &Bracket, capacities: &mut Vec<u64>) {
        let possible = bracket.players().any(|id| position.player(id).topscorer);
        capacities.push(if possible { bracket.len() as u64 } else { 0 });
    }

    fn sight(&self, part: Part) -> Sight {
        match part {
            Part::Higher | Part::Lower | Part::Peer => Sight::COLOUR.with(Sight::COLOUR_HISTORY),
            Part::Floater | Part::Following => Sight::NOTHING,
        }
    }

    fn cost(&self, _: &Bracket, unit: Unit<&PlayerState>, add: &mut dyn FnMut(usize, u64)) {
        let Unit::Pair { higher, lower } = unit else {
            return;
        };
        match self.rule.count(higher.into(), lower.into()) {
            0 => {}
            count => add(0, count),
        }
    }
}
