//! Which round is paired, what games without a result mean, and which edition a date asks for.

use std::path::Path;

use crate::common::{folder_with, names_in, repository, run, run_with};

const OPEN: &str = "examples/open.trf";

/// Round 1 of four players; the game of 1 and 3 has no result.
const OPEN_GAME: &str = "\
012 Open game
142 5
152 W
001    1      Anna                              2000                             0.0    1     3 w
001    2      Bert                              1900                             1.0    2     4 b 1
001    3      Cleo                              1800                             0.0    3     1 b
001    4      Dora                              1700                             0.0    4     2 w 0
";

/// The same with these results of 1 and 3, and their points.
fn with_result(results: [&str; 2]) -> String {
    let mut text = OPEN_GAME.to_owned();
    let games = [("Anna", "     3 w\n"), ("Cleo", "     1 b\n")];
    for ((name, game), result) in games.into_iter().zip(results) {
        let points = match result {
            "1" => "1.0",
            "?" => "0.5",
            _ => "0.0",
        };
        let line = text.lines().find(|line| line.contains(name));
        let line = line.expect("a line of the player").to_owned() + "\n";
        let played = line.replace(game, &format!("{} {result}\n", game.trim_end()));
        let counted = format!("{}{points}{}", &played[..81], &played[84..]);
        text = text.replace(&line, &counted);
    }
    text
}

#[test]
fn a_round_without_results_is_paired_again() {
    let folder = folder_with(&[OPEN]);
    let first = run(folder.path(), "pair open.trf --format bbp");
    assert_eq!(
        run(folder.path(), "pair open.trf --format trf -o n.trf").exit,
        0
    );
    let again = run(folder.path(), "pair n.trf --format bbp");
    assert_eq!((again.exit, &again.out), (0, &first.out));
    for words in [
        "round 5 stands in the file without results",
        "comes out as it stands in the file",
    ] {
        assert!(again.err.contains(words), "{}", again.err);
    }
    assert!(!again.err.contains("warning"), "{}", again.err);
    // Written again it is the same file, and the other commands speak of the same round.
    assert_eq!(
        run(folder.path(), "pair n.trf --format trf -o m.trf").exit,
        0
    );
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).expect("written");
    assert_eq!(bytes("n.trf"), bytes("m.trf"));
    let checked = run(folder.path(), "check n.trf --round 5");
    assert_eq!(checked.exit, 0, "{checked:?}");
    let variants = run(folder.path(), "variants n.trf , --format json");
    let found: serde_json::Value = serde_json::from_str(&variants.out).expect("JSON");
    assert_eq!(found["round"], 5);
    let json = run(folder.path(), "pair n.trf --format json");
    let found: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(found["round"], 5);
    assert_eq!(found["recorded"]["is_same"], true);
    assert_eq!(found["recorded"]["has_results"], false);
    // Only on request its games count as draws.
    let refused = run(folder.path(), "pair n.trf --round 6");
    assert_eq!((refused.exit, refused.out.as_str()), (3, ""));
    assert!(
        refused.err.contains("round 5: 9 games have no result: "),
        "{}",
        refused.err
    );
    assert!(refused.err.contains("--open draw"), "{}", refused.err);
    let next = run(folder.path(), "pair n.trf --round 6 --open draw");
    assert_eq!(next.exit, 0, "{next:?}");
    assert!(next.out.contains("round 6 of 7"), "{}", next.out);
}

/// The pairs are an arbiter's: they stay in the file, and what the rules ask for is shown.
#[test]
fn a_round_without_results_that_the_rules_pair_otherwise_is_told() {
    let text = "\
142 5
152 W
001    1      Anna                              2000                             0.0    1     2 w
001    2      Bert                              1900                             0.0    2     1 b
001    3      Cleo                              1800                             0.0    3     4 b
001    4      Dora                              1700                             0.0    4     3 w
";
    let found = run_with(Path::new("."), "pair - --format bbp", text.as_bytes());
    assert_eq!((found.exit, found.out.as_str()), (0, "2\n1 3\n4 2\n"));
    assert!(found.err.contains("comes out otherwise"), "{}", found.err);
}

