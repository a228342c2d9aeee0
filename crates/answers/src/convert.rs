//! A tournament file in another format, with every adjustment named; and as JSON and back.

use std::collections::{BTreeMap, BTreeSet};

use edelweiss::event::twin::{from_json, looks_like_json, to_json};
use edelweiss::model::Tournament;
use edelweiss::trf::{
    Dialect, Document, PlayerLine, ReadOptions, Reading, Record, RecordKind, read,
};
use serde::{Deserialize, Serialize};

use crate::error::AnswerError;
use crate::input::TournamentInput;
use crate::results::{MOST_JSON_BYTES, is_of_results};

/// `--to`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum ConvertFormat {
    /// FIDE's format of 2026
    Trf26,
    /// The format of 2016 with the XX? and BB? lines of the engines
    #[cfg_attr(
        feature = "clap",
        value(alias = "javafo", alias = "bbp", alias = "bbppairings")
    )]
    Trf16,
    /// The format of 2006: players, rounds and headers only
    Trf06,
    /// The same file as JSON, from which it is made again byte for byte; docs/schema/event.schema.json
    Json,
    /// The file that JSON stands for, as it was
    Same,
}

/// A file that was converted.
#[derive(Debug)]
pub struct Converted {
    /// The new file.
    pub bytes: Vec<u8>,
    /// What it says otherwise than the file that was given, or not at all.
    pub adjustments: Vec<String>,
    /// What was read with doubts.
    pub warnings: Vec<String>,
}

/// Reads a tournament file or its JSON, which messages call `name`. O(bytes).
///
/// # Errors
/// What is wrong with it.
pub fn read_either(
    name: &str,
    bytes: &[u8],
    options: &ReadOptions,
) -> Result<Reading, AnswerError> {
    if !looks_like_json(bytes) {
        return Ok(read(bytes, name, options)?);
    }
    // What is longer than any is not looked through for what it is.
    if bytes.len() > MOST_JSON_BYTES || is_of_results(bytes) {
        let input = TournamentInput::read_to_pair(name, bytes, options)?;
        input.must_fit_a_file()?;
        return Ok(input.reading);
    }
    let document =
        from_json(bytes, name).map_err(|error| AnswerError::invalid(error.to_string()))?;
    let options = options.encoding(Some(document.encoding()));
    Ok(read(&document.as_it_stands(), name, &options)?)
}

/// Converts a tournament file, or the JSON of one, which messages call `name`. O(bytes).
///
/// # Errors
/// What is wrong with it; what the format has no place for.
pub fn convert(
    name: &str,
    bytes: &[u8],
    options: &ReadOptions,
    format: ConvertFormat,
) -> Result<Converted, AnswerError> {
    let reading = read_either(name, bytes, options)?;
    let (bytes, adjustments) = match format {
        ConvertFormat::Json => (to_json(&reading.document).into_bytes(), Vec::new()),
        ConvertFormat::Same => (reading.document.as_it_stands(), Vec::new()),
        ConvertFormat::Trf26 => written(name, &reading, TargetFormat::Trf26)?,
        ConvertFormat::Trf16 => written(name, &reading, TargetFormat::Trf16)?,
        ConvertFormat::Trf06 => written(name, &reading, TargetFormat::Trf06)?,
    };
    Ok(Converted {
        bytes,
        adjustments,
        warnings: reading.warnings.iter().map(ToString::to_string).collect(),
    })
}

/// A format of tournament files.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum TargetFormat {
    /// FIDE's format of 2026
    #[default]
    Trf26,
    /// The format of 2016
    Trf16,
    /// The format of 2006
    Trf06,
}

impl TargetFormat {
    /// Whether a line that the writer does not write anew may stand in the new file as it stands.
    fn takes(self, kind: RecordKind, code: &str) -> bool {
        // What TRF26 has beyond 132.
        let is_late = code > "132";
        match kind {
            RecordKind::Comment
            | RecordKind::End
            | RecordKind::RoundDates
            | RecordKind::FreeType => true,
            RecordKind::Information => match self {
                Self::Trf26 => code != "013" && code != "062",
                _ => !is_late && code != "062",
            },
            RecordKind::NationalRating | RecordKind::NotApplied => self == Self::Trf26,
            _ => false,
        }
    }
}

