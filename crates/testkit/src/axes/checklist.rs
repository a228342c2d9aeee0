//! What a checker says of a whole file: for each round, where its pairs are other than the recorded
//! ones. Its round is the recorded one with those pairs exchanged, so one start of a program pairs
//! every round of a file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use edelweiss_model::{RoundNumber, Tournament};

use crate::{Seat, recorded_seats};

/// A round as a checker would pair it; none if it finds no pairing.
pub type Paired = Option<BTreeSet<Seat>>;

/// Reads what bbpPairings and TieBreakServer print with `-c`.
///
/// # Errors
/// When a round is missing or the columns do not fit what is recorded.
pub fn rounds(tournament: &Tournament, text: &str) -> Result<Vec<Paired>, String> {
    let count = tournament.rounds_paired().map_or(0, RoundNumber::get);
    let blocks = blocks(text);
    (1..=count)
        .map(|round| {
            let lines = blocks
                .get(&round)
                .ok_or(format!("no word of round {round}"))?;
            let number = RoundNumber::from_index(usize::from(round) - 1);
            block(recorded_seats(tournament, number), lines)
                .map_err(|line| format!("round {round}: found '{line}'"))
        })
        .collect()
}

/// The lines below each heading.
fn blocks(text: &str) -> BTreeMap<u16, Vec<&str>> {
    let mut blocks: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    let mut current = None;
    for line in text.lines() {
        if let Some((_, rest)) = line.split_once("Round #") {
            let digits = rest.split(|letter: char| !letter.is_ascii_digit()).next();
            current = digits.and_then(|digits| digits.parse().ok());
            if let Some(round) = current {
                blocks.entry(round).or_default();
            }
        } else if let Some(round) = current
            && !line.trim().is_empty()
        {
            blocks.entry(round).or_default().push(line);
        }
    }
    blocks
}

/// The recorded seats with one column in place of the other, or the line that does not fit.
fn block(mut seats: BTreeSet<Seat>, lines: &[&str]) -> Result<Paired, String> {
    /// The first column ends before it, the second begins behind it.
    const MIDDLE: usize = 20;
    let mut theirs = Vec::new();
    for line in lines {
        if line.contains("No valid pairing exists") {
            return Ok(None);
        }
        if line.trim_start().starts_with("Checker pairing") {
            continue;
        }
        for (place, _) in line.match_indices('-') {
            let seat =
                seat(&line[..place], &line[place + 1..]).ok_or_else(|| (*line).to_owned())?;
            if place < MIDDLE {
                theirs.push(seat);
            } else if !seats.remove(&seat) {
                return Err((*line).to_owned());
            }
        }
    }
    seats.extend(theirs);
    Ok(Some(seats))
}

/// The last number before a stroke and the first one behind it; 0 is a bye.
fn seat(before: &str, behind: &str) -> Option<Seat> {
    let white = before.split_whitespace().next_back()?.parse().ok()?;
    let black: u16 = behind.split_whitespace().next()?.parse().ok()?;
    Some((white, (black != 0).then_some(black)))
}

/// Rounds in one line, for a file: `3-5 7-0;x`.
pub fn in_one_line(rounds: &[Paired]) -> String {
    let mut out = String::new();
    for (index, round) in rounds.iter().enumerate() {
        if index > 0 {
            out.push(';');
        }
        let Some(seats) = round else {
            out.push('x');
            continue;
        };
        for (place, (white, black)) in seats.iter().enumerate() {
            let blank = if place == 0 { "" } else { " " };
            let _ = write!(out, "{blank}{white}-{}", black.unwrap_or(0));
        }
    }
    out
}

/// The reverse of [`in_one_line`].
pub fn from_one_line(line: &str) -> Option<Vec<Paired>> {
    let round = |text: &str| match text {
        "x" => Some(None),
        text => {
            let seats: Option<BTreeSet<Seat>> = text
                .split_whitespace()
                .map(|word| {
                    word.split_once('-')
                        .and_then(|(white, black)| seat(white, black))
                })
                .collect();
            seats.map(Some)
        }
    };
    line.split(';').map(round).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_column_takes_the_place_of_the_other() {
        let recorded = BTreeSet::from([(1, Some(3)), (4, Some(2)), (5, None)]);
        let lines = [
            "  Checker pairings        Tournament pairings ",
            "      1 -   5                  1 -   3",
            "      3 -   0                  5 -   0",
        ];
        let expected = BTreeSet::from([(1, Some(5)), (4, Some(2)), (3, None)]);
        assert_eq!(block(recorded.clone(), &lines), Ok(Some(expected.clone())));
        let other = [
            "  Checker pairing         Tournament analysis   ",
            "      1  - 5                  1  - 3            ",
            "      3  - 0                  5  - 0            ",
        ];
        assert_eq!(block(recorded.clone(), &other), Ok(Some(expected.clone())));
        assert_eq!(block(recorded.clone(), &[]), Ok(Some(recorded.clone())));
        assert_eq!(
            block(recorded.clone(), &["No valid pairing exists for round 3."]),
            Ok(None)
        );
        assert!(block(recorded, &["      1 -   5                  1 -   4"]).is_err());
        let rounds = vec![Some(expected), None, Some(BTreeSet::new())];
        let line = in_one_line(&rounds);
        assert_eq!(line, "1-5 3-0 4-2;x;");
        assert_eq!(from_one_line(&line), Some(rounds));
    }

    #[test]
    fn every_round_has_a_heading() {
        let blocks = blocks("f: Round #1\nf: Round #2\n  Checker\n1 - 2\n\nf: Round #10\n");
        let lengths: Vec<(u16, usize)> = blocks.iter().map(|(k, v)| (*k, v.len())).collect();
        assert_eq!(lengths, [(1, 0), (2, 2), (10, 0)]);
    }
}
