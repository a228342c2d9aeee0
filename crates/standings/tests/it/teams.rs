//! Teams: tournaments worked out by hand in `testdata/standings/teams`, and laws.

use std::fs;

use edelweiss_model::{PlayerId, TeamId, Tournament};
use edelweiss_standings::{
    Reference, Refused, Standings, TeamTable, TieBreak, TieBreakRules, standings, team_standings,
    tournament_of_teams,
};
use edelweiss_trf::ReadOptions;

use crate::worked::{folder, tournament};

/// Every tie-break of teams, and some of individuals by either score.
const CODES: &str = "MPTS GPTS BC TBR BBE MPvGP EMMSB EMGSB/C1 EGMSB EGGSB/C2/P EDE EDE/P EDEBT EDEBB \
    EDET EDEB SSSC SSSC/F SSSC/K3/P BH BH:GP/C1 FB:MP SB WIN:GP WON REP STD TPN/R DE:GP PS AOB KS:GP/L+1";

fn list(codes: &str) -> Vec<TieBreak> {
    let codes = codes.split([' ', ',']).filter(|code| !code.is_empty());
    codes
        .map(|code| {
            code.parse()
                .unwrap_or_else(|error| panic!("{code}: {error}"))
        })
        .collect()
}

fn case(name: &str) -> Tournament {
    tournament(&folder().join("../teams").join(format!("{name}.trf")))
}

fn ranked(tournament: &Tournament, codes: &str) -> Standings {
    team_standings(tournament, TieBreakRules::MARCH_2026, &list(codes), None)
        .expect("a list that fits")
}

fn text(standings: &Standings, team: usize) -> String {
    let column = standings.columns().last().expect("a column");
    column.text(PlayerId::from_index(team))
}

#[test]
fn every_value_of_teams_is_the_one_worked_out() {
    let mut values = 0;
    for name in [
        "d-edebt-drawn-match",
        "e-bc-unequal-game-points",
        "team-pab-boards",
        "team-esb",
    ] {
        let tournament = case(name);
        let path = folder().join("../teams").join(format!("{name}.csv"));
        let table = fs::read_to_string(&path).expect("a table");
        let mut rows = table
            .lines()
            .map(|line| line.split(',').collect::<Vec<_>>());
        let header = rows.next().expect("a header");
        for (team, row) in rows.enumerate() {
            for (column, code) in header.iter().enumerate().skip(2) {
                // Single values of a tie-break that goes board by board.
                let ours = match *code {
                    "TBR1" | "TBR2" | "BBE1" => {
                        let values = text(&ranked(&tournament, &code[..3]), team);
                        let place = usize::from(code.ends_with('2'));
                        let value = values.split('/').nth(place);
                        value.expect("a value for each board").to_owned()
                    }
                    code if code.starts_with("EDE") => {
                        text(&ranked(&tournament, &format!("MPTS,GPTS,{code}")), team)
                    }
                    code => text(&ranked(&tournament, code), team),
                };
                assert_eq!(ours, row[column], "{name}: {code} of team {}", team + 1);
                values += 1;
            }
        }
    }
    assert!(values > 80, "{values}");
}

/// The ranks by the list of the file; Board Count is passed over where game points differ.
#[test]
fn teams_are_ranked_by_the_list_of_the_file() {
    for (name, list, expected) in [
        ("d-edebt-drawn-match", "MPTS,GPTS,EDEBT", [1, 2, 3, 3]),
        ("d-edebt-drawn-match", "MPTS,GPTS,BC", [1, 2, 3, 3]),
        ("d-edebt-drawn-match", "MPTS,EDE", [1, 1, 3, 3]),
        ("d-edebt-drawn-match", "TBR", [1, 2, 3, 3]),
        ("d-edebt-drawn-match", "BBE", [1, 2, 3, 3]),
        ("e-bc-unequal-game-points", "MPTS,BC,GPTS", [1, 2, 3, 4]),
        ("e-bc-unequal-game-points", "MPTS,BC", [1, 1, 3, 4]),
        ("team-esb", "GPTS,MPTS", [1, 2, 3, 4]),
        ("team-esb", "GPTS", [1, 1, 3, 4]),
    ] {
        let standings = ranked(&case(name), list);
        let ranks: Vec<u32> = (0..4)
            .map(|team| standings.rank(PlayerId::from_index(team)))
            .collect();
        assert_eq!(ranks, expected, "{name}: {list}");
    }
}

/// What ranks one above another is the first column that parts the tied, not the first that differs.
#[test]
fn the_deciding_column_is_one_that_counts() {
    let [a, b] = [0, 1].map(PlayerId::from_index);
    for (name, list, expected) in [
        ("e-bc-unequal-game-points", "MPTS,BC,GPTS", Some(2)),
        ("e-bc-unequal-game-points", "MPTS,BC", None),
        ("d-edebt-drawn-match", "MPTS,TBR", Some(1)),
        ("team-esb", "BC", None),
        ("team-esb", "MPTS,BC", Some(0)),
    ] {
        let standings = ranked(&case(name), list);
        assert_eq!(standings.deciding_column(a, b), expected, "{name}: {list}");
    }
}

