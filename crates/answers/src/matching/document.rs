//! The JSON documents of `edelweiss match`; `docs/schema/matching.schema.json`,
//! `matchings.schema.json` and `certificate.schema.json` describe them.

use edelweiss::matching::{EdgeSlack, RankedMatching, Solution};
use serde::Serialize;

use super::graph_file::{GraphFile, VertexName};
use super::{ObjectiveName, SolvedGraph};
use crate::json::Program;

/// Raised when a field changes its meaning or goes; new fields do not raise it.
const FORMAT_VERSION: u32 = 1;

#[derive(Serialize)]
struct SolutionDocument<'a> {
    format: &'static str,
    format_version: u32,
    program: Program,
    objective: ObjectiveName,
    vertices: usize,
    edges: usize,
    value: i128,
    pairs: Vec<[VertexName<'a>; 2]>,
    algorithm: String,
    /// Of the solve alone, without reading, verifying and writing; `null` where there is no clock.
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slacks: Option<Vec<SlackEntry<'a>>>,
}

/// What an edge has to do with the optimum.
#[derive(Serialize)]
struct SlackEntry<'a> {
    edge: [VertexName<'a>; 2],
    /// How far the weight could change; null if by any amount.
    slack: Option<i128>,
    in_some_optimum: bool,
    in_every_optimum: bool,
}

#[derive(Serialize)]
struct BestDocument<'a> {
    format: &'static str,
    format_version: u32,
    program: Program,
    objective: ObjectiveName,
    vertices: usize,
    edges: usize,
    best: Vec<RankedEntry<'a>>,
}

#[derive(Serialize)]
struct RankedEntry<'a> {
    value: i128,
    pairs: Vec<[VertexName<'a>; 2]>,
}

#[derive(Serialize)]
struct CertificateDocument<'a> {
    format: &'static str,
    format_version: u32,
    program: Program,
    objective: ObjectiveName,
    value: i128,
    bonus: i128,
    vertices: Vec<VertexEntry<'a>>,
    blossoms: Vec<BlossomEntry>,
}

#[derive(Serialize)]
struct VertexEntry<'a> {
    vertex: VertexName<'a>,
    mate: Option<VertexName<'a>>,
    dual_2x: i128,
    /// The index of the smallest blossom around it.
    blossom: Option<usize>,
}

#[derive(Serialize)]
struct BlossomEntry {
    dual_2x: i128,
    /// The index of the smallest blossom around it, which comes before it.
    parent: Option<usize>,
}

fn written(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("numbers and strings") + "\n"
}

/// The matching.
pub(super) fn solution(
    graph: &GraphFile,
    solved: &SolvedGraph<'_>,
    slacks: Option<Vec<EdgeSlack<i128>>>,
) -> String {
    let entry = |edge: EdgeSlack<i128>| SlackEntry {
        edge: [graph.vertex(edge.ends.0), graph.vertex(edge.ends.1)],
        slack: edge.slack,
        in_some_optimum: edge.is_in_some_optimum,
        in_every_optimum: edge.is_in_every_optimum,
    };
    let solution = &solved.solution;
    written(&SolutionDocument {
        format: "edelweiss.matching",
        format_version: FORMAT_VERSION,
        program: Program::default(),
        objective: solved.question.options.objective,
        vertices: graph.n_vertices(),
        edges: solved.question.problem.n_edges(),
        value: *solution.value(),
        pairs: (solution.pairs())
            .map(|(u, v)| [graph.vertex(u), graph.vertex(v)])
            .collect(),
        algorithm: solution.algorithm().to_string(),
        seconds: solved.took.map(|took| took.as_secs_f64()),
        slacks: slacks.map(|slacks| slacks.into_iter().map(entry).collect()),
    })
}

/// The best matchings in order.
pub(super) fn best(
    objective: ObjectiveName,
    graph: &GraphFile,
    n_edges: usize,
    ranked: &[RankedMatching<i128>],
) -> String {
    let entry = |matching: &RankedMatching<i128>| RankedEntry {
        value: matching.value,
        pairs: (matching.pairs.iter())
            .map(|(u, v)| [graph.vertex(*u), graph.vertex(*v)])
            .collect(),
    };
    written(&BestDocument {
        format: "edelweiss.matchings",
        format_version: FORMAT_VERSION,
        program: Program::default(),
        objective,
        vertices: graph.n_vertices(),
        edges: n_edges,
        best: ranked.iter().map(entry).collect(),
    })
}

/// What proves it.
pub(super) fn certificate(
    objective: ObjectiveName,
    graph: &GraphFile,
    solution: &Solution<i64>,
) -> String {
    let certificate = solution.certificate();
    let vertex = |v: usize| VertexEntry {
        vertex: graph.vertex(v),
        mate: solution.mate(v).map(|mate| graph.vertex(mate)),
        dual_2x: certificate.dual_2x[v],
        blossom: certificate.innermost[v],
    };
    written(&CertificateDocument {
        format: "edelweiss.certificate",
        format_version: FORMAT_VERSION,
        program: Program::default(),
        objective,
        value: *solution.value(),
        bonus: certificate.bonus,
        vertices: (0..graph.n_vertices()).map(vertex).collect(),
        blossoms: (certificate.blossoms.iter())
            .map(|blossom| BlossomEntry {
                dual_2x: blossom.dual_2x,
                parent: blossom.parent,
            })
            .collect(),
    })
}
