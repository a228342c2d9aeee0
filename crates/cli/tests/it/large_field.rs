//! Players and results as JSON on the command line: small ones, more than a file holds, and too many.

use std::fs;

use crate::common::{folder_with, names_in, run};

const RESULTS: &str = "examples/results.json";

/// The document of so many players before round 1.
fn field(players: u32) -> String {
    format!(r#"{{"format": "edelweiss.results", "format_version": 1, "players": {players}}}"#)
}

#[test]
fn results_are_paired_and_become_a_file_that_is_paired_alike() {
    let folder = folder_with(&[RESULTS]);
    let made = run(folder.path(), "convert results.json --to trf26 -o club.trf");
    assert_eq!((made.exit, made.err.as_str()), (0, ""));
    let rounds = ["results.json", "club.trf"].map(|name| {
        let found = run(folder.path(), &format!("pair {name} --format bbp -q"));
        assert_eq!((found.exit, found.err.as_str()), (0, ""));
        found.out
    });
    assert_eq!(rounds[0].lines().count(), 3, "{}", rounds[0]);
    assert_eq!(rounds[0], rounds[1]);
    let table = run(folder.path(), "pair results.json -q");
    assert!(table.out.contains("WFM Brown, Bea"), "{}", table.out);
    // JSON is no file to be written to.
    let before = fs::read(folder.path().join("results.json")).expect("it is there");
    let found = run(folder.path(), "pair results.json --write");
    assert_eq!(found.exit, 3, "{}", found.out);
    let hint = "`edelweiss convert` makes a tournament file";
    assert!(found.err.contains(hint), "{}", found.err);
    let after = fs::read(folder.path().join("results.json")).expect("it is there");
    assert!(before == after);
    let found = run(folder.path(), "check results.json");
    assert!(found.err.contains(hint), "{}", found.err);
}

#[test]
fn more_players_than_a_file_holds_have_pairs_and_no_file() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join("big.json"), field(100_001)).expect("writable");
    let found = run(folder.path(), "pair big.json --format bbp -q -o big.txt");
    assert_eq!((found.exit, found.err.as_str()), (0, ""));
    let pairs = fs::read_to_string(folder.path().join("big.txt")).expect("it was made");
    assert!(
        pairs.starts_with("50001\n1 50001\n50002 2\n"),
        "{}",
        &pairs[..99]
    );
    assert!(pairs.ends_with("\n100001 0\n"));
    for line in [
        "pair big.json --format trf -o big.trf",
        "pair big.json --proof big.proof",
        "pair big.json --absent 5 -o big.trf",
        "convert big.json --to trf26 -o big.trf",
        "convert big.json --to json -o big.trf",
    ] {
        let found = run(folder.path(), line);
        assert_eq!(
            (found.exit, found.out.as_str()),
            (4, ""),
            "{line}: {}",
            found.err
        );
        let words = "big.json: found 100001 players, expected at most 9999: a tournament file";
        assert!(found.err.contains(words), "{line}: {}", found.err);
    }
    assert_eq!(names_in(folder.path()), ["big.json", "big.txt"]);
}

#[test]
fn what_is_too_large_is_refused() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("many.json"), field(1_000_001)).expect("writable");
    // Two gigabytes of which the disk has nothing.
    for (name, head) in [
        ("huge.json", field(4)),
        ("huge.trf", "012 Club\n".to_owned()),
    ] {
        fs::write(at(name), head).expect("writable");
        let file = fs::File::options().write(true).open(at(name));
        let file = file.expect("it is there");
        file.set_len(2 << 30).expect("a file can be that large");
    }
    for (line, words) in [
        (
            "pair many.json",
            "many.json:1:71: found more than 1000000 players",
        ),
        (
            "pair huge.json",
            "huge.json: the JSON has more than 536870912 bytes",
        ),
        (
            "convert huge.json --to trf26",
            "huge.json: the JSON has more than",
        ),
        ("pair huge.trf", "expected at most 67108864"),
    ] {
        let found = run(folder.path(), line);
        assert_eq!(
            (found.exit, found.out.as_str()),
            (4, ""),
            "{line}: {}",
            found.err
        );
        assert!(found.err.contains(words), "{line}: {}", found.err);
    }
}
