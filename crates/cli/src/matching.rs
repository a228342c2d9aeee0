//! `edelweiss match`: a matching of any graph, with its proof.

use std::path::PathBuf;

use clap::Args;
use edelweiss_answers::matching::{
    BYTES_READ, GraphQuestion, MatchFormat, MatchOptions, SearchProgress,
};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::exit::{Exit, ExitFailure, say};
use crate::files;

const EXAMPLES: &str = "\
Examples:
  edelweiss match graph.edges             the heaviest matching, certified
  edelweiss match graph.graphml --best 3  the best, the second and the third";

/// Find the best matching of a graph: an edge list, a DIMACS file, GraphML, JSON, or JSON of networkx
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
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
/// [`Exit::NoPairing`] vertices that would stay alone and must not; with [`Exit::Limit`] an answer that is written
/// as far as the limit allowed.
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
    if let Some(note) = question.note() {
        say(&format!("note: {note}"));
    }
    let bar = progress_bar(&args.options);
    let progress = |done: u64, most: u64| {
        bar.set_length(most);
        bar.set_position(done);
    };
    let progress: Option<SearchProgress<'_>> = Some(&progress);
    let answer = match &args.certificate {
        None => question.answer(args.format, progress)?,
        Some(path) => {
            let solved = question.solve()?;
            files::write(path, &solved.certificate())
                .map_err(|error| not_written(&files::name_of(path), error))?;
            solved.answer(args.format, progress)?
        }
    };
    bar.finish_and_clear();
    files::write_standard(&answer.text).map_err(|error| not_written("standard output", error))?;
    match answer.cut {
        None => Ok(()),
        Some(cut) => Err(ExitFailure::new(Exit::Limit, cut)),
    }
}

/// Of searches, where there may be many; hidden where standard error is no terminal.
fn progress_bar(options: &MatchOptions) -> ProgressBar {
    if options.best.is_none() && !options.slacks {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} searches, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
