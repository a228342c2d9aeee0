//! What the words of another program amount to.
//!
//! They are the words of a stranger: of any length, with any bytes. What of them reaches a person
//! is cut and freed of everything a terminal could act on.

use std::collections::BTreeMap;

use edelweiss::model::{PlayerId, Tournament};

use super::process::ProcessEnd;
use super::{Answer, AnswerFailure, RankTable, Reply};

/// Words of a program that finds no pairing, in lower case.
const REFUSALS: [&str; 4] = [
    "no valid pairing exists",
    "pairing impossible",
    "pairing is not possible",
    "no legal pairing",
];

/// Words of a program that was interrupted by its own error, in lower case. Several languages end
/// such a program with the exit code 1, which otherwise says that no pairing exists, and some
/// programs report errors where the answer belongs.
const ACCIDENTS: [&str; 4] = [
    "traceback (most recent call last)",
    "exception in thread",
    "panicked at",
    "### error",
];

/// How much of an answer is searched for words, in bytes: whoever reports an error there begins
/// with it.
const SEARCHED: usize = 64 << 10;

/// The first line that is not blank, cut, without anything a terminal could act on: control
/// characters and whatever changes the direction of writing appear as Rust escapes them.
pub fn printable(text: &str, most: usize) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty());
    let mut out = String::new();
    for letter in line.unwrap_or_default().chars().take(most) {
        match letter {
            '\'' | '"' | '\\' => out.push(letter),
            letter => out.extend(letter.escape_debug()),
        }
    }
    out
}

fn first(text: &str) -> String {
    printable(text, 200)
}

fn quoted(text: &str) -> String {
    printable(text, 60)
}

/// The first line with one of these words.
fn line_with<'a>(texts: &[&'a str], words: &[&str]) -> Option<&'a str> {
    (texts.iter().flat_map(|text| text.lines())).find(|line| {
        let line = line.to_lowercase();
        words.iter().any(|words| line.contains(words))
    })
}

/// What a program that has ended, and what it wrote, amount to. What it wrote may be nothing, or
/// something else than a file.
pub(super) fn reply<T>(
    ended: &ProcessEnd,
    written: Result<Option<Vec<u8>>, AnswerFailure>,
    parse: impl FnOnce(&[u8]) -> Result<T, AnswerFailure>,
) -> Reply<T> {
    let begun = match &written {
        Ok(Some(bytes)) => String::from_utf8_lossy(&bytes[..bytes.len().min(SEARCHED)]),
        _ => std::borrow::Cow::default(),
    };
    let out = String::from_utf8_lossy(&ended.out[..ended.out.len().min(SEARCHED)]);
    let err = String::from_utf8_lossy(&ended.err);
    let said = if err.trim().is_empty() { &out } else { &err };
    if let Some(line) = line_with(&[&err, &out, &begun], &REFUSALS) {
        return Reply::Refused(first(line));
    }
    let accident = line_with(&[&err, &out, &begun], &ACCIDENTS);
    match (ended.status.code(), accident) {
        (Some(0), None) => {}
        (Some(1), None) => return Reply::Refused(first(said)),
        (code, accident) => {
            let how = match code {
                Some(0) => "an error message".to_owned(),
                Some(code) => format!("exit code {code}"),
                None => ended.status.to_string(),
            };
            // The last line of a traceback says what happened, the others where.
            let said = match err.lines().rfind(|line| !line.trim().is_empty()) {
                Some(last) if accident.is_some() => first(last),
                _ if accident.is_some() => error_message(&[&out, &begun]),
                _ => first(said),
            };
            return Reply::Failed(AnswerFailure::Crashed { how, said });
        }
    }
    match written {
        Ok(Some(bytes)) if !bytes.trim_ascii().is_empty() => match parse(&bytes) {
            Ok(answer) => Reply::Answered(answer),
            Err(failure) => Reply::Failed(failure),
        },
        Ok(_) => Reply::Failed(AnswerFailure::NoOutput),
        Err(failure) => Reply::Failed(failure),
    }
}

