//! Options as JSON, documents, and refusals with their places.

use edelweiss_answers::calls::{self, QUESTIONS, answer};
use edelweiss_answers::{AnswerError, AnswerErrorKind};
use serde_json::{Value, json};

fn repository(path: &str) -> Vec<u8> {
    let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).expect("the file is part of the repository")
}

fn example() -> Vec<u8> {
    repository("examples/open.trf")
}

/// What a question can be asked about, with the least that has to be said.
fn sample(question: &str) -> (Vec<u8>, &'static str) {
    match question {
        "judge" => (example(), r#"{"round": 4}"#),
        "preview" => (
            repository("crates/cli/tests/recorded/three-open-games.trf"),
            "",
        ),
        "variants" => (example(), r#"{"variants": ["", "absent 5"]}"#),
        "step" => (
            example(),
            r#"{"step": {"step": "bye", "kind": "H", "players": [3]}}"#,
        ),
        "match" | "certificate" => (GRAPH.to_vec(), ""),
        "formulate" => (
            example(),
            r#"{"formulation": "format = 1\ncriteria = [{ name = \"monrad-type\" }]"}"#,
        ),
        "new" => (
            b"Name,Elo\nAnn,2000\nBea,1900\n".to_vec(),
            r#"{"rounds": 1}"#,
        ),
        _ => (example(), ""),
    }
}

/// Questions that are answered by a document.
fn with_documents() -> impl Iterator<Item = &'static str> {
    QUESTIONS
        .iter()
        .map(|question| question.name)
        .filter(|question| !["generate", "report"].contains(question))
}

/// A path of four vertices.
const GRAPH: &[u8] = b"4 3\n0 1 5\n1 2 11\n2 3 5\n";

fn asked(question: &str, options: &Value) -> Result<Value, AnswerError> {
    let text = answer(question, &example(), &options.to_string())?;
    Ok(serde_json::from_slice(&text).expect("a document"))
}

fn error(question: &str, options: &Value) -> Value {
    let error = asked(question, options).expect_err("the question is wrong");
    serde_json::from_str(&error.to_json()).expect("a document")
}

#[test]
fn every_question_answers_with_a_document() {
    for question in with_documents() {
        let (file, options) = sample(question);
        let bare = answer(question, &file, options).expect("the sample can be asked");
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
    for unrated in [json!(1400), json!("1400"), json!([1300, "1400"])] {
        let ranked = asked(
            "standings",
            &json!({"tie-breaks": "aro", "unrated": unrated}),
        );
        let ranked = ranked.expect("ranked");
        assert_eq!(ranked["tie_breaks"][0]["asked"], "aro", "{unrated}");
        let rows = ranked["standings"].as_array().expect("rows");
        let is_rated = |row: &&Value| row["rating"].is_null();
        assert!(
            rows.iter()
                .filter(is_rated)
                .all(|row| row["rating_by_option"] == 1400)
        );
    }
    let text = |options: &str| answer("check", &example(), options).expect("checked");
    assert_eq!(
        text(r#"{"format": "text", "all": true}"#),
        text(r#"{"format": "text"}"#)
    );
    let again = asked("pair", &json!({"round": 1, "open": ["draw"]})).expect("paired");
    assert_eq!(again["round"], 1);
    let open = asked("pair", &json!({"open": "draw"})).expect("paired");
    assert_eq!(open["outcome"], "paired");
    let why = asked("explain", &json!({"why-not": ["1-2"], "language": "de"}));
    assert_eq!(why.expect("told")["language"], "de");
}

/// What is wrong with records of teams is told with its place where teams are asked for, and changes nothing
/// elsewhere.
#[test]
fn wrong_teams_are_refused_only_where_teams_are_ranked() {
    let file = repository("crates/trf/testdata/good/300-player-of-another-team.trf");
    let text = String::from_utf8(file.clone()).expect("a sample of ASCII");
    let lines = text.split_inclusive('\n');
    let alone: String = lines.filter(|line| !line.starts_with('3')).collect();
    let answers = |file: &[u8], question: &str, options: &Value| {
        let text = answer(question, file, &options.to_string())?;
        let document: Value = serde_json::from_slice(&text).expect("a document");
        Ok::<_, AnswerError>(document)
    };
    for (question, options, part) in [
        ("pair", json!({"system": "dutch", "round": 3}), "boards"),
        (
            "check",
            json!({"system": "dutch", "tie-breaks": "WON"}),
            "summary",
        ),
        (
            "standings",
            json!({"players": true, "tie-breaks": "WON"}),
            "standings",
        ),
    ] {
        let [with, without] = [&file[..], alone.as_bytes()]
            .map(|file| answers(file, question, &options).expect("answered"));
        assert!(!with[part].is_null(), "{question}: {with}");
        assert_eq!(with[part], without[part], "{question}");
    }
    let error = answers(&file, "standings", &json!({})).expect_err("teams are asked for");
    let error: Value = serde_json::from_str(&error.to_json()).expect("a document");
    let first = &error["errors"][0];
    assert_eq!(
        first["message"], "player 4 is no member of the team",
        "{error}"
    );
    assert_eq!(first["line"], 15, "{error}");
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
fn a_pairing_made_by_hand_is_judged() {
    let right = asked("judge", &json!({"round": 4})).expect("judged");
    assert_eq!(right["is_right"], true);
    let wrong = asked("judge", &json!({"pairs": "1-2"})).expect("judged");
    assert_eq!(wrong["is_right"], false);
    assert!(
        !wrong["violations"]
            .as_array()
            .expect("violations")
            .is_empty()
    );
}

#[test]
fn a_round_is_proved_and_the_proof_checked() {
    let proof = answer("prove", &example(), "").expect("proved");
    let holds = |file: &[u8], proof: &[u8]| {
        let text = calls::verify(file, proof, "")?;
        let document: Value = serde_json::from_str(&text).expect("a document");
        Ok::<_, AnswerError>(document)
    };
    let found = holds(&example(), &proof).expect("checked");
    assert_eq!(
        (&found["holds"], &found["round"], &found["pairs"]),
        (&json!(true), &json!(5), &json!(9))
    );
    let other = holds(&repository("examples/large.trf"), &proof).expect("checked");
    assert_eq!(other["holds"], false);
    assert!(other["rejection"].is_string());
    let none = holds(&example(), b"{}").expect_err("no proof");
    assert!(
        none.message.starts_with("the proof: not a proof: "),
        "{none}"
    );
    let options = r#"{"system": "dubov", "rules": 1997}"#;
    let dubov = answer("prove", &example(), options).expect_err("no proof");
    let reason = "there are no proofs of rounds by Dubov 1997, only by these: FIDE (Dutch) System, edition of 1 February 2026; ";
    assert!(dubov.message.contains(reason), "{dubov}");
    // Both halves of Burstein: a seeding round, and one by indices.
    for (system, round) in [("dubov", 5), ("burstein", 3), ("burstein", 4)] {
        let options = format!(r#"{{"system": "{system}", "round": {round}}}"#);
        let proof = answer("prove", &example(), &options).expect("proved");
        let text = calls::verify(&example(), &proof, &options).expect("checked");
        let document: Value = serde_json::from_str(&text).expect("a document");
        assert_eq!(document["holds"], true, "{system} {round}: {document}");
        assert_eq!(document["premises"]["system"], system);
    }
}

#[test]
fn a_graph_is_matched_and_the_matching_proved() {
    let matched = |graph: &[u8], options: &str| -> Value {
        let text = answer("match", graph, options).expect("matched");
        serde_json::from_slice(&text).expect("a document")
    };
    let names = br#"{"vertices": ["a", "b", "c", "d"], "edges": [["a", "b", 5], ["b", "c", 11], ["c", "d", 5]]}"#;
    let numbers = br#"{"edges": [[0, 1, 5], [1, 2, 11], [2, 3, 5]], "vertices": 4}"#;
    for (graph, pair) in [
        (GRAPH, json!([1, 2])),
        (numbers, json!([1, 2])),
        (names, json!(["b", "c"])),
    ] {
        let found = matched(graph, "");
        assert_eq!(
            (&found["value"], &found["pairs"]),
            (&json!(11), &json!([pair]))
        );
    }
    let perfect = matched(GRAPH, r#"{"objective": "perfect", "slacks": true}"#);
    assert_eq!(perfect["value"], 10);
    assert_eq!(perfect["slacks"].as_array().map(Vec::len), Some(3));
    let best = matched(GRAPH, r#"{"best": 3}"#);
    assert_eq!(best["best"].as_array().map(Vec::len), Some(3));
    let text = answer("match", GRAPH, r#"{"format": "text"}"#).expect("matched");
    assert_eq!(text, b"value 11\npairs 1\n1 2\n");
    let proof = answer("certificate", GRAPH, "").expect("proved");
    let proof: Value = serde_json::from_slice(&proof).expect("a document");
    assert_eq!(proof["vertices"].as_array().map(Vec::len), Some(4));
}

#[test]
fn graphs_that_are_wrong_are_refused() {
    for (graph, options, kind, expected) in [
        (
            "",
            "",
            AnswerErrorKind::Invalid,
            "the graph:1:1: the file is empty",
        ),
        (
            "2 1\n0 2\n",
            "",
            AnswerErrorKind::Invalid,
            "the graph:2:3: vertex",
        ),
        (
            "3 1\n0 1\n",
            r#"{"objective": "perfect", "file": "g.txt"}"#,
            AnswerErrorKind::NoPairing,
            "g.txt: no matching covers",
        ),
        (
            "2 0\n",
            r#"{"best": 2, "slacks": true}"#,
            AnswerErrorKind::Invalid,
            "--best and --slacks",
        ),
        (
            "2 0\n",
            r#"{"best": 2, "format": "dot"}"#,
            AnswerErrorKind::Invalid,
            "--best and --slacks",
        ),
        (
            "{\"vertices\": 2,\n\"edges\": [[0]]}",
            "",
            AnswerErrorKind::Invalid,
            "the graph:2:13: this is no graph: invalid length 1, expected an edge [u, v, weight]",
        ),
        (
            r#"{"vertices": 2, "edges": [[0, 1, 1e400]]}"#,
            "",
            AnswerErrorKind::Invalid,
            "1e400",
        ),
        (
            r#"{"vertices": 2, "edges": [[0, 1, 1, 1]]}"#,
            "",
            AnswerErrorKind::Invalid,
            "invalid length 4",
        ),
        (
            r#"{"vertices": 2, "edges": [[0, 2]]}"#,
            "",
            AnswerErrorKind::Invalid,
            "edges[0]: found 2, which is no vertex",
        ),
        (
            r#"{"vertices": 2, "edges": [[0, "b"]]}"#,
            "",
            AnswerErrorKind::Invalid,
            "edges[0]: found \"b\"",
        ),
        (
            r#"{"vertices": ["a", "a"], "edges": []}"#,
            "",
            AnswerErrorKind::Invalid,
            "found \"a\" twice",
        ),
        (
            r#"{"vertices": 1.5, "edges": []}"#,
            "",
            AnswerErrorKind::Invalid,
            "expected the number of vertices, or their names",
        ),
        (
            r#"{"vertices": 4000000000, "edges": []}"#,
            "",
            AnswerErrorKind::Invalid,
            "up to 2147483647",
        ),
        (
            "2000000000 0\n",
            "",
            AnswerErrorKind::Limit,
            "the graph: found 2000000000 vertices, expected at most 10000000",
        ),
        (
            r#"{"edges": []}"#,
            "",
            AnswerErrorKind::Invalid,
            "found neither \"vertices\" nor \"nodes\"",
        ),
    ] {
        let error = answer("match", graph.as_bytes(), options).expect_err(graph);
        assert_eq!(error.kind, kind, "{graph}: {error}");
        assert!(error.message.contains(expected), "{graph}: {error}");
    }
}

#[test]
fn decimals_are_exact_and_edges_to_themselves_are_dropped() {
    let graph = r#"{"vertices": ["a", "b"], "edges": [["a", "b", 0.5], ["a", "a", 7]]}"#;
    let found = answer("match", graph.as_bytes(), "").expect("a matching");
    let found: Value = serde_json::from_slice(&found).expect("a document");
    assert_eq!(found["value"].to_string(), "0.5");
    assert_eq!(found["pairs"], json!([["a", "b"]]));
}

#[test]
fn a_seed_makes_the_same_tournament_again() {
    let made = |options: &str| answer("generate", b"", options).expect("made");
    let options = r#"{"seed": 7, "players": 12, "rounds": "3..5", "system": "dubov"}"#;
    let file = made(options);
    assert_eq!(made(options), file);
    assert_ne!(made(r#"{"seed": 7, "players": 12, "index": 1}"#), file);
    let check = answer("check", &file, "").expect("checked");
    let check: Value = serde_json::from_slice(&check).expect("a document");
    assert_eq!(check["summary"]["equal"], check["summary"]["rounds"]);
    assert_eq!(check["files"][0]["rules"]["system"], "dubov");
    let config = r#"{"seed": 7, "config": "players = 6\nrounds = 2", "format": "trf16"}"#;
    let players = |file: &[u8]| {
        let text = String::from_utf8_lossy(file).into_owned();
        text.lines().filter(|line| line.starts_with("001")).count()
    };
    assert_eq!(players(&made(config)), 6);
    let again = answer("generate", &example(), r#"{"seed": 7}"#).expect("made");
    assert_eq!(players(&again), 21);
    for (model, options, expected) in [
        (&b""[..], "", "options: seed: found none"),
        (
            b"",
            r#"{"seed": 1, "players": "many"}"#,
            "options: players: ",
        ),
        (b"", r#"{"seed": 1, "config": "players = x"}"#, "config: "),
        (
            b"",
            r#"{"seed": 1, "players": 3, "rounds": 9000}"#,
            "no tournament can be made",
        ),
        (b"hello", r#"{"seed": 1}"#, "the tournament"),
        (
            b"hello",
            r#"{"seed": 1, "config": ""}"#,
            "options: config: found a tournament",
        ),
    ] {
        let error = answer("generate", model, options).expect_err(options);
        assert!(error.message.contains(expected), "{options}: {error}");
    }
}

#[test]
fn a_round_is_paired_once_for_each_variant() {
    let options = json!({"variants": ["", "absent 5, apart 1 2"]});
    let found = asked("variants", &options).expect("paired");
    let [as_it_is, other] = [&found["variants"][0], &found["variants"][1]];
    assert_eq!(as_it_is["boards"].as_array().map(Vec::len), Some(9));
    assert_ne!(as_it_is["boards"], other["boards"]);
    let text = json!({"variants": ["absent 5"], "format": "text"});
    let text = answer("variants", &example(), &text.to_string()).expect("paired");
    assert!(text.starts_with(b"# absent 5\n"));
    for options in [json!({}), json!({"variants": ["absent"]})] {
        let error = error("variants", &options);
        let words = error["message"].as_str().expect("words");
        assert!(words.contains("variant"), "{words}");
    }
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
        words.starts_with("options: found \"rule\", expected one of encoding, file,"),
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
        ("judge", json!({}), "round 5 does not stand in the file"),
        ("judge", json!({"pairs": "1-1"}), "--pairs: found \"1-1\""),
        ("preview", json!({}), "no game is open"),
        (
            "preview",
            json!({"outcomes": 2}),
            "--outcomes: found 2, expected",
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
    for question in with_documents().filter(|q| !matches!(*q, "match" | "certificate" | "new")) {
        let named = match question {
            // What this one must be told comes before its file.
            "formulate" => sample(question)
                .1
                .replacen('{', r#"{"file": "bad.trf", "#, 1),
            _ => r#"{"file": "bad.trf"}"#.to_owned(),
        };
        let error = answer(question, bad.as_bytes(), &named).expect_err("no tournament");
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

/// `third_colour_unequal.trf` with its last round played: the opponents of 1 to 4, White first.
fn played_as(boards: [(usize, usize); 2]) -> Vec<u8> {
    let text = String::from_utf8(repository("testdata/disputes/third_colour_unequal.trf"));
    let text = text.expect("a text");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (white, black) in boards {
        for (player, opponent, colour) in [(white, black, 'w'), (black, white, 'b')] {
            let start = format!("001 {player:>4} ");
            let line = (lines.iter_mut()).find(|line| line.starts_with(&start));
            let line = line.expect("a line of the player");
            *line = line.replacen(" 8.0 ", " 8.5 ", 1) + &format!("  {opponent:>4} {colour} =");
        }
    }
    (lines.join("\n") + "\n").into_bytes()
}

/// A round that programs pair which count refused colours only is named; ours needs no name, and a
/// third round has none.
#[test]
fn a_check_names_the_reading_that_gives_the_recorded_round() {
    for edition in [2026, 2017] {
        for (boards, verdict, reading) in [
            (
                [(3, 1), (2, 4)],
                "pairing-differs",
                json!("C10-C11-who-gets"),
            ),
            ([(1, 2), (4, 3)], "pairing-differs", Value::Null),
            ([(1, 4), (3, 2)], "equal", Value::Null),
        ] {
            let options = json!({ "rules": edition.to_string(), "round": 9 });
            let document = answer("check", &played_as(boards), &options.to_string());
            let document = document.expect("a file that can be checked");
            let document: Value = serde_json::from_slice(&document).expect("a document");
            let round = &document["files"][0]["rounds"][0];
            assert_eq!(round["verdict"], verdict, "{document}");
            assert_eq!(round["reading"], reading, "{boards:?}");
        }
    }
}

#[test]
fn a_step_gives_the_file_and_what_was_said() {
    let step = json!({"step": "bye", "kind": "H", "players": [3]});
    let done = asked("step", &json!({"step": step})).expect("a bye");
    assert_eq!(
        done["said"],
        json!(["round 5: 3 Ferreira, Duarte has a half-point bye"])
    );
    assert_eq!(
        (&done["is_change"], &done["step"]["round"]),
        (&json!(true), &json!(5))
    );
    let file = done["file"].as_str().expect("UTF-8");
    assert!(file.contains("\n240 H   5    9    3\n"), "{file}");
    let options = json!({"step": step, "format": "trf"}).to_string();
    let bytes = answer("step", &example(), &options).expect("a bye");
    assert_eq!(bytes, file.as_bytes());
    let again = answer("step", &bytes, &json!({"step": step}).to_string()).expect("stands");
    let again: Value = serde_json::from_slice(&again).expect("a document");
    assert_eq!(again["is_change"], false);
    // What it means for rounds that were paired from it.
    let wrong = json!({"step": {"step": "results", "round": 1, "results": [{"board": 1, "result": "0-1"}]}});
    let done = asked("step", &wrong).expect("a correction");
    assert_eq!(
        done["consequences"].as_array().map(Vec::len),
        Some(4),
        "{done}"
    );
    for (options, expected) in [
        (json!({}), "options: found no step"),
        (
            json!({"step": {"step": "dance"}}),
            "options: step: unknown variant `dance`",
        ),
        (
            json!({"step": {"step": "bye", "kind": "H", "players": [99]}}),
            "found player 99, who is not in the file",
        ),
    ] {
        let error = error("step", &options);
        let message = error["message"].as_str().expect("words");
        assert!(message.starts_with(expected), "{message}");
    }
}

#[test]
fn wishes_hold_for_one_round_and_are_told() {
    let wishes = json!({"absent": [2, "Brandt"], "forbid": "1-3", "bye": ["12=H"], "seat": "6-8"});
    let round = asked("pair", &wishes).expect("paired");
    let notes: Vec<&str> = (round["notes"].as_array().expect("notes").iter())
        .filter_map(Value::as_str)
        .collect();
    for expected in [
        "assumed: round 5: 2 Okonkwo, Chidi is absent",
        "assumed: round 5: 19 Brandt, Emil is absent",
        "assumed: round 5: 12 van der Zee, Joost has a half-point bye",
        "assumed: 1 Lindqvist, Aron and 3 Ferreira, Duarte do not meet in round 5",
    ] {
        assert!(notes.contains(&expected), "{notes:?}");
    }
    for (options, expected) in [
        (json!({"absent": 99}), "found player 99"),
        (json!({"seat": "1-2"}), "--seat: players 1 and 2 have met"),
        (
            json!({"seat": "4"}),
            "--seat: found \"4\", expected two different players",
        ),
        (
            json!({"seat": "4-5", "system": "dubov"}),
            "pairs are seated by hand in the Dutch System",
        ),
        (json!({"absent": 3, "round": 4}), "3 Ferreira, Duarte plays"),
    ] {
        let error = error("pair", &options);
        let message = error["message"].as_str().expect("words");
        assert!(message.starts_with(expected), "{message}");
    }
}

/// Five players, of whom two are equal, and a column that nobody knows.
const LIST: &[u8] =
    "Name;Elo;Verein;Pin\nDan;1800;Bern;7\nÉva;2000;;8\nBea;1900;Basel;9\nAnn;1900;;1\nCid;;Chur;2\n"
        .as_bytes();

#[test]
fn a_list_becomes_an_event_whose_state_is_told_step_by_step() {
    let json = |text: Vec<u8>| -> Value { serde_json::from_slice(&text).expect("a document") };
    let made = json(answer("new", LIST, r#"{"rounds": 3, "name": "Club"}"#).expect("a list"));
    let names: Vec<&str> = (made["players"].as_array().expect("players").iter())
        .map(|player| player["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, ["Éva", "Ann", "Bea", "Dan", "Cid"]);
    assert_eq!(made["players"][2]["behind_by"], "name");
    let columns = &made["columns"];
    assert_eq!(
        (
            &columns[1]["field"],
            &columns[1]["by"],
            &columns[3]["is_read"]
        ),
        (&json!("rating"), &json!("heading"), &json!(false))
    );
    let mut file = made["file"].as_str().expect("a file").to_owned();
    let state = |file: &str| json(answer("state", file.as_bytes(), "").expect("a file"));
    let start = state(&file);
    assert_eq!(start["event"]["rounds_paired"], 0);
    assert_eq!(
        (&start["shown"], &start["players"][4]["next"]),
        (&Value::Null, &json!("plays"))
    );
    let mut step = |step: &Value| {
        let options = json!({ "step": step }).to_string();
        let done = json(answer("step", file.as_bytes(), &options).expect("a step"));
        done["file"].as_str().expect("a text").clone_into(&mut file);
        file.clone()
    };
    step(&json!({"step": "bye", "kind": "H", "players": [5], "round": 1}));
    step(&json!({"step": "forbid", "groups": [[1, 2]]}));
    let waiting = state(&step(&json!({"step": "withdraw", "players": [4]})));
    let next = |state: &Value| -> Vec<String> {
        let players = state["players"].as_array().expect("players");
        players
            .iter()
            .map(|player| player["next"].as_str().expect("text").to_owned())
            .collect()
    };
    assert_eq!(
        next(&waiting),
        ["plays", "plays", "plays", "zero-point", "half-point"]
    );
    assert_eq!(
        (
            &waiting["players"][3]["gone_from"],
            &waiting["players"][4]["gone_from"]
        ),
        (&json!(1), &Value::Null)
    );
    assert_eq!(waiting["bans"][0]["players"], json!([1, 2]));
    let paired = answer("pair", file.as_bytes(), r#"{"format": "trf"}"#).expect("a round");
    file = String::from_utf8(paired).expect("UTF-8");
    let open = state(&file);
    assert_eq!(
        open["rounds"],
        json!([{"round": 1, "boards": 1, "missing": 1}])
    );
    let board = &open["shown"]["boards"][0];
    assert_eq!(board["result"], Value::Null);
    // The winner of the lone board, and nobody else, has points for a game.
    assert_eq!(open["players"][0]["points"], 0.0);
    assert_eq!(open["players"][4]["points"], 0.5);
    let results =
        json!({"step": "results", "round": 1, "results": [{"board": 1, "result": "1-0"}]});
    let done = json(
        answer(
            "step",
            file.as_bytes(),
            &json!({ "step": results }).to_string(),
        )
        .expect("a step"),
    );
    let after = state(done["file"].as_str().expect("a text"));
    assert_eq!(after["rounds"][0]["missing"], 0);
    assert_eq!(after["shown"]["boards"][0]["result"], "1-0");
    let refused = |question: &str, file: &[u8], options: &str| {
        answer(question, file, options)
            .expect_err("refused")
            .message
    };
    assert!(
        refused("state", file.as_bytes(), r#"{"round": 2}"#).contains("expected one from 1 to 1")
    );
    assert!(refused("new", LIST, "").contains("rounds: missing"));
    assert!(refused("new", b"Name;Elo\nAnn;many\n", r#"{"rounds": 3}"#).contains("many"));
    assert!(
        refused("new", LIST, r#"{"rounds": 3, "column": ["rating"]}"#).contains("such as rating=5")
    );
}

#[test]
fn a_report_is_a_file_with_ranks() {
    let options = json!({"incomplete": true, "format": "trf16"}).to_string();
    let report = answer("report", &example(), &options).expect("a report");
    let text = String::from_utf8(report).expect("UTF-8");
    assert!(
        text.starts_with("012 ") && text.contains("\nXXR 7\n"),
        "{text}"
    );
    assert!(!text.contains("\n142 "), "{text}");
    let early = error("report", &json!({}));
    let why = early["message"].as_str().unwrap_or_default();
    assert!(why.contains("4 of 7 rounds"), "{early}");
}

#[test]
fn players_without_a_rating_are_named_where_the_rules_ask_for_one() {
    let file = String::from_utf8(example()).expect("UTF-8");
    let rated: Vec<&str> = (file.lines())
        .filter(|line| line.starts_with("001") && !line[48..52].trim().is_empty())
        .collect();
    let first = rated[0];
    let unrated = file.replace(first, &format!("{}    {}", &first[..48], &first[52..]));
    let number = first[4..8].trim();
    let notes = |file: &str, system: &str| {
        let options = json!({"system": system}).to_string();
        let round = answer("pair", file.as_bytes(), &options).expect("a round");
        let round: Value = serde_json::from_slice(&round).expect("a document");
        round["notes"].to_string()
    };
    let said = "C.04.4.1 1.1.1 asks for a rating of each player";
    let told = notes(&unrated, "dubov");
    assert!(
        told.contains(said) && told.contains(&format!("counts as 0, {number}")),
        "{told}"
    );
    assert!(!notes(&unrated, "dutch").contains(said));
    let all = notes(&file, "dubov");
    assert_eq!(
        all.contains(said),
        rated.len() < file.matches("\n001").count(),
        "{all}"
    );
}
