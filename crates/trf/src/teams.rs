//! Records of a competition of teams: `310`, `362`, `320`, `330`, `300`.
//!
//! They name teams and players by number, and those may stand further down the file; so `310` keeps
//! the numbers of its members until all players are known, and the others are read after it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use edelweiss_model::{
    Colour, ForfeitedMatch, LineUp, MatchPoints, PlayerId, RoundNumber, Score, System, Team,
    TeamByes, TeamId, TeamRecord, Teams, Tournament, Tpn,
};

use crate::cells::MOST_ROUNDS;
use crate::columns::{self, Line, shown};
use crate::error::{At, FindingKind, Log};
use crate::players::PlayerRows;
use crate::system;
use crate::team_cells::{points, round};
use crate::unwritable::{Unwritable, unwritable};

/// The largest number of a team.
const MOST_TEAMS: u32 = 999;
/// Columns 74-77, 79-82, ... of `310`.
const FIRST_MEMBER: usize = 74;
/// Columns 17-20, 22-25, ... of `300`.
const FIRST_BOARD: usize = 17;
/// Columns 15-17, 19-21, ... of `320`.
pub(crate) const FIRST_BYE: usize = 15;

/// What the team records of a file say, with their lines.
#[derive(Debug, Default)]
pub(crate) struct TeamLines {
    teams: Teams,
    /// Columns and numbers of the members, by team.
    members: Vec<Vec<(usize, u32)>>,
    by_number: BTreeMap<u32, TeamId>,
    match_points: Option<(MatchPoints, u32)>,
    lines: Lines,
}

/// The line of each record, for messages about what is found later.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    teams: Vec<(u32, Vec<usize>)>,
    byes: u32,
    forfeited: Vec<u32>,
    line_ups: Vec<(u32, Vec<usize>)>,
}

impl Lines {
    /// The place of a contradiction that the model found.
    pub(crate) fn at(&self, record: TeamRecord) -> At {
        let at_player = |(line, columns): &(u32, Vec<usize>), place: usize| {
            At::line(*line)
                .columns(columns[place], columns[place] + 3)
                .field("player")
        };
        match record {
            TeamRecord::Team {
                index,
                member: Some(place),
            } => at_player(&self.teams[index], place),
            TeamRecord::Team { index, .. } => {
                At::line(self.teams[index].0).columns(5, 7).field("number")
            }
            TeamRecord::Bye { round } => {
                let column = FIRST_BYE + 4 * round.index();
                At::line(self.byes)
                    .columns(column, column + 2)
                    .field("team")
            }
            TeamRecord::Forfeit { index } => {
                At::line(self.forfeited[index]).columns(8, 18).field("team")
            }
            TeamRecord::LineUp {
                index,
                board: Some(place),
            } => at_player(&self.line_ups[index], place),
            TeamRecord::LineUp { index, .. } => At::line(self.line_ups[index].0)
                .columns(5, 15)
                .field("team"),
        }
    }
}

/// A field with its columns and what it is called.
#[derive(Clone, Copy)]
struct TeamField {
    first: usize,
    last: usize,
    name: &'static str,
}

impl TeamField {
    fn text<'a>(self, line: &Line<'a>) -> &'a [u8] {
        line.field(self.first, self.last)
    }

    fn at(self, number: u32) -> At {
        At::line(number)
            .columns(self.first, self.last)
            .field(self.name)
    }

    fn is_blank(self, line: &Line<'_>) -> bool {
        columns::trimmed(self.text(line)).is_empty()
    }

    fn refuse(self, number: u32, line: &Line<'_>, expected: &str, log: &mut Log) {
        let Self { first, last, name } = self;
        let found = shown(self.text(line));
        let message =
            format!("{name} is {found}, expected {expected} in columns {first} to {last}");
        log.error_of_teams(
            FindingKind::Field,
            self.at(number),
            message,
            "the line may be shifted",
        );
    }

    /// A number of points, or nothing.
    fn points(self, number: u32, line: &Line<'_>, log: &mut Log) -> Option<Score> {
        let score = columns::score(self.text(line));
        if score.is_none() && !self.is_blank(line) {
            self.refuse(number, line, "points such as 11.5", log);
        }
        score
    }

    /// A whole number, or nothing.
    fn whole(self, number: u32, line: &Line<'_>, most: u32, log: &mut Log) -> Option<u32> {
        let found = columns::number(self.text(line)).filter(|found| *found <= most);
        if found.is_none() && !self.is_blank(line) {
            self.refuse(number, line, &format!("a number up to {most}"), log);
        }
        found
    }

    fn round(self, number: u32, line: &Line<'_>, log: &mut Log) -> Option<RoundNumber> {
        let round = columns::number(self.text(line)).and_then(|n| RoundNumber::new(n).ok());
        if round.is_none() {
            let expected = format!("a number from 1 to {MOST_ROUNDS}");
            self.refuse(number, line, &expected, log);
        }
        round
    }
}

