//! Matches an edge list ("n m", then m lines "u v weight") and says how much processor time that took.
//!
//! `cargo run --release -p edelweiss-matching --example match_edge_list -- GRAPH [GOAL [ALGORITHM]]`

#![allow(clippy::print_stdout, reason = "a program for people")]

use std::error::Error;
use std::fs::File;
use std::io::{BufRead as _, BufReader};

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
    let mut lines = BufReader::new(File::open(file)?).lines();
    let heading = lines.next().ok_or("the file is empty")??;
    let (n, _) = heading.split_once(' ').ok_or("expected \"n m\"")?;
    let mut problem = Problem::new(n.parse()?, goal);
    for line in lines {
        let line = line?;
        let mut words = line.split(' ');
        let mut next = || words.next().ok_or("expected \"u v weight\"");
        let (u, v, weight) = (next()?.parse()?, next()?.parse()?, next()?.parse::<i64>()?);
        problem.add_edge(u, v, weight)?;
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
