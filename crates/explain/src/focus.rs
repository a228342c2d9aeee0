//! What of a round is asked about.

use edelweiss_model::PlayerId;
use edelweiss_pairing::{BracketRecord, RoundPairing};

/// How much of a round is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Focus {
    /// All of it.
    Everything,
    /// The brackets that this player goes through, and the player's board.
    Player(PlayerId),
    /// The board with this number, from 1, and its bracket.
    Board(usize),
}

impl Focus {
    /// Whether a bracket of the round is told.
    pub fn is_about(self, round: &RoundPairing, record: &BracketRecord) -> bool {
        match self {
            Self::Everything => true,
            Self::Player(id) => record.mdps.contains(&id) || record.residents.contains(&id),
            Self::Board(number) => {
                (round.boards.get(number.wrapping_sub(1))).is_some_and(|board| {
                    let is_it = |&(a, b): &(PlayerId, PlayerId)| {
                        (a, b) == (board.white, board.black) || (b, a) == (board.white, board.black)
                    };
                    record.pairs.iter().any(is_it)
                })
            }
        }
    }
}
