//! In place of bbpPairings and JaVaFo at the edges: byes, forfeits and fields that no common event
//! has, files of one call that are the same, and calls that nobody's grammar has.

use std::path::Path;

use crate::common::{files_of, folder_with, names_in, run, run_with};

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Byes, forfeits and empty rounds as no common event has them: pairs, checklists, differences and
/// exit codes of bbpPairings 6.0.0, byte for byte.
#[test]
fn edges_are_those_of_bbp_pairings() {
    let folder = "crates/cli/tests/recorded/edges";
    for file in files_of(folder, "trf") {
        let name = file.file_name().expect("a file").to_string_lossy();
        let here = folder_with(&[&format!("{folder}/{name}")]);
        let recorded = |extension: &str| read(&file.with_extension(extension));
        let without_release = |list: &str| -> String {
            let is_release = |line: &&str| line.starts_with("Edelweiss (");
            list.split_inclusive('\n')
                .filter(|line| !is_release(line))
                .collect()
        };
        let found = run(here.path(), &format!("--dutch {name} -p pairs -l list"));
        let expected = recorded("pairs");
        assert_eq!(found.exit, i32::from(expected.is_empty()), "{found:?}");
        assert_eq!(read(&here.path().join("pairs")), expected, "{name}");
        let list = read(&here.path().join("list"));
        assert_eq!(without_release(&list), recorded("list"), "{name}");

        let found = run(here.path(), &format!("--dutch {name} -c -l lists"));
        assert_eq!((found.exit, found.err.as_str()), (0, ""), "{name}");
        assert_eq!(found.out, recorded("check"), "{name}");
        if file.with_extension("lists").exists() {
            let lists = read(&here.path().join("lists"));
            assert_eq!(without_release(&lists), recorded("lists"), "{name}");
        }
    }
}

/// `docs/src/programmers/drop-in.md` says so and why: bbpPairings pairs round 3 of both.
#[test]
fn byes_alone_make_no_round() {
    let played = "\
142 5
152 W
001    1      A                                 1999                             1.0    1     4 w 1
001    2      B                                 1998                             0.0    2     5 b 0
001    3      C                                 1997                             0.5    3     6 w =
001    4      D                                 1996                             0.0    4     1 b 0
001    5      E                                 1995                             1.0    5     2 w 1
001    6      F                                 1994                             0.5    6     3 b =
";
    let check = |text: &str, pairs: &str, told: &str| {
        let found = run_with(Path::new("."), "--dutch - -p", text.as_bytes());
        let found = (found.exit, found.out.as_str(), found.err.as_str());
        assert_eq!(found, (0, pairs, told));
    };
    let round_2 = "3\n5 1\n2 3\n6 4\n";
    check(played, round_2, "");
    // A bye two rounds ahead leaves the round between to be paired.
    let ahead = played.replace("4 w 1", "4 w 1            0000 - Z");
    check(&ahead, round_2, "");
    // Byes of everybody in a column: the round is to be paired, and nobody is left.
    for bye in ["Z", "H"] {
        let lines = played.lines().map(|line| {
            let cell = format!("  0000 - {bye}\n");
            line.to_owned() + if line.starts_with("001") { &cell } else { "\n" }
        });
        let told = "note: round 2 is to be paired, and nobody takes part in it\n";
        check(&lines.collect::<String>(), "0\n", told);
    }
}

/// The record changes scores, so a round without it is another one.
#[test]
fn points_given_or_taken_by_the_arbiter_are_refused() {
    let here = folder_with(&["crates/trf/testdata/good/penalty-299.trf"]);
    for line in [
        "--dutch penalty-299.trf -p out",
        "--dutch penalty-299.trf -c -l out",
        "penalty-299.trf -p out --javafo-exit",
    ] {
        let found = run(here.path(), line);
        assert_eq!((found.exit, found.out.as_str()), (3, ""), "{line}");
        let told = "Error parsing file penalty-299.trf: penalty-299.trf:1:1-3: points given or taken by record 299 are not applied";
        assert!(found.err.starts_with(told), "{}", found.err);
        assert_eq!(names_in(here.path()), ["penalty-299.trf"]);
    }
}

#[test]
fn no_output_is_written_over_another_file_of_the_call() {
    let here = folder_with(&["examples/open.trf"]);
    let original = read(&here.path().join("open.trf"));
    std::fs::create_dir(here.path().join("sub")).expect("writable");
    let mut lines = vec![
        "--dutch open.trf -p x -l x",
        "--dutch open.trf -p x -l ./x",
        "--dutch open.trf -p sub/../x -l x",
        "--dutch open.trf -p open.list -l",
        "--dutch open.trf -p open.trf",
        "--dutch open.trf -p x -l ./sub/../open.trf",
        "--dutch open.trf -c -l open.trf",
        "--dutch -g -o x -l x",
        "--dutch open.trf -g -o x -l ./x",
        "--dutch open.trf -g -o open.trf",
        "open.trf -p x -l ./x --javafo-exit",
        "open.trf -p x -l open.trf --javafo-exit",
    ];
    #[cfg(unix)]
    {
        // To the input, and to a file that is not there yet.
        for (file, link) in [("open.trf", "to-input"), ("x", "to-x")] {
            std::os::unix::fs::symlink(file, here.path().join(link)).expect("writable");
        }
        lines.extend([
            "--dutch open.trf -p to-input",
            "--dutch open.trf -p x -l to-x",
            "--dutch to-input -p x -l open.trf",
        ]);
    }
    let before = names_in(here.path());
    for line in lines {
        let found = run(here.path(), line);
        assert_eq!((found.exit, found.out.as_str()), (3, ""), "{line}");
        assert!(found.err.contains("would be lost"), "{}", found.err);
        assert_eq!(names_in(here.path()), before, "{line}");
        assert_eq!(read(&here.path().join("open.trf")), original, "{line}");
    }
}

/// JaVaFo's grammar always ends with 0, which hides a flag that nobody has.
#[test]
fn a_long_option_of_nobodys_is_a_wrong_request() {
    let here = folder_with(&["examples/open.trf"]);
    for line in [
        "--foo open.trf -p",
        "open.trf -p --foo",
        "open.trf --dutch -p",
    ] {
        let found = run(here.path(), line);
        assert_eq!((found.exit, found.out.as_str()), (3, ""), "{line}");
        assert!(found.err.contains("syntax"), "{}", found.err);
    }
}

/// What bbpPairings makes a tournament of, and reads.
#[test]
fn settings_of_bbp_pairings_that_are_seldom_seen_work() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let write = |text: &str| std::fs::write(folder.path().join("cfg"), text).expect("writable");
    write("PlayersNumber=12\nRoundsNumber=1\nRetiredRate=10\nHalfPointByeRate=3\n");
    let found = run(folder.path(), "--dutch -g cfg -o out.trf -s 5");
    assert_eq!((found.exit, found.err.as_str()), (0, ""));
    write("PlayersNumber=12\nRoundsNumber=5\nForfeitRate=3\nPointsForForfeitLoss=0.2\n");
    for flag in ["--dutch", "--dutch-2017"] {
        let found = run(folder.path(), &format!("{flag} -g cfg -o out.trf -s 5"));
        assert_eq!((found.exit, found.err.as_str()), (0, ""));
        let text = read(&folder.path().join("out.trf"));
        for line in ["BBW  1.0", "BBZ  0.0", "BBF  0.2"] {
            assert!(text.lines().any(|found| found == line), "{text}");
        }
    }
}
