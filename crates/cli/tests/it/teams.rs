//! Competitions of teams where only their players are asked for.

use std::path::Path;

use crate::common::{repository, run, run_with};

const GOOD: &str = "crates/trf/testdata/good";

/// Samples with something wrong among the teams, and a few words of what it is.
const WRONG: [(&str, &str); 5] = [
    (
        "300-player-of-another-team.trf",
        "player 4 is no member of the team",
    ),
    (
        "310-number-taken.trf",
        "team number 1, expected one of its own",
    ),
    ("310-player-not-in-file.trf", "player 17 is not in the file"),
    (
        "330-beside-bye.trf",
        "team 1 has a bye, a forfeited match or a line-up already",
    ),
    (
        "362-symbol-unknown.trf",
        "symbol is 'TX', expected TW, TD or TL",
    ),
];

/// The same file without the records of teams.
fn without_teams(name: &str) -> String {
    let file = std::fs::read_to_string(repository(GOOD).join(name)).expect("a sample");
    let lines = file.split_inclusive('\n');
    lines.filter(|line| !line.starts_with('3')).collect()
}

#[test]
fn what_is_wrong_among_teams_changes_nothing_for_their_players() {
    let here = Path::new(".");
    for (name, wrong) in WRONG {
        let file = without_teams(name);
        for question in ["pair -", "check -", "standings -"] {
            let options = match question {
                "standings -" => "--players --format csv",
                "pair -" => "--system dutch --round 3",
                _ => "--system dutch",
            };
            let path = repository(GOOD).join(name);
            let line = question.replace('-', &path.display().to_string());
            let found = run(here, &format!("{line} {options}"));
            let alone = run_with(here, &format!("{question} {options}"), file.as_bytes());
            assert!(alone.exit <= 1, "{question} {name}: {alone:?}");
            assert_eq!(found.exit, alone.exit, "{question} {name}: {found:?}");
            let out = found
                .out
                .replace(&path.display().to_string(), "standard input");
            assert_eq!(out, alone.out, "{question} {name}");
            assert!(
                found.err.contains(wrong),
                "{question} {name}: {}",
                found.err
            );
            assert!(found.err.contains("the teams of the file are left out"));
        }
    }
}

#[test]
fn teams_that_contradict_themselves_are_not_ranked() {
    for (name, wrong) in WRONG {
        let path = repository(GOOD).join(name);
        let found = run(Path::new("."), &format!("standings {}", path.display()));
        assert_eq!((found.exit, found.out.as_str()), (3, ""), "{name}");
        let error = found.err.lines().find(|line| line.contains(wrong));
        let error = error.unwrap_or_else(|| panic!("{name}: {}", found.err));
        let place = error.trim_start_matches("error: ");
        assert!(place.contains(&format!("{name}:")), "{error}");
        assert!(found.err.contains("--players"), "{name}: {}", found.err);
    }
}

/// The ranks of a file whose teams are left out are theirs, and are not taken for those of the players.
#[test]
fn ranks_are_judged_of_teams_or_of_players() {
    let here = Path::new(".");
    let path = repository(GOOD).join("teams.trf");
    let ranks = format!(
        "standings {} --players --tie-breaks WON --format trf",
        path.display()
    );
    let good = run(here, &ranks).out;
    let judged = |file: &str, options: &str| {
        let line = format!("check - --system dutch --format json --tie-breaks WON {options}");
        let found = run_with(here, &line, file.as_bytes());
        let document: serde_json::Value = serde_json::from_str(&found.out).expect("a document");
        document["files"][0]["standings"]["of"].clone()
    };
    let wrong = format!("{good}330 +- 002 001 001\n");
    for (file, options, expected) in [
        (&good, "", "team".into()),
        (&good, "--players", "player".into()),
        (&wrong, "", serde_json::Value::Null),
        (&wrong, "--players", "player".into()),
    ] {
        assert_eq!(judged(file, options), expected, "{options}\n{file}");
    }
}

