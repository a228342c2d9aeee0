//! In place of bbpPairings and JaVaFo: files, exit codes and messages as those programs' callers know
//! them. What is expected was recorded from bbpPairings 6.0.0 (2026) and 5.0.1 (2017).

use std::path::{Path, PathBuf};

use crate::common::{files_of, folder_with, names_in, repository, run, run_with};

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every recorded round: the boards byte for byte in the order of bbpPairings, and the checklist
/// where it was recorded.
fn check_rounds(folder: &str, flag: &str) {
    let out = tempfile::tempdir().expect("a folder for the test");
    let (pairs, list) = (out.path().join("pairs"), out.path().join("list"));
    let mut lists = 0;
    for file in files_of(folder, "trf") {
        let line = format!(
            "{flag} {} -p {} -l {}",
            file.display(),
            pairs.display(),
            list.display()
        );
        let found = run(out.path(), &line);
        assert_eq!(
            (found.exit, found.out.as_str(), found.err.as_str()),
            (0, "", "")
        );
        assert_eq!(
            read(&pairs),
            read(&file.with_extension("pairs")),
            "{}",
            file.display()
        );
        if file.with_extension("list").exists() {
            let ours = read(&list);
            let (table, release) = ours.rsplit_once('\n').expect("a last line");
            assert!(release.starts_with("Edelweiss ("), "{release}");
            assert_eq!(
                format!("{table}\n"),
                read(&file.with_extension("list")),
                "{}",
                file.display()
            );
            lists += 1;
        }
    }
    assert_eq!(lists, 4, "recorded checklists");
}

#[test]
fn rounds_of_2026_are_written_as_by_bbp_pairings() {
    check_rounds("testdata/corpus/nextround-2026", "--dutch");
}

#[test]
fn rounds_of_2017_are_written_as_by_bbp_pairings() {
    check_rounds("testdata/corpus/nextround-2017", "--dutch-2017");
}

#[test]
fn an_impossible_round_leaves_an_empty_file() {
    let out = tempfile::tempdir().expect("a folder for the test");
    let (pairs, list) = (out.path().join("pairs"), out.path().join("list"));
    let mut lists = 0;
    for file in files_of("testdata/corpus/unpairable-2026", "trf") {
        let (name, p, l) = (file.display(), pairs.display(), list.display());
        std::fs::write(&pairs, "of an earlier round").expect("a writable folder");
        let found = run(out.path(), &format!("--dutch {name} -p {p} -l {l}"));
        assert_eq!((found.exit, found.out.as_str()), (1, ""), "{found:?}");
        let first = format!(
            "Error while pairing {name}: No valid pairing exists: The players could not be simultaneously matched while satisfying all absolute criteria.\n"
        );
        assert!(found.err.starts_with(&first), "{}", found.err);
        assert_eq!(read(&pairs), "", "empty, and there");
        if file.with_extension("list").exists() {
            assert_eq!(read(&list), read(&file.with_extension("list")), "{name}");
            lists += 1;
        }
        let streamed = run(out.path(), &format!("--dutch {name} -p"));
        assert_eq!(
            (streamed.exit, streamed.out, streamed.err),
            (1, String::new(), found.err)
        );
        // JaVaFo leaves no file, and always says that all went well.
        std::fs::remove_file(&pairs).expect("just written");
        let javafo = run(out.path(), &format!("{name} -p {p}"));
        assert_eq!(javafo.exit, 0);
        assert!(
            javafo.err.contains("No valid pairing exists"),
            "{}",
            javafo.err
        );
        assert!(!pairs.exists());
        assert_eq!(
            run(out.path(), &format!("{name} -p {p} --javafo-exit")).exit,
            1
        );
    }
    assert_eq!(lists, 4, "recorded checklists");
}

