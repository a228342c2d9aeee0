//! What each step does to a file, and what it refuses.

use edelweiss_event::{EventFile, RoundStep, Step, apply, boards, list};
use edelweiss_model::RoundNumber;
use edelweiss_trf::ReadOptions;

use crate::{EVENT, event, text};

fn results(text: &str, round: Option<u16>) -> Step {
    Step::Results(list::results(text).expect("a list").of_round(round))
}

#[test]
fn a_result_changes_its_columns_and_the_points_and_no_other_byte() {
    let before = event(EVENT);
    let applied = apply(&before, &results("1 =, 2 1-0", None)).expect("two open games");
    assert_eq!(
        applied.said,
        [
            "round 2, board 1: 4 Davis, Dan – 1 Adams, Ann ½-½",
            "round 2, board 2: 2 Brown, Bea – 3 Clark, Cid 1-0",
        ]
    );
    let expected = EVENT
        .replace(
            "1.0    1     3 w 1     4 b  ",
            "1.5    1     3 w 1     4 b =",
        )
        .replace(
            "1.0    2     4 b 1     3 w\r",
            "2.0    2     4 b 1     3 w 1\r",
        )
        .replace(
            "0.0    3     1 b 0     2 b\n",
            "0.0    3     1 b 0     2 b 0\n",
        )
        .replace(
            "0.0    4     2 w 0     1 w  ",
            "0.5    4     2 w 0     1 w =",
        );
    assert_eq!(text(&applied.event), expected);
    assert!(applied.paired_from_old.is_empty());
    // The same once more changes nothing.
    let again = apply(&applied.event, &results("1 1/2", None)).expect("as it stands");
    assert!(!again.is_change(&applied.event));
    assert!(
        again.said[0].ends_with("½-½, as it stands"),
        "{:?}",
        again.said
    );
    // By players, in the words of JSON.
    let step = r#"{"step":"results","round":2,"results":[{"players":[4,1],"result":"0-1F"}]}"#;
    let step: Step = serde_json::from_str(step).expect("a step");
    let corrected = apply(&applied.event, &step).expect("a correction");
    assert_eq!(
        corrected.said,
        ["round 2, board 1: 4 Davis, Dan – 1 Adams, Ann 0-1F (before: ½-½)"]
    );
    let back = apply(&corrected.event, &results("2 *, 1 *", None)).expect("taken out");
    // A result that goes leaves its blank.
    let blanks = EVENT
        .replace("3 w\r", "3 w  \r")
        .replace("2 b\n", "2 b  \n");
    assert_eq!(text(&back.event), blanks);
}

#[test]
fn a_correction_says_which_rounds_were_paired_from_it() {
    let applied = apply(&event(EVENT), &results("1 0-1", Some(1))).expect("a correction");
    assert_eq!(applied.paired_from_old, [RoundNumber::from_index(1)]);
    assert_eq!(
        applied.said,
        ["round 1, board 1: 1 Adams, Ann – 3 Clark, Cid 0-1 (before: 1-0)"]
    );
    let column = |number: usize| {
        let line = text(&applied.event);
        let line = line
            .lines()
            .find(|line| line.starts_with(&format!("001 {number:>4}")));
        line.expect("a line")[80..84].to_owned()
    };
    assert_eq!([1, 2, 3, 4].map(column), [" 0.0", " 1.0", " 1.0", " 0.0"]);
}

