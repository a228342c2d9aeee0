//! The packages of the program as a `CycloneDX` document (1.5), from what cargo says of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::{Value, json};

use crate::TaskResult;
use crate::notices::linked_packages;
use crate::tools::root;

/// The document: the program, the packages that it links, and who needs whom; the same for the same
/// commit, so without a time and a serial number.
///
/// # Errors
/// When cargo or the lock file does not say what it should.
pub(crate) fn bill_of_materials(metadata: &Value, target: &str) -> TaskResult<String> {
    let linked = linked_packages(metadata, target)?;
    let checksums = checksums()?;
    let mut components = Vec::new();
    let mut program = None;
    // By the name that cargo's graph has for it.
    let mut references = BTreeMap::new();
    for ((name, version), package) in &linked {
        let reference = format!("pkg:cargo/{name}@{version}");
        let id = package["id"].as_str().ok_or("a package without an id")?;
        references.insert(id, reference.clone());
        let mut component = json!({
            "type": "library",
            "bom-ref": reference,
            "name": name,
            "version": version,
        });
        if let Some(licence) = package["license"].as_str() {
            // Old packages write a stroke for "or".
            let expression = licence.replace(" / ", " OR ").replace('/', " OR ");
            component["licenses"] = json!([{ "expression": expression }]);
        }
        if let Some(checksum) = checksums.get(&(name.clone(), version.clone())) {
            component["purl"] = json!(reference);
            component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
        }
        if let Some(address) = package["repository"].as_str() {
            component["externalReferences"] = json!([{ "type": "vcs", "url": address }]);
        }
        if name == crate::notices::PACKAGE {
            component["type"] = json!("application");
            program = Some(component);
        } else {
            components.push(component);
        }
    }
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": program.ok_or("the program is not linked")? },
        "components": components,
        "dependencies": dependencies(metadata, &references)?,
    });
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// Who links whom, of the packages that are linked at all.
fn dependencies(metadata: &Value, references: &BTreeMap<&str, String>) -> TaskResult<Vec<Value>> {
    let nodes = metadata["resolve"]["nodes"].as_array();
    let nodes = nodes.ok_or("cargo metadata without a graph")?;
    let mut found = Vec::new();
    for node in nodes {
        let Some(reference) = node["id"].as_str().and_then(|id| references.get(id)) else {
            continue;
        };
        let mut needs = BTreeSet::new();
        for needed in node["deps"].as_array().into_iter().flatten() {
            let kinds = needed["dep_kinds"].as_array().into_iter().flatten();
            let is_linked = kinds.into_iter().any(|kind| kind["kind"].is_null());
            if let Some(needed) = needed["pkg"].as_str().and_then(|id| references.get(id))
                && is_linked
            {
                needs.insert(needed);
            }
        }
        found.push(json!({ "ref": reference, "dependsOn": needs }));
    }
    Ok(found)
}

/// What the lock file says of the packages of others: SHA-256 by name and version.
fn checksums() -> TaskResult<BTreeMap<(String, String), String>> {
    let lock: toml::Table = fs::read_to_string(root().join("Cargo.lock"))?.parse()?;
    let packages = lock.get("package").and_then(toml::Value::as_array);
    let packages = packages.ok_or("a lock file without packages")?.iter();
    let text = |package: &toml::Value, key| Some(package.get(key)?.as_str()?.to_owned());
    let entry = |package| {
        let (name, version) = (text(package, "name")?, text(package, "version")?);
        Some(((name, version), text(package, "checksum")?))
    };
    Ok(packages.filter_map(entry).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notices::metadata;
    use crate::tools::host;

    #[test]
    fn the_bill_names_what_the_program_links_and_who_needs_it() {
        let target = host().expect("rustc names its host");
        let metadata = metadata(&target).expect("cargo metadata");
        let text = bill_of_materials(&metadata, &target).expect("a bill");
        assert!(
            !text.contains(&root().display().to_string()),
            "a machine path"
        );
        let bill: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(bill["metadata"]["component"]["name"], "edelweiss-cli");
        let components = bill["components"].as_array().expect("a list");
        let of = |name: &str| components.iter().find(|each| each["name"] == name);
        let clap = of("clap").expect("linked");
        assert_eq!(clap["licenses"][0]["expression"], "MIT OR Apache-2.0");
        let sum = clap["hashes"][0]["content"].as_str().expect("a sum");
        assert_eq!(sum.len(), 64);
        let ours = of("edelweiss-matching").expect("linked");
        assert!(ours["purl"].is_null(), "not published");
        assert!(of("quickcheck").is_none(), "for tests only");
        let needs = bill["dependencies"].as_array().expect("a list").iter();
        let references: BTreeSet<Option<&str>> =
            needs.clone().map(|each| each["ref"].as_str()).collect();
        assert_eq!(references.len(), components.len() + 1);
        let of_cli = needs.clone().find(|each| {
            let reference = each["ref"].as_str().unwrap_or_default();
            reference.starts_with("pkg:cargo/edelweiss-cli@")
        });
        let of_cli = of_cli.expect("the program")["dependsOn"].as_array();
        assert!(of_cli.expect("a list").contains(&clap["bom-ref"]));
        for each in needs {
            for needed in each["dependsOn"].as_array().expect("a list") {
                assert!(references.contains(&needed.as_str()), "{needed}");
            }
        }
    }
}
