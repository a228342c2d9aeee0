//! Who plays on which board of a match, as far as the file says it.

use edelweiss::model::{PlayerId, RoundNumber, TeamId, Tournament};
use serde::Serialize;

/// A player on a board.
#[derive(Serialize)]
pub(super) struct BoardMember<'a> {
    number: u32,
    name: &'a str,
    title: Option<&'a str>,
    rating: Option<u16>,
}

/// The line-ups of two teams, named by their places: the record of this round and opponent, else the members who have a
/// game in it against the other team, in their order. Nothing for a team of which the file says neither.
/// O(line-ups + members).
pub(super) fn of_match(
    players: &Tournament,
    round: RoundNumber,
    sides: [PlayerId; 2],
) -> [Option<Vec<Option<BoardMember<'_>>>>; 2] {
    let [white, black] = sides.map(|id| TeamId::from_index(id.index()));
    [(white, black), (black, white)].map(|(team, opponent)| {
        let teams = &players.teams;
        let mut recorded = teams.line_ups.iter();
        let recorded = recorded.find(|line_up| {
            line_up.round == round && line_up.team == team && line_up.opponent == opponent
        });
        let seats = recorded.map_or_else(
            || with_games(players, round, [team, opponent]),
            |line_up| line_up.boards.clone(),
        );
        let member = |id: PlayerId| {
            let player = players.player(id);
            BoardMember {
                number: player.number.get(),
                name: &player.name,
                title: player.title.as_deref(),
                rating: player.rating,
            }
        };
        (!seats.is_empty()).then(|| seats.into_iter().map(|seat| seat.map(member)).collect())
    })
}

/// The members of a team who have a game against the other one.
fn with_games(
    players: &Tournament,
    round: RoundNumber,
    [team, opponent]: [TeamId; 2],
) -> Vec<Option<PlayerId>> {
    let [own, theirs] = [team, opponent].map(|team| &players.teams.teams[team.index()].members);
    let is_seated = |id: &PlayerId| {
        let other = players.player(*id).entry(round).opponent();
        other.is_some_and(|other| theirs.contains(&other))
    };
    own.iter().copied().filter(is_seated).map(Some).collect()
}