/// The line with `### Error`, and the one below it.
fn error_message(texts: &[&str]) -> String {
    let mut lines =
        (texts.iter().flat_map(|text| text.lines())).skip_while(|l| !l.contains("### "));
    let (head, next) = (lines.next(), lines.next());
    let (head, next) = (head.unwrap_or_default(), next.unwrap_or_default());
    format!("{} {}", first(head), first(next))
}

/// Reads `N`, then N lines of two numbers, White and Black, the second 0 for a bye.
pub(super) fn parse_answer(tournament: &Tournament, bytes: &[u8]) -> Result<Answer, AnswerFailure> {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let head = lines.next().unwrap_or_default();
    let count = number(head).map(|count| count as usize).ok_or_else(|| {
        let found = quoted(head);
        AnswerFailure::Rubbish(format!("found '{found}', expected a number of pairs"))
    })?;
    let players: BTreeMap<u32, PlayerId> = (tournament.player_ids())
        .map(|id| (tournament.player(id).number.get(), id))
        .collect();
    let id_of = |word: &str| match number(word)? {
        0 => Some(None),
        number => players.get(&number).copied().map(Some),
    };
    let mut answer = Answer::default();
    let mut rows = 0;
    for line in lines {
        let mut words = line.split_whitespace();
        let ids = match (words.next(), words.next(), words.next()) {
            (Some(white), Some(black), None) => id_of(white).zip(id_of(black)),
            _ => None,
        };
        match ids {
            Some((Some(white), Some(black))) if white != black => {
                answer.boards.push((white, black));
            }
            Some((Some(player), None) | (None, Some(player))) => answer.byes.push(player),
            _ => {
                let what = format!("found '{}', expected two players", quoted(line));
                return Err(AnswerFailure::Rubbish(what));
            }
        }
        rows += 1;
        if rows > count {
            let what = format!("found more than {count} pairs, expected {count}");
            return Err(AnswerFailure::Rubbish(what));
        }
    }
    if rows == count {
        Ok(answer)
    } else {
        let what = format!("found {rows} pairs, expected {count}");
        Err(AnswerFailure::Rubbish(what))
    }
}

/// A number of digits alone.
fn number(word: &str) -> Option<u32> {
    (word.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| word.parse().ok())
        .flatten()
}

/// Reads of each round with a heading whether no list of differences is below it.
pub(super) fn parse_check(bytes: &[u8]) -> Result<BTreeMap<u16, bool>, AnswerFailure> {
    let text = String::from_utf8_lossy(bytes);
    let mut round: Option<u16> = None;
    let mut agrees = BTreeMap::new();
    for line in text.lines() {
        if let Some((_, rest)) = line.split_once("Round #") {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            round = digits.parse().ok();
            agrees.extend(round.map(|round| (round, true)));
        } else if let Some(round) = round
            && (line.trim_start().starts_with("Checker pairing")
                || line.contains("No valid pairing exists"))
        {
            agrees.insert(round, false);
        }
    }
    if agrees.is_empty() {
        let found = quoted(&text);
        let what = format!("found '{found}', expected a heading for every round");
        return Err(AnswerFailure::Rubbish(what));
    }
    Ok(agrees)
}