/// Record 192 of a Swiss system for teams says nothing of how players are paired: they are paired as without
/// it, with a warning, and rounds that were paired as those of teams are not compared with ours unasked.
#[test]
fn players_of_a_team_swiss_are_paired_as_without_its_record() {
    let here = Path::new(".");
    let open = std::fs::read_to_string(repository("examples/open.trf")).expect("an example");
    let without: String = (open.split_inclusive('\n'))
        // Absences of a competition of teams are those of teams.
        .filter(|line| !line.starts_with("192") && !line.starts_with("240"))
        .collect();
    for code in [
        "FIDE_TEAM_BAKU",
        "FIDE_TEAM_TYPEA_MP_GP",
        "CUSTOM_TEAM_SWISS",
    ] {
        let file = format!("192 {code}\n{without}");
        let paired = run_with(here, "pair -", file.as_bytes());
        let alone = run_with(here, "pair -", without.as_bytes());
        assert_eq!((paired.exit, paired.out), (0, alone.out), "{code}");
        let warning = "is one of teams, and says nothing of how their players are paired";
        assert!(paired.err.contains(warning), "{code}: {}", paired.err);

        let checked = run_with(here, "check -", file.as_bytes());
        assert_eq!(checked.exit, 0, "{code}: {checked:?}");
        assert!(
            checked
                .out
                .contains("the rounds were paired as those of teams"),
            "{}",
            checked.out
        );
        assert!(!checked.out.contains("round 1:"), "{}", checked.out);
        let asked = run_with(here, "check - --system dutch", file.as_bytes());
        let known = run_with(here, "check - --system dutch", without.as_bytes());
        assert_eq!((asked.exit, asked.out), (known.exit, known.out), "{code}");

        let ranked = run_with(here, "standings -", file.as_bytes());
        let known = run_with(here, "standings -", without.as_bytes());
        assert_eq!(
            (ranked.exit, ranked.out, ranked.err),
            (0, known.out, known.err),
            "{code}"
        );
        // Points are compared all the same.
        let wrong = file.replacen(" 3.5 ", " 9.5 ", 1);
        assert_ne!(wrong, file);
        let checked = run_with(here, "check -", wrong.as_bytes());
        assert_eq!(checked.exit, 1, "{code}: {checked:?}");
        assert!(
            checked.out.contains("9.5 points in the file"),
            "{}",
            checked.out
        );
    }
}

/// A file as it was reported: a line-up that was handed in for a match that was then forfeited, in a
/// competition of teams.
#[test]
fn a_reported_competition_of_teams_is_paired_checked_and_ranked() {
    let path = repository(GOOD).join("line-up-of-a-forfeited-match.trf");
    let asked = |question: &str| {
        let found = run(Path::new("."), &format!("{question} {}", path.display()));
        assert_eq!(found.exit, 0, "{question}: {found:?}");
        assert!(!found.err.contains("left out"), "{question}: {}", found.err);
        found.out
    };
    assert!(asked("pair").contains("round 2 of 3"), "{}", asked("pair"));
    assert!(asked("pair").contains("Alpha"), "{}", asked("pair"));
    let checked = asked("check");
    assert!(
        checked.contains("Swiss team system") && checked.contains("round 1: equal"),
        "{checked}"
    );
    let teams = asked("standings --format csv");
    assert!(teams.contains("\n1,1,2.0,2.0"), "{teams}");
    let players = asked("standings --players --format csv");
    assert!(players.contains("\n4,3,0.0"), "{players}");
}

fn example() -> String {
    std::fs::read_to_string(repository("examples/teams.trf")).expect("an example")
}

/// A file with teams and the code of a Swiss team system: its teams are paired, checked and explained.
#[test]
fn teams_are_paired_checked_and_explained() {
    let here = Path::new(".");
    let file = example();
    let paired = run_with(here, "pair -", file.as_bytes());
    assert_eq!((paired.exit, paired.err.as_str()), (0, ""));
    for line in [
        "Swiss team system, edition of 1 February 2026 (asked for by record 192 of the file)\n",
        "  1   5  Lausanne  2133  4.0  ▲  ▼  5.0  2219  Basel    3\n",
        "  3   1  Zürich    2299  3.0  ▼  ▲  1.0  2060  Lugano   7\n",
        "Not to be paired: 6 Luzern (absent)\n",
    ] {
        assert!(paired.out.contains(line), "{line}{}", paired.out);
    }
    let checked = run_with(here, "check -", file.as_bytes());
    assert!(checked.out.contains("3 rounds: 3 equal"), "{}", checked.out);
    let explained = run_with(here, "explain - --round 2", file.as_bytes());
    assert!(explained.out.contains("(4.3."), "{}", explained.out);
    // The same teams by game points.
    let by_games = file.replace("192 FIDE_TEAM", "192 FIDE_TEAM_TYPEB_GP_MP");
    let by_games = run_with(here, "explain -", by_games.as_bytes());
    assert!(
        by_games.out.contains("Bracket 1: 8.5 points"),
        "{}",
        by_games.out
    );
    // A ban of teams is one.
    let banned = format!("{file}260   1   5    3    5\n");
    let banned = run_with(here, "pair - --format bbp", banned.as_bytes());
    assert!(
        banned.exit == 0 && !banned.out.contains("5 3"),
        "{}",
        banned.out
    );
    let players = run_with(here, "pair - --system dutch", file.as_bytes());
    assert!(players.out.contains("Jenni, Jonas"), "{}", players.out);
}

