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
        white: u32,
        /// Who has Black.
        black: u32,
    },
    /// A forfeited game whose colours the file does not tell.
    Colourless {
        /// The smaller number first.
        players: [u32; 2],
    },
    /// A pairing-allocated bye.
    Bye {
        /// Who has it.
        bye: u32,
    },
}

impl Seat {
    /// Who meets whom, whatever the colours.
    pub(crate) fn players(self) -> (u32, Option<u32>) {
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

/// How a recorded round compares with ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundOutcome {
    /// The same opponents and colours.
    Equal,
    /// The same opponents, with other colours.
    ColoursDiffer,
    /// Other opponents.
    PairingDiffers,
    /// We pair no round there.
    ImpossibleHere,
}

impl fmt::Display for RoundOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equal => "equal",
            Self::ColoursDiffer => "colours differ",
            Self::PairingDiffers => "pairing differs",
            Self::ImpossibleHere => "no pairing here",
        })
    }
}

/// The verdict, and the seats only one side has.
pub(crate) fn compare(recorded: &[Seat], here: &[Seat]) -> (RoundOutcome, Vec<Seat>, Vec<Seat>) {
    // By the smaller number of its players, who have one seat.
    let by_players = |seats: &[Seat]| {
        let mut of_number: Vec<Option<Seat>> = Vec::new();
        for seat in seats {
            let number = seat.players().0 as usize;
            if number >= of_number.len() {
                of_number.resize(number + 1, None);
            }
            of_number[number] = Some(*seat);
        }
        of_number
    };
    let (theirs, ours) = (by_players(recorded), by_players(here));
    let same = |seat: &Seat, other: &[Option<Seat>]| {
        let found = other.get(seat.players().0 as usize).copied().flatten();
        found.filter(|found| found.players() == seat.players())
    };
    let lacking = |seats: &[Seat], other: &[Option<Seat>]| -> Vec<Seat> {
        (seats.iter().copied())
            .filter(|seat| same(seat, other).is_none())
            .collect()
    };
    let contradicting = |seats: &[Seat], other: &[Option<Seat>]| -> Vec<Seat> {
        (seats.iter().copied())
            .filter(|seat| same(seat, other).is_some_and(|same| seat.contradicts(same)))
            .collect()
    };
    let differing = (lacking(recorded, &ours), lacking(here, &theirs));
    if !(differing.0.is_empty() && differing.1.is_empty()) {
        return (RoundOutcome::PairingDiffers, differing.0, differing.1);
    }
    let turned = (contradicting(recorded, &ours), contradicting(here, &theirs));
    let verdict = if turned.0.is_empty() {
        RoundOutcome::Equal
    } else {
        RoundOutcome::ColoursDiffer
    };
    (verdict, turned.0, turned.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_compare_by_players_then_by_colours() {
        let board = |white, black| Seat::Board { white, black };
        let bye = Seat::Bye { bye: 5 };
        let open = Seat::Colourless { players: [4, 3] };
        for (recorded, verdict, differing) in [
            (vec![board(1, 2), board(3, 4), bye], RoundOutcome::Equal, 0),
            (vec![bye, board(3, 4), board(1, 2)], RoundOutcome::Equal, 0),
            (vec![board(1, 2), open, bye], RoundOutcome::Equal, 0),
            (vec![board(2, 1), open, bye], RoundOutcome::ColoursDiffer, 1),
            (
                vec![board(1, 3), board(2, 4), bye],
                RoundOutcome::PairingDiffers,
                2,
            ),
            // Colours of other boards do not matter once opponents differ.
            (
                vec![board(2, 1), board(3, 4)],
                RoundOutcome::PairingDiffers,
                0,
            ),
            (Vec::new(), RoundOutcome::PairingDiffers, 0),
        ] {
            let here = [board(1, 2), board(3, 4), bye];
            let (found, theirs, _) = compare(&recorded, &here);
            assert_eq!((found, theirs.len()), (verdict, differing), "{recorded:?}");
        }
    }
}
