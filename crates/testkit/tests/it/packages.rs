//! What a registry and its readers ask of each published package is there.

use std::fs;

use crate::sources::{crate_names, crates};

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
