//! A tournament file as JSON (`edelweiss.event`), and back again byte for byte.
//!
//! Each line is a record: `code` and `text`, or the fields of a player. A line that these do not give back
//! as it stands has itself in the field `line`, which counts then; fields beside it must say the same. Who
//! changes a field leaves `line` out.

use edelweiss_trf::{Document, Encoding, LineEnd, PlayerLine};
use serde::{Deserialize, Serialize};

use crate::error::{StepError, StepProblem};

/// What the field `format` says.
const FORMAT: &str = "edelweiss.event";
/// The version that is written and read.
const VERSION: u32 = 1;

/// The whole document.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EventTwin {
    format: String,
    format_version: u32,
    #[serde(default = "utf8", skip_serializing_if = "is_utf8")]
    encoding: String,
    /// Whether the file begins with a byte order mark.
    #[serde(default, skip_serializing_if = "is_default")]
    byte_order_mark: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    line_end: TwinLineEnd,
    records: Vec<TwinRecord>,
}

/// A line.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct TwinRecord {
    #[serde(skip_serializing_if = "is_default")]
    code: String,
    #[serde(skip_serializing_if = "is_default")]
    text: String,
    #[serde(skip_serializing_if = "is_default")]
    number: Option<u32>,
    #[serde(skip_serializing_if = "is_default")]
    sex: String,
    #[serde(skip_serializing_if = "is_default")]
    title: String,
    #[serde(skip_serializing_if = "is_default")]
    name: String,
    #[serde(skip_serializing_if = "is_default")]
    rating: Option<u16>,
    #[serde(skip_serializing_if = "is_default")]
    federation: String,
    #[serde(skip_serializing_if = "is_default")]
    fide_number: String,
    #[serde(skip_serializing_if = "is_default")]
    birth: String,
    #[serde(skip_serializing_if = "is_default")]
    points: String,
    #[serde(skip_serializing_if = "is_default")]
    rank: String,
    #[serde(skip_serializing_if = "is_default")]
    rounds: Vec<Option<TwinRound>>,
    #[serde(skip_serializing_if = "is_default")]
    line: Option<String>,
    /// Where it is not that of the file; empty behind a last line that has none.
    #[serde(skip_serializing_if = "is_default")]
    end: Option<TwinLineEnd>,
}

/// What a player did in a round.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct TwinRound {
    /// `0000` where there is none.
    opponent: String,
    colour: String,
    result: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum TwinLineEnd {
    #[default]
    Lf,
    CrLf,
    Cr,
    None,
}

