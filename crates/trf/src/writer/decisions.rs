//! What an arbiter decides between rounds, in a document that stands: absences, byes, bans. Lines that hold the
//! same already take the new players in; every line that is about something else stays.

use std::collections::BTreeSet;

use edelweiss_model::{
    Absence, ByeKind, ForbiddenGroup, PlayerId, RoundEntry, RoundNumber, Teams, Tournament,
};

use super::instructions::{write_ban, write_soft_ban};
use super::players::cell;
use super::{Dialect, bye_letter};
use crate::cells::MOST_ROUNDS;
use crate::cells::cell_column;
use crate::columns::{self, Line};
use crate::document::{Document, LineEdit};
use crate::instructions::SOFT_BAN_PLAYERS;
use crate::record::{Record, RecordKind};
use crate::team_instructions;
use crate::teams;
use crate::unwritable::{Unwritable, unwritable};

/// What one line `240` or `XXZ` says.
struct AbsenceLine<'a> {
    round: RoundNumber,
    /// The letter of the bye.
    letter: u8,
    /// The column of the first player.
    column: usize,
    line: Line<'a>,
}

impl<'a> AbsenceLine<'a> {
    /// `XXZ` speaks of `next`, the round to be paired.
    fn of(kind: RecordKind, line: Line<'a>, next: RoundNumber) -> Option<Self> {
        let (round, letter, column) = match kind {
            RecordKind::Byes => {
                let round = columns::number(line.field(7, 9))?;
                (RoundNumber::new(round).ok()?, line.at(5), 11)
            }
            RecordKind::Absent => (next, b'Z', 4),
            _ => return None,
        };
        Some(Self {
            round,
            letter: letter.to_ascii_uppercase(),
            column,
            line,
        })
    }

    fn numbers(&self) -> impl Iterator<Item = u32> {
        let words = self.line.words(self.column, b",/");
        words.filter_map(|(_, word)| columns::number(word))
    }

    /// The same line with other players; nothing where there is none.
    fn with_players(&self, kind: RecordKind, numbers: &[u32]) -> Vec<String> {
        if numbers.is_empty() {
            return Vec::new();
        }
        let start = self.line.raw(1, self.column - 1);
        vec![
            numbers
                .iter()
                .fold(start.trim_end().to_owned(), |line, number| {
                    line + &listed_player(kind, *number)
                }),
        ]
    }
}

/// A player behind others.
fn listed_player(kind: RecordKind, number: u32) -> String {
    match kind {
        RecordKind::Absent => format!(" {number}"),
        _ => format!(" {number:>4}"),
    }
}

/// An announced absence: the round, the letter of its bye, the number of the player.
type AbsenceKey = (RoundNumber, u8, u32);

fn keys(absences: &[Absence], number: &dyn Fn(PlayerId) -> u32) -> BTreeSet<AbsenceKey> {
    let key = |absence: &Absence| {
        let letter = bye_letter(absence.kind) as u8;
        (absence.round, letter, number(absence.player))
    };
    absences.iter().map(key).collect()
}

/// What is to become of the lines about absences.
struct AbsenceChanges {
    next: RoundNumber,
    is_of_javafo: bool,
    gone: BTreeSet<AbsenceKey>,
    come: Vec<AbsenceKey>,
    taken_back: BTreeSet<(u32, RoundNumber)>,
    /// Number, kind, round and letter of each line.
    lines: Vec<(u32, RecordKind, RoundNumber, u8)>,
}

impl AbsenceChanges {
    fn new(
        document: &Document,
        tournament: &Tournament,
        absences: &[Absence],
        taken_back: &[(PlayerId, RoundNumber)],
    ) -> Self {
        let number = |player: PlayerId| tournament.player(player).number.get();
        let [told, wanted] = [&tournament.absences[..], absences].map(|each| keys(each, &number));
        Self {
            is_of_javafo: document.dialect() == Dialect::Trf16,
            taken_back: (taken_back.iter())
                .map(|(player, round)| (number(*player), *round))
                .collect(),
            ..Self::between(document, tournament.next_round(), &told, &wanted)
        }
    }