#[test]
fn a_program_that_speaks_another_grammar_goes_on_and_is_warned() {
    let folder = folder_with(&[OPEN]);
    assert_eq!(
        run(folder.path(), "pair open.trf --format trf -o n.trf").exit,
        0
    );
    let expected = run(
        folder.path(),
        "pair n.trf --round 6 --open draw --format bbp",
    )
    .out;
    for line in ["--dutch n.trf -p", "n.trf -p"] {
        let found = run(folder.path(), line);
        assert_eq!(found.exit, 0, "{found:?}");
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&found.out), sorted(&expected));
        assert_eq!(
            found.err,
            "warning: n.trf: round 5 has no results; its games count as draws for round 6\n"
        );
    }
    let found = run_with(folder.path(), "--dutch - -p", OPEN_GAME.as_bytes());
    assert_eq!(
        (found.exit, found.err.as_str()),
        (
            0,
            "warning: standard input: round 1: a game has no result: 1-3; counted as drawn\n"
        )
    );
}

#[test]
fn a_game_without_a_result_among_others_is_not_guessed() {
    let pair = |options: &str, text: &str| {
        run_with(
            Path::new("."),
            &format!("pair - {options}"),
            text.as_bytes(),
        )
    };
    for format in ["table", "bbp", "trf", "json"] {
        let refused = pair(&format!("--format {format}"), OPEN_GAME);
        assert_eq!(refused.exit, 3, "{refused:?}");
        for words in [
            "round 1: a game has no result: 1-3",
            "--open draw",
            "--round 1",
        ] {
            assert!(refused.err.contains(words), "{}", refused.err);
        }
        assert_eq!(refused.out.contains("\"refused\""), format == "json");
    }
    let variants = run_with(Path::new("."), "variants - ,", OPEN_GAME.as_bytes());
    assert_eq!(variants.exit, 3, "{variants:?}");
    let drawn = pair("--open draw --format bbp", OPEN_GAME);
    assert_eq!((drawn.exit, drawn.out.as_str()), (0, "2\n2 1\n3 4\n"));
    assert!(
        drawn.err.contains("1-3; counted as adjourned"),
        "{}",
        drawn.err
    );
    // An adjourned game is a draw by C.04.2 3.1, so nothing is asked.
    let adjourned = OPEN_GAME.replace("     3 w\n", "     3 w ?\n");
    let adjourned = adjourned.replace("     1 b\n", "     1 b ?\n");
    let found = pair("--format bbp", &adjourned);
    assert_eq!((found.exit, &found.out), (0, &drawn.out), "{found:?}");
    let again = pair("--round 1 --format bbp", OPEN_GAME);
    assert_eq!((again.exit, again.out.as_str()), (0, "2\n1 3\n4 2\n"));
}

/// What is assumed of a game pairs as if it stood in the file, and is not written there.
#[test]
fn a_game_without_a_result_counts_what_the_arbiter_says() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    std::fs::write(folder.path().join("a.trf"), OPEN_GAME).expect("writable");
    for (wish, results, words) in [
        ("--open white", ["1", "0"], "counted as won by White"),
        ("--open 1-3=white", ["1", "0"], "counted as won by White"),
        (
            "--open draw --open 1-3=black",
            ["0", "1"],
            "counted as won by Black",
        ),
        (
            "--open white --open draw",
            ["?", "?"],
            "counted as adjourned",
        ),
    ] {
        let entered = with_result(results);
        let expected = run_with(Path::new("."), "pair - --format bbp", entered.as_bytes());
        assert_eq!(expected.exit, 0, "{expected:?}");
        let found = run(folder.path(), &format!("pair a.trf {wish} --format bbp"));
        assert_eq!((found.exit, &found.out), (0, &expected.out), "{wish}");
        let told = format!("round 1: a game has no result: 1-3; {words}, by --open");
        assert!(found.err.contains(&told), "{}", found.err);
        let line = format!("pair a.trf {wish} --format trf -o b.trf");
        assert_eq!(run(folder.path(), &line).exit, 0, "{wish}");
        let again = run(folder.path(), &format!("pair b.trf {wish} --format bbp"));
        assert_eq!((again.exit, &again.out), (0, &expected.out), "{wish}");
        let bare = run(folder.path(), "pair b.trf --round 2");
        assert!(
            bare.err.contains("a game has no result: 1-3"),
            "{}",
            bare.err
        );
        let json = run(folder.path(), &format!("pair a.trf {wish} --format json"));
        let counts = match results[0] {
            "1" => "white",
            "0" => "black",
            _ => "draw",
        };
        let counts = format!("\"counts_as\": \"{counts}\"");
        assert!(json.out.contains(&counts), "{}", json.out);
    }
}

