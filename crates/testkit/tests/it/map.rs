//! ARCHITECTURE.md names every package, and its table of arrows is that of `layers.rs`.

use std::collections::BTreeSet;
use std::fs;

use crate::layers::ARROWS;
use crate::sources::{crate_names, crates};

fn map() -> String {
    fs::read_to_string(crates().join("../ARCHITECTURE.md")).expect("the map can be read")
}

/// The cells of the rows of a table that begins with this heading.
fn rows<'a>(map: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let (_, rest) = map.split_once(heading).expect("a table");
    let rows = rest
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

/// What stands in backquotes.
fn quoted(cell: &str) -> BTreeSet<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_package_has_a_row_with_its_name() {
    let map = map();
    let named = rows(&map, "| folder | package | what it is |");
    let row = |folder: &str| named.iter().find(|row| quoted(row[0]).contains(folder));
    let elsewhere = [
        "benches",
        "bindings/c",
        "bindings/python",
        "bindings/wasm",
        "fuzz",
        "xtask",
    ];
    let inside = crate_names()
        .into_iter()
        .map(|name| format!("crates/{name}"));
    for folder in inside.chain(elsewhere.map(ToOwned::to_owned)) {
        let manifest = crates().join("..").join(&folder).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("a manifest");
        let package = row(&folder).unwrap_or_else(|| panic!("{folder} has no row"))[1];
        let name = format!("name = \"{}\"", package.trim_matches('`'));
        assert!(manifest.contains(&name), "{folder} is not {package}");
        let is_said = row(&folder).is_some_and(|row| row[2].contains("not published"));
        let is_kept = manifest.contains("\npublish = false\n");
        assert!(
            is_said == is_kept || folder.starts_with("bindings/"),
            "{folder}: published, or not"
        );
    }
    for row in &named {
        for folder in quoted(row[0]) {
            assert!(
                crates().join("..").join(folder).is_dir(),
                "{folder} is gone"
            );
        }
    }
}

#[test]
fn the_arrows_of_the_map_are_those_of_the_test() {
    let map = map();
    let named = rows(&map, "| crate | links |");
    for (name, to) in ARROWS {
        let row = named.iter().find(|row| quoted(row[0]).contains(name));
        let cell = row.unwrap_or_else(|| panic!("{name} has no row"))[1];
        let links = cell.split([';', '(']).next().expect("a part");
        let links: Vec<&str> = quoted(links).into_iter().collect();
        let mut to = to.to_vec();
        to.sort_unstable();
        assert_eq!(links, to, "{name}");
    }
}
