//! `edelweiss match`: a matching of any graph, with its proof.

mod dimacs;
mod document;
mod edge_list;
mod formats;
mod graph_file;
mod graphml;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use edelweiss::matching::{
    EdgeSlack, Error, Goal, NoMatching, Problem, ProblemFormat, RankedMatching, Solution,
};

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
    /// The best matchings, this many, instead of one
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["certificate", "slacks"])]
    best: Option<usize>,
    /// For every edge, how far its weight could change before the matching is no longer optimal, and
    /// whether it is in some optimal matching, or in every one
    #[arg(long)]
    slacks: bool,
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
    /// The graph, solved, as a picture for Graphviz
    Dot,
    /// The graph itself as an edge list
    EdgeList,
    /// The graph itself as DIMACS
    Dimacs,
    /// The integer program, not solved, as CPLEX LP
    Lp,
    /// The same as free MPS
    Mps,
    /// The same as a pseudo-Boolean problem
    Opb,
}

impl MatchFormat {
    /// What is written of the problem itself.
    fn of_problem(self) -> Option<ProblemFormat> {
        Some(match self {
            Self::Text | Self::Json | Self::Dot => return None,
            Self::EdgeList => ProblemFormat::EdgeList,
            Self::Dimacs => ProblemFormat::Dimacs,
            Self::Lp => ProblemFormat::Lp,
            Self::Mps => ProblemFormat::Mps,
            Self::Opb => ProblemFormat::Opb,
        })
    }
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
    if (args.best.is_some() || args.slacks)
        && !matches!(args.format, MatchFormat::Text | MatchFormat::Json)
    {
        let message = "--best and --slacks are written as text or json";
        return Err(ExitFailure::new(Exit::Invalid, message.to_owned()));
    }
    let mut graph = graph_of(args, &name)?;
    let mut problem = Problem::new(graph.n_vertices(), args.objective.goal());
    // Not kept twice: a million vertices have tens of megabytes of them.
    for (u, v, weight) in std::mem::take(&mut graph.edges) {
        let added = problem.add_edge(u as usize, v as usize, weight);
        added.expect("the reader refuses what is no edge");
    }
    let too_large = |error| ExitFailure::new(Exit::Limit, format!("{name}: {error}"));
    let text = if let Some(format) = args.format.of_problem() {
        problem.written(format).map_err(too_large)?
    } else if let Some(count) = args.best {
        let ranked = problem.best(count).map_err(too_large)?;
        if ranked.is_empty() && count > 0 {
            // Says why.
            solved(&name, &graph, &problem)?;
        }
        match args.format {
            MatchFormat::Json => {
                document::best(&args.objective.name(), &graph, problem.n_edges(), &ranked)
            }
            _ => ranked_text(&graph, &ranked),
        }
    } else {
        solution_text(args, &name, &graph, &problem)?
    };
    files::write_standard(&text)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("standard output: {error}")))?;
    Ok(Exit::Done)
}

fn graph_of(args: &MatchArgs, name: &str) -> Result<GraphFile, ExitFailure> {
    let bytes = files::read_up_to(&args.graph, MOST_BYTES + 1)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("{name}: {error}")))?;
    if bytes.len() as u64 > MOST_BYTES {
        let message = format!("{name}: the file is larger than {} MB", MOST_BYTES >> 20);
        return Err(ExitFailure::new(Exit::Limit, message));
    }
    formats::read(&bytes)
        .map_err(|error| ExitFailure::new(Exit::Invalid, format!("{name}:{error}")))
}

/// The optimal matching, verified, and how long the algorithm took.
fn solved(
    name: &str,
    graph: &GraphFile,
    problem: &Problem<i64>,
) -> Result<(Solution<i64>, Duration), ExitFailure> {
    let start = Instant::now();
    let solved = problem.solve();
    let took = start.elapsed();
    match solved {
        Ok(solution) => {
            problem
                .verify(&solution)
                .expect("the duals prove the matching");
            Ok((solution, took))
        }
        Err(Error::NoMatching(proof)) => Err(ExitFailure::new(
            Exit::NoPairing,
            no_matching(name, graph, &proof),
        )),
        Err(error) => Err(ExitFailure::new(Exit::Limit, format!("{name}: {error}"))),
    }
}

/// The optimal matching in the format asked for; its certificate goes to its file.
fn solution_text(
    args: &MatchArgs,
    name: &str,
    graph: &GraphFile,
    problem: &Problem<i64>,
) -> Result<String, ExitFailure> {
    let (solution, took) = solved(name, graph, problem)?;
    let objective = args.objective.name();
    let too_large = |error| ExitFailure::new(Exit::Limit, format!("{name}: {error}"));
    if let Some(path) = &args.certificate {
        let text = document::certificate(&objective, graph, &solution);
        files::write(path, &text).map_err(|error| {
            let message = format!("{}: {error}", files::name_of(path));
            ExitFailure::new(Exit::FileAccess, message)
        })?;
    }
    let slacks = if args.slacks {
        Some(problem.edge_slacks(&solution).map_err(too_large)?)
    } else {
        None
    };
    Ok(match args.format {
        MatchFormat::Json => document::solution(
            &objective,
            graph,
            problem.n_edges(),
            &solution,
            took,
            slacks,
        ),
        MatchFormat::Dot => problem.picture(&solution).map_err(too_large)?,
        _ => text(graph, &solution) + &slacks_text(graph, slacks.unwrap_or_default()),
    })
}

fn text(graph: &GraphFile, solution: &Solution<i64>) -> String {
    let (value, n_pairs) = (solution.value(), solution.n_pairs());
    let mut text = format!("value {value}\npairs {n_pairs}\n");
    for (u, v) in solution.pairs() {
        writeln!(text, "{} {}", graph.name(u), graph.name(v)).expect("a string grows");
    }
    text
}

/// One matching after the other, the best one first.
fn ranked_text(graph: &GraphFile, ranked: &[RankedMatching<i128>]) -> String {
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
fn slacks_text(graph: &GraphFile, slacks: Vec<EdgeSlack<i128>>) -> String {
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
