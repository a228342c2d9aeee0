//! How long a batch takes, with the engine and without it.
//!
//! `cargo run --release -p edelweiss-generate --example throughput -- 10000 60 9`

#![expect(
    clippy::print_stdout,
    reason = "this program exists to print two times"
)]

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use edelweiss_generate::{Generator, NextRound, Settings, Span};
use edelweiss_model::Tournament;
use edelweiss_pairing::{Outcome, Rules, pair_round};
use rayon::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse());
    let mut number = |default| numbers.next().unwrap_or(Ok(default));
    let (tournaments, players, rounds) = (number(100)?, number(60)?, number(9)?);
    let generator = Generator::new(Settings {
        seed: Some(1),
        tournaments: Some(tournaments),
        players: Some(Span::exactly(players)),
        rounds: Some(Span::exactly(rounds)),
        ..Settings::default()
    })?;
    let engine_nanos = AtomicU64::new(0);
    let pair = |tournament: &Tournament| {
        let start = Instant::now();
        let outcome = pair_round(tournament, &Rules::dutch_2026());
        let nanos = start.elapsed().as_nanos() as u64;
        engine_nanos.fetch_add(nanos, Ordering::Relaxed);
        match outcome {
            Outcome::Paired(round) => NextRound::Paired {
                boards: (round.boards.iter())
                    .map(|board| (board.white, board.black))
                    .collect(),
                bye: round.bye,
            },
            Outcome::Impossible(reason) => NextRound::Impossible(format!("{reason:?}")),
        }
    };
    let own_nanos = AtomicU64::new(0);
    let start = Instant::now();
    let stopped = (0..tournaments)
        .into_par_iter()
        .map(|index| {
            let start = Instant::now();
            let made = generator.generate_one(index, pair);
            let nanos = start.elapsed().as_nanos() as u64;
            own_nanos.fetch_add(nanos, Ordering::Relaxed);
            made.map(|made| u32::from(made.stopped.is_some()))
        })
        .sum::<Result<u32, _>>()?;
    let wall = start.elapsed();
    let engine = engine_nanos.load(Ordering::Relaxed);
    let own = own_nanos.load(Ordering::Relaxed) - engine;
    println!(
        "{tournaments} tournaments, {players} players, {rounds} rounds: {wall:?} by the clock \
         ({} threads); engine {:?}, generator {:?} of processor time; {stopped} ran out of rounds",
        rayon::current_num_threads(),
        Duration::from_nanos(engine),
        Duration::from_nanos(own),
    );
    Ok(())
}
