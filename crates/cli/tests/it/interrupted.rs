//! What is left of a run that is stopped.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::common::{names_in, program, signal, wait_until};

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
    // Those that are being written have other names, and are gone after a signal.
    let is_whole = |name: &String| name.starts_with("seed7_");
    let count = || names_in(made).iter().filter(|name| is_whole(name)).count();
    wait_until(child, || made.is_dir() && count() >= 20);
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
