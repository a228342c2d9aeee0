//! The sixty tasks of the book, each as its page has it.

use std::fs;
use std::path::Path;

use crate::common::{program, repository};

const PAGE: &str = include_str!("../../../../docs/src/tasks.md");

/// The words of a command, as a shell takes them apart: quotes of both kinds hold them together.
fn words(command: &str) -> Vec<String> {
    let (mut all, mut word, mut quote, mut is_word) = (Vec::new(), String::new(), None, false);
    for letter in command.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '"' | '\'') => (quote, is_word) = (Some(letter), true),
            (None, ' ') => {
                if std::mem::take(&mut is_word) {
                    all.push(std::mem::take(&mut word));
                }
            }
            _ => {
                word.push(letter);
                is_word = true;
            }
        }
    }
    if is_word {
        all.push(word);
    }
    all
}

/// The rows below each heading: command, and what its output shows.
fn roles() -> Vec<Vec<(&'static str, &'static str)>> {
    let sections = PAGE.split("\n## ").skip(1);
    let row = |line: &'static str| {
        let mut parts = line.strip_prefix("| ")?.split('`');
        let command = parts.nth(1)?;
        Some((command, parts.nth(1).unwrap_or_default()))
    };
    sections
        .map(|section| section.lines().skip(4).filter_map(row).collect())
        .collect()
}

pub(crate) fn run(folder: &Path, command: &str) -> (Option<i32>, String) {
    let output = program()
        .args(words(command))
        .current_dir(folder)
        .output()
        .expect("the program starts");
    let all = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(all).expect("UTF-8"))
}

#[test]
fn every_task_is_done_by_its_command() {
    let roles = roles();
    assert_eq!(roles.len(), 5);
    assert_eq!(roles.iter().map(Vec::len).sum::<usize>(), 60);
    for tasks in roles {
        let folder = tempfile::tempdir().expect("a folder for the test");
        for entry in fs::read_dir(repository("examples")).expect("the examples") {
            let path = entry.expect("an entry").path();
            if let Some(name) = path.file_name().filter(|_| path.is_file()) {
                fs::copy(&path, folder.path().join(name)).expect("a copy");
            }
        }
        fs::write(folder.path().join("path.txt"), "0 1 5\n1 2 11\n2 3 5\n").expect("writable");
        for (command, shown) in tasks {
            let (exit, out) = run(folder.path(), command);
            assert_eq!(exit, Some(0), "{command}: {out}");
            assert!(
                out.contains(shown),
                "{command} does not show {shown:?}: {out}"
            );
            if let Some((_, name)) = command.split_once(" -o ") {
                let name = name.split(' ').next().expect("a name");
                assert!(folder.path().join(name).exists(), "{command}: no {name}");
            }
        }
    }
}