#[test]
fn a_wish_for_another_game_or_result_is_refused() {
    let two_open = OPEN_GAME
        .replace(" 4 b 1\n", " 4 b\n")
        .replace("1.0    2", "0.0    2");
    let two_open = two_open.replace(" 2 w 0\n", " 2 w\n");
    let two_open = two_open
        + "001    5      Emil                              1600                             0.0    5     6 w 0\n001    6      Fay                               1500                             1.0    6     5 b 1\n";
    let with_a_result = with_result(["1", "0"]);
    for (text, wish, exit, words) in [
        (OPEN_GAME, "2-4=white", 3, "--open speaks of the game 2-4"),
        (OPEN_GAME, "3-1=white", 3, "--open speaks of the game 3-1"),
        (
            &with_a_result,
            "1-3=white",
            3,
            "--open speaks of the game 1-3",
        ),
        (
            OPEN_GAME,
            "1=white",
            3,
            "the game is '1', expected the numbers",
        ),
        (
            OPEN_GAME,
            "1-3=won",
            3,
            "the result is 'won', expected draw, white or black",
        ),
        (
            &two_open,
            "1-3=white --round 2",
            3,
            "round 1: a game has no result: 4-2",
        ),
    ] {
        let line = format!("pair - --open {wish}");
        let found = run_with(Path::new("."), &line, text.as_bytes());
        assert_eq!(
            (found.exit, found.out.as_str()),
            (exit, ""),
            "{wish}: {found:?}"
        );
        assert!(found.err.contains(words), "{wish}: {}", found.err);
    }
}

/// Round 2 is written while a game of round 1 is open, and everything reads on.
#[test]
fn a_file_with_an_open_game_can_be_read_after_each_step() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = |name: &str| folder.path().join(name);
    std::fs::write(file("a.trf"), OPEN_GAME).expect("writable");
    let line = "pair a.trf --open draw --format trf -o b.trf";
    assert_eq!(run(folder.path(), line).exit, 0);
    let again = run(folder.path(), "pair b.trf --open draw --format bbp");
    assert_eq!((again.exit, again.out.as_str()), (0, "2\n2 1\n3 4\n"));
    let text = std::fs::read_to_string(file("b.trf")).expect("written");
    // Round 2 is played; the points are left as they are, or count what is known.
    let mut played = text.replace("     3 w       2 b", "     3 w       2 b 1");
    for (from, to) in [
        ("     4 b 1     1 w", "     4 b 1     1 w 0"),
        ("     1 b       4 w", "     1 b       4 w ="),
        ("     2 w 0     3 b", "     2 w 0     3 b ="),
    ] {
        played = played.replace(from, to);
    }
    let mut counted = played.clone();
    for (name, points) in [
        ("Anna", "1.0"),
        ("Bert", "1.0"),
        ("Cleo", "0.5"),
        ("Dora", "0.5"),
    ] {
        let line = counted
            .lines()
            .find(|line| line.contains(name))
            .expect("a line")
            .to_owned();
        let fresh = format!("{}{points}{}", &line[..81], &line[84..]);
        counted = counted.replace(&line, &fresh);
    }
    for text in [&played, &counted] {
        let found = run_with(Path::new("."), "pair - --open draw", text.as_bytes());
        assert_eq!(found.exit, 0, "{text}{}", found.err);
        assert!(found.out.contains("round 3 of 5"), "{}", found.out);
    }
}

