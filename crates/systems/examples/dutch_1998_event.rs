//! Pairs a whole simulated event by the rules of 1998 and prints how long each round took.
//!
//! `cargo run --release -p edelweiss-systems --example dutch_1998_event -- 200 9 1`
//! (players, rounds, seed). Results are random: the better number wins more often.
#![expect(clippy::print_stdout, reason = "an example that prints its result")]

use std::time::Instant;

use edelweiss_model::{
    ByeKind, Colour, GameResult, Player, RoundEntry, RoundNumber, TournamentData, Tpn,
};
use edelweiss_pairing::Outcome;
use edelweiss_systems::dutch_1998::{Dutch1998Options, pair_round};

/// A small linear congruential generator (Knuth's MMIX constants): the same event on every machine.
struct EventDice(u64);

impl EventDice {
    fn below(&mut self, limit: u64) -> u64 {
        let Self(state) = self;
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % limit
    }
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse().ok());
    let mut number = |default: u64| numbers.next().flatten().unwrap_or(default);
    let (players, rounds, seed) = (number(200), number(9), number(1));
    let mut dice = EventDice(seed);
    let mut data = TournamentData {
        rounds_total: RoundNumber::new(rounds as u32).ok(),
        initial_colour: Some(Colour::White),
        ..TournamentData::default()
    };
    for number in 1..=players as u32 {
        let number = Tpn::new(number).expect("1 to 9999 players");
        data.players.push(Player::new(number));
    }
    for round in 1..=rounds {
        let tournament = data.clone().build().expect("rounds are mirrored");
        let start = Instant::now();
        let outcome = pair_round(&tournament, &Dutch1998Options::default());
        let time = start.elapsed();
        let Outcome::Paired(pairing) = outcome else {
            println!("round {round}: {outcome:?}");
            return;
        };
        println!(
            "round {round}: {} boards in {} brackets, {time:.1?}",
            pairing.boards.len(),
            pairing.brackets.len(),
        );
        for board in &pairing.boards {
            let favourite_is_white = board.white < board.black;
            let white = match dice.below(10) {
                0..3 => GameResult::Draw,
                3..8 if favourite_is_white => GameResult::Win,
                8.. if !favourite_is_white => GameResult::Win,
                _ => GameResult::Loss,
            };
            let black = match white {
                GameResult::Win => GameResult::Loss,
                GameResult::Loss => GameResult::Win,
                other => other,
            };
            for (player, opponent, colour, result) in [
                (board.white, board.black, Colour::White, white),
                (board.black, board.white, Colour::Black, black),
            ] {
                let entry = RoundEntry::Paired {
                    opponent,
                    colour: Some(colour),
                    result,
                };
                data.players[player.index()].entries.push(entry);
            }
        }
        if let Some(bye) = pairing.bye {
            let entry = RoundEntry::Bye(ByeKind::PairingAllocated);
            data.players[bye.index()].entries.push(entry);
        }
    }
}
