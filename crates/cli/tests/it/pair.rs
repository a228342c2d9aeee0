//! `edelweiss pair` and the program's own face.

use std::path::Path;

use crate::common::{files_of, folder_with, names_in, repository, run, run_with};

const OPEN: &str = "examples/open.trf";

#[test]
fn without_arguments_the_help_is_shown() {
    let bare = run(Path::new("."), "");
    assert_eq!((bare.exit, bare.err.as_str()), (0, ""));
    assert!(
        bare.out.contains("Usage: edelweiss [OPTIONS] <COMMAND>"),
        "{}",
        bare.out
    );
    assert!(bare.out.contains("--dutch"), "{}", bare.out);
    assert_eq!(run(Path::new("."), "--help").exit, 0);
}

#[test]
fn the_version_names_release_commit_and_editions() {
    let short = run(Path::new("."), "-V");
    let release = format!("edelweiss {}", env!("CARGO_PKG_VERSION"));
    assert_eq!((short.exit, short.out), (0, format!("{release}\n")));
    let long = run(Path::new("."), "--version");
    assert_eq!(long.exit, 0);
    let lines: Vec<&str> = long.out.lines().collect();
    let commit = (lines[0].strip_prefix(&format!("{release} (commit ")))
        .and_then(|rest| rest.strip_suffix(')'))
        .expect("a commit behind the release");
    let is_commit = commit.len() == 12 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(is_commit || commit == "unknown", "{commit}");
    assert_eq!(
        lines[1..],
        [
            "pairing rules: dutch 2026, 2017, 1998; dubov 2026, 1997; burstein 2026; double-swiss 2026; team-swiss 2026; round-robin 2026; double-round-robin 2026; team-round-robin 2026; team-double-round-robin 2026; scheveningen 2026; double-scheveningen 2026; lim-swiss 2026; keizer 2026; olympiad-swiss 2022",
            "tie-break rules: 2026-03, 2024-08, 2024-04, 2023",
        ]
    );
}

/// The page of the example, as a reader of README.md sees it.
#[test]
fn the_table_of_the_example_is_the_one_in_the_repository() {
    let folder = folder_with(&[OPEN]);
    let found = run(folder.path(), "pair open.trf");
    assert_eq!((found.exit, found.err.as_str()), (0, ""));
    let file = repository("crates/cli/testdata/open.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &found.out).expect("a writable folder");
    }
    let expected = std::fs::read_to_string(&file).expect("part of the repository");
    assert_eq!(found.out, expected);
}

#[test]
fn every_recorded_round_comes_out_in_every_format() {
    for (folder, rules) in [
        ("testdata/corpus/nextround-2026", "2026"),
        ("testdata/corpus/nextround-2017", "2017"),
    ] {
        for file in files_of(folder, "trf") {
            let line =
                |format: &str| format!("pair {} --rules {rules} --format {format}", file.display());
            let pairs = run(Path::new("."), &line("bbp"));
            assert_eq!(pairs.exit, 0, "{pairs:?}");
            let recorded = std::fs::read_to_string(file.with_extension("pairs")).expect("recorded");
            assert_eq!(sorted(&pairs.out), sorted(&recorded), "{}", file.display());

            let table = run(Path::new("."), &line("table"));
            let (boards, has_bye) = count(&recorded);
            let rows = table
                .out
                .lines()
                .filter(|line| starts_with_number(line))
                .count();
            let byes = table
                .out
                .lines()
                .filter(|line| line.trim_end().ends_with(" bye"))
                .count();
            assert_eq!(
                (rows - byes, byes),
                (boards, usize::from(has_bye)),
                "{}",
                table.out
            );
            assert!(table.out.contains(&format!(
                "edition of {}",
                if rules == "2017" {
                    "2017"
                } else {
                    "1 February 2026"
                }
            )));

            // The file with the round added reads, and its next round is one later.
            let trf = run(Path::new("."), &line("trf"));
            assert_eq!(trf.exit, 0, "{trf:?}");
            let again = run_with(Path::new("."), "pair - --format json", trf.out.as_bytes());
            assert!(
                [0, 1].contains(&again.exit),
                "{}: {}",
                file.display(),
                again.err
            );
        }
    }
}

/// Boards other than the bye, and whether there is one.
fn count(pairs: &str) -> (usize, bool) {
    let lines: Vec<&str> = pairs.lines().skip(1).collect();
    let has_bye = lines.iter().any(|line| line.ends_with(" 0"));
    (lines.len() - usize::from(has_bye), has_bye)
}

