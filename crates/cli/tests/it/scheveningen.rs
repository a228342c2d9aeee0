//! Two teams of which everybody meets everybody of the other one, from the list of players to the standings.

use std::fs;

use crate::common::{run, run_with};

const LIST: &str = "Name,Rating,Club\nAnna,2400,Basel\nBert,2300,Zug\nCarl,2200,Basel\nDora,2100,Zug\n\
    Emil,2000,Zug\nFritz,1900,Basel\n";

#[test]
fn two_clubs_meet_player_by_player() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    fs::write(here.join("players.csv"), LIST).expect("a list");
    let made = run(
        here,
        "new players.csv -o match.trf --rounds 3 --system scheveningen",
    );
    assert_eq!(made.exit, 0, "{made:?}");
    assert!(made.out.contains(" 1  Basel  3 players\n"), "{made:?}");
    assert!(
        made.out.contains("Next: edelweiss pair match.trf --write"),
        "{made:?}"
    );
    for round in 1..=3 {
        let paired = run(here, "pair match.trf --write");
        assert_eq!(paired.exit, 0, "{paired:?}");
        let entered = run(here, "result match.trf 1 1-0 2 1/2 3 0-1");
        assert_eq!(entered.exit, 0, "round {round}: {entered:?}");
    }
    let over = run(here, "pair match.trf --write");
    assert_eq!(over.exit, 1, "{over:?}");
    let file = fs::read_to_string(here.join("match.trf")).expect("the file");
    assert!(file.contains("192 FIDE_SCHEVENINGEN\n"), "{file}");
    // The customary rounds of three: A1-B1 A2-B2 B3-A3 / B2-A1 A2-B3 B1-A3 / A1-B3 B1-A2 A3-B2.
    assert!(file.contains("   4 w 1     5 b "), "{file}");
    let checked = run(here, "check match.trf");
    assert!(checked.out.contains("3 rounds: 3 equal"), "{checked:?}");
    let explained = run(here, "explain match.trf --round 2");
    assert!(explained.out.contains("(table)"), "{explained:?}");
    let teams = run(here, "standings match.trf");
    assert!(teams.out.contains("Basel"), "{teams:?}");
    let players = run(here, "standings match.trf --players");
    assert!(players.out.contains("Anna"), "{players:?}");
    let absent = run_with(
        here,
        "pair -",
        format!("{}240 Z   1    2\n", file_before_round_one(&file)).as_bytes(),
    );
    assert_eq!(absent.exit, 3, "{absent:?}");
    assert!(
        absent.err.contains("player 2 has a bye or is absent"),
        "{absent:?}"
    );
}

/// The file without its rounds.
fn file_before_round_one(file: &str) -> String {
    file.split_inclusive('\n')
        .map(|line| {
            if line.starts_with("001") {
                format!("{}  0.0    1\n", &line[..79])
            } else {
                line.to_owned()
            }
        })
        .collect()
}

#[test]
fn numbers_are_the_teams_where_no_clubs_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let write = |name: &str, text: &str| fs::write(here.join(name), text).expect("a list");
    write(
        "players.csv",
        &LIST.replace("Zug", "Genf").replacen("Genf", "Chur", 1),
    );
    write("odd.csv", "Name\nAnna\nBert\nCarl\nDora\nEmil\n");
    let made = run(
        here,
        "new players.csv -o a.trf --rounds 6 --system double-scheveningen --lots 3",
    );
    assert_eq!(made.exit, 0, "{made:?}");
    assert!(
        made.err.contains("numbers 1 to 3 meet the others"),
        "{made:?}"
    );
    let paired = run(here, "pair a.trf --format bbp");
    assert_eq!(paired.out, "3\n1 4\n2 5\n6 3\n", "{paired:?}");
    let file = fs::read_to_string(here.join("a.trf")).expect("the file");
    for (from, to, why) in [
        (
            "142 6",
            "142 7",
            "found 7 rounds (record 142), expected at most 6",
        ),
        (
            "192 FIDE_DOUBLE",
            "192 FIDE_",
            "found 6 rounds (record 142), expected at most 3",
        ),
        ("001    6", "009    6", "found teams of 2 and 3 players"),
    ] {
        let wrong = run_with(here, "pair -", file.replace(from, to).as_bytes());
        assert_eq!(wrong.exit, 3, "{wrong:?}");
        assert!(wrong.err.contains(why), "{wrong:?}");
    }
    for (line, why) in [
        (
            "new odd.csv -o b.trf --rounds 2 --system scheveningen",
            "found 5 players, expected two teams of equally many, 4 to 24 together",
        ),
        (
            "new players.csv -o b.trf --rounds 5 --system scheveningen",
            "expected 3, in which 6 players meet",
        ),
        (
            "generate --system scheveningen --players 7 -o b.trf",
            "expected an even number",
        ),
        (
            "generate --system scheveningen --players 26 -o b.trf",
            "expected 4 to 24",
        ),
        (
            "generate --system scheveningen --players 8 --rounds 5 -o b.trf",
            "expected at most 4",
        ),
    ] {
        let refused = run(here, line);
        assert_eq!(refused.exit, 3, "{line}: {refused:?}");
        assert!(refused.err.contains(why), "{line}: {refused:?}");
    }
    assert!(!here.join("b.trf").exists());
}

#[test]
fn generated_events_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    for (options, rounds) in [
        ("--system scheveningen --players 10 --seed 2", 5),
        ("--system double-scheveningen --players 12 --seed 3", 12),
        (
            "--system scheveningen --players 5..9 --rounds 3 --seed 4",
            3,
        ),
        ("--system scheveningen --rounds 9 --seed 4", 9),
    ] {
        let made = run(folder.path(), &format!("generate {options} -o made.trf"));
        assert_eq!(made.exit, 0, "{options}: {made:?}");
        let checked = run(folder.path(), "check made.trf");
        let equal = format!("{rounds} rounds: {rounds} equal");
        assert!(checked.out.contains(&equal), "{options}: {checked:?}");
    }
}
