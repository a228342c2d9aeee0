//! `edelweiss convert`: a tournament file in another format, and as JSON.

use std::path::PathBuf;

use clap::Args;
use edelweiss_answers::convert::{ConvertFormat, convert};

use crate::exit::{Exit, ExitFailure};
use crate::files;
use crate::reading::{ReadArgs, must_differ, no_tournament_error};

const EXAMPLES: &str = "\
Examples:
  edelweiss convert old.trf --to trf26 -o new.trf    names each adjustment
  edelweiss convert open.trf --to json -o open.json  the same as JSON
  edelweiss convert open.json --to same -o open.trf  and back";

/// Write a tournament file in another format, and name every adjustment
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ConvertArgs {
    /// Tournament file, or the JSON of one, or of players and results; - is standard input
    file: PathBuf,
    /// What to write; trf16 is for JaVaFo and bbpPairings, too
    #[arg(long, value_enum)]
    to: ConvertFormat,
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
///
/// # Errors
/// Files that cannot be read, or that the format has no place for; nothing is written then.
pub(crate) fn run(args: &ConvertArgs) -> Result<(), ExitFailure> {
    must_differ(&args.file, &args.output)?;
    let name = files::name_of(&args.file);
    let no_access =
        |name: &str, error| ExitFailure::new(Exit::FileAccess, format!("{name}: {error}"));
    let bytes = files::read_or_json(&args.file).map_err(|error| no_access(&name, error))?;
    let converted = convert(&name, &bytes, &args.read.options(), args.to)
        .map_err(|error| no_tournament_error(error, &name, &bytes))?;
    args.read.warn(&converted.warnings);
    for adjustment in &converted.adjustments {
        args.read.note(&format!("adjusted: {adjustment}"));
    }
    files::write_bytes(&args.output, &converted.bytes)
        .map_err(|error| no_access(&files::output_name(&args.output), error))
}
