//! Colours, seats, points and accelerations: what each changes, and what it refuses.

use edelweiss_event::{EventFile, Step, apply};

use crate::{EVENT, event, text};

fn step(json: &str) -> Step {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn done(before: &EventFile, json: &str) -> (EventFile, Vec<String>) {
    let applied = apply(before, &step(json)).unwrap_or_else(|error| panic!("{json}: {error}"));
    (applied.event, applied.said)
}

fn refused(before: &EventFile, json: &str) -> String {
    apply(before, &step(json)).expect_err(json).to_string()
}

#[test]
fn colours_are_exchanged_in_their_columns() {
    let before = event(EVENT);
    let json = r#"{"step":"swap-colours","players":[4,1]}"#;
    let (after, said) = done(&before, json);
    let expected =
        "round 2: 1 Adams, Ann has White, and 4 Davis, Dan Black (before: the other way round)";
    assert_eq!(said, [expected]);
    let swapped = EVENT
        .replace("     4 b  \n", "     4 w  \n")
        .replace("     1 w  ", "     1 b  ");
    assert_eq!(text(&after), swapped);
    assert_eq!(text(&done(&after, json).0), EVENT);
    // Played with the wrong colours: the results stay those of the players.
    let applied = apply(
        &before,
        &step(r#"{"step":"swap-colours","players":[1,3],"round":1}"#),
    )
    .expect("a game");
    assert!(
        text(&applied.event).contains("1.0    1     3 b 1 "),
        "{}",
        text(&applied.event)
    );
    assert_eq!(applied.paired_from_old.len(), 1);
    let error = refused(&before, r#"{"step":"swap-colours","players":[1,3]}"#);
    assert_eq!(
        error,
        "found no game of 1 Adams, Ann and 3 Clark, Cid in round 2\n  hint: 1 Adams, Ann plays 4 Davis, Dan"
    );
    let error = refused(&before, r#"{"step":"swap-colours","players":[1,1]}"#);
    assert!(
        error.starts_with("found one player, expected the two of a game"),
        "{error}"
    );
}

#[test]
fn whom_a_pair_by_hand_leaves_play_each_other() {
    let before = event(EVENT);
    let (after, said) = done(&before, r#"{"step":"seat","boards":[[1,2]]}"#);
    assert_eq!(
        said,
        [
            "round 2: 1 Adams, Ann – 2 Brown, Bea, by hand",
            "round 2: 4 Davis, Dan – 3 Clark, Cid, by hand"
        ]
    );
    assert!(
        text(&after).contains("1.0    1     3 w 1     2 w"),
        "{}",
        text(&after)
    );
    let (same, said) = done(&after, r#"{"step":"seat","boards":[[1,2]]}"#);
    assert!(said[0].ends_with("as it stands") && text(&same) == text(&after));
    // With a bye.
    let odd = event(
        &EVENT
            .replace("     3 w\r", "\r")
            .replace("     2 b\n", "  0000 - U\n"),
    );
    let (after, said) = done(&odd, r#"{"step":"seat","boards":[[1,3]]}"#);
    assert_eq!(said[1], "round 2: 4 Davis, Dan has the bye, by hand");
    assert!(
        text(&after).contains("0.0    4     2 w 0  0000 - U"),
        "{}",
        text(&after)
    );
    let error = refused(&odd, r#"{"step":"seat","boards":[[1,2]]}"#);
    assert_eq!(
        error,
        "1 Adams, Ann or 2 Brown, Bea is not paired in round 2"
    );
    let played = done(
        &before,
        r#"{"step":"results","results":[{"board":1,"result":"1-0"}]}"#,
    )
    .0;
    assert!(
        refused(&played, r#"{"step":"seat","boards":[[1,2]]}"#)
            .starts_with("found round 2, expected round 3")
    );
}

#[test]
fn points_and_accelerations_take_the_place_of_what_stands() {
    let file = EVENT.replacen(
        "001    1",
        "192 FIDE_DUTCH_2026\n162  W 2.0    D 1.0\n001    1",
        1,
    );
    let file = file
        .replace("XXR 3", "142 5")
        .replace(" 1.0    1 ", " 2.0    1 ")
        .replace(" 1.0    2 ", " 2.0    2 ");
    let before = event(&file);
    let applied =
        apply(&before, &step(r#"{"step":"points","win":"3","draw":"1"}"#)).expect("points");
    assert!(
        applied.said[0].starts_with("points: 3.0 for a win, 1.0 for a draw, 0.0 for a loss"),
        "{:?}",
        applied.said
    );
    let after = text(&applied.event);
    assert!(
        after.contains("2026\n162  W 3.0    D 1.0    L 0.0    P 3.0\n001    1"),
        "{after}"
    );
    assert!(after.contains("3.0    1     3 w 1"), "{after}");
    assert_eq!(applied.paired_from_old.len(), 2);
    let usual = r#"{"step":"points","win":"1","draw":"0.5","loss":".0"}"#;
    assert!(!text(&done(&before, usual).0).contains("162"));
    let error = refused(
        &before,
        r#"{"step":"points","win":"many","forfeit-loss":"100"}"#,
    );
    assert!(
        error.starts_with("win: found the points \"many\", expected a number such as 1.5")
            && error.contains("forfeit-loss: found"),
        "{error}"
    );
    let usual = event(
        &EVENT
            .replacen("001    1", "192 FIDE_DUTCH_2026\n001    1", 1)
            .replace("XXR 3", "142 5"),
    );
    let (baku, said) = done(&usual, r#"{"step":"acceleration","method":"baku"}"#);
    assert_eq!(said, ["acceleration by the Baku method (C.04.7)"]);
    assert!(text(&baku).contains("\n192 FIDE_DUTCH_2026_BAKU\n"));
    let points = r#"{"step":"acceleration","method":"points","points":[{"players":[1,2],"rounds":[1,2],"points":"1"}]}"#;
    let (own, _) = done(&baku, points);
    assert!(
        text(&own).contains("2026\n250       1.0   1   2    1    2\r\n001"),
        "{}",
        text(&own)
    );
    let (none, said) = done(&own, r#"{"step":"acceleration","method":"none"}"#);
    assert_eq!(
        (text(&none), &said[0][..]),
        (text(&usual), "no acceleration")
    );
    for (file, json, expected) in [
        (
            &event(EVENT),
            r#"{"step":"acceleration","method":"baku"}"#,
            "the file has no record 192",
        ),
        (
            &usual,
            r#"{"step":"acceleration","method":"points"}"#,
            "found no virtual points",
        ),
        (
            &usual,
            r#"{"step":"acceleration","method":"points","points":[{"players":[8,9],"rounds":[1,2],"points":"1"}]}"#,
            "points 1: found the players 8 to 9 in the rounds 1 to 2",
        ),
    ] {
        let error = refused(file, json);
        assert!(error.starts_with(expected), "{json}: {error}");
    }
    let three = done(&usual, r#"{"step":"points","win":"3","draw":"1"}"#).0;
    let error = refused(&three, r#"{"step":"acceleration","method":"baku"}"#);
    assert!(
        error.starts_with("Baku acceleration needs a win worth two draws"),
        "{error}"
    );
}
