//! `corpus FOLDER…`: pairs every recorded round below the folders again and counts differences.
//!
//! A folder whose name starts with `dutch-`, `nextround-` or `unpairable-` and ends with the year of
//! the edition is taken as that kind of corpus. Exit status 1 if anything differs.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use edelweiss_lab::judges::{FileVerdict, complete, next_round, unpairable};
use edelweiss_lab::{rules_of_corpus, tournament_files};
use edelweiss_pairing::Rules;
use rayon::prelude::*;

fn run(folder: &Path) -> Result<usize, String> {
    let (name, rules) = rules_of_corpus(folder)?;
    let judge: fn(&Path, Rules) -> FileVerdict = match name.split('-').next() {
        Some("dutch") => complete,
        Some("nextround") => next_round,
        Some("unpairable") => unpairable,
        _ => return Err(format!("{}: not a kind of corpus", folder.display())),
    };
    let files = tournament_files(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let start = Instant::now();
    let done = AtomicUsize::new(0);
    let verdicts: Vec<(&PathBuf, FileVerdict)> = (files.par_iter())
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

pub(crate) fn main() -> ExitCode {
    let folders: Vec<PathBuf> = std::env::args_os().skip(2).map(PathBuf::from).collect();
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
