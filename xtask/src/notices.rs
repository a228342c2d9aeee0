//! The licences of the packages that the program links, as those licences ask.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::TaskResult;
use crate::tools::{cargo, output};

/// Of the program, nothing else is asked about.
pub(crate) const PACKAGE: &str = "edelweiss-cli";

/// What cargo knows of the workspace, for one target.
///
/// # Errors
/// When cargo fails.
pub(crate) fn metadata(target: &str) -> TaskResult<Value> {
    let args = [
        "metadata",
        "--format-version",
        "1",
        "--locked",
        "--filter-platform",
        target,
    ];
    Ok(serde_json::from_slice(&output(cargo().args(args))?)?)
}

/// A text with every linked package of others, its licence and the licence's words; and how many
/// packages they are.
///
/// # Errors
/// A package whose licence is nowhere.
pub(crate) fn third_parties(metadata: &Value, target: &str) -> TaskResult<(String, usize)> {
    let mut text = String::from(
        "Edelweiss links the packages below, each under its own licence, the standard library of Rust\n\
         (MIT OR Apache-2.0), and on Linux the GNU C library (LGPL-2.1-or-later).\n",
    );
    let mut linked = linked_packages(metadata, target)?;
    // Those of the workspace have no source.
    linked.retain(|_, package| !package["source"].is_null());
    for package in linked.values() {
        let field = |name: &str| package[name].as_str().unwrap_or_default();
        let licence = package["license"].as_str();
        let licence = licence.ok_or_else(|| format!("{} names no licence", field("name")))?;
        let rule = "=".repeat(72);
        writeln!(
            text,
            "\n{rule}\n{} {} ({licence})",
            field("name"),
            field("version")
        )?;
        writeln!(text, "{}", field("repository"))?;
        let folder = Path::new(field("manifest_path"))
            .parent()
            .ok_or("a manifest is in a folder")?;
        for words in licence_files(folder)? {
            writeln!(text, "\n{}", words.trim_end())?;
        }
    }
    Ok((text, linked.len()))
}

/// The program and the packages that it is linked from, by name and version: not those for tests, and with
/// the features that the program asks for.
///
/// # Errors
/// When cargo fails.
pub(crate) fn linked_packages<'a>(
    metadata: &'a Value,
    target: &str,
) -> TaskResult<BTreeMap<(String, String), &'a Value>> {
    let args = ["tree", "--locked", "--package", PACKAGE, "--target", target];
    let shape = [
        "--edges",
        "normal,no-proc-macro",
        "--prefix",
        "none",
        "--format",
        "{p}",
    ];
    let tree = String::from_utf8(output(cargo().args(args).args(shape))?)?;
    let names: BTreeSet<(&str, &str)> = (tree.lines())
        .filter_map(|line| {
            let mut words = line.split(' ');
            Some((words.next()?, words.next()?.strip_prefix('v')?))
        })
        .collect();
    let packages = metadata["packages"].as_array();
    let packages = packages.ok_or("cargo metadata without packages")?;
    let mut linked = BTreeMap::new();
    for package in packages {
        let [name, version] =
            ["name", "version"].map(|key| package[key].as_str().unwrap_or_default());
        if names.contains(&(name, version)) {
            linked.insert((name.to_owned(), version.to_owned()), package);
        }
    }
    Ok(linked)
}

/// The words of the files that are called after licences.
fn licence_files(folder: &Path) -> TaskResult<Vec<String>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_uppercase();
        let is_licence = [
            "LICENSE",
            "LICENCE",
            "COPYING",
            "NOTICE",
            "COPYRIGHT",
            "UNLICENSE",
        ]
        .iter()
        .any(|start| name.starts_with(start));
        if is_licence && path.is_file() {
            found.insert(name, fs::read_to_string(&path)?);
        }
    }
    Ok(found.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::host;

    #[test]
    fn what_the_program_links_is_named_with_its_licence() {
        let target = host().expect("rustc names its host");
        let metadata = metadata(&target).expect("cargo metadata");
        let (text, count) = third_parties(&metadata, &target).expect("licences");
        assert!(count > 20, "{count}");
        assert!(text.contains("\nclap 4."), "linked");
        assert!(text.contains("\nzip "), "linked");
        assert!(!text.contains("\nquickcheck "), "for tests only");
        assert!(!text.contains("\nedelweiss"), "ours");
        assert!(
            text.contains("Permission is hereby granted"),
            "the words of MIT"
        );
    }
}