const fn field(first: usize, last: usize, name: &'static str) -> TeamField {
    TeamField { first, last, name }
}

/// Fields of one width from column `first` on, a blank between two of them, each with whether that
/// blank is there; also a last one that only a character out of its columns makes.
fn fields<'a>(
    line: &'a Line<'_>,
    first: usize,
    width: usize,
    name: &'static str,
) -> impl Iterator<Item = (TeamField, bool)> + use<'a> {
    let starts = (first..=line.len() + 1).step_by(width + 1);
    starts.map(move |first| {
        let is_aligned = line.at(first - 1) == b' ';
        (field(first, first + width - 1, name), is_aligned)
    })
}

impl TeamLines {
    /// `310`: number 5-7, name 9-40, nickname 42-46, strength 48-53, match points 55-60, game points
    /// 62-67, rank 69-71, members from 74.
    pub(crate) fn read_team(&mut self, number: u32, line: &Line<'_>, log: &mut Log) {
        let own = field(5, 7, "number");
        let Some(tpn) =
            (own.whole(number, line, MOST_TEAMS, log)).and_then(|n| Tpn::in_file(n).ok())
        else {
            return own.refuse(number, line, "the number of a team, 1 to 999", log);
        };
        let id = TeamId::from_index(self.teams.teams.len());
        self.by_number.entry(tpn.get()).or_insert(id);
        let mut members = Vec::new();
        for (member, is_aligned) in fields(line, FIRST_MEMBER, 4, "player") {
            match columns::number(member.text(line)).filter(|member| *member > 0) {
                Some(player) if is_aligned => members.push((member.first, player)),
                None if member.is_blank(line) && is_aligned => {}
                _ => member.refuse(number, line, "the number of a player", log),
            }
        }
        let text = |first, last| columns::cut(line.raw(first, last), usize::MAX);
        self.lines
            .teams
            .push((number, members.iter().map(|(column, _)| *column).collect()));
        self.members.push(members);
        self.teams.teams.push(Team {
            number: tpn,
            name: text(9, 40),
            nickname: Some(text(42, 46)).filter(|name| !name.is_empty()),
            strength: field(48, 53, "strength").whole(number, line, 999_999, log),
            match_points: field(55, 60, "match points").points(number, line, log),
            game_points: field(62, 67, "game points").points(number, line, log),
            rank: (field(69, 71, "rank").whole(number, line, MOST_TEAMS, log))
                .map(|rank| rank as u16),
            members: Vec::new(),
        });
    }

    /// `362`: `TW`, `TD` and `TL` at columns 5, 14 and 23, each with its points two columns later.
    pub(crate) fn read_match_points(&mut self, number: u32, line: &Line<'_>, log: &mut Log) {
        let mut said = MatchPoints::default();
        for first in [5, 14, 23] {
            let symbol = field(first, first + 1, "symbol");
            if symbol.is_blank(line) {
                continue;
            }
            let points = field(first + 2, first + 5, "points");
            let Some(score) = columns::score(points.text(line)) else {
                return points.refuse(number, line, "points such as 2.0", log);
            };
            match symbol.text(line).to_ascii_uppercase().as_slice() {
                b"TW" => said.win = score,
                b"TD" => said.draw = score,
                b"TL" => said.loss = score,
                _ => return symbol.refuse(number, line, "TW, TD or TL", log),
            }
        }
        match self.match_points {
            Some((other, at)) if other != said => {
                let message = format!("the points of a match are others in line {at}");
                log.error_of_teams(FindingKind::Contradiction, At::line(number), message, "");
            }
            Some(_) => {}
            None => self.match_points = Some((said, number)),
        }
    }