/// Games make the matches that were paired; colours never make a pairing illegal, every format reads back, and the ranks
/// are those of the teams.
#[test]
fn generated_teams_are_checked_as_teams() {
    let here = tempfile::tempdir().expect("a folder for the test");
    for (seed, options) in [
        (5, ""),
        (6, "--boards 1"),
        (7, "--format trf16 --boards 3"),
        (8, "--tie-breaks MPTS,GPTS,EDE --boards 6"),
    ] {
        let made = run(
            here.path(),
            &format!(
                "generate --system team-swiss --players 13 --rounds 5 --seed {seed} -o made.trf {options}"
            ),
        );
        assert_eq!(made.exit, 0, "{seed}: {}", made.err);
        let found = run(here.path(), "check made.trf");
        assert!(
            found.out.contains("5 rounds: 5 equal") && found.out.contains("0 illegal in the file"),
            "{seed}: {}",
            found.out
        );
        let is_ranked = !options.contains("trf16");
        assert_eq!(
            found.out.contains("1 standings, 0 differ"),
            is_ranked,
            "{}",
            found.out
        );
    }
    for (line, exit, why) in [
        ("--system team-swiss --players 1000", 4, "at most 999"),
        (
            "--system team-swiss --players 800 --boards 20",
            4,
            "at most 499",
        ),
        ("--players 12 --boards 4", 3, "expected a system of teams"),
    ] {
        let refused = run(
            here.path(),
            &format!("generate {line} --rounds 3 -o no.trf"),
        );
        assert_eq!(refused.exit, exit, "{line}: {}", refused.err);
        assert!(refused.err.contains(why), "{line}: {}", refused.err);
    }
}

#[test]
fn readings_of_the_team_system_are_options() {
    let here = Path::new(".");
    let file = example();
    for option in [
        "--following-bracket parity",
        "--following-group unpaired",
        "--forfeit-floats counted",
        "--last-round-preference none",
        "--accelerated-floats standings",
    ] {
        let found = run_with(here, &format!("pair - {option}"), file.as_bytes());
        assert_eq!(found.exit, 0, "{option}: {}", found.err);
    }
    let wrong = run_with(here, "pair - --forfeit-floats yes", file.as_bytes());
    assert_eq!(wrong.exit, 3, "{}", wrong.err);
}

#[test]
fn what_is_wrong_with_a_round_of_teams_is_refused() {
    let here = tempfile::tempdir().expect("a folder for the test");
    let file = example();
    // Player 4 of team 1 leaves it; players of a team meet two teams.
    let without_team = file.replace("    1    2    3    4\n", "    1    2    3\n");
    let two_teams = file
        .replace("   1    2    3    4\n", "   1    2    3    8\n")
        .replace("   5    6    7    8\n", "   5    6    7    4\n");
    let cases = [
        (
            without_team,
            "",
            "player 4 has an opponent and is a member of no team",
        ),
        (two_teams, "", "meet those of two teams, expected one match"),
        (
            file.replace("240 Z   4    6", "240 Z   4    9"),
            "",
            "teams.trf:50:14: team 9 is not in the file",
        ),
        (
            file.replace("310   2 Genève", "310   6 Genève"),
            "",
            "team number 6, expected one of its own",
        ),
        (file.clone(), "--absent 3", "are about players"),
        (file.clone(), "--format trf", "who plays on which board"),
    ];
    for (text, options, said) in cases {
        assert!(text != file || !options.is_empty(), "{said}");
        std::fs::write(here.path().join("teams.trf"), &text).expect("writable");
        let found = run(here.path(), &format!("pair teams.trf -o out {options}"));
        assert!(
            found.exit == 3 && found.err.contains(said),
            "{said}: {found:?}"
        );
        assert!(!here.path().join("out").exists(), "{said}");
    }
    std::fs::write(here.path().join("teams.trf"), &file).expect("writable");
    let written = run(here.path(), "pair teams.trf --write");
    assert_eq!(written.exit, 3, "{written:?}");
    let after = std::fs::read_to_string(here.path().join("teams.trf")).expect("still there");
    assert!(after == file, "the file is as it was");
    let checked = run(here.path(), "check teams.trf --system dutch");
    assert!(
        checked.out.contains("FIDE (Dutch) System"),
        "{}",
        checked.out
    );
}

