//! `edelweiss match`: a matching of any graph, with its proof.

mod dimacs;
mod document;
mod edge_list;
mod formats;
mod graph_file;
mod graphml;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use edelweiss::matching::{Error, Goal, NoMatching, Problem, Solution};

use self::graph_file::GraphFile;
use crate::exit::{Exit, ExitFailure};
use crate::files;

/// The largest graph file: some 20 million edges.
const MOST_BYTES: u64 = 512 << 20;

/// Find the best matching of a graph: an edge list, a DIMACS file or GraphML
#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// Graph file; - is standard input
    graph: PathBuf,
    /// What is asked of the matching
    #[arg(long, value_enum, default_value_t = ObjectiveName::Weight)]
    objective: ObjectiveName,
    /// Write the dual solution, which proves the matching optimal, to this file as JSON
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, default_value_t = MatchFormat::Text)]
    format: MatchFormat,
}

/// `--objective`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ObjectiveName {
    /// The largest sum of weights
    Weight,
    /// The largest sum of weights among the matchings with the most pairs
    CardinalityWeight,
    /// The largest sum of weights among the matchings that leave nobody alone
    Perfect,
    /// The smallest sum of weights among the matchings that leave nobody alone
    MinPerfect,
    /// The most pairs
    Cardinality,
}

impl ObjectiveName {
    fn goal(self) -> Goal {
        match self {
            Self::Weight => Goal::MaxWeight,
            Self::CardinalityWeight => Goal::MaxWeightMaxCardinality,
            Self::Perfect => Goal::MaxWeightPerfect,
            Self::MinPerfect => Goal::MinWeightPerfect,
            Self::Cardinality => Goal::MaxCardinality,
        }
    }

    fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum MatchFormat {
    /// "value N", "pairs N", then a pair in each line
    Text,
    /// One document
    Json,
}

/// Runs the command: [`Exit::NoPairing`] if vertices would stay alone that must not.
///
/// # Errors
/// Files that cannot be read or written, and graphs that cannot be understood.
pub(crate) fn run(args: &MatchArgs) -> Result<Exit, ExitFailure> {
    let name = files::name_of(&args.graph);
    if let Some(certificate) = &args.certificate
        && files::are_same(certificate, &args.graph)
    {
        let message = format!("{name}: --certificate leads to the graph itself");
        return Err(ExitFailure::new(Exit::Invalid, message));
    }
    let bytes = files::read_up_to(&args.graph, MOST_BYTES + 1)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("{name}: {error}")))?;
    if bytes.len() as u64 > MOST_BYTES {
        let message = format!("{name}: the file is larger than {} MB", MOST_BYTES >> 20);
        return Err(ExitFailure::new(Exit::Limit, message));
    }
    let graph = formats::read(&bytes)
        .map_err(|error| ExitFailure::new(Exit::Invalid, format!("{name}:{error}")))?;
    drop(bytes);
    let goal = args.objective.goal();
    let mut problem = Problem::new(graph.n_vertices(), goal);
    for (u, v, weight) in &graph.edges {
        let added = problem.add_edge(*u as usize, *v as usize, *weight);
        added.expect("the reader refuses what is no edge");
    }
    let start = Instant::now();
    let solved = problem.solve();
    let seconds = start.elapsed();
    let solution = match solved {
        Ok(solution) => solution,
        Err(Error::NoMatching(proof)) => {
            return Err(ExitFailure::new(
                Exit::NoPairing,
                no_matching(&name, &graph, &proof),
            ));
        }
        Err(error) => return Err(ExitFailure::new(Exit::Limit, format!("{name}: {error}"))),
    };
    problem
        .verify(&solution)
        .expect("the duals prove the matching");
    let objective = args.objective.name();
    if let Some(path) = &args.certificate {
        let text = document::certificate(&objective, &graph, &solution);
        files::write(path, &text).map_err(|error| {
            let message = format!("{}: {error}", files::name_of(path));
            ExitFailure::new(Exit::FileAccess, message)
        })?;
    }
    let text = match args.format {
        MatchFormat::Text => text(&graph, &solution),
        MatchFormat::Json => document::solution(&objective, &graph, &solution, seconds),
    };
    files::write_standard(&text)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("standard output: {error}")))?;
    Ok(Exit::Done)
}

fn text(graph: &GraphFile, solution: &Solution<i64>) -> String {
    let (value, n_pairs) = (solution.value(), solution.n_pairs());
    let mut text = format!("value {value}\npairs {n_pairs}\n");
    for (u, v) in solution.pairs() {
        writeln!(text, "{} {}", graph.name(u), graph.name(v)).expect("a string grows");
    }
    text
}

/// Why vertices stay alone, in words that can be checked by hand.
fn no_matching(name: &str, graph: &GraphFile, proof: &NoMatching) -> String {
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
