//! `edelweiss generate`.

use std::path::Path;

use crate::common::{names_in, run, run_with};

#[test]
fn a_seed_makes_the_same_files_and_they_check() {
    for options in [
        "",
        "--format trf16",
        "--rules 2017",
        "--system dubov",
        "--system burstein",
    ] {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let make = |name: &str| {
            let line = format!(
                "generate -o {name}/ --seed 7 --count 3 --players 10..24 --rounds 5 {options}"
            );
            let found = run(folder.path(), &line);
            assert_eq!(
                (found.exit, found.out.as_str()),
                (0, "seed 7\n"),
                "{found:?}"
            );
        };
        make("a");
        make("b");
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        let names = names_in(&a);
        assert_eq!(names, ["seed7_0.trf", "seed7_1.trf", "seed7_2.trf"]);
        assert_eq!(names, names_in(&b));
        for name in &names {
            let bytes = |folder: &Path| std::fs::read(folder.join(name)).expect("written");
            assert_eq!(bytes(&a), bytes(&b), "{name}");
        }
        let checked = run(folder.path(), "check a");
        assert_eq!(checked.exit, 0, "{options}: {checked:?}");
        assert!(
            checked.out.contains("3 files, 0 of them"),
            "{}",
            checked.out
        );
    }
}

#[test]
fn the_printed_seed_makes_the_file_again() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let first = run(
        folder.path(),
        "generate -o first.trf --players 12 --rounds 4",
    );
    assert_eq!(first.exit, 0, "{first:?}");
    let seed = first.out.trim().strip_prefix("seed ").expect("the seed");
    let again = run(
        folder.path(),
        &format!("generate -o - --seed {seed} --players 12 --rounds 4"),
    );
    assert_eq!(again.exit, 0, "{again:?}");
    let written = std::fs::read_to_string(folder.path().join("first.trf")).expect("written");
    assert_eq!(again.out, written);
    assert_eq!(names_in(folder.path()), ["first.trf"]);
}

#[test]
fn settings_files_of_both_kinds_are_read_and_options_win() {
    let toml = "seed = 3\nplayers = 10\nrounds = 3\nplain = true\nsystem = \"FIDE_DUTCH_2017\"\n";
    let properties = "PlayersNumber=10\nRoundsNumber=3\nRetiredRate=50\n";
    for (text, options, players) in [
        (toml, "", 10),
        (toml, "--players 14", 14),
        (properties, "--seed 3", 10),
    ] {
        let found = run_with(
            Path::new("."),
            &format!("generate -o - --config - {options}"),
            text.as_bytes(),
        );
        assert_eq!(found.exit, 0, "{found:?}");
        assert!(found.err.starts_with("seed 3\n"), "{}", found.err);
        let lines = found.out.lines().filter(|line| line.starts_with("001 "));
        assert_eq!(lines.count(), players, "{}", found.out);
        let is_2017 = found.out.contains("FIDE_DUTCH_2017");
        assert_eq!(is_2017, text == toml, "{}", found.out);
    }
}

#[test]
fn what_cannot_be_made_is_refused_and_nothing_is_written() {
    for (options, config, expected) in [
        ("--players 4 --rounds 9", "", "rounds"),
        ("--players 80..40", "", "an empty range"),
        ("--players many", "", "expected a whole number or a range"),
        ("--count 0", "", "--count"),
        ("--seed x", "", "--seed"),
        (
            "--seed 9223372036854775808",
            "",
            "'--seed <N>': expected a whole number from 0 to 9223372036854775807",
        ),
        ("--system double-swiss --players 4 --rounds 4", "", "rounds"),
        ("--rules 1997", "", "no such edition"),
        ("--config -", "players = \"some\"", "standard input"),
        ("--config -", "system = \"CHESS\"", "system: found 'CHESS'"),
        ("--config -", "PlayersNumber=x", "standard input"),
        ("--config -", "\u{0}", "standard input"),
    ] {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let found = run_with(
            folder.path(),
            &format!("generate -o out {options}"),
            config.as_bytes(),
        );
        assert_eq!(
            (found.exit, found.out.as_str()),
            (3, ""),
            "{options}: {found:?}"
        );
        assert!(found.err.contains(expected), "{options}: {}", found.err);
        assert!(names_in(folder.path()).is_empty(), "{options}");
    }
    let folder = tempfile::tempdir().expect("a folder for the test");
    let many = run(folder.path(), "generate -o - --count 2");
    assert_eq!(many.exit, 3, "{many:?}");
    let missing = run(
        folder.path(),
        "generate -o no/such/file --players 8 --rounds 2",
    );
    assert_eq!(missing.exit, 5, "{missing:?}");
}

