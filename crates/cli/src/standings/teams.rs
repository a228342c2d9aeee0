//! Standings of teams, as a table for people and for programs.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, Table, presets};
use edelweiss::model::{PlayerId, RoundNumber, TeamId, Tournament};
use edelweiss::standings::{Reference, Refused, Standings, StandingsColumn, TeamTable};

use super::choice::ChosenList;
use super::{StandingsArgs, StandingsFormat};
use crate::exit::{Exit, ExitFailure};
use crate::report::clean;

/// What is asked for, as text.
///
/// # Errors
/// A list that does not fit, and what only standings of players have.
pub(super) fn answer(
    args: &StandingsArgs,
    name: &str,
    choice: &ChosenList,
    tournament: &Tournament,
    after: Option<RoundNumber>,
) -> Result<String, ExitFailure> {
    let is_about_players = args.cross_table || args.why.is_some() || args.why_above.is_some();
    if is_about_players || matches!(args.format, StandingsFormat::Json | StandingsFormat::Trf) {
        let message = format!(
            "{name}: teams are ranked as a table or as csv\n  hint: --format table, without --why, --why-above and --cross-table"
        );
        return Err(ExitFailure::new(Exit::Invalid, message));
    }
    let leads = choice.list.first().map(|first| first.definition().code);
    let primary = match leads {
        Some("GPTS") => Reference::GamePoints,
        _ => Reference::MatchPoints,
    };
    let refused = |error: Refused| ExitFailure::new(Exit::Invalid, format!("{name}: {error}"));
    let table = TeamTable::new(tournament, choice.rules, primary, after)
        .map_err(|error| refused(error.into()))?;
    let standings = table.standings(&choice.list).map_err(refused)?;
    for remark in standings.remarks() {
        args.read.warn(&[remark]);
    }
    let ranked = RankedTeams {
        name,
        choice,
        tournament,
        table: &table,
        standings: &standings,
    };
    Ok(match args.format {
        StandingsFormat::Csv => ranked.csv(),
        _ => ranked.page(),
    })
}

/// Everything that an output is about.
struct RankedTeams<'a> {
    name: &'a str,
    choice: &'a ChosenList,
    tournament: &'a Tournament,
    table: &'a TeamTable,
    standings: &'a Standings,
}

impl RankedTeams<'_> {
    /// The tie-breaks that are neither score, as both scores have columns of their own.
    fn columns(&self) -> impl Iterator<Item = &StandingsColumn> {
        let columns = self.standings.columns().iter();
        columns.filter(|column| !matches!(column.tie_break.definition().code, "MPTS" | "GPTS"))
    }

    fn codes(&self) -> Vec<String> {
        let columns = self.columns();
        columns.map(|column| column.tie_break.to_string()).collect()
    }

    /// Number, rank and both scores, then the tie-breaks of the list.
    fn csv(&self) -> String {
        let mut out = String::from("TPN,RANK,MPTS,GPTS");
        for code in self.codes() {
            write!(out, ",{code}").expect("a string grows");
        }
        out.push('\n');
        let mut teams: Vec<usize> = (0..self.tournament.teams.teams.len()).collect();
        teams.sort_by_key(|team| self.tournament.teams.teams[*team].number);
        for team in teams {
            let id = PlayerId::from_index(team);
            let [match_points, game_points] = self.scores(team);
            let number = self.tournament.teams.teams[team].number;
            let rank = self.standings.rank(id);
            write!(out, "{number},{rank},{match_points},{game_points}").expect("a string grows");
            for column in self.columns() {
                write!(out, ",{}", column.text(id)).expect("a string grows");
            }
            out.push('\n');
        }
        out
    }

    fn scores(&self, team: usize) -> [String; 2] {
        [Reference::MatchPoints, Reference::GamePoints].map(|reference| {
            let score = self.table.score(TeamId::from_index(team), reference);
            score.to_string()
        })
    }

    fn page(&self) -> String {
        let title = match clean(&self.tournament.name) {
            name if name.is_empty() => self.name.to_owned(),
            name => name,
        };
        let list = self.standings.columns().iter();
        let mut list: Vec<String> = list.map(|column| column.tie_break.to_string()).collect();
        if !list.iter().any(|code| code == "MPTS" || code == "GPTS") {
            list.insert(0, "MPTS".to_owned());
        }
        let mut out = format!(
            "{title}, teams after round {}\n{}; {} ({})\n\n",
            self.standings.rounds(),
            self.choice.rules,
            list.join(","),
            self.choice.list_by.words(),
        );
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        let mut header = vec!["Rank".to_owned(), "No".to_owned(), "Team".to_owned()];
        header.extend(["MP", "GP"].map(str::to_owned));
        header.extend(self.codes());
        table.set_header(&header);
        for row in self.standings.rows() {
            let team = &self.tournament.teams.teams[row.player.index()];
            let mut cells = vec![row.rank.to_string(), team.number.to_string()];
            cells.push(clean(&team.name));
            cells.extend(self.scores(row.player.index()));
            cells.extend(self.columns().map(|column| column.text(row.player)));
            table.add_row(cells);
        }
        for (index, heading) in header.iter().enumerate() {
            if let Some(column) = table.column_mut(index).filter(|_| heading != "Team") {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        out.push_str(&table.trim_fmt());
        out.push('\n');
        out
    }
}
