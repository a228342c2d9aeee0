//! Reads an edge list ("n m", then m lines "u v weight"), and says how much processor time one solve takes, all
//! slacks, and the best matchings.
//!
//! `cargo run --release -p edelweiss-matching --example alternatives -- GRAPH [COUNT]`

#![allow(clippy::print_stdout, reason = "a program for people")]

use std::error::Error;

use cpu_time::ThreadTime;
use edelweiss_matching::{Goal, Problem};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let text = std::fs::read_to_string(arguments.next().ok_or("expected a file")?)?;
    let count = arguments.next().map_or(Ok(10), |count| count.parse())?;
    for goal in [Goal::MaxWeight, Goal::MaxWeightPerfect] {
        let mut lines = text.lines();
        let heading = lines.next().ok_or("the file is empty")?;
        let (n, _) = heading.split_once(' ').ok_or("expected \"n m\"")?;
        let mut problem = Problem::new(n.parse()?, goal);
        for line in lines {
            let mut words = line.split(' ');
            let mut next = || words.next().ok_or("expected \"u v weight\"");
            let (u, v, weight) = (next()?.parse()?, next()?.parse()?, next()?.parse::<i64>()?);
            problem.add_edge(u, v, weight)?;
        }
        let start = ThreadTime::now();
        let solution = problem.solve()?;
        println!("{goal}: {} in {:.2?}", solution.value(), start.elapsed());
        let start = ThreadTime::now();
        let slacks = problem.edge_slacks(&solution)?;
        let n_some = slacks.iter().filter(|edge| edge.is_in_some_optimum).count();
        let took = start.elapsed();
        println!(
            "  slacks of {} edges in {took:.2?}, {n_some} in some optimum",
            slacks.len()
        );
        let start = ThreadTime::now();
        let best = problem.best(count)?;
        let last = best.last().map(|matching| matching.value);
        println!(
            "  {} best in {:.2?}, the last {last:?}",
            best.len(),
            start.elapsed()
        );
    }
    Ok(())
}
