//! `corpus FOLDER…`: pairs every recorded round below the folders again and counts differences.
//!
//! A folder whose name starts with `dutch-`, `nextround-` or `unpairable-` and ends with the year of
//! the edition is taken as that kind of corpus. Exit status 1 if anything differs.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use edelweiss_model::{RoundNumber, Tournament};
use edelweiss_pairing::{Impossible, Outcome, Rules, pair_round};
use edelweiss_testkit::{Seat, paired_seats, parse_pairs, replay_round, tournament_files};
use rayon::prelude::*;

/// What one file gave: cases tried, and a line per difference.
struct Verdict {
    cases: usize,
    differences: Vec<String>,
}

fn read(path: &Path) -> Result<Tournament, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let name = path.display().to_string();
    edelweiss_trf::read(&bytes, &name, &edelweiss_trf::ReadOptions::default())
        .map(|reading| reading.tournament)
        .map_err(|failure| failure.to_string())
}

fn complete(path: &Path, rules: Rules) -> Verdict {
    let tournament = match read(path) {
        Ok(tournament) => tournament,
        Err(error) => {
            return Verdict {
                cases: 1,
                differences: vec![error],
            };
        }
    };
    let rounds = tournament.rounds_paired().map_or(0, RoundNumber::get);
    let differences = (1..=u32::from(rounds))
        .filter_map(|round| {
            let round = RoundNumber::new(round).ok()?;
            let d = replay_round(&tournament, round, &rules)?;
            Some(format!(
                "round {}: ours {:?}, recorded {:?}",
                d.round, d.ours, d.recorded
            ))
        })
        .collect();
    Verdict {
        cases: usize::from(rounds),
        differences,
    }
}

fn next_round(path: &Path, rules: Rules) -> Verdict {
    let check = || -> Result<Option<String>, String> {
        let tournament = read(path)?;
        let pairs = std::fs::read_to_string(path.with_extension("pairs"))
            .map_err(|error| error.to_string())?;
        let mut expected = parse_pairs(&pairs).ok_or("the expected pairs cannot be read")?;
        let mut ours = paired_seats(&tournament, &pair_round(&tournament, &rules));
        let by_white = |seats: &mut Vec<Seat>| seats.sort_unstable();
        let same_order = ours == expected;
        by_white(&mut ours);
        by_white(&mut expected);
        if ours != expected {
            return Ok(Some(format!("ours {ours:?}, expected {expected:?}")));
        }
        if !same_order && !tournament.has_virtual_points() {
            return Ok(Some("the order of the boards differs".to_owned()));
        }
        Ok(None)
    };
    let differences = match check() {
        Ok(None) => Vec::new(),
        Ok(Some(line)) | Err(line) => vec![line],
    };
    Verdict {
        cases: 1,
        differences,
    }
}

fn unpairable(path: &Path, rules: Rules) -> Verdict {
    let differences = match read(path).map(|tournament| pair_round(&tournament, &rules)) {
        Ok(Outcome::Impossible(Impossible::NoLegalPairing(_))) => Vec::new(),
        Ok(other) => vec![format!("expected no legal pairing, got {other:?}")],
        Err(error) => vec![error],
    };
    Verdict {
        cases: 1,
        differences,
    }
}

fn run(folder: &Path) -> Result<usize, String> {
    let name = folder
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let rules = match name.rsplit('-').next() {
        Some("2017") => Rules::dutch_2017(),
        Some("2026") => Rules::dutch_2026(),
        _ => {
            return Err(format!(
                "{}: the name does not end with 2017 or 2026",
                folder.display()
            ));
        }
    };
    let judge: fn(&Path, Rules) -> Verdict = match name.split('-').next() {
        Some("dutch") => complete,
        Some("nextround") => next_round,
        Some("unpairable") => unpairable,
        _ => return Err(format!("{}: not a kind of corpus", folder.display())),
    };
    let files = tournament_files(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let start = Instant::now();
    let done = AtomicUsize::new(0);
    let verdicts: Vec<(&PathBuf, Verdict)> = (files.par_iter())
        .map(|path| {
            let verdict = judge(path, rules);
            let count = done.fetch_add(1, Ordering::Relaxed) + 1;
            if count.is_multiple_of(500) {
                eprintln!("{name}: {count} of {} files", files.len());
            }
            (path, verdict)
        })
        .collect();
    let cases: usize = verdicts.iter().map(|(_, verdict)| verdict.cases).sum();
    let mut differing = 0;
    for (path, verdict) in &verdicts {
        differing += verdict.differences.len();
        for line in &verdict.differences {
            eprintln!(
                "{}: {line}",
                path.strip_prefix(folder).unwrap_or(path).display()
            );
        }
    }
    eprintln!(
        "{name}: {} files, {cases} cases, {differing} differences, {:.1} s",
        files.len(),
        start.elapsed().as_secs_f64()
    );
    Ok(differing)
}

fn main() -> ExitCode {
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let mut clean = !folders.is_empty();
    for folder in &folders {
        match run(folder) {
            Ok(differing) => clean &= differing == 0,
            Err(error) => {
                eprintln!("{error}");
                clean = false;
            }
        }
    }
    if clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
