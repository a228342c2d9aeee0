//! `edelweiss.results`: players and results as JSON, read in one pass and with limits, so that no document
//! takes more memory than the tournament it can be.
//!
//! Entries are arrays, of which a large tournament has millions: `[4, 9, "1-0"]`, `[7, "half-point"]`.

use std::borrow::Cow;
use std::fmt;

use edelweiss::model::{ByeKind, GameResult, RoundNumber, Tpn};
use edelweiss::trf::{Failure, Finding, FindingKind, Place};
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::told::{
    BYES, MOST_CELLS, RESULTS, ToldEntry, ToldEvent, ToldPlayer, bye_called, result_called,
};
use crate::error::AnswerError;

/// The largest document that is read: 512 MiB. One of 1,000,000 players over 9 rounds has 130 MB.
pub const MOST_JSON_BYTES: usize = 512 << 20;

/// What the field `format` says.
const FORMAT: &str = "edelweiss.results";
/// The version that is read.
const VERSION: u32 = 1;
/// The most players of all groups who must not meet, each counted once for each group.
const MOST_BANNED: usize = 4_000_000;
/// How messages about limits begin.
const MORE: &str = "found more than";

/// The whole document.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResultsDocument {
    format: String,
    format_version: u32,
    #[serde(default)]
    name: String,
    players: PlayersField,
    #[serde(default)]
    rounds: RoundsField,
    rounds_total: Option<u32>,
    initial_colour: Option<String>,
    rules: Option<YearField>,
    system: Option<String>,
    starts: Option<String>,
    #[serde(default)]
    forbidden: ForbiddenField,
}

/// A year, as a number or as text.
#[derive(Deserialize)]
#[serde(untagged)]
enum YearField {
    Number(u16),
    Text(String),
}

/// What kind of document it is, whatever else it has.
#[derive(Deserialize)]
struct AnyDocument<'a> {
    #[serde(borrow)]
    format: Option<Cow<'a, str>>,
}

/// Reads a document, which messages call `name`. O(bytes); memory for at most 1,000,000 players and
/// 50,000,000 entries, 12 bytes each.
///
/// # Errors
/// More than [`MOST_JSON_BYTES`] bytes, or than these; JSON that is no such document. The place is line and
/// column, the column counted in bytes.
pub fn from_json(bytes: &[u8], name: &str) -> Result<ToldEvent, AnswerError> {
    if bytes.len() > MOST_JSON_BYTES {
        let message =
            format!("the JSON has more than {MOST_JSON_BYTES} bytes, expected at most so many");
        return Err(refused(
            FindingKind::Limit,
            Place::of_file(name),
            message,
            None,
        ));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let read: Result<ResultsDocument, _> = serde_json::from_slice(bytes);
    let document = read.map_err(|error| unread(&error, bytes, name))?;
    if document.format != FORMAT || document.format_version != VERSION {
        let message = format!(
            "found the format {:?} of version {}, expected {FORMAT:?} of version {VERSION}",
            document.format, document.format_version
        );
        let kind = FindingKind::NotATournamentFile;
        return Err(refused(kind, Place::of_file(name), message, None));
    }
    Ok(ToldEvent {
        name: document.name,
        players: document.players.0,
        rounds: document.rounds.0,
        rounds_total: document.rounds_total,
        initial_colour: document.initial_colour,
        rules: document.rules.map(|year| match year {
            YearField::Number(year) => year.to_string(),
            YearField::Text(text) => text,
        }),
        system: document.system,
        starts: document.starts,
        forbidden: document.forbidden.0,
    })
}

/// Whether JSON says of itself that it is of this kind.
pub(crate) fn is_of_results(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    format_of(bytes).as_deref() == Some(FORMAT)
}

fn format_of(bytes: &[u8]) -> Option<Cow<'_, str>> {
    serde_json::from_slice(bytes)
        .ok()
        .and_then(|document: AnyDocument<'_>| document.format)
}

fn unread(error: &serde_json::Error, bytes: &[u8], name: &str) -> AnswerError {
    if let Some(format) = format_of(bytes).filter(|format| format != FORMAT) {
        let hint = "`edelweiss convert --to same` makes the file of it";
        let hint = (format == "edelweiss.event").then_some(hint);
        let message = format!("found the format {format:?}, expected {FORMAT:?}");
        let kind = FindingKind::NotATournamentFile;
        return refused(kind, Place::of_file(name), message, hint);
    }
    let (line, column) = (error.line(), error.column());
    let told = error.to_string();
    let message = told
        .strip_suffix(&format!(" at line {line} column {column}"))
        .unwrap_or(&told);
    let kind = if message.starts_with(MORE) {
        FindingKind::Limit
    } else {
        FindingKind::Field
    };
    let column = u32::try_from(column).ok().filter(|column| *column > 0);
    let place = Place {
        line: u32::try_from(line).ok().filter(|line| *line > 0),
        columns: column.map(|column| (column, column)),
        ..Place::of_file(name)
    };
    refused(kind, place, message.to_owned(), None)
}

fn refused(kind: FindingKind, place: Place, message: String, hint: Option<&str>) -> AnswerError {
    Failure::from(Finding {
        kind,
        place,
        message,
        hint: hint.map(str::to_owned),
    })
    .into()
}

/// Reads a sequence of at most `most` items.
///
/// # Errors
/// Those of the items, and one more of them.
fn up_to<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(
    most: usize,
    what: &str,
    items: &mut A,
) -> Result<Vec<T>, A::Error> {
    let mut all = Vec::new();
    while let Some(item) = items.next_element()? {
        if all.len() == most {
            return Err(Error::custom(format!("{MORE} {most} {what}")));
        }
        all.push(item);
    }
    Ok(all)
}

/// Declares how a value is read by a visitor, which says what is expected.
macro_rules! visited {
    ($type:ty, $visitor:ident) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                from.deserialize_any($visitor)
            }
        }
    };
}