    /// From what is told to what is wanted, in records `240`.
    fn between(
        document: &Document,
        next: RoundNumber,
        told: &BTreeSet<AbsenceKey>,
        wanted: &BTreeSet<AbsenceKey>,
    ) -> Self {
        let (mut lines, mut scratch_flat) = (Vec::new(), Vec::new());
        for record in document.records() {
            let line = Line::new(record.text, document.counting, &mut scratch_flat);
            if let Some(found) = AbsenceLine::of(record.kind, line, next) {
                lines.push((record.line, record.kind, found.round, found.letter));
            }
        }
        Self {
            next,
            is_of_javafo: false,
            gone: told.difference(wanted).copied().collect(),
            come: wanted.difference(told).copied().collect(),
            taken_back: BTreeSet::new(),
            lines,
        }
    }

    /// The record that says so.
    fn kind_of(&self, (round, letter, _): AbsenceKey) -> RecordKind {
        if self.is_of_javafo && letter == b'Z' && round == self.next {
            RecordKind::Absent
        } else {
            RecordKind::Byes
        }
    }

    /// The last line that says the same of others.
    fn joined_line(&self, absence: AbsenceKey) -> Option<u32> {
        let same = (self.kind_of(absence), absence.0, absence.1);
        let mut lines = self.lines.iter().rev();
        let found = lines.find(|(_, kind, round, letter)| (*kind, *round, *letter) == same);
        found.map(|(line, ..)| *line)
    }

    /// Lines for those who join none.
    fn new_lines(&self) -> Vec<String> {
        let mut lines: Vec<((RecordKind, RoundNumber, u8), String)> = Vec::new();
        for absence in &self.come {
            if self.joined_line(*absence).is_some() {
                continue;
            }
            let (round, letter, number) = *absence;
            let kind = self.kind_of(*absence);
            let listed = listed_player(kind, number);
            match lines.last_mut() {
                Some((same, line)) if *same == (kind, round, letter) => *line += &listed,
                _ => {
                    let head = match kind {
                        RecordKind::Absent => "XXZ".to_owned(),
                        _ => format!("240 {} {:>3}", char::from(letter), round.get()),
                    };
                    lines.push(((kind, round, letter), head + &listed));
                }
            }
        }
        lines.into_iter().map(|(_, line)| line).collect()
    }

    /// What becomes of a line.
    fn edit(&self, record: Record<'_>, found: &AbsenceLine<'_>) -> LineEdit {
        let stays = |number: &u32| {
            !self.gone.contains(&(found.round, found.letter, *number))
                && !self.taken_back.contains(&(*number, found.round))
        };
        let joins = |absence: &&AbsenceKey| self.joined_line(**absence) == Some(record.line);
        let joining: Vec<u32> = (self.come.iter().filter(joins))
            .map(|(_, _, number)| *number)
            .collect();
        let staying: Vec<u32> = found.numbers().filter(stays).collect();
        if staying.len() < found.numbers().count() {
            let all = [staying, joining].concat();
            return LineEdit::Becomes(found.with_players(record.kind, &all));
        }
        if joining.is_empty() {
            return LineEdit::Kept;
        }
        let line = record.text.trim_end().to_owned();
        LineEdit::becomes(joining.iter().fold(line, |line, number| {
            line + &listed_player(record.kind, *number)
        }))
    }
}

impl Document {
    /// The dialect of the records in which this document says what the format has two records for.
    pub(super) fn dialect(&self) -> Dialect {
        let is_of_javafo = |code: &str| matches!(code, "XXR" | "XXC" | "XXZ" | "XXP" | "XXA");
        if self.records().any(|record| is_of_javafo(record.code())) {
            Dialect::Trf16
        } else {
            Dialect::Trf26
        }
    }

