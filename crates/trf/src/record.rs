//! What a line is, by its first three columns.

use crate::columns::{Counting, Line};
use crate::encoding::is_blank;

/// The meaning of a line, as far as its code tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RecordKind {
    /// Nothing but blanks, or the end-of-file character of DOS.
    Blank,
    /// `###`
    Comment,
    /// `001`: a player with the rounds.
    Player,
    /// `012`: name of the tournament.
    Name,
    /// `042`: date of start.
    Start,
    /// `052`: date of end.
    End,
    /// `132`: dates of the rounds.
    RoundDates,
    /// `092`: type of tournament, free text.
    FreeType,
    /// `142` or `XXR`: number of rounds.
    Rounds,
    /// `152`: initial colour.
    InitialColour,
    /// `XXC`: initial colour, or order by position.
    Configuration,
    /// `162`: points.
    Points162,
    /// `XXS`: points, JaVaFo.
    PointsXxs,
    /// `BBW BBD BBL BBZ BBF BBU`: points, bbpPairings.
    PointsBb,
    /// `192`: encoded type.
    System,
    /// `240`: byes.
    Byes,
    /// `XXZ`: absent in the round to be paired.
    Absent,
    /// `250`: virtual points by ranges.
    Accelerated,
    /// `XXA`: virtual points of a player.
    VirtualPoints,
    /// `260`: prohibited pairings in some rounds.
    Prohibited,
    /// `XXP`: prohibited pairings in all rounds.
    Forbidden,
    /// `### soft-ban`: soft bans, in a comment that other programs skip.
    SoftBan,
    /// `310`: a team with its members.
    Team,
    /// `362`: points of matches.
    MatchPoints,
    /// `300`: a match in another order than that of the members.
    LineUp,
    /// `320`: the pairing-allocated byes of teams.
    TeamByes,
    /// `330`: a forfeited match.
    ForfeitedMatch,
    /// A header or team record that carries information only.
    Information,
    /// `299`, `801`, `802`: known, kept, not applied.
    NotApplied,
    /// Three capital letters with a starting rank: a national rating.
    NationalRating,
    /// Anything else.
    Unknown,
}

impl RecordKind {
    /// The kind of a line. O(1).
    pub(crate) fn of(line: &str) -> Self {
        let bytes = line.as_bytes();
        let Some(code) = bytes.first_chunk::<3>() else {
            return if line.chars().all(is_blank) {
                Self::Blank
            } else {
                Self::Unknown
            };
        };
        match code {
            b"001" => Self::Player,
            b"###" if is_soft_ban(bytes) => Self::SoftBan,
            b"###" => Self::Comment,
            b"012" => Self::Name,
            b"042" => Self::Start,
            b"052" => Self::End,
            b"132" => Self::RoundDates,
            b"092" => Self::FreeType,
            b"142" | b"XXR" => Self::Rounds,
            b"152" => Self::InitialColour,
            b"XXC" => Self::Configuration,
            b"162" => Self::Points162,
            b"XXS" => Self::PointsXxs,
            b"BBW" | b"BBD" | b"BBL" | b"BBZ" | b"BBF" | b"BBU" => Self::PointsBb,
            b"192" => Self::System,
            b"240" => Self::Byes,
            b"XXZ" => Self::Absent,
            b"250" => Self::Accelerated,
            b"XXA" => Self::VirtualPoints,
            b"260" => Self::Prohibited,
            b"XXP" => Self::Forbidden,
            b"022" | b"032" | b"062" | b"072" | b"082" | b"102" | b"112" | b"122" | b"172"
            | b"182" | b"202" | b"212" | b"222" | b"352" | b"013" => Self::Information,
            b"310" => Self::Team,
            b"362" => Self::MatchPoints,
            b"300" => Self::LineUp,
            b"320" => Self::TeamByes,
            b"330" => Self::ForfeitedMatch,
            b"299" | b"801" | b"802" => Self::NotApplied,
            [b'X', b'X', _] | [b'B', b'B', _] => Self::Unknown,
            code if code.iter().all(u8::is_ascii_uppercase) && links_to_a_player(bytes) => {
                Self::NationalRating
            }
            _ if line.chars().all(is_blank) => Self::Blank,
            _ => Self::Unknown,
        }
    }
}

impl RecordKind {
    /// Whether it says something of players or teams that other records have to name first.
    pub(crate) fn names_others(self) -> bool {
        matches!(
            self,
            Self::Byes
                | Self::Absent
                | Self::Accelerated
                | Self::VirtualPoints
                | Self::Prohibited
                | Self::Forbidden
                | Self::SoftBan
                | Self::LineUp
                | Self::TeamByes
                | Self::ForfeitedMatch
        )
    }
}

/// The word in columns 5 to 12, and a blank or nothing after it.
fn is_soft_ban(bytes: &[u8]) -> bool {
    let word = bytes.get(3..12).unwrap_or_default();
    let is_whole = (bytes.get(12)).is_none_or(|byte| matches!(byte, b' ' | b'\t'));
    word.eq_ignore_ascii_case(b" soft-ban") && is_whole
}

/// Columns 4 to 9 of a national rating record: a number between blanks.
fn links_to_a_player(bytes: &[u8]) -> bool {
    let between = bytes.get(3) == Some(&b' ') && bytes.get(8).is_none_or(|byte| *byte == b' ');
    let number = bytes.get(4..bytes.len().min(8)).unwrap_or_default();
    between && crate::columns::number(number).is_some()
}

/// One line of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record<'a> {
    /// The line's number in the file, from 1.
    pub line: u32,
    /// What it is.
    pub kind: RecordKind,
    /// The line as it stands, without its line end.
    pub text: &'a str,
    /// Whether that is printable ASCII only.
    pub(crate) is_plain: bool,
}

impl<'a> Record<'a> {
    /// The line as columns. `scratch_flat` is used only where it is not pure ASCII.
    pub(crate) fn columns(self, counting: Counting, scratch_flat: &'a mut Vec<u8>) -> Line<'a> {
        if self.is_plain {
            Line::plain(self.text)
        } else {
            Line::new(self.text, counting, scratch_flat)
        }
    }

    /// The first three characters (fewer on a shorter line).
    pub fn code(&self) -> &'a str {
        let end = self
            .text
            .char_indices()
            .nth(3)
            .map_or(self.text.len(), |(start, _)| start);
        &self.text[..end]
    }
}