/// Every match is two rounds of the file, and what is generated is what the checker finds: games of
/// both halves, and byes and absences that take whole matches.
#[test]
fn matches_of_two_games_are_played_and_checked() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let settings = "system = \"FIDE_DOUBLESWISS\"\nwithdrawals = 2\nlate-entries = 2\n\
                    [byes]\nhalf = \"10%\"\nzero = 3\n[games]\nforfeits = \"5%\"\n";
    std::fs::write(folder.path().join("settings.toml"), settings).expect("writable");
    for players in [15, 16] {
        let line = format!(
            "generate -o out --count 6 --seed {players} --players {players} --rounds 5 \
             --config settings.toml"
        );
        let made = run(folder.path(), &line);
        assert_eq!(made.exit, 0, "{made:?}");
    }
    let found = run(folder.path(), "check out");
    assert_eq!(found.exit, 0, "{}", found.out);
    let rounds = "  round 10: equal";
    assert!(found.out.matches(rounds).count() >= 10, "{}", found.out);
    assert!(
        found.out.contains("12 files, 0 of them not checked; "),
        "{}",
        found.out
    );
    assert!(
        found.out.contains(", 0 illegal") || found.out.contains("; 0 illegal"),
        "{}",
        found.out
    );
    // A field plays again.
    let file = &names_in(&folder.path().join("out"))[0];
    let again = run(
        folder.path(),
        &format!("generate -o again.trf --model out/{file} --seed 4"),
    );
    assert_eq!(again.exit, 0, "{again:?}");
    let text = std::fs::read_to_string(folder.path().join("again.trf")).expect("written");
    assert!(
        text.contains("142 10\n") && text.contains("192 FIDE_DOUBLESWISS"),
        "{text}"
    );
    // A second game with the colours of the first one is no match.
    let text = std::fs::read_to_string(folder.path().join("out").join(file)).expect("written");
    let lines = text.lines().map(|line| {
        let mut bytes = line.as_bytes().to_vec();
        if line.starts_with("001 ") && bytes.len() >= 107 {
            match bytes[106] {
                b'w' => bytes[106] = b'b',
                b'b' => bytes[106] = b'w',
                _ => {}
            }
        }
        String::from_utf8(bytes).expect("only letters changed")
    });
    let changed: Vec<String> = lines.collect();
    std::fs::write(folder.path().join("changed.trf"), changed.join("\n")).expect("writable");
    let found = run(folder.path(), "check changed.trf --round 2");
    assert_eq!(found.exit, 1, "{found:?}");
    assert!(
        found.out.contains("round 2: colours differ"),
        "{}",
        found.out
    );
    assert!(
        found.out.contains("expected the other ones (4.4)"),
        "{}",
        found.out
    );
    let missing = run(folder.path(), "generate -o x.trf --model missing.trf");
    assert_eq!(missing.exit, 5, "{missing:?}");
    let same = run(folder.path(), "generate -o again.trf --model again.trf");
    assert_eq!(same.exit, 3, "{same:?}");
}

/// What an acceptance generator must write: the list of tie-breaks, and the ranks by it.
#[test]
fn the_list_of_tie_breaks_and_the_ranks_by_it_are_written() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let line = "generate --seed 5 --players 12 --rounds 5 -o t.trf";
    for (options, list) in [
        ("", "212 PTS,BH/C1,BH,SB,DE,WIN\n"),
        (" --tie-breaks BH/M1,WON,TPN", "212 PTS,BH/M1,WON,TPN\n"),
    ] {
        assert_eq!(run(folder.path(), &format!("{line}{options}")).exit, 0);
        let text = std::fs::read_to_string(folder.path().join("t.trf")).expect("written");
        assert!(text.contains(list), "{text}");
        let checked = run(folder.path(), "check t.trf");
        assert_eq!(checked.exit, 0, "{checked:?}");
        assert!(
            checked.out.contains("; 1 standings, 0 differ\n"),
            "{}",
            checked.out
        );
        let again = run(folder.path(), "standings t.trf --format trf -q");
        assert_eq!(again.out, text);
    }
    for options in ["--tie-breaks BH/Q", "--tie-breaks BH --format trf16"] {
        let refused = run(
            folder.path(),
            &format!("generate --seed 5 -o none.trf {options}"),
        );
        assert_eq!((refused.exit, refused.out.as_str()), (3, ""), "{options}");
    }
    assert!(!folder.path().join("none.trf").exists());
}
