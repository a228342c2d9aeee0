//! Plays a tournament by the Dubov system of 2026 and prints how long each pairing takes.
//!
//! `cargo run --release --example play_dubov -- 500 9` plays 500 players over 9 rounds; the results
//! follow from the ratings and a fixed sequence, so every run plays the same tournament.

#![expect(clippy::print_stdout, reason = "an example for people")]

use std::time::Instant;

use edelweiss_model::{
    ByeKind, Colour, GameResult, Player, RoundEntry, RoundNumber, Tournament, TournamentData, Tpn,
};
use edelweiss_pairing::{Outcome, RoundPairing};
use edelweiss_systems::dubov_2026;

/// A linear congruential generator (Knuth, MMIX).
struct Sequence(u64);

impl Sequence {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = (self.0.wrapping_mul(6_364_136_223_846_793_005))
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .filter_map(|text| text.parse::<u32>().ok());
    let (n, rounds) = (
        arguments.next().unwrap_or(500),
        arguments.next().unwrap_or(9),
    );
    let mut data = TournamentData {
        rounds_total: RoundNumber::new(rounds).ok(),
        initial_colour: Some(Colour::White),
        ..TournamentData::default()
    };
    for number in 1..=n {
        let mut player = Player::new(Tpn::new(number).expect("at most 9,999 players"));
        player.rating = Some((2700 - 1500 * number / n) as u16);
        data.players.push(player);
    }
    let mut sequence = Sequence(2026);
    let mut tournament = data.build().expect("fresh players contradict nothing");
    for round in 1..=rounds {
        let start = Instant::now();
        let outcome = dubov_2026::pair_round(&tournament);
        let elapsed = start.elapsed();
        let Outcome::Paired(pairing) = outcome else {
            println!("round {round}: {outcome:?}");
            return;
        };
        let upfloaters: usize = pairing
            .brackets
            .iter()
            .map(|bracket| bracket.mdps.len())
            .sum();
        println!(
            "round {round}: {} boards, {} brackets, {upfloaters} upfloaters, {} us",
            pairing.boards.len(),
            pairing.brackets.len(),
            elapsed.as_micros()
        );
        tournament = played(tournament, &pairing, &mut sequence);
    }
}

/// The tournament with random results of a round: one game in three is drawn, and the higher rated
/// player wins twice as often as the other.
fn played(tournament: Tournament, pairing: &RoundPairing, sequence: &mut Sequence) -> Tournament {
    let mut data = tournament.into_data();
    if let Some(bye) = pairing.bye {
        let entry = RoundEntry::Bye(ByeKind::PairingAllocated);
        data.players[bye.index()].entries.push(entry);
    }
    for board in &pairing.boards {
        let favourite = board.white.min(board.black);
        let (white, black) = match sequence.below(9) {
            0..3 => (GameResult::Draw, GameResult::Draw),
            throw if (throw < 7) == (favourite == board.white) => {
                (GameResult::Win, GameResult::Loss)
            }
            _ => (GameResult::Loss, GameResult::Win),
        };
        let sides = [
            (board.white, board.black, Colour::White, white),
            (board.black, board.white, Colour::Black, black),
        ];
        for (player, opponent, colour, result) in sides {
            data.players[player.index()]
                .entries
                .push(RoundEntry::Paired {
                    opponent,
                    colour: Some(colour),
                    result,
                });
        }
    }
    data.build().expect("a round that was paired is mirrored")
}
