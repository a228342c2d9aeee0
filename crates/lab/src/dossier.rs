//! The dossier: what comparisons have found, and the pages of the book that a maker of a tournament program
//! hands in with them, in one folder with an index.
//!
//! A folder of runs has a folder for each program and edition, such as `bbp-2026`, with a folder for each
//! direction in it, as `edelweiss compare` writes them. `program.txt` beside the directions names the program
//! and its version; without it the name of the folder stands there.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use edelweiss_compare::report::Totals;
use edelweiss_compare::run::{CaseRecord, JOURNAL, Records, read_journal};
use edelweiss_compare::verdict::{DifferenceClass, Fault};

/// Where the book is copied to.
const BOOK: &str = "book";

/// The most unexplained differences with which a comparison counts as passed.
pub const MOST_UNEXPLAINED: u64 = 10;

/// The pages of the book that answer what is asked, and what they are.
const PAGES: [(&str, &str); 7] = [
    ("federations/datasheet.md", "Datasheet"),
    (
        "federations/compliance/README.md",
        "Compliance by article, a page for each system",
    ),
    ("federations/checklist.md", "Answers to the checklist"),
    ("disputes/README.md", "The file of every dispute"),
    ("rules/open-questions.md", "Readings of the texts"),
    ("tools/compare.md", "How rounds are compared and judged"),
    (
        "disputes/tie-breaks.md",
        "Departures in tie-breaks, by letter",
    ),
];

/// One direction of one comparison.
#[derive(Clone, Debug)]
pub struct DossierRun {
    /// Its folder below that of the runs.
    pub name: String,
    /// The program and its version.
    pub program: String,
    /// What was compared.
    pub cases: Vec<CaseRecord>,
}

impl DossierRun {
    /// Differences that are not judged to be against the other program.
    pub fn unexplained(&self) -> u64 {
        let differences = self.cases.iter().flat_map(|case| &case.differences);
        differences
            .filter(|each| each.fault != Some(Fault::Theirs))
            .count() as u64
    }

    /// Values and ranks that no known departure explains.
    pub fn unexplained_values(&self) -> u64 {
        let ranks = self.cases.iter().filter_map(|case| case.ranks.as_ref());
        ranks
            .flat_map(|ranks| &ranks.differences)
            .filter(|each| each.reason.is_unknown())
            .count() as u64
    }
}

/// The runs of a folder, by name.
///
/// # Errors
/// When a folder or a journal cannot be read, or there is no journal.
pub fn runs_of(folder: &Path) -> Result<Vec<DossierRun>, String> {
    let mut runs = Vec::new();
    for program in folders_in(folder)? {
        for direction in folders_in(&program)? {
            if !direction.join(JOURNAL).is_file() {
                continue;
            }
            let cases = read_journal(&direction).map_err(|trouble| trouble.to_string())?;
            let name = |path: &Path| {
                path.file_name()
                    .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
            };
            let told = fs::read_to_string(program.join("program.txt")).unwrap_or_default();
            let told = told.lines().next().unwrap_or_default().trim();
            runs.push(DossierRun {
                name: format!("{}/{}", name(&program), name(&direction)),
                program: if told.is_empty() {
                    name(&program)
                } else {
                    told.to_owned()
                },
                cases,
            });
        }
    }
    if runs.is_empty() {
        return Err(format!(
            "{}: no folder in it has a folder with a {JOURNAL}",
            folder.display()
        ));
    }
    Ok(runs)
}

fn folders_in(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let list = || -> io::Result<Vec<PathBuf>> {
        let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
        let mut folders: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
        folders.retain(|path| path.is_dir());
        folders.sort();
        Ok(folders)
    };
    list().map_err(|error| format!("{}: {error}", folder.display()))
}

/// Writes the index of the runs in `folder` and copies the book beside them; `head` is what the first lines
/// say of the engine. Returns the runs.
///
/// # Errors
/// As [`runs_of`], and when a page of the book is missing or a file cannot be written.
pub fn gather(folder: &Path, book: &Path, head: &str) -> Result<Vec<DossierRun>, String> {
    let runs = runs_of(folder)?;
    for (page, _) in PAGES {
        if !book.join(page).is_file() {
            return Err(format!(
                "{}: the book has no such page",
                book.join(page).display()
            ));
        }
    }
    copy_pages(book, &folder.join(BOOK))?;
    let index = folder.join("index.md");
    fs::write(&index, index_of(&runs, head))
        .map_err(|error| format!("{}: {error}", index.display()))?;
    Ok(runs)
}

/// The book without the folder of a comparison, so that its links lead somewhere.
fn copy_pages(from: &Path, to: &Path) -> Result<(), String> {
    let told = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(to).map_err(|error| told(to, error))?;
    for entry in fs::read_dir(from).map_err(|error| told(from, error))? {
        let path = entry.map_err(|error| told(from, error))?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_pages(&path, &target)?;
        } else {
            fs::copy(&path, &target).map_err(|error| told(&path, error))?;
        }
    }
    Ok(())
}

