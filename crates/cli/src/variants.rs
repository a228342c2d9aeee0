//! `edelweiss variants`: one round of a file, once for each "what if".

use std::path::{Path, PathBuf};

use clap::Args;
use edelweiss_answers::variants::{VariantsFormat, VariantsOptions, variants};

use crate::exit::{Exit, ExitFailure};
use crate::files;
use crate::reading::ReadArgs;

const EXAMPLES: &str = "\
Examples:
  edelweiss variants open.trf \"absent 5\"                   without player 5
  edelweiss variants open.trf \"\" \"together 3 8\" \"apart 1 2\"  three";

/// Pair the next round of a tournament file, or one without results, once for each variant of it
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct VariantsArgs {
    /// Tournament file; - is standard input
    file: PathBuf,
    #[command(flatten)]
    options: VariantsOptions,
    /// What to write
    #[arg(long, value_enum, default_value_t = VariantsFormat::Text)]
    format: VariantsFormat,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command: [`Exit::NoPairing`] if some variant cannot be paired.
///
/// # Errors
/// Files that cannot be read, variants that cannot be understood or contradict themselves or the
/// rules, systems other than the Dutch of 2026 and 2017.
pub(crate) fn run(args: &VariantsArgs) -> Result<Exit, ExitFailure> {
    let input = (args.read).read(&args.file, Path::new("-"), ExitFailure::from)?;
    let (text, all_paired) = variants(&input, &args.options, args.format, |note| {
        args.read.note(note);
    })?;
    files::write_standard(&text)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("standard output: {error}")))?;
    Ok(if all_paired {
        Exit::Done
    } else {
        Exit::NoPairing
    })
}
