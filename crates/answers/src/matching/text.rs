//! The answers as lines of words.

use std::fmt::Write as _;

use edelweiss::matching::{EdgeSlack, NoMatching, RankedMatching, Solution};

use super::graph_file::GraphFile;

/// The matching.
pub(super) fn solution(graph: &GraphFile, solution: &Solution<i64>) -> String {
    let (value, n_pairs) = (solution.value(), solution.n_pairs());
    let mut text = format!("value {value}\npairs {n_pairs}\n");
    for (u, v) in solution.pairs() {
        writeln!(text, "{} {}", graph.name(u), graph.name(v)).expect("a string grows");
    }
    text
}

/// One matching after the other, the best one first.
pub(super) fn ranked(graph: &GraphFile, ranked: &[RankedMatching<i128>]) -> String {
    let blocks = ranked.iter().map(|matching| {
        let (value, n_pairs) = (matching.value, matching.pairs.len());
        let mut text = format!("value {value}\npairs {n_pairs}\n");
        for (u, v) in &matching.pairs {
            writeln!(text, "{} {}", graph.name(*u), graph.name(*v)).expect("a string grows");
        }
        text
    });
    blocks.collect::<Vec<_>>().join("\n")
}

/// A line for each edge.
pub(super) fn slacks(graph: &GraphFile, slacks: Vec<EdgeSlack<i128>>) -> String {
    let lines = slacks.into_iter().map(|edge| {
        let (u, v) = (graph.name(edge.ends.0), graph.name(edge.ends.1));
        let slack = edge
            .slack
            .map_or_else(|| "any".to_owned(), |slack| slack.to_string());
        let optima = match (edge.is_in_every_optimum, edge.is_in_some_optimum) {
            (true, _) => "every",
            (false, true) => "some",
            (false, false) => "none",
        };
        format!("edge {u} {v} slack {slack} optima {optima}\n")
    });
    lines.collect()
}

/// Why vertices stay alone, in words that can be checked by hand.
pub(super) fn no_matching(name: &str, graph: &GraphFile, proof: &NoMatching) -> String {
    /// More of them would hide the point.
    const MOST_NAMED: usize = 20;
    let exposed = graph.name(proof.exposed.index());
    let n = proof.inner.len();
    if n == 0 {
        return format!(
            "{name}: no matching covers every vertex: the part of the graph with vertex {exposed} \
             has an odd number of vertices"
        );
    }
    let named = proof.inner.iter().take(MOST_NAMED);
    let mut named: Vec<String> = named.map(|v| graph.name(v.index())).collect();
    if n > MOST_NAMED {
        named.push("…".to_owned());
    }
    format!(
        "{name}: no matching covers every vertex, such as {exposed}: without {} \
         the graph falls apart, and more than {n} of the parts have an odd number of vertices",
        named.join(", ")
    )
}
