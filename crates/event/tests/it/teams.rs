//! Rounds, byes, absences and bans of teams: what each does to a file, and what it refuses.

use std::fmt::Write as _;

use edelweiss_event::{Step, apply, boards, line_ups, naming};

use crate::absences::{done, refused, step};
use crate::{event, text};

/// Five teams of three players for two boards; nothing has been paired.
fn file() -> String {
    let mut out = "012 Clubs\n142 3\n152 W\n192 FIDE_TEAM\n352 WB\n### by the window\n".to_owned();
    for number in 1..=15 {
        let name = format!("Player {number:02}");
        let rating = 2300 - 10 * number;
        let _ = writeln!(
            out,
            "001 {number:>4}      {name:<33} {rating:>4}                             0.0 {number:>4}"
        );
    }
    for team in 0..5 {
        let names = ["Aarau", "Bern", "Chur", "Davos", "Emmen"];
        let _ = write!(out, "310 {:>3} {:<64}", team + 1, names[team]);
        for member in 1..=3 {
            let _ = write!(out, " {:>4}", 3 * team + member);
        }
        out.push('\n');
    }
    out
}

const ROUND: &str = r#"{"step":"team-round","round":1,"bye":5,"matches":[
    {"teams":[1,3],"line-ups":[[1,2],[7,9]]},
    {"teams":[4,2],"line-ups":[[10,0],[4,6]]}]}"#;

#[test]
fn a_round_is_its_games_its_line_ups_and_the_bye() {
    let before = event(&file());
    let (after, said) = done(&before, ROUND);
    assert_eq!(
        said,
        [
            "round 1: 2 matches on 3 boards, and 5 Emmen has the bye",
            "without an opponent: 6 Player 06"
        ]
    );
    let written = text(&after);
    // White of the match has White on board 1 and Black on board 2 (352).
    for (number, cell) in [
        (1, "   7 w  "),
        (7, "   1 b  "),
        (2, "   9 b  "),
        (9, "   2 w  "),
        (10, "   4 w  "),
        (4, "  10 b  "),
        (6, "0000 - F"),
    ] {
        let line = (written.lines())
            .find(|line| line.starts_with(&format!("001 {number:>4}")))
            .expect("a player");
        assert!(line.ends_with(cell), "{line}");
    }
    // Records stand where the games would not tell the boards, behind those of the teams. Nobody was named for the bye.
    let records = "320  1.0  1.0 005\n300 001 004 002 0010 0000\n300 001 002 004 0004 0006\n";
    assert!(written.ends_with(records), "{written}");
    let untouched = |text: &str| -> Vec<String> {
        let kept = |line: &&str| !line.starts_with("001") && !line.starts_with("300");
        let kept = text.lines().filter(kept).map(str::to_owned);
        kept.filter(|line| !line.starts_with("320")).collect()
    };
    assert_eq!(untouched(&written), untouched(&file()));
    // The next round adds to the record of the byes that stands.
    let results = r#"{"step":"results","results":[{"players":[1,7],"result":"1-0"},
        {"players":[9,2],"result":"1-0"},{"players":[10,4],"result":"0-1"}]}"#;
    let (after, _) = done(&after, results);
    let next = r#"{"step":"team-round","round":2,"bye":4,"bye-line-up":[10,12],"matches":[
        {"teams":[2,1],"line-ups":[[4,5],[1,2]]},{"teams":[5,3],"line-ups":[[13,14],[7,8]]}]}"#;
    let (after, _) = done(&after, next);
    assert!(text(&after).contains("\n320  1.0  1.0 005 004\n300 001 "));
    assert_eq!(text(&after).matches("0000 - U").count(), 2);
    let games = boards::of_round(
        after.tournament(),
        after.tournament().rounds_paired().expect("two rounds"),
    );
    assert_eq!(games.len(), 4);
}

