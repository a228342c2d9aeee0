//! Players and results as JSON: rounds of them, files of them, their limits, and what is refused.

use edelweiss::model::RoundEntry;
use edelweiss::trf::ReadOptions;
use std::fmt::Write;

use edelweiss_answers::calls;
use edelweiss_answers::convert::{ConvertFormat, convert};
use edelweiss_answers::results::{MOST_JSON_BYTES, from_json};
use edelweiss_answers::{AnswerError, AnswerErrorKind, TournamentInput};
use serde_json::{Value, json};

const HEAD: &str = r#""format": "edelweiss.results", "format_version": 1"#;

fn example() -> Vec<u8> {
    let path = format!("{}/../../examples/results.json", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).expect("the file is part of the repository")
}

/// A document with these fields beside its format.
fn results(fields: &str) -> Vec<u8> {
    format!("{{{HEAD}, {fields}}}").into_bytes()
}

/// So many players, of whom the smaller number has won each game of the first round.
fn field(players: u32) -> Vec<u8> {
    let mut games = String::new();
    for white in 1..=players / 2 {
        let comma = if white > 1 { "," } else { "" };
        write!(games, "{comma}[{white},{},\"1-0\"]", white + players / 2).expect("text");
    }
    if players % 2 == 1 {
        write!(games, ",[{players},\"bye\"]").expect("text");
    }
    results(&format!("\"players\": {players}, \"rounds\": [[{games}]]"))
}

fn round(file: &[u8], options: &str) -> Value {
    let answer = calls::pair(file, options).expect("paired");
    serde_json::from_slice(&answer).expect("a document")
}

fn pairs(round: &Value) -> Vec<[u64; 2]> {
    let boards = round["boards"].as_array().expect("boards");
    let number = |seat: &Value| seat["number"].as_u64().expect("a number");
    (boards.iter())
        .map(|board| [number(&board["white"]), number(&board["black"])])
        .collect()
}

