//! Matches an edge list ("n m", then m lines "u v weight") and says how much processor time that took.
//!
//! `cargo run --release -p edelweiss-matching --example match_edge_list -- GRAPH [GOAL [ALGORITHM]]`

#![allow(clippy::print_stdout, reason = "a program for people")]

use std::error::Error;

use cpu_time::ThreadTime;
use edelweiss_matching::{Algorithm, Goal, Problem};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("expected a file")?;
    let goal = match arguments.next().as_deref() {
        None | Some("weight") => Goal::MaxWeight,
        Some("cardinality-weight") => Goal::MaxWeightMaxCardinality,
        Some("perfect") => Goal::MaxWeightPerfect,
        Some("min-perfect") => Goal::MinWeightPerfect,
        Some("cardinality") => Goal::MaxCardinality,
        Some(other) => return Err(format!("no goal {other}").into()),
    };
    let text = std::fs::read_to_string(file)?;
    let mut numbers = text.split_whitespace().map(str::parse::<i64>);
    let mut next = || numbers.next().ok_or("the file ends early");
    let (n, m) = (next()??, next()??);
    let mut problem = Problem::new(usize::try_from(n)?, goal);
    for _ in 0..m {
        let (u, v, weight) = (next()??, next()??, next()??);
        problem.add_edge(usize::try_from(u)?, usize::try_from(v)?, weight)?;
    }
    let algorithm = match arguments.next().as_deref() {
        None => problem.algorithm(),
        Some("dense") => Algorithm::SingleTreeDense,
        Some("sparse") => Algorithm::SingleTreeSparse,
        Some(_) => Algorithm::MultiTree,
    };
    let start = ThreadTime::now();
    let solution = problem.solve_by(algorithm)?;
    let solved = start.elapsed();
    let start = ThreadTime::now();
    problem.verify(&solution)?;
    println!(
        "value {} pairs {} by {algorithm}: {solved:.2?}, verified in {:.2?}",
        solution.value(),
        solution.n_pairs(),
        start.elapsed(),
    );
    Ok(())
}
