//! `edelweiss pair --proof`, and `edelweiss verify`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use edelweiss::model::Tournament;
use edelweiss::pairing::{Outcome, Rules};
use edelweiss::prove;
use edelweiss::verify::{Rejection, RoundProof};
use edelweiss_answers::TournamentInput;
use edelweiss_answers::which_round::{self, RoundOptions};

use crate::exit::{Exit, ExitFailure};
use crate::files;
use crate::reading::ReadArgs;

/// A proof is read into memory at several times its size; 9,999 players take about 2 MB.
const MOST_BYTES: usize = 256 << 20;

/// Check that a proof holds for the round of a tournament file
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// Tournament file, as it was paired; - is standard input
    file: PathBuf,
    /// Proof, as `pair --proof` writes it
    proof: PathBuf,
    #[command(flatten)]
    which: RoundOptions,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs `edelweiss verify`.
///
/// # Errors
/// Files that cannot be read; a proof that does not hold, with exit code 1.
pub(crate) fn run(args: &VerifyArgs) -> Result<(), ExitFailure> {
    let TournamentInput { name, reading, .. } =
        (args.read).read(&args.file, Path::new("-"), ExitFailure::from)?;
    let proof_name = files::name_of(&args.proof);
    let bytes = files::read(&args.proof)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("{proof_name}: {error}")))?;
    if bytes.len() > MOST_BYTES {
        let message = format!("{proof_name}: larger than {} MB", MOST_BYTES >> 20);
        return Err(ExitFailure::new(Exit::Limit, message));
    }
    let proof = RoundProof::read(&bytes).map_err(|rejection| {
        ExitFailure::new(
            Exit::Invalid,
            format!("{proof_name}: not a proof: {rejection}"),
        )
    })?;
    // A proof does not depend on the system that the file asks for; of games per round it knows one.
    let chosen = which_round::choose(&name, &reading.tournament, 1, &args.which)
        .map_err(ExitFailure::from)?;
    for note in chosen.notes() {
        args.read.note(&note);
    }
    // As `pair` does where a recorded round comes out only with a bye that the arbiter gave.
    let as_it_is = edelweiss::verify::verify(&chosen.tournament, &proof);
    let with_byes = || {
        let mut others = chosen.with_given_byes();
        others.any(|other| edelweiss::verify::verify(&other.tournament, &proof).is_ok())
    };
    match as_it_is {
        Err(rejection) if !with_byes() => {
            let message = format!("{proof_name}: the proof does not hold: {rejection}");
            Err(ExitFailure::new(Exit::DIFFERS, message))
        }
        _ => say_what_holds(&proof),
    }
}

fn say_what_holds(proof: &RoundProof) -> Result<(), ExitFailure> {
    let mut text = format!(
        "The proof holds: round {}, edition of {}.\n",
        proof.round, proof.edition
    );
    if proof.impossible.is_some() {
        text += "No legal round exists.\n";
    } else {
        let lasting = (proof.brackets.iter()).filter(|bracket| bracket.barrier.is_none());
        let pairs: usize = lasting.map(|bracket| bracket.pairs.len()).sum();
        let bye = proof.bye.map_or(String::new(), |bye| {
            format!(", and the bye of player {bye}")
        });
        writeln!(
            text,
            "Nothing else is right than its {pairs} pairs{bye}; colours are not part of it."
        )
        .expect("a string grows");
    }
    files::write_standard(&text)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("standard output: {error}")))
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

/// Writes the proof of a round that was paired.
///
/// # Errors
/// Systems of which there are no proofs, and files that cannot be written.
pub(crate) fn write(
    path: &Path,
    format: ProofFormat,
    tournament: &Tournament,
    rules: Option<Rules>,
    outcome: &Outcome,
) -> Result<(), ExitFailure> {
    let Some(rules) = rules else {
        let message = "proofs are of rounds of the Dutch System of 2026 or 2017";
        return Err(ExitFailure::new(Exit::Invalid, message));
    };
    let has_none = |rejection: Rejection| {
        ExitFailure::new(
            Exit::Invalid,
            format!("the round has no proof: {rejection}"),
        )
    };
    let cannot = |path: &Path, error: std::io::Error| {
        ExitFailure::new(
            Exit::FileAccess,
            format!("{}: {error}", files::name_of(path)),
        )
    };
    match format {
        ProofFormat::Json => {
            let proof = prove::prove(tournament, &rules, outcome).map_err(has_none)?;
            files::write_bytes(path, proof.to_json().as_bytes()).map_err(|e| cannot(path, e))
        }
        ProofFormat::VeriPb => {
            let brackets = prove::pseudo_boolean(tournament, &rules, outcome).map_err(has_none)?;
            std::fs::create_dir_all(path).map_err(|error| cannot(path, error))?;
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
