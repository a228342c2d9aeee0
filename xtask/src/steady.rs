//! `just steady COUNT`: runs every compiled test program of the workspace again and again, in each of
//! the ways in which a caller may start it, and prints how often it failed in which.
//!
//! The programs are those that `cargo test --workspace` starts, in the same order and from the same
//! folders; examples in documents are left out. What a failed run has said is kept below
//! `target/steady`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::TaskResult;
use crate::tools::{cargo, output, root};

/// A way to start a program, as words of a shell before it.
type StartMode = (&'static str, &'static str);

/// `bare` is what a service may give: no environment, no standard input, files for nobody else.
const MODES: [StartMode; 4] = [
    ("plain", "exec"),
    ("nohup", "exec nohup"),
    ("setsid", "exec setsid --wait"),
    (
        "bare",
        "umask 077; exec <&-; exec env -i PATH=\"$PATH\" LC_ALL=C",
    ),
];

/// A compiled test program.
struct TestProgram {
    name: String,
    path: PathBuf,
    folder: PathBuf,
}

/// How often what has failed, by mode.
#[derive(Default)]
struct SteadyTally {
    runs: BTreeMap<&'static str, usize>,
    /// By test, or by program where it says of no test that it failed.
    failures: BTreeMap<String, BTreeMap<&'static str, usize>>,
}

/// Runs everything `count` times in each mode.
///
/// # Errors
/// When the tests do not compile, a file cannot be written, or some test failed.
pub(crate) fn steady(count: usize) -> TaskResult<()> {
    let programs = programs()?;
    let logs = root().join("target/steady");
    fs::create_dir_all(&logs)?;
    let mut tally = SteadyTally::default();
    for number in 1..=count {
        for mode in &MODES {
            run_all(&programs, mode, number, &logs, &mut tally)?;
            println!(
                "{number} of {count}, {}: {} failures so far",
                mode.0,
                tally.total()
            );
        }
    }
    print!("{}", tally.table(programs.len()));
    if tally.total() == 0 {
        Ok(())
    } else {
        Err(format!("some tests failed: {} has what they said", logs.display()).into())
    }
}

fn run_all(
    programs: &[TestProgram],
    (mode, words): &StartMode,
    number: usize,
    logs: &Path,
    tally: &mut SteadyTally,
) -> TaskResult<()> {
    for program in programs {
        let log = logs.join(format!("{}-{mode}-{number}.txt", program.name));
        let file = File::create(&log)?;
        let status = Command::new("sh")
            .args(["-c", &format!("{words} \"$0\"")])
            .arg(&program.path)
            .current_dir(&program.folder)
            .stdout(file.try_clone()?)
            .stderr(file)
            .status()?;
        *tally.runs.entry(mode).or_default() += 1;
        if status.success() {
            fs::remove_file(&log)?;
            continue;
        }
        let said = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
        for test in failed_tests(&said, &status.to_string()) {
            let name = format!("{} {test}", program.name);
            *tally
                .failures
                .entry(name)
                .or_default()
                .entry(mode)
                .or_default() += 1;
        }
    }
    Ok(())
}

/// The tests that a program calls failed; how it ended if there is none.
fn failed_tests(said: &str, status: &str) -> Vec<String> {
    let failed: Vec<String> = (said.lines())
        .filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"))
        .map(str::to_owned)
        .collect();
    if failed.is_empty() {
        return vec![status.to_owned()];
    }
    failed
}

impl SteadyTally {
    fn total(&self) -> usize {
        self.failures.values().flat_map(BTreeMap::values).sum()
    }

    /// A table in Markdown.
    fn table(&self, programs: usize) -> String {
        let mut text = String::from("\n| |");
        for (mode, _) in MODES {
            let _ = write!(text, " {mode} |");
        }
        let _ = writeln!(text, "\n|---|{}", "---|".repeat(MODES.len()));
        let mut row = |name: &str, counts: &BTreeMap<&str, usize>| {
            let _ = write!(text, "| {name} |");
            for (mode, _) in MODES {
                let _ = write!(text, " {} |", counts.get(mode).copied().unwrap_or(0));
            }
            text.push('\n');
        };
        let runs = (self.runs.iter()).map(|(mode, runs)| (*mode, runs / programs.max(1)));
        row("runs of the whole suite", &runs.collect());
        for (test, counts) in &self.failures {
            row(test, counts);
        }
        let mut by_mode = BTreeMap::new();
        for (mode, count) in self.failures.values().flatten() {
            *by_mode.entry(*mode).or_default() += count;
        }
        row("failures", &by_mode);
        text
    }
}

/// The test programs of the workspace, compiled.
fn programs() -> TaskResult<Vec<TestProgram>> {
    let arguments = "test --workspace --no-run --locked --message-format json";
    let said = output(cargo().args(arguments.split(' ')))?;
    let mut programs = Vec::new();
    for line in String::from_utf8(said)?.lines() {
        programs.extend(program_of(&serde_json::from_str(line)?));
    }
    if programs.is_empty() {
        return Err("cargo names no test program".into());
    }
    Ok(programs)
}

/// The program that a message of cargo is about, if it is a test.
fn program_of(message: &serde_json::Value) -> Option<TestProgram> {
    if message["profile"]["test"] != true {
        return None;
    }
    let path = PathBuf::from(message["executable"].as_str()?);
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
    let package = folder.file_name()?.to_string_lossy();
    let target = message["target"]["name"].as_str()?;
    Some(TestProgram {
        name: format!("{package}-{target}"),
        path,
        folder: folder.to_path_buf(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cargo_says_of_a_test_leads_to_its_program() {
        let line = r#"{"reason":"compiler-artifact","manifest_path":"/w/crates/cli/Cargo.toml",
            "target":{"name":"it"},"profile":{"test":true},"executable":"/w/target/debug/deps/it-1"}"#;
        let mut message = serde_json::from_str(line).expect("JSON");
        let program = program_of(&message).expect("a test");
        assert_eq!(program.name, "cli-it");
        assert_eq!(program.folder, Path::new("/w/crates/cli"));
        message["profile"]["test"] = false.into();
        assert!(program_of(&message).is_none());
    }

    #[test]
    fn a_failure_is_counted_by_test_and_mode() {
        let said = "running 3 tests\ntest a ... ok\ntest b::c ... FAILED\ntest d ... FAILED\n";
        assert_eq!(failed_tests(said, "exit status: 101"), ["b::c", "d"]);
        assert_eq!(failed_tests("", "signal: 9"), ["signal: 9"]);
        let counts = [("nohup", 2)].into_iter().collect();
        let tally = SteadyTally {
            runs: MODES.iter().map(|(mode, _)| (*mode, 6)).collect(),
            failures: [("cli-it b::c".to_owned(), counts)].into_iter().collect(),
        };
        assert_eq!(tally.total(), 2);
        let table = tally.table(3);
        assert!(
            table.contains("| runs of the whole suite | 2 | 2 | 2 | 2 |"),
            "{table}"
        );
        assert!(table.contains("| cli-it b::c | 0 | 2 | 0 | 0 |"), "{table}");
        assert!(table.ends_with("| failures | 0 | 2 | 0 | 0 |\n"), "{table}");
    }
}
