//! The JSON documents of `edelweiss match`; `docs/schema/matching.schema.json`,
//! `matchings.schema.json` and `certificate.schema.json` describe them.

use edelweiss::matching::{EdgeSlack, EdgeSlacks, RankedMatching, RankedMatchings};
use serde::Serialize;

use super::MatchOptions;
use super::decimals::WrittenNumber;
use super::graph_file::{GraphFile, VertexName};
use super::names::ObjectiveName;
use super::solved::{FoundMatching, FoundProof};
use crate::json::Program;

/// Raised when a field changes its meaning or goes; new fields do not raise it.
const FORMAT_VERSION: u32 = 1;

/// What every document begins with.
#[derive(Serialize)]
struct GraphHead {
    format: &'static str,
    format_version: u32,
    program: Program,
    objective: ObjectiveName,
}

impl GraphHead {
    fn new(format: &'static str, objective: ObjectiveName) -> Self {
        Self {
            format,
            format_version: FORMAT_VERSION,
            program: Program::default(),
            objective,
        }
    }
}

/// How large a graph is, and what was left out of it.
#[derive(Serialize)]
struct GraphSize {
    vertices: usize,
    edges: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<[String; 1]>,
}

impl GraphSize {
    fn new(graph: &GraphFile, edges: usize) -> Self {
        Self {
            vertices: graph.n_vertices(),
            edges,
            notes: graph.loops.note().map(|note| [note]),
        }
    }
}

#[derive(Serialize)]
struct SolutionDocument<'a> {
    #[serde(flatten)]
    head: GraphHead,
    #[serde(flatten)]
    size: GraphSize,
    value: &'a WrittenNumber,
    pairs: Vec<[VertexName<'a>; 2]>,
    algorithm: &'a str,
    /// Of the solve alone, without reading, verifying and writing; `null` where there is no clock.
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slacks: Option<Vec<SlackEntry<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<CutEntry>,
}

/// What an edge has to do with the optimum.
#[derive(Serialize)]
struct SlackEntry<'a> {
    edge: [VertexName<'a>; 2],
    /// How far the weight could change; null if by any amount.
    slack: Option<&'a WrittenNumber>,
    in_some_optimum: bool,
    in_every_optimum: bool,
}

/// Where the limit ended it.
#[derive(Serialize)]
struct CutEntry {
    limit: Option<u64>,
    found: usize,
    asked: usize,
}

#[derive(Serialize)]
struct BestDocument<'a> {
    #[serde(flatten)]
    head: GraphHead,
    #[serde(flatten)]
    size: GraphSize,
    best: Vec<RankedEntry<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<CutEntry>,
}

#[derive(Serialize)]
struct RankedEntry<'a> {
    value: &'a WrittenNumber,
    pairs: Vec<[VertexName<'a>; 2]>,
}

#[derive(Serialize)]
struct CertificateDocument<'a> {
    #[serde(flatten)]
    head: GraphHead,
    value: &'a WrittenNumber,
    bonus: &'a WrittenNumber,
    vertices: Vec<VertexEntry<'a>>,
    blossoms: Vec<BlossomEntry<'a>>,
}

#[derive(Serialize)]
struct VertexEntry<'a> {
    vertex: VertexName<'a>,
    mate: Option<VertexName<'a>>,
    dual_2x: &'a WrittenNumber,
    /// The index of the smallest blossom around it.
    blossom: Option<usize>,
}

#[derive(Serialize)]
struct BlossomEntry<'a> {
    dual_2x: &'a WrittenNumber,
    /// The index of the smallest blossom around it, which comes before it.
    parent: Option<usize>,
}

fn written(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("numbers and strings") + "\n"
}

fn named<'a>(graph: &'a GraphFile, pairs: &[(usize, usize)]) -> Vec<[VertexName<'a>; 2]> {
    let pairs = pairs.iter();
    pairs
        .map(|(u, v)| [graph.vertex(*u), graph.vertex(*v)])
        .collect()
}

/// The matching of a graph of `edges` edges.
pub(super) fn solution(
    options: &MatchOptions,
    graph: &GraphFile,
    edges: usize,
    matching: &FoundMatching,
    slacks: Option<&EdgeSlacks<WrittenNumber>>,
) -> String {
    fn entry<'a>(graph: &'a GraphFile, edge: &'a EdgeSlack<WrittenNumber>) -> SlackEntry<'a> {
        SlackEntry {
            edge: [graph.vertex(edge.ends.0), graph.vertex(edge.ends.1)],
            slack: edge.slack.as_ref(),
            in_some_optimum: edge.is_in_some_optimum,
            in_every_optimum: edge.is_in_every_optimum,
        }
    }
    written(&SolutionDocument {
        head: GraphHead::new("edelweiss.matching", options.objective),
        size: GraphSize::new(graph, edges),
        value: &matching.value,
        pairs: named(graph, &matching.pairs),
        algorithm: &matching.algorithm,
        seconds: matching.took.map(|took| took.as_secs_f64()),
        slacks: slacks.map(|slacks| {
            let edges = slacks.edges.iter();
            edges.map(|edge| entry(graph, edge)).collect()
        }),
        cut: slacks
            .filter(|slacks| slacks.is_cut())
            .map(|slacks| CutEntry {
                limit: options.limit,
                found: slacks.edges.len(),
                asked: slacks.n_edges,
            }),
    })
}

/// The best matchings in order, of as many as were asked for.
pub(super) fn best(
    options: &MatchOptions,
    graph: &GraphFile,
    edges: usize,
    ranked: &RankedMatchings<WrittenNumber>,
) -> String {
    fn entry<'a>(
        graph: &'a GraphFile,
        matching: &'a RankedMatching<WrittenNumber>,
    ) -> RankedEntry<'a> {
        RankedEntry {
            value: &matching.value,
            pairs: named(graph, &matching.pairs),
        }
    }
    written(&BestDocument {
        head: GraphHead::new("edelweiss.matchings", options.objective),
        size: GraphSize::new(graph, edges),
        best: (ranked.matchings.iter())
            .map(|matching| entry(graph, matching))
            .collect(),
        cut: ranked.is_cut.then_some(CutEntry {
            limit: options.limit,
            found: ranked.matchings.len(),
            asked: options.best.unwrap_or_default(),
        }),
    })
}

/// What proves it.
pub(super) fn certificate(
    objective: ObjectiveName,
    graph: &GraphFile,
    value: &WrittenNumber,
    proof: &FoundProof,
) -> String {
    let vertices = proof.vertices.iter().enumerate();
    written(&CertificateDocument {
        head: GraphHead::new("edelweiss.certificate", objective),
        value,
        bonus: &proof.bonus,
        vertices: vertices
            .map(|(v, (mate, dual_2x, blossom))| VertexEntry {
                vertex: graph.vertex(v),
                mate: mate.map(|mate| graph.vertex(mate)),
                dual_2x,
                blossom: *blossom,
            })
            .collect(),
        blossoms: (proof.blossoms.iter())
            .map(|(dual_2x, parent)| BlossomEntry {
                dual_2x,
                parent: *parent,
            })
            .collect(),
    })
}
