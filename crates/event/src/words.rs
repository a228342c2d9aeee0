//! Players and lists in words.

use edelweiss_model::{PlayerId, Tournament};

/// `17 Brown, Bea`.
pub(crate) fn player(tournament: &Tournament, id: PlayerId) -> String {
    let player = tournament.player(id);
    match &player.name[..] {
        "" => player.number.to_string(),
        name => format!("{} {name}", player.number),
    }
}

/// As many as a line holds.
const MOST_LISTED: usize = 12;

/// `3, 5, 9`, cut with a count.
pub(crate) fn listed<T: ToString>(items: &[T]) -> String {
    let shown: Vec<String> = (items.iter().take(MOST_LISTED))
        .map(ToString::to_string)
        .collect();
    match items.len().saturating_sub(MOST_LISTED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Who has this number. O(players).
pub(crate) fn find(tournament: &Tournament, number: u16) -> Option<PlayerId> {
    (tournament.player_ids()).find(|id| tournament.player(*id).number.get() == number)
}
