//! A club's ladder, from the list of players to its standings.

use std::fs;

use crate::common::run;

const LIST: &str = "Name,Rating\nAnna,2000\nBert,1900\nCarl,1800\nDora,1700\nEmil,1600\n";

#[test]
fn a_club_plays_by_the_ladder() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    fs::write(here.join("players.csv"), LIST).expect("a list");
    let made = run(here, "new players.csv -o club.trf --rounds 20");
    assert_eq!(made.exit, 0, "{made:?}");
    let absent = run(here, "absent club.trf 5 --round 2");
    assert_eq!(absent.exit, 0, "{absent:?}");
    for round in 1..=5 {
        let paired = run(here, "pair club.trf --system keizer --write");
        assert_eq!(paired.exit, 0, "round {round}: {paired:?}");
        let entered = run(here, "result club.trf 1 1-0 2 1/2");
        assert_eq!(entered.exit, 0, "round {round}: {entered:?}");
    }
    let checked = run(here, "check club.trf --system keizer");
    assert!(checked.out.contains("5 rounds: 5 equal"), "{checked:?}");
    let other = run(
        here,
        "check club.trf --system keizer --repeat-after 0 --own-value none",
    );
    assert!(!other.out.contains("5 rounds: 5 equal"), "{other:?}");

    let explained = run(here, "explain club.trf --system keizer --round 5");
    for words in ["the ranking: ", "over others of the ranking: ", "(5.2)"] {
        assert!(explained.out.contains(words), "{words}: {explained:?}");
    }
    let shortened = run(
        here,
        "explain club.trf --system keizer --repeat-after 8 --round 5",
    );
    let words = "rounds between two games of the same players: ";
    assert!(shortened.out.contains(words), "{shortened:?}");
    let german = run(
        here,
        "explain club.trf --system keizer --round 5 --language de",
    );
    assert!(german.out.contains("die Rangliste: "), "{german:?}");

    let ranked = run(here, "standings club.trf --tie-breaks KZ,PTS");
    assert!(ranked.out.contains("KZ"), "{ranked:?}");
    let why = run(here, "standings club.trf --tie-breaks KZ,PTS --why 5");
    assert!(why.out.contains("ladder"), "{why:?}");
    let listed = run(
        here,
        "standings club.trf --tie-breaks KZ/own-value=none/top-value=70,PTS --format json",
    );
    assert!(
        listed.out.contains("KZ/top-value=70/own-value=none"),
        "{listed:?}"
    );
    let written = run(
        here,
        "standings club.trf --tie-breaks KZ/own-value=none,PTS --format trf -o ranked.trf",
    );
    assert_eq!(written.exit, 0, "{written:?}");
    let again = run(here, "standings ranked.trf");
    assert!(again.out.contains("KZ/own-value=none"), "{again:?}");
}

#[test]
fn more_rounds_than_opponents_are_generated() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let options = "generate --system keizer --players 5 --rounds 9 --seed 3 -o made.trf";
    let made = run(here, options);
    assert_eq!(made.exit, 0, "{made:?}");
    let checked = run(here, "check made.trf --system keizer");
    assert!(checked.out.contains("9 rounds: 9 equal"), "{checked:?}");
    assert!(checked.out.contains("0 illegal"), "{checked:?}");
}

#[test]
fn a_choice_that_is_none_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    fs::write(here.join("players.csv"), LIST).expect("a list");
    run(here, "new players.csv -o club.trf --rounds 20");
    for (line, exit, why) in [
        (
            "pair club.trf --system keizer --loss-share quarter",
            3,
            "invalid value 'quarter'",
        ),
        ("pair club.trf --own-value none", 3, "--own-value"),
        (
            "standings club.trf --tie-breaks KZ/own-value=twice",
            3,
            "is no parameter of a ladder, expected /top-value=three-halves|40",
        ),
        (
            "standings club.trf --tie-breaks KZ/C1",
            3,
            "\"/C1\" is no parameter of a ladder",
        ),
    ] {
        let refused = run(here, line);
        assert_eq!(refused.exit, exit, "{line}: {refused:?}");
        assert!(refused.err.contains(why), "{line}: {refused:?}");
    }
}
