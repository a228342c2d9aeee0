//! What a checker says of a whole file: for each round, where its pairs are other than the recorded
//! ones. Its round is the recorded one with those pairs exchanged, so one start of a program pairs
//! every round of a file.

use std::collections::{BTreeMap, BTreeSet};

use edelweiss_model::{RoundNumber, Tournament};

use crate::{BoardSeat, recorded_seats};

/// A round as a checker would pair it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// White and Black, and the bye.
    Seats(BTreeSet<BoardSeat>),
    /// It finds no pairing.
    Impossible,
    /// It does not speak of the round.
    Nothing,
}

/// Reads what bbpPairings and TieBreakServer print with `-c`.
///
/// # Errors
/// When the columns do not fit what is recorded.
pub fn rounds(tournament: &Tournament, text: &str) -> Result<Vec<Word>, String> {
    let count = tournament.rounds_paired().map_or(0, RoundNumber::get);
    let blocks = blocks(text);
    (1..=count)
        .map(|round| {
            let Some(lines) = blocks.get(&round) else {
                return Ok(Word::Nothing);
            };
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
fn block(mut seats: BTreeSet<BoardSeat>, lines: &[&str]) -> Result<Word, String> {
    /// The first column ends before it, the second begins behind it.
    const MIDDLE: usize = 20;
    let mut theirs = Vec::new();
    for line in lines {
        if line.contains("No valid pairing exists") {
            return Ok(Word::Impossible);
        }
        if line.trim_start().starts_with("Checker pairing") {
            continue;
        }
        for (place, _) in line.match_indices('-') {
            let seat = seat(&line[..place], &line[place + 1..]);
            let is_blank = line[..place].trim().is_empty();
            match seat {
                Some(seat) if place < MIDDLE && !is_blank => theirs.push(seat),
                Some(seat) if place >= MIDDLE && seats.remove(&seat) => {}
                _ if place < MIDDLE && is_blank => {}
                _ => return Err((*line).to_owned()),
            }
        }
    }
    seats.extend(theirs);
    Ok(if seats.is_empty() {
        Word::Impossible
    } else {
        Word::Seats(seats)
    })
}

/// The last number before a stroke and the first one behind it; 0 is a bye.
fn seat(before: &str, behind: &str) -> Option<BoardSeat> {
    let white = before.split_whitespace().next_back()?.parse().ok()?;
    let black: u32 = behind.split_whitespace().next()?.parse().ok()?;
    Some((white, (black != 0).then_some(black)))
}

/// Rounds in one line, for a file: `3-5 7-0;x;?`.
pub fn in_one_line(rounds: &[Word]) -> String {
    let round = |word: &Word| match word {
        Word::Impossible => "x".to_owned(),
        Word::Nothing => "?".to_owned(),
        Word::Seats(seats) => {
            let seats = seats.iter();
            let seats: Vec<String> = seats
                .map(|(white, black)| format!("{white}-{}", black.unwrap_or(0)))
                .collect();
            seats.join(" ")
        }
    };
    let rounds: Vec<String> = rounds.iter().map(round).collect();
    rounds.join(";")
}

/// The reverse of [`in_one_line`].
pub fn from_one_line(line: &str) -> Option<Vec<Word>> {
    let seat = |word: &str| {
        let (white, black) = word.split_once('-')?;
        seat(white, black)
    };
    let round = |text: &str| match text {
        "x" => Some(Word::Impossible),
        "?" => Some(Word::Nothing),
        text => {
            let seats: Option<BTreeSet<BoardSeat>> = text.split_whitespace().map(seat).collect();
            seats.map(Word::Seats)
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
        assert_eq!(
            block(recorded.clone(), &lines),
            Ok(Word::Seats(expected.clone()))
        );
        let other = [
            "  Checker pairing         Tournament analysis   ",
            "      1  - 5                  1  - 3            ",
            "      3  - 0                  5  - 0            ",
        ];
        assert_eq!(
            block(recorded.clone(), &other),
            Ok(Word::Seats(expected.clone()))
        );
        assert_eq!(
            block(recorded.clone(), &[]),
            Ok(Word::Seats(recorded.clone()))
        );
        assert_eq!(
            block(recorded.clone(), &["No valid pairing exists for round 3."]),
            Ok(Word::Impossible)
        );
        let none = [
            "         -                    1  - 3            ",
            "         -                    4  - 2            ",
            "         -                    5  - 0            ",
        ];
        assert_eq!(block(recorded.clone(), &none), Ok(Word::Impossible));
        assert!(block(recorded, &["      1 -   5                  1 -   4"]).is_err());
        let rounds = vec![Word::Seats(expected), Word::Impossible, Word::Nothing];
        let line = in_one_line(&rounds);
        assert_eq!(line, "1-5 3-0 4-2;x;?");
        assert_eq!(from_one_line(&line), Some(rounds));
    }

    #[test]
    fn every_round_has_a_heading() {
        let blocks = blocks("f: Round #1\nf: Round #2\n  Checker\n1 - 2\n\nf: Round #10\n");
        let lengths: Vec<(u16, usize)> = blocks.iter().map(|(k, v)| (*k, v.len())).collect();
        assert_eq!(lengths, [(1, 0), (2, 2), (10, 0)]);
    }
}
