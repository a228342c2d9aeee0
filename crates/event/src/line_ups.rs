//! Who plays on which board of a match of teams: as captains hand it in, and as a file tells it.

use edelweiss_model::{Colour, RoundEntry, RoundNumber, Team, TeamId, Tournament};

use crate::error::{StepError, StepProblem};
use crate::file::EventFile;
use crate::words;

/// The line-up of a team, as it was handed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnteredLineUp {
    /// The number of the team.
    pub team: u32,
    /// The numbers of its players from board 1 on, 0 for an empty board.
    pub boards: Vec<u32>,
    /// Where it was read, for messages: the line-up, then each of its boards.
    pub places: Vec<String>,
}

const LIST_HINT: &str = "a line for each team: its number, a colon, and the numbers of its players from board 1 on, 0 for an empty board, as in `5: 17 0 19 18`";

/// Reads line-ups, a line for each team; semicolons end a line, too, and what follows # is a comment.
///
/// # Errors
/// Everything that is no line-up, with its line and column; a team with two of them.
pub fn line_ups(text: &str) -> Result<Vec<EnteredLineUp>, StepError> {
    let (mut found, mut problems): (Vec<EnteredLineUp>, _) = (Vec::new(), Vec::new());
    for (index, whole) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let mut column = 1;
        for part in whole.split('#').next().unwrap_or_default().split(';') {
            let start = column;
            column += part.chars().count() + 1;
            if part.trim().is_empty() {
                continue;
            }
            match read_line_up(part, start) {
                Err((at, message)) => problems.push(StepProblem {
                    place: format!("line-ups, line {}, column {at}", index + 1),
                    message,
                    hint: LIST_HINT.to_owned(),
                }),
                Ok((team, read)) => {
                    let (columns, boards): (Vec<usize>, Vec<u32>) = read.into_iter().unzip();
                    let place =
                        |column: usize| format!("line-ups, line {}, column {column}", index + 1);
                    let blanks = part.chars().take_while(|c| c.is_whitespace()).count();
                    let columns = std::iter::once(start + blanks).chain(columns);
                    let places: Vec<String> = columns.map(place).collect();
                    if found.iter().any(|other| other.team == team) {
                        problems.push(StepProblem {
                            place: places[0].clone(),
                            message: format!("team {team} has two line-ups here, expected one"),
                            hint: String::new(),
                        });
                        continue;
                    }
                    found.push(EnteredLineUp {
                        team,
                        boards,
                        places,
                    });
                }
            }
        }
    }
    StepError::none_of(problems)?;
    Ok(found)
}

/// A team, and its players with their columns.
type ReadLineUp = (u32, Vec<(usize, u32)>);

/// A line-up, or the column of what is wrong, and what.
fn read_line_up(part: &str, start: usize) -> Result<ReadLineUp, (usize, String)> {
    let blanks = part.chars().take_while(|c| c.is_whitespace()).count();
    let Some((team, players)) = part.split_once(':') else {
        let message = format!(
            "found {:?}, expected a team, a colon and players",
            part.trim()
        );
        return Err((start + blanks, message));
    };
    let number = team.trim().parse().ok().filter(|number| *number > 0);
    let number = number.ok_or_else(|| {
        let message = format!("found the team {:?}, expected its number", team.trim());
        (start + blanks, message)
    })?;
    let mut at = start + team.chars().count() + 1;
    let mut boards = Vec::new();
    for word in players.split([' ', '\t', ',']) {
        if !word.is_empty() {
            let player = word.parse().map_err(|_| {
                let message = format!(
                    "found the player {word:?}, expected a number, or 0 for an empty board"
                );
                (at, message)
            })?;
            boards.push((at, player));
        }
        at += word.chars().count() + 1;
    }
    Ok((number, boards))
}

/// Colours of White's boards out of a text such as `WBWB`.
pub fn colours(text: &str) -> Option<Vec<Colour>> {
    let colour = |letter: char| match letter.to_ascii_uppercase() {
        'W' => Some(Colour::White),
        'B' => Some(Colour::Black),
        _ => None,
    };
    let found: Option<Vec<Colour>> = text.trim().chars().map(colour).collect();
    found.filter(|colours| !colours.is_empty())
}

/// Record 352 of a file: the colours of White's boards.
///
/// # Errors
/// A record that says something else.
pub(crate) fn recorded_colours(event: &EventFile) -> Result<Option<Vec<Colour>>, StepError> {
    let mut records = event.document().records();
    let Some(record) = records.find(|record| record.code() == "352") else {
        return Ok(None);
    };
    let said = record.text[3..].trim();
    colours(said).map(Some).ok_or_else(|| {
        StepError::from(StepProblem {
            place: format!("{}:{}:5", event.document().name(), record.line),
            message: format!(
                "record 352 has the colours {said:?}, expected a letter W or B for each board"
            ),
            hint: "as in `352 WBWB`".to_owned(),
        })
    })
}