#[test]
fn results_can_be_entered_into_the_file_that_was_written() {
    let folder = folder_with(&[OPEN]);
    assert_eq!(
        run(folder.path(), "pair open.trf --format trf -o n.trf").exit,
        0
    );
    let path = folder.path().join("n.trf");
    let text = std::fs::read_to_string(&path).expect("written");
    let lines = text.lines().map(|line| match line.trim_end() {
        line if line.ends_with(" w") => format!("{line} 1\n"),
        line if line.ends_with(" b") => format!("{line} 0\n"),
        line => format!("{line}\n"),
    });
    std::fs::write(&path, lines.collect::<String>()).expect("writable");
    let found = run(folder.path(), "pair n.trf");
    assert_eq!(found.exit, 0, "{}", found.err);
    assert!(found.out.contains("round 6 of 7"), "{}", found.out);
    assert!(
        found
            .err
            .contains("points of all players are those before round 5")
    );
    // So it is when the next round is added, and the file goes on.
    let first = run(folder.path(), "pair n.trf --format bbp");
    assert_eq!(
        run(folder.path(), "pair n.trf --format trf -o m.trf").exit,
        0
    );
    let again = run(folder.path(), "pair m.trf --format bbp");
    assert_eq!((again.exit, again.out), (0, first.out), "{}", again.err);
}

#[test]
fn any_recorded_round_can_be_paired_again_and_shown() {
    let folder = folder_with(&[OPEN]);
    let found = run(folder.path(), "pair open.trf --round 3");
    assert_eq!(found.exit, 0, "{found:?}");
    assert!(found.out.contains("round 3 of 7"), "{}", found.out);
    assert!(
        found.err.contains("comes out as it stands in the file"),
        "{}",
        found.err
    );
    for round in [3, 4] {
        let line = format!("pair open.trf --round {round} --format trf -o out.trf");
        let refused = run(folder.path(), &line);
        assert_eq!(refused.exit, 3, "{refused:?}");
        assert!(
            refused.err.contains("which would be lost"),
            "{}",
            refused.err
        );
    }
    let late = run(folder.path(), "pair open.trf --round 6");
    assert_eq!(late.exit, 3, "{late:?}");
    assert!(
        late.err.contains("or round 5, the next one"),
        "{}",
        late.err
    );
    assert_eq!(names_in(folder.path()), ["open.trf"]);
}

#[test]
fn a_match_without_results_is_paired_again_as_a_whole() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let players = (1..=7).map(|number| format!("001 {number:>4} {:71} 0.0 {number:>4}\n", ""));
    let players: Vec<String> = players.collect();
    let text = format!("142 6\n152 W\n192 FIDE_DOUBLESWISS\n{}", players.concat());
    std::fs::write(folder.path().join("a.trf"), &text).expect("writable");
    let first = run(folder.path(), "pair a.trf --format bbp");
    assert_eq!(first.exit, 0, "{first:?}");
    for (from, to) in [("a", "b"), ("b", "c")] {
        let line = format!("pair {from}.trf --format trf -o {to}.trf");
        let found = run(folder.path(), &line);
        assert_eq!(found.exit, 0, "{found:?}");
    }
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).expect("written");
    assert_eq!(bytes("b.trf"), bytes("c.trf"));
    for round in ["", "--round 1", "--round 2"] {
        let again = run(folder.path(), &format!("pair b.trf --format bbp {round}"));
        assert_eq!((again.exit, &again.out), (0, &first.out), "{}", again.err);
    }
    let next = run(
        folder.path(),
        "pair b.trf --round 3 --open draw --format trf -o d.trf",
    );
    assert_eq!(next.exit, 0, "{next:?}");
    let found = run(folder.path(), "pair d.trf --open draw");
    assert!(found.out.contains("round 3 of 6"), "{found:?}");
    // Both games are played, and the points are still those before the match.
    let text = std::fs::read_to_string(folder.path().join("b.trf")).expect("written");
    let played = text.replace(" w  ", " w 1").replace(" b  ", " b 0");
    let found = run_with(folder.path(), "pair -", played.as_bytes());
    assert_eq!(found.exit, 0, "{played}{}", found.err);
    assert!(found.out.contains("round 3 of 6"), "{}", found.out);
    assert!(found.err.contains("those before round 1"), "{}", found.err);
}

