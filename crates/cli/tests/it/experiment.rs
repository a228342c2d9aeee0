//! `edelweiss experiment`: rows, shards, resumption and what is refused.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::{program, repository, run};

/// Several parts of a few replications: many arms make a part small.
fn file(replications: u32) -> String {
    let codes = ["BH", "SB", "FB", "PS", "WIN", "BPG"];
    let lists: Vec<String> = (codes.iter())
        .flat_map(|first| codes.map(|second| format!("\"{first} {second}\"")))
        .collect();
    format!(
        "format = 1\nseed = 3\nreplications = {replications}\nsystems = [\"dutch\", \"burstein\"]\nplayers = [8, 9]\nrounds = [5]\n\
         metrics = [\"kendall-tau\"]\ntie-breaks = [{}]\n\
         strengths.a = {{ draw = \"uniform\", lowest = 1000, highest = 2000 }}\nresults.b = {{ model = \"elo\", draws = 30 }}\n",
        lists.join(", ")
    )
}

/// A folder with the file of an experiment.
fn folder_of(replications: u32) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("experiment.toml"), file(replications)).expect("writable");
    folder
}

/// Every file of a folder, with its bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<(String, Vec<u8>)> = entries
        .map(|entry| {
            let entry = entry.expect("an entry");
            let bytes = fs::read(entry.path()).expect("readable");
            (entry.file_name().to_string_lossy().into_owned(), bytes)
        })
        .collect();
    files.sort();
    files
}

#[test]
fn the_example_has_rows_and_a_summary() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = fs::read_to_string(repository("examples/experiment.toml")).expect("readable");
    let fewer = text.replace("replications = 500", "replications = 20");
    fs::write(folder.path().join("experiment.toml"), fewer).expect("writable");
    let found = run(folder.path(), "experiment experiment.toml -o rows");
    assert_eq!((found.exit, found.err.as_str()), (0, ""), "{}", found.out);
    for line in [
        "20 replications",
        " kendall-tau          dutch 2026 ",
        "seed-order",
    ] {
        assert!(found.out.contains(line), "{}", found.out);
    }
    let files = files(&folder.path().join("rows"));
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "manifest.json",
            "report.html",
            "rows-000000.parquet",
            "summary.csv"
        ]
    );
    assert!(files[1].1.starts_with(b"<!DOCTYPE html>"));
    // Once more: nothing is made again, and the answer is the same.
    let again = run(folder.path(), "experiment experiment.toml -o rows");
    assert_eq!((again.exit, again.out), (0, found.out));
}

#[test]
fn shards_in_any_order_give_the_bytes_of_one_run() {
    let folder = folder_of(400);
    let whole = run(folder.path(), "experiment experiment.toml -o whole");
    assert_eq!(whole.exit, 0, "{}", whole.err);
    for shard in ["3/3", "1/3"] {
        let part = run(
            folder.path(),
            &format!("experiment experiment.toml -o cut --shard {shard}"),
        );
        assert_eq!(part.exit, 0, "{}", part.err);
        assert!(
            part.out
                .contains("parts are in cut; the summary comes with the last"),
            "{}",
            part.out
        );
    }
    // Shards of another cut that overlap with these change nothing.
    let rest = run(
        folder.path(),
        "experiment experiment.toml -o cut --shard 1/2",
    );
    assert_eq!(rest.exit, 0, "{}", rest.err);
    let last = run(
        folder.path(),
        "experiment experiment.toml -o cut --shard 2/3",
    );
    assert_eq!((last.exit, &last.out), (0, &whole.out), "{}", last.err);
    let found = files(&folder.path().join("cut"));
    assert!(found.len() > 4, "several parts");
    assert_eq!(found, files(&folder.path().join("whole")));
}

#[cfg(unix)]
#[test]
fn a_killed_run_goes_on_and_loses_nothing() {
    let folder = folder_of(400);
    let whole = run(folder.path(), "experiment experiment.toml -o whole");
    assert_eq!(whole.exit, 0, "{}", whole.err);
    let words = ["experiment", "experiment.toml", "-o", "killed"];
    let mut child = program()
        .current_dir(folder.path())
        .args(words)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let rows = folder.path().join("killed/rows-000000.parquet");
    let start = Instant::now();
    while !rows.exists() && start.elapsed() < Duration::from_mins(2) {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("its own child");
    child.wait().expect("it ends");
    assert!(rows.exists(), "a first part before the end");
    let rest = run(folder.path(), "experiment experiment.toml -o killed");
    assert_eq!((rest.exit, &rest.out), (0, &whole.out), "{}", rest.err);
    let is_whole = |file: &(String, Vec<u8>)| !file.0.starts_with('.');
    let mut found = files(&folder.path().join("killed"));
    found.retain(is_whole);
    assert_eq!(found, files(&folder.path().join("whole")));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let folder = folder_of(4);
    let path = folder.path();
    let done = run(path, "experiment experiment.toml -o rows");
    assert_eq!(done.exit, 0, "{}", done.err);
    fs::write(path.join("other.toml"), file(5)).expect("writable");
    fs::write(
        path.join("typo.toml"),
        file(4).replace("burstein", "bursten"),
    )
    .expect("writable");
    fs::write(path.join("latin.toml"), b"name = \"Z\xfcrich\"").expect("writable");
    fs::create_dir(path.join("damaged")).expect("a folder");
    for (name, bytes) in files(&path.join("rows")) {
        let kept = if name.starts_with("rows") {
            &bytes[..bytes.len() / 2]
        } else {
            &bytes
        };
        fs::write(path.join("damaged").join(name), kept).expect("writable");
    }
    for (words, exit, expected) in [
        (
            "other.toml -o rows",
            3,
            "rows/manifest.json: the folder has the rows of another experiment",
        ),
        (
            "typo.toml -o new",
            3,
            "typo.toml: line 4, column 21: systems: found \"bursten\"",
        ),
        ("typo.toml -o new", 3, "did you mean \"burstein 2026\"?"),
        ("latin.toml -o new", 3, "latin.toml: invalid utf-8"),
        ("missing.toml -o new", 5, "missing.toml: "),
        ("experiment.toml -o -", 3, "rows go to a folder"),
        ("experiment.toml -o other.toml", 5, "other.toml"),
        (
            "experiment.toml -o damaged",
            3,
            "rows-000000.parquet: no rows: ",
        ),
        (
            "experiment.toml -o damaged",
            3,
            "hint: remove the file and run the command again",
        ),
        (
            "experiment.toml -o new --shard 3/2",
            3,
            "expected K/N with K from 1 to N",
        ),
        ("experiment.toml -o new --shard 0/2", 3, "expected K/N"),
    ] {
        let found = run(path, &format!("experiment {words}"));
        assert_eq!(found.exit, exit, "{words}: {}", found.err);
        assert!(found.err.contains(expected), "{words}: {}", found.err);
    }
    assert!(!path.join("new").exists(), "nothing half done");
}
