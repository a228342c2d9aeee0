//! What a file says about its standings: the list of tie-breaks (`202`, `212`), points and ranks.
//!
//! The list stays text here, each code with its place; what codes mean is no matter of the format.

use std::sync::Arc;

use edelweiss_model::{Date, Score, Tpn};

use crate::columns::{self, Line};
use crate::dates::{DATE_RECORDS, RecordedDate};
use crate::document::Document;
use crate::error::Place;
use crate::players::points_field;
use crate::record::{Record, RecordKind};

/// A record `202` (tie-breaks among those with equal points) or `212` (the whole order, with `PTS`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TieBreakRecord {
    /// `202` or `212`.
    pub code: &'static str,
    /// The codes between the commas, each with its place.
    pub entries: Vec<(String, Place)>,
}

impl TieBreakRecord {
    /// The codes with commas between them, without a leading `PTS`, which `202` does without.
    pub fn without_points(&self) -> String {
        let codes = self.entries.iter().map(|(code, _)| code.as_str());
        let is_points =
            |(index, code): &(usize, &str)| *index == 0 && code.eq_ignore_ascii_case("PTS");
        let codes: Vec<&str> = (codes.enumerate().filter(|entry| !is_points(entry)))
            .map(|(_, code)| code)
            .collect();
        codes.join(",").to_ascii_uppercase()
    }
}

/// What a player's line says about the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedStanding {
    /// Who.
    pub number: Tpn,
    /// Columns 81-84.
    pub points: Option<Score>,
    /// Columns 86-89 as they stand, without blanks.
    pub rank: String,
    /// The place of the rank.
    pub place: Place,
}

impl RecordedStanding {
    /// The rank as a number, if it is one.
    pub fn rank_number(&self) -> Option<u32> {
        columns::number(self.rank.as_bytes())
    }
}

/// First and last column of the rank.
pub(crate) const RANK: (usize, usize) = (86, 89);

impl Document {
    /// The records `202` and `212`, in the order of the file.
    pub fn tie_break_records(&self) -> Vec<TieBreakRecord> {
        let records = self.records().filter_map(|record| {
            let code = match record.code() {
                "202" => "202",
                "212" => "212",
                _ => return None,
            };
            Some(TieBreakRecord {
                code,
                entries: self.entries(record),
            })
        });
        records.collect()
    }

    /// The record whose day is the start of a tournament ([`TournamentData::starts`]), with its place.
    /// `None` where no record has a day.
    ///
    /// [`TournamentData::starts`]: edelweiss_model::TournamentData::starts
    pub fn recorded_start(&self) -> Option<(Place, RecordedDate)> {
        let mut scratch_flat = Vec::new();
        DATE_RECORDS.into_iter().find_map(|kind| {
            let (text, record) = self.records().find_map(|record| {
                let is_of_kind = record.kind == kind;
                let text = is_of_kind.then(|| {
                    Line::new(record.text, self.counting, &mut scratch_flat)
                        .rest(4)
                        .to_owned()
                })?;
                (!text.is_empty()).then_some((text, record))
            })?;
            let date = RecordedDate::read(kind, &text);
            date.day(|day| day < Date::EDITIONS_OF_2026)?;
            let place = self.place(record, "date", None, (5, 4 + text.chars().count()));
            Some((place, date))
        })
    }

    /// The codes of one record: what stands between commas from column 5 on.
    fn entries(&self, record: Record<'_>) -> Vec<(String, Place)> {
        let mut scratch_flat = Vec::new();
        let line = Line::new(record.text, self.counting, &mut scratch_flat);
        let mut entries = Vec::new();
        let mut column = 5;
        let text = line.raw(5, usize::MAX);
        if text.trim().is_empty() {
            return entries;
        }
        for part in text.split(',') {
            let width = part.chars().count();
            let blanks = width - part.trim_start().chars().count();
            let code = columns::cut(part, usize::MAX);
            let first = column + blanks;
            let last = (first + code.chars().count()).max(first + 1) - 1;
            let place = self.place(record, "tie-breaks", None, (first, last));
            entries.push((code, place));
            column += width + 1;
        }
        entries
    }

    /// Points and ranks as they stand in the players' lines that have a number.
    pub fn recorded_standings(&self) -> Vec<RecordedStanding> {
        let mut scratch_flat = Vec::new();
        let mut found = Vec::new();
        for record in self
            .records()
            .filter(|record| record.kind == RecordKind::Player)
        {
            let line = Line::new(record.text, self.counting, &mut scratch_flat);
            let number = columns::number(line.field(5, 8)).and_then(|n| Tpn::in_file(n).ok());
            let Some(number) = number else { continue };
            found.push(RecordedStanding {
                number,
                points: columns::score(points_field(&line).1),
                rank: columns::cut(line.text(RANK.0, RANK.1), usize::MAX),
                place: self.place(record, "rank", Some(number), RANK),
            });
        }
        found
    }

    fn place(
        &self,
        record: Record<'_>,
        field: &'static str,
        player: Option<Tpn>,
        (first, last): (usize, usize),
    ) -> Place {
        Place {
            file: Arc::clone(&self.name),
            line: Some(record.line),
            columns: Some((first as u32, last as u32)),
            field,
            player,
            round: None,
        }
    }
}
