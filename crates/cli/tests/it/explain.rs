//! `edelweiss explain`.

use std::path::Path;

use crate::common::{repository, run, run_with};

/// Explains the example, and expects that it works.
fn explained(file: &str, options: &str) -> String {
    let line = format!("explain {} {options}", repository(file).display());
    let found = run(Path::new("."), &line);
    assert_eq!(found.exit, 0, "{line}: {}", found.err);
    found.out
}

#[test]
fn the_story_names_halves_costs_and_colours() {
    let text = explained("examples/open.trf", "");
    for line in [
        "Round 5, FIDE (Dutch) System, edition of 1 February 2026",
        "Bracket 4: 1.5 points",
        "  Moved down: 15 Ivanova, Darina",
        "  S1 of the remainder: 17 Söderberg, Ulf",
        "  Cost: C12 (2.4.7), refused colour preferences: 1 (2 Okonkwo, Chidi – 3 Ferreira, Duarte); every other criterion is met",
        "  Bye: 13 Marchetti, Giulia is left over at the end and has the bye",
        "  Board 2: 1 Lindqvist, Aron has White against 8 Tanaka, Haruto: the preference of the higher ranked player is granted (5.2.4)",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}

#[test]
fn what_was_changed_is_told_with_its_article() {
    for (file, rules, changes) in [
        (
            "testdata/corpus/nextround-2017/forbidden_sim_740075_r10.trf",
            "--rules 2017",
            &["moved-down players meet", "not the first ones (D.3)"][..],
        ),
        (
            "testdata/corpus/nextround-2017/medium_javafo_220312_r5.trf",
            "--rules 2017",
            &["S2 is transposed to", "change places (D.2)"],
        ),
        (
            "testdata/corpus/nextround-2026/small_bbp6_100561_r11.trf",
            "",
            &["not the first ones (4.4)"],
        ),
    ] {
        let text = explained(file, rules);
        for change in changes {
            assert!(text.contains(change), "{change}\n{text}");
        }
    }
}

#[test]
fn a_player_or_a_board_narrows_it() {
    let player = explained("examples/open.trf", "--player 5");
    let board = explained("examples/open.trf", "--board 3");
    assert_eq!(player, board, "player 5 sits at board 3");
    assert!(
        player.contains("5 Hallström, Nils: WBWB, White is due mildly"),
        "{player}"
    );
    assert!(!player.contains("Bracket 1"), "{player}");
    let file = repository("examples/open.trf");
    for (option, message) in [
        (
            "--player 99",
            "found player 99, expected the starting number",
        ),
        ("--board 10", "--board: found 10, expected 1 to 9"),
        ("--board 0", "--board: found 0, expected 1 to 9"),
    ] {
        let found = run(
            Path::new("."),
            &format!("explain {} {option}", file.display()),
        );
        assert_eq!((found.exit, found.out.as_str()), (3, ""));
        assert!(found.err.contains(message), "{}", found.err);
    }
}

#[test]
fn it_speaks_german_and_markdown() {
    let text = explained("examples/open.trf", "--language de --format markdown");
    assert!(text.starts_with("# Runde 5,"), "{text}");
    assert!(
        text.contains("- **Freilos**: 13 Marchetti, Giulia bleibt am Ende"),
        "{text}"
    );
    assert!(
        text.contains("C12 (2.4.7), verweigerte Farbwünsche: 1"),
        "{text}"
    );
}

#[test]
fn every_system_has_a_story() {
    for options in [
        "--rules 2026",
        "--rules 2017",
        "--rules 1998",
        "--system dubov",
        "--system dubov --rules 1997",
        "--system burstein",
    ] {
        let line = format!(
            "explain {} {options}",
            repository("examples/open.trf").display()
        );
        let found = run(Path::new("."), &line);
        assert!(
            found.out.contains("3.3.1") == (found.exit == 0 && options.contains("2026")),
            "{line}: an article of another system"
        );
        assert!(
            found.exit == 0 && found.out.contains("Board 1: ")
                || found.exit == 1 && found.err.contains("the procedure of the rules ends"),
            "{line}: {} {}",
            found.out,
            found.err
        );
    }
}

#[test]
fn procedures_tell_their_steps() {
    for (options, step) in [
        (
            "--rules 1998 --round 4",
            "How: exchanged between S1 and S2: 2 Okonkwo, Chidi; 3 Ferreira, Duarte (C.8); the two sides meet as they stand (C.6)",
        ),
        (
            "--system dubov --rules 1997 --round 4",
            "How: to the other column: 12 van der Zee, Joost (7.3); brought together by a change of rows: 19 Brandt, Emil; 8 Tanaka, Haruto (6.3)",
        ),
        (
            "--rules 1998 --round 3 --language de",
            "Weg: S2 wird umgestellt zu 8 Tanaka, Haruto; 5 Hallström, Nils (C.7)",
        ),
    ] {
        let text = explained("examples/open.trf", options);
        assert!(text.contains(step), "{options}: {step}\n{text}");
    }
}

#[test]
fn questions_are_answered_by_the_first_criterion_that_gets_worse() {
    for (question, expected) in [
        (
            "--why-not 1-5",
            "comes later in the sequence: more players change places between S1 and S2 (4.3.2.1)",
        ),
        (
            "--why-not 2-20",
            "Decides: C6 (2.4.1) gets worse, downfloaters: 2 instead of 0",
        ),
        (
            "--why-not 2-20",
            "  the best round with it differs first in bracket 1",
        ),
        ("--why-not 4-15", "have met in round 1 (C1)"),
        (
            "--why-not 3-3",
            "3 Ferreira, Duarte cannot play against himself",
        ),
        ("--why-not 2-3", "it is so in this round"),
        (
            "--why-not 1-9",
            "9 Novotná, Klára does not take part in this round",
        ),
        (
            "--why-not-bye 20",
            "C5 (2.3.1) gets worse, the score of the player with the bye: 1.0 points instead of 0.5",
        ),
        (
            "--why-not-float 12",
            "Decides: C12 (2.4.7) gets worse, refused colour preferences: 1 instead of 0 (6 Castellani, Renzo – 15 Ivanova, Darina)",
        ),
        (
            "--why-colour 8",
            "1 Lindqvist, Aron: WBWB, White is due mildly",
        ),
        ("--why-colour 8", "S2 is in a later order (4.2)"),
        ("--why-colour 13", "has the bye, and so no colour"),
        (
            "--why-not-bye 17 --language de",
            "die Punkte des Spielers mit dem Freilos: 1.0 statt 0.5",
        ),
        (
            "--why-not 1-5 --system burstein",
            "it has no criteria by which two rounds could be compared",
        ),
    ] {
        let text = explained("examples/open.trf", question);
        assert!(text.contains(expected), "{question}: {expected}\n{text}");
    }
    let file = repository("examples/open.trf");
    for (question, message) in [
        (
            "--why-not 1",
            "--why-not: found \"1\", expected two starting numbers",
        ),
        (
            "--why-not 1-99",
            "found player 99, expected the starting number",
        ),
    ] {
        let found = run(
            Path::new("."),
            &format!("explain {} {question}", file.display()),
        );
        assert_eq!((found.exit, found.out.as_str()), (3, ""));
        assert!(found.err.contains(message), "{}", found.err);
    }
}

#[test]
fn a_pairing_made_by_hand_is_judged() {
    let file = repository("examples/open.trf");
    let right = "2-3,1-8,5-11,7-14,4-10,6-12,15-18,19-16,17-20,13";
    for (pairs, exit, expected) in [
        (right, 0, "it is the round that the rules make"),
        (
            "2-3,1-5,8-11,7-14,4-10,6-12,15-18,19-16,17-20,13",
            1,
            "more players change places between S1 and S2 (4.3.2.1)",
        ),
        (
            "2-3,1-8,5-11,7-14,4-15,6-12,10-18,19-16,17-20,13",
            1,
            "it is not legal, for one reason:\n  4 Baranova, Yelena and 15 Ivanova, Darina have met (C1)",
        ),
        (
            "2-3,1-8,5-11,7-14,4-10,6-12,15-18,19-20,16-13,17-0",
            1,
            "C5 (2.3.1) gets worse, the score of the player with the bye: 1.0 points instead of 0.5",
        ),
        ("2-3", 1, "1 Lindqvist, Aron takes part and is not paired"),
        (
            "2-3,1-99",
            3,
            "expected the starting number of a player of the file",
        ),
        (
            "2-3,1,4",
            3,
            "expected one player without an opponent, who has the bye",
        ),
        ("2-2", 3, "expected two players"),
        (",", 3, "expected pairs as 1-2,3-4,5"),
    ] {
        let line = format!("judge {} --pairs {pairs}", file.display());
        let found = run(Path::new("."), &line);
        assert_eq!(found.exit, exit, "{line}: {}{}", found.out, found.err);
        let said = found.out + &found.err;
        assert!(said.contains(expected), "{line}: {said}");
    }
    let missing = run(Path::new("."), &format!("judge {}", file.display()));
    assert_eq!(missing.exit, 3);
    assert!(
        missing.err.contains("round 5 does not stand in the file"),
        "{}",
        missing.err
    );
    let recorded = run(
        Path::new("."),
        &format!("judge {} --round 2", file.display()),
    );
    assert!([0, 1].contains(&recorded.exit), "{}", recorded.err);
}

#[test]
fn a_preview_tells_what_is_certain() {
    let file = repository("crates/cli/tests/recorded/three-open-games.trf");
    let found = run(Path::new("."), &format!("preview {}", file.display()));
    assert_eq!(found.exit, 0, "{}", found.err);
    for line in [
        "  3 games are open; all 27 outcomes were paired.",
        "  Bye: 16 Quigley, Oisín",
        "  20 Zieliński, Tomasz has White against 21 Moreau, Capucine",
        "  18 Adeyemi, Folake: 19 Brandt, Emil in 21 of 27; 6 Castellani, Renzo in 6 of 27; depends on 1–8, 10–4",
    ] {
        assert!(
            found.out.lines().any(|said| said == line),
            "{line}\n{}",
            found.out
        );
    }
    let drawn = |options: &str| {
        let line = format!("preview {} --quiet --outcomes 12 {options}", file.display());
        run(Path::new("."), &line)
    };
    assert!(
        drawn("")
            .out
            .contains("12 outcomes were paired, drawn with seed 1")
    );
    assert_eq!(drawn("--seed 1"), drawn(""));
    assert_ne!(drawn("--seed 2").out, drawn("").out);
    let beyond = drawn("--seed 9223372036854775808");
    assert_eq!(beyond.exit, 3);
    assert!(
        (beyond.err).contains("expected a whole number from 0 to 9223372036854775807"),
        "{}",
        beyond.err
    );
    let settled = run(
        Path::new("."),
        &format!("preview {}", repository("examples/open.trf").display()),
    );
    assert_eq!(settled.exit, 3);
    assert!(settled.err.contains("no game is open"), "{}", settled.err);
}

/// What is certain first, and a screen of the rest; JSON has everything.
#[test]
fn a_preview_of_many_open_games_is_cut_with_a_count() {
    let example = std::fs::read_to_string(repository("examples/large.trf")).expect("the example");
    let lines = example.lines().map(|line| match line.strip_prefix("001") {
        Some(_) => format!("{} ", line.trim_end().trim_end_matches(['1', '0', '='])),
        None => line.to_owned(),
    });
    // Without the points, which would be those after the round.
    let lines = lines.map(|line| match line.strip_prefix("001") {
        Some(_) => format!("{}    {}", &line[..80], &line[84..]),
        None => line,
    });
    let file = lines.collect::<Vec<_>>().join("\n");
    let preview = |options: &str| {
        let line = format!("preview - -q --outcomes 6 {options}");
        let found = crate::common::run_with(Path::new("."), &line, file.as_bytes());
        assert_eq!(found.exit, 0, "{}", found.err);
        found.out
    };
    let short = preview("");
    assert!(short.len() < 20_000, "{} bytes", short.len());
    assert!(short.contains("and 230 more (--all shows them)"), "{short}");
    let places = ["Certain boards", "Not certain yet", "Open games"].map(|part| short.find(part));
    assert!(places.is_sorted() && places[0].is_some(), "{places:?}");
    let whole = preview("--all");
    assert!(!whole.contains("--all") && whole.len() > short.len());
    assert_eq!(preview("--format json"), preview("--format json --all"));
    let json: serde_json::Value = serde_json::from_str(&preview("--format json")).expect("JSON");
    assert_eq!(json["open_games"].as_array().map(Vec::len), Some(250));
    assert_eq!(json["players"].as_array().map(Vec::len), Some(500));
}

#[test]
fn a_page_stands_alone_and_shows_every_player_once() {
    let page = explained("examples/open.trf", "--format html");
    assert!(
        page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"),
        "{page}"
    );
    for loaded in ["http:", "https:", "src=", "url(", "<script"] {
        assert!(!page.contains(loaded), "{loaded}");
    }
    assert_eq!(page.matches("<div class=\"player").count(), 18);
    assert_eq!(page.matches("<line ").count(), 9);
    assert_eq!(
        page.matches("<section").count(),
        7,
        "six brackets and the boards"
    );
    assert!(page.contains("<div class=\"player moved\""), "{page}");
}

#[test]
fn a_name_with_markup_stays_a_name() {
    let file = std::fs::read_to_string(repository("examples/open.trf")).expect("the example");
    let file = file
        .replace("Lindqvist, Aron   ", "<b>Lind*qvist*</b>")
        .replace("Edelweiss Open", "<i>Open");
    let input = file.as_bytes();
    let page = run_with(Path::new("."), "explain - --format html --quiet", input);
    assert_eq!(page.exit, 0, "{}", page.err);
    assert!(
        page.out.contains("1 &lt;b&gt;Lind*qvist*&lt;/b&gt;"),
        "{}",
        page.out
    );
    assert!(!page.out.contains("<i>Open") && !page.out.contains("<b>Lind"));
    let text = run_with(Path::new("."), "explain - --format markdown --quiet", input);
    assert!(
        text.out.contains("1 \\<b\\>Lind\\*qvist\\*"),
        "{}",
        text.out
    );
}

/// A round of many names is read on a screen; who wants them all asks in full.
#[test]
fn long_lists_are_cut_except_whom_the_story_is_about() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = run(
        folder.path(),
        "generate --players 300 --rounds 9 --seed 3 -o big.trf",
    );
    assert_eq!(made.exit, 0, "{}", made.err);
    let told = |options: &str| {
        let found = run(
            folder.path(),
            &format!("explain big.trf --round 6 -q {options}"),
        );
        assert_eq!(found.exit, 0, "{}", found.err);
        found.out
    };
    let half = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("  S2: "));
        line.expect("a bracket").to_owned()
    };
    let (cut, full) = (told("--player 115"), told("--player 115 --full"));
    assert!(half(&cut).contains("; 115 Player 0115; and "), "{cut}");
    assert!(!half(&full).contains("; and "), "{full}");
    // Residents stand in S1 and S2.
    assert_eq!(cut.lines().count() + 1, full.lines().count());
    let wrapped: usize = cut
        .lines()
        .map(|line| line.chars().count().div_ceil(74).max(1))
        .sum();
    assert!(wrapped <= 25, "{wrapped} lines: {cut}");
    let whole = told("");
    assert!(
        whole
            .lines()
            .last()
            .is_some_and(|line| line.starts_with("  and ")),
        "{whole}"
    );
    assert!(told("--full").lines().count() > whole.lines().count() + 100);
    assert_eq!(told("--format json"), told("--format json --full"));
}