fn starts_with_number(line: &str) -> bool {
    line.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn a_paired_file_names_the_boards_that_were_printed() {
    let folder = folder_with(&[OPEN]);
    let pairs = run(folder.path(), "pair open.trf --format bbp");
    let written = run(folder.path(), "pair open.trf --format trf -o next.trf");
    assert_eq!((written.exit, written.out.as_str()), (0, ""));
    let text = std::fs::read_to_string(folder.path().join("next.trf")).expect("written");
    let cell = |number: &str| {
        let line = (text.lines())
            .find(|line| line.starts_with("001") && line[4..8].trim() == number)
            .expect("the player's line");
        // Names may hold letters of two bytes.
        line.chars().skip(91 + 40).take(8).collect::<String>()
    };
    for line in pairs.out.lines().skip(1) {
        let (white, black) = line.split_once(' ').expect("two numbers");
        if black == "0" {
            assert_eq!(cell(white).trim_end(), "0000 - U");
        } else {
            assert_eq!(cell(white).trim_end(), format!("{black:>4} w"));
            assert_eq!(cell(black).trim_end(), format!("{white:>4} b"));
        }
    }
    assert_eq!(cell("9"), "0000 - H");
    assert_eq!(cell("21"), "0000 - Z");
}

#[test]
fn standard_input_and_a_file_give_the_same_boards() {
    let folder = folder_with(&[OPEN]);
    let text = std::fs::read(folder.path().join("open.trf")).expect("the copy");
    for line in ["pair FILE --format bbp", "--dutch FILE -p", "FILE -p"] {
        let filed = run(folder.path(), &line.replace("FILE", "open.trf"));
        let streamed = run_with(folder.path(), &line.replace("FILE", "-"), &text);
        assert_eq!(filed, streamed);
        assert_eq!(filed.exit, 0);
    }
    assert_eq!(names_in(folder.path()), ["open.trf"]);
}

#[test]
fn engines_agree_and_the_output_says_which() {
    let file = repository(OPEN);
    let boards = |engine: &str| {
        let found = run(
            Path::new("."),
            &format!("pair {} --engine {engine}", file.display()),
        );
        assert_eq!(found.exit, 0, "{found:?}");
        assert!(
            found.out.contains(&format!("engine: {engine}")),
            "{}",
            found.out
        );
        found.out.replace(engine, "")
    };
    assert_eq!(boards("fast"), boards("reference"));
}

#[test]
fn the_output_says_which_rules_and_why() {
    let text = std::fs::read_to_string(repository(OPEN)).expect("the example");
    let check = |text: &str, options: &str, words: &[&str]| {
        for format in ["table", "bbp", "trf"] {
            let line = format!("pair - --format {format} {options}");
            let found = run_with(Path::new("."), &line, text.as_bytes());
            assert_eq!(found.exit, 0, "{}", found.err);
            let said = if format == "table" {
                &found.out
            } else {
                &found.err
            };
            assert!(
                words.iter().all(|word| said.contains(word)),
                "{words:?}: {said}"
            );
        }
    };
    check(&text, "", &["1 February 2026", "record 192"]);
    check(&text, "--rules 2017", &["edition of 2017", "command line"]);
    check(
        &text.replace("DUTCH_2026", "DUTCH_2017"),
        "",
        &["edition of 2017", "record 192"],
    );
    let without = text.replace("192 FIDE_DUTCH_2026\n", "");
    check(&without, "", &["1 February 2026", "2026/07/11, the date"]);
    let undated = without.replace("042 2026/07/11\n", "");
    let undated = undated.replace("052 2026/07/17\n", "");
    check(&undated, "", &["1 February 2026", "default"]);
}

/// Every system and edition pairs the example and says its name; systems without a choice of engines
/// name none.
#[test]
fn every_system_pairs_the_example() {
    let file = repository(OPEN);
    for (options, name) in [
        (
            "--system dutch",
            "FIDE (Dutch) System, edition of 1 February 2026",
        ),
        ("--rules 2017", "FIDE (Dutch) System, edition of 2017"),
        (
            "--rules 1998 --finish",
            "Swiss system based on rating (1998)",
        ),
        ("--system dubov", "Dubov System, edition of 1 February 2026"),
        ("--system dubov --rules 1997 --finish", "Dubov 1997"),
        (
            "--system burstein",
            "Burstein System, edition of 1 February 2026",
        ),
    ] {
        let found = run(
            Path::new("."),
            &format!("pair {} {options}", file.display()),
        );
        assert_eq!(found.exit, 0, "{options}: {}", found.err);
        let second = found.out.lines().nth(1).expect("the rules");
        assert!(second.starts_with(name), "{second}");
        let has_choice = name.contains("Dutch");
        assert_eq!(second.contains("; engine: "), has_choice, "{second}");
        let boards = found
            .out
            .lines()
            .filter(|line| starts_with_number(line))
            .count();
        assert_eq!(boards, 10, "nine boards and a bye: {}", found.out);
    }
}

#[test]
fn warnings_go_to_standard_error_and_stop_nothing() {
    let mut text = std::fs::read_to_string(repository(OPEN)).expect("the example");
    text.push_str("XYZ something else\n");
    let found = run_with(Path::new("."), "pair -", text.as_bytes());
    assert_eq!(found.exit, 0);
    assert!(
        found.err.starts_with("warning: standard input:"),
        "{}",
        found.err
    );
    assert!(found.err.contains("XYZ"), "{}", found.err);
    // In place of bbpPairings nothing is said about what was paired.
    let drop_in = run_with(Path::new("."), "--dutch - -p", text.as_bytes());
    assert_eq!((drop_in.exit, drop_in.err.as_str()), (0, ""));
}

#[test]
fn an_initial_colour_nobody_gave_is_said() {
    let text = "\
142 5
001    1      A                                 2000                             0.0    1
001    2      B                                 1900                             0.0    2
";
    let found = run_with(Path::new("."), "pair - --format bbp", text.as_bytes());
    assert_eq!((found.exit, found.out.as_str()), (0, "1\n1 2\n"));
    assert!(
        found.err.contains("the initial colour is not given"),
        "{}",
        found.err
    );
}

#[test]
fn names_cannot_steer_the_terminal() {
    let text = "\
012 \u{1b}[2Jgone
142 5
152 W
001    1      \u{1b}[31mRed                          2000                             0.0    1
001    2      B                                 1900                             0.0    2
";
    let found = run_with(Path::new("."), "pair -", text.as_bytes());
    assert_eq!(found.exit, 0, "{found:?}");
    assert!(!found.out.contains('\u{1b}'), "{:?}", found.out);
}

/// The proof in words: who cannot be paired, and why. No file is left, or an older one as it was.
#[test]
fn an_impossible_round_is_explained() {
    let name = "stress_sim_440012_r16.trf";
    let folder = folder_with(&[&format!("testdata/corpus/unpairable-2026/{name}")]);
    for format in ["table", "bbp", "trf"] {
        let found = run(
            folder.path(),
            &format!("pair {name} --format {format} -o out"),
        );
        assert_eq!((found.exit, found.out.as_str()), (1, ""), "{found:?}");
        for words in [
            "round 16 has no legal pairing",
            "group 1: ",
            "stay over",
            "has met",
        ] {
            assert!(found.err.contains(words), "{words}: {}", found.err);
        }
        assert_eq!(names_in(folder.path()), [name]);
    }
    let text = "\
142 1
152 W
001    1      A                                 2000                             1.0    1     2 w 1
001    2      B                                 1900                             0.0    2     1 b 0
";
    let found = run_with(Path::new("."), "pair -", text.as_bytes());
    assert_eq!(found.exit, 1);
    assert_eq!(
        found.err,
        "error: no round is left: 1 of 1 rounds have been paired\n"
    );
}

/// Nobody is named who could be taken for a player, and nothing is advised that cannot be done.
#[test]
fn the_proof_counts_players_and_advises_what_is_there_to_change() {
    let everybody_met = "\
142 4
152 W
001    1      A                                                                  1.5    1     2 w 1     3 b =     4 w 0
001    2      B                                                                  1.0    2     1 b 0     4 w =     3 b =
001    3      C                                                                  1.5    3     4 w =     1 w =     2 w =
001    4      D                                                                  2.0    4     3 b =     2 b =     1 b 1
";
    let one_round_less: String = (everybody_met.lines())
        .zip(["", "", "1.5", "0.5", "1.0", "1.0"])
        .map(|(line, points)| match line.get(..112) {
            Some(line) => format!("{} {points}{}\n", &line[..80], &line[84..110]),
            None => format!("{line}\n"),
        })
        .collect();
    for (text, words, advice) in [
        (
            everybody_met.to_owned(),
            "4 D: has met 3 other players, may meet nobody",
            "there is neither a ban nor an absence to lift",
        ),
        (
            format!("{one_round_less}XXP 1 4\nXXP 2 3\n"),
            "may not meet 1 other player because of a ban",
            "lifting a ban may help",
        ),
        (
            format!("{one_round_less}XXP 1 4\nXXZ 2 3\n"),
            "has met no other player, may not meet 1 other player because of a ban",
            "lifting a ban or an absence may help",
        ),
    ] {
        let found = run_with(Path::new("."), "pair -", text.as_bytes());
        assert_eq!(found.exit, 1, "{found:?}");
        for expected in [words, advice] {
            assert!(found.err.contains(expected), "{expected}: {}", found.err);
        }
    }
}

/// Whoever reads the output may stop early (`| head`).
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_edelweiss"))
        .args(["pair", "--format", "json"])
        .arg(repository("examples/large.trf"))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*said), (Some(0), ""));
}