#[test]
fn contributions_of_teams_add_up_to_the_value() {
    for name in ["d-edebt-drawn-match", "team-pab-boards", "team-esb"] {
        let mut data = case(name).into_data();
        data.pre_determined = false;
        let tournament = data.build().expect("no contradiction");
        for rules in TieBreakRules::ALL {
            for primary in [Reference::MatchPoints, Reference::GamePoints] {
                let table = TeamTable::new(&tournament, rules, primary, None).expect("rounds");
                for tie_break in list(CODES) {
                    let standings = table.standings(&[tie_break]).expect("Swiss");
                    for team in 0..tournament.teams.teams.len() {
                        let value = standings.columns()[0].value(PlayerId::from_index(team));
                        let Some(apart) = table.decompose(TeamId::from_index(team), &tie_break)
                        else {
                            continue;
                        };
                        assert_eq!(apart.value, value, "{name}: {tie_break}");
                        assert_eq!(apart.sum(), value, "{name}: {tie_break}");
                    }
                }
            }
        }
    }
}

#[test]
fn players_and_teams_have_their_own_tie_breaks() {
    let tournament = case("team-esb");
    let rules = TieBreakRules::MARCH_2026;
    for code in ["BC", "EMMSB", "EDE", "TBR", "DE:GP"] {
        let refused = standings(&tournament, rules, &list(code), None);
        assert_eq!(refused, Err(Refused::OfTeams(list(code)[0])), "{code}");
    }
    for code in ["ARO", "TPR", "RTNG", "PTS"] {
        let refused = team_standings(&tournament, rules, &list(code), None);
        assert_eq!(refused, Err(Refused::OfPlayers(list(code)[0])), "{code}");
    }
    let refused = team_standings(&tournament, rules, &list("BH"), None);
    assert_eq!(refused, Err(Refused::BuchholzInRoundRobin(list("BH")[0])));
}

#[test]
fn codes_of_teams_read_back() {
    for code in CODES.split_whitespace() {
        let read: TieBreak = code
            .parse()
            .unwrap_or_else(|error| panic!("{code}: {error}"));
        let again: TieBreak = read.to_string().parse().expect("written as it is read");
        assert_eq!(again, read, "{code}");
    }
    for code in [
        "ARO:MP", "PTS:GP", "BC/C1", "EDE/C1", "SSSC/C1", "BH:MP:GP", "SSSC/K0",
    ] {
        assert!(code.parse::<TieBreak>().is_err(), "{code}");
    }
}

/// C.04.6 1.4: a drawn match in match points and game points, unless the file says otherwise.
#[test]
fn a_bye_of_teams_is_worth_a_drawn_match_unless_the_file_says_otherwise() {
    let path = folder().join("../../../examples/teams.trf");
    let file = fs::read_to_string(path).expect("an example");
    let said = "320  1.0  2.0 007 004 006\n";
    assert!(file.contains(said), "{file}");
    for (record, expected) in [
        (said, [10, 20]),
        // Whoever has `U` on every board.
        ("", [10, 20]),
        ("320  0.5  1.5 007 004 006\n", [5, 15]),
    ] {
        let file = file.replace(said, record);
        let reading = edelweiss_trf::read(file.as_bytes(), "t.trf", &ReadOptions::default());
        let tournament = reading
            .unwrap_or_else(|failure| panic!("{failure}"))
            .tournament;
        let teams = tournament_of_teams(&tournament).expect("matches of teams");
        let points = teams.matches.as_ref().expect("points of matches");
        for (team, round) in [(6, 0), (3, 1), (5, 2)] {
            let found = points.points[team][round].map(edelweiss_model::Score::tenths);
            assert_eq!(found, expected, "{record}");
        }
    }
}

/// Record 162 says what a bye is worth on each board; a win is what it says of a bye by saying nothing.
#[test]
fn a_bye_of_teams_is_worth_on_each_board_what_162_alone_says() {
    let path = folder().join("../../../examples/teams.trf");
    let file = fs::read_to_string(path).expect("an example");
    let without = file.replace("320  1.0  2.0 007 004 006\n", "");
    assert!(without.contains("P 0.5"), "{without}");
    for (said, of_games, untold) in [
        ("P 0.0", 0, None),
        ("P 0.5", 20, None),
        ("P 0.7", 28, None),
        ("P 1.0", 20, Some(40)),
        ("", 20, Some(40)),
    ] {
        let file = without.replace("P 0.5", said);
        let options = ReadOptions::default().check_points(false);
        let reading = edelweiss_trf::read(file.as_bytes(), "t.trf", &options);
        let tournament = reading
            .unwrap_or_else(|failure| panic!("{failure}"))
            .tournament;
        let teams = tournament_of_teams(&tournament).expect("matches of teams");
        let matches = teams.matches.as_ref().expect("points of matches");
        let found = matches.points[6][0].map(edelweiss_model::Score::tenths);
        assert_eq!(found, [10, of_games], "{said}");
        let found = matches
            .win_for_untold_bye
            .map(edelweiss_model::Score::tenths);
        assert_eq!(found, untold, "{said}");
    }
}
