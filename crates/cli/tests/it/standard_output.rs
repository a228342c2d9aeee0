//! Standard output that takes nothing, or that nobody reads, for every command that prints.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::{program, repository};

/// Every command that prints, in every format that is written another way; JSON and the like where
/// the program takes the same path only once.
const PRINTING: &[&[&str]] = &[
    &["--help"],
    &["--version"],
    &["new", "players.csv", "-o", "-", "--rounds", "3"],
    &[
        "new",
        "players.csv",
        "-o",
        "made.trf",
        "--rounds",
        "3",
        "--force",
    ],
    &["convert", "open.trf", "--to", "trf16"],
    &["ratings", "open.trf"],
    &["norms", "open.trf", "--all"],
    &["report", "open.trf", "--incomplete"],
    &["pair", "--help"],
    &["pair", "open.trf"],
    &["pair", "open.trf", "--format", "json"],
    &["pair", "open.trf", "--format", "bbp"],
    &["pair", "open.trf", "--format", "trf"],
    &["check", "open.trf"],
    &["check", "open.trf", "--format", "json"],
    &["check", "open.trf", "--format", "junit"],
    &[
        "generate",
        "-o",
        "made.trf",
        "--seed",
        "7",
        "--players",
        "6",
        "--rounds",
        "2",
    ],
    &[
        "generate",
        "-o",
        "-",
        "--seed",
        "7",
        "--players",
        "6",
        "--rounds",
        "2",
    ],
    &["experiment", "experiment.toml", "-o", "rows"],
    &["formulate", "formulation.toml", "open.trf"],
    &["variants", "open.trf", "absent 5"],
    &["standings", "open.trf"],
    &["standings", "open.trf", "--format", "csv"],
    &["standings", "open.trf", "--why", "7"],
    &["verify", "open.trf", "open.proof"],
    &["explain", "open.trf"],
    &["judge", "open.trf", "--round", "2"],
    &["preview", "going.trf", "--outcomes", "3"],
    &["match", "graph"],
    &["result", "going.trf"],
    &["player", "open.trf", "3", "--rating", "2441"],
    &["absent", "open.trf", "3"],
    &["bye", "open.trf", "4"],
    &["withdraw", "open.trf", "6"],
    &["forbid", "open.trf", "3-4"],
    &["step", "open.trf", r#"{"step": "points", "win": "3"}"#],
    &["log", "open.trf"],
    &[
        "compare",
        "--engine",
        "sh engine.sh {in} {out}",
        "--tournaments",
        "1",
        "--players",
        "4",
        "--rounds",
        "1",
        "--seed",
        "1",
    ],
    &["--dutch", "open.trf", "-p"],
    &["--dutch", "open.trf", "-c"],
    &["open.trf", "-p", "--javafo-exit"],
    &["-r"],
];

fn lay_out(folder: &Path) {
    let at = |name: &str| folder.join(name);
    fs::copy(repository("examples/open.trf"), at("open.trf")).expect("part of the repository");
    let going = repository("crates/cli/tests/recorded/three-open-games.trf");
    let experiment = fs::read_to_string(repository("examples/experiment.toml"));
    let experiment = experiment
        .expect("part of the repository")
        .replace("= 500", "= 2");
    fs::write(at("experiment.toml"), experiment).expect("writable");
    fs::copy(going, at("going.trf")).expect("part of the repository");
    let formulation = repository("examples/formulations/monrad.toml");
    fs::copy(formulation, at("formulation.toml")).expect("part of the repository");
    let list = repository("examples/players.csv");
    fs::copy(list, at("players.csv")).expect("part of the repository");
    fs::write(at("graph"), "p edge 4 3\ne 1 2 5\ne 2 3 9\ne 3 4 5\n").expect("writable");
    fs::write(at("engine.sh"), "printf '2\n1 3\n4 2\n' > \"$2\"\n").expect("writable");
    let made = ["pair", "open.trf", "-o", "round", "--proof", "open.proof"];
    assert!(run(folder, &made, Stdio::null()).status.success());
}

fn run(folder: &Path, words: &[&str], out: Stdio) -> Output {
    program()
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(Stdio::piped())
        .output()
        .expect("the program starts")
}

/// A device that takes nothing is an error.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error_of_every_command() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    lay_out(folder.path());
    for words in PRINTING {
        let full = fs::OpenOptions::new().write(true).open("/dev/full");
        let output = run(folder.path(), words, full.expect("Linux has it").into());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(5), "{words:?}: {said}");
        assert!(said.contains("standard output: "), "{words:?}: {said}");
    }
}

/// So is one that is closed, which is not `/dev/null`.
#[cfg(unix)]
#[test]
fn a_closed_standard_output_is_an_error_of_every_command() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    lay_out(folder.path());
    let program = env!("CARGO_BIN_EXE_edelweiss");
    let closed = |words: &[&str]| {
        let mut shell = Command::new("sh");
        shell.args(["-c", "exec \"$0\" \"$@\" >&-", program]);
        let shell = shell
            .args(words)
            .current_dir(folder.path())
            .stdin(Stdio::null());
        shell.output().expect("a shell")
    };
    for words in PRINTING {
        let output = closed(words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(5), "{words:?}: {said}");
        let why = "standard output: it is closed";
        assert!(said.contains(why), "{words:?}: {said}");
    }
    let unneeded = closed(&["pair", "open.trf", "-o", "boards"]);
    assert!(unneeded.status.success(), "nothing is printed");
}

/// `... | head`: the rest is not wanted, and nothing went wrong.
#[test]
fn a_reader_that_has_gone_is_no_error_of_any_command() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    lay_out(folder.path());
    for words in PRINTING {
        let (reader, writer) = std::io::pipe().expect("pipes");
        drop(reader);
        let unread = run(folder.path(), words, writer.into());
        let read = run(folder.path(), words, Stdio::null());
        assert_eq!(unread.status, read.status, "{words:?}");
        let said = String::from_utf8_lossy(&unread.stderr);
        assert_eq!(said, String::from_utf8_lossy(&read.stderr), "{words:?}");
    }
}
