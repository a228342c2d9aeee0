//! What a registry and its readers ask of each published package is there.

use std::fs;

use crate::sources::{crate_names, crates, rust_files, tokens};

#[test]
fn every_published_package_has_its_own_readme_and_the_licences() {
    let licence = |name: &str| {
        fs::read_to_string(crates().join("..").join(name)).expect("a licence of the workspace")
    };
    let licences = ["LICENSE-MIT", "LICENSE-APACHE"].map(|name| (name, licence(name)));
    let mut published = 0;
    for name in crate_names() {
        let folder = crates().join(&name);
        let read = |file: &str| {
            let text = fs::read_to_string(folder.join(file));
            text.unwrap_or_else(|error| panic!("{name}/{file}: {error}"))
        };
        let manifest = read("Cargo.toml");
        if manifest.contains("\npublish = false\n") {
            continue;
        }
        published += 1;
        for line in [
            "\ninclude.workspace = true\n",
            "\nreadme = \"README.md\"\n",
            "\ndescription = ",
        ] {
            assert!(manifest.contains(line), "{name}: no {:?}", line.trim());
        }
        assert!(read("README.md").starts_with("# edelweiss"), "{name}");
        for (file, words) in &licences {
            assert_eq!(&read(file), words, "{name}/{file}");
        }
    }
    assert!(published > 12, "only {published} packages are published");
}

/// The lint is `deny`, which a file could lift.
#[test]
fn nothing_is_unsafe_but_what_runs_before_main() {
    let is_unsafe = |text: &str| {
        let mut words = tokens(text).into_iter();
        words.any(|word| word == "unsafe" || word == "unsafe_code")
    };
    let files = rust_files(&crates()).into_iter();
    let found: Vec<_> = files
        .filter(|path| is_unsafe(&fs::read_to_string(path).expect("a file of the repository")))
        .map(|path| path.strip_prefix(crates()).expect("below it").to_path_buf())
        .collect();
    let found: Vec<_> = found.iter().map(|path| path.to_string_lossy()).collect();
    assert_eq!(found, ["cli/src/files/closed.rs"]);
}
