//! Compares the engine with the literal procedure on many random rounds.
//!
//! `literal_batch <seed> <rounds> [players]` pairs `rounds` random tournaments of 3 to `players`
//! players (14) of every kind in both editions, prints what was met, and stops at the first
//! difference.

#![allow(clippy::print_stdout, reason = "its output is its purpose")]

#[path = "../tests/it/common.rs"]
mod common;

use std::process::ExitCode;

use common::{Counts, KINDS, below, compare, describe, tournament};
use edelweiss_check::literal::{Limit, Until};
use edelweiss_pairing::Rules;
use quickcheck::Gen;

fn main() -> ExitCode {
    let numbers: Vec<u64> = (std::env::args().skip(1))
        .map(|word| word.parse().expect("numbers: seed, rounds, players"))
        .collect();
    let (seed, rounds) = match numbers[..] {
        [seed, rounds, ..] => (seed, rounds),
        _ => (1, 1_000),
    };
    let players = numbers.get(2).copied().unwrap_or(14).max(3);
    println!("seed {seed}, {rounds} rounds of each kind, 3 to {players} players");
    for (edition, rules) in [Rules::dutch_2017(), Rules::dutch_2026()]
        .iter()
        .enumerate()
    {
        for (kind_number, kind) in KINDS.into_iter().enumerate() {
            let stream = seed * 10 + (2 * kind_number + edition) as u64;
            let mut g = Gen::from_size_and_seed(20, stream);
            let mut sum = Counts::default();
            for index in 0..rounds {
                let size = 3 + below(&mut g, players - 2) as usize;
                let tournament = tournament(&mut g, kind, size, *rules);
                let limit = Limit::default();
                match compare(&tournament, rules.edition, limit, Until::Perfect) {
                    Ok(counts) => sum += counts,
                    Err(difference) => {
                        println!("{kind:?}, stream {stream}, round {index}: {difference}");
                        println!("{}", describe(&tournament, rules.edition));
                        return ExitCode::FAILURE;
                    }
                }
            }
            println!("edition {}, {kind:?}, stream {stream}:", rules.edition.year);
            println!("{sum}");
        }
    }
    ExitCode::SUCCESS
}
