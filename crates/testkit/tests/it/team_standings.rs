//! Standings of teams worked by hand, beside the judge: `testdata/standings/teams`.

use std::path::{Path, PathBuf};

use edelweiss_judges::standings::{
    ComputedValue, Fraction, OnBoards, TeamCode, TeamReference, TeamValue, TieBreakEdition,
    team_standings,
};
use edelweiss_lab::read_tournament;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/standings/teams")
}

/// `TBR1`, `TBR2` and `BBE1` are single values of a tie-break that has several.
fn code_of(column: &str) -> (TeamCode, usize) {
    let name = column.trim_end_matches(|c: char| c.is_ascii_digit());
    let place = column[name.len()..].parse::<usize>();
    match name {
        "TBR" => (
            TeamCode::Boards(OnBoards::TopFirst),
            place.expect("a number") - 1,
        ),
        "BBE" => (
            TeamCode::Boards(OnBoards::WithoutBottom),
            place.expect("a number") - 1,
        ),
        _ => (column.parse().expect("a tie-break of teams"), 0),
    }
}

fn number(text: &str) -> Fraction {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits: i128 = format!("{whole}{decimals}").parse().expect("a number");
    Fraction::new(digits, 10_i128.pow(decimals.len() as u32))
}

/// Every value of a case, each after both kinds of points, and the ranks by `list`.
fn check(case: &str, list: &[&str]) {
    let tournament = read_tournament(&folder().join(format!("{case}.trf"))).expect("readable");
    let table = std::fs::read_to_string(folder().join(format!("{case}.csv"))).expect("a table");
    let mut rows = table
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>());
    let header = rows.next().expect("a header");
    let rows: Vec<Vec<&str>> = rows.collect();
    let rounds = tournament.rounds_paired().expect("rounds").index() + 1;
    let standings = |list: &[TeamCode]| {
        team_standings(
            &tournament,
            TieBreakEdition::March2026,
            TeamReference::MatchPoints,
            list,
            rounds,
        )
    };
    for (column, name) in header.iter().enumerate().skip(2) {
        let (code, place) = code_of(name);
        let before: [TeamCode; 2] = ["MPTS", "GPTS"].map(|code| code.parse().expect("points"));
        let lines = standings(&[before[0].clone(), before[1].clone(), code]);
        for (line, row) in lines.iter().zip(&rows) {
            let value = match &line.values[2] {
                TeamValue::One(ComputedValue::Number(number)) => *number,
                TeamValue::One(ComputedValue::Place(place)) => Fraction::from(*place as i128),
                TeamValue::Several(values) => values[place],
                other @ TeamValue::One(_) => panic!("{case} {name}: {other:?}"),
            };
            assert_eq!(
                value,
                number(row[column]),
                "{case} {name} of team {}",
                row[0]
            );
        }
    }
    let codes: Vec<TeamCode> = list
        .iter()
        .map(|code| code.parse().expect("a code"))
        .collect();
    for (line, row) in standings(&codes).iter().zip(&rows) {
        assert_eq!(
            line.rank.to_string(),
            row[1],
            "{case}: rank of team {}",
            row[0]
        );
    }
}

#[test]
fn board_count_puts_the_lower_sum_first() {
    for last in ["EDEBT", "EDEBB", "EDET", "EDEB"] {
        check("d-edebt-drawn-match", &["MPTS", "GPTS", last]);
    }
}

#[test]
fn board_count_is_passed_over_where_game_points_differ() {
    check("e-bc-unequal-game-points", &["MPTS", "BC", "GPTS"]);
}

#[test]
fn extended_sonneborn_berger_multiplies_one_kind_by_the_other() {
    check("team-esb", &["MPTS", "GPTS"]);
}

#[test]
fn a_bye_is_a_win_on_every_board() {
    check("team-pab-boards", &["MPTS"]);
}
