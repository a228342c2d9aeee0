//! The best matching of any graph, with what proves it; `docs/src/tools/match.md`.

mod dimacs;
mod document;
mod edge_list;
mod formats;
mod graph_file;
mod graphml;
mod json;
mod names;
mod text;
mod trace;

use std::time::{Duration, Instant};

use edelweiss::matching::{Error, Problem, Solution};
use serde::{Deserialize, Serialize};

use crate::error::{AnswerError, AnswerErrorKind};
use graph_file::GraphFile;
pub use names::{MatchFormat, ObjectiveName};

/// The largest graph file: some 20 million edges, or as many as fit into memory of 32 bits.
const MOST_BYTES: usize = if cfg!(target_pointer_width = "32") {
    64 << 20
} else {
    512 << 20
};

/// The largest graph, whatever the length of its file: each vertex takes some hundred bytes, and a line of
/// a few digits can ask for a thousand million.
const MOST_VERTICES: usize = if cfg!(target_pointer_width = "32") {
    1_000_000
} else {
    10_000_000
};

/// One byte more than the largest graph file, which is enough to be refused for its length.
pub const BYTES_READ: u64 = MOST_BYTES as u64 + 1;

/// What can be asked of a matching.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct MatchOptions {
    /// What is asked of the matching
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t = ObjectiveName::Weight))]
    pub objective: ObjectiveName,
    /// The best matchings, this many, instead of one
    #[cfg_attr(feature = "clap", arg(long, value_name = "COUNT"))]
    pub best: Option<usize>,
    /// For every edge, how far its weight could change before the matching is no longer optimal, and
    /// whether it is in some optimal matching, or in every one
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "best"))]
    pub slacks: bool,
    /// Before the answer, what the algorithm that grows all trees at once does, step by step
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "best"))]
    pub trace: bool,
}

/// A graph that was read, and what is asked of it.
#[derive(Debug)]
pub struct GraphQuestion<'a> {
    /// As the graph is named in messages.
    name: &'a str,
    graph: GraphFile,
    problem: Problem<i64>,
    options: &'a MatchOptions,
}

