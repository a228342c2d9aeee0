//! `edelweiss formulate`: a round by a file of criteria, or its matching problems for other programs.

use std::path::PathBuf;

use clap::Args;
use edelweiss_answers::formulate::{FormulateFormat, FormulateOptions, formulated};

use crate::exit::{Exit, ExitFailure};
use crate::files;
use crate::reading::ReadArgs;

const EXAMPLES: &str = "\
Examples:
  edelweiss formulate examples/formulations/monrad.toml open.trf
  edelweiss formulate dutch-2026.toml open.trf --format lp --bracket 2";

/// Pair a round as a matching problem: criteria in a file, the optimum and what it costs
///
/// Each solution is checked by its dual variables before it is written.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct FormulateArgs {
    /// Criteria (TOML)
    formulation: PathBuf,
    /// Tournament file
    file: PathBuf,
    #[command(flatten)]
    options: FormulateOptions,
    /// What to write
    #[arg(long, value_enum, default_value_t = FormulateFormat::Text)]
    format: FormulateFormat,
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
///
/// # Errors
/// Files that cannot be read or written; what [`formulated`] says.
pub(crate) fn run(args: &FormulateArgs) -> Result<(), ExitFailure> {
    let name = files::name_of(&args.formulation);
    let toml = files::read(&args.formulation)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("{name}: {error}")))?;
    let input = (args.read).read(&args.file, &args.output, ExitFailure::from)?;
    let text = formulated(&input, (&name, &toml), &args.options, args.format, |note| {
        args.read.note(note);
    })?;
    files::write(&args.output, &text).map_err(|error| {
        let name = files::output_name(&args.output);
        ExitFailure::new(Exit::FileAccess, format!("{name}: {error}"))
    })
}
