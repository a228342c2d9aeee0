//! Who takes part, in a document that stands: a player added, a player's columns corrected, other numbers.

use std::fmt::Write as _;

use edelweiss_model::{Player, Sex, Tournament, Tpn};

use super::instructions::write_250;
use super::results::overwritten;
use crate::cells::cell_column;
use crate::columns::{self, Counting, Line};
use crate::details::PlayerDetails;
use crate::document::{Document, LineEdit};
use crate::instructions::SOFT_BAN_PLAYERS;
use crate::record::{Record, RecordKind};
use crate::unwritable::{Unwritable, unwritable};

/// A field of a player's line: what it is called, its columns, and what is to stand there.
struct PlayerColumn {
    name: &'static str,
    columns: (usize, usize),
    is_right_aligned: bool,
    text: String,
}

impl PlayerColumn {
    fn width(&self) -> usize {
        self.columns.1 - self.columns.0 + 1
    }

    /// Filled up to the columns, in what the columns count.
    fn padded(&self, counting: Counting) -> String {
        let width = length(&self.text, counting);
        let blanks = " ".repeat(self.width().saturating_sub(width));
        if self.is_right_aligned {
            blanks + &self.text
        } else {
            self.text.clone() + &blanks
        }
    }
}

/// The columns that a text takes.
fn length(text: &str, counting: Counting) -> usize {
    match counting {
        Counting::Characters => text.chars().count(),
        Counting::Bytes => text.len(),
    }
}

fn columns_of(player: &Player, details: &PlayerDetails) -> [PlayerColumn; 7] {
    let sex = match player.sex {
        Some(Sex::Male) => "m",
        Some(Sex::Female) => "w",
        None => "",
    };
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let rating = player.rating.map(|rating| rating.to_string());
    let fide_number = details.fide_number.map(|number| number.to_string());
    let field = |name, columns, is_right_aligned, text| PlayerColumn {
        name,
        columns,
        is_right_aligned,
        text,
    };
    [
        field("sex", (10, 10), false, sex.to_owned()),
        field("title", (11, 13), true, text(&player.title)),
        field("name", (15, 47), false, player.name.clone()),
        field("rating", (49, 52), true, text(&rating)),
        field("federation", (54, 56), false, text(&player.federation)),
        field("FIDE number", (58, 68), true, text(&fide_number)),
        field("date of birth", (70, 79), false, text(&details.birth)),
    ]
}

impl Document {
    /// This document with what is known of a player in the columns of the player's line, where it is not there
    /// already; the club and the group in comments. Number, points and rounds stay. O(bytes).
    ///
    /// # Errors
    /// [`Unwritable`] when something does not fit its columns or the encoding, or the player has no line.
    pub fn with_player(
        &self,
        player: &Player,
        details: &PlayerDetails,
    ) -> Result<Self, Unwritable> {
        let fields = columns_of(player, details);
        for field in &fields {
            let (found, most) = (length(&field.text, self.counting), field.width());
            if found > most {
                return unwritable(format!(
                    "the {} {:?} takes {found} columns, and the file has {most}",
                    field.name, field.text
                ));
            }
            if !self.can_say(&field.text) || field.text.contains(char::is_control) {
                return unwritable(format!(
                    "the {} {:?} has a character that the file cannot hold in its encoding, {}",
                    field.name,
                    field.text,
                    self.encoding().name()
                ));
            }
        }
        let (mut is_there, mut scratch_flat) = (false, Vec::new());
        let document = self.with_lines(|record| {
            if number_of(record, self.counting, &mut scratch_flat) != Some(player.number) {
                return LineEdit::Kept;
            }
            is_there = true;
            let mut text = record.text.to_owned();
            for field in &fields {
                let line = Line::new(record.text, self.counting, &mut scratch_flat);
                let (first, last) = field.columns;
                if columns::cut(line.raw(first, last), usize::MAX) != field.text {
                    let padded = field.padded(self.counting);
                    text = overwritten(&text, self.counting, field.columns, &padded);
                }
            }
            LineEdit::becomes(text)
        });
        if !is_there {
            return unwritable(format!("player {} has no line 001", player.number));
        }
        let with_club = document.with_comment("club ", player.number, details.club.as_deref())?;
        with_club.with_comment("group", player.number, details.group.as_deref())
    }

