//! The boards of a round in the order in which they are published.
//!
//! # Articles
//! Board order: C.04.2 (2026) 3.6; F.1 of 1998 asks for the same.

use std::cmp::Reverse;

use edelweiss_model::{Colour, PlayerId, Position, Score};

use crate::colours::{ColourReason, colour_of_higher};
use crate::outcome::Board;

/// Seats the pairs of a round and sorts them for publication ([`sort_boards`]).
///
/// A pair has its higher ranked player first, whose colour `colour_of_higher` says, and why; `score` is
/// the pairing score. O(b · log b) for b boards, beside as many questions.
///
/// ```
/// use edelweiss_model::{Player, Position, TournamentData, Tpn};
/// use edelweiss_pairing::{Rules, boards_in_order, colour_of_higher};
///
/// let mut data = TournamentData::default();
/// for number in 1..=4 {
///     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
/// }
/// let tournament = data.build().expect("four fresh players contradict nothing");
/// let position = Position::derive(&tournament, &Rules::dutch_2026().edition.definitions);
/// let &[a, b, c, d] = position.present() else {
///     panic!("four players");
/// };
/// let boards = boards_in_order(
///     [(b, d), (a, c)],
///     |id| position.player(id).score,
///     |higher, lower| colour_of_higher(&position, higher, lower),
/// );
/// assert_eq!((boards[0].white, boards[0].black), (a, c));
/// ```
pub fn boards_in_order(
    pairs: impl IntoIterator<Item = (PlayerId, PlayerId)>,
    score: impl Fn(PlayerId) -> Score,
    colour_of_higher: impl Fn(PlayerId, PlayerId) -> (Colour, ColourReason),
) -> Vec<Board> {
    let seat = |(higher, lower)| Board::seated(higher, lower, colour_of_higher(higher, lower));
    let mut boards: Vec<Board> = pairs.into_iter().map(seat).collect();
    sort_boards(&mut boards, score);
    boards
}

/// The boards of these pairs in the Dutch System.
pub(crate) fn dutch_boards(
    position: &Position,
    pairs: impl IntoIterator<Item = (PlayerId, PlayerId)>,
) -> Vec<Board> {
    boards_in_order(
        pairs,
        |id| position.player(id).score,
        |higher, lower| colour_of_higher(position, higher, lower),
    )
}

/// Sorts boards for publication: by the score of the higher ranked player, then by the sum of both
/// scores, then by that player's place in the initial order (C.04.2 (2026) 3.6). Higher ranked is who
/// has the higher score, of equal ones the smaller number, in every system. O(b · log b) for b boards.
pub fn sort_boards(boards: &mut [Board], score: impl Fn(PlayerId) -> Score) {
    boards.sort_by_key(|board| {
        let (white, black) = (board.white, board.black);
        let rank = |id: PlayerId| (Reverse(score(id)), id);
        let (high, higher) = rank(white).min(rank(black));
        (high, Reverse(score(white) + score(black)), higher)
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_higher_score_then_the_sum_then_the_number_decide_whatever_the_colours() {
        // Players 1 and 2 have one point, 3 has two, 4 to 6 have none.
        let scores = [10, 10, 20, 0, 0, 0].map(Score::from_tenths);
        let [a, b, c, d, e, f] = std::array::from_fn(PlayerId::from_index);
        for pairs in [[(c, f), (a, b), (d, e)], [(c, d), (a, e), (b, f)]] {
            for turned in 0..8 {
                let mut boards: Vec<Board> = (pairs.iter().rev().enumerate())
                    .map(|(at, &(one, other))| {
                        let is_turned = turned >> at & 1 == 1;
                        let (white, black) = if is_turned {
                            (other, one)
                        } else {
                            (one, other)
                        };
                        let colour_reason = ColourReason::BothGranted;
                        Board {
                            white,
                            black,
                            colour_reason,
                        }
                    })
                    .collect();
                sort_boards(&mut boards, |id| scores[id.index()]);
                let sorted: Vec<_> = boards
                    .iter()
                    .map(|board| (board.white.min(board.black), board.white.max(board.black)))
                    .collect();
                assert_eq!(sorted, pairs);
            }
        }
        // Equal higher scores: the sum of both comes before the number.
        let boards = boards_in_order(
            [(a, f), (b, d)],
            |id| {
                if id == d {
                    scores[0]
                } else {
                    scores[id.index()]
                }
            },
            |_, _| (Colour::Black, ColourReason::BothGranted),
        );
        assert_eq!((boards[0].black, boards[1].black), (b, a));
    }
}