#[test]
fn results_of_games_that_there_are_not_are_refused_together() {
    let before = event(EVENT);
    for (list, round, expected) in [
        (
            "3 1-0",
            None,
            "column 1: found board 3, expected one of the boards 1 to 2 of round 2",
        ),
        (
            "1 1-0, 1 0-1",
            None,
            "column 8: board 1 of round 2 has two results here, 1-0 and 0-1",
        ),
        (
            "1 1-0",
            Some(3),
            "found round 3, expected one from 1 to 2, which have been paired",
        ),
        ("1 1-0", Some(0), "found round 0, expected one from 1 to 2"),
    ] {
        let error = apply(&before, &results(list, round)).expect_err(list);
        assert!(error.to_string().starts_with(expected), "{list}: {error}");
    }
    for (players, expected) in [
        (
            "[1,4]",
            "the game 1-4, which is none of round 2\n  hint: player 4 has White: write 4-1",
        ),
        (
            "[1,3]",
            "the game 1-3, which is none of round 2\n  hint: player 1 plays the game 4-1",
        ),
        (
            "[9,3]",
            "the game 9-3, which is none of round 2\n  hint: player 9 has no game in round 2",
        ),
    ] {
        let step =
            format!(r#"{{"step":"results","results":[{{"players":{players},"result":"1-0"}}]}}"#);
        let error =
            apply(&before, &serde_json::from_str(&step).expect("a step")).expect_err(players);
        assert!(error.to_string().contains(expected), "{players}: {error}");
    }
}

/// The pairs of round 1 by the boards at which they play in either game, whether or not a record 192 names the
/// system: after game 1 a round of its own would have them the other way round.
#[test]
fn game_two_of_a_match_stays_at_the_board_of_game_one() {
    let player = |number: u32, points: &str, games: &str| {
        format!(
            "001 {number:>4}      Player{number:<28}2000{:28}{points:>4}{:5}{games}\n",
            "", ""
        )
    };
    let players = [
        player(1, "1.0", "     3 w =     3 b ="),
        player(2, "2.0", "     4 b 1     4 w 1"),
        player(3, "1.0", "     1 b =     1 w ="),
        player(4, "0.0", "     2 w 0     2 b 0"),
    ];
    for record in ["", "192 FIDE_DOUBLESWISS\n"] {
        let text = format!("142 4\n{record}{}", players.concat());
        let file = EventFile::read(text.as_bytes(), "matches.trf", &ReadOptions::default());
        let file = file.expect("a file");
        let of = |round| -> Vec<[u32; 3]> {
            let round = RoundNumber::from_index(round);
            let number = |id| file.tournament().player(id).number.get();
            let games = boards::of_round(file.tournament(), round).into_iter();
            let game =
                |game: boards::RoundGame| [game.board, number(game.white), number(game.black)];
            games.map(game).collect()
        };
        assert_eq!(of(0), [[1, 1, 3], [2, 4, 2]], "{record}");
        assert_eq!(of(1), [[1, 3, 1], [2, 2, 4]], "{record}");
    }
}

fn round(round: u16, boards: &[[u32; 2]], bye: Option<u32>) -> Step {
    Step::Round(RoundStep {
        round,
        boards: boards.to_vec(),
        bye,
        is_match: false,
        rules: None,
    })
}

#[test]
fn a_round_is_added_behind_the_last_one_or_in_its_place() {
    let before = apply(&event(EVENT), &results("1 =, 2 1-0", None))
        .expect("results")
        .event;
    let applied = apply(&before, &round(3, &[[1, 2], [3, 4]], None)).expect("a round");
    assert_eq!(applied.said, ["round 3: 2 boards"]);
    let games = boards::of_round(applied.event.tournament(), RoundNumber::from_index(2));
    let number = |id| applied.event.tournament().player(id).number.get();
    let pairs: Vec<[u32; 2]> = games
        .iter()
        .map(|g| [number(g.white), number(g.black)])
        .collect();
    assert_eq!(pairs, [[1, 2], [3, 4]]);
    let in_its_place = apply(&applied.event, &round(3, &[[2, 1]], None)).expect("no results yet");
    assert_eq!(
        in_its_place.said,
        ["round 3: 1 board", "not paired in round 3: 3, 4"]
    );
    for (step, expected) in [
        (
            round(2, &[[1, 2]], None),
            "found round 2, expected round 3, the next one",
        ),
        (
            round(4, &[[1, 2]], None),
            "found round 4, expected round 3, the next one",
        ),
        (
            round(3, &[[1, 9]], None),
            "board 1: found player 9, who is not in the file",
        ),
        (
            round(3, &[[1, 1]], None),
            "pair 1 is not one of two players",
        ),
        (
            round(3, &[[1, 2], [2, 3]], None),
            "player 2 has an entry in round 3",
        ),
        (
            round(3, &[[1, 2]], Some(2)),
            "player 2 has an entry in round 3",
        ),
        (round(3, &[], None), "found a round without a board"),
    ] {
        let error = apply(&before, &step).expect_err(expected);
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}

#[test]
fn boards_stay_where_they_were_published() {
    let before = event(EVENT);
    let second = RoundNumber::from_index(1);
    let corrected = apply(&before, &results("1 0-1, 2 0-1", Some(1)))
        .expect("a correction")
        .event;
    let of = |games: Vec<boards::RoundGame>| -> Vec<[u32; 3]> {
        let number = |id| corrected.tournament().player(id).number.get();
        games
            .iter()
            .map(|game| [game.board, number(game.white), number(game.black)])
            .collect()
    };
    let games = boards::of_round(corrected.tournament(), second);
    assert_eq!(of(games.clone()), [[1, 2, 3], [2, 4, 1]]);
    let published = boards::as_published(corrected.tournament(), games.clone(), &[[4, 1], [2, 3]]);
    assert_eq!(of(published), [[1, 4, 1], [2, 2, 3]]);
    // Another round than this one.
    let others = boards::as_published(corrected.tournament(), games, &[[4, 1], [2, 1]]);
    assert_eq!(of(others), [[1, 2, 3], [2, 4, 1]]);
}