/// The index page.
pub fn index_of(runs: &[DossierRun], head: &str) -> String {
    let mut out = format!("# Dossier\n\n{head}\n\n");
    for (page, what) in PAGES {
        let _ = writeln!(out, "- [{what}]({BOOK}/{page})");
    }
    out.push_str("\n## Rounds\n\n");
    out.push_str("| beside | run | tournaments | not compared | rounds | pairs | differing | unexplained |\n");
    out.push_str("|---|---|--:|--:|--:|--:|--:|--:|\n");
    for run in runs {
        let totals = totals(run);
        let _ = writeln!(
            out,
            "| {} | [{1}]({1}/{JOURNAL}) | {2} | {3} | {4} | {5} | {6} | {7} |",
            run.program,
            run.name,
            totals.tournaments,
            totals.bad,
            totals.rounds,
            totals.pairs,
            totals.differences(),
            run.unexplained()
        );
    }
    push_standings(&mut out, runs);
    push_differences(&mut out, runs);
    push_not_compared(&mut out, runs);
    out
}

fn totals(run: &DossierRun) -> Totals {
    Totals::of(&Records {
        cases: run.cases.clone(),
        is_partial: false,
    })
}

/// Ranks and tie-breaks, where a run has them.
fn push_standings(out: &mut String, runs: &[DossierRun]) {
    let ranked: Vec<_> = (runs.iter())
        .filter_map(|run| totals(run).ranks.map(|ranks| (run, ranks)))
        .collect();
    if ranked.is_empty() {
        return;
    }
    out.push_str("\n## Standings\n\n");
    out.push_str("| beside | run | tournaments | not compared | values and ranks | differing | unexplained |\n");
    out.push_str("|---|---|--:|--:|--:|--:|--:|\n");
    for (run, ranks) in &ranked {
        let differing: u64 = ranks.differing.values().sum();
        let (name, unexplained) = (&run.name, run.unexplained_values());
        let _ = writeln!(
            out,
            "| {} | {name} | {} | {} | {} | {differing} | {unexplained} |",
            run.program, ranks.tournaments, ranks.bad, ranks.values
        );
    }
    out.push('\n');
    for (run, ranks) in &ranked {
        for (reason, count) in &ranks.differing {
            let _ = writeln!(out, "- {}: {count} values, {}", run.name, reason.words());
        }
    }
}

/// A kind of difference: its run, what differs, what decided, and the verdict.
type DifferenceKind<'a> = (&'a str, DifferenceClass, &'a str, &'a str);

/// Each kind of difference with whom the rules contradict and its first file.
fn push_differences(out: &mut String, runs: &[DossierRun]) {
    out.push_str("\n## Differences\n\n");
    let mut kinds: BTreeMap<DifferenceKind<'_>, (u64, Option<String>)> = BTreeMap::new();
    for run in runs {
        for difference in run.cases.iter().flat_map(|case| &case.differences) {
            let verdict = difference.fault.map_or("not judged", Fault::words);
            let key = (
                run.name.as_str(),
                difference.class,
                difference.mark.as_str(),
                verdict,
            );
            let kind = kinds.entry(key).or_default();
            kind.0 += 1;
            if kind.1.is_none() {
                kind.1 = difference
                    .file
                    .as_ref()
                    .map(|file| format!("{}/{file}", run.name));
            }
        }
    }
    if kinds.is_empty() {
        out.push_str("None.\n");
        return;
    }
    out.push_str(
        "| run | what | decided by | verdict | rounds | the first |\n|---|---|---|---|--:|---|\n",
    );
    for ((run, class, mark, verdict), (count, file)) in kinds {
        let file = file.map_or_else(String::new, |file| format!("[file]({file})"));
        let _ = writeln!(
            out,
            "| {run} | {} | {mark} | {verdict} | {count} | {file} |",
            class.words()
        );
    }
}

/// Why tournaments could not be compared.
fn push_not_compared(out: &mut String, runs: &[DossierRun]) {
    let mut reasons: BTreeMap<(&str, String), u64> = BTreeMap::new();
    for run in runs {
        for case in &run.cases {
            let of_ranks = case.ranks.as_ref().and_then(|ranks| ranks.error.as_ref());
            for error in case.error.iter().chain(of_ranks) {
                // Numbers tell the cases of one reason apart, and nothing else does.
                let words: String = error
                    .chars()
                    .filter(|c| !c.is_ascii_digit())
                    .take(120)
                    .collect();
                *reasons.entry((&run.name, words)).or_default() += 1;
            }
        }
    }
    if reasons.is_empty() {
        return;
    }
    out.push_str("\n## Not compared\n\n");
    for ((run, words), count) in reasons {
        let words = words.replace(['\n', '|'], " ");
        let _ = writeln!(out, "- {run}: {count} times: {words}");
    }
}
