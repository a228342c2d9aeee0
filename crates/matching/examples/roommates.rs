//! As many people as possible share a room with somebody, then as many as possible with somebody they
//! like, then those who like each other most.

#![allow(clippy::print_stdout, reason = "a program for people")]

use edelweiss_matching::{Error, Goal, Lex, Problem};

fn main() -> Result<(), Error> {
    let names = ["Ann", "Bea", "Cid", "Dan", "Eve"];
    // From 0, rather not, to 3; pairs that are not listed do not know each other.
    let likings = [
        ("Ann", "Bea", 3, 3),
        ("Ann", "Cid", 1, 0),
        ("Bea", "Cid", 2, 2),
        ("Bea", "Dan", 1, 3),
        ("Cid", "Dan", 0, 0),
        ("Dan", "Eve", 3, 1),
    ];
    let number = |name: &str| names.iter().position(|other| *other == name).unwrap_or(0);
    let mut problem = Problem::new(names.len(), Goal::MaxWeightMaxCardinality);
    for (a, b, a_likes, b_likes) in likings {
        let content = i64::from(a_likes > 0) + i64::from(b_likes > 0);
        problem.add_edge(number(a), number(b), Lex([content, a_likes + b_likes]))?;
    }
    let solution = problem.solve()?;
    for (v, name) in names.iter().enumerate() {
        match solution.mate(v) {
            Some(mate) if v < mate => println!("{name} and {}", names[mate]),
            Some(_) => {}
            None => println!("{name} has a room alone"),
        }
    }
    Ok(())
}