#[test]
fn files_named_without_a_folder_lie_next_to_the_input() {
    let folder = folder_with(&[]);
    let events = folder.path().join("events");
    std::fs::create_dir(&events).expect("a writable folder");
    std::fs::copy(repository("examples/open.trf"), events.join("open.trf")).expect("the example");
    let streamed = run(folder.path(), "--dutch events/open.trf -p");
    assert_eq!((streamed.exit, streamed.err.as_str()), (0, ""));

    let found = run(folder.path(), "--dutch events/open.trf -p out.txt -l");
    assert_eq!(
        (found.exit, found.out.as_str(), found.err.as_str()),
        (0, "", "")
    );
    assert_eq!(names_in(&events), ["open.list", "open.trf", "out.txt"]);
    assert_eq!(read(&events.join("out.txt")), streamed.out);

    let found = run(
        folder.path(),
        "--dutch events/open.trf -p ./here.txt -l ./list.txt",
    );
    assert_eq!(found.exit, 0);
    assert_eq!(names_in(folder.path()), ["events", "here.txt", "list.txt"]);

    // JaVaFo takes the names as they are.
    let found = run(folder.path(), "events/open.trf -p javafo.txt");
    assert_eq!(
        (found.exit, found.out.as_str(), found.err.as_str()),
        (0, "", "")
    );
    assert!(folder.path().join("javafo.txt").exists());
}

#[test]
fn a_checklist_that_cannot_be_written_is_no_failure() {
    let folder = folder_with(&["examples/open.trf"]);
    let found = run(folder.path(), "--dutch open.trf -p out -l nowhere/list");
    assert_eq!(found.exit, 0);
    assert_eq!(
        found.err,
        "The checklist file (nowhere/list) could not be opened.\n"
    );
    assert_eq!(names_in(folder.path()), ["open.trf", "out"]);
}

#[test]
fn the_release_line_comes_first_and_names_us() {
    let here = Path::new(".");
    let release = run(here, "-r");
    assert_eq!((release.exit, release.err.as_str()), (0, ""));
    assert_eq!(
        release.out,
        format!(
            "Edelweiss (Swiss pairing engine) - {}\n",
            env!("CARGO_PKG_VERSION")
        )
    );
    let folder = folder_with(&["examples/open.trf"]);
    let pairs = run(folder.path(), "--dutch open.trf -p").out;
    let both = run(folder.path(), "-r --dutch open.trf -p");
    assert_eq!((both.exit, both.out), (0, release.out + &pairs));
}

/// bbpPairings pairs nothing without the number of rounds or an initial colour; `pair` does.
#[test]
fn what_bbp_pairings_demands_is_demanded() {
    let text = "\
142 5
152 W
001    1      A                                 2000                             0.0    1
001    2      B                                 1900                             0.0    2
";
    let check = |without: &str, message: &str| {
        let lines: Vec<&str> = (text.split_inclusive('\n'))
            .filter(|line| !line.starts_with(without))
            .collect();
        let lines = lines.concat();
        let found = run_with(Path::new("."), "--dutch - -p", lines.as_bytes());
        assert_eq!(
            (found.exit, found.out.as_str(), found.err.as_str()),
            (3, "", message)
        );
        for line in ["pair - --format bbp", "- -p"] {
            let lenient = run_with(Path::new("."), line, lines.as_bytes());
            assert_eq!(
                (lenient.exit, lenient.out.as_str()),
                (0, "1\n1 2\n"),
                "{lenient:?}"
            );
        }
    };
    check(
        "142",
        "Error parsing file standard input: The total number of rounds in the tournament must be specified.\n",
    );
    check(
        "152",
        "Error while parsing standard input: Please configure the initial piece colors.\n",
    );
}

#[test]
fn no_round_is_left_after_the_last() {
    let text = "\
142 1
152 W
001    1      A                                 2000                             1.0    1     2 w 1
001    2      B                                 1900                             0.0    2     1 b 0
";
    let found = run_with(Path::new("."), "--dutch - -p", text.as_bytes());
    assert_eq!(found.exit, 3);
    assert_eq!(
        found.err,
        "Error parsing file standard input: The number of rounds is larger than the reported number of rounds.\n"
    );
}

/// The flag names the edition; JaVaFo's grammar leaves it to the file.
#[test]
fn the_edition_is_that_of_the_flag() {
    let name = "nextround-2017";
    let differing: Vec<PathBuf> = (files_of(&format!("testdata/corpus/{name}"), "trf").into_iter())
        .filter(|file| {
            let line = |flag: &str| format!("{flag} {} -p", file.display());
            run(Path::new("."), &line("--dutch")).out
                != run(Path::new("."), &line("--dutch-2017")).out
        })
        .collect();
    assert!(
        !differing.is_empty(),
        "the editions differ on some of {name}"
    );
    for file in differing {
        let mut text = read(&file);
        text.insert_str(0, "192 FIDE_DUTCH_2017\n");
        let javafo = run_with(Path::new("."), "- -p", text.as_bytes());
        let own = run(
            Path::new("."),
            &format!("--dutch-2017 {} -p", file.display()),
        );
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&javafo.out), sorted(&own.out), "{}", file.display());
    }
}

