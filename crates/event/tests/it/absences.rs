//! Byes, absences, withdrawals and bans: what each does to a file, and what it refuses.

use edelweiss_event::{EventFile, Step, apply};

use crate::{EVENT, event, text};

pub(crate) fn step(json: &str) -> Step {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

pub(crate) fn done(before: &EventFile, json: &str) -> (EventFile, Vec<String>) {
    let applied = apply(before, &step(json)).unwrap_or_else(|error| panic!("{json}: {error}"));
    (applied.event, applied.said)
}

pub(crate) fn refused(before: &EventFile, json: &str) -> String {
    apply(before, &step(json)).expect_err(json).to_string()
}

/// Three rounds, of which two have been paired.
fn next_is_three() -> EventFile {
    event(EVENT)
}

#[test]
fn what_is_announced_is_one_line_that_the_next_player_joins_and_leaves() {
    let first = next_is_three();
    let (one, said) = done(&first, r#"{"step":"bye","kind":"H","players":[3]}"#);
    assert_eq!(said, ["round 3: 3 Clark, Cid has a half-point bye"]);
    let line = "240 H   3    3\r\n001    1";
    assert_eq!(text(&one), EVENT.replacen("001    1", line, 1));
    let (two, _) = done(&one, r#"{"step":"bye","kind":"H","players":[4],"round":3}"#);
    assert!(text(&two).contains("240 H   3    3    4\r\n001    1"));
    // JaVaFo's dialect (XXR) has a record of its own for absences from the next round.
    let (absent, said) = done(&two, r#"{"step":"bye","kind":"Z","players":[1]}"#);
    assert_eq!(said, ["round 3: 1 Adams, Ann is absent"]);
    assert!(text(&absent).contains("240 H   3    3    4\r\nXXZ 1\r\n001    1"));
    // The same once more changes nothing.
    let again =
        apply(&absent, &step(r#"{"step":"bye","kind":"Z","players":[1]}"#)).expect("stands");
    assert!(!again.is_change(&absent) && again.said[0].ends_with("is absent, as it stands"));
    let (without, said) = done(&absent, r#"{"step":"attend","players":[3,1]}"#);
    assert_eq!(
        said,
        [
            "round 3: 3 Clark, Cid has a half-point bye no more",
            "round 3: 1 Adams, Ann is absent no more"
        ]
    );
    assert!(text(&without).contains("240 H   3    4\r\n001    1"));
    let (without, _) = done(&without, r#"{"step":"attend","players":[4]}"#);
    assert_eq!(text(&without), EVENT, "every trace is gone");
}

#[test]
fn a_round_that_was_missed_can_have_a_bye_later_which_counts() {
    let file = EVENT
        .replace(
            "1.0    1     3 w 1     4 b  ",
            "1.0    1     3 w 1          ",
        )
        .replace("4     2 w 0     1 w  ", "4     2 w 0");
    let (with, said) = done(
        &event(&file),
        r#"{"step":"bye","kind":"H","players":[1],"round":2}"#,
    );
    assert_eq!(said, ["round 2: 1 Adams, Ann has a half-point bye"]);
    assert!(
        text(&with).contains("1.5    1     3 w 1  0000 - H"),
        "{}",
        text(&with)
    );
    let (back, _) = done(&with, r#"{"step":"attend","players":[1],"round":2}"#);
    assert!(text(&back).contains("1.0    1     3 w 1          "));
}

#[test]
fn who_withdraws_is_absent_from_every_round_left() {
    let file = EVENT
        .replace("XXR 3", "142 5")
        .replacen("001    1", "240 H   4    2\n001    1", 1);
    let (gone, said) = done(&event(&file), r#"{"step":"withdraw","players":[2]}"#);
    assert_eq!(
        said,
        [
            "round 4: 2 Brown, Bea has a half-point bye no more",
            "2 Brown, Bea is not paired from round 3 on"
        ]
    );
    let lines = "240 Z   3    2\r\n240 Z   4    2\r\n240 Z   5    2\r\n001    1";
    assert!(text(&gone).contains(lines), "{}", text(&gone));
    let (back, _) = done(&gone, r#"{"step":"attend","players":[2],"later":true}"#);
    assert!(!text(&back).contains("240"));
    let error = refused(
        &event(&EVENT.replace("XXR 3", "XXC rank")),
        r#"{"step":"withdraw","players":[2]}"#,
    );
    assert!(
        error.contains("does not say how many rounds") && error.contains("142 9"),
        "{error}"
    );
}

#[test]
fn byes_that_cannot_be_are_refused_with_what_to_do() {
    let (absent, _) = done(
        &next_is_three(),
        r#"{"step":"bye","kind":"Z","players":[1]}"#,
    );
    for (json, expected) in [
        (
            r#"{"step":"bye","kind":"H","players":[1]}"#,
            "1 Adams, Ann is absent in round 3\n  hint: `edelweiss absent FILE 1 --round 3 --cancel` takes that back first",
        ),
        (
            r#"{"step":"bye","kind":"H","players":[1],"round":2}"#,
            "1 Adams, Ann plays 4 Davis, Dan in round 2, which has been paired\n  hint: who does not appear loses by forfeit",
        ),
        (
            r#"{"step":"bye","kind":"H","players":[9]}"#,
            "found player 9, who is not in the file\n  hint: the file has 4 players",
        ),
        (
            r#"{"step":"bye","kind":"H","players":[2],"round":4}"#,
            "found round 4, expected one from 1 to 3",
        ),
        (
            r#"{"step":"bye","kind":"H","players":[]}"#,
            "found no player",
        ),
        (
            r#"{"step":"attend","players":[2]}"#,
            "found neither a bye nor an absence of 2 Brown, Bea in round 3",
        ),
        (
            r#"{"step":"withdraw","players":[2],"round":2}"#,
            "2 Brown, Bea plays 3 Clark, Cid in round 2",
        ),
    ] {
        let error = refused(&absent, json);
        assert!(error.starts_with(expected), "{json}: {error}");
    }
}

#[test]
fn bans_are_lines_of_their_own() {
    let first = next_is_three();
    let (one, said) = done(&first, r#"{"step":"forbid","groups":[[3,1]]}"#);
    assert_eq!(said, ["3 Clark, Cid and 1 Adams, Ann do not meet"]);
    assert_eq!(
        text(&one),
        EVENT.replacen("001    1", "XXP 3 1\r\n001    1", 1)
    );
    let (two, said) = done(
        &one,
        r#"{"step":"forbid","groups":[[2,4]],"round":2,"last":3}"#,
    );
    assert_eq!(
        said,
        ["2 Brown, Bea and 4 Davis, Dan do not meet in the rounds 2 to 3"]
    );
    assert!(text(&two).contains("XXP 3 1\r\n260   2   3    2    4\r\n001    1"));
    let again = apply(
        &two,
        &step(r#"{"step":"forbid","groups":[[4,2]],"round":3,"last":3}"#),
    )
    .expect("stands");
    assert!(!again.is_change(&two) && again.said[0].ends_with("in round 3, as it stands"));
    let (lifted, said) = done(&two, r#"{"step":"allow","groups":[[1,3]]}"#);
    assert_eq!(said, ["1 Adams, Ann and 3 Clark, Cid may meet again"]);
    assert_eq!(
        text(&lifted),
        EVENT.replacen("001    1", "260   2   3    2    4\r\n001    1", 1)
    );
    let club = "### club     1 Rook\n### club     4 rook\n001    1";
    let clubs = event(&EVENT.replacen("001    1", club, 1));
    let (of_club, said) = done(&clubs, r#"{"step":"forbid","clubs":["rook"]}"#);
    assert!(
        said[0].ends_with("do not meet: club rook; who comes later is no part of it"),
        "{said:?}"
    );
    assert!(text(&of_club).contains("XXP 1 4\r\n001    1"));
    for (json, expected) in [
        (
            r#"{"step":"forbid","groups":[[3,3]]}"#,
            "found a ban of 3 Clark, Cid alone, expected two different players",
        ),
        (
            r#"{"step":"forbid","groups":[[3,9]]}"#,
            "found player 9, who is not in the file",
        ),
        (r#"{"step":"forbid"}"#, "found no ban"),
        (
            r#"{"step":"forbid","clubs":["Pawn"]}"#,
            "found no player of the club \"Pawn\", expected two or more",
        ),
        (
            r#"{"step":"forbid","federations":["GER"]}"#,
            "found no player of the federation",
        ),
        (
            r#"{"step":"forbid","groups":[[3,1]],"round":3,"last":2}"#,
            "found the rounds 3 to 2",
        ),
        (
            r#"{"step":"allow","groups":[[1,2]]}"#,
            "found no ban of 1 Adams, Ann and 2 Brown, Bea",
        ),
    ] {
        let error = refused(&two, json);
        assert!(error.starts_with(expected), "{json}: {error}");
    }
}

#[test]
fn soft_bans_are_comments_that_other_programs_skip() {
    let first = next_is_three();
    let (one, said) = done(&first, r#"{"step":"forbid","groups":[[3,1]],"soft":true}"#);
    assert_eq!(
        said,
        [
            "3 Clark, Cid and 1 Adams, Ann should not meet from round 3 on",
            "soft bans are no FIDE criterion: they come after all of these, and may be broken"
        ]
    );
    let line = "### soft-ban   3 999    3    1\r\n";
    assert_eq!(
        text(&one),
        EVENT.replacen("001    1", &format!("{line}001    1"), 1)
    );
    let until = r#"{"step":"forbid","groups":[[2,4]],"round":2,"last":3,"soft":true}"#;
    let (two, said) = done(&one, until);
    assert_eq!(
        said[0],
        "2 Brown, Bea and 4 Davis, Dan should not meet in the rounds 2 to 3"
    );
    assert!(text(&two).contains(&format!("{line}### soft-ban   2   3    2    4\r\n001    1")));
    assert!(!apply(&two, &step(until)).expect("stands").is_change(&two));
    // Hard and soft bans of the same players stand beside each other, and are lifted together.
    let (hard, _) = done(&two, r#"{"step":"forbid","groups":[[1,3]]}"#);
    assert!(text(&hard).contains("XXP 1 3\r\n"), "{}", text(&hard));
    let (lifted, said) = done(&hard, r#"{"step":"allow","groups":[[1,3]]}"#);
    assert_eq!(said, ["1 Adams, Ann and 3 Clark, Cid may meet again"]);
    assert_eq!(text(&lifted), text(&two).replace(line, ""));
    for (json, expected) in [
        (
            r#"{"step":"forbid","groups":[[3,3]],"soft":true}"#,
            "found a ban of 3 Clark, Cid alone, expected two different players",
        ),
        (
            r#"{"step":"forbid","groups":[[3,9]],"soft":true}"#,
            "found player 9, who is not in the file",
        ),
        (
            r#"{"step":"forbid","groups":[[3,1]],"round":3,"last":2,"soft":true}"#,
            "found the rounds 3 to 2, expected the smaller number first",
        ),
        (
            r#"{"step":"allow","groups":[[2,3]]}"#,
            "found no ban of 2 Brown, Bea and 3 Clark, Cid",
        ),
    ] {
        let error = refused(&two, json);
        assert!(error.starts_with(expected), "{json}: {error}");
    }
}

#[test]
fn in_a_competition_of_teams_the_records_are_those_of_the_teams() {
    let file = EVENT.replacen("001    1", "192 FIDE_TEAM\n001    1", 1);
    let error = refused(
        &event(&file),
        r#"{"step":"forbid","groups":[[3,1]],"round":2}"#,
    );
    assert!(
        error.contains("no record in a competition of teams"),
        "{error}"
    );
}
