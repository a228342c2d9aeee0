//! `dossier FOLDER BOOK VERSION`: the index of the comparisons in FOLDER, with the pages of BOOK beside it.
//!
//! VERSION is what `edelweiss --version` prints. Exit status 1 if a comparison has more unexplained
//! differences than a federation lets pass.

#![expect(clippy::print_stdout, reason = "a report for people")]

use std::path::Path;
use std::process::ExitCode;

use edelweiss_lab::dossier::{MOST_UNEXPLAINED, gather};

pub(crate) fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let [folder, book, version] = arguments.as_slice() else {
        eprintln!("usage: dossier FOLDER BOOK VERSION");
        return ExitCode::from(2);
    };
    let head = version.lines().collect::<Vec<&str>>().join("  \n");
    match gather(Path::new(folder), Path::new(book), &head) {
        Ok(runs) => {
            let mut is_passed = true;
            for run in runs {
                let unexplained = run.unexplained() + run.unexplained_values();
                println!(
                    "{}: {} tournaments, {unexplained} unexplained",
                    run.name,
                    run.cases.len()
                );
                is_passed &= unexplained <= MOST_UNEXPLAINED;
            }
            if is_passed {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}
