//! Two sides: who does which job, so that the least time is spent; some cannot do some jobs.

#![allow(clippy::print_stdout, reason = "a program for people")]

use edelweiss_matching::{Error, Goal, Problem};

fn main() -> Result<(), Error> {
    let workers = ["Ann", "Bea", "Cid"];
    let jobs = ["dig", "paint", "cook"];
    // Hours; a worker without hours for a job cannot do it.
    let hours = [
        [Some(4_u8), Some(2), None],
        [Some(3), None, Some(1)],
        [Some(3), Some(3), Some(2)],
    ];
    let mut problem = Problem::new(workers.len() + jobs.len(), Goal::MinWeightPerfect);
    for (worker, hours) in hours.iter().enumerate() {
        for (job, hours) in hours.iter().enumerate() {
            if let Some(hours) = hours {
                problem.add_edge(worker, workers.len() + job, *hours)?;
            }
        }
    }
    let solution = problem.solve()?;
    println!("{} hours", solution.value());
    for (worker, job) in solution.pairs() {
        println!("{}: {}", workers[worker], jobs[job - workers.len()]);
    }
    Ok(())
}
