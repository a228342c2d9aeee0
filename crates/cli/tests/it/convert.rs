//! `edelweiss convert`: every format reads back as the same event, and every adjustment is named.

use std::fs;

use crate::common::{files_of, folder_with, names_in, repository, run, run_with};

const OPEN: &str = "examples/open.trf";

/// There and back through JSON, and through the other format, which pairs the same round.
#[test]
fn a_file_survives_every_format() {
    let folder = folder_with(&[OPEN]);
    let at = |name: &str| fs::read(folder.path().join(name)).expect("it was made");
    for line in [
        "convert open.trf --to json -o open.json -q",
        "convert open.json --to same -o same.trf -q",
        "convert open.trf --to trf16 -o 16.trf -q",
        "convert 16.trf --to json -o 16.json -q",
        "convert 16.json --to trf26 -o 26.trf -q",
    ] {
        let found = run(folder.path(), line);
        assert_eq!(
            (found.exit, found.out.as_str(), found.err.as_str()),
            (0, "", ""),
            "{line}"
        );
    }
    assert!(at("same.trf") == at("open.trf"));
    let rounds = ["open.trf", "16.trf", "26.trf"]
        .map(|name| run(folder.path(), &format!("pair {name} --format bbp -q")).out);
    assert!(
        !rounds[0].is_empty() && rounds.iter().all(|round| *round == rounds[0]),
        "{rounds:?}"
    );
    let ranks = ["open.trf", "26.trf"]
        .map(|name| run(folder.path(), &format!("standings {name} -q --format csv")).out);
    assert!(!ranks[0].is_empty() && ranks[0] == ranks[1]);
}

#[test]
fn what_is_written_otherwise_is_named() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = "\
012 Club
092 Swiss
122 90 min
XXR 3
XXC white1
XXP 1 2
013 Old team
ABC says nothing
### a word
001    1      Adams, Ann                        2100                             1.0    1  0000 - +     3 w
001    2      Brown, Bea                        2000                             0.5    2  0000 - =
001    3      Clark, Cid                        1900                             0.0    3  0000 - -     1 b
";
    fs::write(folder.path().join("old.trf"), file).expect("writable");
    let found = run(folder.path(), "convert old.trf --to trf26 -o new.trf");
    assert_eq!((found.exit, found.out.as_str()), (0, ""), "{}", found.err);
    let notes: Vec<&str> = found
        .err
        .lines()
        .filter_map(|line| line.strip_prefix("note: adjusted: "))
        .collect();
    for said in [
        "013: 1 line left out",
        "ABC: 1 line left out",
        "XXC: 1 line said by 152",
        "XXP: 1 line said by 260",
        "XXR: 1 line said by 142",
        "062: 1 line added",
        "round cell '- +' as '- F': 1 line of players, first of 1: '- +' becomes '- F'",
    ] {
        assert!(notes.contains(&said), "{said}: {notes:#?}");
    }
    let made = fs::read_to_string(folder.path().join("new.trf")).expect("it was made");
    assert!(
        made.contains("092 Swiss\n") && made.contains("### a word\n"),
        "{made}"
    );
    // TRF06 has no place for most of it.
    let old = run(folder.path(), "convert new.trf --to trf06");
    assert!(
        old.out.contains("0000 - =") && !old.out.contains("142"),
        "{}",
        old.out
    );
    for said in [
        "142 (number of rounds): 1 line left out",
        "260 (prohibited pairings): 1 line left out",
    ] {
        assert!(old.err.contains(said), "{}", old.err);
    }
}

#[test]
fn every_good_file_is_converted_and_says_the_same() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut converted = 0;
    for file in files_of("crates/trf/testdata/good", "trf") {
        let name = file.display();
        for to in ["trf26", "trf16"] {
            let found = run(folder.path(), &format!("convert {name} --to {to} -q"));
            let is_told = found.exit == 3 && found.err.starts_with("error: ");
            assert!(found.exit == 0 || is_told, "{name}: {}", found.err);
            converted += usize::from(found.exit == 0);
        }
        let json = run(folder.path(), &format!("convert {name} --to json -q"));
        assert_eq!(json.exit, 0, "{name}: {}", json.err);
    }
    assert!(converted > 20, "{converted}");
}

#[test]
fn bad_input_is_refused_and_nothing_is_written() {
    let folder = folder_with(&[OPEN, "examples/players.csv"]);
    fs::write(folder.path().join("bad.json"), "{\"format\": 1}").expect("writable");
    for (line, said) in [
        (
            "convert bad.json --to trf26 -o new.trf",
            "bad.json: invalid type: integer `1`",
        ),
        (
            "convert open.trf --to trf26 -o ./open.trf",
            "is the input file",
        ),
        (
            "convert players.csv --to trf26 -o new.trf",
            "found a list of players",
        ),
        (
            "convert open.trf --to pdf -o new.trf",
            "invalid value 'pdf'",
        ),
        ("convert none.trf --to trf26 -o new.trf", "none.trf: "),
    ] {
        let found = run(folder.path(), line);
        assert!(
            [3, 5].contains(&found.exit) && found.err.contains(said),
            "{line}: {}",
            found.err
        );
    }
    for file in files_of("crates/trf/testdata/bad", "trf") {
        let found = run(
            folder.path(),
            &format!("convert {} --to trf26 -o new.trf -q", file.display()),
        );
        assert!(found.exit != 0, "{}", file.display());
    }
    assert_eq!(
        names_in(folder.path()),
        ["bad.json", "open.trf", "players.csv"]
    );
    let open = fs::read(repository(OPEN)).expect("part of the repository");
    let piped = run_with(folder.path(), "convert - --to same -q", &open);
    assert_eq!(piped.out.as_bytes(), open);
}
