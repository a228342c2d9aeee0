//! The best matching of any graph, with what proves it; `docs/src/tools/match.md`.

mod decimals;
mod dimacs;
mod document;
mod edge_list;
mod formats;
mod graph_file;
mod graphml;
mod json;
mod names;
mod solved;
mod text;
mod trace;

use edelweiss::matching::{EdgeSlacks, Error, SearchBudget};
use serde::{Deserialize, Serialize};

use crate::error::{AnswerError, AnswerErrorKind};
use graph_file::GraphFile;
pub use names::{MatchFormat, ObjectiveName};
use solved::{WholeProblem, WholeSolution};

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
    /// For --best and --slacks, this many searches at most: the same answer on every machine. Where it is cut, the
    /// answer says so, and the exit code is 4
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEARCHES"))]
    pub limit: Option<u64>,
    /// Before the answer, what the algorithm that grows all trees at once does, step by step
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "best"))]
    pub trace: bool,
}

/// Who hears of searches: how many there were, and how many there may have to be.
pub type SearchProgress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// An answer, perhaps one that a limit has cut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphAnswer {
    /// What is written.
    pub text: String,
    /// Why it is not all that was asked for.
    pub cut: Option<String>,
}

impl From<String> for GraphAnswer {
    fn from(text: String) -> Self {
        Self { text, cut: None }
    }
}

/// A graph that was read, and what is asked of it.
#[derive(Debug)]
pub struct GraphQuestion<'a> {
    /// As the graph is named in messages.
    name: &'a str,
    graph: GraphFile,
    problem: Box<dyn WholeProblem>,
    options: &'a MatchOptions,
}

impl<'a> GraphQuestion<'a> {
    /// Reads a graph that messages call `name`: an edge list, a DIMACS file, GraphML or JSON.
    ///
    /// # Errors
    /// What is wrong with it, with its place; a graph that is too large; options that exclude each other.
    pub fn read(
        name: &'a str,
        bytes: &[u8],
        options: &'a MatchOptions,
    ) -> Result<Self, AnswerError> {
        check_options(options)?;
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
        // Not kept twice: a million vertices have tens of megabytes of them.
        let (ends, weights) = graph.take_edges();
        let goal = options.objective.goal();
        let problem = solved::problem(n_vertices, goal, ends, weights, graph.unit);
        Ok(Self {
            name,
            graph,
            problem,
            options,
        })
    }

    /// How many vertices it has.
    pub fn n_vertices(&self) -> usize {
        self.graph.n_vertices()
    }

    /// What was left out of the graph, with its place, if anything was.
    pub fn note(&self) -> Option<String> {
        let note = self.graph.loops.note()?;
        Some(format!("{}: {note}", self.name))
    }

