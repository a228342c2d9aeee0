//! How many rounds of a small event are paired in a second, and how many variants of one round?
#![allow(
    missing_docs,
    reason = "the macro of criterion makes a public function"
)]

mod inputs;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use edelweiss_model::{PlayerId, Tournament};
use edelweiss_pairing::{Rules, Variant, pair_many, pair_round};

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

criterion_group!(benches, small_rounds, variants);
criterion_main!(benches);
