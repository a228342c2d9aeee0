//! `edelweiss explain`.

use std::path::Path;

use crate::common::{repository, run};

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
            found.exit == 0 && found.out.contains("Board 1: ")
                || found.exit == 1 && found.err.contains("the procedure of the rules ends"),
            "{line}: {} {}",
            found.out,
            found.err
        );
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