#[test]
fn a_bye_after_rounds_without_one_has_zeros_before_it() {
    let four: String = (file().split_inclusive('\n'))
        .filter(|line| !line.starts_with("310   5"))
        .collect();
    let first = r#"{"step":"team-round","round":1,"matches":[
        {"teams":[1,3],"line-ups":[[1,2],[7,9]]},{"teams":[4,2],"line-ups":[[10,11],[4,6]]}]}"#;
    let (after, _) = done(&event(&four), first);
    let absent = r#"{"step":"team-bye","teams":[4],"kind":"Z","later":true}"#;
    let (after, said) = done(&after, absent);
    assert_eq!(
        said,
        ["round 2: 4 Davos is absent", "round 3: 4 Davos is absent"]
    );
    let next = r#"{"step":"team-round","round":2,"bye":3,"matches":[
        {"teams":[2,1],"line-ups":[[4,5],[1,2]]}]}"#;
    let (after, _) = done(&after, next);
    assert!(text(&after).contains("320  1.0  1.0 000 003\n"));
}

#[test]
fn what_is_wrong_with_a_round_changes_nothing() {
    let before = event(&file());
    let one = |change: &dyn Fn(&str) -> String| refused(&before, &change(ROUND));
    for (from, to, words) in [
        (
            r#""round":1"#,
            r#""round":2"#,
            "expected round 1, the next one",
        ),
        (
            "[1,2]",
            "[1]",
            "match 1: team 1 Aarau has a line-up of 1 boards, expected 2",
        ),
        (
            "[1,2]",
            "[1,4]",
            "board 2: player 4 is no member of team 1 Aarau (record 310)",
        ),
        (
            "[1,2]",
            "[1,1]",
            "board 2: player 1 sits at two boards of team 1 Aarau",
        ),
        (
            "[1,2]",
            "[3,2]",
            "board 2: player 2 sits below a player who comes later",
        ),
        ("[1,2]", "[0,0]", "team 1 Aarau has nobody on a board"),
        ("[4,2]", "[4,1]", "team 1 Aarau stands twice in round 1"),
        ("[4,2]", "[4,8]", "found team 8, which is not in the file"),
        (
            r#""bye":5,"#,
            "",
            "team 5 Emmen has neither a match nor the bye in round 1",
        ),
        (
            r#""bye":5,"#,
            r#""bye":5,"colours":"WX","#,
            "expected a letter W or B for each board",
        ),
    ] {
        let told = one(&|round| round.replacen(from, to, 1));
        assert!(told.contains(words), "{to}: {told}");
    }
    // Boards in another order, where the regulations have it.
    let (other, _) = done(
        &before,
        &ROUND.replacen("[1,2]", "[3,2]", 1).replacen(
            r#""bye":5"#,
            r#""bye":5,"any-order":true"#,
            1,
        ),
    );
    assert!(text(&other).contains("300 001 001 003 0003 0002\n"));
    // A match that a record forfeits has no line-up.
    let forfeited = event(&(file() + "330 +- 001 001 003\n"));
    let told = refused(&forfeited, ROUND);
    assert!(
        told.contains("record 330 says that the match of team 1 Aarau in round 1 is forfeited"),
        "{told}"
    );
    let (absent, _) = done(&before, r#"{"step":"team-bye","teams":[1],"kind":"H"}"#);
    assert!(refused(&absent, ROUND).contains("record 240 gives team 1 Aarau a bye"));
    let recorded = event(&(file() + "300 001 001 003 0001 0003\n"));
    let told = refused(&recorded, ROUND);
    assert!(
        told.contains("record 300 has another line-up of team 1 Aarau in round 1"),
        "{told}"
    );
    let of_players = event(crate::EVENT);
    assert!(refused(&of_players, ROUND).contains("the file asks for no pairing of teams"));
    let wrong = event(&file().replace("352 WB", "352 WIB"));
    assert!(refused(&wrong, ROUND).contains("club.trf:5:5: record 352 has the colours \"WIB\""));
}

#[test]
fn byes_of_teams_stand_in_records_of_their_own() {
    let before = event(&file());
    let (one, said) = done(&before, r#"{"step":"team-bye","teams":[3,1],"kind":"H"}"#);
    assert_eq!(
        said,
        [
            "round 1: 3 Chur has a half-point bye",
            "round 1: 1 Aarau has a half-point bye"
        ]
    );
    assert!(text(&one).contains("240 H   1    1    3\n001    1"));
    let again = apply(&one, &step(r#"{"step":"team-bye","teams":[1],"kind":"H"}"#));
    assert!(!again.expect("stands").is_change(&one));
    let other = refused(&one, r#"{"step":"team-bye","teams":[1],"kind":"Z"}"#);
    assert!(
        other.contains("team 1 Aarau has a half-point bye in round 1"),
        "{other}"
    );
    let (back, _) = done(&one, r#"{"step":"team-attend","teams":[3,1]}"#);
    assert_eq!(text(&back), file(), "every trace is gone");
    for (json, words) in [
        (
            r#"{"step":"team-attend","teams":[2]}"#,
            "found neither a bye nor an absence of team 2",
        ),
        (
            r#"{"step":"team-bye","teams":[9],"kind":"Z"}"#,
            "found team 9, which is not in the file",
        ),
        (
            r#"{"step":"team-bye","teams":[],"kind":"Z"}"#,
            "found no team",
        ),
        (
            r#"{"step":"team-bye","teams":[1],"kind":"Z","round":4}"#,
            "found round 4, expected one from 1 to 3",
        ),
        (r#"{"step":"team-bye","teams":[1],"kind":"U"}"#, ""),
    ] {
        match serde_json::from_str::<Step>(json) {
            Ok(step) => {
                let told = apply(&before, &step).expect_err(json).to_string();
                assert!(told.contains(words), "{told}");
            }
            Err(_) => assert_eq!(words, "", "{json}"),
        }
    }
    let (paired, _) = done(&before, ROUND);
    for (team, words) in [
        (1, "has a match in round 1"),
        (5, "has the pairing-allocated bye"),
    ] {
        let json = format!(r#"{{"step":"team-bye","teams":[{team}],"kind":"Z","round":1}}"#);
        let told = refused(&paired, &json);
        assert!(told.contains(words), "{told}");
    }
}

#[test]
fn bans_of_teams_stand_in_records_of_their_own() {
    let before = event(&file());
    let (one, said) = done(&before, r#"{"step":"team-forbid","groups":[[3,1]]}"#);
    assert_eq!(said, ["3 Chur and 1 Aarau do not meet"]);
    assert!(text(&one).contains("260   1 999    3    1\n001    1"));
    let json = r#"{"step":"team-forbid","groups":[[2,4,5]],"round":2,"last":3}"#;
    let (two, said) = done(&one, json);
    assert_eq!(
        said,
        ["2 Bern, 4 Davos, 5 Emmen do not meet in the rounds 2 to 3"]
    );
    assert!(text(&two).contains("260   1 999    3    1\n260   2   3    2    4    5\n001    1"));
    let banned = &two.tournament().teams.instructions.forbidden;
    let places = |at: usize| banned[at].players.iter().map(|team| team.index());
    assert!(places(0).eq([2, 0]) && places(1).eq([1, 3, 4]));
    assert!(two.tournament().forbidden.is_empty(), "none of players");
    let again = r#"{"step":"team-forbid","groups":[[5,2]],"round":3,"last":3}"#;
    let again = apply(&two, &step(again)).expect("stands");
    assert!(!again.is_change(&two) && again.said[0].ends_with("in round 3, as it stands"));
    // A record that names one team bans nobody, and is no place in the order of bans.
    let lone = event(&text(&two).replacen("260   1", "260   1   2    5\n260   1", 1));
    let (lifted, _) = done(&lone, r#"{"step":"team-allow","groups":[[1,3]]}"#);
    assert!(text(&lifted).contains("260   1   2    5\n260   2   3    2    4    5\n001    1"));
    let (lifted, said) = done(&two, r#"{"step":"team-allow","groups":[[4,5,2],[1,3]]}"#);
    assert_eq!(
        said,
        [
            "4 Davos, 5 Emmen, 2 Bern may meet again",
            "1 Aarau and 3 Chur may meet again"
        ]
    );
    assert_eq!(text(&lifted), file(), "every trace is gone");
    let forbid = |rest: &str| format!(r#"{{"step":"team-forbid",{rest}}}"#);
    for (json, words) in [
        (
            forbid(r#""groups":[[3,3]]"#),
            "found a ban of 3 Chur alone, expected two different teams",
        ),
        (forbid(r#""groups":[[]]"#), "found a ban of nobody"),
        (forbid(r#""groups":[]"#), "found no ban, expected two teams"),
        (
            forbid(r#""groups":[[3,9],[8,1]]"#),
            "found team 9, which is not in the file",
        ),
        (
            forbid(r#""groups":[[3,4]],"round":3,"last":2"#),
            "found the rounds 3 to 2",
        ),
        (
            forbid(r#""groups":[[3,4]],"round":4"#),
            "found round 4, expected one from 1 to 3",
        ),
        (
            r#"{"step":"team-allow","groups":[[2,4]]}"#.to_owned(),
            "found no ban of 2 Bern and 4 Davos",
        ),
        (
            r#"{"step":"forbid","groups":[[3,4]]}"#.to_owned(),
            "bans of single players have no record in a competition of teams",
        ),
    ] {
        let told = refused(&two, &json);
        assert!(told.contains(words), "{json}: {told}");
    }
    let part = refused(&two, r#"{"step":"team-allow","groups":[[2,4]]}"#);
    assert!(part.contains("part of the ban 2-4-5, which is lifted as a whole"));
    let both = refused(&two, r#"{"step":"team-forbid","groups":[[3,9],[8,1]]}"#);
    assert!(both.contains("found team 8"), "{both}");
    let of_players = refused(&event(crate::EVENT), &forbid(r#""groups":[[1,2]]"#));
    assert!(of_players.contains("the file asks for no pairing of teams"));
    assert!(serde_json::from_str::<Step>(&forbid(r#""groups":[[3,4]],"soft":true"#)).is_err());
    let groups = |texts: &[&str]| naming::team_groups(before.tournament(), texts);
    assert_eq!(
        groups(&["1-3", "2-4-5"]),
        Ok(vec![vec![1, 3], vec![2, 4, 5]])
    );
    assert_eq!(groups(&["bern", "chur"]), Ok(vec![vec![2, 3]]));
    let told = groups(&["bern", "Basel"])
        .expect_err("no Basel")
        .to_string();
    assert!(told.contains("found the team \"Basel\""), "{told}");
}

#[test]
fn line_ups_are_read_or_refused_with_their_place() {
    let read = line_ups::line_ups("5: 17 0 19, 18 # in order\n\n3:9 10; 1: 4").expect("a list");
    let told: Vec<(u32, &[u32])> = read.iter().map(|own| (own.team, &own.boards[..])).collect();
    assert_eq!(
        told,
        [(5, &[17, 0, 19, 18][..]), (3, &[9, 10][..]), (1, &[4][..])]
    );
    assert_eq!(read[0].places[2], "line-ups, line 1, column 7");
    assert_eq!(read[2].places[0], "line-ups, line 3, column 9");
    for (list, words) in [
        (
            "5 17 18",
            "line-ups, line 1, column 1: found \"5 17 18\", expected a team",
        ),
        (
            "\nx: 17",
            "line-ups, line 2, column 1: found the team \"x\"",
        ),
        (
            "5: 17 Meier",
            "line-ups, line 1, column 7: found the player \"Meier\"",
        ),
        (
            "5: 1\n5: 2",
            "line-ups, line 2, column 1: team 5 has two line-ups",
        ),
    ] {
        let told = line_ups::line_ups(list).expect_err(list).to_string();
        assert!(told.contains(words), "{told}");
    }
    let event = event(&file());
    assert_eq!(line_ups::boards_of_match(&event), Ok(Some(2)));
    assert_eq!(line_ups::in_order(&event, 2, 2), Ok(vec![4, 5]));
    let few = line_ups::in_order(&event, 2, 4)
        .expect_err("three")
        .to_string();
    assert!(
        few.starts_with("club.trf:23:74: team 2 Bern has 3 members, expected one for each of 4"),
        "{few}"
    );
    assert_eq!(
        naming::teams(event.tournament(), &["bern", "1"]),
        Ok(vec![2, 1])
    );
    let told = naming::teams(event.tournament(), &["a"])
        .expect_err("two")
        .to_string();
    assert!(
        told.contains("found the team \"a\", which may be 1 Aarau, 4 Davos"),
        "{told}"
    );
}