fn refused(file: &[u8]) -> AnswerError {
    calls::pair(file, r#"{"file": "big.json"}"#).expect_err("refused")
}

#[test]
fn results_are_paired_as_the_file_that_says_the_same() {
    let file = convert(
        "results.json",
        &example(),
        &ReadOptions::default(),
        ConvertFormat::Trf26,
    )
    .expect("a file");
    let (of_json, of_file) = (round(&example(), ""), round(&file.bytes, ""));
    assert_eq!(of_json["outcome"], "paired");
    for field in ["boards", "bye", "absent", "brackets", "round", "rules"] {
        assert_eq!(of_json[field], of_file[field], "{field}");
    }
    assert_eq!(of_json["round"], 2);
    assert_eq!(of_json["absent"][0]["kind"], "half-point");
    assert_eq!(of_json["input"]["bytes"], example().len());
    let with_round = calls::pair(&example(), r#"{"format": "trf"}"#).expect("a file");
    assert!(String::from_utf8_lossy(&with_round).contains("001    1"));
    let granted = round(&example(), r#"{"absent": ["2"]}"#);
    assert_eq!(granted["absent"].as_array().map(Vec::len), Some(2));
}

#[test]
fn what_lists_say_is_what_their_file_says() {
    let documents = [
        example(),
        field(41),
        results(r#""players": 4, "rounds": [[[1,2],[3,4,null]]]"#),
        results(
            r#""players": 6, "rounds": [[[1,2,"+--"],[3,4,"---"],[5,"full-point"],[6,"bye"]],[[2,1,"?"],[4,5,"1/2-0"],[6,3,"0-1"]]]"#,
        ),
        results(
            r#""players": 3, "rounds": [[], [[1,2,"1-0"]], [[3,"zero-point"]]], "starts": "2025-06-01""#,
        ),
    ];
    for document in documents {
        let told = from_json(&document, "").expect("JSON");
        let direct = told
            .into_tournament()
            .expect("no contradiction")
            .into_data();
        let read = TournamentInput::read_to_pair("", &document, &ReadOptions::default());
        let mut read = read.expect("a file").reading.tournament.into_data();
        // What no pairing asks: a file has blanks behind the last round, or none.
        for (one, other) in read.players.iter_mut().zip(&direct.players) {
            one.entries
                .resize(other.entries.len(), RoundEntry::default());
            one.sex = other.sex;
        }
        read.held = direct.held;
        assert_eq!(read, direct);
    }
}

#[test]
fn more_players_than_a_file_holds_are_paired_and_nothing_else() {
    let file = field(100_001);
    let paired = round(&file, "");
    assert_eq!(paired["input"]["players"], 100_001);
    let pairs = pairs(&paired);
    let bye = paired["bye"]["number"].as_u64().expect("a bye");
    assert!(
        (50_001..=100_000).contains(&bye),
        "who has lost, and had none"
    );
    let mut seated: Vec<u64> = pairs.into_iter().flatten().chain([bye]).collect();
    seated.sort_unstable();
    assert!(seated.into_iter().eq(1..=100_001));
    let hint = "hint: such a tournament can be paired";
    let words =
        "big.json: found 100001 players, expected at most 9999: a tournament file has four digits";
    for options in [
        r#"{"file": "big.json", "format": "trf"}"#,
        r#"{"file": "big.json", "absent": ["5"]}"#,
    ] {
        let error = calls::pair(&file, options).expect_err("no file");
        assert_eq!(error.kind, AnswerErrorKind::Limit);
        assert!(
            error.message.contains(words) && error.message.contains(hint),
            "{error}"
        );
    }
    for format in [
        ConvertFormat::Trf26,
        ConvertFormat::Same,
        ConvertFormat::Json,
    ] {
        let error =
            convert("big.json", &file, &ReadOptions::default(), format).expect_err("no file");
        assert!(error.message.contains(words), "{error}");
    }
    // The other questions are about files.
    let error = calls::state(&file, "").expect_err("no file");
    assert!(
        error.message.contains(
            "this begins like JSON, of which `edelweiss convert` makes a tournament file"
        ),
        "{error}"
    );
    // Systems that pair fewer say so.
    let error = calls::pair(&file, r#"{"system": "dubov"}"#).expect_err("too many");
    assert!(error.message.contains("at most 9999"), "{error}");
    let first = results("\"players\": 10000");
    assert_eq!(
        round(&first, "")["boards"].as_array().map(Vec::len),
        Some(5_000)
    );
    assert_eq!(
        round(&first, r#"{"given-bye": 10000}"#)["given_bye"]["number"],
        10_000
    );
}

#[test]
fn limits_are_told_and_nothing_beyond_them_is_kept() {
    let names = "\"a\",".repeat(10_000_000) + "\"a\"";
    let error = refused(&results(&format!("\"players\": [{names}]")));
    assert_eq!(error.kind, AnswerErrorKind::Limit);
    assert!(
        error.message.contains("found more than 1000000 players"),
        "{error}"
    );
    drop(names);
    for (fields, words) in [
        (
            r#""players": 1000001"#.to_owned(),
            "found more than 1000000 players",
        ),
        (
            format!(r#""players": 1000000, "rounds": [{}[]]"#, "[],".repeat(50)),
            "found 1000000 players and 51 rounds, expected at most 50000000 players times rounds",
        ),
        (
            format!(r#""players": 2, "rounds": [{}[]]"#, "[],".repeat(9_999)),
            "found more than 9999 rounds",
        ),
        (
            format!(
                r#""players": 2, "rounds": [[{}[1,2]]]"#,
                "[1,2],".repeat(1_000_000)
            ),
            "found more than 1000000 games and byes in a round",
        ),
        (
            format!(
                r#""players": 2, "forbidden": [[{}1]]"#,
                "1,".repeat(1_000_000)
            ),
            "found more than 1000000 players in a group",
        ),
    ] {
        let error = refused(&results(&fields));
        assert_eq!(error.kind, AnswerErrorKind::Limit, "{error}");
        assert!(error.message.contains(words), "{error}");
    }
    // Memory that nobody looks at is not taken.
    let error = from_json(&vec![0; MOST_JSON_BYTES + 1], "big.json").expect_err("too large");
    assert_eq!(error.kind, AnswerErrorKind::Limit);
    assert!(
        error.message.contains("more than 536870912 bytes"),
        "{error}"
    );
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (fields, words) in [
        (
            r#""players": 4, "rounds": [[[1, 9, "1-0"]]]"#,
            "round 1, entry 1: found player 9, expected 1 to 4",
        ),
        (
            r#""players": 4, "rounds": [[[1, 2], [3, 2]]]"#,
            "round 1, entry 2: found player 2 again, who has entry 1",
        ),
        (
            r#""players": 4, "rounds": [[[1, 1]]]"#,
            "found player 1 again",
        ),
        (
            r#""players": 4, "rounds": [[[0, "bye"]]]"#,
            "found player 0, expected 1 to 4",
        ),
        (
            r#""players": 4, "rounds": [[[1, 99999999999, "1-0"]]]"#,
            "found player 4294967295, expected 1 to 4",
        ),
        (
            "\"players\": 4,\n\"rounds\": [[[1, 2, \"2-0\"]]]",
            "big.json:2:24: found \"2-0\", expected 1-0",
        ),
        (
            r#""players": 4, "rounds": [[[1, "late"]]]"#,
            "found \"late\", expected bye, half-point",
        ),
        (
            r#""players": 4, "rounds": [[[1]]]"#,
            "expected a game as [1, 2, \"1-0\"]",
        ),
        (
            r#""players": 4, "rounds": [[[1, 2, "1-0", 3]]]"#,
            "trailing",
        ),
        (r#""players": 4, "rounds": [7]"#, "expected a round"),
        (r#""players": [7]"#, "expected a player"),
        (r#""players": [["Ann", 70000]]"#, "70000"),
        (
            r#""players": [["Ann", 10000]]"#,
            "player 1: found the rating 10000, expected at most 9999",
        ),
        (
            r#""players": [{"elo": 2100}]"#,
            "unknown field `elo`, expected one of `name`",
        ),
        (
            r#""players": -3"#,
            "expected a list of players, or how many there are",
        ),
        (r#""players": []"#, "no player"),
        (r#""rounds": []"#, "missing field `players`"),
        (r#""players": 4, "byes": []"#, "unknown field `byes`"),
        (r#""players": 4, "rules": 1999"#, "1999"),
        (r#""players": 4, "system": "swiss""#, "rules and system"),
        (
            r#""players": 4, "starts": "soon""#,
            "expected a date as 2026-03-28",
        ),
        (
            r#""players": 4, "initial_colour": "red""#,
            "expected white or black",
        ),
        (
            r#""players": 4, "forbidden": [[1, 5]]"#,
            "forbidden, group 1: found player 5, expected 1 to 4",
        ),
        (
            r#""players": 4, "rounds": [[[1, 2"#,
            "big.json:1:85: expected `,` or `]`",
        ),
    ] {
        let error = refused(&results(fields));
        assert!(error.message.contains(words), "{fields}: {error}");
        assert!(error.message.starts_with("big.json"), "{fields}: {error}");
        assert_eq!(error.kind, AnswerErrorKind::Invalid, "{fields}: {error}");
    }
    let event = json!({"format": "edelweiss.event", "format_version": 1, "records": []});
    let error = refused(event.to_string().as_bytes());
    assert!(
        error
            .message
            .contains("found the format \"edelweiss.event\""),
        "{error}"
    );
    assert!(
        error
            .message
            .contains("hint: `edelweiss convert --to same`"),
        "{error}"
    );
    let newer = br#"{"format": "edelweiss.results", "format_version": 2, "players": 4}"#;
    assert!(refused(newer).message.contains("of version 2, expected"));
    assert!(refused(b"{").message.contains("big.json:1:1: EOF"));
}
