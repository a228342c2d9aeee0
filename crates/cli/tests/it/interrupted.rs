//! What is left of a run that is stopped, or that nobody reads.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{names_in, repository};

fn start(folder: &Path, line: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_edelweiss"))
        .args(line.split(' '))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// A program that writes thousands of files is always at one of them.
#[test]
fn a_signal_leaves_no_temporary_file() {
    use std::os::unix::process::ExitStatusExt;
    for (name, number) in [("HUP", 1), ("INT", 2), ("TERM", 15)] {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let mut child = start(
            folder.path(),
            "generate -o made/ --count 100000 --players 4 --rounds 1 --seed 7",
        );
        let made = folder.path().join("made");
        let begun = Instant::now();
        while !made.is_dir() || names_in(&made).len() < 20 {
            assert!(begun.elapsed() < Duration::from_mins(1), "nothing is made");
            assert_eq!(child.try_wait().expect("our child"), None, "{name}");
            sleep(Duration::from_millis(1));
        }
        let killed = Command::new("kill")
            .args([format!("-{name}"), child.id().to_string()])
            .status();
        assert!(killed.expect("a usual command").success());
        let status = child.wait().expect("the program ends");
        assert_eq!(status.signal(), Some(number), "{name}: {status}");
        let names = names_in(&made);
        assert!(names.len() >= 20 && names.len() < 100_000, "{name}");
        for file in names {
            assert!(file.starts_with("seed7_"), "{name} left {file}");
            let text = std::fs::read_to_string(made.join(&file)).expect("readable");
            assert!(text.ends_with('\n') && text.contains("001    4"), "{file}");
        }
    }
}

/// `check ... | head`: the rest is not wanted, and nothing went wrong.
#[test]
fn checking_ends_quietly_where_nobody_reads() {
    for format in ["text", "json", "junit"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_edelweiss"))
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
        let output = Command::new(env!("CARGO_BIN_EXE_edelweiss"))
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