/// `-b` is the Baku method, and says so where it cannot be.
#[test]
fn javafo_b_accelerates() {
    let text = "\
142 5
152 W
001    1      A                                 2000                             0.0    1
001    2      B                                 1900                             0.0    2
001    3      C                                 1800                             0.0    3
001    4      D                                 1700                             0.0    4
001    5      E                                 1600                             0.0    5
001    6      F                                 1500                             0.0    6
001    7      G                                 1400                             0.0    7
001    8      H                                 1300                             0.0    8
";
    let here = Path::new(".");
    let plain = run_with(here, "- -p", text.as_bytes());
    assert_eq!(plain.out, "4\n1 5\n6 2\n3 7\n8 4\n");
    let baku = run_with(here, "- -p -b", text.as_bytes());
    assert_eq!(baku.out, "4\n1 3\n4 2\n5 7\n8 6\n");
    let without = text.replace("142 5\n", "");
    let found = run_with(here, "- -p -b --javafo-exit", without.as_bytes());
    assert_eq!(found.exit, 3);
    assert!(
        found.err.contains("needs the number of rounds"),
        "{}",
        found.err
    );
}

/// What bbpPairings 6.0.0 prints about files recorded under the rules of 2017, byte for byte: rounds
/// that differ, and byes among them.
#[test]
fn differences_are_told_as_by_bbp_pairings() {
    let mut tables = 0;
    for recorded in files_of("crates/cli/tests/recorded", "check") {
        let name = recorded
            .file_stem()
            .expect("a file")
            .to_string_lossy()
            .into_owned();
        let file = files_of_any("testdata/corpus/dutch-2017", &format!("{name}.trf"));
        let expected = read(&recorded);
        let found = run(Path::new("."), &format!("--dutch {} -c", file.display()));
        assert_eq!((found.exit, found.err.as_str()), (0, ""), "{name}");
        assert_eq!(found.out, expected, "{name}");
        tables += expected
            .matches("  Checker pairings        Tournament pairings \n")
            .count();
        // JaVaFo's grammar: no empty line at the end, and byes by name.
        let found = run(Path::new("."), &format!("{} -c", file.display()));
        let text = expected.strip_suffix('\n').expect("an empty line");
        assert_eq!(found.exit, 0, "{found:?}");
        assert_eq!(
            found.out.matches("Round #").count(),
            text.matches("Round #").count()
        );
        let byes = text.matches(" -   0").count();
        assert_eq!(found.out.matches("    PAB:").count(), byes, "{}", found.out);
        assert!(!found.out.contains(" -   0"), "{}", found.out);
    }
    assert!(tables > 10, "{tables}");
}

/// The file of this name in a folder of the folder.
fn files_of_any(folder: &str, name: &str) -> PathBuf {
    let folders = std::fs::read_dir(repository(folder)).expect("part of the repository");
    let mut found = folders.map(|entry| entry.expect("readable").path().join(name));
    found
        .find(|path| path.exists())
        .expect("part of the repository")
}

#[test]
fn checklists_of_all_rounds_stand_in_one_file() {
    let folder = folder_with(&["testdata/corpus/dutch-2017/small/bbp5_100006.trf"]);
    let found = run(folder.path(), "--dutch bbp5_100006.trf -c -l");
    assert_eq!(found.exit, 0, "{found:?}");
    let list = read(&folder.path().join("bbp5_100006.list"));
    let rounds = found.out.matches("Round #").count();
    assert!(rounds > 3 && list.starts_with("Round #1\n\nID\t"), "{list}");
    assert_eq!(list.matches("\n\nID\t").count(), rounds);
    let one = run(folder.path(), "bbp5_100006.trf -c 2");
    assert!(
        one.out.starts_with("bbp5_100006: Round #2\n"),
        "{}",
        one.out
    );
    let none = run(folder.path(), "bbp5_100006.trf -c 99 --javafo-exit");
    assert_eq!((none.exit, none.out.as_str()), (3, ""));
    assert!(none.err.contains("found no round 99"), "{}", none.err);
}