impl TwinLineEnd {
    fn of(end: LineEnd) -> Self {
        match end {
            LineEnd::Lf => Self::Lf,
            LineEnd::CrLf => Self::CrLf,
            LineEnd::Cr => Self::Cr,
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Lf => LineEnd::Lf.as_str(),
            Self::CrLf => LineEnd::CrLf.as_str(),
            Self::Cr => LineEnd::Cr.as_str(),
            Self::None => "",
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn utf8() -> String {
    Encoding::Utf8.name().to_ascii_lowercase()
}

fn is_utf8(name: &String) -> bool {
    *name == utf8()
}

const ENCODINGS: [Encoding; 5] = [
    Encoding::Utf8,
    Encoding::Utf16Le,
    Encoding::Utf16Be,
    Encoding::Windows1250,
    Encoding::Windows1252,
];

/// Whether bytes are meant as JSON, which no tournament file begins like.
pub fn looks_like_json(bytes: &[u8]) -> bool {
    bytes
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(bytes)
        .trim_ascii_start()
        .starts_with(b"{")
}

/// A document as JSON, from which [`from_json`] makes it again. O(bytes).
///
/// # Panics
/// Never: the document holds texts and numbers only.
pub fn to_json(document: &Document) -> String {
    let twin = EventTwin {
        format: FORMAT.to_owned(),
        format_version: VERSION,
        encoding: document.encoding().name().to_ascii_lowercase(),
        byte_order_mark: document.has_mark(),
        line_end: TwinLineEnd::of(document.line_end()),
        records: records(document),
    };
    let mut json = serde_json::to_string_pretty(&twin).expect("texts and numbers");
    json.push('\n');
    json
}

fn records(document: &Document) -> Vec<TwinRecord> {
    let line_end = TwinLineEnd::of(document.line_end());
    let text = document.text();
    let mut at = 0;
    let records = document.records().map(|record| {
        let start = at + record.text.len();
        let end = [TwinLineEnd::CrLf, TwinLineEnd::Cr, TwinLineEnd::Lf]
            .into_iter()
            .find(|end| text[start..].starts_with(end.as_str()))
            .unwrap_or(TwinLineEnd::None);
        at = start + end.as_str().len();
        let fields = match document.player_line(record) {
            Some(player) => of_player(&player),
            None => of_text(record.text),
        };
        let is_said = fields.said().as_deref() == Ok(record.text);
        TwinRecord {
            line: (!is_said).then(|| record.text.to_owned()),
            end: (end != line_end).then_some(end),
            ..fields
        }
    });
    records.collect()
}

/// The document that JSON says, which messages call `name`. What its lines say is not checked: read its bytes.
/// O(bytes).
///
/// # Errors
/// A text that is no such JSON, with line and column; every record that cannot be a line.
pub fn from_json(bytes: &[u8], name: &str) -> Result<Document, StepError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let wrong = |message: String| StepError::new(format!("{name}: {message}"), "");
    let twin: EventTwin =
        serde_json::from_slice(bytes).map_err(|error| wrong(error.to_string()))?;
    if twin.format != FORMAT || twin.format_version != VERSION {
        return Err(wrong(format!(
            "found the format '{}' of version {}, expected '{FORMAT}' of version {VERSION}",
            twin.format, twin.format_version
        )));
    }
    let encoding = ENCODINGS
        .into_iter()
        .find(|encoding| encoding.name().eq_ignore_ascii_case(&twin.encoding))
        .ok_or_else(|| wrong(format!("found the encoding '{}'", twin.encoding)))?;
    let mut text = String::new();
    let mut problems = Vec::new();
    for (index, record) in twin.records.iter().enumerate() {
        let line = match &record.line {
            Some(line) => is_one_line(line).map(|()| line.clone()),
            None => record.said(),
        };
        match line {
            Ok(line) => text.push_str(&line),
            Err(message) => problems.push(problem(name, index, message)),
        }
        text.push_str(record.end.unwrap_or(twin.line_end).as_str());
    }
    StepError::none_of(problems)?;
    let document = Document::of_text(text, name, encoding, twin.byte_order_mark)
        .map_err(|failure| StepError::new(failure.to_string(), ""))?;
    let found = records(&document);
    let differ = twin.records.iter().zip(&found).enumerate();
    let differ = differ.filter(|(_, (given, found))| {
        let fields = given.fields();
        given.line.is_some() && fields != TwinRecord::default() && fields != found.fields()
    });
    let problems = differ.map(|(index, _)| {
        let message =
            "the line says something else than the fields beside it, expected one of them";
        problem(name, index, message.to_owned())
    });
    StepError::none_of(problems.collect())?;
    Ok(document)
}

fn problem(name: &str, index: usize, message: String) -> StepProblem {
    StepProblem {
        place: format!("{name}: records[{index}]"),
        message,
        hint: String::new(),
    }
}

/// A line of which the code and a blank come first.
fn of_text(line: &str) -> TwinRecord {
    match line.split_at_checked(3) {
        Some((code, rest)) if rest.is_empty() || rest.starts_with(' ') => TwinRecord {
            code: code.to_owned(),
            text: rest.get(1..).unwrap_or("").to_owned(),
            ..TwinRecord::default()
        },
        _ => TwinRecord::default(),
    }
}

fn of_player(player: &PlayerLine) -> TwinRecord {
    let rounds = player.rounds.iter().map(|cell| {
        let [opponent, colour, result] = cell.clone();
        cell.iter()
            .any(|part| !part.is_empty())
            .then_some(TwinRound {
                opponent,
                colour,
                result,
            })
    });
    TwinRecord {
        code: "001".to_owned(),
        number: player.number.parse().ok(),
        sex: player.sex.clone(),
        title: player.title.clone(),
        name: player.name.clone(),
        rating: player.rating.parse().ok(),
        federation: player.federation.clone(),
        fide_number: player.fide_number.clone(),
        birth: player.birth.clone(),
        points: player.points.clone(),
        rank: player.rank.clone(),
        rounds: rounds.collect(),
        ..TwinRecord::default()
    }
}

impl TwinRecord {
    /// The line that the fields say.
    ///
    /// # Errors
    /// What they cannot say.
    fn said(&self) -> Result<String, String> {
        let is_of_player =
            self.number.is_some() || !self.name.is_empty() || !self.rounds.is_empty();
        if self.code == "001" {
            return self.player();
        }
        if is_of_player {
            return Err(format!(
                "found fields of a player beside the code '{}', expected 001",
                self.code
            ));
        }
        if self.code.chars().count() != 3 {
            return Err(format!(
                "code is '{}', expected three characters",
                self.code
            ));
        }
        let mut line = self.code.clone();
        if !self.text.is_empty() {
            line = line + " " + &self.text;
        }
        is_one_line(&line)?;
        Ok(line)
    }

    fn player(&self) -> Result<String, String> {
        let Some(number) = self.number else {
            return Err("found a player without number, expected one from 1 to 9999".to_owned());
        };
        let rounds = self.rounds.iter().map(|round| {
            let round = round.clone().unwrap_or_default();
            [round.opponent, round.colour, round.result]
        });
        let line = PlayerLine {
            number: number.to_string(),
            sex: self.sex.clone(),
            title: self.title.clone(),
            name: self.name.clone(),
            rating: self
                .rating
                .map(|rating| rating.to_string())
                .unwrap_or_default(),
            federation: self.federation.clone(),
            fide_number: self.fide_number.clone(),
            birth: self.birth.clone(),
            points: self.points.clone(),
            rank: self.rank.clone(),
            rounds: rounds.collect(),
        };
        let said = line.to_string();
        is_one_line(&said)?;
        // A text that is too long for its columns would be cut in silence.
        let too_long = line.too_long();
        match too_long.first() {
            None => Ok(said),
            Some((field, most)) => Err(format!(
                "{field} of player {number} is longer than the {most} columns that a file has for it"
            )),
        }
    }

    /// The record without the line and its end.
    fn fields(&self) -> Self {
        Self {
            line: None,
            end: None,
            ..self.clone()
        }
    }
}

/// # Errors
/// A text with a line end in it.
fn is_one_line(text: &str) -> Result<(), String> {
    if text.contains(['\n', '\r']) {
        return Err("found a line end within a record, expected one line".to_owned());
    }
    Ok(())
}