    /// The comment that says something of a player; without a text there is none.
    fn with_comment(
        &self,
        word: &str,
        number: Tpn,
        text: Option<&str>,
    ) -> Result<Self, Unwritable> {
        let text = columns::cut(text.unwrap_or(""), usize::MAX);
        if !self.can_say(&text) {
            return unwritable(format!(
                "{text:?} has a character that the file cannot hold in its encoding, {}",
                self.encoding().name()
            ));
        }
        let head = format!("### {word} {:>4}", number.get());
        let own = |record: &Record<'_>| {
            let rest = record.text.strip_prefix(&head)?;
            (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim().to_owned())
        };
        let found = self.records().find_map(|record| own(&record));
        if found.as_deref().unwrap_or("") == text {
            return Ok(self.clone());
        }
        let line = format!("{head} {text}");
        let lines: Vec<String> = (!text.is_empty()).then_some(line).into_iter().collect();
        if found.is_some() {
            return Ok(self.with_lines(|record| match own(&record) {
                Some(_) => LineEdit::Becomes(lines.clone()),
                None => LineEdit::Kept,
            }));
        }
        let last = self.records().len() as u32;
        let is_alike = |record: &Record<'_>| record.text.starts_with(&format!("### {word} "));
        let place = self.records().filter(is_alike).last();
        let place = place.map_or(last, |record| record.line);
        Ok(self.with_lines(|record| {
            if record.line != place {
                return LineEdit::Kept;
            }
            LineEdit::Becomes([&[record.text.to_owned()], &lines[..]].concat())
        }))
    }

    /// This document with a line for a player who has none, without rounds: before the line of another player,
    /// or behind the last one. Records `062` and `072` count the player where they have counted right. O(bytes).
    ///
    /// # Errors
    /// As for [`with_player`](Self::with_player).
    pub fn with_new_player(
        &self,
        player: &Player,
        details: &PlayerDetails,
        before: Option<Tpn>,
    ) -> Result<Self, Unwritable> {
        let line = format!("001 {:>4}{:71}{:>5}", player.number.get(), "", "0.0");
        let mut scratch_flat = Vec::new();
        let is_player = |record: &Record<'_>| record.kind == RecordKind::Player;
        let last = self.records().filter(is_player).last();
        let last = last.map(|record| record.line);
        let counted = |code: &str| match code {
            "062" => Some(true),
            "072" => Some(player.rating.is_some()),
            _ => None,
        };
        let (players, rated) = self.counted_players();
        let document = self.with_lines(|record| {
            let own = record.text.to_owned();
            if let Some(counts) = counted(record.code()) {
                let before = if record.code() == "062" {
                    players
                } else {
                    rated
                };
                return match record
                    .text
                    .get(4..)
                    .and_then(|text| text.trim().parse().ok())
                {
                    Some(found) if counts && before == found => {
                        LineEdit::becomes(format!("{} {}", record.code(), found + 1))
                    }
                    _ => LineEdit::Kept,
                };
            }
            let number = number_of(record, self.counting, &mut scratch_flat);
            if before.is_some() && number == before {
                return LineEdit::Becomes(vec![line.clone(), own]);
            }
            if before.is_none() && Some(record.line) == last {
                return LineEdit::Becomes(vec![own, line.clone()]);
            }
            LineEdit::Kept
        });
        document.with_player(player, details)
    }

    /// How many players there are, and how many of them have a rating.
    fn counted_players(&self) -> (usize, usize) {
        let mut scratch_flat = Vec::new();
        let (mut players, mut rated) = (0, 0);
        for record in self.records() {
            if record.kind == RecordKind::Player {
                let line = Line::new(record.text, self.counting, &mut scratch_flat);
                players += 1;
                rated += usize::from(columns::number(line.field(49, 52)).is_some_and(|n| n > 0));
            }
        }
        (players, rated)
    }

    /// This document with other numbers of its players, in all lines that name them, and the players' lines in
    /// the order of the numbers where they have been so. `after` is what it says then, for virtual points by
    /// ranges (`250`), which are written anew. O(bytes).
    ///
    /// # Errors
    /// [`Unwritable`] where records name players in ways that are not followed: those of teams, and `299`.
    pub fn with_numbers(
        &self,
        after: &Tournament,
        new_of: &dyn Fn(Tpn) -> Tpn,
    ) -> Result<Self, Unwritable> {
        let is_not_followed = |kind: RecordKind| {
            matches!(
                kind,
                RecordKind::Team
                    | RecordKind::LineUp
                    | RecordKind::TeamByes
                    | RecordKind::ForfeitedMatch
                    | RecordKind::NotApplied
            )
        };
        if let Some(record) = self.records().find(|record| is_not_followed(record.kind)) {
            return unwritable(format!(
                "line {} ({}) names players or teams by numbers, which are not followed there",
                record.line,
                record.code()
            ));
        }
        let mut ranges = String::new();
        let has_ranges = |record: &Record<'_>| record.kind == RecordKind::Accelerated;
        if self.records().any(|record| has_ranges(&record)) {
            write_250(&mut ranges, after)?;
        }
        let mut ranges: Vec<String> = ranges.lines().map(str::to_owned).collect();
        let renumbered = self.with_lines(|record| {
            if has_ranges(&record) {
                return LineEdit::Becomes(std::mem::take(&mut ranges));
            }
            self.renumbered(record, new_of)
                .map_or(LineEdit::Kept, LineEdit::becomes)
        });
        Ok(renumbered.with_players_like(self))
    }

    /// The players' lines in the order of their numbers, if those of `before` are.
    fn with_players_like(self, before: &Self) -> Self {
        let numbers = |document: &Self| -> Vec<(Option<Tpn>, String)> {
            let mut scratch_flat = Vec::new();
            let players = document
                .records()
                .filter(|record| record.kind == RecordKind::Player);
            let numbered = players.map(|record| {
                let number = number_of(record, document.counting, &mut scratch_flat);
                (number, record.text.to_owned())
            });
            numbered.collect()
        };
        if !numbers(before).is_sorted_by_key(|(number, _)| *number) {
            return self;
        }
        let mut lines = numbers(&self);
        lines.sort_by_key(|(number, _)| *number);
        let mut lines = lines.into_iter();
        self.with_lines(|record| match record.kind {
            RecordKind::Player => lines
                .next()
                .map_or(LineEdit::Kept, |(_, text)| LineEdit::becomes(text)),
            _ => LineEdit::Kept,
        })
    }

    /// A line with other numbers; nothing where it names nobody whose number changes.
    fn renumbered(&self, record: Record<'_>, new_of: &dyn Fn(Tpn) -> Tpn) -> Option<String> {
        let mut scratch_flat = Vec::new();
        let line = Line::new(record.text, self.counting, &mut scratch_flat);
        let mut edits: Vec<((usize, usize), Tpn)> = Vec::new();
        let mut of_columns = |first, last| {
            let number = columns::number(line.field(first, last));
            let number = number.and_then(|number| Tpn::in_file(number).ok());
            edits.extend(number.map(|number| ((first, last), number)));
        };
        let listed = match record.kind {
            RecordKind::Player => {
                of_columns(5, 8);
                let mut column = cell_column(0);
                while column <= line.len() {
                    of_columns(column, column + 3);
                    column += cell_column(1) - cell_column(0);
                }
                None
            }
            RecordKind::VirtualPoints | RecordKind::NationalRating => {
                of_columns(5, 8);
                None
            }
            RecordKind::Comment if matches!(line.text(5, 9), "club" | "group") => {
                of_columns(11, 14);
                None
            }
            RecordKind::Byes => Some(11),
            RecordKind::Prohibited => Some(13),
            RecordKind::SoftBan => Some(SOFT_BAN_PLAYERS),
            RecordKind::Absent | RecordKind::Forbidden => Some(4),
            _ => None,
        };
        if let Some(first) = listed {
            return with_listed_numbers(&line, record.text, first, new_of);
        }
        edits.retain(|(_, number)| new_of(*number) != *number);
        let text = |text: String, (columns, number): &((usize, usize), Tpn)| {
            let number = format!("{:>4}", new_of(*number).get());
            overwritten(&text, self.counting, *columns, &number)
        };
        (!edits.is_empty()).then(|| edits.iter().fold(record.text.to_owned(), text))
    }
}

