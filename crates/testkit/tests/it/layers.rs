//! The arrows between the crates. A new arrow is a design decision: change this test and
//! ARCHITECTURE.md together, which `map.rs` compares; `picture.rs` draws what the manifests say.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Who may link whom, normal dependencies only.
pub(crate) const ARROWS: &[(&str, &[&str])] = &[
    ("answers", &["edelweiss", "formulations", "generate"]),
    ("compare", &["edelweiss", "generate"]),
    // No engine: a round is a value that somebody else has paired.
    ("event", &["model", "roster", "trf"]),
    ("explain", &["check", "model", "pairing", "weights"]),
    (
        "experiments",
        &[
            "formulations",
            "generate",
            "model",
            "pairing",
            "standings",
            "systems",
        ],
    ),
    // No engine: a formulation is what engines are compared with.
    ("formulations", &["matching", "model", "weights"]),
    ("generate", &["model"]),
    ("lists", &["event", "model", "prizes", "standings", "trf"]),
    ("matching", &[]),
    ("model", &[]),
    ("weights", &["matching", "model"]),
    ("pairing", &["matching", "model", "weights"]),
    ("check", &["matching", "model", "weights"]),
    // A judge shares nothing with what it judges: no engine, no solver, no standings.
    ("judges", &["model", "weights"]),
    ("prizes", &["model"]),
    ("ratings", &["model", "standings"]),
    ("roster", &["model", "trf"]),
    ("standings", &["model"]),
    (
        "systems",
        &["matching", "model", "pairing", "standings", "weights"],
    ),
    ("trf", &["model"]),
    ("verify", &["model", "weights"]),
    (
        "prove",
        &["matching", "model", "pairing", "verify", "weights"],
    ),
];

/// Crates at the top: they may link anything below, so nothing below may link them; `answers` and
/// `compare` stand on the facade, below the program.
const TOP: &[&str] = &["edelweiss", "cli", "lab", "testkit"];

/// Crates that are not published, what tests ask: each may link those before it, so `testkit` has the
/// laboratory's library. No other crate links them, not even one at the top.
const FOR_TESTS: &[&str] = &["judges", "lab", "testkit"];

/// Names of our own crates in the `[dependencies]` table of a manifest, also of those it renames.
pub(crate) fn own_dependencies(manifest: &str) -> BTreeSet<String> {
    let mut section = "";
    let mut found = BTreeSet::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
        } else if section == "[dependencies]" && !line.starts_with('#') {
            let names = line.split(|c: char| !(c.is_alphanumeric() || c == '-'));
            let ours = names.filter_map(|word| match word {
                "edelweiss" => Some(word),
                _ => word.strip_prefix("edelweiss-"),
            });
            found.extend(ours.map(ToOwned::to_owned));
        }
    }
    found
}

#[test]
fn crates_link_only_along_the_arrows() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("crates/")
        .to_path_buf();
    let allowed: BTreeMap<&str, BTreeSet<String>> = (ARROWS.iter())
        .map(|(name, to)| (*name, to.iter().map(|to| (*to).to_owned()).collect()))
        .collect();
    let mut seen = 0;
    for entry in std::fs::read_dir(&crates).expect("crates/ can be listed") {
        let folder = entry.expect("an entry").path();
        let name = folder
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let links = own_dependencies(&manifest);
        let place = |name: &str| FOR_TESTS.iter().position(|other| *other == name);
        assert!(
            links
                .iter()
                .all(|to| place(to).is_none_or(|to| Some(to) < place(&name))),
            "{name} links what only tests ask, or a later one of them: {links:?}"
        );
        assert_eq!(
            place(&name).is_some(),
            manifest.contains("\npublish = false\n"),
            "{name} is published, or is for tests"
        );
        if TOP.contains(&name.as_str()) {
            continue;
        }
        let Some(allowed) = allowed.get(name.as_str()) else {
            panic!("{name} has no row in ARROWS");
        };
        assert!(
            links.is_subset(allowed),
            "{name} links {links:?}, allowed {allowed:?}"
        );
        seen += 1;
    }
    assert_eq!(seen, ARROWS.len(), "every row of ARROWS names a crate");
}
