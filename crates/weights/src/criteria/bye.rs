//! Who takes the pairing-allocated bye.

use edelweiss_model::{PlayerState, Position};

use super::{Criterion, Part};
use crate::{Bracket, Sight, Unit};

/// The unplayed games of the player who takes the bye.
///
/// # Articles
/// 2026: C9 (2.4.4), for brackets that float exactly one player, who takes the bye. No counterpart
/// in 2017.
/// # Cost
/// That player's rounds without a game over the board.
/// # Capacity
/// The largest such number in the bracket: only one player takes the bye.
#[derive(Debug)]
pub struct ByeUnplayedGames;

impl Criterion for ByeUnplayedGames {
    fn field_count(&self, bracket: &Bracket) -> usize {
        usize::from(bracket.bye_is_sole_floater())
    }

    fn capacities(&self, position: &Position, bracket: &Bracket, capacities: &mut Vec<u64>) {
        if bracket.bye_is_sole_floater() {
            let unplayed = bracket.players().map(|id| position.player(id).unplayed);
            capacities.push(u64::from(unplayed.max().unwrap_or(0)));
        }
    }

    fn sight(&self, part: Part) -> Sight {
        match part {
            Part::Floater => Sight::UNPLAYED,
            Part::Higher | Part::Lower | Part::Peer | Part::Following => Sight::NOTHING,
        }
    }

    fn cost(&self, bracket: &Bracket, unit: Unit<&PlayerState>, add: &mut dyn FnMut(usize, u64)) {
        if let Unit::Float {
            player,
            takes_bye: true,
        } = unit
            && bracket.bye_is_sole_floater()
        {
            add(0, u64::from(player.unplayed));
        }
    }
}
