//! Players added and corrected: which columns change, and what becomes of the numbers.

use edelweiss_event::{EventFile, Step, apply};
use edelweiss_model::RoundNumber;

use crate::{EVENT, event, text};

fn step(json: &str) -> Step {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn done(before: &EventFile, json: &str) -> (EventFile, Vec<String>) {
    let applied = apply(before, &step(json)).unwrap_or_else(|error| panic!("{json}: {error}"));
    (applied.event, applied.said)
}

fn lines(event: &EventFile) -> Vec<String> {
    text(event).lines().map(str::to_owned).collect()
}

#[test]
fn a_correction_changes_its_columns_and_no_other_byte() {
    let json = r#"{"step":"correct-player","number":3,"player":{"rating":1910,"title":"cm","federation":"nor","sex":"f","birth":"2001-05-27","fide-number":1503014,"name":"Clarke, Cid"}}"#;
    let (after, said) = done(&event(EVENT), json);
    assert_eq!(
        said,
        [
            "3 Clark, Cid: name Clarke, Cid (before: Clark, Cid)",
            "3 Clark, Cid: rating 1910 (before: 1900)",
            "3 Clark, Cid: title CM (before: none)",
            "3 Clark, Cid: federation NOR (before: none)",
            "3 Clark, Cid: sex w (before: none)",
            "3 Clark, Cid: date of birth 2001/05/27 (before: none)",
            "3 Clark, Cid: FIDE number 1503014 (before: none)",
        ]
    );
    let old =
        "001    3      Clark, Cid                        1900                             0.0    3";
    let new =
        "001    3 w CM Clarke, Cid                       1910 NOR     1503014 2001/05/27  0.0    3";
    assert_eq!(text(&after), EVENT.replace(old, new));
    let json = r#"{"step":"correct-player","number":3,"player":{"rating":1900,"title":"","federation":"","sex":"","birth":"","fide-number":0,"name":"Clark, Cid"}}"#;
    let (back, _) = done(&after, json);
    assert_eq!(text(&back), EVENT);
    let (same, said) = done(
        &back,
        r#"{"step":"correct-player","number":3,"player":{"rating":1900}}"#,
    );
    assert_eq!(
        (text(&same), &said[..]),
        (
            EVENT.to_owned(),
            &["3 Clark, Cid: as it stands".to_owned()][..]
        )
    );
}

#[test]
fn a_late_entry_gets_the_number_of_its_place_and_everybody_is_named_anew() {
    let file = EVENT.replacen(
        "001    1",
        "062 4\nXXP 3 4\n260   3   3    1    4\nXXA    3  1.0\n### club     4 Rook\n001    1",
        1,
    );
    let before = event(&file);
    let json =
        r#"{"step":"add-player","player":{"name":"Bishop, Bo","rating":1950,"club":"Rook"}}"#;
    let applied = apply(&before, &step(json)).expect("a late entry");
    assert_eq!(
        applied.said,
        [
            "3 Bishop, Bo is added",
            "number 3 by the initial order (C.04.2 2.2.1): the numbers 3 to 4 become 4 to 5",
            "a late entry has no points for the rounds 1 to 2 (C.04.2 2.4); where the rules of the event give some, `edelweiss bye FILE 3 --round 1` notes them",
            "what has been published has the old numbers",
        ]
    );
    let rounds: Vec<RoundNumber> = [0, 1].map(RoundNumber::from_index).to_vec();
    assert_eq!(applied.paired_from_old, rounds);
    let found = lines(&applied.event);
    for line in [
        "062 5",
        "XXP 4 5",
        "260   3   3    1    5",
        "XXA    4  1.0",
        "### club     5 Rook",
        "### club     3 Rook",
        "001    1      Adams, Ann                        2100                             1.0    1     4 w 1     5 b  ",
        "001    3      Bishop, Bo                        1950                             0.0",
        "001    4      Clark, Cid                        1900                             0.0    3     1 b 0     2 b",
        "001    5      Davis, Dan                        1800                             0.0    4     2 w 0     1 w  ",
    ] {
        assert!(
            found.iter().any(|found| found == line),
            "{line:?}\n{}",
            text(&applied.event)
        );
    }
    let players: Vec<&String> = found
        .iter()
        .filter(|line| line.starts_with("001"))
        .collect();
    assert!(players.is_sorted(), "{players:?}");
    // The same at the end, where everybody else keeps the number.
    let json =
        r#"{"step":"add-player","player":{"name":"Bishop, Bo","rating":1950},"numbers":"keep"}"#;
    let (kept, said) = done(&before, json);
    assert_eq!(said[0], "5 Bishop, Bo is added");
    assert!(
        said[1].contains("behind everybody") && said[1].contains("the place would be 3"),
        "{said:?}"
    );
    let ends = text(&kept).replacen("062 5", "062 4", 1);
    assert!(ends.starts_with(&file) && ends.len() > file.len(), "{ends}");
}

#[test]
fn a_correction_of_the_rating_says_the_number_and_moves_the_player_where_asked() {
    let before = event(EVENT);
    let json = r#"{"step":"correct-player","number":4,"player":{"rating":2050}}"#;
    let (_, said) = done(&before, json);
    assert_eq!(
        said[1],
        "the number stays 4; by the initial order (C.04.2 2.2.1) it would be 2, which --numbers place gives until round 4 has been paired (C.04.2 2.3)"
    );
    let json = r#"{"step":"correct-player","number":4,"player":{"rating":2050},"numbers":"place"}"#;
    let (after, said) = done(&before, json);
    assert!(
        said[1].starts_with("number 2 by the initial order (C.04.2 2.2.1) in the place of 4"),
        "{said:?}"
    );
    let players: Vec<String> = lines(&after)
        .into_iter()
        .filter(|line| line.starts_with("001"))
        .collect();
    assert!(
        players[1].starts_with("001    2      Davis, Dan                        2050"),
        "{players:?}"
    );
    assert!(
        players[0].ends_with("    1     4 w 1     2 b  "),
        "{players:?}"
    );
    // Numbers stay once round 4 has been paired.
    let mut later = event(&EVENT.replace("XXR 3", "XXR 9"));
    for round in [
        r#"{"step":"results","results":[{"board":1,"result":"1-0"},{"board":2,"result":"1-0"}]}"#,
        r#"{"step":"round","round":3,"boards":[[1,2],[3,4]]}"#,
        r#"{"step":"results","results":[{"board":1,"result":"1-0"},{"board":2,"result":"1-0"}]}"#,
        r#"{"step":"round","round":4,"boards":[[1,2],[3,4]]}"#,
    ] {
        later = done(&later, round).0;
    }
    let error = apply(&later, &step(json)).expect_err("round 4");
    assert!(
        error
            .to_string()
            .starts_with("round 4 has been paired, and numbers stay from round 4 on (C.04.2 2.3)"),
        "{error}"
    );
    let json = r#"{"step":"add-player","player":{"name":"Bishop, Bo","rating":1950}}"#;
    let (_, said) = done(&later, json);
    assert_eq!(said[0], "5 Bishop, Bo is added");
}

#[test]
fn what_no_player_can_have_is_refused() {
    let json = r#"{"step":"correct-player","number":1,"player":{"fide-number":1503014}}"#;
    let (known, _) = done(&event(EVENT), json);
    for (json, expected) in [
        (
            r#"{"step":"add-player","player":{"name":"Eve","fide-number":1503014}}"#,
            "found the FIDE number 1503014, which is that of 1 Adams, Ann\n  hint: a FIDE number is one player's",
        ),
        (
            r#"{"step":"add-player","player":{"rating":1}}"#,
            "found a player without a name",
        ),
        (
            r#"{"step":"add-player","player":{"name":"Eve","rating":12000,"title":"King","federation":"Norway","sex":"x","birth":"yesterday","fide-number":999999999999}}"#,
            "found the rating 12000, expected 1 to 9999, or 0 for none\nfound the title \"King\", expected GM, IM",
        ),
        (
            r#"{"step":"add-player","player":{"name":"A name of more than thirty-three letters"}}"#,
            "the name \"A name of more than thirty-three letters\" takes 40 columns, and the file has 33",
        ),
        (
            r#"{"step":"correct-player","number":9,"player":{}}"#,
            "found player 9, who is not in the file",
        ),
        (
            r#"{"step":"correct-player","number":2,"player":{"name":" "}}"#,
            "found an empty name",
        ),
    ] {
        let error = apply(&known, &step(json)).expect_err(json).to_string();
        assert!(error.starts_with(expected), "{json}: {error}");
    }
    // A namesake is told, not refused.
    let (_, said) = done(
        &known,
        r#"{"step":"add-player","player":{"name":"Davis, Dan"}}"#,
    );
    assert!(
        said.contains(&"4 Davis, Dan has the same name".to_owned()),
        "{said:?}"
    );
    // Records of teams name players in ways that are not followed.
    let teams = EVENT.replacen("001    1", "299 whatever\n001    1", 1);
    let json =
        r#"{"step":"add-player","player":{"name":"Bishop, Bo","rating":1950},"numbers":"place"}"#;
    let error = apply(&event(&teams), &step(json)).expect_err("299");
    assert!(
        error
            .to_string()
            .contains("(299) names players or teams by numbers"),
        "{error}"
    );
    let json = r#"{"step":"add-player","player":{"name":"Bishop, Bo","rating":1950}}"#;
    let (_, said) = done(&event(&teams), json);
    assert!(
        said[1].starts_with("the others keep their numbers: line "),
        "{said:?}"
    );
}
