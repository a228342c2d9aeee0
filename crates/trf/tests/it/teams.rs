//! What is wrong with records of teams: a warning where players are asked for, an error where teams are.

use std::fs;
use std::path::Path;

use edelweiss_trf::{FindingKind, ReadOptions, ReadPurpose, read};

/// The samples whose records of teams are wrong, `300-…` to `362-…`.
fn wrong_teams() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/good");
    let files = fs::read_dir(folder).expect("the folder is part of the crate");
    let files = files.map(|entry| entry.expect("a readable folder").path());
    let mut samples: Vec<(String, Vec<u8>)> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "trf"))
        .map(|path| {
            let name = path.file_name().expect("a file").to_string_lossy();
            (name.into_owned(), fs::read(&path).expect("a readable file"))
        })
        .filter(|(name, _)| name.starts_with('3'))
        .collect();
    samples.sort();
    assert!(samples.len() > 10, "{samples:?}");
    samples
}

#[test]
fn wrong_teams_are_left_out_and_an_error_where_they_are_asked_for() {
    const LEFT_OUT: &str = "; the teams of the file are left out";
    for (name, bytes) in wrong_teams() {
        let as_for = |purpose| read(&bytes, &name, &ReadOptions::default().purpose(purpose));
        for purpose in [ReadPurpose::Pairing, ReadPurpose::RankingPlayers] {
            let reading = as_for(purpose).expect("its players can be read");
            assert!(reading.tournament.teams.is_empty(), "{name}");
            assert_eq!(reading.tournament.players.len(), 6, "{name}");
            let told = |each: &&edelweiss_trf::Finding| each.message.ends_with(LEFT_OUT);
            let warning = reading.warnings.iter().find(told).expect("a warning");
            let failure = as_for(ReadPurpose::Ranking).expect_err("its teams cannot");
            let error = &failure.errors[0];
            assert_eq!(format!("{}{LEFT_OUT}", error.message), warning.message);
            assert_eq!((&error.place, error.kind), (&warning.place, warning.kind));
            assert!(error.hint.is_some(), "{name}");
        }
    }
}

/// A line-up of a match that was forfeited is right; one against another team, or of a team with the bye,
/// is not.
#[test]
fn a_line_up_of_a_forfeited_match_names_the_scheduled_opponent() {
    let file = |records: &str| {
        let players =
            (1..=6).map(|number| format!("001 {number:>4}      P{number:<66}0.0    1  0000 - Z\n"));
        let teams = (1..=3).map(|team| {
            let members = format!("{:>4} {:>4}", 2 * team - 1, 2 * team);
            format!("310 {team:>3} {:<65}{members}\n", "Team")
        });
        format!(
            "{}{}{records}",
            players.collect::<String>(),
            teams.collect::<String>()
        )
    };
    let problems = |records: &str| {
        let file = file(records);
        let reading = read(file.as_bytes(), "teams", &ReadOptions::default());
        let reading = reading.unwrap_or_else(|failure| panic!("{file}{failure}"));
        let of_kind = |each: &&edelweiss_trf::Finding| each.kind == FindingKind::Contradiction;
        let problems = reading.warnings.iter().filter(of_kind).count();
        assert_eq!(reading.tournament.teams.is_empty(), problems > 0);
        problems
    };
    for (records, expected) in [
        ("300   1   1   2 0001 0002\n330 +-   1   1   2\n", 0),
        ("330 +-   1   1   2\n300   1   2   1 0004 0003\n", 0),
        ("330 --   1   1   2\n300   2   1   3 0001 0002\n", 0),
        ("330 +-   1   1   2\n300   1   1   3 0001 0002\n", 1),
        (
            "330 +-   1   1   2\n300   1   1   2 0001\n300   1   1   2 0002\n",
            1,
        ),
        ("320  1.0  1.0 001\n300   1   1   2 0001 0002\n", 1),
        ("320  1.0  1.0 001\n330 +-   1   1   2\n", 1),
    ] {
        assert_eq!(problems(records), expected, "{records}");
    }
}

#[test]
fn rounds_and_teams_without_virtual_points_say_nothing() {
    const TEAMS: &str = "\
192 FIDE_TEAM_TYPEA_GP
001    1      Adams, Ann                             SUI                         0.0    1
001    2      Brown, Ben                             SUI                         0.0    1
001    3      Clark, Cay                             SUI                         0.0    1
001    4      Davis, Dan                             SUI                         0.0    1
310   4 Red                              RED                          1     1    2
310   9 Blue                             BLUE                         2     3    4
";
    let virtual_points = |records: &str| {
        let file = format!("{TEAMS}{records}");
        let reading = read(file.as_bytes(), "teams.trf", &ReadOptions::default());
        let reading = reading.unwrap_or_else(|failure| panic!("{failure}\n{file}"));
        assert_eq!(reading.tournament.teams.teams.len(), 2, "{file}");
        let points = reading.tournament.teams.instructions.virtual_points.iter();
        points
            .map(|rounds| rounds.iter().map(|score| score.tenths()).collect())
            .collect::<Vec<Vec<i32>>>()
    };
    let two = "250       2.0   2   3    4    4\n";
    assert_eq!(virtual_points(two), [[0, 20, 20]]);
    // Nothing at the end is as nothing at all, of a round and of a team.
    let and_none = "250        .0   4   4    4    4\n250       0.0   1   1    9    9\n";
    assert_eq!(virtual_points(&format!("{two}{and_none}")), [[0, 20, 20]]);
}
