//! Players and lists in words.

use edelweiss_model::{PlayerId, TeamId, Tournament};

use crate::error::{StepError, StepProblem};

/// `17 Brown, Bea`.
pub(crate) fn player(tournament: &Tournament, id: PlayerId) -> String {
    let player = tournament.player(id);
    match &player.name[..] {
        "" => player.number.to_string(),
        name => format!("{} {name}", player.number),
    }
}

/// `5 Lausanne`.
pub(crate) fn team(tournament: &Tournament, id: TeamId) -> String {
    let team = &tournament.teams.teams[id.index()];
    match &team.name[..] {
        "" => team.number.to_string(),
        name => format!("{} {name}", team.number),
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

/// Who has this number. O(1) where players stand in the order of their numbers, else O(players).
pub(crate) fn find(tournament: &Tournament, number: u32) -> Option<PlayerId> {
    let has_it = |id: &PlayerId| tournament.player(*id).number.get() == number;
    // A round of everybody asks for each player: without this it takes a square of them.
    let place = (number as usize).checked_sub(1)?;
    let usual = tournament
        .players
        .get(place)
        .map(|_| PlayerId::from_index(place));
    (usual.filter(has_it)).or_else(|| tournament.player_ids().find(has_it))
}

/// The players of these numbers in this order, each once. O(players · numbers).
///
/// # Errors
/// No number at all; numbers that nobody has.
pub(crate) fn find_all(
    tournament: &Tournament,
    numbers: &[u32],
) -> Result<Vec<PlayerId>, StepError> {
    if numbers.is_empty() {
        return Err(StepError::new("found no player, expected one at least", ""));
    }
    let mut found = Vec::new();
    let mut problems = Vec::new();
    for number in numbers {
        match find(tournament, *number) {
            Some(id) if found.contains(&id) => {}
            Some(id) => found.push(id),
            None => problems.push(StepProblem {
                place: String::new(),
                message: format!("found player {number}, who is not in the file"),
                hint: match tournament.players.len() {
                    0 => String::new(),
                    n => format!("the file has {n} players"),
                },
            }),
        }
    }
    StepError::none_of(problems)?;
    Ok(found)
}

/// `3 Clark, Cid and 8 Hill, Hal`, cut with a count.
pub(crate) fn players(tournament: &Tournament, ids: &[PlayerId]) -> String {
    let names: Vec<String> = ids.iter().map(|id| player(tournament, *id)).collect();
    joined(&names)
}

/// `one and other`, or a list, cut with a count.
pub(crate) fn joined(names: &[String]) -> String {
    match names {
        [one, other] => format!("{one} and {other}"),
        all => listed(all),
    }
}
