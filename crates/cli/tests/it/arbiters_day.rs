//! An arbiter's whole day: pair, type the results into the new round's columns, pair again. Points and
//! ranks are the program's to write, and nobody touches them by hand.

use std::fmt::Write as _;
use std::path::Path;

use crate::common::{Run, run};

const PLAYERS: usize = 300;
const ROUNDS: usize = 9;
/// Of the results.
const SEED: u64 = 20_261_125;

/// A file before round 1, with nothing in columns 81-84 where `points` is empty.
fn entered(points: &str) -> String {
    let mut text = format!("012 Open\n142 {ROUNDS}\n152 W\n");
    for number in 1..=PLAYERS {
        let name = format!("Player {number}");
        let rating = 2600 - 3 * number;
        let start = format!("001 {number:>4} m    {name:<33} {rating:>4} SUI");
        writeln!(text, "{start:80}{points:>4} {number:>4}").expect("a string grows");
    }
    text
}

/// The next number of a sequence (Knuth's MMIX constants).
fn draw(seed: &mut u64) -> u64 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

/// Writes a result behind every game of the round, and gives the text and how many games there are.
fn with_results(text: &str, round: usize, seed: &mut u64) -> (String, usize) {
    let column = 91 + 10 * (round - 1);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let number_at = |line: &str, from: usize| -> Option<usize> {
        line.get(from..from + 4)?
            .trim()
            .parse()
            .ok()
            .filter(|n| *n > 0)
    };
    let place = |lines: &[String], number: usize| {
        let is_of = |line: &String| line.starts_with("001") && number_at(line, 4) == Some(number);
        lines.iter().position(is_of).expect("a line of each player")
    };
    let mut games = 0;
    for white in 1..=PLAYERS {
        let own = place(&lines, white);
        let Some(black) = number_at(&lines[own], column) else {
            continue;
        };
        if lines[own].as_bytes()[column + 5] != b'w' {
            continue;
        }
        let results = ["10", "==", "01", "10", "==", "+-"][draw(seed) as usize % 6];
        for (line, result) in [own, place(&lines, black)].into_iter().zip(results.chars()) {
            let line = &mut lines[line];
            line.truncate(column + 7);
            line.push(result);
        }
        games += 1;
    }
    (lines.join("\n") + "\n", games)
}

/// The result of player 1 in this round, put in the place of what is there; the opponent's, too.
fn with_late_game(text: &str, round: usize, results: [char; 2]) -> String {
    let column = 91 + 10 * (round - 1);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let place = |lines: &[String], number: &str| {
        let is_of = |line: &String| line.starts_with("001") && line[4..8].trim() == number;
        lines.iter().position(is_of).expect("a line of each player")
    };
    let own = place(&lines, "1");
    let opponent = lines[own][column..column + 4].trim().to_owned();
    for (line, result) in [own, place(&lines, &opponent)].into_iter().zip(results) {
        lines[line].replace_range(column + 7..column + 8, &result.to_string());
    }
    lines.join("\n") + "\n"
}

fn succeed(folder: &Path, line: &str) -> Run {
    let found = run(folder, line);
    assert_eq!(found.exit, 0, "{line}: {}", found.err);
    found
}

/// The lines of a run's messages that are no notes.
fn doubts(found: &Run) -> Vec<&str> {
    let lines = found.err.lines();
    let doubts = lines.filter(|line| !line.starts_with("note:") && !line.starts_with("  hint:"));
    doubts.collect()
}

/// From round 1 to the last; what the file says at each step. In the round `late` the game of player 1
/// goes on while the next round is paired, and its result is typed with those of that round.
fn play(points: &str, late: Option<usize>) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let folder = folder.path();
    let file = folder.join("open.trf");
    std::fs::write(&file, entered(points)).expect("a writable folder");
    let mut seed = SEED;
    for round in 1..=ROUNDS {
        let is_open = late == Some(round.wrapping_sub(1));
        let open = if is_open { " --open draw" } else { "" };
        let line = format!("pair open.trf --format trf -o next.trf{open}");
        let paired = succeed(folder, &line);
        let mut said = doubts(&paired);
        if is_open {
            assert!(said.remove(0).contains("has no result"), "{said:?}");
        }
        match round {
            // Nobody has typed points yet.
            1 => assert_eq!(said.len(), usize::from(points.is_empty()), "{said:?}"),
            // While a game of a round is open, the points before that round are as good.
            _ if is_open => assert_eq!(said, [""; 0]),
            _ => {
                let words = format!("are those before round {}", round - 1);
                assert!(
                    said.len() == 1 && said[0].contains(&words),
                    "{round}: {said:?}"
                );
                let names_late = said[0].contains(&format!("in round {}, which count", round - 2));
                assert_eq!(names_late, late == Some(round.wrapping_sub(2)), "{said:?}");
            }
        }
        let text = std::fs::read_to_string(folder.join("next.trf")).expect("the round");
        let (text, games) = with_results(&text, round, &mut seed);
        assert_eq!(games, PLAYERS / 2, "round {round}");
        let text = match late {
            Some(late) if late == round => with_late_game(&text, late, [' ', ' ']),
            Some(late) if late + 1 == round => with_late_game(&text, late, ['1', '0']),
            _ => text,
        };
        std::fs::write(&file, text).expect("a writable folder");
    }
    let ranked = succeed(folder, "standings open.trf --format trf -o ranked.trf");
    assert!(
        doubts(&ranked)[0].contains("are those before round 9"),
        "{ranked:?}"
    );
    // What the program has written is what it reads, and says nothing of points any more.
    let again = succeed(folder, "standings ranked.trf");
    assert_eq!(doubts(&again), [""; 0]);
    let table = |found: &Run| {
        found
            .out
            .split_once("\n\n")
            .map(|(_, table)| table.to_owned())
    };
    assert!(table(&again) == table(&succeed(folder, "standings open.trf")));
    let checked = run(folder, "check ranked.trf");
    // The round that was paired with the game as a draw is another one now.
    let equal = if late.is_some() { 8 } else { 9 };
    let words = format!("9 rounds: {equal} equal");
    assert!(checked.out.contains(&words), "{}", checked.out);
    let judges_points = checked.out.contains("points in the file");
    assert!(!judges_points, "{}", checked.out);
    assert_eq!(doubts(&checked), [""; 0]);
}

#[test]
fn nine_rounds_are_paired_without_points_typed_by_hand() {
    play("0.0", None);
}

#[test]
fn so_they_are_where_the_points_are_blank() {
    play("", None);
}

#[test]
fn a_game_that_goes_on_is_counted_as_drawn_and_its_result_typed_later() {
    play("0.0", Some(4));
}
