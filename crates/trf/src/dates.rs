//! Dates in header records, as tournament programs write them.
//!
//! The format asks for `YYYY/MM/DD`, in `132` for `YY/MM/DD`; programs also write `-` and `.`,
//! `DD.MM.YYYY`, `DD/MM/YYYY` and `MM/DD/YYYY`. A date is asked for one thing only, which edition of
//! the rules was in force; where its readings differ in that, it is read as nothing rather than
//! guessed. Names of months and weekdays are not read.

use edelweiss_model::Date;

use crate::columns;
use crate::record::RecordKind;

/// The records with dates, the one that decides the edition first: `042`, `132`, `052`.
pub(crate) const DATE_RECORDS: [RecordKind; 3] =
    [RecordKind::Start, RecordKind::RoundDates, RecordKind::End];

/// Whether a record writes years with two digits at the front.
pub(crate) fn has_short_years(kind: RecordKind) -> bool {
    kind == RecordKind::RoundDates
}

/// What a text says about a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DateRead {
    /// This day, or one under the same edition of the rules.
    Day(Date),
    /// One of these, which lie under different editions.
    Ambiguous(Date, Date),
    /// No date.
    Unreadable,
}

/// The order of a date's three numbers.
#[derive(Clone, Copy)]
enum DateOrder {
    YearMonthDay,
    DayMonthYear,
    MonthDayYear,
}

/// The first word of `text` as a date. `has_short_years` tells that two digits at the front are the
/// year, as record `132` has them.
pub(crate) fn read(text: &str, has_short_years: bool) -> DateRead {
    let candidates = readings(text, has_short_years);
    let Some(first) = candidates.first().copied() else {
        return DateRead::Unreadable;
    };
    let is_early = |date: Date| date < Date::EDITIONS_OF_2026;
    let other = candidates
        .into_iter()
        .find(|date| is_early(*date) != is_early(first));
    other.map_or(DateRead::Day(first), |other| {
        DateRead::Ambiguous(first, other)
    })
}

/// Every day that the first word of `text` may mean, the likeliest first.
pub(crate) fn readings(text: &str, has_short_years: bool) -> Vec<Date> {
    use DateOrder::{DayMonthYear, MonthDayYear, YearMonthDay};
    let word = text.split([' ', '\t', 'T', ',']).next().unwrap_or_default();
    let is_compact = word.len() == 8 && word.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = if is_compact {
        vec![&word[..4], &word[4..6], &word[6..]]
    } else {
        word.split(['/', '-', '.']).collect()
    };
    let &[first, second, third] = &parts[..] else {
        return Vec::new();
    };
    let orders: &[DateOrder] = match (first.len(), third.len(), word.contains('.')) {
        (4, _, _) => &[YearMonthDay],
        (_, 4, true) => &[DayMonthYear],
        (_, 4, false) => &[DayMonthYear, MonthDayYear],
        (_, _, true) => &[DayMonthYear, YearMonthDay],
        (_, _, false) => &[YearMonthDay, DayMonthYear, MonthDayYear],
    };
    let days = orders.iter().filter_map(|order| match order {
        YearMonthDay => day(first, second, third),
        DayMonthYear => day(third, second, first),
        MonthDayYear => day(third, first, second),
    });
    let mut days: Vec<Date> = days.collect();
    if has_short_years && let Some(spelled) = day(first, second, third) {
        days = vec![spelled];
    }
    days
}

/// A day of these digits. A year of two digits is one of this century in which the format existed.
fn day(year: &str, month: &str, day: &str) -> Option<Date> {
    const FIRST_YEAR_OF_TRF: u32 = 2006;
    let number = |text: &str, digits: usize| {
        let is_number = (1..=digits).contains(&text.len());
        columns::number(text.as_bytes()).filter(|_| is_number)
    };
    let (month, day) = (number(month, 2)?, number(day, 2)?);
    let year = match year.len() {
        4 => number(year, 4).filter(|year| *year >= 1000)?,
        _ => (number(year, 2).map(|year| 2000 + year)).filter(|year| *year >= FIRST_YEAR_OF_TRF)?,
    };
    let is_day = (1..=12).contains(&month) && (1..=31).contains(&day);
    is_day.then_some(Date {
        year: year as u16,
        month: month as u8,
        day: day as u8,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_programs_write_them() {
        for (text, expected) in [
            ("2025/07/11", "2025/07/11"),
            ("2025-07-11", "2025/07/11"),
            ("2025.7.1", "2025/07/01"),
            ("2025/07/11 18:30", "2025/07/11"),
            ("2025-07-11T18:30:00", "2025/07/11"),
            ("20250711", "2025/07/11"),
            ("11.07.2025", "2025/07/11"),
            ("11/07/2025", "2025/07/11"),
            ("07/25/2025", "2025/07/25"),
            ("26/09/01", "2026/09/01"),
            ("01.09.26", "2026/09/01"),
            ("25/07/11", "2025/07/11"),
            ("03/02/2026", "2026/02/03"),
        ] {
            let DateRead::Day(found) = read(text, false) else {
                panic!("{text}");
            };
            assert_eq!(found.to_string(), expected, "{text}");
        }
        for text in [
            "",
            "Friday",
            "11 July 2025",
            "2025",
            "2025/13/01",
            "2025/07",
            "1/2/3/4",
            "0",
        ] {
            assert_eq!(read(text, false), DateRead::Unreadable, "{text}");
        }
    }

    /// The third of January or the first of March: another edition, in force from 1 February on.
    #[test]
    fn a_date_of_two_readings_is_not_guessed_where_they_decide() {
        for text in ["01/03/2026", "12/03/26", "01/02/2026"] {
            assert!(
                matches!(read(text, false), DateRead::Ambiguous(..)),
                "{text}"
            );
        }
        // Both before, both after.
        assert!(matches!(read("01/03/2025", false), DateRead::Day(_)));
        assert!(matches!(read("04/03/2026", false), DateRead::Day(_)));
        // 132 says how it writes.
        assert!(matches!(read("26/03/12", true), DateRead::Day(_)));
        assert!(matches!(read("26/03/12", false), DateRead::Ambiguous(..)));
    }
}
