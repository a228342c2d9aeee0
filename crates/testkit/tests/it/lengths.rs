//! No function of more lines than `clippy.toml` allows: which crates have clippy see to it; and which
//! files of published crates have more than 500.
//!
//! Tests may be longer, so that the lint is on where a crate is compiled without them, and the lines
//! of a file end where its tests begin.

use std::fs;
use std::path::Path;

use crate::sources::{crate_names, crates, rust_files};

/// What a crate says at its root that has no longer function left.
const HELD: &str = "#![cfg_attr(not(test), warn(clippy::too_many_lines))]";

/// Crates in which longer functions are still to be parted.
const STILL_LONG: [&str; 2] = ["lab", "testkit"];

#[test]
fn a_crate_without_a_long_function_stays_so() {
    for name in crate_names() {
        let root = fs::read_to_string(crates().join(&name).join("src/lib.rs")).expect("a library");
        let is_long = STILL_LONG.contains(&name.as_str());
        assert_ne!(root.contains(HELD), is_long, "{name}: {HELD}");
    }
}

/// The most lines that a file has without a reason.
const MOST_LINES: usize = 500;

/// Files that are longer; the head of each says why.
const LONG_FILES: [&str; 4] = [
    "cli/src/compare.rs",
    "generate/src/generator.rs",
    "model/src/position.rs",
    "systems/src/dutch_1998/instance.rs",
];

#[test]
fn a_file_has_at_most_500_lines_or_says_why() {
    let mut long = Vec::new();
    for name in crate_names() {
        let manifest = crates().join(&name).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("a manifest");
        if manifest.contains("\npublish = false\n") {
            continue;
        }
        for file in rust_files(&crates().join(&name).join("src")) {
            let text = fs::read_to_string(&file).expect("a source file can be read");
            let shown = file.strip_prefix(crates()).expect("below it");
            if is_for_tests(shown) || lines_before_tests(&text) <= MOST_LINES {
                continue;
            }
            let head = text.lines().take_while(|line| line.starts_with("//!"));
            let says_why = head.filter(|line| line.starts_with(REASON)).count() == 1;
            assert!(says_why, "{}: no {REASON:?} in its head", shown.display());
            long.push(shown.to_string_lossy().into_owned());
        }
    }
    assert_eq!(long, LONG_FILES, "files of more than {MOST_LINES} lines");
}

/// What the line of a head begins with that gives the reason.
const REASON: &str = "//! Longer than other files: ";

/// Whether a file of a library is a module of tests.
fn is_for_tests(file: &Path) -> bool {
    file.with_extension("").iter().any(|part| part == "tests")
}

/// The lines of a file above the module of tests that it ends with.
fn lines_before_tests(text: &str) -> usize {
    let lines: Vec<_> = text.lines().collect();
    (lines.windows(2))
        .position(|pair| pair == ["#[cfg(test)]", "mod tests {"])
        .unwrap_or(lines.len())
}

#[test]
fn lines_are_counted_up_to_the_tests() {
    assert_eq!(lines_before_tests("a\n#[cfg(test)]\nmod tests;\nb\n"), 4);
    assert_eq!(
        lines_before_tests("a\n#[cfg(test)]\nmod tests {\nb\n}\n"),
        1
    );
}
