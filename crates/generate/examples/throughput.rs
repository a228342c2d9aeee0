//! How long a batch takes: with the fast engine, with the reference engine, or with no engine at
//! all (players are paired in turn).
//!
//! `time cargo run --release -p edelweiss-generate --example throughput -- 10000 60 9 fast`

#![expect(clippy::print_stdout, reason = "this program exists to print a time")]

use std::time::Instant;

use edelweiss_generate::{Generator, NextRound, Settings, Span};
use edelweiss_model::{PlayerId, RoundEntry, Tournament};
use edelweiss_pairing::{Outcome, Rules, pair_round};
use rayon::prelude::*;

/// The next round by an engine.
fn by_rules(tournament: &Tournament, rules: &Rules) -> NextRound {
    match pair_round(tournament, rules) {
        Outcome::Paired(round) => NextRound::Paired {
            boards: (round.boards.iter())
                .map(|board| (board.white, board.black))
                .collect(),
            bye: round.bye,
        },
        Outcome::Impossible(reason) => NextRound::Impossible(format!("{reason:?}")),
    }
}

/// Who waits, in turn.
fn in_turn(tournament: &Tournament) -> NextRound {
    let round = tournament.next_round();
    let mut waiting: Vec<PlayerId> = (tournament.player_ids())
        .filter(|id| tournament.player(*id).entry(round) == RoundEntry::Blank)
        .collect();
    let bye = (waiting.len() % 2 == 1).then(|| waiting.pop()).flatten();
    let boards = waiting.chunks(2).map(|pair| (pair[0], pair[1])).collect();
    NextRound::Paired { boards, bye }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default| {
        (arguments.get(place)).map_or(Ok(default), |text| text.parse::<u32>())
    };
    let (tournaments, players, rounds) = (number(0, 100)?, number(1, 60)?, number(2, 9)?);
    let engine = arguments.get(3).map_or("fast", String::as_str);
    let pair: Box<dyn Fn(&Tournament) -> NextRound + Sync> = match engine {
        "fast" => Box::new(|tournament| by_rules(tournament, &Rules::dutch_2026())),
        "reference" => {
            Box::new(|tournament| by_rules(tournament, &Rules::dutch_2026().reference()))
        }
        "none" => Box::new(in_turn),
        other => return Err(format!("found '{other}', expected fast, reference or none").into()),
    };
    let generator = Generator::new(Settings {
        seed: Some(1),
        tournaments: Some(tournaments),
        players: Some(Span::exactly(players)),
        rounds: Some(Span::exactly(rounds)),
        ..Settings::default()
    })?;
    let start = Instant::now();
    let stopped = (0..tournaments)
        .into_par_iter()
        .map(|index| {
            let made = generator.generate_one(index, &pair);
            made.map(|made| u32::from(made.stopped.is_some()))
        })
        .sum::<Result<u32, _>>()?;
    println!(
        "{tournaments} tournaments, {players} players, {rounds} rounds, engine {engine}: {:?} on \
         {} threads; {stopped} ran out of rounds",
        start.elapsed(),
        rayon::current_num_threads(),
    );
    Ok(())
}
