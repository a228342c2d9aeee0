//! The answers as lines of words.

use std::fmt::Write as _;

use edelweiss::matching::{EdgeSlacks, NoMatching, RankedMatchings};

use super::decimals::WrittenNumber;
use super::graph_file::GraphFile;
use super::solved::FoundMatching;

/// The matching.
pub(super) fn solution(graph: &GraphFile, matching: &FoundMatching) -> String {
    block(graph, &matching.value, &matching.pairs)
}

/// A value, and pairs.
fn block(graph: &GraphFile, value: &WrittenNumber, pairs: &[(usize, usize)]) -> String {
    let mut text = format!("value {value}\npairs {}\n", pairs.len());
    for (u, v) in pairs {
        writeln!(text, "{} {}", graph.vertex(*u), graph.vertex(*v)).expect("a string grows");
    }
    text
}

/// One matching after the other, the best one first, of as many as were asked for.
pub(super) fn ranked(
    graph: &GraphFile,
    ranked: &RankedMatchings<WrittenNumber>,
    asked: usize,
) -> String {
    let blocks =
        (ranked.matchings.iter()).map(|matching| block(graph, &matching.value, &matching.pairs));
    let cut = (ranked.is_cut).then(|| {
        format!(
            "cut after {} of {asked} matchings\n",
            ranked.matchings.len()
        )
    });
    blocks.chain(cut).collect::<Vec<_>>().join("\n")
}

/// A line for each edge.
pub(super) fn slacks(graph: &GraphFile, slacks: &EdgeSlacks<WrittenNumber>) -> String {
    let mut text = String::new();
    for edge in &slacks.edges {
        let (u, v) = (graph.vertex(edge.ends.0), graph.vertex(edge.ends.1));
        let slack = edge
            .slack
            .as_ref()
            .map_or_else(|| "any".to_owned(), ToString::to_string);
        let optima = match (edge.is_in_every_optimum, edge.is_in_some_optimum) {
            (true, _) => "every",
            (false, true) => "some",
            (false, false) => "none",
        };
        writeln!(text, "edge {u} {v} slack {slack} optima {optima}").expect("a string grows");
    }
    if slacks.is_cut() {
        let (found, n_edges) = (slacks.edges.len(), slacks.n_edges);
        writeln!(text, "cut after {found} of {n_edges} edges").expect("a string grows");
    }
    text
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
