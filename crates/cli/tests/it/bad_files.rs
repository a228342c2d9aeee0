//! Bad input: the exit code and the message in all three grammars, and no file left behind.

use std::fmt::Write as _;
use std::path::Path;

use crate::common::{Run, files_of, folder_with, names_in, repository, run, run_with};

const OPEN: &str = "examples/open.trf";

/// The reader's own samples: what it says reaches the caller, word for word.
#[test]
fn every_bad_sample_is_refused_in_every_grammar() {
    let folder = repository("crates/trf/testdata/bad");
    let out = tempfile::tempdir().expect("a folder for the test");
    let target = out.path().join("out").display().to_string();
    for file in files_of("crates/trf/testdata/bad", "trf") {
        let name = file
            .file_name()
            .expect("a file")
            .to_string_lossy()
            .into_owned();
        let said = std::fs::read_to_string(file.with_extension("txt")).expect("its messages");

        let own = run(&folder, &format!("pair {name} -o {target}"));
        assert_eq!(own.exit, 3, "{name}: {own:?}");
        assert_eq!(own.err.replacen("error: ", "", 1), said, "{name}");

        let bbp = run(&folder, &format!("--dutch {name} -p {target}"));
        assert_eq!((bbp.exit, bbp.out.as_str()), (3, ""), "{name}: {bbp:?}");
        let javafo = run(&folder, &format!("{name} -p {target}"));
        let refusal = format!("Error parsing file {name}: ");
        assert!(javafo.err.starts_with(&refusal), "{javafo:?}");
        assert_eq!(javafo.exit, 0, "{name}");
        // bbpPairings reads a file without players; ours refuses this one for its initial colour.
        if name != "no-players.trf" {
            assert_eq!(bbp.err, javafo.err, "{name}");
        }
        assert_eq!(
            run(&folder, &format!("{name} -p {target} --javafo-exit")).exit,
            3
        );

        assert_eq!(names_in(out.path()), [""; 0], "{name} left a file");
    }
}

/// The cases an arbiter meets, each by its own words.
#[test]
fn the_message_names_the_mistake() {
    let folder = repository("crates/trf/testdata/bad");
    for (file, words) in [
        ("empty.trf", "the file is empty"),
        ("binary-noise.trf", "so it is no text"),
        ("line-cut-in-opponent.trf", "player 4"),
        ("repeated-number.trf", "number"),
        ("opponent-not-in-file.trf", "who is not in the file"),
        ("game-with-oneself.trf", "himself or herself"),
        ("both-sides-win.trf", "do not fit each other"),
        ("bye-with-opponent.trf", "opponent"),
        ("fewer-rounds-than-played.trf", "rounds"),
        ("points-do-not-add-up.trf", "expected"),
        ("xxa-one-column-left.trf", "right-aligned"),
        ("xxa-one-column-right.trf", "right-aligned"),
        ("type-unknown.trf", "similar codes: FIDE_DUTCH_2026"),
    ] {
        let found = run(&folder, &format!("pair {file}"));
        assert_eq!(found.exit, 3, "{file}");
        assert!(found.err.contains(words), "{file}: {}", found.err);
        assert_eq!(found.out, "", "{file}");
    }
}

fn check(found: &Run, exit: i32, words: &str) {
    assert_eq!(found.exit, exit, "{found:?}");
    assert!(found.err.contains(words), "{found:?}");
}

#[test]
fn more_players_than_numbers_are_refused() {
    let mut text = String::from("142 9\n152 W\n");
    for number in 1..=10_000 {
        let number = number % 10_000;
        writeln!(
            text,
            "001 {number:>4}      {:<33} 2000 {:28} 0.0 {number:>4}",
            "Player", ""
        )
        .expect("a string grows");
    }
    let found = run_with(Path::new("."), "pair -", text.as_bytes());
    check(&found, 3, "number");
}

/// The rest of the text never comes: the last line is cut.
#[test]
fn standard_input_that_ends_early_is_refused() {
    let text = std::fs::read(repository(OPEN)).expect("the example");
    let rounds_start = text.len() - 10;
    let found = run_with(Path::new("."), "pair -", &text[..rounds_start]);
    check(&found, 3, "standard input:");
    check(
        &run_with(Path::new("."), "pair -", b""),
        3,
        "the file is empty",
    );
    let drop_in = run_with(Path::new("."), "--dutch - -p", &text[..rounds_start]);
    check(&drop_in, 3, "Error parsing file standard input: ");
}

#[test]
fn a_missing_input_or_output_folder_is_a_matter_of_file_access() {
    let folder = folder_with(&[OPEN]);
    let check = |line: &str, words: &str| {
        check(&run(folder.path(), line), 5, words);
        assert_eq!(names_in(folder.path()), ["open.trf"], "{line}");
    };
    check("pair missing.trf", "missing.trf: ");
    check("pair .", ".: ");
    check("pair open.trf -o nowhere/out", "nowhere/out: ");
    check("pair open.trf -o .", ".: ");
    check("pair open.trf -o open.trf/out", "open.trf/out: ");
    check(
        "--dutch missing.trf -p out",
        "Error reading file missing.trf: The file could not be loaded.\n",
    );
    check(
        "--dutch open.trf -p nowhere/out",
        "The output file (nowhere/out) could not be opened.\n",
    );
    let javafo = run(folder.path(), "missing.trf -p out");
    assert_eq!(javafo.exit, 0);
    assert_eq!(names_in(folder.path()), ["open.trf"]);
}