    /// This document with announced absences as they are in `absences`, in records `240`, and `XXZ` for those
    /// from the round to be paired in JaVaFo's dialect. `tournament` is what the document says; rounds that have
    /// been paired, and byes in the players' lines, are none of this; lines that announce one of `taken_back` lose it,
    /// since they must not contradict a player's line. O(bytes).
    ///
    /// # Errors
    /// [`Unwritable`] in a competition of teams, whose records these are, and beyond round 999.
    pub fn with_absences(
        &self,
        tournament: &Tournament,
        absences: &[Absence],
        taken_back: &[(PlayerId, RoundNumber)],
    ) -> Result<Self, Unwritable> {
        let is_beyond = |absence: &Absence| usize::from(absence.round.get()) > MOST_ROUNDS;
        if absences.iter().any(is_beyond) {
            return unwritable(format!("an absence lies beyond round {MOST_ROUNDS}"));
        }
        let changes = AbsenceChanges::new(self, tournament, absences, taken_back);
        let mut scratch_flat = Vec::new();
        let mut touched = String::new();
        let edited = self.with_lines(|record| {
            let line = Line::new(record.text, self.counting, &mut scratch_flat);
            let edit = AbsenceLine::of(record.kind, line, changes.next)
                .map_or(LineEdit::Kept, |found| changes.edit(record, &found));
            if !matches!(edit, LineEdit::Kept) {
                touched.extend([record.text, "\n"]);
            }
            edit
        });
        let lines = changes.new_lines();
        // A player must not join the teams of a record that is there either.
        touched.push_str(&lines.join("\n"));
        teams::must_not_name_players(&touched, tournament)?;
        let is_about = |kind| matches!(kind, RecordKind::Byes | RecordKind::Absent);
        Ok(edited.with_new_lines(&is_about, &lines))
    }

    /// The same of teams, whom records `240` of a competition of teams name: announced absences and the byes of rounds
    /// that are over. O(bytes).
    ///
    /// # Errors
    /// [`Unwritable`] beyond round 999.
    pub fn with_team_absences(
        &self,
        tournament: &Tournament,
        absences: &[Absence],
    ) -> Result<Self, Unwritable> {
        let is_beyond = |absence: &Absence| usize::from(absence.round.get()) > MOST_ROUNDS;
        if absences.iter().any(is_beyond) {
            return unwritable(format!("an absence lies beyond round {MOST_ROUNDS}"));
        }
        let teams = &tournament.teams;
        let number = |team: PlayerId| teams.teams[team.index()].number.get();
        let [told, wanted] =
            [&teams.instructions.absences[..], absences].map(|each| keys(each, &number));
        let changes = AbsenceChanges::between(self, tournament.next_round(), &told, &wanted);
        let mut scratch_flat = Vec::new();
        let edited = self.with_lines(|record| {
            let line = Line::new(record.text, self.counting, &mut scratch_flat);
            let found = AbsenceLine::of(record.kind, line, changes.next);
            match found.filter(|_| record.kind == RecordKind::Byes) {
                Some(found) => changes.edit(record, &found),
                None => LineEdit::Kept,
            }
        });
        let is_about = |kind| kind == RecordKind::Byes;
        Ok(edited.with_new_lines(&is_about, &changes.new_lines()))
    }

    /// This document with these byes in the cells of a round in the players' lines; `None` leaves the cell
    /// blank. Points stay. O(bytes).
    #[must_use]
    pub fn with_byes(
        &self,
        tournament: &Tournament,
        round: RoundNumber,
        byes: &[(PlayerId, Option<ByeKind>)],
    ) -> Self {
        self.edited(RecordKind::Player, |line| {
            let number = columns::number(line.field(5, 8))?;
            let is_of_line = |id: PlayerId| tournament.player(id).number.get() == number;
            let (_, kind) = byes.iter().find(|(id, _)| is_of_line(*id))?;
            let entry = kind.map_or(RoundEntry::Blank, RoundEntry::Bye);
            let column = cell_column(round.index());
            Some(line.with((column, column + 7), &cell(tournament, entry)))
        })
    }

    /// This document with one ban more, the last one of all: a record `XXP` where JaVaFo's dialect has one for
    /// it, else `260`. O(bytes).
    ///
    /// # Errors
    /// [`Unwritable`] in a competition of teams, whose record `260` is, and beyond round 998.
    pub fn with_ban(
        &self,
        tournament: &Tournament,
        group: &ForbiddenGroup,
    ) -> Result<Self, Unwritable> {
        let mut line = String::new();
        write_ban(&mut line, tournament, group, self.dialect())?;
        teams::must_not_name_players(&line, tournament)?;
        let lines = [line.trim_end().to_owned()];
        Ok(self.with_new_lines(&is_ban, &lines))
    }

