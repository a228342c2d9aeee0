//! A type name occurs once in the workspace: who searches for it finds one place.
//!
//! Types, traits and aliases of all crates, the benches, the tasks and the fuzz targets count, private ones too.
//! Associated types, types inside a function, and tests do not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::sources::{crates, rust_files, tokens, types_of};

#[test]
fn a_type_name_occurs_once_in_the_workspace() {
    let root = crates().join("..");
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for folder in ["crates", "benches", "fuzz/fuzz_targets", "xtask"] {
        for file in rust_files(&root.join(folder)) {
            let shown = file.strip_prefix(&root).expect("listed below the root");
            let is_test = (shown.iter()).any(|part| part == "tests" || part == "target");
            if is_test {
                continue;
            }
            let text = fs::read_to_string(&file).expect("a source file can be read");
            for name in types_of(&tokens(&text)) {
                let places = places.entry(name).or_default();
                places.insert(shown.display().to_string());
            }
        }
    }
    assert!(places.len() > 500, "only {} types found", places.len());
    places.retain(|_, places| places.len() > 1);
    assert!(places.is_empty(), "names of several types: {places:#?}");
}
