//! The games of a round by their board numbers.
//!
//! # Articles
//! C.04.2 (2026) 3.6: a board comes first by the higher score of its two players, then by the sum of both,
//! then by the number of the higher ranked one. Scores are those that the round was paired by, with virtual
//! points (C.04.7 (2026) 1.5).
//!
//! No file holds board numbers. A result of an earlier round that is corrected later changes scores, and so may
//! renumber boards; whoever has published them gives them as they were ([`as_published`]).

use std::cmp::Reverse;

use edelweiss_model::{
    Colour, GameResult, PlayerId, RoundEntry, RoundNumber, Tournament, pairing_scores,
};

use crate::score::GameScore;

/// A game of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundGame {
    /// Its board, counted from 1.
    pub board: u32,
    /// Who has White; where a forfeited game has no colours, the player who comes first in the list.
    pub white: PlayerId,
    /// Who has Black.
    pub black: PlayerId,
    /// Its result.
    pub score: GameScore,
}

/// The games of a round that was paired, in the order of their boards. O(players · rounds).
pub fn of_round(tournament: &Tournament, round: RoundNumber) -> Vec<RoundGame> {
    let scores = pairing_scores(tournament, paired_in(tournament, round));
    let mut games: Vec<(PlayerId, PlayerId, GameScore)> = Vec::new();
    for id in tournament.player_ids() {
        let RoundEntry::Paired {
            opponent,
            colour,
            result,
        } = tournament.player(id).entry(round)
        else {
            continue;
        };
        let back = tournament.player(opponent).entry(round);
        let their_colour = match back {
            RoundEntry::Paired { colour, .. } => colour,
            _ => None,
        };
        let has_white = match (colour, their_colour) {
            (Some(Colour::White), _) | (None, Some(Colour::Black)) => true,
            (None, None) => id < opponent,
            _ => false,
        };
        if has_white {
            let black = back.result().unwrap_or(GameResult::Unknown);
            games.push((
                id,
                opponent,
                GameScore {
                    white: result,
                    black,
                },
            ));
        }
    }
    games.sort_by_key(|(white, black, _)| {
        let [a, b] = [white, black].map(|id| (Reverse(scores[id.index()]), *id));
        let sum = scores[white.index()] + scores[black.index()];
        let (Reverse(best), higher) = a.min(b);
        (Reverse(best), Reverse(sum), higher)
    });
    let boards = games.into_iter().zip(1..);
    boards
        .map(|((white, black, score), board)| RoundGame {
            board,
            white,
            black,
            score,
        })
        .collect()
}

/// The round before which the pairs of this one were made. A later game of a match stays at the board of
/// the first: everybody has the opponent of the round before, which no Swiss round of single games has.
pub(crate) fn paired_in(tournament: &Tournament, round: RoundNumber) -> RoundNumber {
    let opponents = |round: RoundNumber| {
        let ids = tournament.player_ids();
        ids.map(move |id| tournament.player(id).entry(round).opponent())
    };
    let mut first = round;
    while first.index() > 0 {
        let before = RoundNumber::from_index(first.index() - 1);
        if opponents(round).all(|opponent| opponent.is_none())
            || !opponents(before).eq(opponents(first))
        {
            break;
        }
        first = before;
    }
    first
}

/// The same games at the boards at which they were published, White's number first; as they are where others
/// were published.
pub fn as_published(
    tournament: &Tournament,
    games: Vec<RoundGame>,
    published: &[[u32; 2]],
) -> Vec<RoundGame> {
    let number = |id: PlayerId| tournament.player(id).number.get();
    let place = |game: &RoundGame| {
        let pair = [number(game.white), number(game.black)];
        let found = published.iter().position(|board| *board == pair);
        found.or_else(|| {
            published
                .iter()
                .position(|board| *board == [pair[1], pair[0]])
        })
    };
    let places: Option<Vec<usize>> = games.iter().map(place).collect();
    let Some(places) = places.filter(|_| games.len() == published.len()) else {
        return games;
    };
    let mut placed: Vec<(usize, RoundGame)> = places.into_iter().zip(games).collect();
    placed.sort_by_key(|(place, _)| *place);
    let renumbered = placed.into_iter().map(|(place, game)| RoundGame {
        board: place as u32 + 1,
        ..game
    });
    renumbered.collect()
}
