//! Competitions of teams, as bindings ask about them.

use edelweiss_answers::calls::answer;
use serde_json::{Value, json};

fn repository(path: &str) -> String {
    let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the file is part of the repository")
}

/// Seven teams of four boards before round 4, of whom the last one but one is absent.
fn teams() -> String {
    repository("examples/teams.trf")
}

fn asked(question: &str, file: &str, options: &Value) -> Value {
    let answer = answer(question, file.as_bytes(), &options.to_string());
    serde_json::from_slice(&answer.expect("an answer")).expect("a document")
}

fn refusal(question: &str, file: &str, options: &Value) -> String {
    let answer = answer(question, file.as_bytes(), &options.to_string());
    answer.expect_err("refused").message
}

#[test]
fn the_state_of_a_competition_of_teams_tells_teams_matches_and_their_boards() {
    let state = asked("state", &teams(), &json!({}));
    let points: Vec<(u64, f64, f64)> = (state["teams"].as_array().expect("teams").iter())
        .map(|team| {
            let points = |field: &str| team[field].as_f64().expect("points");
            let number = team["number"].as_u64().expect("a number");
            (number, points("match_points"), points("game_points"))
        })
        .collect();
    assert_eq!(points[..3], [(1, 3.0, 5.5), (2, 3.0, 7.0), (3, 5.0, 8.5)]);
    assert_eq!(state["teams"][0]["members"], json!([1, 2, 3, 4]));
    let next = |team: usize| &state["teams"][team]["next"];
    assert_eq!([next(0), next(5)], ["plays", "zero-point"]);
    let shown = &state["shown"];
    assert_eq!(
        shown["team_byes"],
        json!([{"team": 6, "kind": "pairing-allocated", "match_points": 1.0, "game_points": 2.0}])
    );
    let first = &shown["matches"][0];
    assert_eq!(
        [
            &first["white"],
            &first["black"],
            &first["match_points"],
            &first["game_points"]
        ],
        [&json!(3), &json!(2), &json!([2.0, 0.0]), &json!([2.5, 1.5])],
    );
    let boards = shown["boards"].as_array().expect("boards");
    let seats: Vec<(u64, u64)> = (first["boards"].as_array().expect("boards").iter())
        .map(|number| {
            let board = boards
                .iter()
                .find(|board| board["board"] == *number)
                .expect("a board");
            let seat = |side: &str| board[side].as_u64().expect("a number");
            (seat("white"), seat("black"))
        })
        .collect();
    assert_eq!(seats, [(9, 5), (6, 10), (11, 7), (8, 12)]);
    // A tournament of players has none of it.
    let players = repository("examples/open.trf");
    let state = asked("state", &players, &json!({}));
    assert!(state.get("teams").is_none() && state["shown"].get("matches").is_none());
}

#[test]
fn an_open_game_leaves_its_match_open() {
    let results = json!([{"players": [11, 7], "result": "*"}]);
    let step = json!({"step": {"step": "results", "round": 3, "results": results}});
    let done = asked("step", &teams(), &step);
    let state = asked("state", done["file"].as_str().expect("a text"), &json!({}));
    let first = &state["shown"]["matches"][0];
    assert_eq!(first["match_points"], Value::Null);
    assert_eq!(first["game_points"], json!([1.5, 1.5]));
    let team = &state["teams"][2];
    assert_eq!(
        (&team["match_points"], &team["game_points"]),
        (&json!(3.0), &json!(7.5))
    );
}

#[test]
fn line_ups_are_told_where_the_file_has_them() {
    let round = asked("pair", &teams(), &json!({}));
    assert_eq!(round["input"]["teams"], 7);
    assert_eq!(round["boards"][0]["line_ups"], json!([null, null]));
    let white = &round["boards"][0]["white"];
    assert_eq!(
        [
            &white["number"],
            &white["match_points"],
            &white["game_points"]
        ],
        [&json!(5), &json!(4.0), &json!(7.0)]
    );
    let file = teams() + "300 004 005 003 0017 0000 0019 0018\n";
    let round = asked("pair", &file, &json!({}));
    let line_ups = &round["boards"][0]["line_ups"];
    let numbers: Vec<&Value> = (line_ups[0].as_array().expect("a line-up").iter())
        .map(|player| &player["number"])
        .collect();
    assert_eq!(numbers, [&json!(17), &Value::Null, &json!(19), &json!(18)]);
    assert_eq!(line_ups[1], Value::Null);
    // Of a round that was played, by its games.
    let round = asked("pair", &teams(), &json!({"round": 3}));
    assert_eq!(round["boards"][0]["line_ups"][1][3]["name"], "Huber, Hans");
    let players = asked("pair", &teams(), &json!({"system": "dutch"}));
    assert!(players["boards"][0].get("line_ups").is_none());
    assert!(players["input"].get("teams").is_none());
}

#[test]
fn the_story_of_a_round_of_teams_speaks_of_teams() {
    for (language, words) in [
        ("en", "6 teams are paired in 3 matches."),
        ("de", "6 Mannschaften werden in 3 Wettkämpfen gepaart."),
    ] {
        let told = asked("explain", &teams(), &json!({"language": language}));
        assert_eq!(told["words"][1]["text"], words);
    }
}

#[test]
fn a_system_of_teams_refuses_players() {
    let players = repository("examples/open.trf");
    let of_teams = json!({"system": "team-swiss"});
    for question in ["pair", "check", "explain", "editions"] {
        let told = refusal(question, &players, &of_teams);
        assert!(
            told.contains("found a tournament of players"),
            "{question}: {told}"
        );
        assert_eq!(
            told.matches("the tournament: ").count(),
            1,
            "{question}: {told}"
        );
    }
}

#[test]
fn no_step_lets_a_player_join_the_absent_teams() {
    for kind in ["H", "Z"] {
        let step = json!({"step": {"step": "bye", "kind": kind, "players": [1], "round": 4}});
        let told = refusal("step", &teams(), &step);
        assert!(
            told.contains("no record in a competition of teams"),
            "{kind}: {told}"
        );
    }
}

#[test]
fn what_is_wrong_among_teams_is_said() {
    let too_few = teams().replace("   1    2    3    4\n", "   1\n");
    let words = "player 2 has an opponent and is a member of no team";
    assert!(refusal("pair", &too_few, &json!({})).contains(words));
    let state = asked("state", &too_few, &json!({}));
    assert!(
        state["not_of_teams"]
            .as_str()
            .expect("words")
            .contains(words)
    );
    assert!(state.get("teams").is_none());
    let twice = teams().replace("310   2 ", "310   1 ");
    assert!(
        refusal("state", &twice, &json!({})).contains("team number 1, expected one of its own")
    );
}
