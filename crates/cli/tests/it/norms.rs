//! `edelweiss norms`: title norms for people, for programs, and with every condition.

use std::fs;

use serde_json::Value;

use crate::common::run;

/// Nine games of player 1: 6½ points against 2300 on average, which is a norm of IM, and misses the GM's average and more.
fn file() -> String {
    let mut lines = vec![
        "012 Club".to_owned(),
        "032 SUI".to_owned(),
        "042 2026/05/01".to_owned(),
    ];
    let opponents = [
        ("g", 2300, "GER", '1'),
        ("m", 2300, "FRA", '='),
        ("m", 2320, "ITA", '='),
        ("f", 2280, "SUI", '='),
        ("f", 2300, "SUI", '1'),
        ("c", 2310, "SUI", '1'),
        ("", 2290, "SUI", '1'),
        ("", 2250, "SUI", '1'),
        ("", 2350, "FID", '0'),
    ];
    let line = |number: usize,
                name: &str,
                title: &str,
                rating: u16,
                federation: &str,
                points: &str| {
        format!(
            "001 {number:>4}  {title:>3} {name:<33} {rating:>4} {federation:<3} {:>11} {:>10} {points:>4} {number:>4}",
            "", ""
        )
    };
    let mut own = line(1, "Adams, Ann", "f", 2400, "SUI", "6.5");
    let mut others = Vec::new();
    for (index, (title, rating, federation, result)) in opponents.into_iter().enumerate() {
        let number = index + 2;
        let game = format!("  {number:>4} w {result}");
        own.push_str(&game);
        let turned = match result {
            '1' => '0',
            '0' => '1',
            same => same,
        };
        let points = match turned {
            '1' => "1.0",
            '0' => "0.0",
            _ => "0.5",
        };
        let mut other = line(
            number,
            &format!("Nr, {number}"),
            title,
            rating,
            federation,
            points,
        );
        for round in 0..9 {
            let entry = if round == index {
                format!("     1 b {turned}")
            } else {
                "  0000 - Z".to_owned()
            };
            other.push_str(&entry);
        }
        others.push(other);
    }
    lines.push(own);
    lines.append(&mut others);
    // More players than a round robin has.
    for number in [11, 12] {
        lines.push(line(number, "Late, Lea", "", 0, "", "0.0"));
    }
    lines.join("\n") + "\n"
}

#[test]
fn a_norm_is_told_with_its_conditions() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join("club.trf"), file()).expect("writable");
    let page = run(folder.path(), "norms club.trf");
    assert_eq!((page.exit, page.err.as_str()), (0, ""));
    for line in [
        "Club: title norms by B.01, edition of 2024\n",
        "Host federation: SUI\n",
        "Exempt from the rules on federations: no\n",
        "  1  Adams, Ann  IM        9    6.5  2300  2466  9 games\n",
        "Players without a federation, or with FID, which counts as none: 3\n",
        "A file does not tell registration, time control",
    ] {
        assert!(page.out.contains(line), "{line}{}", page.out);
    }
    assert!(
        !page.out.contains("One condition is missed"),
        "{}",
        page.out
    );
    let all = run(folder.path(), "norms club.trf --all");
    assert!(all.out.contains("More are missed:"), "{}", all.out);
    let own = run(folder.path(), "norms club.trf --player 1");
    for line in [
        "1 Adams, Ann, GM: no norm, 3 missed\n6.5 points in rounds 1, 2, 3, 4, 5, 6, 7, 8, 9\n",
        "1 Adams, Ann, IM: a norm of 9 games\n",
        " 1.4.5b   opponents who are GM                  1         least 3     missed\n",
    ] {
        assert!(own.out.contains(line), "{line}{}", own.out);
    }
    assert!(own.out.lines().all(|line| line.chars().count() <= 80));
    let csv = run(folder.path(), "norms club.trf --format csv");
    let mut lines = csv.out.lines();
    assert!(
        lines
            .next()
            .is_some_and(|line| line.starts_with("TPN,NAME,NORM,ACHIEVED,"))
    );
    assert_eq!(
        lines.next(),
        Some("1,\"Adams, Ann\",IM,1,9,9,6.5,2300,2466,games,1.4.1a,9,9,1")
    );
    let json = run(folder.path(), "norms club.trf --format json --exempt a");
    let json: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(json["norms"][0]["title"], "IM");
    assert_eq!(json["norms"][0]["conditions"][2]["waived"], true);
}

