//! Boards and byes of a round by the numbers of the file, as it records them and as we pair them.

use std::fmt;

use edelweiss::check::verdict::JudgedRound;
use edelweiss::model::{ByeKind, Colour, PlayerId, RoundEntry, RoundNumber, Tournament};
use edelweiss::pairing::RoundPairing;
use serde::Serialize;

/// A board or a bye, by the numbers of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Seat {
    /// A game.
    Board {
        /// Who has White.
        white: u16,
        /// Who has Black.
        black: u16,
    },
    /// A forfeited game whose colours the file does not tell.
    Colourless {
        /// The smaller number first.
        players: [u16; 2],
    },
    /// A pairing-allocated bye.
    Bye {
        /// Who has it.
        bye: u16,
    },
}

impl Seat {
    /// Who meets whom, whatever the colours.
    pub(crate) fn players(self) -> (u16, Option<u16>) {
        match self {
            Self::Board { white: a, black: b } | Self::Colourless { players: [a, b] } => {
                (a.min(b), Some(a.max(b)))
            }
            Self::Bye { bye } => (bye, None),
        }
    }

    /// Whether the colours contradict those of `other`, a seat of the same players.
    pub(super) fn contradicts(self, other: Self) -> bool {
        let is_open = |seat| matches!(seat, Self::Colourless { .. });
        self != other && !is_open(self) && !is_open(other)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { white, black } => write!(f, "{white}-{black}"),
            Self::Colourless { players: [a, b] } => write!(f, "{a}-{b} (no colours)"),
            Self::Bye { bye } => write!(f, "{bye} bye"),
        }
    }
}

/// A round as the file has it.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// White first, where the colours are told.
    pub pairs: Vec<(PlayerId, PlayerId)>,
    /// Pairing-allocated byes.
    pub byes: Vec<PlayerId>,
    /// The same by the numbers of the file.
    pub seats: Vec<Seat>,
}

impl Recorded {
    /// The round of a tournament.
    pub fn of(tournament: &Tournament, round: RoundNumber) -> Self {
        let number = |id: PlayerId| tournament.player(id).number.get();
        let (mut pairs, mut byes, mut seats) = (Vec::new(), Vec::new(), Vec::new());
        for id in tournament.player_ids() {
            match tournament.player(id).entry(round) {
                RoundEntry::Paired {
                    opponent, colour, ..
                } => {
                    let (a, b) = (number(id), number(opponent));
                    // A forfeited game may have its colours in one of the two lines alone, which
                    // tells too little.
                    let theirs = match tournament.player(opponent).entry(round) {
                        RoundEntry::Paired { colour, .. } => colour,
                        _ => None,
                    };
                    let colour = theirs.and(colour);
                    let seat = match colour {
                        Some(Colour::White) => Seat::Board { white: a, black: b },
                        None if id < opponent => Seat::Colourless { players: [a, b] },
                        _ => continue,
                    };
                    pairs.push((id, opponent));
                    seats.push(seat);
                }
                RoundEntry::Bye(ByeKind::PairingAllocated) => {
                    byes.push(id);
                    seats.push(Seat::Bye { bye: number(id) });
                }
                _ => {}
            }
        }
        Self { pairs, byes, seats }
    }

    /// For a judge.
    pub fn judged(&self) -> JudgedRound {
        JudgedRound {
            pairs: self.pairs.clone(),
            bye: self.byes.first().copied(),
        }
    }
}

/// Seats of a round that was paired here.
pub fn seats_of(tournament: &Tournament, ours: &RoundPairing) -> Vec<Seat> {
    let number = |id: PlayerId| tournament.player(id).number.get();
    let boards = ours.boards.iter().map(|board| Seat::Board {
        white: number(board.white),
        black: number(board.black),
    });
    let byes = ours.bye.map(|id| Seat::Bye { bye: number(id) });
    boards.chain(byes).collect()
}