    /// `320`: match points 5-8, game points 10-13, the team of round one in 15-17, and so on.
    pub(crate) fn read_byes(
        &mut self,
        number: u32,
        line: &Line<'_>,
        _: &PlayerRows,
        log: &mut Log,
    ) {
        let [match_points, game_points] =
            [field(5, 8, "match points"), field(10, 13, "game points")]
                .map(|field| field.points(number, line, log).unwrap_or_default());
        let mut receivers = Vec::new();
        for (team, is_aligned) in fields(line, FIRST_BYE, 3, "team").take(MOST_ROUNDS) {
            let is_nobody = team.is_blank(line) || columns::number(team.text(line)) == Some(0);
            receivers.push(if !is_aligned {
                return team.refuse(number, line, "the number of a team", log);
            } else if is_nobody {
                None
            } else {
                self.team(team, number, line, log)
            });
        }
        while receivers.last() == Some(&None) {
            receivers.pop();
        }
        let byes = TeamByes {
            match_points,
            game_points,
            receivers,
        };
        if self.teams.byes.as_ref().is_some_and(|other| *other != byes) {
            let message = format!("the byes are others in line {}", self.lines.byes);
            log.error_of_teams(FindingKind::Contradiction, At::line(number), message, "");
        } else {
            self.teams.byes = Some(byes);
            self.lines.byes = number;
        }
    }

    /// `330`: type 5-6, round 8-10, the team with White 12-14, the one with Black 16-18.
    pub(crate) fn read_forfeit(
        &mut self,
        number: u32,
        line: &Line<'_>,
        _: &PlayerRows,
        log: &mut Log,
    ) {
        let kind = field(5, 6, "type");
        let winner = match kind.text(line) {
            b"+-" => Some(Colour::White),
            b"-+" => Some(Colour::Black),
            b"--" => None,
            _ => return kind.refuse(number, line, "+-, -+ or --", log),
        };
        let round = field(8, 10, "round").round(number, line, log);
        let white = self.team(field(12, 14, "team"), number, line, log);
        let black = self.team(field(16, 18, "team"), number, line, log);
        if let (Some(round), Some(white), Some(black)) = (round, white, black) {
            self.lines.forfeited.push(number);
            self.teams.forfeited.push(ForfeitedMatch {
                round,
                white,
                black,
                winner,
            });
        }
    }

    /// `300`: round 5-7, team 9-11, opponent 13-15, players from 17, `0000` on an empty board.
    pub(crate) fn read_line_up(
        &mut self,
        number: u32,
        line: &Line<'_>,
        rows: &PlayerRows,
        log: &mut Log,
    ) {
        let round = field(5, 7, "round").round(number, line, log);
        let team = self.team(field(9, 11, "team"), number, line, log);
        let opponent = self.team(field(13, 15, "team"), number, line, log);
        let mut boards = Vec::new();
        for (player, is_aligned) in fields(line, FIRST_BOARD, 4, "player") {
            let named = columns::number(player.text(line)).filter(|_| is_aligned);
            boards.push(match named {
                Some(0) => None,
                Some(named) => find_player(named, player.at(number), rows, log),
                None => return player.refuse(number, line, "a number, or 0000", log),
            });
        }
        if let (Some(round), Some(team), Some(opponent)) = (round, team, opponent) {
            let columns = (0..boards.len()).map(|board| FIRST_BOARD + 5 * board);
            self.lines.line_ups.push((number, columns.collect()));
            self.teams.line_ups.push(LineUp {
                round,
                team,
                opponent,
                boards,
            });
        }
    }

    /// The numbers of the teams, by place.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = Tpn> {
        self.teams.teams.iter().map(|team| team.number)
    }

    /// The team that a field names.
    fn team(&self, team: TeamField, number: u32, line: &Line<'_>, log: &mut Log) -> Option<TeamId> {
        let Some(named) = columns::number(team.text(line)) else {
            team.refuse(number, line, "the number of a team", log);
            return None;
        };
        let found = self.by_number.get(&named).copied();
        if found.is_none() {
            let message = format!("team {named} is not in the file");
            let hint = "a record 310 introduces a team";
            log.error_of_teams(FindingKind::UnknownPlayer, team.at(number), message, hint);
        }
        found
    }

    /// The teams with their members, when all players are known; none where something is wrong with them
    /// and that is no error.
    pub(crate) fn finish(mut self, rows: &PlayerRows, log: &mut Log) -> (Teams, Lines) {
        let members = std::mem::take(&mut self.members);
        for ((team, members), (line, _)) in self
            .teams
            .teams
            .iter_mut()
            .zip(members)
            .zip(&self.lines.teams)
        {
            for (column, member) in members {
                let at = At::line(*line).columns(column, column + 3).field("player");
                team.members.extend(find_player(member, at, rows, log));
            }
        }
        if log.leaves_teams_out() {
            return (Teams::default(), self.lines);
        }
        if let Some((points, _)) = self.match_points {
            self.teams.match_points = points;
        }
        (self.teams, self.lines)
    }
}

fn find_player(named: u32, at: At, rows: &PlayerRows, log: &mut Log) -> Option<PlayerId> {
    let found = rows.find(named);
    if found.is_none() {
        let message = format!("player {named} is not in the file");
        log.error_of_teams(FindingKind::UnknownPlayer, at, message, "");
    }
    found
}

