//! `edelweiss new`: a list of players becomes a tournament file, or nothing happens.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::common::{Run, files_of, folder_with, names_in, program, run, run_with};

const LIST: &str = "examples/players.csv";

/// With words that hold blanks.
fn with_words(folder: &Path, words: &[&str]) -> Run {
    let output = program()
        .args(words)
        .current_dir(folder)
        .output()
        .expect("the program starts");
    Run {
        exit: output.status.code().expect("no signal ends it"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

#[test]
fn the_file_says_all_that_was_said() {
    let folder = folder_with(&[LIST]);
    let words = "new players.csv -o open.trf --rounds 3 --city Lyon --federation fra \
        --dates 2025-11-27,2025-11-28,2025-11-29 --points 3-1-0 --first-colour black --name";
    let mut words: Vec<&str> = words.split_whitespace().collect();
    words.extend([
        "Harbour Open",
        "--arbiter",
        "Anna B",
        "--deputy",
        "X",
        "--deputy",
        "Y",
    ]);
    words.extend(["--rate-of-play", "90 min + 30 s"]);
    let made = with_words(folder.path(), &words);
    assert_eq!(
        (made.exit, made.err.lines().count()),
        (0, 1),
        "{}",
        made.err
    );
    let file = fs::read_to_string(folder.path().join("open.trf")).expect("it was made");
    let expected = "\
012 Harbour Open
022 Lyon
032 FRA
042 2025/11/27
052 2025/11/29
062 8
102 Anna B
112 X
112 Y
122 90 min + 30 s
132                                                                                        25/11/27  25/11/28  25/11/29
142 3
152 B
192 FIDE_DUTCH_2017
162  W 3.0    D 1.0    L 0.0    P 3.0
001    1   FM Okafor, Ben                       2045 NGR             1987/00/00  0.0    1
001    2   CM Tanaka, Daiki                     1912 JPN             1991/00/00  0.0    1
001    3      Lindgren, Ada                     1912 SWE             1998/00/00  0.0    1
";
    assert!(file.starts_with(expected), "{file}");
    assert!(file.ends_with("### club     1 Harbour\n### club     3 Harbour\n### club     4 Lighthouse\n### club     5 Harbour\n### club     7 Lighthouse\n### club     8 Lighthouse\n"), "{file}");
    let paired = run(folder.path(), "pair open.trf --write");
    assert_eq!(paired.exit, 0, "{}", paired.err);
    assert!(
        paired
            .out
            .contains("edition of 2017 (asked for by record 192"),
        "{}",
        paired.out
    );
    assert_eq!(
        names_in(folder.path()),
        ["open.trf", "open.trf.journal", "players.csv"]
    );
}

#[test]
fn an_event_of_a_system_without_a_code_says_so_and_is_paired_by_whom_the_option_names() {
    let folder = folder_with(&[LIST]);
    let new = "new players.csv -o open.trf --rounds 3 --system lim-swiss";
    let made = run(folder.path(), new);
    let next = "Next: edelweiss pair open.trf --system lim-swiss --write\n";
    assert!(made.out.contains(next), "{}", made.out);
    let refused = run(folder.path(), "pair open.trf");
    assert_eq!(refused.exit, 3, "{}", refused.out);
    for words in ["'CUSTOM_SWISS'", "a system that is not paired here"] {
        assert!(refused.err.contains(words), "{words}{}", refused.err);
    }
    let paired = run(
        folder.path(),
        "pair open.trf --system lim-swiss --write --quiet",
    );
    assert_eq!(paired.exit, 0, "{}", paired.err);
    let checked = run(folder.path(), "check open.trf --system lim-swiss");
    assert!(checked.out.contains("round 1: equal"), "{}", checked.out);
}

#[test]
fn columns_and_reasons_are_shown() {
    let folder = folder_with(&[LIST]);
    let made = run(folder.path(), "new players.csv -o open.trf --rounds 3");
    for line in [
        "open.trf: open, 8 players, 3 rounds\n",
        " 7  Phone   unknown, left out\n",
        " 3  Lindgren, Ada     1912  same rating, lower title (2.2.2)\n",
        " 5  Silva, Filipa     1780  same rating and title, by name (2.2.3)\n",
        "Next: edelweiss pair open.trf --write\n",
    ] {
        assert!(made.out.contains(line), "{line}{}", made.out);
    }
    let note = "note: without a rating, and behind all who have one (C.04.2 2.1): 1 of 8 players\n";
    assert_eq!((made.exit, made.err.as_str()), (0, note));
    // A pipe of both.
    let list = fs::read(folder.path().join("players.csv")).expect("the list");
    let piped = run_with(folder.path(), "new - -o - --rounds 3 --name open -q", &list);
    let file = fs::read_to_string(folder.path().join("open.trf")).expect("it was made");
    assert_eq!((piped.exit, piped.err.as_str()), (0, ""));
    assert_eq!(piped.out, file);
    // Another column, and more rounds than opponents.
    let words = "new players.csv -o - --rounds 8 --column rating=5 --column birth=4";
    let said = run(folder.path(), words);
    assert!(
        said.exit == 3 && said.err.contains("players.csv:2: column 4 'Fed'"),
        "{}",
        said.err
    );
    let said = run(folder.path(), "new players.csv -o - --rounds 8");
    assert!(
        said.err.contains("at most 7 rounds without meeting twice"),
        "{}",
        said.err
    );
}

#[test]
fn a_file_that_is_there_is_kept_unless_force_is_said() {
    let folder = folder_with(&[LIST]);
    let file = folder.path().join("open.trf");
    fs::write(&file, "old\n").expect("a writable folder");
    let refused = run(folder.path(), "new players.csv -o open.trf --rounds 3");
    assert_eq!((refused.exit, refused.out.as_str()), (3, ""));
    assert!(
        refused.err.contains("open.trf is there already"),
        "{}",
        refused.err
    );
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "old\n");
    let lost = run(
        folder.path(),
        "new players.csv -o ./players.csv --rounds 3 --force",
    );
    assert!(
        lost.exit == 3 && lost.err.contains("is the list itself"),
        "{}",
        lost.err
    );
    let forced = run(
        folder.path(),
        "new players.csv -o open.trf --rounds 3 --force",
    );
    assert_eq!(forced.exit, 0, "{}", forced.err);
    assert!(
        fs::read_to_string(&file)
            .expect("it is there")
            .starts_with("012 open\n")
    );
    let nowhere = run(folder.path(), "new players.csv -o no/open.trf --rounds 3");
    assert_eq!(nowhere.exit, 5, "{}", nowhere.err);
    let no_list = run(folder.path(), "new nobody.csv -o x.trf --rounds 3");
    assert!(
        no_list.exit == 5 && no_list.err.starts_with("error: nobody.csv: "),
        "{}",
        no_list.err
    );
    assert_eq!(names_in(folder.path()), ["open.trf", "players.csv"]);
}

/// Each bad list of the library is refused with the words that stand beside it there.
#[test]
fn a_bad_list_is_refused_with_its_places_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for told in files_of("crates/roster/testdata/bad", "told") {
        let list = told.with_extension("");
        let name = list
            .file_name()
            .expect("a file")
            .to_string_lossy()
            .into_owned();
        fs::copy(&list, folder.path().join(&name)).expect("part of the repository");
        let refused = run(folder.path(), &format!("new {name} -o made.trf --rounds 5"));
        let told = fs::read_to_string(&told).expect("text");
        assert!([3, 4].contains(&refused.exit), "{name}: {}", refused.err);
        assert!(
            refused.err.starts_with("error: ") && refused.out.is_empty(),
            "{name}"
        );
        let first = told.lines().next().expect("a message");
        assert!(
            refused.err.contains(first),
            "{name}: {}\n{told}",
            refused.err
        );
        assert!(!folder.path().join("made.trf").exists(), "{name}");
    }
}

#[test]
fn wrong_options_are_refused_and_nothing_is_written() {
    let folder = folder_with(&[LIST]);
    for (words, said) in [
        ("", "--rounds <N>"),
        ("--rounds 0", "0 is not in 1..=999"),
        ("--rounds 5 --points 1-1-0", "such as 3-1-0"),
        ("--rounds 5 --dates soon", "expected YYYY-MM-DD"),
        (
            "--rounds 5 --dates 2026-11-01,2026-11-02,2026-11-03",
            "found 3 days for 5 rounds",
        ),
        ("--rounds 5 --federation France", "a code of three letters"),
        (
            "--rounds 5 --system dutch --rules 1998",
            "has no code (record 192)",
        ),
        ("--rounds 5 --system dubov --rules 2017", "no such edition"),
        (
            "--rounds 5 --points 3-1-0 --baku",
            "needs a win worth two draws",
        ),
        ("--rounds 5 --column elo=2", "found the field 'elo'"),
        ("--rounds 5 --column rating=Z", "players.csv"),
        (
            "--rounds 5 --sheet Open",
            "players.csv: found a list that is text",
        ),
    ] {
        let refused = run(
            folder.path(),
            &format!("new players.csv -o open.trf {words}"),
        );
        assert!(
            refused.exit == 3 && refused.err.contains(said),
            "{words}: {}",
            refused.err
        );
    }
    assert_eq!(names_in(folder.path()), ["players.csv"]);
}

fn list_of(players: usize) -> String {
    let mut list = "Name,Elo,FIDE ID\n".to_owned();
    for player in 0..players {
        let rating = 1000 + player * 7 % 1500;
        writeln!(list, "\"Player, {player}\",{rating},{}", 1_000_000 + player)
            .expect("a string grows");
    }
    list
}

#[test]
fn as_many_players_as_a_file_numbers_and_no_more() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("most.csv"), list_of(9_999)).expect("writable");
    fs::write(at("more.csv"), list_of(10_000)).expect("writable");
    let made = run(folder.path(), "new most.csv -o most.trf --rounds 11");
    assert_eq!(made.exit, 0, "{}", made.err);
    assert!(
        made.out.contains("and 9959 more; --all shows everybody"),
        "{}",
        made.out
    );
    let shown = run(folder.path(), "new most.csv -o all.trf --rounds 11 --all");
    assert!(shown.out.lines().count() > 9_999);
    let refused = run(folder.path(), "new more.csv -o more.trf --rounds 11");
    let words = "error: more.csv:10001: the list has 10000 players, expected at most 9999";
    assert!(
        refused.exit == 4 && refused.err.starts_with(words),
        "{}",
        refused.err
    );
    assert!(!at("more.trf").exists());
}

#[test]
fn a_list_given_to_another_command_is_told_as_one() {
    let folder = folder_with(&[LIST]);
    for words in [
        "pair players.csv",
        "pair players.csv --write",
        "result players.csv",
        "result players.csv 1 1-0",
        "standings players.csv",
        "explain players.csv",
        "check players.csv",
        "generate -o x.trf --model players.csv",
        "players.csv -p",
    ] {
        let found = run(folder.path(), words);
        let all = found.out + &found.err;
        let is_told = all.contains("found a list of players, expected a tournament file")
            && all.contains("`edelweiss new LIST -o FILE --rounds N`");
        // JaVaFo ends with 0 whatever happens.
        let is_refused = found.exit != 0 || words.starts_with("players");
        assert!(is_refused && is_told, "{words}: {all}");
    }
    assert_eq!(names_in(folder.path()), ["players.csv"]);
}
