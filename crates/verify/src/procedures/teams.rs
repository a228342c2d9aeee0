//! Teams before a round, from the matches that they have played.
//!
//! # Articles
//! C.04.6 (2026) 1.5-1.7, 2.1.2, 3.4.

use std::borrow::Cow;

use edelweiss_model::{
    ByeKind, Colour, Definitions, GameResult, PlayerId, Position, RoundEntry, RoundNumber, Score,
    TeamPreferences, Tournament,
};

use super::entrant::EntrantToProve;
use super::reading::UpfloatReading;
use crate::rejection::Rejection;

/// Every team. O(teams · rounds).
pub(super) fn teams(
    tournament: &Tournament,
    position: &Position,
    preferences: TeamPreferences,
    readings: &[UpfloatReading],
) -> Vec<EntrantToProve> {
    let past = position.round().index();
    let to_come = (position.rounds_total()).map(|total| total.index().saturating_sub(past));
    let previous = scores_of_previous_round(tournament, past, readings);
    let team = |id: PlayerId| {
        let entry = |round| tournament.player(id).entry(RoundNumber::from_index(round));
        let colours: Vec<Colour> = position.games(id).iter().map(|(_, own)| *own).collect();
        let last = past.checked_sub(1).map(entry);
        let counts = to_come.is_none_or(|rounds| rounds >= 2);
        EntrantToProve {
            score: position.player(id).score,
            rank: id.index(),
            n_played: colours.len(),
            bye_allowed: !(0..past).any(|round| bars(entry(round))),
            floated: counts && last.is_some_and(|last| floats(id, last, &previous, readings)),
            preference: preference(preferences, &colours, to_come == Some(0), readings),
            met: (position.games(id).iter())
                .map(|(other, _)| *other)
                .collect(),
            ..EntrantToProve::default()
        }
    };
    tournament.player_ids().map(team).collect()
}

/// What the byes before the round are worth by the readings (1.4). O(teams · rounds) where they say so.
///
/// # Errors
/// When the games of an event with such byes contradict themselves.
pub(super) fn with_byes<'t>(
    tournament: &'t Tournament,
    readings: &[UpfloatReading],
) -> Result<Cow<'t, Tournament>, Rejection> {
    let win = tournament.matches.as_ref();
    let win = win.and_then(|matches| matches.win_for_untold_bye);
    let (Some(win), true) = (win, readings.contains(&UpfloatReading::UntoldByesWin)) else {
        return Ok(Cow::Borrowed(tournament));
    };
    let mut data = tournament.clone().into_data();
    let mut matches = data.matches.take();
    let points = matches.iter_mut().flat_map(|matches| &mut matches.points);
    for (team, rounds) in points.enumerate() {
        for (round, [_, of_games]) in rounds.iter_mut().enumerate() {
            let entry = data.players[team].entries.get(round);
            if entry == Some(&RoundEntry::Bye(ByeKind::PairingAllocated)) {
                *of_games = win;
            }
        }
    }
    data.matches = matches;
    let told = data.build();
    told.map(Cow::Owned)
        .map_err(|why| Rejection::new(why.to_string()))
}

/// 2.1.2: a bye of the pairing or of a whole point, or a match won without playing.
fn bars(entry: RoundEntry) -> bool {
    match entry {
        RoundEntry::Bye(kind) => kind == ByeKind::PairingAllocated || kind == ByeKind::Full,
        RoundEntry::Paired { result, .. } => result == GameResult::ForfeitWin,
        RoundEntry::Blank => false,
    }
}

fn scores_of_previous_round(
    tournament: &Tournament,
    past: usize,
    readings: &[UpfloatReading],
) -> Vec<Score> {
    let Some(previous) = past.checked_sub(1) else {
        return Vec::new();
    };
    let before = tournament.before_round(RoundNumber::from_index(previous));
    let position = Position::derive(&before, &Definitions::DUTCH_2026);
    let players = position.players().iter();
    if readings.contains(&UpfloatReading::FloatsByStandings) {
        players.map(|player| player.standings).collect()
    } else {
        players.map(|player| player.score).collect()
    }
}

/// 1.5: whether the opponent had another score.
fn floats(id: PlayerId, last: RoundEntry, scores: &[Score], readings: &[UpfloatReading]) -> bool {
    let RoundEntry::Paired {
        opponent, result, ..
    } = last
    else {
        return false;
    };
    let counts = result.is_played() || readings.contains(&UpfloatReading::ForfeitsFloat);
    counts && scores[id.index()] != scores[opponent.index()]
}

/// 1.7, of the colours of played matches, oldest first.
fn preference(
    kind: TeamPreferences,
    colours: &[Colour],
    is_last_round: bool,
    readings: &[UpfloatReading],
) -> Option<(Colour, bool)> {
    let whites = colours.iter().filter(|own| **own == Colour::White).count() as i64;
    let difference = 2 * whites - colours.len() as i64;
    let ends_with = |colour| colours.ends_with(&[colour, colour]);
    // 1.7.1, and the strong ones of 1.7.2.
    let wants_white = difference <= -2 || (difference <= 0 && ends_with(Colour::Black));
    let wants_black = difference >= 2 || (difference >= 0 && ends_with(Colour::White));
    let strong = match (wants_white, wants_black) {
        (true, _) => Some(Colour::White),
        (_, true) => Some(Colour::Black),
        _ => None,
    };
    let is_level = difference == 0;
    match kind {
        TeamPreferences::None => None,
        TeamPreferences::TypeA => strong.map(|colour| (colour, true)),
        TeamPreferences::TypeB => {
            let is_void = is_last_round && is_level;
            if is_void && readings.contains(&UpfloatReading::LastRoundWithout) {
                return None;
            }
            let mild = match difference {
                -1 => Some(Colour::White),
                1 => Some(Colour::Black),
                0 if !is_last_round => colours.last().map(|last| !*last),
                _ => None,
            };
            let strong = strong.map(|colour| (colour, true));
            strong.or(mild.map(|colour| (colour, false)))
        }
    }
}