/// The new file, read back, and what is said otherwise.
pub(crate) fn written(
    name: &str,
    reading: &Reading,
    to: TargetFormat,
) -> Result<(Vec<u8>, Vec<String>), AnswerError> {
    let refuse = |message: String| AnswerError::invalid(format!("{name}: {message}"));
    let dialect = match to {
        TargetFormat::Trf26 => Dialect::Trf26,
        TargetFormat::Trf16 | TargetFormat::Trf06 => Dialect::Trf16,
    };
    let made = Document::from_tournament(&reading.tournament, dialect)
        .map_err(|error| refuse(error.message))?;
    let text = assembled(&reading.document, &made, to);
    let options = ReadOptions::default().check_points(false);
    let back = read(text.as_bytes(), name, &options)?;
    if to != TargetFormat::Trf06 && !says_the_same(&back.tournament, &reading.tournament) {
        return Err(refuse(
            "the new file would be read otherwise, so it is not written".to_owned(),
        ));
    }
    let adjustments = adjustments(&reading.document, &back.document);
    Ok((text.into_bytes(), adjustments))
}

/// Whether two tournaments are the same but for texts that were cut to their columns.
fn says_the_same(one: &Tournament, other: &Tournament) -> bool {
    let without_texts = |tournament: &Tournament| {
        let mut data = tournament.clone().into_data();
        data.name.clear();
        for player in &mut data.players {
            player.name.clear();
            player.title = None;
            player.federation = None;
        }
        // Read from other records, and no decision of a pairing.
        data
    };
    without_texts(one) == without_texts(other)
}

/// The lines of the new file: headers, players, and what stands behind them.
fn assembled(old: &Document, made: &Document, to: TargetFormat) -> String {
    let mut players: BTreeMap<String, PlayerLine> = BTreeMap::new();
    for player in old.records().filter_map(|record| old.player_line(record)) {
        let number = player.number.trim_start_matches('0').to_owned();
        players.insert(number, player);
    }
    let (mut headers, mut lines, mut behind) = (Vec::new(), Vec::new(), Vec::new());
    for record in made.records() {
        match made.player_line(record) {
            Some(player) => {
                let mut line = players.get(&player.number).cloned().unwrap_or_default();
                line.number.clone_from(&player.number);
                line.rounds = player.rounds;
                if to == TargetFormat::Trf06 {
                    line.rounds.iter_mut().for_each(as_of_2006);
                }
                lines.push(line.to_string());
            }
            None if to == TargetFormat::Trf06 && is_beyond_2006(record) => {}
            None if lines.is_empty() => headers.push(record.text.to_owned()),
            None => behind.push(record.text.to_owned()),
        }
    }
    let mut is_behind = false;
    for record in old.records() {
        is_behind |= record.kind == RecordKind::Player;
        if !to.takes(record.kind, record.code()) {
            continue;
        }
        let text = record.text.to_owned();
        let is_header = !matches!(
            record.kind,
            RecordKind::Comment | RecordKind::NationalRating | RecordKind::NotApplied
        );
        if is_header {
            let place = headers.iter().position(|line| {
                line.get(..3)
                    .is_none_or(|code| code > record.code() && code != "###")
            });
            headers.insert(place.unwrap_or(headers.len()), text);
        } else if is_behind {
            behind.push(text);
        } else {
            headers.push(text);
        }
    }
    let all = headers.iter().chain(&lines).chain(&behind);
    all.flat_map(|line| [line.as_str(), "\n"]).collect()
}

fn is_beyond_2006(record: Record<'_>) -> bool {
    let code = record.code();
    let is_later = !code.bytes().all(|byte| byte.is_ascii_digit()) || code > "132";
    is_later && record.kind != RecordKind::SoftBan
}

/// Byes had no letters in 2006, and games no marks beyond played, forfeit and result.
fn as_of_2006(cell: &mut [String; 3]) {
    let [opponent, colour, result] = cell;
    if opponent != "0000" {
        return;
    }
    let letter = match result.as_str() {
        "U" | "F" => "+",
        "H" => "=",
        "Z" => "-",
        _ => return,
    };
    letter.clone_into(result);
    "-".clone_into(colour);
}