/// The number of the player whose line this is.
fn number_of(record: Record<'_>, counting: Counting, scratch_flat: &mut Vec<u8>) -> Option<Tpn> {
    if record.kind != RecordKind::Player {
        return None;
    }
    let line = Line::new(record.text, counting, scratch_flat);
    Tpn::in_file(columns::number(line.field(5, 8))?).ok()
}

/// A line of numbers between blanks, each of which keeps its last column as far as there is a blank to take.
fn with_listed_numbers(
    line: &Line<'_>,
    text: &str,
    first: usize,
    new_of: &dyn Fn(Tpn) -> Tpn,
) -> Option<String> {
    let mut out = line.raw(1, first - 1).to_owned();
    let (mut end, mut is_changed) = (first, false);
    for (column, word) in line.words(first, b",/") {
        let number = Tpn::in_file(columns::number(word)?).ok()?;
        is_changed |= new_of(number) != number;
        let gap = line.raw(end, column - 1);
        let new = format!("{:>width$}", new_of(number).get(), width = word.len());
        let more = new.len() - word.len();
        // A number that grows takes blanks before it, but one.
        let blanks = gap.len() - gap.trim_end_matches(' ').len();
        let taken = more.min(blanks.saturating_sub(1));
        write!(out, "{}{new}", &gap[..gap.len() - taken]).expect("a string grows");
        end = column + word.len();
    }
    let rest = &text[line.raw(1, usize::MAX).len()..];
    is_changed.then(|| out + line.raw(end, usize::MAX) + rest)
}