/// `362`, unless a match is worth what is usual.
pub(crate) fn write_match_points(out: &mut String, teams: &Teams) -> Result<(), Unwritable> {
    let MatchPoints { win, draw, loss } = teams.match_points;
    if teams.match_points == MatchPoints::default() {
        return Ok(());
    }
    let [win, draw, loss] = [points(win, 4)?, points(draw, 4)?, points(loss, 4)?];
    writeln!(out, "362 TW{win}   TD{draw}   TL{loss}").expect("a string grows");
    Ok(())
}

/// Records `240`, `250` and `260` name teams where the competition is one of teams, and no known system
/// says that it is not.
pub(crate) fn must_not_name_players(out: &str, tournament: &Tournament) -> Result<(), Unwritable> {
    let is_of_teams = match tournament.system {
        Some(System::OfTeams) => true,
        Some(System::Coded(code)) => system::is_table_of_teams(code),
        None => !tournament.teams.is_empty(),
        // Written as a round robin of teams.
        Some(System::Other) => tournament.pre_determined && !tournament.teams.is_empty(),
    };
    let names_players = |line: &str| matches!(line.get(..3), Some("240" | "250" | "260"));
    if is_of_teams && out.lines().any(names_players) {
        return unwritable(
            "absences, virtual points and bans of single players have no record in a competition of teams",
        );
    }
    Ok(())
}

/// The other records of the teams.
pub(crate) fn write_teams(out: &mut String, tournament: &Tournament) -> Result<(), Unwritable> {
    let teams = &tournament.teams;
    for team in &teams.teams {
        write_team(out, tournament, team)?;
    }
    let number = |team: TeamId| teams.teams[team.index()].number.get();
    if let Some(byes) = &teams.byes {
        let [of_match, of_games] = [points(byes.match_points, 4)?, points(byes.game_points, 4)?];
        write!(out, "320 {of_match} {of_games}").expect("a string grows");
        for receiver in &byes.receivers {
            write!(out, " {:03}", receiver.map_or(0, number)).expect("a string grows");
        }
        out.push('\n');
    }
    for forfeit in &teams.forfeited {
        let kind = match forfeit.winner {
            Some(Colour::White) => "+-",
            Some(Colour::Black) => "-+",
            None => "--",
        };
        let [white, black] = [forfeit.white, forfeit.black].map(number);
        let round = round(forfeit.round)?;
        writeln!(out, "330 {kind} {round:03} {white:03} {black:03}").expect("a string grows");
    }
    for line_up in &teams.line_ups {
        let record = line_up_record(tournament, line_up)?;
        writeln!(out, "{record}").expect("a string grows");
    }
    Ok(())
}

/// `300` of a team in a match.
pub(crate) fn line_up_record(
    tournament: &Tournament,
    line_up: &LineUp,
) -> Result<String, Unwritable> {
    let number = |team: TeamId| tournament.teams.teams[team.index()].number.get();
    let [team, opponent] = [line_up.team, line_up.opponent].map(number);
    let round = round(line_up.round)?;
    let mut line = format!("300 {round:03} {team:03} {opponent:03}");
    for board in &line_up.boards {
        let player = board.map_or(0, |player| tournament.player(player).number.get());
        write!(line, " {player:04}").expect("a string grows");
    }
    Ok(line)
}

fn write_team(out: &mut String, tournament: &Tournament, team: &Team) -> Result<(), Unwritable> {
    let whole = |number: Option<u32>, most: u32| match number {
        Some(number) if number > most => {
            unwritable(format!("team {}: {number} is beyond {most}", team.number))
        }
        number => Ok(number.map_or(String::new(), |number| number.to_string())),
    };
    let optional = |score: Option<Score>| score.map_or(Ok(String::new()), |score| points(score, 6));
    let mut line = format!(
        "310 {:>3} {:<32} {:<5} {:>6} {:>6} {:>6} {:>3} ",
        team.number.get(),
        columns::cut(&team.name, 32),
        columns::cut(team.nickname.as_deref().unwrap_or(""), 5),
        whole(team.strength, 999_999)?,
        optional(team.match_points)?,
        optional(team.game_points)?,
        whole(team.rank.map(u32::from), MOST_TEAMS)?,
    );
    for member in &team.members {
        write!(line, " {:>4}", tournament.player(*member).number.get()).expect("a string grows");
    }
    writeln!(out, "{}", line.trim_end()).expect("a string grows");
    Ok(())
}
