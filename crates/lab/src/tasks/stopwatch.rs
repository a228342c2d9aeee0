//! `stopwatch [--best-of N] FILE|FOLDER…`: times the next round of tournament files, in both editions.
//!
//! A line for each file and edition: processor time of the pairing call in milliseconds (the least of
//! N calls, 3 unless told), a digest of the round (boards and brackets), the edition, and the file.
//! Slowest first. Two engines, or two states of one, agree where the digests do; digests are stable
//! for one toolchain.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use cpu_time::ThreadTime;
use edelweiss_lab::{read_tournament, tournament_files};
use edelweiss_model::Tournament;
use edelweiss_pairing::{Outcome, Rules, pair_round};

/// Whatever can differ between two answers, except what the engines measured on the way.
fn digest(outcome: &Outcome) -> u64 {
    let mut hasher = DefaultHasher::new();
    match outcome {
        Outcome::Paired(round) => {
            format!("{:?} {:?}", round.boards, round.bye).hash(&mut hasher);
            for bracket in &round.brackets {
                let found = (bracket.route, &bracket.pairs, &bracket.floaters);
                format!("{found:?}").hash(&mut hasher);
            }
        }
        Outcome::Impossible(proof) => format!("{proof:?}").hash(&mut hasher),
    }
    hasher.finish()
}

fn time(tournament: &Tournament, rules: &Rules, best_of: u32) -> (Duration, u64) {
    let calls = (0..best_of.max(1)).map(|_| {
        let clock = ThreadTime::now();
        let outcome = pair_round(tournament, rules);
        (clock.elapsed(), digest(&outcome))
    });
    calls.min().expect("at least one call")
}

fn run(words: impl Iterator<Item = String>) -> Result<(), String> {
    let mut words = words;
    let mut best_of = 3;
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(word) = words.next() {
        if word == "--best-of" {
            let value = words.next().and_then(|value| value.parse().ok());
            best_of = value.ok_or("--best-of: expected a whole number")?;
            continue;
        }
        let path = PathBuf::from(&word);
        if path.is_dir() {
            files.extend(tournament_files(&path).map_err(|error| format!("{word}: {error}"))?);
        } else {
            files.push(path);
        }
    }
    if files.is_empty() {
        return Err("expected files or folders of tournament files".into());
    }
    let mut lines = Vec::new();
    for path in &files {
        let tournament = read_tournament(path)?;
        for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
            let (time, digest) = time(&tournament, &rules, best_of);
            let line = format!("{digest:016x} {} {}", rules.edition.year, path.display());
            lines.push((time, line));
        }
    }
    lines.sort();
    for (time, line) in lines.iter().rev() {
        let micros = time.as_micros();
        eprintln!("{:>6}.{:03} {line}", micros / 1000, micros % 1000);
    }
    Ok(())
}

pub(crate) fn main() -> ExitCode {
    match run(std::env::args().skip(2)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