/// What is wrong with teams is refused with its record, or with round and team.
#[test]
fn teams_that_cannot_be_paired_are_refused() {
    let here = tempfile::tempdir().expect("a folder for the test");
    let line = "generate --system team-swiss --players 6 --rounds 3 --seed 4 --boards 2 -o t.trf";
    let made = run(here.path(), line);
    assert_eq!(made.exit, 0, "{}", made.err);
    let file = std::fs::read_to_string(here.path().join("t.trf")).expect("it was made");
    let team = (file.lines())
        .find(|line| line.starts_with("310   2"))
        .expect("a team");
    let changed = |new: String| file.replace(team, &new);
    let (start, members) = team.split_at(73);
    assert_eq!(members.trim(), "3    4");
    for (what, text, why) in [
        (
            "two teams of one number",
            changed(team.replacen("310   2", "310   1", 1)),
            "team number 1, expected one of its own",
        ),
        (
            "a team with too few players",
            changed(format!("{start}   3")),
            "player 4 has an opponent and is a member of no team",
        ),
        (
            "boards out of order",
            changed(format!("{start}   4    3")),
            "expected the line-ups of that match (300)",
        ),
    ] {
        let refused = run_with(here.path(), "pair -", text.as_bytes());
        assert_eq!(
            (refused.exit, &*refused.out),
            (3, ""),
            "{what}: {}",
            refused.err
        );
        assert!(refused.err.contains(why), "{what}: {}", refused.err);
    }
}

/// Points of a win of a game become twice as many of a match, and what no match of teams can be is refused.
#[test]
fn generated_teams_keep_the_points_and_refuse_what_is_no_match() {
    let here = tempfile::tempdir().expect("a folder for the test");
    let write = |name: &str, text: &str| {
        std::fs::write(here.path().join(name), text).expect("a file");
    };
    write(
        "points.toml",
        "players = 10\nrounds = 4\nseed = 3\n[points]\nwin = 3\ndraw = 1\nloss = 0\n",
    );
    let line = "generate --system team-swiss --config points.toml -o p.trf";
    let made = run(here.path(), line);
    assert_eq!(made.exit, 0, "{}", made.err);
    let file = std::fs::read_to_string(here.path().join("p.trf")).expect("it was made");
    assert!(file.contains("362 TW 6.0   TD 2.0   TL 0.0"), "{file}");
    let found = run(here.path(), "check p.trf");
    assert!(found.out.contains("4 rounds: 4 equal"), "{}", found.out);
    write(
        "half.toml",
        "players = 10\nrounds = 4\nseed = 3\n[games]\nhalf-zero = 2\n",
    );
    let line = "generate --system team-swiss --config half.toml -o h.trf";
    let refused = run(here.path(), line);
    assert_eq!(refused.exit, 3, "{}", refused.err);
    assert!(refused.err.contains("games.half-zero"), "{}", refused.err);
    let many = run(
        here.path(),
        "generate --players 1000 --rounds 1 --seed 1 -o many.trf",
    );
    assert_eq!(many.exit, 0, "{}", many.err);
    let line = "generate --system team-swiss --model many.trf --seed 2 -o t.trf";
    let refused = run(here.path(), line);
    assert_eq!(refused.exit, 4, "{}", refused.err);
    assert!(refused.err.contains("at most 999"), "{}", refused.err);
}