#[test]
fn a_file_that_may_not_be_written_stays_as_it_is() {
    let folder = folder_with(&[OPEN]);
    let out = folder.path().join("out");
    std::fs::write(&out, "precious").expect("a writable folder");
    let mut permissions = std::fs::metadata(&out).expect("exists").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&out, permissions).expect("our own file");
    check(&run(folder.path(), "pair open.trf -o out"), 5, "out: ");
    check(
        &run(folder.path(), "--dutch open.trf -p out"),
        5,
        "The output file (out) could not be opened.",
    );
    assert_eq!(std::fs::read_to_string(&out).expect("readable"), "precious");
    assert_eq!(names_in(folder.path()), ["open.trf", "out"]);
}

#[test]
fn the_input_is_never_overwritten() {
    let folder = folder_with(&[OPEN]);
    let before = std::fs::read(folder.path().join("open.trf")).expect("the copy");
    let mut spellings = vec!["open.trf".to_owned(), "./open.trf".to_owned()];
    spellings.push(folder.path().join("open.trf").display().to_string());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("open.trf", folder.path().join("link")).expect("a link");
        spellings.push("link".to_owned());
    }
    for spelling in &spellings {
        for line in [
            format!("pair open.trf -o {spelling}"),
            format!("pair ./{spelling} --format trf -o open.trf").replace(".//", "/"),
            format!("--dutch open.trf -p {spelling}"),
            format!("--dutch open.trf -p -l {spelling}"),
            format!("open.trf -p {spelling} --javafo-exit"),
        ] {
            check(&run(folder.path(), &line), 3, "is the input file");
        }
    }
    let after = std::fs::read(folder.path().join("open.trf")).expect("still there");
    assert_eq!(before, after);
}

#[test]
fn a_file_of_another_system_is_never_paired_by_the_wrong_one() {
    let text = std::fs::read_to_string(repository(OPEN)).expect("the example");
    let here = Path::new(".");
    let other = text.replace("FIDE_DUTCH_2026", "CUSTOM_SWISS");
    check(&run_with(here, "pair -", other.as_bytes()), 3, "record 192");
    check(
        &run_with(here, "pair - --rules 2026", other.as_bytes()),
        3,
        "record 192",
    );
    let told = run_with(here, "pair - --system dutch", other.as_bytes());
    assert_eq!(told.exit, 0, "{told:?}");
    for code in ["FIDE_DUBOV", "FIDE_DOUBLESWISS", "CUSTOM_SWISS"] {
        let other = text.replace("FIDE_DUTCH_2026", code);
        for flag in ["--dutch", "--dutch-2017", "--burstein"] {
            let found = run_with(here, &format!("{flag} - -p"), other.as_bytes());
            check(
                &found,
                3,
                "Error parsing file standard input: the file asks for another system",
            );
        }
    }
    // A flag wins where the file asks for the other system with a flag.
    let burstein = text.replace("FIDE_DUTCH_2026", "FIDE_BURSTEIN");
    let dutch = run_with(here, "--dutch - -p", text.as_bytes());
    assert_eq!(run_with(here, "--dutch - -p", burstein.as_bytes()), dutch);
    assert_eq!(
        run_with(here, "--burstein - -p", burstein.as_bytes()),
        run_with(here, "--burstein - -p", text.as_bytes())
    );
    // No other system has a Dutch edition, and the rounds of the example are no matches of two games.
    let dubov = text.replace("FIDE_DUTCH_2026", "FIDE_DUBOV");
    check(
        &run_with(here, "pair - --rules 2017", dubov.as_bytes()),
        3,
        "no such edition",
    );
    check(
        &run_with(here, "pair - --system double-swiss", text.as_bytes()),
        3,
        "match",
    );
}

#[test]
fn wrong_requests_are_refused_with_advice() {
    for line in [
        "pair",
        "pair a b",
        "pair a --rules 2020",
        "pair a --system none",
        "pair a --format xml",
        "unknown",
        "--dutch",
        "--dutch a",
        "--dutch a -p b c",
        "a b -p",
    ] {
        let found = run(Path::new("."), line);
        let expected = if line == "a b -p" { 0 } else { 3 };
        assert_eq!((found.exit, found.out.as_str()), (expected, ""), "{line}");
        assert!(!found.err.is_empty(), "{line}");
    }
    for (line, exit) in [
        ("--dutch missing -c", 5),
        ("--dutch -g missing -o b", 5),
        ("--dutch missing -g -o b", 5),
        ("--dutch -g -o nowhere/b", 5),
        ("--dutch -g -o b -s x", 3),
        ("missing -c --javafo-exit", 5),
        ("missing -c", 0),
        ("-g", 0),
        ("-g --javafo-exit", 3),
        ("-g missing -o b --javafo-exit", 5),
    ] {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let found = run(folder.path(), line);
        assert_eq!(
            (found.exit, found.out.as_str()),
            (exit, ""),
            "{line}: {found:?}"
        );
        assert!(!found.err.is_empty(), "{line}");
        assert!(crate::common::names_in(folder.path()).is_empty(), "{line}");
    }
}

/// A reader that goes away is no defect of ours.
#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_a_matter_of_file_access() {
    let folder = folder_with(&[OPEN]);
    check(
        &run(folder.path(), "pair open.trf -o /dev/full"),
        5,
        "/dev/full: ",
    );
    let found = run(folder.path(), "--dutch open.trf -p /dev/full");
    check(
        &found,
        5,
        "The output file (/dev/full) could not be opened.",
    );
}