/// How many boards a match has: as many as record 352 has colours, else as many as the largest match so far; nothing
/// where neither is there. O(teams · members · rounds).
///
/// # Errors
/// A record 352 that is none.
pub fn boards_of_match(event: &EventFile) -> Result<Option<usize>, StepError> {
    if let Some(colours) = recorded_colours(event)? {
        return Ok(Some(colours.len()));
    }
    let tournament = event.tournament();
    let rounds = (tournament.rounds_paired()).map_or(0, |last| last.index() + 1);
    let seated = |team: &Team, round: RoundNumber| {
        let plays = |id| tournament.player(id).entry(round).opponent().is_some();
        team.members.iter().filter(|id| plays(**id)).count()
    };
    let teams = tournament.teams.teams.iter();
    let of_games = teams.flat_map(|team| {
        (0..rounds).map(move |round| seated(team, RoundNumber::from_index(round)))
    });
    let of_line_ups = (tournament.teams.line_ups.iter()).map(|line_up| line_up.boards.len());
    Ok(of_games
        .chain(of_line_ups)
        .max()
        .filter(|boards| *boards > 0))
}

/// The first members of a team in the order of its record 310, one for each board.
///
/// # Errors
/// A team with fewer members than boards.
pub fn in_order(event: &EventFile, number: u32, boards: usize) -> Result<Vec<u32>, StepError> {
    let tournament = event.tournament();
    let Some(team) = find_team(tournament, number) else {
        return Err(unknown_team(number, String::new()).into());
    };
    let members = &tournament.teams.teams[team.index()].members;
    if members.len() < boards {
        let message = format!(
            "team {} has {}, expected one for each of {boards} boards",
            words::team(tournament, team),
            match members.len() {
                1 => "1 member".to_owned(),
                n => format!("{n} members"),
            }
        );
        return Err(StepError::from(StepProblem {
            place: place_of_team(event, number),
            message,
            hint: "its captain says who plays where, 0 for an empty board (record 300)".to_owned(),
        }));
    }
    let numbers = members.iter().take(boards);
    Ok(numbers
        .map(|id| tournament.player(*id).number.get())
        .collect())
}

/// The line-up that record 300 of a file gives a team against another one; 0 for an empty board.
pub fn recorded(
    tournament: &Tournament,
    round: RoundNumber,
    [team, opponent]: [u32; 2],
) -> Option<Vec<u32>> {
    let [team, opponent] = [
        find_team(tournament, team)?,
        find_team(tournament, opponent)?,
    ];
    let mut line_ups = tournament.teams.line_ups.iter();
    let found =
        line_ups.find(|own| (own.round, own.team, own.opponent) == (round, team, opponent))?;
    let number = |seat: &Option<_>| seat.map_or(0, |id| tournament.player(id).number.get());
    Some(found.boards.iter().map(number).collect())
}

/// Where the record 310 of a team stands.
pub(crate) fn place_of_team(event: &EventFile, number: u32) -> String {
    let is_it = |text: &str| {
        text.starts_with("310")
            && text.get(4..7).and_then(|n| n.trim().parse().ok()) == Some(number)
    };
    let mut records = event.document().records();
    let record = records.find(|record| is_it(record.text));
    record.map_or_else(String::new, |record| {
        format!("{}:{}:74", event.document().name(), record.line)
    })
}

pub(crate) fn find_team(tournament: &Tournament, number: u32) -> Option<TeamId> {
    let teams = &tournament.teams.teams;
    let place = teams.iter().position(|team| team.number.get() == number)?;
    Some(TeamId::from_index(place))
}

pub(crate) fn unknown_team(number: u32, place: String) -> StepProblem {
    StepProblem {
        place,
        message: format!("found team {number}, which is not in the file"),
        hint: "a record 310 introduces a team".to_owned(),
    }
}

/// Whether a member of the team has an opponent in a round, or stands there in any other way.
pub(crate) fn is_entered(tournament: &Tournament, team: TeamId, round: RoundNumber) -> bool {
    let members = tournament.teams.teams[team.index()].members.iter();
    let mut entries = members.map(|id| tournament.player(*id).entry(round));
    entries.any(|entry| entry != RoundEntry::Blank)
}

/// Steps of teams need teams that are paired.
///
/// # Errors
/// A file that asks for no pairing of teams.
pub(crate) fn must_pair_teams(tournament: &Tournament) -> Result<(), StepError> {
    if tournament.teams.pairing.is_some() {
        return Ok(());
    }
    Err(StepError::new(
        "the file asks for no pairing of teams, expected a record 192 such as `192 FIDE_TEAM`, and a record 310 for each team",
        "",
    ))
}
