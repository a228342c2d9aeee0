//! Whatever file a page or a comment names is there, and whatever place of a page.
//!
//! A page is any Markdown file: its links, and what stands in backquotes. A comment is one of a source
//! in any language of the repository. A path is found from the root, from the folder of the file that
//! names it, or by its last parts, as `level/table.rs` says enough of `crates/pairing/src/level/table.rs`.
//! `X.trf`, `CASE.toml` and other names in capitals stand for any.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What is named and lies elsewhere: made by a build, in an archive that is handed out, or of others.
const ELSEWHERE: [(&str, &str); 6] = [
    (
        "bindings/wasm/target/package",
        "built by bindings/wasm/build.sh",
    ),
    ("web/target/edelweiss.html", "built by web/build.js"),
    ("book/index.html", "in the archive that is handed out"),
    ("pairingchecker.py", "of other people"),
    ("tiebreakchecker.py", "of other people"),
    ("networkx/algorithms/tests/test_matching.py", "of networkx"),
];
/// Folders of what is built, found or fetched.
const NOT_SOURCES: [&str; 6] = [
    ".git",
    "artifacts",
    "node_modules",
    "out",
    "target",
    "__pycache__",
];
/// Endings of a path with a folder in it.
const ENDINGS: [&str; 24] = [
    "c", "cpp", "css", "csv", "dict", "h", "html", "js", "json", "lock", "md", "mts", "png", "py",
    "pyi", "rs", "sh", "svg", "toml", "trf", "ts", "txt", "xz", "yml",
];
/// Endings by which a name without a folder is one of ours; others may be anybody's.
const OURS: [&str; 12] = [
    "c", "cpp", "h", "js", "md", "mts", "py", "pyi", "rs", "sh", "toml", "ts",
];

/// The files of the repository by their paths from its root, those that are text with it.
struct Tree {
    texts: BTreeMap<String, String>,
    /// Files and folders.
    paths: BTreeSet<String>,
}

impl Tree {
    fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let (mut texts, mut paths) = (BTreeMap::new(), BTreeSet::new());
        let mut folders = vec![String::new()];
        while let Some(folder) = folders.pop() {
            let entries = std::fs::read_dir(root.join(&folder)).expect("a folder");
            for entry in entries {
                let entry = entry.expect("an entry");
                let name = entry.file_name().to_string_lossy().into_owned();
                let path = joined(&folder, &name);
                if NOT_SOURCES.contains(&name.as_str()) || path == "fuzz/corpus" {
                    continue;
                }
                if entry.path().is_dir() {
                    folders.push(path.clone());
                } else if comment_of(&path).is_some() {
                    let text = std::fs::read_to_string(entry.path()).expect("a text");
                    texts.insert(path.clone(), text);
                }
                paths.insert(path);
            }
        }
        Self { texts, paths }
    }

    /// The file or folder that `named` is in the file `from`.
    fn find(&self, from: &str, named: &str) -> Option<&str> {
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let near = [joined("", named), joined(folder, named)];
        let exact = near.iter().find_map(|path| self.paths.get(path));
        let end = format!("/{named}");
        let by_its_end = || self.paths.iter().find(|path| path.ends_with(&end));
        exact.or_else(by_its_end).map(String::as_str)
    }

    /// Whether `word` says of itself that it is a path of ours.
    fn is_path(&self, word: &str) -> bool {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "_.-/".contains(c);
        let (first, is_in_folder) = match word.split_once('/') {
            Some((first, _)) => (first, true),
            None => (word, false),
        };
        let name = word
            .trim_end_matches('/')
            .rsplit('/')
            .next()
            .unwrap_or(word);
        let ending = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty());
        let ends_in = |endings: &[&str]| ending.is_some_and(|(_, end)| endings.contains(&end));
        word.chars().all(is_plain)
            && if is_in_folder {
                (!first.is_empty() && self.paths.contains(first)) || ends_in(&ENDINGS)
            } else {
                ends_in(&OURS)
            }
    }
}

/// `path`, seen from `folder`, from the root.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// What begins a comment in the language of this file, `""` for a page; `None` where nobody looks.
fn comment_of(path: &str) -> Option<&'static str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    // Tournaments and what programs wrote are no sources.
    let is_data = path.starts_with("testdata/") || path.contains("/testdata/");
    match name.rsplit_once('.').map_or(name, |(_, ending)| ending) {
        "md" => Some(""),
        _ if is_data => None,
        "rs" | "js" | "mts" | "ts" | "c" | "cpp" | "h" => Some("//"),
        "sh" | "py" | "pyi" | "toml" | "yml" | "justfile" | "Dockerfile" | "run" | "install" => {
            Some("#")
        }
        _ => None,
    }
}

