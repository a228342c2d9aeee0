//! A hundred weights of a large graph change, again and again, and it is matched anew: from scratch, and from the matching
//! that there was. `cargo run --release -p edelweiss-matching --example solve_again -- VERTICES CHANGES`

#![allow(clippy::print_stdout, reason = "a program for people")]

use std::error::Error;

use cpu_time::ThreadTime;
use edelweiss_matching::{Goal, Problem};

/// splitmix64.
struct DrawnNumbers(u64);

impl DrawnNumbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 11) as usize % limit
    }
}

fn problem(
    n: usize,
    edges: &[(usize, usize, i64)],
    goal: Goal,
) -> Result<Problem<i64>, Box<dyn Error>> {
    let mut problem = Problem::new(n, goal);
    for (u, v, weight) in edges {
        problem.add_edge(*u, *v, *weight)?;
    }
    Ok(problem)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| {
        arguments
            .next()
            .map_or(Ok(default), |word| word.parse::<usize>())
    };
    let (n, n_changes) = (number(100_000)? & !1, number(100)?);
    let mut random = DrawnNumbers(1);
    // Mean degree 8, on a circle that makes a perfect matching.
    let mut edges: Vec<_> = (0..n)
        .map(|v| (v, (v + 1) % n, 1 + random.below(1 << 27) as i64))
        .collect();
    for _ in 0..3 * n {
        let (u, v) = (random.below(n), random.below(n));
        if u != v {
            edges.push((u, v, 1 + random.below(1 << 27) as i64));
        }
    }
    for goal in [Goal::MaxWeight, Goal::MaxWeightPerfect] {
        let mut problem = problem(n, &edges, goal)?;
        let mut before = problem.solve()?;
        // The first time the rows of the graph are built, which are kept then.
        for _ in 0..4 {
            for _ in 0..n_changes {
                let weight = 1 + random.below(1 << 27) as i64;
                problem.set_weight(random.below(edges.len()), weight)?;
            }
            let start = ThreadTime::now();
            let anew = problem.solve()?;
            let took_anew = start.elapsed();
            let start = ThreadTime::now();
            let again = problem.solve_from(&before)?;
            let took_again = start.elapsed();
            assert_eq!(anew.value(), again.value());
            println!(
                "{goal}: {took_anew:.1?} from scratch, {took_again:.1?} from the matching before"
            );
            before = again;
        }
    }
    Ok(())
}
