//! A tournament with one thing changed, so that it is still one.

use edelweiss_model::{GameResult, PlayerId, RoundEntry, RoundNumber, Tournament, TournamentData};

use super::{Bytes, TournamentShape};
use super::{
    ODD_RESULTS, PLAIN_RESULTS, add_absences, add_acceleration, add_bans, enter_byes_in_advance,
    in_normal_form, points, rest_entry, rounds_recorded,
};

/// The tournament with one thing changed; `None` where the change contradicts the rest.
pub(in super::super) fn changed(
    tournament: Tournament,
    bytes: &mut Bytes<'_>,
) -> Option<Tournament> {
    let mut data = tournament.into_data();
    if data.players.is_empty() {
        return None;
    }
    match bytes.below(12) {
        0..=3 => change_game(&mut data, bytes),
        4 => swap_opponents(&mut data, bytes),
        5 => {
            let last = rounds_recorded(&data).saturating_sub(1);
            for player in &mut data.players {
                player.entries.truncate(last);
            }
        }
        6 => {
            let recorded = rounds_recorded(&data) as u32;
            data.rounds_total = RoundNumber::new(recorded + bytes.below(4) as u32).ok();
        }
        7 => data.points = points(bytes),
        8 => add_bans(bytes, &mut data, TournamentShape::Tight),
        9 => add_acceleration(bytes, &mut data),
        10 => add_absences(bytes, &mut data),
        _ => enter_byes_in_advance(bytes, &mut data.players),
    }
    in_normal_form(&mut data);
    data.build().ok()
}

/// A game: both players, and the round.
type GamePlace = ([usize; 2], usize);

fn game(data: &TournamentData, bytes: &mut Bytes<'_>) -> Option<GamePlace> {
    let index = bytes.place(data.players.len());
    let entries = &data.players[index].entries;
    let round = bytes.place(entries.len());
    let opponent = entries.get(round)?.opponent()?;
    Some(([index, opponent.index()], round))
}

/// A result, the colours, or a bye for both.
fn change_game(data: &mut TournamentData, bytes: &mut Bytes<'_>) {
    let Some((pair, at)) = game(data, bytes) else {
        return;
    };
    let results: Option<[GameResult; 2]> = match bytes.below(4) {
        0 => Some(bytes.pick(&PLAIN_RESULTS)),
        1 => Some(bytes.pick(&ODD_RESULTS)),
        _ => None,
    };
    let is_bye = results.is_none() && bytes.one_in(4);
    let mut bye_is_free = true;
    for (side, index) in pair.into_iter().enumerate() {
        let entry = &mut data.players[index].entries[at];
        if is_bye {
            *entry = rest_entry(bytes, bye_is_free);
            bye_is_free = false;
        } else if let RoundEntry::Paired { colour, result, .. } = entry {
            match results {
                Some(results) => {
                    *result = results[side];
                    // A game that was played has colours.
                    if result.is_played() && colour.is_none() {
                        return;
                    }
                }
                None => *colour = colour.map(|colour| !colour),
            }
        }
    }
}

/// Of two games of a round, each player of the one meets a player of the other.
fn swap_opponents(data: &mut TournamentData, bytes: &mut Bytes<'_>) {
    let (Some((one, round)), Some((other, other_round))) = (game(data, bytes), game(data, bytes))
    else {
        return;
    };
    if round != other_round || other.contains(&one[0]) {
        return;
    }
    let opponents = [
        (one[0], other[1]),
        (other[1], one[0]),
        (other[0], one[1]),
        (one[1], other[0]),
    ];
    for (index, met) in opponents {
        if let RoundEntry::Paired { opponent, .. } = &mut data.players[index].entries[round] {
            *opponent = PlayerId::from_index(met);
        }
    }
}
