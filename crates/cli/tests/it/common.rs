//! Runs the program as a caller does.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub(crate) exit: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The program, with the usual effect of signals on it: those that the caller of the tests has had
/// ignored (`nohup` does so with a hangup, a shell with Ctrl-C in what it runs in the background) are
/// caught here, and a program that is started does not inherit what is caught.
pub(crate) fn program() -> Command {
    #[cfg(unix)]
    {
        use std::sync::{Arc, Once};
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let ignored = ignored_signals();
            for signal in [1, 2, 15] {
                if ignored >> (signal - 1) & 1 == 1 {
                    // Here it still has no effect.
                    signal_hook::flag::register(signal, Arc::default()).expect("can be caught");
                }
            }
        });
    }
    Command::new(env!("CARGO_BIN_EXE_edelweiss"))
}

/// Bit `n - 1` is signal `n`; none where the system does not tell.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    (status.lines())
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

/// Sends a signal, `INT` or the like, to a program that was started.
#[cfg(unix)]
pub(crate) fn signal(child: &std::process::Child, name: &str) {
    let sent = Command::new("kill")
        .args([format!("-{name}"), child.id().to_string()])
        .status();
    assert!(sent.expect("a usual command").success());
}

/// Waits until something holds, as long as the child runs.
#[cfg(unix)]
pub(crate) fn wait_until(child: &mut std::process::Child, holds: impl Fn() -> bool) {
    while !holds() {
        assert_eq!(child.try_wait().expect("our child"), None, "ended early");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// Runs `edelweiss` in `folder` with the words of `line`, and `input` on standard input.
pub(crate) fn run_with(folder: &Path, line: &str, input: &[u8]) -> Run {
    let args: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
    let mut child = program()
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The program may end without reading it.
    let _ = stdin.write_all(input);
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    Run {
        exit: output.status.code().expect("no signal ends the program"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Runs `edelweiss` in `folder` with the words of `line`.
pub(crate) fn run(folder: &Path, line: &str) -> Run {
    run_with(folder, line, b"")
}

/// A file of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// A new folder that holds copies of files of the repository.
pub(crate) fn folder_with(files: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for file in files {
        let from = repository(file);
        let name = from.file_name().expect("a file").to_owned();
        std::fs::copy(&from, folder.path().join(name)).expect("part of the repository");
    }
    folder
}

/// The files of a folder of the repository with this extension, sorted.
pub(crate) fn files_of(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(repository(folder))
        .expect("part of the repository")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} holds no .{extension}");
    files
}

/// The names in a folder, sorted.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("a readable folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}
