//! What a tournament file says of players and of the event that no pairing asks for: FIDE numbers,
//! dates of birth, clubs and groups; city, dates, arbiters, allotted times.
//!
//! FIDE's format has no record for clubs and groups. They stand in comments, which it allows anywhere:
//! `### club` and `### group`, then the number of the player in columns 11 to 14, and the name from
//! column 16 on.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use edelweiss_model::{Date, Tpn};

use crate::columns;
use crate::document::{Document, LineEdit};
use crate::record::RecordKind;

/// What is known of a player beside what decides pairings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerDetails {
    /// The FIDE number, at most eleven digits.
    pub fide_number: Option<u64>,
    /// The date of birth as columns 70-79 have it: `YYYY/MM/DD`, with `00` for what is not known.
    pub birth: Option<String>,
    /// The club.
    pub club: Option<String>,
    /// A group of the event's own: a rating band, an age group, a school.
    pub group: Option<String>,
}

/// First and last column of the FIDE number.
const FIDE_NUMBER: (usize, usize) = (58, 68);
/// First and last column of the date of birth.
const BIRTH: (usize, usize) = (70, 79);

impl Document {
    /// This document with FIDE numbers and dates of birth in the players' lines, and clubs and groups as
    /// comments behind the last line. O(lines).
    #[must_use]
    pub fn with_details(&self, details: &BTreeMap<Tpn, PlayerDetails>) -> Self {
        let of_line = |line: &columns::Line<'_>| {
            let number = columns::number(line.field(5, 8))?;
            details.get(&Tpn::in_file(number).ok()?)
        };
        let with_numbers = self.edited(RecordKind::Player, |line| {
            let number = of_line(line)?.fide_number?;
            Some(line.with(FIDE_NUMBER, &format!("{number:>11}")))
        });
        let mut document = with_numbers.edited(RecordKind::Player, |line| {
            let birth = of_line(line)?.birth.as_ref()?;
            Some(line.with(BIRTH, &format!("{:<10}", columns::cut(birth, 10))))
        });
        let mut comments = String::new();
        for (number, details) in details {
            for (word, text) in [("club ", &details.club), ("group", &details.group)] {
                let text = columns::cut(text.as_deref().unwrap_or(""), usize::MAX);
                if !text.is_empty() {
                    writeln!(comments, "### {word} {:>4} {text}", number.get())
                        .expect("a string grows");
                }
            }
        }
        if !comments.is_empty() {
            let text = document.write(crate::document::LineEnd::Lf) + &comments;
            document = document.with_text(text);
        }
        document
    }

    /// The details of every player of whom there are any, as [`with_details`](Self::with_details) writes
    /// them. What cannot be read is left out. O(lines).
    pub fn details(&self) -> BTreeMap<Tpn, PlayerDetails> {
        let mut details: BTreeMap<Tpn, PlayerDetails> = BTreeMap::new();
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let mut scratch_flat = Vec::new();
        for record in self.records() {
            let line = columns::Line::new(record.text, self.counting, &mut scratch_flat);
            let tpn = |first, last| {
                let number = columns::number(line.field(first, last))?;
                Tpn::in_file(number).ok()
            };
            match record.kind {
                RecordKind::Player => {
                    let fide_number = line.text(FIDE_NUMBER.0, FIDE_NUMBER.1).parse().ok();
                    let fide_number = fide_number.filter(|number| *number > 0);
                    let birth = some(line.text(BIRTH.0, BIRTH.1));
                    if let (true, Some(number)) =
                        (fide_number.is_some() || birth.is_some(), tpn(5, 8))
                    {
                        let known = details.entry(number).or_default();
                        (known.fide_number, known.birth) = (fide_number, birth);
                    }
                }
                RecordKind::Comment => {
                    let (word, text) = (line.text(5, 9), some(line.rest(16)));
                    if let ("club" | "group", Some(number), Some(text)) = (word, tpn(11, 14), text)
                    {
                        let known = details.entry(number).or_default();
                        let place = match word {
                            "club" => &mut known.club,
                            _ => &mut known.group,
                        };
                        *place = Some(text);
                    }
                }
                _ => {}
            }
        }
        details
    }

    /// This document with records of the event, each a code of three digits and its text, before the
    /// first line with a larger code. A record of a code that stands there already is replaced, but for
    /// `112`, of which there may be several. Texts that are empty are left out.
    #[must_use]
    pub fn with_event_records(&self, records: &[(&str, &str)]) -> Self {
        let lines = self.records();
        let mut lines: Vec<String> = lines.map(|record| record.text.to_owned()).collect();
        for (code, text) in records {
            let text = columns::cut(text, usize::MAX);
            if text.is_empty() {
                continue;
            }
            let is_header = |line: &String| line.get(..3).is_some_and(|of_line| of_line == *code);
            if *code != "112" {
                lines.retain(|line| !is_header(line));
            }
            let is_later = |line: &String| match line.get(..3) {
                Some(other) if other.bytes().all(|byte| byte.is_ascii_digit()) => {
                    other == "001" || other > *code
                }
                _ => true,
            };
            let place = lines.iter().position(is_later).unwrap_or(lines.len());
            lines.insert(place, format!("{code} {text}"));
        }
        let lines = lines.iter().flat_map(|line| [line.as_str(), "\n"]);
        self.with_text(lines.collect())
    }

    /// This document with the day of each round, the first one first: record `132`, in the columns of the
    /// rounds. One that stands there is replaced.
    #[must_use]
    pub fn with_round_dates(&self, days: &[Date]) -> Self {
        let mut line = format!("132{:88}", "");
        for day in days {
            write!(
                line,
                "{:02}/{:02}/{:02}  ",
                day.year % 100,
                day.month,
                day.day
            )
            .expect("a string grows");
        }
        let line = line.trim_end().to_owned();
        let old = self.with_lines(|record| match record.kind {
            RecordKind::RoundDates => LineEdit::Becomes(Vec::new()),
            _ => LineEdit::Kept,
        });
        let mut lines: Vec<&str> = old.records().map(|record| record.text).collect();
        let is_later = |line: &&str| {
            line.get(..3)
                .is_none_or(|code| code > "132" || code == "001")
        };
        let place = lines.iter().position(is_later).unwrap_or(lines.len());
        lines.insert(place, &line);
        let lines = lines.iter().flat_map(|line| [*line, "\n"]);
        self.with_text(lines.collect())
    }
}