    /// The optimal matching, verified.
    ///
    /// # Errors
    /// Vertices that would stay alone and must not; sums that are too large.
    ///
    /// # Panics
    /// Where the duals do not prove the matching.
    pub fn solve(&self) -> Result<SolvedGraph<'_>, AnswerError> {
        match self.problem.solve() {
            Ok(solution) => Ok(SolvedGraph {
                question: self,
                solution,
            }),
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
    pub fn answer(
        &self,
        format: MatchFormat,
        progress: Option<SearchProgress<'_>>,
    ) -> Result<GraphAnswer, AnswerError> {
        self.check_format(format)?;
        if let Some(format) = format.of_problem() {
            let text = self.problem.written(format);
            return text
                .map(GraphAnswer::from)
                .map_err(|error| self.too_large(&error));
        }
        match self.options.best {
            None => self.solve()?.answer(format, progress),
            Some(count) => self.best(count, format, progress),
        }
    }

    /// The best matchings.
    fn best(
        &self,
        count: usize,
        format: MatchFormat,
        progress: Option<SearchProgress<'_>>,
    ) -> Result<GraphAnswer, AnswerError> {
        let ranked = (self.problem.best(count, self.budget(progress)))
            .map_err(|error| self.too_large(&error))?;
        let n_found = ranked.matchings.len();
        if n_found == 0 && count > 0 {
            // Says why.
            self.solve()?;
        }
        let (graph, options) = (&self.graph, self.options);
        let text = match format {
            MatchFormat::Json => document::best(options, graph, self.problem.n_edges(), &ranked),
            _ => text::ranked(graph, &ranked, count),
        };
        let cut = (ranked.is_cut).then(|| self.cut(&format!("{n_found} of {count} matchings")));
        Ok(GraphAnswer { text, cut })
    }

    fn budget<'b>(&self, progress: Option<SearchProgress<'b>>) -> SearchBudget<'b> {
        SearchBudget {
            limit: self.options.limit,
            progress,
        }
    }

    /// What is said of an answer that is not whole.
    fn cut(&self, found: &str) -> String {
        let limit = self.options.limit.unwrap_or_default();
        format!("{}: --limit {limit}: cut after {found}", self.name)
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

/// Options that exclude each other, or say nothing.
fn check_options(options: &MatchOptions) -> Result<(), AnswerError> {
    let wrong = match options {
        MatchOptions {
            best: Some(_),
            slacks: true,
            ..
        } => "--best and --slacks are about several matchings, and about one",
        MatchOptions {
            best: Some(_),
            trace: true,
            ..
        } => "--best and --trace are about several matchings, and about one",
        MatchOptions {
            best: None,
            slacks: false,
            limit: Some(_),
            ..
        } => "--limit is of the searches of --best and --slacks, expected one of them",
        _ => return Ok(()),
    };
    Err(AnswerError::invalid(wrong))
}

/// A graph with its optimal matching.
#[derive(Debug)]
pub struct SolvedGraph<'a> {
    question: &'a GraphQuestion<'a>,
    solution: Box<dyn WholeSolution + 'a>,
}

impl SolvedGraph<'_> {
    /// What proves the matching optimal, as one document.
    pub fn certificate(&self) -> String {
        let (question, value) = (self.question, &self.solution.matching().value);
        let proof = self.solution.proof();
        document::certificate(question.options.objective, &question.graph, value, &proof)
    }

    /// The matching in a format, or the problem.
    ///
    /// # Errors
    /// Sums that are too large; a format that has no place for what is asked.
    ///
    /// # Panics
    /// Where the duals do not prove the matching.
    pub fn answer(
        &self,
        format: MatchFormat,
        progress: Option<SearchProgress<'_>>,
    ) -> Result<GraphAnswer, AnswerError> {
        let question = self.question;
        let (graph, problem) = (&question.graph, &question.problem);
        let too_large = |error: Error| question.too_large(&error);
        question.check_format(format)?;
        if let Some(format) = format.of_problem() {
            return Ok(problem.written(format).map_err(too_large)?.into());
        }
        let slacks = if question.options.slacks {
            let found = self.solution.slacks(question.budget(progress));
            Some(found.map_err(too_large)?)
        } else {
            None
        };
        let matching = self.solution.matching();
        let text = match format {
            MatchFormat::Json => {
                let n_edges = problem.n_edges();
                document::solution(question.options, graph, n_edges, matching, slacks.as_ref())
            }
            MatchFormat::Dot => self.solution.picture().map_err(too_large)?,
            MatchFormat::Veripb => self.solution.derivation(),
            _ => {
                let steps = if question.options.trace {
                    problem.trace().map_err(too_large)?
                } else {
                    Vec::new()
                };
                let of_edges = slacks.as_ref().map(|slacks| text::slacks(graph, slacks));
                trace::lines(graph, &steps)
                    + &text::solution(graph, matching)
                    + &of_edges.unwrap_or_default()
            }
        };
        let cut = slacks.filter(EdgeSlacks::is_cut).map(|slacks| {
            let (found, n_edges) = (slacks.edges.len(), slacks.n_edges);
            question.cut(&format!("{found} of {n_edges} edges"))
        });
        Ok(GraphAnswer { text, cut })
    }
}