impl<'a> GraphQuestion<'a> {
    /// Reads a graph that messages call `name`: an edge list, a DIMACS file, GraphML or JSON.
    ///
    /// # Errors
    /// What is wrong with it, with its place; a graph that is too large; options that exclude each other.
    #[expect(
        clippy::missing_panics_doc,
        reason = "the reader refuses what is no edge"
    )]
    pub fn read(
        name: &'a str,
        bytes: &[u8],
        options: &'a MatchOptions,
    ) -> Result<Self, AnswerError> {
        if options.best.is_some() && options.slacks {
            return Err(AnswerError::invalid(
                "--best and --slacks are about several matchings, and about one",
            ));
        }
        if options.best.is_some() && options.trace {
            return Err(AnswerError::invalid(
                "--best and --trace are about several matchings, and about one",
            ));
        }
        if bytes.len() > MOST_BYTES {
            let message = format!("{name}: the file is larger than {} MB", MOST_BYTES >> 20);
            return Err(AnswerError::new(AnswerErrorKind::Limit, message));
        }
        let mut graph = formats::read(bytes)
            .map_err(|error| AnswerError::invalid(format!("{name}:{error}")))?;
        let n_vertices = graph.n_vertices();
        if n_vertices > MOST_VERTICES {
            let message =
                format!("{name}: found {n_vertices} vertices, expected at most {MOST_VERTICES}");
            return Err(AnswerError::new(AnswerErrorKind::Limit, message));
        }
        let mut problem = Problem::new(n_vertices, options.objective.goal());
        // Not kept twice: a million vertices have tens of megabytes of them.
        for (u, v, weight) in std::mem::take(&mut graph.edges) {
            let added = problem.add_edge(u as usize, v as usize, weight);
            added.expect("the reader refuses what is no edge");
        }
        Ok(Self {
            name,
            graph,
            problem,
            options,
        })
    }

    /// The optimal matching, verified.
    ///
    /// # Errors
    /// Vertices that would stay alone and must not; sums that are too large.
    ///
    /// # Panics
    /// Where the duals do not prove the matching.
    pub fn solve(&self) -> Result<SolvedGraph<'_>, AnswerError> {
        // There is no clock in a browser's WebAssembly.
        let start = (!cfg!(target_family = "wasm")).then(Instant::now);
        let solved = self.problem.solve();
        let took = start.map(|start| start.elapsed());
        match solved {
            Ok(solution) => {
                (self.problem)
                    .verify(&solution)
                    .expect("the duals prove the matching");
                Ok(SolvedGraph {
                    question: self,
                    solution,
                    took,
                })
            }
            Err(Error::NoMatching(proof)) => Err(AnswerError::new(
                AnswerErrorKind::NoPairing,
                text::no_matching(self.name, &self.graph, &proof),
            )),
            Err(error) => Err(self.too_large(&error)),
        }
    }

    /// The answer in a format.
    ///
    /// # Errors
    /// As for [`GraphQuestion::solve`]; a format that has no place for what is asked.
    pub fn answer(&self, format: MatchFormat) -> Result<String, AnswerError> {
        self.check_format(format)?;
        if let Some(format) = format.of_problem() {
            return (self.problem.written(format)).map_err(|error| self.too_large(&error));
        }
        let Some(count) = self.options.best else {
            return self.solve()?.answer(format);
        };
        let ranked = (self.problem.best(count)).map_err(|error| self.too_large(&error))?;
        if ranked.is_empty() && count > 0 {
            // Says why.
            self.solve()?;
        }
        Ok(match format {
            MatchFormat::Json => document::best(
                self.options.objective,
                &self.graph,
                self.problem.n_edges(),
                &ranked,
            ),
            _ => text::ranked(&self.graph, &ranked),
        })
    }

    fn check_format(&self, format: MatchFormat) -> Result<(), AnswerError> {
        let is_asked = self.options.best.is_some() || self.options.slacks;
        if is_asked && !matches!(format, MatchFormat::Text | MatchFormat::Json) {
            return Err(AnswerError::invalid(
                "--best and --slacks are written as text or json",
            ));
        }
        if self.options.trace && format != MatchFormat::Text {
            return Err(AnswerError::invalid("--trace is written as text"));
        }
        Ok(())
    }

    fn too_large(&self, error: &Error) -> AnswerError {
        AnswerError::new(AnswerErrorKind::Limit, format!("{}: {error}", self.name))
    }
}

/// A graph with its optimal matching.
#[derive(Debug)]
pub struct SolvedGraph<'a> {
    question: &'a GraphQuestion<'a>,
    solution: Solution<i64>,
    took: Option<Duration>,
}

impl SolvedGraph<'_> {
    /// What proves the matching optimal, as one document.
    pub fn certificate(&self) -> String {
        let question = self.question;
        document::certificate(question.options.objective, &question.graph, &self.solution)
    }

    /// The matching in a format, or the problem.
    ///
    /// # Errors
    /// Sums that are too large; a format that has no place for what is asked.
    ///
    /// # Panics
    /// Where the duals do not prove the matching.
    pub fn answer(&self, format: MatchFormat) -> Result<String, AnswerError> {
        let GraphQuestion {
            graph,
            problem,
            options,
            ..
        } = self.question;
        let too_large = |error: Error| self.question.too_large(&error);
        self.question.check_format(format)?;
        if let Some(format) = format.of_problem() {
            return problem.written(format).map_err(too_large);
        }
        let slacks = if options.slacks {
            Some(problem.edge_slacks(&self.solution).map_err(too_large)?)
        } else {
            None
        };
        Ok(match format {
            MatchFormat::Json => document::solution(graph, self, slacks),
            MatchFormat::Dot => problem.picture(&self.solution).map_err(too_large)?,
            MatchFormat::Veripb => {
                let derivation = problem.derivation(&self.solution);
                derivation.expect("what was verified can be derived")
            }
            _ => {
                let steps = if options.trace {
                    problem.trace().map_err(too_large)?
                } else {
                    Vec::new()
                };
                trace::lines(graph, &steps)
                    + &text::solution(graph, &self.solution)
                    + &text::slacks(graph, slacks.unwrap_or_default())
            }
        })
    }
}
