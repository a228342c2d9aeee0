//! A system is a row of the registry: nothing that is handed out names one outside of its own folder.
//!
//! Counted are the sources of the published crates, the bindings and the page, comments included, as far as they name
//! a system by what `--system` calls it, in any spelling. Not counted are tests, documents, manifests, crates that are not
//! published (judges, laboratory, this one), and what a test of this crate writes into stubs from the registry.
//!
//! `dutch` is not counted: its current editions are what `weights`, `pairing`, `check`, `verify`, `prove` and `explain`
//! are for, only its rounds are proved and judged, and it is the default. Nor are `round-robin` and the double one: what
//! they are called is what the Handbook calls every event whose pairings are fixed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use edelweiss_systems::registry;

use crate::sources::{crate_names, crates};

/// Files that may name a system, and why.
const MAY_NAME: [(&str, &str); 6] = [
    (
        "crates/formulations/src/cost.rs",
        "a cost of the literature has the name of the system it is modelled on",
    ),
    ("crates/systems/src/registry.rs", "the list of systems"),
    (
        "crates/systems/src/scheveningen.rs",
        "the event of two cycles has a row beside that of one",
    ),
    (
        "crates/systems/src/lib.rs",
        "Rust wants every module declared by the file above it",
    ),
    (
        "crates/standings/src/article_5.rs",
        "the points of a ladder are called after its inventor",
    ),
    (
        "crates/trf/src/system.rs",
        "the table of FIDE's codes, which a file may have whether or not somebody pairs by them",
    ),
];

/// What ends the names of sources.
const SOURCES: [&str; 12] = [
    "rs", "ftl", "py", "pyi", "js", "mjs", "ts", "c", "h", "cpp", "html", "css",
];

/// Folders of the workspace in which what is handed out is written.
fn roots(root: &Path) -> Vec<PathBuf> {
    let folders = crate_names()
        .into_iter()
        .map(|name| root.join("crates").join(name));
    let is_published = |folder: &PathBuf| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        !manifest.contains("publish = false")
    };
    let others = ["bindings", "web", "xtask"].map(|folder| root.join(folder));
    folders.filter(is_published).chain(others).collect()
}

/// The files that are counted, from the root of the workspace.
fn sources() -> Vec<PathBuf> {
    let root = crates().join("..");
    let mut found = Vec::new();
    let mut folders = roots(&root);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder can be listed") {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let is_test = matches!(
                &*name,
                "tests" | "testdata" | "examples" | "target" | "node_modules"
            );
            let ending = path
                .extension()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if path.is_dir() && !is_test && !name.starts_with('.') {
                folders.push(path);
            } else if path.is_file() && SOURCES.contains(&&*ending) {
                found.push(
                    path.strip_prefix(&root)
                        .expect("below the root")
                        .to_path_buf(),
                );
            }
        }
    }
    found.sort();
    found
}

/// The text without its tests, which end a file, and without what is declared elsewhere.
fn counted(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut parts = text.split("// <declared>").enumerate();
    let kept = |(index, part): (usize, &str)| match index {
        0 => part.to_owned(),
        _ => part
            .split_once("// </declared>")
            .map_or(String::new(), |(_, rest)| rest.to_owned()),
    };
    let kept: String = parts.by_ref().map(kept).collect();
    kept.chars()
        .filter(char::is_ascii_alphanumeric)
        .collect::<String>()
        .to_lowercase()
}

/// Whether the file is of the system: its folder, or one beside it that begins with its name.
fn is_own(file: &Path, system: &str) -> bool {
    let below = file.strip_prefix("crates/systems/src").ok();
    let first = below.and_then(|below| below.iter().next());
    first.is_some_and(|first| first.to_string_lossy().replace('_', "").starts_with(system))
}

#[test]
fn nothing_names_a_system_but_its_own_folder_and_the_registry() {
    let names: BTreeSet<String> = (registry::systems().into_iter())
        .map(|row| row.system.replace('-', ""))
        .filter(|name| name != "dutch" && !name.ends_with("roundrobin"))
        .collect();
    assert!(names.len() >= 3, "{names:?}");
    let files = sources();
    assert!(files.len() > 400, "only {} files", files.len());
    let mut found = Vec::new();
    let mut own = 0;
    for file in &files {
        let shown = file.display().to_string();
        let text = fs::read_to_string(crates().join("..").join(file)).expect("a source file");
        let text = counted(&text);
        for name in names.iter().filter(|name| text.contains(*name)) {
            if is_own(file, name) || MAY_NAME.iter().any(|(known, _)| *known == shown) {
                own += 1;
            } else {
                found.push(format!("{shown}: {name}"));
            }
        }
    }
    assert!(own > 20, "only {own} files of their own");
    assert!(found.is_empty(), "{} files: {found:#?}", found.len());
}
