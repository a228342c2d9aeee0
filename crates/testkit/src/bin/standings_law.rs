//! `standings_law [QUESTIONS [FIRST]]`: `edelweiss-standings` beside the judge on random tournaments,
//! every tie-break with every modifier and one list on each.
//!
//! Question number N is the same on every machine. Prints what differs, by tie-break, with the first
//! question that shows it; exit status 1 if anything does.

use std::collections::BTreeMap;
use std::process::ExitCode;

use edelweiss_testkit::standings_law::{StandingsQuestion, disagreement};
use quickcheck::{Arbitrary as _, Gen};

fn main() -> ExitCode {
    let mut numbers = std::env::args()
        .skip(1)
        .map(|argument| argument.parse::<u64>());
    let (Ok(count), Ok(first)) = (
        numbers.next().unwrap_or(Ok(1_000_000)),
        numbers.next().unwrap_or(Ok(0)),
    ) else {
        eprintln!("usage: standings_law [QUESTIONS [FIRST]]");
        return ExitCode::from(2);
    };
    let mut differing: BTreeMap<String, (u64, u64, String)> = BTreeMap::new();
    for number in first..first + count {
        let question = StandingsQuestion::arbitrary(&mut Gen::from_size_and_seed(100, number));
        if let Some(words) = disagreement(&question) {
            let kind = words.split(' ').next().unwrap_or_default().to_owned();
            let kind = format!("{kind} {:?}", question.edition);
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