    /// This document without the bans at these places, counted from 0 in the order of
    /// [`forbidden`](edelweiss_model::TournamentData::forbidden). O(bytes).
    #[must_use]
    pub fn without_bans(&self, places: &[usize]) -> Self {
        self.without_groups(places, |kind| match kind {
            RecordKind::Prohibited => Some(13),
            RecordKind::Forbidden => Some(4),
            _ => None,
        })
    }

    /// The same of teams, whom a record `260` of a competition of teams names. O(bytes).
    ///
    /// # Errors
    /// [`Unwritable`] beyond round 998.
    pub fn with_team_ban(&self, teams: &Teams, group: &ForbiddenGroup) -> Result<Self, Unwritable> {
        let mut line = String::new();
        team_instructions::write_ban(&mut line, teams, group)?;
        let lines = [line.trim_end().to_owned()];
        let is_about = |kind| kind == RecordKind::Prohibited;
        Ok(self.with_new_lines(&is_about, &lines))
    }

    /// This document without the bans of teams at these places, counted from 0 in the order of
    /// [`TeamInstructions::forbidden`](edelweiss_model::TeamInstructions::forbidden). O(bytes).
    #[must_use]
    pub fn without_team_bans(&self, places: &[usize]) -> Self {
        self.without_groups(places, |kind| {
            (kind == RecordKind::Prohibited).then_some(13)
        })
    }

    /// This document with one soft ban more, the last one of all: a comment `### soft-ban`. O(bytes).
    ///
    /// # Errors
    /// [`Unwritable`] beyond round 998, and of a ban that names a player twice, or fewer than two.
    pub fn with_soft_ban(
        &self,
        tournament: &Tournament,
        group: &ForbiddenGroup,
    ) -> Result<Self, Unwritable> {
        let mut line = String::new();
        write_soft_ban(&mut line, tournament, group)?;
        let lines = [line.trim_end().to_owned()];
        let is_about = |kind| kind == RecordKind::SoftBan;
        Ok(self.with_new_lines(&is_about, &lines))
    }

    /// This document without the soft bans at these places, counted from 0 in the order of
    /// [`soft_bans`](edelweiss_model::TournamentData::soft_bans). O(bytes).
    #[must_use]
    pub fn without_soft_bans(&self, places: &[usize]) -> Self {
        self.without_groups(places, |kind| {
            (kind == RecordKind::SoftBan).then_some(SOFT_BAN_PLAYERS)
        })
    }

    /// This document without these groups of players, of those whose records `players_from` tells the first column of
    /// their numbers.
    fn without_groups(
        &self,
        places: &[usize],
        players_from: impl Fn(RecordKind) -> Option<usize>,
    ) -> Self {
        let (mut place, mut scratch_flat) = (0, Vec::new());
        self.with_lines(|record| {
            let Some(column) = players_from(record.kind) else {
                return LineEdit::Kept;
            };
            let line = Line::new(record.text, self.counting, &mut scratch_flat);
            // A line with one player bans nobody.
            if line.words(column, b",/").count() < 2 {
                return LineEdit::Kept;
            }
            place += 1;
            if places.contains(&(place - 1)) {
                LineEdit::Becomes(Vec::new())
            } else {
                LineEdit::Kept
            }
        })
    }

    /// This document with more lines: behind the last one that is about the same, else before the first player.
    pub(crate) fn with_new_lines(
        &self,
        is_about: &dyn Fn(RecordKind) -> bool,
        lines: &[String],
    ) -> Self {
        if lines.is_empty() {
            return self.clone();
        }
        let last = self.records().filter(|record| is_about(record.kind)).last();
        let first_player = self
            .records()
            .find(|record| record.kind == RecordKind::Player);
        let (place, is_behind) = match (last, first_player) {
            (Some(record), _) => (record.line, true),
            (None, player) => (player.map_or(1, |record| record.line), false),
        };
        self.with_lines(|record| {
            if record.line != place {
                return LineEdit::Kept;
            }
            let own = [record.text.to_owned()];
            LineEdit::Becomes(if is_behind {
                [&own, lines].concat()
            } else {
                [lines, &own].concat()
            })
        })
    }
}

fn is_ban(kind: RecordKind) -> bool {
    matches!(kind, RecordKind::Prohibited | RecordKind::Forbidden)
}
