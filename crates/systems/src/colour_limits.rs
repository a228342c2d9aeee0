//! The due colour and the limits of systems older than the strengths of preferences: of players with colours of
//! games that were played.

use std::cmp::Ordering;

use edelweiss_model::{Colour, PlayerId, Position};

/// The colour of fewer games, else the other one than in the last game; `None` without a game.
pub(crate) fn due_colour(position: &Position, id: PlayerId) -> Option<Colour> {
    let (_, last) = *position.games(id).last()?;
    Some(match position.player(id).colour_difference.cmp(&0) {
        Ordering::Less => Colour::White,
        Ordering::Greater => Colour::Black,
        Ordering::Equal => !last,
    })
}

/// Whether with one more game of this colour the player has it neither three times running nor three times more often
/// than the other one; a difference that is too wide already may shrink.
pub(crate) fn keeps_limits(position: &Position, id: PlayerId, colour: Colour) -> bool {
    let before = position.player(id).colour_difference;
    let after = before + if colour == Colour::White { 1 } else { -1 };
    let is_third = match position.games(id) {
        [.., (_, first), (_, second)] => *first == colour && *second == colour,
        _ => false,
    };
    !is_third && (after.abs() <= 2 || after.abs() < before.abs())
}
