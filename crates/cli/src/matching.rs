//! `edelweiss match`: a matching of any graph, with its proof.

use std::path::PathBuf;

use clap::Args;
use edelweiss_answers::matching::{BYTES_READ, GraphQuestion, MatchFormat, MatchOptions};

use crate::exit::{Exit, ExitFailure};
use crate::files;

/// Find the best matching of a graph: an edge list, a DIMACS file, GraphML or JSON
#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// Graph file; - is standard input
    graph: PathBuf,
    #[command(flatten)]
    options: MatchOptions,
    /// Write the dual solution, which proves the matching optimal, to this file as JSON
    #[arg(long, value_name = "FILE", conflicts_with = "best")]
    certificate: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, default_value_t = MatchFormat::Text)]
    format: MatchFormat,
}

/// Runs the command.
///
/// # Errors
/// Files that cannot be read or written, and graphs that cannot be understood; with
/// [`Exit::NoPairing`] vertices that would stay alone and must not.
pub(crate) fn run(args: &MatchArgs) -> Result<(), ExitFailure> {
    let name = files::name_of(&args.graph);
    let not_written = |what: &str, error: std::io::Error| {
        ExitFailure::new(Exit::FileAccess, format!("{what}: {error}"))
    };
    if let Some(certificate) = &args.certificate
        && files::are_same(certificate, &args.graph)
    {
        let message = format!("{name}: --certificate leads to the graph itself");
        return Err(ExitFailure::new(Exit::Invalid, message));
    }
    let bytes =
        files::read_up_to(&args.graph, BYTES_READ).map_err(|error| not_written(&name, error))?;
    let question = GraphQuestion::read(&name, &bytes, &args.options)?;
    drop(bytes);
    let text = match &args.certificate {
        None => question.answer(args.format)?,
        Some(path) => {
            let solved = question.solve()?;
            files::write(path, &solved.certificate())
                .map_err(|error| not_written(&files::name_of(path), error))?;
            solved.answer(args.format)?
        }
    };
    files::write_standard(&text).map_err(|error| not_written("standard output", error))
}
