//! Participants before a round that is paired from both ends.
//!
//! # Articles
//! C.04.4.3 1.1, 2.1, 3.10, 5.1.1, 5.1.2, 6, 7.1; D.02 (2022) 3.2, 4, 6.1, 7.3. Colours that are due: the one of fewer games,
//! else the other one than last.

use edelweiss_model::{
    ByeBar, Colour, Definitions, PlayerId, Position, RoundEntry, RoundNumber, TeamScore,
    Tournament, UnplayedFloat, pairing_scores,
};

use super::entrant::EntrantToProve;

/// What C.04.4.3 makes of byes.
pub(super) const OF_PLAYERS: Definitions = Definitions {
    unplayed_float: UnplayedFloat::ByeOnly,
    bye_bar: ByeBar::WinWithoutPlaying,
};

/// What D.02 makes of them.
pub(super) const OF_TEAMS: Definitions = Definitions {
    unplayed_float: UnplayedFloat::ByeOnly,
    bye_bar: ByeBar::ByeOrForfeitWin,
};

/// Players by C.04.4.3. O(players · rounds).
pub(super) fn players(tournament: &Tournament, position: &Position) -> Vec<EntrantToProve> {
    let past = position.round().index();
    let before = past.checked_sub(1).map(RoundNumber::from_index);
    let scores = before.map(|round| pairing_scores(tournament, round));
    let floated = |id: PlayerId| {
        let entry = before.map(|round| tournament.player(id).entry(round));
        let opponent = entry
            .and_then(RoundEntry::played)
            .map(|(opponent, _)| opponent);
        let score = |id: PlayerId| scores.as_ref().map(|scores| scores[id.index()]);
        opponent.is_some_and(|opponent| score(opponent) != score(id))
    };
    let with_history = |id: PlayerId| EntrantToProve {
        // 7.1
        bye_first: if past == 0 {
            u32::from(tournament.player(id).rating.unwrap_or(0))
        } else {
            0
        },
        preference: due(position, id).map(|colour| (colour, false)),
        floated: floated(id),
        ..participant(position, id)
    };
    tournament.player_ids().map(with_history).collect()
}

/// Teams by D.02. O(teams · rounds).
pub(super) fn teams(tournament: &Tournament, position: &Position) -> Vec<EntrantToProve> {
    let past = position.round().index();
    let team = |id: PlayerId| {
        // 4.2: nobody who joined after round one was published.
        let entered = tournament.player(id).entry(RoundNumber::FIRST) != RoundEntry::Blank;
        let entrant = participant(position, id);
        EntrantToProve {
            score: match &tournament.matches {
                Some(matches) => matches.score(id.index(), TeamScore::MatchPoints, past),
                None => tournament.standings_score(id, past),
            },
            bye_allowed: entrant.bye_allowed && (past == 0 || entered),
            ..entrant
        }
    };
    tournament.player_ids().map(team).collect()
}

/// What both ask.
fn participant(position: &Position, id: PlayerId) -> EntrantToProve {
    let state = position.player(id);
    let games = position.games(id);
    EntrantToProve {
        score: state.score,
        rank: id.index(),
        bye_allowed: state.bye_allowed,
        barred: [Colour::White, Colour::Black].map(|next| is_barred(games, next)),
        met: games.iter().map(|(opponent, _)| *opponent).collect(),
        ..EntrantToProve::default()
    }
}

/// White less Black.
fn difference(games: &[(PlayerId, Colour)]) -> i64 {
    let is_white = |game: &&(PlayerId, Colour)| game.1 == Colour::White;
    2 * games.iter().filter(is_white).count() as i64 - games.len() as i64
}

fn due(position: &Position, id: PlayerId) -> Option<Colour> {
    let games = position.games(id);
    let (_, last) = games.last()?;
    Some(match difference(games) {
        0 => !*last,
        1.. => Colour::Black,
        _ => Colour::White,
    })
}

/// 5.1.1, 5.1.2, 7.3: the same colour three times running, or three times more often than the other one; a difference that
/// is too wide already may shrink.
fn is_barred(games: &[(PlayerId, Colour)], next: Colour) -> bool {
    let before = difference(games);
    let after = before + if next == Colour::White { 1 } else { -1 };
    let is_third = games.len() >= 2 && games[games.len() - 2..].iter().all(|game| game.1 == next);
    is_third || (after.abs() > 2 && after.abs() >= before.abs())
}