#[test]
fn bad_input_is_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("club.trf"), file()).expect("writable");
    fs::write(path("old.trf"), file().replace("2026/05/01", "2023/12/31")).expect("writable");
    fs::write(path("nowhere.trf"), file().replace("032 SUI\n", "")).expect("writable");
    let twice = file()
        .replace("  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z     1 b 1", "     1 b 0  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z     1 b 1")
        .replace("     1 b 0  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z\n", "  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z  0000 - Z\n")
        .replace("     2 w 1", "    10 w 1");
    fs::write(path("twice.trf"), twice).expect("writable");
    for (words, said) in [
        (
            "club.trf --rules 2022",
            "--rules: found 2022, expected 2024",
        ),
        ("club.trf --exempt d", "--exempt: found 'd', expected a"),
        ("club.trf --player 99", "--player: there is no player 99"),
        (
            "nowhere.trf --exempt b",
            "exemptions a and b are for players of the host federation",
        ),
        (
            "old.trf",
            "old.trf: the event begins on 2023/12/31, and no edition of B.01 before 2024/01/01",
        ),
        ("twice.trf", "players 1 and 10 met twice"),
    ] {
        let found = run(folder.path(), &format!("norms {words} -o out"));
        assert!(
            found.exit == 3 && found.err.contains(said),
            "{words}: {} {}",
            found.exit,
            found.err
        );
        assert!(!path("out").exists(), "{words}");
    }
    assert_eq!(run(folder.path(), "norms old.trf --rules 2024").exit, 0);
}

/// A double round robin of six, and an event of teams: what is told beside the norms.
#[test]
fn double_round_robins_and_teams_are_told_apart() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let made = "generate --seed 3 --system double-round-robin --players 6 -o double.trf";
    assert_eq!(run(folder.path(), made).exit, 0);
    let own = run(folder.path(), "norms double.trf --player 1");
    for line in [
        " 1.4.5    players of a double round robin       6         least 6     holds\n",
        " 1.4.1a   games over the board                  10        least 9     holds\n",
        " 1.4.5a   opponents with a title                0         least 3     missed\n",
        " 1.4.5b   opponents who are GM                  0         least 2     missed\n",
        "Double round robin: opponents count once for federations and titles (1.4.5)\n",
        "The pairings were settled beforehand: no last rounds are left out (1.4.1e)\n",
    ] {
        assert!(own.out.contains(line), "{line}{}", own.out);
    }
    assert!(own.out.lines().all(|line| line.chars().count() <= 80));
    let csv = run(folder.path(), "norms double.trf --player 1 --format csv");
    assert!(csv.out.contains(",players,1.4.5,6,6,1\n"), "{}", csv.out);
    let json = run(folder.path(), "norms double.trf --all --format json");
    let json: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(
        (&json["double_round_robin"], &json["teams"]),
        (&true.into(), &false.into())
    );
    assert_eq!(json["norms"][0]["conditions"][0]["condition"], "players");

    let made =
        "generate --seed 3 --system team-swiss --players 40 --boards 4 --rounds 7 -o teams.trf";
    assert_eq!(run(folder.path(), made).exit, 0);
    let plain = run(folder.path(), "norms teams.trf --all");
    assert!(
        plain
            .out
            .contains("A file does not tell a World or Continental championship (1.4.1b,"),
        "{}",
        plain.out
    );
    let games = |words: &str| {
        let json = run(
            folder.path(),
            &format!("norms teams.trf --all --format json {words}"),
        );
        let json: Value = serde_json::from_str(&json.out).expect("JSON");
        assert_eq!(json["teams"], true);
        let games = &json["norms"][0]["conditions"][0];
        (games["article"].clone(), games["least"].clone())
    };
    assert_eq!(games(""), ("1.4.1a".into(), 9.into()));
    assert_eq!(games("--team-championship"), ("1.4.1b".into(), 7.into()));
    let national = run(folder.path(), "norms teams.trf --exempt b --host SUI");
    assert!(
        national
            .out
            .contains("Results of several divisions may not be combined (1.4.3b)\n"),
        "{}",
        national.out
    );
}

#[test]
fn what_a_team_championship_is_not_is_refused() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join("club.trf"), file()).expect("writable");
    let made =
        "generate --seed 3 --system team-swiss --players 40 --boards 4 --rounds 6 -o short.trf";
    assert_eq!(run(folder.path(), made).exit, 0);
    for (words, said) in [
        (
            "club.trf",
            "--team-championship: club.trf has no teams\n  hint: records 310",
        ),
        (
            "short.trf",
            "--team-championship: short.trf has 6 rounds, expected 7 to 9 (B.01 1.4.1b)",
        ),
    ] {
        let found = run(
            folder.path(),
            &format!("norms {words} --team-championship -o out"),
        );
        assert!(
            found.exit == 3 && found.err.contains(said),
            "{words}: {}",
            found.err
        );
        assert!(!folder.path().join("out").exists(), "{words}");
    }
}
