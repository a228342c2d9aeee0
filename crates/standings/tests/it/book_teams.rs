//! The worked examples of teams in the book's chapter on standings.
//!
//! A block `<!-- worked team: CASE LIST NUMBER -->` takes apart the value of one team of
//! `testdata/standings/teams/CASE.trf` in the last tie-break of the list.

use std::fmt::Write as _;

use edelweiss_model::{PlayerId, RoundNumber, TeamId, Tournament};
use edelweiss_standings::{
    Category, Contribution, Cut, DummyBound, Reference, Source, Standings, TeamTable, TieBreak,
    TieBreakRules,
};

use crate::book;
use crate::worked::{folder, tournament};

/// One value taken apart.
pub(crate) fn worked(asked: &str) -> String {
    let words: Vec<&str> = asked.split(' ').collect();
    let [case, list, number] = words[..] else {
        panic!("{asked} is no case, list and number");
    };
    let tournament = tournament(&folder().join(format!("../teams/{case}.trf")));
    let rules = TieBreakRules::MARCH_2026;
    let primary = if list.starts_with("GPTS") {
        Reference::GamePoints
    } else {
        Reference::MatchPoints
    };
    let table = TeamTable::new(&tournament, rules, primary, None).expect("rounds");
    let codes = list
        .split(',')
        .map(|code| code.parse().expect("a tie-break"));
    let codes: Vec<TieBreak> = codes.collect();
    let standings = table.standings(&codes).expect("a list that fits");
    let mut teams = tournament.teams.teams.iter();
    let team = teams.position(|team| team.number.to_string() == number);
    let team = TeamId::from_index(team.expect("a team of the case"));
    let column = codes.len() - 1;
    let [match_points, game_points] = [Reference::MatchPoints, Reference::GamePoints]
        .map(|reference| table.score(team, reference));
    let value = standings.columns()[column].text(PlayerId::from_index(team.index()));
    let mut out = format!(
        "`testdata/standings/teams/{case}.trf` by {list}, {} of team {number} (MPTS {match_points}, GPTS {game_points}): **{value}**\n\n",
        codes[column]
    );
    let event = TeamEvent {
        tournament: &tournament,
        table: &table,
        standings: &standings,
        column,
    };
    event.take_apart(&mut out, team, &codes[column]);
    out
}

struct TeamEvent<'a> {
    tournament: &'a Tournament,
    table: &'a TeamTable,
    standings: &'a Standings,
    column: usize,
}

impl TeamEvent<'_> {
    fn take_apart(&self, out: &mut String, team: TeamId, tie_break: &TieBreak) {
        let column = &self.standings.columns()[self.column];
        let id = PlayerId::from_index(team.index());
        if let Some(taken_apart) = self.table.decompose(team, tie_break) {
            let rows = taken_apart.contributions.iter();
            let rows: Vec<_> = rows.map(|each| (self.words(team, each), each)).collect();
            out.push_str(&book::columns(&rows));
            return;
        }
        let boards = column.board_values(id);
        if !boards.is_empty() {
            out.push_str("| compared | value |\n|---|--:|\n");
            for (place, value) in (1..).zip(boards) {
                let what = match tie_break.definition().code {
                    "BBE" => format!("without the bottom {place}"),
                    _ => format!("board {place}"),
                };
                writeln!(out, "| {what} | {value} |").expect("a string grows");
            }
            return;
        }
        out.push_str("| place | team | match points | game points | on the boards |\n");
        out.push_str("|--:|--:|---|---|---|\n");
        let tied = self.standings.tied_before(self.column, id);
        for member in &tied {
            let [by_match, by_game] =
                [Reference::MatchPoints, Reference::GamePoints].map(|points| {
                    let games = self.table.encounters(*member, &tied, tie_break, points);
                    let games = games.iter().map(|game| {
                        let other = self.number(TeamId::from_index(game.opponent.index()));
                        format!("{} against {other} in round {}", game.points, game.round)
                    });
                    games.collect::<Vec<_>>().join(", ")
                });
            let member_team = TeamId::from_index(member.index());
            let boards = self.table.board_points(member_team);
            let boards: Vec<String> = boards.iter().map(ToString::to_string).collect();
            let (place, number) = (column.text(*member), self.number(member_team));
            let boards = boards.join("/");
            writeln!(
                out,
                "| {place} | {number} | {by_match} | {by_game} | {boards} |"
            )
            .expect("a string grows");
        }
    }

    fn number(&self, team: TeamId) -> String {
        self.tournament.teams.teams[team.index()].number.to_string()
    }

    fn words(&self, team: TeamId, each: &Contribution) -> String {
        let round = each
            .round
            .map_or_else(String::new, |round| self.round(team, round));
        let mut words = match each.source {
            Source::Board(board) => format!("board {board}"),
            Source::Own => "the team's own".to_owned(),
            Source::OpponentScore { score, .. } => format!("{round}: {score}"),
            Source::Dummy { score, bound, .. } => {
                let bound = match bound {
                    DummyBound::OwnScore => "own score",
                    DummyBound::ScheduledOpponent(_) => "the opponent's lower score",
                    DummyBound::Draws => "a draw in every round",
                    DummyBound::VirtualOpponent => "virtual opponent",
                };
                format!("{round}: dummy with {score}, {bound}")
            }
            _ => round,
        };
        if let Some(factor) = each.factor {
            write!(words, ", times {factor}").expect("a string grows");
        }
        words.push_str(match each.cut {
            None => "",
            Some(Cut::Least) => ", cut as the least (14.1)",
            Some(Cut::Voluntary) => ", cut by 16.5",
            Some(Cut::Most) => ", cut as the most (14.3)",
        });
        words
    }

    /// `2.5-1.5 against 3`
    fn round(&self, team: TeamId, round: RoundNumber) -> String {
        let seen = self.table.round(team, round);
        let Some(opponent) = seen.opponent else {
            return match seen.category {
                Category::PairingAllocatedBye => "pairing-allocated bye".to_owned(),
                other => format!("{other:?}"),
            };
        };
        let theirs = self.table.round(opponent, round).game_points;
        let (own, number) = (seen.game_points, self.number(opponent));
        match seen.category {
            Category::Played => format!("{own}-{theirs} against {number}"),
            other => format!("{other:?} against {number}"),
        }
    }
}
