//! How long does the pairing call take, from the parsed tournament to the round?
#![allow(
    missing_docs,
    reason = "the macro of criterion makes a public function"
)]

mod inputs;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use edelweiss_model::{Definitions, Position};
use edelweiss_pairing::{Rules, pair_round};

fn one_round(criterion: &mut Criterion) {
    for (edition, rules) in [("2026", Rules::dutch_2026()), ("2017", Rules::dutch_2017())] {
        let mut group = criterion.benchmark_group(format!("round/{edition}"));
        group
            .sample_size(20)
            .measurement_time(Duration::from_secs(2));
        for players in [20, 100, 500, 501, 1000, 9999] {
            for round in [1, 2, 5, 9] {
                let tournament = inputs::before_round(players, round, &rules);
                let name = BenchmarkId::new("fast", format!("{players} players, round {round}"));
                group.bench_function(name, |bencher| {
                    bencher.iter(|| black_box(pair_round(black_box(&tournament), &rules)));
                });
                if players <= 500 {
                    let rules = rules.reference();
                    let name =
                        BenchmarkId::new("reference", format!("{players} players, round {round}"));
                    group.bench_function(name, |bencher| {
                        bencher.iter(|| black_box(pair_round(black_box(&tournament), &rules)));
                    });
                }
            }
        }
        group.finish();
    }
}

fn position(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("position");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(2));
    for players in [500, 9999] {
        let tournament = inputs::before_round(players, 9, &Rules::dutch_2026());
        group.bench_function(BenchmarkId::from_parameter(players), |bencher| {
            bencher.iter(|| {
                black_box(Position::derive(
                    black_box(&tournament),
                    &Definitions::DUTCH_2026,
                ))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, one_round, position);
criterion_main!(benches);
