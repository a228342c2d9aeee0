//! Options as JSON, documents, and refusals with their places.

use edelweiss_answers::calls::{self, QUESTIONS, answer};
use edelweiss_answers::{AnswerError, AnswerErrorKind};
use serde_json::{Value, json};

fn example() -> Vec<u8> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/open.trf");
    std::fs::read(path).expect("the example is part of the repository")
}

fn asked(question: &str, options: &Value) -> Result<Value, AnswerError> {
    let text = answer(question, &example(), &options.to_string())?;
    Ok(serde_json::from_slice(&text).expect("a document"))
}

fn error(question: &str, options: &Value) -> Value {
    let error = asked(question, options).expect_err("the question is wrong");
    serde_json::from_str(&error.to_json()).expect("a document")
}

#[test]
fn every_question_answers_without_options() {
    for question in QUESTIONS {
        let bare = answer(question, &example(), "").expect("the example can be asked");
        let document: Value = serde_json::from_slice(&bare).expect("a document");
        let format = document["format"].as_str().expect("a name");
        assert!(format.starts_with("edelweiss"), "{format}");
    }
    let versions: Value = serde_json::from_str(&calls::versions()).expect("a document");
    assert_eq!(versions["systems"][0]["edition"], 2026);
    assert_eq!(versions["tie_break_rules"][0]["edition"], "2026-03");
}

#[test]
fn options_are_those_of_the_command_line() {
    let edition = |options| {
        let round = asked("pair", &options).expect("paired");
        round["rules"]["edition"].clone()
    };
    assert_eq!(edition(json!({"rules": 2017})), 2017);
    assert_eq!(edition(json!({"rules": "2017", "encoding": "utf-8"})), 2017);
    assert_eq!(edition(json!({"system": "dubov"})), 2026);
    let standings = asked("standings", &json!({"tie-breaks": "BH,DE", "why": 3}));
    let standings = standings.expect("ranked");
    assert_eq!(standings["tie_breaks"][1]["code"], "DE");
    assert_eq!(standings["why"]["number"], 3);
    let again = asked("pair", &json!({"round": 1, "open": ["draw"]})).expect("paired");
    assert_eq!(again["round"], 1);
    let open = asked("pair", &json!({"open": "draw"})).expect("paired");
    assert_eq!(open["outcome"], "paired");
    let why = asked("explain", &json!({"why-not": ["1-2"], "language": "de"}));
    assert_eq!(why.expect("told")["language"], "de");
}

#[test]
fn the_file_with_the_round_added_can_be_asked_about_it() {
    let with_round = answer("pair", &example(), r#"{"format": "trf"}"#).expect("a file");
    let round: Value =
        serde_json::from_slice(&answer("pair", &with_round, "").expect("paired again"))
            .expect("a document");
    let before = asked("pair", &json!({})).expect("paired");
    assert_eq!(round["boards"], before["boards"]);
    assert_eq!(round["recorded"]["is_same"], true);
    assert!(
        round["notes"][0]
            .as_str()
            .is_some_and(|n| n.contains("stands in the file"))
    );
}

#[test]
fn editions_are_compared_board_by_board() {
    let found = asked("editions", &json!({"editions": [2026, 2017]})).expect("compared");
    let [first, second] = [&found["editions"][0], &found["editions"][1]];
    assert_eq!(
        (&first["edition"], &second["edition"]),
        (&json!(2026), &json!(2017))
    );
    for edition in [first, second] {
        let options = json!({"rules": edition["edition"]});
        let round = asked("pair", &options).expect("paired");
        let boards = round["boards"].as_array().expect("boards").iter();
        let boards: Vec<Value> = boards
            .map(|board| json!([board["white"]["number"], board["black"]["number"]]))
            .collect();
        assert_eq!(edition["boards"], Value::Array(boards));
    }
    assert!(first["compared"].is_null());
    let is_same = first["boards"] == second["boards"];
    assert_eq!(second["compared"]["verdict"] == "equal", is_same);
}

#[test]
fn what_is_refused_says_where_and_what_to_do() {
    let unknown = error("pair", &json!({"rule": 2017}));
    assert_eq!(unknown["kind"], "invalid");
    let words = unknown["message"].as_str().expect("words");
    assert!(
        words.starts_with("options: found \"rule\", expected one of file,"),
        "{words}"
    );
    for (question, options, expected) in [
        ("pair", json!({"rules": 2000}), "found the edition \"2000\""),
        ("pair", json!({"round": 0}), "round 0 is asked for"),
        ("pair", json!({"open": "lost"}), "the result is 'lost'"),
        ("standings", json!({"after-round": 0}), "--after-round"),
        (
            "standings",
            json!({"why": 9999}),
            "no player has the number 9999",
        ),
        ("explain", json!({"board": 0}), "--board: found 0"),
        (
            "check",
            json!({"round": 99}),
            "found no pairing of round 99",
        ),
        ("editions", json!({"editions": [1997]}), "no such edition"),
        ("mend", json!({}), "found the question \"mend\""),
    ] {
        let found = error(question, &options);
        let words = found["message"].as_str().expect("words");
        assert!(words.contains(expected), "{question} {options}: {words}");
    }
    let listed = error("standings", &json!({"tie-breaks": "BH,XYZ"}));
    assert_eq!(listed["errors"][0]["file"], "--tie-breaks");
    assert_eq!(listed["errors"][0]["first_column"], 4);

    let text = String::from_utf8(example()).expect("UTF-8");
    let bad = text.replacen(" w 1", " x 1", 1);
    let line = text
        .lines()
        .position(|line| line.contains(" w 1"))
        .expect("a win")
        + 1;
    for question in QUESTIONS {
        let error =
            answer(question, bad.as_bytes(), r#"{"file": "bad.trf"}"#).expect_err("no tournament");
        assert_eq!(error.kind, AnswerErrorKind::Invalid);
        let document: Value = serde_json::from_str(&error.to_json()).expect("a document");
        let first = &document["errors"][0];
        assert_eq!(
            (&first["file"], &first["line"]),
            (&json!("bad.trf"), &json!(line)),
            "{question}"
        );
        assert!(first["first_column"].is_number());
    }
    let nothing = answer("pair", b"", "").expect_err("no tournament");
    assert!(nothing.message.starts_with("the tournament"), "{nothing}");
}
