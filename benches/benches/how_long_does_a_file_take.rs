//! How long does it take to read a tournament file?
#![allow(
    missing_docs,
    reason = "the macro of criterion makes a public function"
)]

mod inputs;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use edelweiss_pairing::Rules;
use edelweiss_trf::{Dialect, Document, LineEnd, ReadOptions, read};

fn a_file(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("read");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(2));
    for players in [500, 9999] {
        let tournament = inputs::before_round(players, 9, &Rules::dutch_2026());
        let document = Document::from_tournament(&tournament, Dialect::Trf26);
        let text = document
            .expect("generated names fit a file")
            .write(LineEnd::Lf);
        group.bench_function(BenchmarkId::from_parameter(players), |bencher| {
            bencher.iter(|| {
                read(
                    black_box(text.as_bytes()),
                    "bench.trf",
                    &ReadOptions::default(),
                )
                .expect("the writer's files read back")
            });
        });
    }
    group.finish();
}

criterion_group!(benches, a_file);
criterion_main!(benches);
