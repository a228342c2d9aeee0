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

/// Runs `edelweiss` in `folder` with the words of `line`, and `input` on standard input.
pub(crate) fn run_with(folder: &Path, line: &str, input: &[u8]) -> Run {
    let args: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
    let mut child = Command::new(env!("CARGO_BIN_EXE_edelweiss"))
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
