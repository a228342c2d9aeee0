//! Points in the plane in pairs, with the least sum of squared distances.

#![allow(clippy::print_stdout, reason = "a program for people")]

use edelweiss_matching::{Error, Goal, Problem};

fn main() -> Result<(), Error> {
    let points: [(i64, i64); 8] = [
        (0, 0),
        (1, 5),
        (2, 1),
        (9, 9),
        (8, 2),
        (7, 3),
        (3, 6),
        (9, 5),
    ];
    let mut problem = Problem::new(points.len(), Goal::MinWeightPerfect);
    for (u, a) in points.iter().enumerate() {
        for (v, b) in points.iter().enumerate().skip(u + 1) {
            let (dx, dy) = (a.0 - b.0, a.1 - b.1);
            problem.add_edge(u, v, dx * dx + dy * dy)?;
        }
    }
    let solution = problem.solve()?;
    println!("sum of squares {}", solution.value());
    for (u, v) in solution.pairs() {
        println!("{:?} with {:?}", points[u], points[v]);
    }
    Ok(())
}
