//! How many rounds of a small event are paired in a second, how many small events are played by each system, and how
//! many variants of one round are paired?
#![allow(
    missing_docs,
    reason = "the macro of criterion makes a public function"
)]

mod inputs;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use edelweiss_generate::{Generator, NextRound, Settings};
use edelweiss_model::{PlayerId, Position, Tournament};
use edelweiss_pairing::{Engine, Outcome, Rules, Variant, pair_many, pair_round};
use edelweiss_systems::{PairingUnit, SwissSystem, registry};

/// Rounds 1 to 9 of events of 20 players, each re-paired.
fn small_rounds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("small rounds");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(3));
    for (edition, rules) in [("2026", Rules::dutch_2026()), ("2017", Rules::dutch_2017())] {
        let rounds: Vec<Tournament> = (1..=9)
            .map(|round| inputs::before_round(20, round, &rules))
            .collect();
        group.throughput(Throughput::Elements(rounds.len() as u64));
        group.bench_function(BenchmarkId::new(edition, "20 players"), |bencher| {
            bencher.iter(|| {
                for tournament in &rounds {
                    black_box(pair_round(black_box(tournament), &rules));
                }
            });
        });
    }
    group.finish();
}

/// Events of 32 players and 7 rounds, one after the other, by each system of individuals in its edition of 2026.
fn small_events(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("small events");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(3))
        .throughput(Throughput::Elements(1));
    let text = "seed = 1\nplayers = 32\nrounds = 7\nplain = true";
    let settings = Settings::from_toml(text).expect("the settings are fixed and valid");
    let generator = Generator::new(settings).expect("an event of seven rounds is possible");
    for system in registry::systems() {
        let generator = match system.unit {
            _ if system.year != 2026 => continue,
            PairingUnit::Game => generator.clone(),
            PairingUnit::Match => generator.clone().in_matches(),
            _ => continue,
        };
        let name = BenchmarkId::new(system.system, "32 players, 7 rounds");
        group.bench_function(name, |bencher| {
            let mut index = 0;
            bencher.iter(|| {
                index += 1;
                black_box(
                    generator.generate_one(index, |tournament| next_round(system, tournament)),
                )
            });
        });
    }
    group.finish();
}

fn next_round(system: &SwissSystem, tournament: &Tournament) -> NextRound {
    let position = Position::derive(tournament, &system.definitions);
    match system.paired(tournament, &position, &Engine::default().into()) {
        Ok(Outcome::Paired(paired)) => NextRound::Paired {
            boards: (paired.boards.iter())
                .map(|board| (board.white, board.black))
                .collect(),
            bye: paired.bye,
        },
        other => NextRound::Impossible(format!("{other:?}")),
    }
}

/// Each of the first hundred players absent, one at a time.
fn variants(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("variants");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(3));
    let rules = Rules::dutch_2026();
    let tournament = inputs::before_round(500, 5, &rules);
    let variants: Vec<Variant> = (0..100)
        .map(|index| Variant {
            absent: vec![PlayerId::from_index(index)],
            ..Variant::default()
        })
        .collect();
    group.throughput(Throughput::Elements(variants.len() as u64));
    group.bench_function("500 players, one absent", |bencher| {
        bencher.iter(|| black_box(pair_many(black_box(&tournament), &rules, &variants)));
    });
    group.finish();
}

criterion_group!(benches, small_rounds, small_events, variants);
criterion_main!(benches);
