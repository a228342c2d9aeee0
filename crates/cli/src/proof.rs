//! `edelweiss pair --proof`, and `edelweiss verify`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use edelweiss_answers::pair::AnsweredRound;
use edelweiss_answers::proof::{CheckedProof, VerifyOptions, is_provable, proof, pseudo_boolean};

use crate::exit::{Exit, ExitFailure};
use crate::files;
use crate::reading::ReadArgs;

const EXAMPLES: &str = "\
Examples:
  edelweiss pair open.trf --proof open.proof.json  writes a proof
  edelweiss verify open.trf open.proof.json        checks it";

/// Check that a proof holds for the round of a tournament file
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct VerifyArgs {
    /// Tournament file, as it was paired; - is standard input
    file: PathBuf,
    /// Proof, as `pair --proof` writes it
    proof: PathBuf,
    #[command(flatten)]
    options: VerifyOptions,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs `edelweiss verify`.
///
/// # Errors
/// Files that cannot be read; a proof that does not hold, with exit code 1.
pub(crate) fn run(args: &VerifyArgs) -> Result<(), ExitFailure> {
    let input = (args.read).read(&args.file, Path::new("-"), ExitFailure::from)?;
    let name = files::name_of(&args.proof);
    let bytes = files::read(&args.proof).map_err(|error| file_access(&name, &error))?;
    let checked = CheckedProof::new(&input, &args.options, (&name, &bytes), |note| {
        args.read.note(note);
    })?;
    files::write_standard(&checked.to_text()?)
        .map_err(|error| file_access("standard output", &error))
}

fn file_access(name: &str, error: &std::io::Error) -> ExitFailure {
    ExitFailure::new(Exit::FileAccess, format!("{name}: {error}"))
}

/// `--proof-format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ProofFormat {
    /// One document, which `verify` checks; docs/schema/proof.schema.json
    Json,
    /// Pseudo-Boolean problems, and derivations that the program VeriPB checks
    #[value(name = "veripb")]
    VeriPb,
}

/// Writes the proof of a round that was paired, if there is a round, or a reason that has a proof.
///
/// # Errors
/// Systems of which there are no proofs, and files that cannot be written.
pub(crate) fn write(
    path: &Path,
    format: ProofFormat,
    paired: &AnsweredRound<'_>,
) -> Result<(), ExitFailure> {
    if !is_provable(paired) {
        // `pair` says why there is no round, as it does without a proof.
        return Ok(());
    }
    let cannot = |path: &Path, error: std::io::Error| file_access(&files::name_of(path), &error);
    match format {
        ProofFormat::Json => {
            files::write_bytes(path, proof(paired)?.as_bytes()).map_err(|e| cannot(path, e))
        }
        ProofFormat::VeriPb => {
            let brackets = pseudo_boolean(paired)?;
            files::make_folder(path).map_err(|error| cannot(path, error))?;
            for (number, bracket) in brackets.iter().enumerate() {
                let texts = [("opb", &bracket.opb), ("pbp", &bracket.derivation)];
                for (extension, text) in texts {
                    let file = path.join(format!("bracket-{}.{extension}", number + 1));
                    files::write_one_of_many(&file, text).map_err(|error| cannot(&file, error))?;
                }
            }
            Ok(())
        }
    }
}
