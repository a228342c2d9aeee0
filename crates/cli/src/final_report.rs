//! `edelweiss report`: the file that is handed in when an event is over.

use std::path::PathBuf;

use clap::Args;
use edelweiss_answers::convert::TargetFormat;
use edelweiss_answers::final_report::{FinalReportOptions, final_report};

use crate::exit::{Exit, ExitFailure};
use crate::files;
use crate::reading::{ReadArgs, must_differ};

const EXAMPLES: &str = "\
Examples:
  edelweiss report open.trf -o report.trf           says what is missing, too
  edelweiss report open.trf -o report.trf --strict  nothing, while it is
  edelweiss report open.trf -o old.trf --format trf16";

/// Write the report of an event that is over: points, ranks and tie-breaks, and say what is missing
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct FinalReportArgs {
    /// Tournament file; - is standard input
    file: PathBuf,
    /// What to write
    #[arg(long, value_enum, default_value_t = TargetFormat::Trf26)]
    format: TargetFormat,
    #[command(flatten)]
    options: FinalReportOptions,
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
///
/// # Errors
/// Files that cannot be read; events that are not over; what is refused of a report, and nothing is written then.
pub(crate) fn run(args: &FinalReportArgs) -> Result<(), ExitFailure> {
    must_differ(&args.file, &args.output)?;
    let input = (args.read).read(&args.file, &args.output, ExitFailure::from)?;
    let warn = |words: &dyn std::fmt::Display| args.read.warn(&[words.to_string()]);
    let report = final_report(&input, &args.options, args.format, warn)?;
    for missing in &report.missing {
        args.read.note(&format!("missing: {missing}"));
    }
    for adjustment in &report.adjustments {
        args.read.note(&format!("adjusted: {adjustment}"));
    }
    files::write_bytes(&args.output, &report.bytes).map_err(|error| {
        let name = files::output_name(&args.output);
        ExitFailure::new(Exit::FileAccess, format!("{name}: {error}"))
    })
}
