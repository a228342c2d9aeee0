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
    assert!(asked("check").contains("the rounds were paired as those of teams"));
    let teams = asked("standings --format csv");
    assert!(teams.contains("\n1,1,2.0,2.0"), "{teams}");
    let players = asked("standings --players --format csv");
    assert!(players.contains("\n4,3,0.0"), "{players}");
}