/// Both games of a match are written, and the next match is paired from them.
#[test]
fn a_match_is_written_as_two_rounds() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let line = "generate -o a.trf --system double-swiss --players 9 --rounds 4 --seed 5";
    assert_eq!(run(folder.path(), line).exit, 0);
    let bytes = std::fs::read(folder.path().join("a.trf")).expect("written");
    let options = edelweiss::trf::ReadOptions::default();
    let reading = edelweiss::trf::read(&bytes, "a.trf", &options).expect("our own file");
    // Everything before match 3.
    let round = edelweiss::model::RoundNumber::from_index(4);
    let before = reading.tournament.before_round(round);
    let document =
        edelweiss::trf::Document::from_tournament(&before, edelweiss::trf::Dialect::Trf26);
    let document = document.expect("it fits");
    let text = document.write(document.line_end());
    std::fs::write(folder.path().join("b.trf"), text).expect("writable");
    let found = run(folder.path(), "pair b.trf --format trf -o c.trf");
    assert_eq!(found.exit, 0, "{found:?}");
    let text = std::fs::read_to_string(folder.path().join("c.trf")).expect("written");
    let (mut games, mut byes) = (0, 0);
    for line in text.lines().filter(|line| line.starts_with("001 ")) {
        let cells = [&line[131..139], &line[141..line.len().min(149)]];
        match (cells[0].trim(), cells[1].trim()) {
            ("0000 - U", second) => {
                assert_eq!(second, "0000 - H", "{line}");
                byes += 1;
            }
            (first, second) if first.ends_with(['w', 'b']) => {
                let [(one, colour), (two, other)] =
                    [first, second].map(|cell| cell.split_at(cell.len() - 1));
                assert_eq!(one, two, "{line}");
                assert_ne!(colour, other, "{line}");
                games += 1;
            }
            (first, second) => assert_eq!(first, second, "{line}"),
        }
    }
    assert!(games >= 4 && byes <= 1, "{text}");
}