/// What each line of a text says in comments, or of a page in backquotes.
fn said<'a>(text: &'a str, comment: &'static str) -> Vec<(usize, &'a str)> {
    let mut said = Vec::new();
    let mut is_block = false;
    for (number, line) in text.lines().enumerate() {
        let fences = if comment.is_empty() { "```" } else { "\"\"\"" };
        let toggles = line.matches(fences).count() % 2 == 1;
        if comment.is_empty() {
            if !is_block && !toggles {
                let quoted = line.split('`').skip(1).step_by(2);
                said.extend(quoted.map(|words| (number + 1, words)));
            }
        } else if comment == "#" && (is_block || toggles) {
            said.push((number + 1, line));
        } else {
            let opens = |at: &usize| line[..*at].trim_end().len() < *at || *at == 0;
            let start = (line.match_indices(comment).map(|(at, _)| at)).find(opens);
            said.extend(start.map(|at| (number + 1, &line[at + comment.len()..])));
        }
        is_block ^= toggles;
    }
    said
}

/// Words that may be paths, each with the anchor behind it.
fn words(said: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let parts = said.split(|c: char| c.is_whitespace() || "`\"'(),;:|[]<>!".contains(c));
    parts.filter(|word| !word.is_empty()).map(|word| {
        let word = word.trim_end_matches('.');
        match word.split_once('#') {
            Some((path, anchor)) => (path, Some(anchor)),
            None => (word, None),
        }
    })
}

/// Names that stand for any: a part of the path is in capitals.
fn is_placeholder(path: &str) -> bool {
    path.split(['/', '.', '_', '-'])
        .any(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_uppercase()))
}

fn is_elsewhere(path: &str) -> bool {
    let path = joined("", path);
    ELSEWHERE.iter().any(|(known, _)| path == *known)
}

/// Links of a page: path, and the anchor.
fn links(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
        .filter(|target| !target.contains("://") && !target.contains(char::is_whitespace))
        .map(|target| match target.split_once('#') {
            Some((path, anchor)) => (path, Some(anchor)),
            None => (target, None),
        })
}

/// The anchors that mdBook, and sites that show Markdown, give the headings of a page.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut is_code = false;
    for line in page.lines() {
        is_code ^= line.starts_with("```");
        let title = line.trim_start_matches('#');
        if is_code || title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        // A link counts by its text alone.
        let mut text = String::new();
        for (index, part) in title.trim().split("](").enumerate() {
            text += match index {
                0 => part,
                _ => part.split_once(')').map_or("", |(_, rest)| rest),
            };
        }
        let slug: String = text
            .chars()
            .filter_map(|c| match c {
                c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c),
                c if c.is_whitespace() => Some('-'),
                _ => None,
            })
            .flat_map(char::to_lowercase)
            .collect();
        let again = (1..).map(|n| format!("{slug}-{n}"));
        let mut names = std::iter::once(slug.clone()).chain(again);
        found.extend(names.find(|name| !found.contains(name)));
    }
    found
}

/// What is wrong with a path and an anchor that `file` names.
fn wrong(tree: &Tree, file: &str, path: &str, anchor: Option<&str>) -> Option<String> {
    let target = match path {
        "" => Some(file),
        path => tree.find(file, path),
    };
    let Some(target) = target else {
        return Some(format!("there is no {path}"));
    };
    let anchor = anchor?;
    let page = tree.texts.get(target)?;
    let is_there = comment_of(target) != Some("") || anchors(page).contains(anchor);
    (!is_there).then(|| format!("{target} has no place #{anchor}"))
}

#[test]
fn every_path_and_anchor_that_a_page_or_a_comment_names_is_there() {
    let tree = Tree::read();
    let (mut named, mut linked, mut faults) = (0, 0, Vec::new());
    for (file, text) in &tree.texts {
        let comment = comment_of(file).expect("only such files are read");
        for (line, said) in said(text, comment) {
            for (path, anchor) in words(said) {
                if !tree.is_path(path) || is_elsewhere(path) {
                    continue;
                }
                named += 1;
                let path = path.trim_end_matches('/').trim_start_matches("./");
                let fault = wrong(&tree, file, path, anchor).filter(|_| !is_placeholder(path));
                faults.extend(fault.map(|fault| format!("{file}:{line}: {fault}")));
            }
        }
        for (path, anchor) in links(text).filter(|_| comment.is_empty()) {
            linked += 1;
            // A link is followed from its page, not found.
            let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
            let path = match path {
                "" => file.clone(),
                path => joined(folder, path),
            };
            let is_there = tree.paths.contains(&path);
            let fault = if is_there {
                wrong(&tree, file, &path, anchor)
            } else {
                Some(format!("there is no {path}"))
            };
            faults.extend(fault.map(|fault| format!("{file}: {fault}")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(
        named > 600 && linked > 400,
        "{named} named, {linked} linked"
    );
}

#[test]
fn what_is_elsewhere_is_still_named() {
    let tree = Tree::read();
    for (path, why) in ELSEWHERE {
        let is_named = tree.texts.values().any(|text| text.contains(path));
        assert!(is_named && !tree.paths.contains(path), "{path}: {why}");
    }
}

#[test]
fn anchors_are_those_of_mdbook() {
    let page = "# `pair` and *more*, in 2.5 s\n```text\n# no title\n```\n## A [link](to#it) here\n## A link here\n";
    let expected = ["a-link-here", "a-link-here-1", "pair-and-more-in-25-s"];
    assert!(
        anchors(page).iter().eq(expected.iter()),
        "{:?}",
        anchors(page)
    );
}
