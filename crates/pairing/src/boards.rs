//! The boards of a round in the order in which they are published.
//!
//! # Articles
//! Board order: C.04.2 (2026) 3.6.

use std::cmp::Reverse;

use edelweiss_model::{Colour, PlayerId, Position};

use crate::Board;
use crate::colours::colour_of_higher;

/// Allocates colours and sorts boards for publication. The higher ranked player of a pair comes
/// first.
pub(crate) fn boards_in_order(
    position: &Position,
    pairs: impl Iterator<Item = (PlayerId, PlayerId)>,
) -> Vec<Board> {
    let score = |id| position.player(id).score;
    let mut pairs: Vec<(PlayerId, PlayerId)> = pairs.collect();
    pairs.sort_by_key(|&(higher, lower)| {
        (
            Reverse(score(higher)),
            Reverse(score(higher) + score(lower)),
            higher,
        )
    });
    let allocate = |(higher, lower)| {
        let (colour, colour_reason) = colour_of_higher(position, higher, lower);
        let (white, black) = match colour {
            Colour::White => (higher, lower),
            Colour::Black => (lower, higher),
        };
        Board {
            white,
            black,
            colour_reason,
        }
    };
    pairs.into_iter().map(allocate).collect()
}
