//! No circle among the files of a crate, be it below `crates/` or a binding: whoever reads one file can read downwards.
//!
//! # What counts
//! File A uses file B where a `use` of A, or a path in its code that begins with `crate::`,
//! `super::` or `self::`, names something that B defines. A name that a module only hands on
//! (`pub use`, or a `use` of its own) is followed to the file that defines it.
//!
//! # What does not
//! What a parent says of its children to hang them in: `mod b;`, `pub use b::…`, `use b::…`. Paths in
//! the code that begin with the name of a child, methods and fields, what macros write, and tests
//! inside a file. Programs (`main.rs`) are used by nobody.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::sources::{Modules, crate_names, sources_elsewhere, tokens};

/// Circles that are still to be mended, each by the beginnings of the names of its files.
const KNOWN: &[&[&str]] = &[];

type Edges = BTreeMap<String, BTreeSet<String>>;

/// Which file uses which, within one crate.
fn edges(modules: &Modules) -> Edges {
    let mut edges = Edges::new();
    for (from, module) in &modules.0 {
        for (path, is_public) in &module.paths {
            let Some(target) = modules.resolve(from, path, 8) else {
                continue;
            };
            let file = &modules.0[&target].file;
            let is_upward = matches!(path[0].as_str(), "crate" | "super");
            let hangs_in = (*is_public || !is_upward) && target.starts_with(from);
            if *file != module.file && !hangs_in {
                edges
                    .entry(module.file.clone())
                    .or_default()
                    .insert(file.clone());
            }
        }
    }
    edges
}

/// Who can be reached from `file`.
fn reached(edges: &Edges, file: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![file.to_owned()];
    while let Some(file) = open.pop() {
        for next in edges.get(&file).into_iter().flatten() {
            if found.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    found
}

/// Files that use each other, directly or through others, each circle once.
fn circles(edges: &Edges) -> Vec<BTreeSet<String>> {
    let mut found: Vec<BTreeSet<String>> = Vec::new();
    for file in edges.keys() {
        let down = reached(edges, file);
        if down.contains(file) && !found.iter().any(|circle| circle.contains(file)) {
            let back = |other: &&String| reached(edges, other).contains(file);
            found.push(down.iter().filter(back).cloned().collect());
        }
    }
    found
}

#[test]
fn files_of_a_crate_form_no_circle() {
    let mut known = KNOWN.to_vec();
    let below_crates = crate_names()
        .into_iter()
        .map(|name| Path::new("crates").join(name).join("src"));
    let elsewhere = sources_elsewhere();
    assert!(elsewhere.len() > 3, "only {elsewhere:?}");
    for folder in below_crates.chain(elsewhere) {
        for circle in circles(&edges(&Modules::of(&folder))) {
            let is_within = |files: &&[&str]| {
                let begins = |file: &String| files.iter().any(|begin| file.starts_with(begin));
                circle.iter().all(begins)
            };
            let place = known.iter().position(is_within);
            let place = place.unwrap_or_else(|| panic!("files that use each other: {circle:#?}"));
            known.remove(place);
        }
    }
    assert!(
        known.is_empty(),
        "no longer a circle, strike it from KNOWN: {known:#?}"
    );
}

/// The test above sees what it is to see: each of two files names something of the other one.
#[test]
fn a_circle_through_names_handed_on_is_found() {
    let mut modules = Modules::default();
    for (module, text) in [
        (
            "",
            "mod a; mod b; pub use a::A; pub(crate) use b::{self as c, B};",
        ),
        ("a", "use crate::B; pub struct A(B); // crate::z::Z"),
        (
            "b",
            "pub struct B; impl B { fn a(&self) -> super::A { todo!(\"crate::z::Z\") } }",
        ),
        (
            "d",
            "use crate::c::B; #[cfg(test)] mod tests { use super::*; use crate::e::E; }",
        ),
        ("e", "use crate::d::{D, *}; pub struct E<'a>(&'a D);"),
    ] {
        let path: Vec<String> = text_path(module);
        modules.read(&path, module, &tokens(text));
    }
    let circles = circles(&edges(&modules));
    let expected = [["a", "b"].map(str::to_owned).into_iter().collect()];
    assert_eq!(circles, expected);
}

fn text_path(module: &str) -> Vec<String> {
    (!module.is_empty())
        .then(|| module.to_owned())
        .into_iter()
        .collect()
}
