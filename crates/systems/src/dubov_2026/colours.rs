//! Who gets White.
//!
//! # Articles
//! C.04.4.1 (2026) 5; C.04.2 (2026) 3.4.

use edelweiss_model::{Colour, PlayerId};
use edelweiss_pairing::ColourReason;

use super::entrant::Dubov2026Field;

/// The colour of the higher ranked player (5.2.1) and the article that decides it. O(rounds).
pub(super) fn of_higher(
    field: &Dubov2026Field,
    higher: PlayerId,
    lower: PlayerId,
) -> (Colour, ColourReason) {
    let (a, b) = (field.player(higher), field.player(lower));
    if !a.has_played && !b.has_played {
        // 5.1: White where the lot is not recorded and no game tells it.
        let initial = field.position.initial_colour().unwrap_or(Colour::White);
        let odd = a.parity_number % 2 == 1;
        let colour = if odd { initial } else { !initial };
        return (colour, ColourReason::Article("5.2.1"));
    }
    if a.preference != b.preference {
        return (a.preference, ColourReason::Article("5.2.2"));
    }
    if a.strength != b.strength {
        let stronger_is_higher = a.strength > b.strength;
        let colour = if stronger_is_higher {
            a.preference
        } else {
            !b.preference
        };
        return (colour, ColourReason::Article("5.2.3"));
    }
    // C.04.2 3.4: only games count, aligned at the latest one.
    match field.position.latest_difference(higher, lower) {
        Some(mine) => (!mine, ColourReason::Article("5.2.4")),
        None => (a.preference, ColourReason::Article("5.2.5")),
    }
}
