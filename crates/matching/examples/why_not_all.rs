//! Four friends of one hub cannot all be in pairs: the error says why, and anybody can check it.

#![allow(clippy::print_stdout, reason = "a program for people")]

use edelweiss_matching::{Csr, Error, Goal, Problem, VertexId, certificate};

fn main() -> Result<(), Error> {
    let edges = [(0, 1), (0, 2), (0, 3), (0, 4), (3, 5)];
    let mut problem = Problem::new(6, Goal::MaxWeightPerfect);
    for (u, v) in edges {
        problem.add_edge(u, v, 1_i64)?;
    }
    let Err(Error::NoMatching(proof)) = problem.solve() else {
        println!("everybody has a mate");
        return Ok(());
    };
    let without: Vec<usize> = proof.inner.iter().map(|v| v.index()).collect();
    println!("vertex {} stays alone", proof.exposed.index());
    println!("without {without:?} more odd parts are left than these are vertices");
    let edges = edges.map(|(u, v)| (VertexId::new(u), VertexId::new(v), 1_i64));
    let graph = Csr::from_edges(6, &edges)?;
    let covers = [edelweiss_matching::Cover::Must; 6];
    assert!(certificate::verify_no_matching(
        &graph,
        &covers,
        &proof.inner
    ));
    Ok(())
}