/// Two readings of a newcomer's due colour give two rounds; elsewhere they are refused.
#[test]
fn readings_of_dubov_1997_are_chosen_on_the_command_line() {
    let text = "\
142 5
152 W
001    1      Anna                              2400                             1.0    1     3 w 1
001    2      Bert                              2390                             1.0    2     4 b 1
001    3      Cleo                              2380                             0.0    3     1 b 0
001    4      Dora                              2370                             0.0    4     2 w 0
001    5      Emil                              2360                             0.0    5  0000 - Z
001    6      Fay                               2350                             0.0    6  0000 - Z
";
    let pair = |options: &str| {
        let line = format!("pair - --format bbp {options}");
        run_with(Path::new("."), &line, text.as_bytes())
    };
    for (options, expected) in [
        ("", "3\n2 1\n3 5\n6 4\n"),
        ("--newcomers balance", "3\n2 1\n3 5\n6 4\n"),
        ("--newcomers black", "3\n2 1\n3 6\n5 4\n"),
        ("--floaters rows --finish", "3\n2 1\n3 5\n6 4\n"),
    ] {
        let found = pair(&format!("--system dubov --rules 1997 {options}"));
        assert_eq!((found.exit, found.out.as_str()), (0, expected), "{found:?}");
    }
    for options in ["--newcomers black", "--system dubov --floaters rows"] {
        let found = pair(options);
        assert_eq!((found.exit, found.out.as_str()), (3, ""), "{options}");
        let words = "--newcomers and --floaters are readings of Dubov 1997";
        assert!(found.err.contains(words), "{}", found.err);
    }
}
