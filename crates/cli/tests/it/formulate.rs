//! `edelweiss formulate`: rounds by files of criteria, their problems, and what is refused.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{repository, run};
use crate::json::{misfits, schema_of};

/// A folder with an event and every example.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let copy = |from: &str, to: &str| {
        fs::copy(repository(from), folder.path().join(to)).expect("part of the repository");
    };
    copy("examples/open.trf", "open.trf");
    for name in NAMES {
        copy(
            &format!("examples/formulations/{name}.toml"),
            &format!("{name}.toml"),
        );
    }
    folder
}

const NAMES: [&str; 5] = [
    "dutch-2026",
    "monrad",
    "burstein-type",
    "buchholz-power",
    "rating-difference",
];

fn document(folder: &Path, line: &str) -> Value {
    let found = run(folder, line);
    assert_eq!((found.exit, found.err.as_str()), (0, ""), "{line}");
    serde_json::from_str(&found.out).expect("JSON")
}

#[test]
fn documents_of_every_example_fit_the_schema() {
    let folder = folder();
    let schema = schema_of("formulation");
    for name in NAMES {
        let line = format!("formulate {name}.toml open.trf --format json");
        let document = document(folder.path(), &line);
        assert_eq!(misfits(&schema, &schema, &document, ""), [""; 0], "{line}");
        assert_eq!(document["name"], name);
        let paired = document["pairs"].as_array().expect("pairs").len();
        assert!(paired > 0, "{line}");
        let text = run(folder.path(), &format!("formulate {name}.toml open.trf"));
        assert_eq!(text.exit, 0);
        assert!(text.out.contains("proved optimal"), "{}", text.out);
    }
}

/// What another solver reads has as many edges as the document says.
#[test]
fn problems_are_written_for_other_programs() {
    let folder = folder();
    let told = document(
        folder.path(),
        "formulate dutch-2026.toml open.trf --format json --bracket 2",
    );
    let edges = told["brackets"][0]["edges"].as_u64().expect("a number") as usize;
    assert_eq!(told["brackets"][0]["bracket"], 2);
    for (format, start, of_edge) in [
        ("graphml", "<?xml", "<edge "),
        ("dimacs", "p edge", "\ne "),
        ("lp", "\\", ""),
        ("mps", "", ""),
        ("opb", "* #variable= ", ""),
    ] {
        let line = format!("formulate dutch-2026.toml open.trf --bracket 2 --format {format}");
        let found = run(folder.path(), &line);
        assert_eq!(found.exit, 0, "{line}: {}", found.err);
        assert!(found.out.contains(start), "{line}: {}", found.out);
        if !of_edge.is_empty() {
            assert_eq!(found.out.matches(of_edge).count(), edges, "{line}");
        }
    }
}

#[test]
fn refusals_say_what_is_expected() {
    let folder = folder();
    let path = folder.path();
    let write = |name: &str, text: &str| fs::write(path.join(name), text).expect("writable");
    write("newer.toml", "format = 2\n");
    write(
        "typo.toml",
        "format = 1\ncriteria = [{ name = \"monrad\" }]\n",
    );
    write(
        "free.toml",
        "format = 1\nhard = []\ncriteria = [{ name = \"rematch\" }]\n",
    );
    // Two players who have met.
    write(
        "met.trf",
        "012 Two\n001    1      Ann                                                                1.0    1     2 w 1\n001    2      Bea                                                                0.0    2     1 b 0\n",
    );
    for (words, exit, part) in [
        ("none.toml open.trf", 5, "none.toml: "),
        (
            "newer.toml open.trf",
            3,
            "newer.toml: line 1, column 10: format: found 2, expected 1",
        ),
        ("typo.toml open.trf", 3, "did you mean \"monrad-type\"?"),
        (
            "monrad.toml open.trf --bracket 2",
            3,
            "--bracket: found 2, expected one of 1",
        ),
        ("monrad.toml met.trf", 1, "hint: take rules out of hard"),
        ("monrad.toml open.trf --round 99", 3, "open.trf"),
        ("monrad.toml open.trf -o open.trf", 3, "open.trf"),
    ] {
        let found = run(path, &format!("formulate {words}"));
        assert_eq!(found.exit, exit, "{words}: {}", found.err);
        assert!(found.err.contains(part), "{words}: {}", found.err);
        assert_eq!(found.out, "", "{words}");
    }
    let again = run(path, "formulate free.toml met.trf");
    assert_eq!(again.exit, 0, "{}", again.err);
    assert!(
        again.out.contains("  rematch              1\n"),
        "{}",
        again.out
    );
}
