//! `standings-law [players|teams] [QUESTIONS [FIRST]]`: `edelweiss-standings` beside the judge on random
//! tournaments of players, or of teams, every tie-break with every modifier and one list on each.
//!
//! Question number N is the same on every machine. Prints what differs, by tie-break, with the first
//! question that shows it; exit status 1 if anything does.

use std::collections::BTreeMap;
use std::process::ExitCode;

use edelweiss_lab::{standings_law, team_standings_law};
use quickcheck::{Arbitrary as _, Gen};

/// What differs in a question, and the edition that it is about.
type Ask = fn(&mut Gen) -> Option<(String, String)>;

fn of_players(g: &mut Gen) -> Option<(String, String)> {
    let question = standings_law::StandingsQuestion::arbitrary(g);
    let words = standings_law::disagreement(&question)?;
    Some((words, format!("{:?}", question.edition)))
}

fn of_teams(g: &mut Gen) -> Option<(String, String)> {
    let question = team_standings_law::TeamQuestion::arbitrary(g);
    let words = team_standings_law::disagreement(&question)?;
    Some((words, format!("{:?}", question.edition)))
}

pub(crate) fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(2).peekable();
    let ask: Ask = match arguments.peek().map(String::as_str) {
        Some("teams") => of_teams,
        _ => of_players,
    };
    arguments.next_if(|argument| matches!(argument.as_str(), "players" | "teams"));
    let mut numbers = arguments.map(|argument| argument.parse::<u64>());
    let (Ok(count), Ok(first)) = (
        numbers.next().unwrap_or(Ok(1_000_000)),
        numbers.next().unwrap_or(Ok(0)),
    ) else {
        eprintln!("usage: standings-law [players|teams] [QUESTIONS [FIRST]]");
        return ExitCode::from(2);
    };
    let mut differing: BTreeMap<String, (u64, u64, String)> = BTreeMap::new();
    for number in first..first + count {
        if let Some((words, edition)) = ask(&mut Gen::from_size_and_seed(100, number)) {
            let kind = words.split(' ').next().unwrap_or_default();
            let kind = format!("{kind} {edition}");
            differing.entry(kind).or_insert((0, number, words)).0 += 1;
        }
    }
    for (kind, (times, number, words)) in &differing {
        eprintln!("{kind}: {times} times, first in question {number}: {words}");
    }
    let total: u64 = differing.values().map(|(times, _, _)| times).sum();
    eprintln!("{count} questions from {first}, {total} with differences");
    if total == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