/// Reads a table with tabs: a heading, then the number of a player, the rank, and values.
pub(super) fn parse_ranks(bytes: &[u8]) -> Result<RankTable, AnswerFailure> {
    let text = String::from_utf8_lossy(bytes);
    let rubbish = |found: &str, expected: &str| {
        AnswerFailure::Rubbish(format!("found '{}', expected {expected}", quoted(found)))
    };
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let head = lines.next().unwrap_or_default();
    let second = head.split('\t').nth(1).unwrap_or_default();
    if !second.eq_ignore_ascii_case("rank") {
        return Err(rubbish(head, "a heading with numbers and ranks"));
    }
    let mut table = RankTable::default();
    for line in lines {
        let mut cells = line
            .trim_end_matches(['\r', '\t'])
            .split('\t')
            .map(str::trim);
        let player = cells.next().and_then(number);
        let row: Vec<String> = cells.map(str::to_owned).collect();
        let (Some(player), false) = (player, row.is_empty()) else {
            return Err(rubbish(line, "the row of a player"));
        };
        if table.rows.insert(player, row).is_some() {
            return Err(rubbish(line, "one row for each player"));
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use edelweiss::model::{Player, TournamentData, Tpn};

    use super::*;

    fn field(numbers: &[u32]) -> Tournament {
        let mut data = TournamentData::default();
        for number in numbers {
            let number = Tpn::new(*number).expect("small");
            data.players.push(Player::new(number));
        }
        data.build().expect("nothing contradicts")
    }

    #[test]
    fn answers_name_players_by_their_numbers() {
        let tournament = field(&[3, 7, 9]);
        let id = PlayerId::from_index;
        let answer = Answer {
            boards: vec![(id(2), id(0))],
            byes: vec![id(1)],
        };
        for text in ["2\n9 3\n7 0\n", "\u{20}2\r\n\r\n  9   3\r\n7 0"] {
            assert_eq!(
                parse_answer(&tournament, text.as_bytes()),
                Ok(answer.clone())
            );
        }
        for text in [
            "9 3\n7 0\n",
            "3\n9 3\n7 0\n",
            "1\n9 3\n7 0\n",
            "1\n9 4\n",
            "1\n9 9\n",
            "1\n0 0\n",
            "1\n9 3 7\n",
            "hello",
            "1\n-9 3",
            "1\n+9 3",
            "70000\n9 3\n",
        ] {
            assert!(
                parse_answer(&tournament, text.as_bytes()).is_err(),
                "{text}"
            );
        }
    }

    #[test]
    fn a_list_below_a_heading_is_a_difference() {
        let text = "f: Round #1\nf: Round #2\n  Checker pairings        Tournament pairings \n\
                    1 - 5     5 - 1\n\nf: Round #3\nNo valid pairing exists for round 3.\n\n\
                    f: Round #10\n";
        let agrees = |text: &str| parse_check(text.as_bytes());
        let expected = [(1, true), (2, false), (3, false), (10, true)];
        assert_eq!(agrees(text), Ok(expected.into()));
        assert_eq!(agrees("f: Round #1\n"), Ok([(1, true)].into()));
        assert!(agrees("bad option").is_err());
    }

    #[test]
    fn tables_of_ranks_have_a_row_for_each_player() {
        let table = parse_ranks(b"\nStartNo\tRank\tPTS\tBH\r\n2\t1\t1.0\t-0\n\n1\t2\t0.0\t 1.5\n");
        let rows = table.expect("a table").rows;
        assert_eq!(rows[&2], ["1", "1.0", "-0"]);
        assert_eq!(rows[&1], ["2", "0.0", "1.5"]);
        for text in [
            "",
            "1\t2\t3\n",
            "### Error 510",
            "No\tRank\n1\n",
            "No\tRank\nx\t1\n",
            "No\tRank\n1\t1\n1\t1\n",
        ] {
            assert!(parse_ranks(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn nothing_a_terminal_acts_on_is_passed_on() {
        for (said, found) in [
            ("\n  it's \"ä\" C:\\x \n2", "it's \"ä\" C:\\x"),
            ("\u{1b}[2Jgone\u{7}", "\\u{1b}[2Jgone\\u{7}"),
            ("a\u{202e}b\0\rc", "a\\u{202e}b\\0\\rc"),
            ("", ""),
        ] {
            assert_eq!(printable(said, 60), found);
        }
        assert_eq!(printable(&"x".repeat(100), 60).len(), 60);
    }
}