#[test]
fn generated_tournaments_come_again_from_their_seed() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let config = "PlayersNumber=15\nRoundsNumber=5\nDrawPercentage=40\n";
    std::fs::create_dir(folder.path().join("sub")).expect("writable");
    std::fs::write(folder.path().join("sub/cfg"), config).expect("writable");
    for flag in ["--dutch", "--dutch-2017", "--burstein"] {
        // Beside the settings, as everything without a folder.
        for output in ["a.trf", "b.trf"] {
            let line = format!("{flag} -g sub/cfg -o {output} -s 11 -l");
            let found = run(folder.path(), &line);
            assert_eq!(
                (found.exit, found.err.as_str(), found.out.as_str()),
                (0, "", ""),
                "{line}"
            );
        }
        let text = read(&folder.path().join("sub/a.trf"));
        assert_eq!(text, read(&folder.path().join("sub/b.trf")));
        assert!(text.contains("seed 11"), "{text}");
        let list = read(&folder.path().join("sub/a.list"));
        assert!(list.starts_with("Round #1.\n\nID\t"), "{list}");
        assert_eq!(list.matches("Round #").count(), 5);
        // Our own rounds are what a checker finds.
        let found = run(folder.path(), &format!("{flag} sub/a.trf -c"));
        assert_eq!(found.exit, 0, "{found:?}");
        assert_eq!(found.out.matches("Round #").count(), 5, "{}", found.out);
        assert!(!found.out.contains("Checker"), "{}", found.out);
    }
    let other = run(folder.path(), "--dutch -g sub/cfg -o c.trf -s 12");
    assert_eq!(other.exit, 0, "{other:?}");
    assert_ne!(
        read(&folder.path().join("sub/a.trf")),
        read(&folder.path().join("sub/c.trf"))
    );
    // The field of a model plays again.
    let found = run(folder.path(), "--dutch sub/a.trf -g -o model.trf -s 3");
    assert_eq!(found.exit, 0, "{found:?}");
    let players = |path: &str| read(&folder.path().join(path)).matches("001 ").count();
    assert_eq!(players("sub/model.trf"), players("sub/a.trf"));
    let found = run(folder.path(), "sub/a.trf -g -b -o model.trf");
    assert_eq!((found.exit, found.out.as_str()), (0, ""), "{found:?}");
    assert!(folder.path().join("model.trf").exists());
}

#[test]
fn a_tournament_without_a_further_round_keeps_what_it_has() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("writable");
    };
    // As many rounds as opponents: some seeds run out of legal pairings before.
    write("few", "PlayersNumber=6\nRoundsNumber=5\n");
    let seeds = (1..40).map(|seed| format!("--dutch -g few -o few.trf -s {seed}"));
    let mut runs = seeds.map(|line| run(folder.path(), &line));
    let found = runs
        .find(|found| found.exit != 0)
        .expect("a seed that runs out");
    assert_eq!((found.exit, found.out.as_str()), (1, ""), "{found:?}");
    let told = "Error generating few.trf: No valid pairing exists for round ";
    assert!(found.err.starts_with(told), "{}", found.err);
    assert!(read(&folder.path().join("few.trf")).contains("\n001 "));
    for (text, exit, told) in [
        (
            "Players=2\n",
            3,
            "Error parsing configuration file wrong: line 1",
        ),
        (
            "DrawPercentage=400\n",
            4,
            "Error processing configuration file wrong: ",
        ),
        (
            "PlayersNumber=x\n",
            3,
            "Error parsing configuration file wrong: line 1",
        ),
    ] {
        write("wrong", text);
        let found = run(folder.path(), "--dutch -g wrong -o out.trf");
        assert_eq!(found.exit, exit, "{text}: {found:?}");
        assert!(found.err.starts_with(told), "{text}: {}", found.err);
        assert!(!folder.path().join("out.trf").exists());
    }
    write("cfg", "PlayersNumber=4\nRoundsNumber=2\n");
    let found = run(folder.path(), "--dutch -g cfg -o cfg");
    assert_eq!(found.exit, 3, "{found:?}");
    assert!(found.err.contains("would be lost"), "{}", found.err);
}