/// Records that say the same thing in different formats.
const TOPICS: [(&[&str], &str); 7] = [
    (&["142", "XXR"], "number of rounds"),
    (&["152", "XXC"], "initial colour and order"),
    (
        &["162", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"],
        "points",
    ),
    (&["240", "XXZ"], "absences"),
    (&["250", "XXA"], "virtual points"),
    (&["260", "XXP"], "prohibited pairings"),
    (&["192"], "system"),
];

/// What differs between the two files, record by record and field by field.
fn adjustments(old: &Document, new: &Document) -> Vec<String> {
    let (before, after) = (by_code(old), by_code(new));
    let mut said = Vec::new();
    let mut told: BTreeSet<&str> = BTreeSet::new();
    for (code, lines) in &before {
        let now = after.get(code);
        if now == Some(lines) || !told.insert(code) {
            continue;
        }
        let count = counted(lines.len());
        let topic = TOPICS
            .iter()
            .find(|(codes, _)| codes.contains(&code.as_str()));
        let by = topic.map(|(codes, _)| {
            codes
                .iter()
                .copied()
                .filter(|code| after.contains_key(*code))
        });
        let by: Vec<&str> = by.into_iter().flatten().collect();
        said.push(match (now, &by[..], topic) {
            (Some(now), ..) if lines.len() == 1 && now.len() == 1 => {
                format!("'{}' becomes '{}'", lines[0], now[0])
            }
            (Some(now), ..) => format!("{code}: {count} become {}", counted(now.len())),
            (None, [], Some((_, what))) => format!("{code} ({what}): {count} left out"),
            (None, [], None) => format!("{code}: {count} left out"),
            (None, by, _) => format!("{code}: {count} said by {}", by.join(", ")),
        });
    }
    for (code, lines) in &after {
        let topic = TOPICS
            .iter()
            .find(|(codes, _)| codes.contains(&code.as_str()));
        let was = |codes: &[&str]| codes.iter().any(|code| before.contains_key(*code));
        if !before.contains_key(code) && !topic.is_some_and(|(codes, _)| was(codes)) {
            said.push(format!("{code}: {} added", counted(lines.len())));
        }
    }
    said.extend(of_players(old, new));
    said
}

fn counted(n: usize) -> String {
    if n == 1 {
        "1 line".to_owned()
    } else {
        format!("{n} lines")
    }
}

/// The lines that are none of players, by code, without blanks at their ends.
fn by_code(document: &Document) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for record in document.records() {
        if !matches!(record.kind, RecordKind::Player | RecordKind::Blank) {
            let lines = found.entry(record.code().to_owned()).or_default();
            lines.push(record.text.trim_end().to_owned());
        }
    }
    found
}

/// How many players' lines say something otherwise, by field, with the first of them.
fn of_players(old: &Document, new: &Document) -> Vec<String> {
    let players = |document: &Document| -> BTreeMap<u32, PlayerLine> {
        let lines = document
            .records()
            .filter_map(|record| document.player_line(record));
        lines
            .filter_map(|line| Some((line.number.parse().ok()?, line)))
            .collect()
    };
    let (before, after) = (players(old), players(new));
    let mut found: BTreeMap<(usize, String), (usize, String)> = BTreeMap::new();
    let mut note = |key: (usize, String), number: u32, was: &str, is: &str| {
        let first = || (0, format!("first of {number}: '{was}' becomes '{is}'"));
        found.entry(key).or_insert_with(first).0 += 1;
    };
    for (number, was) in &before {
        let Some(is) = after.get(number) else {
            continue;
        };
        let fields = was.fields().into_iter().zip(is.fields());
        for (index, ((field, was), (_, is))) in fields.enumerate().skip(1) {
            if was != is {
                note((index, field.to_owned()), *number, was, is);
            }
        }
        for round in 0..was.rounds.len().max(is.rounds.len()) {
            let cell = |line: &PlayerLine| {
                line.rounds.get(round).map_or_else(String::new, |cell| {
                    let [opponent, colour, result] = cell;
                    let opponent = opponent.trim_start_matches('0');
                    format!("{opponent} {colour} {result}").trim().to_owned()
                })
            };
            let (was, is) = (cell(was), cell(is));
            if was != is {
                note(
                    (100, format!("round cell '{was}' as '{is}'")),
                    *number,
                    &was,
                    &is,
                );
            }
        }
    }
    let lines = found
        .into_iter()
        .map(|((_, field), (n, first))| format!("{field}: {} of players, {first}", counted(n)));
    lines.collect()
}