/// A bye that the arbiter gave before the round was paired stands beside that of the pairing.
#[test]
fn a_bye_given_beforehand_is_named_again() {
    let text = "\
142 2
152 W
001    1      Ahrens                                                             0.0    2     3 w -
001    2      Bauer                                                              0.0    4  0000 - Z
001    3      Costa                                                              1.0    2     1 b +
001    4      Duarte                                                             1.0    1  0000 - U  0000 - U
";
    let first = run_with(Path::new("."), "pair - --format bbp", text.as_bytes());
    assert_eq!((first.exit, first.out.as_str()), (0, "2\n3 1\n2 0\n"));
    let written = run_with(Path::new("."), "pair - --format trf", text.as_bytes());
    // In the file both byes look alike, so nobody is taken for the one who had it from the arbiter.
    let bytes = written.out.as_bytes();
    let unsaid = run_with(Path::new("."), "pair - --format bbp", bytes);
    let hint = "it comes out as it stands in the file if the arbiter gave the bye of player 4: --given-bye 4";
    assert!(unsaid.err.contains(hint), "{}", unsaid.err);
    let said = "pair - --format bbp --given-bye 4";
    let again = run_with(Path::new("."), said, bytes);
    assert_eq!((again.exit, &again.out), (0, &first.out), "{}", again.err);
    let same = "note: it comes out as it stands in the file\n";
    assert!(again.err.contains(same), "{}", again.err);
}

#[test]
fn the_date_tells_the_edition() {
    let text = std::fs::read_to_string(repository(OPEN)).expect("the example");
    let text = text.replace("192 FIDE_DUTCH_2026\n", "");
    let dated = |start: &str| {
        text.replace("042 2026/07/11", start)
            .replace("052 2026/07/17\n", "")
    };
    let rules = |text: &str, options: &str| {
        let line = format!("pair - --format json {options}");
        let found = run_with(Path::new("."), &line, text.as_bytes());
        let json: serde_json::Value = serde_json::from_str(&found.out).expect("JSON");
        let rules = &json["rules"];
        let by = rules["chosen_by"].as_str().expect("a word").to_owned();
        (rules["edition"].as_u64().expect("a year"), by, found.err)
    };
    for (record, edition, by) in [
        ("042 2025/07/11", 2017, "date"),
        ("042 11.07.2025", 2017, "date"),
        ("042 2026-01-31", 2017, "date"),
        ("042 Jun 26, 2020", 2017, "date"),
        ("042 28. 07. 2005", 2017, "date"),
        ("042 3. M\u{e4}rz 2026", 2026, "date"),
        ("042 2026/02/01", 2026, "date"),
        ("052 2025/12/30", 2017, "date"),
        (
            "132                                                                                        25/12/27  26/12/28",
            2017,
            "date",
        ),
        ("022 Davos", 2026, "default"),
        ("042 last summer", 2026, "default"),
        ("042 02/01/2026", 2026, "default"),
        ("042 summer\n052 2025/08/01", 2017, "date"),
        ("042 2025/07/11\n192 FIDE_DUTCH_2026", 2026, "file"),
        ("042 2025/07/11\n192 FIDE_DUTCH", 2017, "file"),
    ] {
        let (found, chosen_by, err) = rules(&dated(record), "");
        assert_eq!((found, chosen_by.as_str()), (edition, by), "{record}");
        let is_unread = record.contains("summer") || record.contains("02/01/2026");
        assert_eq!(
            err.contains("date of start is"),
            is_unread,
            "{record}: {err}"
        );
    }
    let early = dated("042 2025/07/11");
    assert_eq!(rules(&early, "--rules 2026").0, 2026);
    assert_eq!(rules(&early, "--system burstein").0, 2026);
    let table = run_with(Path::new("."), "pair -", early.as_bytes());
    assert!(
        table
            .out
            .contains("edition of 2017 (in force on 2025/07/11"),
        "{}",
        table.out
    );
    let check = run_with(Path::new("."), "check -", early.as_bytes());
    assert!(
        check
            .out
            .contains("edition of 2017 (in force on 2025/07/11"),
        "{}",
        check.out
    );
    // In place of JaVaFo the file decides as well; a flag wins over it.
    let mut differing = Vec::new();
    for (line, same_as) in [
        ("- -p", "2017"),
        ("--dutch - -p", "2026"),
        ("--dutch-2017 - -p", "2017"),
    ] {
        let found = run_with(Path::new("."), line, early.as_bytes());
        let line = format!("pair - --rules {same_as} --format bbp");
        let expected = run_with(Path::new("."), &line, early.as_bytes());
        if found.out != expected.out {
            differing.push(line);
        }
    }
    assert!(differing.is_empty(), "{differing:?}");
}

