//! What is left of a run that is stopped, or that nobody reads.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::common::{names_in, program, repository, signal, wait_until};

fn start(folder: &Path, line: &str) -> Child {
    program()
        .args(line.split(' '))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Makes thousands of files in `made`, so that it is always at one of them.
const MAKING: &str = "generate -o made/ --count 100000 --players 4 --rounds 1 --seed 7";

fn wait_for_twenty(child: &mut Child, made: &Path) {
    wait_until(child, || made.is_dir() && names_in(made).len() >= 20);
}

fn assert_whole(made: &Path, name: &str) {
    let names = names_in(made);
    assert!(names.len() >= 20 && names.len() < 100_000, "{name}");
    for file in names {
        assert!(file.starts_with("seed7_"), "{name} left {file}");
        let text = std::fs::read_to_string(made.join(&file)).expect("readable");
        assert!(text.ends_with('\n') && text.contains("001    4"), "{file}");
    }
}

#[test]
fn a_signal_leaves_no_temporary_file() {
    use std::os::unix::process::ExitStatusExt;
    for (name, number) in [("HUP", 1), ("INT", 2), ("TERM", 15)] {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let mut child = start(folder.path(), MAKING);
        let made = folder.path().join("made");
        wait_for_twenty(&mut child, &made);
        signal(&child, name);
        let status = child.wait().expect("the program ends");
        assert_eq!(status.signal(), Some(number), "{name}: {status}");
        assert_whole(&made, name);
    }
}

/// `nohup edelweiss ...`, or a shell's background: what the caller has had ignored ends nothing.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_signal_stays_ignored() {
    use std::os::unix::process::ExitStatusExt;
    let folder = tempfile::tempdir().expect("a folder for the test");
    let line = format!(
        "trap '' HUP INT; exec '{}' {MAKING}",
        env!("CARGO_BIN_EXE_edelweiss")
    );
    let mut child = Command::new("sh")
        .args(["-c", &line])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .spawn()
        .expect("sh is there");
    let made = folder.path().join("made");
    wait_for_twenty(&mut child, &made);
    signal(&child, "HUP");
    signal(&child, "INT");
    let before = names_in(&made).len();
    wait_until(&mut child, || names_in(&made).len() > before + 20);
    signal(&child, "TERM");
    let status = child.wait().expect("the program ends");
    assert_eq!(status.signal(), Some(15), "{status}");
    assert_whole(&made, "HUP, INT, TERM");
}

/// `check ... | head`: the rest is not wanted, and nothing went wrong.
#[test]
fn checking_ends_quietly_where_nobody_reads() {
    for format in ["text", "json", "junit"] {
        let mut child = program()
            .args(["check", "--quiet", "--format", format])
            .arg(repository("testdata/corpus"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*said), (Some(0), ""), "{format}");
    }
}

/// A device that takes nothing is an error, also as standard output.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error() {
    let full = || {
        let device = std::fs::OpenOptions::new().write(true).open("/dev/full");
        Stdio::from(device.expect("Linux has it"))
    };
    let file = repository("examples/open.trf");
    for command in ["pair", "check"] {
        let output = program()
            .arg(command)
            .arg(&file)
            .stdout(full())
            .output()
            .expect("the program starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(5), "{command}: {said}");
        assert!(said.contains("standard output"), "{command}: {said}");
    }
}