/// A list of players, or how many there are.
struct PlayersField(Vec<ToldPlayer>);
struct VisitPlayers;
visited!(PlayersField, VisitPlayers);

impl<'de> Visitor<'de> for VisitPlayers {
    type Value = PlayersField;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of players, or how many there are")
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<PlayersField, E> {
        match usize::try_from(n) {
            Ok(n) if n <= Tpn::MAX as usize => Ok(PlayersField(vec![ToldPlayer::default(); n])),
            _ => Err(E::custom(format!("{MORE} {} players", Tpn::MAX))),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<PlayersField, A::Error> {
        up_to(Tpn::MAX as usize, "players", &mut items).map(PlayersField)
    }
}

/// One player, as [`ToldPlayer`] is read.
struct VisitPlayer;
visited!(ToldPlayer, VisitPlayer);

impl<'de> Visitor<'de> for VisitPlayer {
    type Value = ToldPlayer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a player: a name, [name, rating], or an object with name, rating, title and federation")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<ToldPlayer, E> {
        self.visit_string(name.to_owned())
    }

    fn visit_string<E: Error>(self, name: String) -> Result<ToldPlayer, E> {
        Ok(ToldPlayer {
            name,
            ..ToldPlayer::default()
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<ToldPlayer, A::Error> {
        let name = items.next_element()?;
        let name = name.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let rating = items.next_element()?.flatten();
        Ok(ToldPlayer {
            name,
            rating,
            ..ToldPlayer::default()
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<ToldPlayer, A::Error> {
        let mut player = ToldPlayer::default();
        while let Some(field) = fields.next_key::<Cow<'_, str>>()? {
            match &*field {
                "name" => player.name = fields.next_value()?,
                "rating" => player.rating = fields.next_value()?,
                "title" => player.title = fields.next_value()?,
                "federation" => player.federation = fields.next_value()?,
                other => {
                    let known = &["name", "rating", "title", "federation"];
                    return Err(A::Error::unknown_field(other, known));
                }
            }
        }
        Ok(player)
    }
}

/// The rounds.
#[derive(Default)]
struct RoundsField(Vec<Vec<ToldEntry>>);
struct VisitRounds;
visited!(RoundsField, VisitRounds);

impl<'de> Visitor<'de> for VisitRounds {
    type Value = RoundsField;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of rounds, each a list of games and byes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<RoundsField, A::Error> {
        let (mut rounds, mut entries) = (Vec::new(), 0);
        while let Some(RoundField(round)) = items.next_element()? {
            entries += round.len();
            if entries > MOST_CELLS {
                return Err(Error::custom(format!("{MORE} {MOST_CELLS} games and byes")));
            }
            if rounds.len() == RoundNumber::MAX as usize {
                return Err(Error::custom(format!("{MORE} {} rounds", RoundNumber::MAX)));
            }
            rounds.push(round);
        }
        Ok(RoundsField(rounds))
    }
}

/// A round.
struct RoundField(Vec<ToldEntry>);
struct VisitRound;
visited!(RoundField, VisitRound);

impl<'de> Visitor<'de> for VisitRound {
    type Value = RoundField;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a round: a list of games and byes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<RoundField, A::Error> {
        up_to(Tpn::MAX as usize, "games and byes in a round", &mut items).map(RoundField)
    }
}

/// One entry, as [`ToldEntry`] is read.
struct VisitEntry;
visited!(ToldEntry, VisitEntry);

impl<'de> Visitor<'de> for VisitEntry {
    type Value = ToldEntry;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a game as [1, 2, \"1-0\"], White first, or a bye as [3, \"half-point\"]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<ToldEntry, A::Error> {
        let first = items.next_element()?;
        let first = first.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let second = items.next_element()?;
        match second.ok_or_else(|| A::Error::invalid_length(1, &self))? {
            SecondField::Bye(kind) => Ok(ToldEntry::Bye {
                player: first,
                kind,
            }),
            SecondField::Black(black) => {
                let ResultField(results) = items.next_element()?.unwrap_or_default();
                Ok(ToldEntry::Game {
                    white: first,
                    black,
                    results,
                })
            }
        }
    }
}

/// What stands behind the first player.
enum SecondField {
    Black(u32),
    Bye(ByeKind),
}
struct VisitSecond;
visited!(SecondField, VisitSecond);

impl Visitor<'_> for VisitSecond {
    type Value = SecondField;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number of Black, or the name of a bye")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<SecondField, E> {
        let number = u32::try_from(number);
        // No player either, and refused as such, with its place.
        Ok(SecondField::Black(number.unwrap_or(u32::MAX)))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<SecondField, E> {
        bye_called(name)
            .map(SecondField::Bye)
            .ok_or_else(|| E::custom(format!("found {name:?}, expected {BYES}")))
    }
}

/// The results of White and Black.
struct ResultField([GameResult; 2]);
struct VisitResult;
visited!(ResultField, VisitResult);

impl Default for ResultField {
    fn default() -> Self {
        Self([GameResult::Unknown; 2])
    }
}

impl Visitor<'_> for VisitResult {
    type Value = ResultField;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the result of a game, or null")
    }

    fn visit_unit<E: Error>(self) -> Result<ResultField, E> {
        Ok(ResultField::default())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<ResultField, E> {
        result_called(text)
            .map(ResultField)
            .ok_or_else(|| E::custom(format!("found {text:?}, expected {RESULTS}")))
    }
}

/// Groups of players who must not meet.
#[derive(Default)]
struct ForbiddenField(Vec<Vec<u32>>);
struct VisitForbidden;
visited!(ForbiddenField, VisitForbidden);

impl<'de> Visitor<'de> for VisitForbidden {
    type Value = ForbiddenField;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of groups of players who must not meet")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<ForbiddenField, A::Error> {
        let (mut groups, mut players) = (Vec::new(), 0);
        while let Some(GroupField(group)) = items.next_element()? {
            players += group.len();
            if players > MOST_BANNED || groups.len() == Tpn::MAX as usize {
                let most = format!("{MORE} {MOST_BANNED} players in groups who must not meet");
                return Err(Error::custom(most));
            }
            groups.push(group);
        }
        Ok(ForbiddenField(groups))
    }
}

/// A group of players who must not meet.
struct GroupField(Vec<u32>);
struct VisitGroup;
visited!(GroupField, VisitGroup);

impl<'de> Visitor<'de> for VisitGroup {
    type Value = GroupField;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of players who must not meet")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<GroupField, A::Error> {
        up_to(Tpn::MAX as usize, "players in a group", &mut items).map(GroupField)
    }
}