/// Round 2 has byes only: over where the points count it, or where `--after-round` says so; every command
/// takes the same rounds.
#[test]
fn a_last_round_of_byes_is_over_where_the_points_count_it_or_the_arbiter_says_so() {
    let counted = "\
012 Byes only
142 5
152 W
001    1      Anna                              2000                             1.5    1     3 w 1  0000 - H
001    2      Bert                              1900                             1.5    2     4 b 1  0000 - H
001    3      Cleo                              1800                             0.5    3     1 b 0  0000 - H
001    4      Dora                              1700                             0.5    4     2 w 0  0000 - H
";
    let not_counted = counted.replace(" 1.5 ", " 1.0 ").replace(" 0.5 ", " 0.0 ");
    let ask = |text: &str, line: &str| run_with(Path::new("."), line, text.as_bytes());
    let says = "has byes only, and the points count them, so it is over; --after-round 1 leaves it";
    let nobody = "round 2 is to be paired, and nobody takes part in it";
    for (text, option, is_over) in [
        (counted, "", true),
        (counted, "--after-round 2", true),
        (counted, "--after-round 1", false),
        (&not_counted, "", false),
        (&not_counted, "--after-round 1", false),
        (&not_counted, "--after-round 2", true),
    ] {
        let round = if is_over { 3 } else { 2 };
        let pair = ask(text, &format!("pair - {option}"));
        let heading = format!("Byes only, round {round} of 5");
        assert!(pair.out.starts_with(&heading), "{option}: {pair:?}");
        assert_eq!(
            pair.err.contains(says),
            text == counted,
            "{option}: {}",
            pair.err
        );
        assert_eq!(
            pair.err.contains(nobody),
            !is_over,
            "{option}: {}",
            pair.err
        );
        let explain = ask(text, &format!("explain - {option}"));
        assert!(
            explain.out.starts_with(&format!("Round {round}")),
            "{option}: {explain:?}"
        );
        let check = ask(text, &format!("check - {option}"));
        assert_eq!(
            check.out.contains("round 2: equal"),
            is_over,
            "{option}: {check:?}"
        );
        let standings = ask(text, &format!("standings - {option}"));
        let after = format!("standings after round {} of 5", round - 1);
        assert!(standings.out.contains(&after), "{option}: {standings:?}");
    }
    let folder = tempfile::tempdir().expect("a folder for the test");
    let at = |line: &str| run(folder.path(), line);
    std::fs::write(folder.path().join("byes.trf"), &not_counted).expect("a writable folder");
    assert_eq!(
        at("pair byes.trf --after-round 2 --proof byes.proof").exit,
        0
    );
    assert_eq!(at("verify byes.trf byes.proof --after-round 2").exit, 0);
    assert_ne!(at("verify byes.trf byes.proof").exit, 0);
    let written = at("pair byes.trf --after-round 2 --format trf");
    assert!(
        written.out.contains(" 1.5    1     3 w 1  0000 - H     2 "),
        "{written:?}"
    );
    let too_many = at("pair byes.trf --after-round 3");
    assert_eq!(too_many.exit, 3);
    let words = "--after-round is 3, and the file has entries of 2 rounds";
    assert!(too_many.err.contains(words), "{too_many:?}");
    // Other engines know no such round.
    let drop_in = ask(counted, "--dutch - -p");
    assert!(
        drop_in
            .err
            .contains("round 2 is to be paired, and nobody takes part in it"),
        "{drop_in:?}"
    );
}

/// Files of the field: everybody absent, and a round too many on some lines.
#[test]
fn a_round_without_games_is_told_in_words() {
    let folder = folder_with(&[
        "crates/trf/testdata/good/all-absent.trf",
        "crates/trf/testdata/good/superfluous-round.trf",
    ]);
    let absent = run(folder.path(), "pair all-absent.trf");
    let words = "round 2 is to be paired, and nobody takes part in it: everybody has a bye or is absent; `--after-round 2` counts it as held";
    assert!(absent.exit == 0 && absent.err.contains(words), "{absent:?}");
    let next = run(
        folder.path(),
        "pair all-absent.trf --after-round 2 --format bbp",
    );
    assert!(next.out.starts_with("2\n"), "{next:?}");
    let extra = run(folder.path(), "pair superfluous-round.trf");
    let words = "round 2 has no game, and 2 of 4 players have a loss without an opponent in it, which is read as an absence, so they are not paired: 3, 4";
    assert!(extra.exit == 0 && extra.err.contains(words), "{extra:?}");
}
