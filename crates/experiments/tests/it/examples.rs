//! The experiments of the book.

use std::path::{Path, PathBuf};

use edelweiss_experiments::Experiment;

use crate::summaries::summary;

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// The file, small enough for a test: one replication of a small field.
fn shrunk(text: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once(" = ") {
        Some((key @ "replications", _)) => format!("{key} = 1\n"),
        Some((key @ "players", _)) => format!("{key} = [12]\n"),
        Some((key @ "rounds", _)) => format!("{key} = [4]\n"),
        _ => format!("{line}\n"),
    });
    lines.collect()
}

#[test]
fn every_example_runs_and_has_its_page() {
    let folder = std::fs::read_dir(repository("examples/experiments")).expect("a folder");
    let mut names: Vec<PathBuf> = folder
        .map(|entry| entry.expect("an entry").path())
        .collect();
    names.sort();
    assert!(names.len() >= 6, "{names:?}");
    for path in names {
        let name = path.file_name().expect("a file").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("readable");
        Experiment::from_toml(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let small = shrunk(&text);
        assert_ne!(small, text, "{name}");
        let small = Experiment::from_toml(&small).unwrap_or_else(|error| panic!("{name}: {error}"));
        let made = summary(&small);
        for (index, metric) in small.metrics().iter().enumerate() {
            let mut arms = made.arms.iter();
            let is_measured = arms.any(|arm| arm.metrics[index].mean.is_some());
            assert!(is_measured, "{name}: {metric:?}");
        }
        let page = text
            .split_whitespace()
            .find(|word| word.starts_with("docs/src/research/"));
        let page = page.unwrap_or_else(|| panic!("{name}: its page is not named"));
        let page = std::fs::read_to_string(repository(page.trim_end_matches('.'))).expect(page);
        assert!(
            page.contains(&format!("examples/experiments/{name}")),
            "{name}"
        );
    }
}
