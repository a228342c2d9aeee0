//! `proofs [--veripb PROGRAM] [--every N] FOLDER…`: proves every recorded round below the folders (or each Nth), and
//! has each proof checked; with `--veripb` by that program as well.
//!
//! A folder whose name ends with the year of an edition is paired by it; one whose name starts with `dutch-`
//! holds complete tournaments, of which every round is proved, any other holds positions. Exit status 1 if a round
//! has no proof that holds.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use cpu_time::ThreadTime;
use edelweiss_lab::{read_tournament, rules_of_corpus, tournament_files};
use edelweiss_model::{RoundNumber, Tournament};
use edelweiss_pairing::{Outcome, Rules, pair_round};
use edelweiss_prove::{prove, pseudo_boolean};
use edelweiss_verify::{RoundProof, RoundToProve, verify};
use rayon::prelude::*;

/// What proving some rounds took, in processor time.
#[derive(Clone, Copy, Default)]
struct ProofTally {
    rounds: usize,
    failures: usize,
    bytes: usize,
    pairing: Duration,
    proving: Duration,
    verifying: Duration,
    longest_verifying: Duration,
}

impl ProofTally {
    fn plus(self, other: Self) -> Self {
        Self {
            rounds: self.rounds + other.rounds,
            failures: self.failures + other.failures,
            bytes: self.bytes + other.bytes,
            pairing: self.pairing + other.pairing,
            proving: self.proving + other.proving,
            verifying: self.verifying + other.verifying,
            longest_verifying: self.longest_verifying.max(other.longest_verifying),
        }
    }
}

/// What the command line asks for.
struct ProofOptions {
    veripb: Option<PathBuf>,
    every: usize,
}

/// Has the derivation of each bracket checked by VeriPB.
fn by_veripb(program: &Path, asked: &RoundToProve<'_>, outcome: &Outcome) -> Result<(), String> {
    let brackets = pseudo_boolean(asked, outcome).map_err(|r| r.to_string())?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    for (number, bracket) in brackets.iter().enumerate() {
        let (problem, proof) = (folder.path().join("b.opb"), folder.path().join("b.pbp"));
        std::fs::write(&problem, &bracket.opb).map_err(|error| error.to_string())?;
        std::fs::write(&proof, &bracket.derivation).map_err(|error| error.to_string())?;
        let output = Command::new(program).args([&problem, &proof]).output();
        let output = output.map_err(|error| error.to_string())?;
        if !output.status.success() || !output.stdout.windows(15).any(|w| w == b"VERIFIED BOUNDS") {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(format!("bracket {}: VeriPB: {said}", number + 1));
        }
    }
    Ok(())
}

fn one(
    tournament: &Tournament,
    rules: &Rules,
    options: &ProofOptions,
) -> Result<ProofTally, String> {
    let start = ThreadTime::now();
    let outcome = pair_round(tournament, rules);
    let pairing = start.elapsed();
    let start = ThreadTime::now();
    let asked = RoundToProve::new(tournament, rules.edition, Vec::new());
    let proof = prove(&asked, &outcome).map_err(|rejection| rejection.to_string())?;
    let text = proof.to_json();
    let proving = start.elapsed();
    let start = ThreadTime::now();
    let read = RoundProof::read(text.as_bytes()).map_err(|rejection| rejection.to_string())?;
    let asked = RoundToProve::new(tournament, rules.edition, Vec::new());
    verify(&asked, &read).map_err(|rejection| format!("refused: {rejection}"))?;
    let verifying = start.elapsed();
    if let (Some(program), Outcome::Paired(_)) = (&options.veripb, &outcome) {
        by_veripb(program, &asked, &outcome)?;
    }
    Ok(ProofTally {
        rounds: 1,
        failures: 0,
        bytes: text.len(),
        pairing,
        proving,
        verifying,
        longest_verifying: verifying,
    })
}

fn of_file(path: &Path, rules: &Rules, is_complete: bool, options: &ProofOptions) -> ProofTally {
    let told = |result: Result<ProofTally, String>, round: u16| {
        result.unwrap_or_else(|error| {
            eprintln!("{} round {round}: {error}", path.display());
            ProofTally {
                rounds: 1,
                failures: 1,
                ..ProofTally::default()
            }
        })
    };
    let tournament = match read_tournament(path) {
        Ok(tournament) => tournament,
        Err(error) => return told(Err(error), 0),
    };
    if !is_complete {
        return told(
            one(&tournament, rules, options),
            tournament.next_round().get(),
        );
    }
    let rounds = tournament.rounds_paired().map_or(0, RoundNumber::get);
    (1..=rounds).fold(ProofTally::default(), |tally, round| {
        let number = RoundNumber::new(round.into()).expect("a recorded round");
        tally.plus(told(
            one(&tournament.before_round(number), rules, options),
            round,
        ))
    })
}

fn run(folder: &Path, options: &ProofOptions) -> Result<ProofTally, String> {
    let (name, rules) = rules_of_corpus(folder)?;
    let files = tournament_files(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let is_complete = name.starts_with("dutch-");
    let tallies = files
        .par_iter()
        .step_by(options.every)
        .map(|path| of_file(path, &rules, is_complete, options));
    let tally = tallies.reduce(ProofTally::default, ProofTally::plus);
    let mean = |time: Duration| time.checked_div(tally.rounds as u32).unwrap_or_default();
    eprintln!(
        "{name}: {} rounds, {} without a proof; {} bytes, {:.2?} to pair, {:.2?} to prove, {:.2?} to verify \
         (longest {:.1?}) on average",
        tally.rounds,
        tally.failures,
        tally.bytes / tally.rounds.max(1),
        mean(tally.pairing),
        mean(tally.proving),
        mean(tally.verifying),
        tally.longest_verifying,
    );
    Ok(tally)
}

pub(crate) fn main() -> ExitCode {
    let mut options = ProofOptions {
        veripb: None,
        every: 1,
    };
    let mut folders: Vec<PathBuf> = Vec::new();
    let mut arguments = std::env::args_os().skip(2);
    while let Some(argument) = arguments.next() {
        if argument == "--veripb" {
            options.veripb = arguments.next().map(PathBuf::from);
        } else if argument == "--every" {
            let number = arguments.next().and_then(|n| n.to_str()?.parse().ok());
            options.every = number.filter(|n| *n > 0).unwrap_or(1);
        } else {
            folders.push(argument.into());
        }
    }
    let mut is_clean = !folders.is_empty();
    for folder in &folders {
        match run(folder, &options) {
            Ok(tally) => is_clean &= tally.failures == 0,
            Err(error) => {
                eprintln!("{error}");
                is_clean = false;
            }
        }
    }
    if is_clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
