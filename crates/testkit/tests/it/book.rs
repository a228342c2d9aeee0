//! The table of contents of the book, and the tests it names; `paths.rs` follows its links.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Files below `folder` with this extension, sorted.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder that can be listed") {
            let path = entry.expect("an entry").path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The pages of the book.
fn pages() -> Vec<(PathBuf, String)> {
    pages_below("docs/src")
}

fn pages_below(folder: &str) -> Vec<(PathBuf, String)> {
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a page can be read");
        (path, text)
    };
    files(&root().join(folder), "md")
        .into_iter()
        .map(read)
        .collect()
}

/// Targets of the links of a page, without anchors and addresses of other sites.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
        .map(|target| target.split('#').next().unwrap_or_default())
        .filter(|target| !target.is_empty() && !target.contains("://"))
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let source = root().join("docs/src");
    let summary = std::fs::read_to_string(source.join("SUMMARY.md")).expect("the summary");
    let listed: BTreeSet<PathBuf> = links(&summary).map(|target| source.join(target)).collect();
    for (page, _) in pages() {
        let is_summary = page.file_name().is_some_and(|name| name == "SUMMARY.md");
        assert!(
            is_summary || listed.contains(&page),
            "{} is not listed",
            page.display()
        );
    }
}

/// A reader knows from the first line whether to read on.
#[test]
fn every_page_opens_with_whom_it_is_for() {
    let others = ["docs/contributing", "docs/worked"].map(pages_below);
    for (page, text) in pages().into_iter().chain(others.into_iter().flatten()) {
        let is_summary = page.file_name().is_some_and(|name| name == "SUMMARY.md");
        let mut lines = text.lines();
        let opening = [lines.next(), lines.next(), lines.next(), lines.next()];
        let opens = matches!(opening, [Some(title), Some(""), Some(whom), Some("")]
            if title.starts_with("# ") && whom.starts_with("For ") && whom.ends_with('.'));
        assert!(
            is_summary || opens,
            "{} opens with {opening:?}",
            page.display()
        );
    }
}

/// Names in backquotes of at least four words joined by underscores: the tests are named so.
fn test_names(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2).filter(|name| {
        name.matches('_').count() >= 3
            && name
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    })
}

#[test]
fn every_test_that_the_book_names_exists() {
    let code: Vec<String> = (files(&root().join("crates"), "rs").iter())
        .map(|path| std::fs::read_to_string(path).expect("a file of ours"))
        .collect();
    let mut named = 0;
    for folder in ["rules", "disputes", "curious"] {
        for (page, text) in pages() {
            if !page.starts_with(root().join("docs/src").join(folder)) {
                continue;
            }
            let prose = text.replace("```text", "").replace("```", "");
            for name in test_names(&prose) {
                if name.starts_with("bbp") || name.starts_with("scoring") {
                    continue;
                }
                named += 1;
                let function = format!("fn {name}()");
                assert!(
                    code.iter().any(|file| file.contains(&function)),
                    "{}: no test {name}",
                    page.display()
                );
            }
        }
    }
    assert!(named > 20, "only {named} tests are named");
}
