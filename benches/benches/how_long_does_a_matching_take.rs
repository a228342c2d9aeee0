//! How long does a matching take, of dense and of sparse graphs, for each goal, and its verification?
#![allow(
    missing_docs,
    reason = "the macro of criterion makes a public function"
)]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use edelweiss_benches::Lot;
use edelweiss_matching::{Goal, Problem};

type Edges = Vec<(usize, usize, i64)>;

fn dense(n: usize, largest_weight: usize) -> Edges {
    let mut lot = Lot(n as u64);
    let pairs = (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v)));
    pairs
        .map(|(u, v)| (u, v, 1 + lot.below(largest_weight) as i64))
        .collect()
}

/// Mean degree 8, with a perfect matching: the pairs of neighbours on a path.
fn sparse(n: usize) -> Edges {
    let mut lot = Lot(n as u64);
    let mut weight_of = |u: usize, v: usize| (u, v, 1 + lot.below(1 << 27) as i64);
    let mut edges: Edges = (0..n / 2).map(|i| weight_of(2 * i, 2 * i + 1)).collect();
    let mut ends = Lot(!(n as u64));
    while edges.len() < 4 * n {
        let (u, v) = (ends.below(n), ends.below(n));
        if u != v {
            edges.push(weight_of(u, v));
        }
    }
    edges
}

/// Triangles in a row: each becomes a blossom.
fn triangles(n: usize) -> Edges {
    let sides = (0..n).step_by(3).flat_map(|a| {
        let side = [(a, a + 1, 1_000), (a + 1, a + 2, 1_000), (a, a + 2, 1_000)];
        side.into_iter()
            .chain((a + 3 < n).then_some((a + 2, a + 3, 500)))
    });
    sides.collect()
}

fn goals(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("matching");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(2));
    for (name, n, edges) in [
        ("dense, 500", 500, dense(500, 1 << 27)),
        ("dense with ties, 500", 500, dense(500, 8)),
        ("degree 8, 10,000", 10_000, sparse(10_000)),
        ("degree 8, 100,000", 100_000, sparse(100_000)),
        ("triangles, 10,002", 10_002, triangles(10_002)),
    ] {
        for goal in [
            Goal::MaxWeight,
            Goal::MaxWeightPerfect,
            Goal::MaxCardinality,
        ] {
            let mut problem = Problem::new(n, goal);
            for (u, v, weight) in &edges {
                problem.add_edge(*u, *v, *weight).expect("an edge");
            }
            let id = |what: &str| BenchmarkId::new(format!("{goal}{what}"), name);
            group.bench_function(id(""), |bencher| {
                bencher.iter(|| black_box(problem.solve()));
            });
            let solution = problem.solve().expect("pairs for all");
            group.bench_function(id(", verified"), |bencher| {
                bencher.iter(|| black_box(problem.verify(&solution)));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, goals);
criterion_main!(benches);
