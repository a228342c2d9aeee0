//! Prints how much processor time solves and trials take:
//! `cargo run --release -p edelweiss-matching --example measure`.

#![expect(clippy::print_stdout, reason = "this is its purpose")]
#![expect(clippy::unwrap_used, reason = "the instances are fixed")]

use std::time::{Duration, Instant};

use edelweiss_matching::{Dense, Graph, Limbs, Objective, Solver, Sparse, VertexId, Weight};

/// Processor time where the system tells it, so that other programs do not disturb; else wall time.
struct Clock(Instant, Option<u64>);

impl Clock {
    fn processor() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok()
    }

    fn start() -> Self {
        Self(Instant::now(), Self::processor())
    }

    fn elapsed(&self) -> Duration {
        match (self.1, Self::processor()) {
            (Some(start), Some(end)) => Duration::from_nanos(end - start),
            _ => self.0.elapsed(),
        }
    }
}

/// Marsaglia's xorshift, so that every run measures the same instances.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}

fn dense(n: usize, bound: u64) -> Graph<i64> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    Dense::from_fn(n, |_, _| Some(random.below(bound) as i64)).into()
}

fn sparse(n: usize, degree: usize) -> Graph<i64> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let edges: Vec<_> = (0..n * degree / 2)
        .map(|_| {
            let [u, v] = [0; 2].map(|_| VertexId::new(random.below(n as u64) as usize));
            (u, v, random.below(1_000_000) as i64)
        })
        .collect();
    Sparse::from_edges(n, edges)
        .expect("different vertices")
        .into()
}

/// Weights as a pairing engine packs them: few classes in the high fields, order in the low ones.
fn packed<const N: usize>(n: usize) -> Graph<Limbs<N>> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let classes: Vec<u64> = (0..n).map(|_| random.below(4)).collect();
    let dense = Dense::from_fn(n, |u, v| {
        let (a, b) = (classes[u.index()], classes[v.index()]);
        let mut weight = Limbs::zero();
        for field in 1..(Limbs::<N>::BITS - 40) / 30 {
            weight.add_field(
                field * 30,
                u64::from((a ^ b) as u32 >> (field % 2)) + a * b % 3,
            );
        }
        weight.add_field(0, 3 + (a + b) % 2);
        (random.below(20) > 0).then_some(weight)
    });
    dense.into()
}

fn time<W: Weight>(name: &str, graph: Graph<W>, objective: Objective) {
    let mut solver = Solver::with_objective(graph, objective).unwrap();
    let start = Clock::start();
    solver.solve().unwrap();
    println!("{name}: {:.1?}", start.elapsed());
}

fn main() {
    use Objective::{MaxWeight, MaxWeightMaxCardinality, MaxWeightPerfect};
    time(
        "dense 500, weights below 10^6, max weight",
        dense(500, 1_000_000),
        MaxWeight,
    );
    time(
        "dense 500, weights below 10^6, perfect",
        dense(500, 1_000_000),
        MaxWeightPerfect,
    );
    time(
        "dense 500, weights below 10, perfect",
        dense(500, 10),
        MaxWeightPerfect,
    );
    time(
        "dense 1000, weights below 10^6, max weight",
        dense(1000, 1_000_000),
        MaxWeight,
    );
    time(
        "dense 1000, weights below 10^6, perfect",
        dense(1000, 1_000_000),
        MaxWeightPerfect,
    );
    time(
        "sparse 10000, degree 8, max weight",
        sparse(10_000, 8),
        MaxWeight,
    );
    time(
        "sparse 10000, degree 8, max cardinality",
        sparse(10_000, 8),
        MaxWeightMaxCardinality,
    );
    time(
        "packed 4 limbs, 500, perfect",
        packed::<4>(500),
        MaxWeightPerfect,
    );
    time(
        "packed 16 limbs, 1000, perfect",
        packed::<16>(1000),
        MaxWeightPerfect,
    );
}
