//! Dates in header records, as tournament programs and arbiters write them.
//!
//! The format asks for `YYYY/MM/DD`, in `132` for `YY/MM/DD`; others write `-`, `.` and blanks,
//! `DD.MM.YYYY`, `DD/MM/YYYY` and `MM/DD/YYYY`, and months as words. A date is asked for one thing only,
//! which edition of some rules was in force; where its readings differ in that, it is read as nothing
//! rather than guessed, and [`RecordedDate::doubt`] names both.

mod calendar;
mod words;

use edelweiss_model::Date;

use crate::error::quoted;
use crate::record::RecordKind;
use calendar::day;

/// The records with dates, the one that decides the edition first: `042`, `132`, `052`.
pub(crate) const DATE_RECORDS: [RecordKind; 3] =
    [RecordKind::Start, RecordKind::RoundDates, RecordKind::End];

/// As much of a record is looked at.
const MOST_CHARACTERS: usize = 80;

/// A record of a file with a date, and every day that it may mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedDate {
    /// What the record is about: the date of start, of the first round, or of the end.
    pub name: &'static str,
    /// As it stands there.
    pub text: String,
    /// The days that it may mean, the one taken first; none where it cannot be read.
    pub days: Vec<Date>,
}

impl RecordedDate {
    /// Reads the text of one of [`DATE_RECORDS`].
    pub(crate) fn read(kind: RecordKind, text: &str) -> Self {
        let text: String = text.chars().take(MOST_CHARACTERS).collect();
        let has_short_years = kind == RecordKind::RoundDates;
        Self {
            name: match kind {
                RecordKind::Start => "date of start",
                RecordKind::RoundDates => "date of the first round",
                _ => "date of end",
            },
            days: readings(&text, has_short_years),
            text,
        }
    }

    /// The day, unless another one that it may mean lies in another edition.
    pub fn day<E: PartialEq>(&self, edition_of: impl Fn(Date) -> E) -> Option<Date> {
        let (taken, others) = self.days.split_first()?;
        let is_sure = others
            .iter()
            .all(|day| edition_of(*day) == edition_of(*taken));
        is_sure.then_some(*taken)
    }

    /// The two days of different editions that it may mean, in words; or that it cannot be read. `None`
    /// where [`day`](Self::day) tells it.
    pub fn doubt<E: PartialEq>(&self, edition_of: impl Fn(Date) -> E) -> Option<String> {
        let what = match self.days.split_first() {
            None => "expected YYYY/MM/DD".to_owned(),
            Some((taken, others)) => {
                let differs = |day: &&Date| edition_of(**day) != edition_of(*taken);
                let other = others.iter().find(differs)?;
                format!("which may be {taken} or {other}")
            }
        };
        Some(format!("{} is {}, {what}", self.name, quoted(&self.text)))
    }
}

/// The order of a date's three numbers.
#[derive(Clone, Copy)]
enum DateOrder {
    YearMonthDay,
    DayMonthYear,
    MonthDayYear,
}

/// Every day that a date in words or numbers may mean, the likeliest first, as the dates of tournament
/// files are read; none where it is no date. A year of two digits is one of this century.
pub fn days(text: &str) -> Vec<Date> {
    let text: String = text.chars().take(MOST_CHARACTERS).collect();
    readings(&text, false)
}

/// Every day that `text` may mean, the likeliest first. `has_short_years` tells that two digits at the
/// front are the year, as record `132` has them.
fn readings(text: &str, has_short_years: bool) -> Vec<Date> {
    let words = || text.split([' ', '\t', '\u{a0}', ',', ';', '(', ')']);
    let numbers: Vec<&str> = words().filter(|word| !word.is_empty()).collect();
    let spaced = match numbers[..] {
        [first, second, third, ..] => [first, second, third].join("/"),
        _ => String::new(),
    };
    // `28. 07. 2005`
    let joined = text.replace(". ", ".");
    let in_numbers = (words().next().into_iter())
        .chain(joined.split([' ', ',']))
        .chain(words().skip(1))
        .chain([spaced.as_str()])
        .map(|word| of_numbers(word, has_short_years))
        .find(|days| !days.is_empty());
    in_numbers.unwrap_or_else(|| words::readings(text))
}

/// The days that one word of numbers may mean.
fn of_numbers(word: &str, has_short_years: bool) -> Vec<Date> {
    use DateOrder::{DayMonthYear, MonthDayYear, YearMonthDay};
    let word = word.split('T').next().unwrap_or_default();
    let word = word.trim_end_matches('.');
    if word.len() == 8 && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return in_orders([&word[..4], &word[4..6], &word[6..]], &[YearMonthDay]);
    }
    let start = start_of_range(word);
    let parts: Vec<&str> = match &start {
        Some(parts) => parts.clone(),
        None => word.split(['/', '-', '.']).collect(),
    };
    let &[first, second, third] = &parts[..] else {
        return Vec::new();
    };
    let orders: &[DateOrder] = match (first.len(), third.len(), word.contains('.')) {
        (4, _, _) => &[YearMonthDay],
        (_, 4, true) => &[DayMonthYear],
        (_, 4, false) => &[DayMonthYear, MonthDayYear],
        _ if has_short_years && day(first, second, third).is_some() => &[YearMonthDay],
        (_, _, true) => &[DayMonthYear, YearMonthDay],
        (_, _, false) => &[YearMonthDay, DayMonthYear, MonthDayYear],
    };
    in_orders([first, second, third], orders)
}

fn in_orders([first, second, third]: [&str; 3], orders: &[DateOrder]) -> Vec<Date> {
    let mut days = Vec::new();
    for order in orders {
        let read = match order {
            DateOrder::YearMonthDay => day(first, second, third),
            DateOrder::DayMonthYear => day(third, second, first),
            DateOrder::MonthDayYear => day(third, first, second),
        };
        days.extend(read.filter(|day| !days.contains(day)));
    }
    days
}

/// The parts of the first day of `26.-28.06.2020`, `26/06-28/06/2020` and the like: what it does not say
/// itself is that of the last day. `None` where the word is no range.
fn start_of_range(word: &str) -> Option<Vec<&str>> {
    let (first, last) = word.split_once(['-', '–'])?;
    let separator = if word.contains('.') { '.' } else { '/' };
    let last: Vec<&str> = last.split(separator).collect();
    let mut parts: Vec<&str> = first.trim_end_matches(separator).split(separator).collect();
    if parts.len() == 3 {
        return Some(parts);
    }
    let is_range = word.contains(separator) && last.len() == 3;
    is_range.then(|| {
        parts.extend(&last[parts.len().min(3)..]);
        parts
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, has_short_years: bool) -> RecordedDate {
        let kind = if has_short_years {
            RecordKind::RoundDates
        } else {
            RecordKind::Start
        };
        RecordedDate::read(kind, text)
    }

    fn is_early(day: Date) -> bool {
        day < Date::EDITIONS_OF_2026
    }

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
            ("11.07.2025.", "2025/07/11"),
            ("11/07/2025", "2025/07/11"),
            ("07/25/2025", "2025/07/25"),
            ("26/09/01", "2026/09/01"),
            ("01.09.26", "2026/09/01"),
            ("25/07/11", "2025/07/11"),
            ("03/02/2026", "2026/02/03"),
            ("28. 07. 2005", "2005/07/28"),
            ("2005. 07. 28.", "2005/07/28"),
            ("28 07 2005", "2005/07/28"),
            ("Friday, 26.06.2020", "2020/06/26"),
            ("vom 26.06.2020 bis 28.06.2020", "2020/06/26"),
            ("26.-28.06.2020", "2020/06/26"),
            ("26.06.-28.06.2020", "2020/06/26"),
            ("26.06.2020-28.06.2020", "2020/06/26"),
            ("26-28/06/2020", "2020/06/26"),
            ("26/06/2020–28/06/2020", "2020/06/26"),
        ] {
            let found = read(text, false).day(is_early);
            let found = found.unwrap_or_else(|| panic!("{text}"));
            assert_eq!(found.to_string(), expected, "{text}");
        }
        for text in [
            "",
            "Friday",
            "2025",
            "2025/13/01",
            "2025/02/29",
            "2025/07",
            "1/2/3/4",
            "0",
            "1-2-3-4.5",
        ] {
            let read = read(text, false);
            assert_eq!(read.days, [], "{text}");
            let doubt = read.doubt(is_early).expect("no day");
            assert!(doubt.ends_with("expected YYYY/MM/DD"), "{doubt}");
        }
    }

    #[test]
    fn months_may_be_words_of_many_languages() {
        for text in [
            "Jun 26, 2020",
            "June 26th, 2020",
            "26 June 2020",
            "26-Jun-2020",
            "26JUN2020",
            "Fri 26 Jun 2020 18:30",
            "Friday, 26th of June 2020",
            "2020 Jun 26",
            "26. Juni 2020",
            "Freitag, den 26. Juni 2020",
            "26.-28. Juni 2020",
            "26 juin 2020",
            "ven. 26 juin 2020",
            "26 de junio de 2020",
            "26 giugno 2020",
            "26 de Junho de 2020",
            "26 июня 2020 г.",
            "26 Июнь 2020",
            "26 червня 2020",
            "26 czerwca 2020",
            "26. června 2020",
            "26 lipnja 2020",
            "2020. június 26.",
            "26 iunie 2020",
            "26 Haziran 2020",
            "26 Ιουνίου 2020",
            "26. kesäkuuta 2020",
            "26 juni 2020",
            "26 June - 1 July 2020",
            "26 Jun 20",
        ] {
            // The Finnish form has an ending that no list of names has.
            let is_finnish = text.contains("kesäkuuta");
            let expected: &[&str] = if is_finnish { &[] } else { &["2020/06/26"] };
            let found = read(text, false).days;
            let found: Vec<String> = found.iter().map(Date::to_string).collect();
            assert_eq!(found, expected, "{text}");
        }
        for (text, expected) in [
            ("1er mars 2021", "2021/03/01"),
            ("mar. 3 juin 2025", "2025/06/03"),
            ("3 Jänner 2026", "2026/01/03"),
            ("15 août 2024", "2024/08/15"),
            ("15 AOUT 2024", "2024/08/15"),
            ("12. Sept. 2019", "2019/09/12"),
            ("28 December 2025 - 4 January 2026", "2025/12/28"),
        ] {
            let found = read(text, false).day(|_| ());
            assert_eq!(
                found.map(|day| day.to_string()).as_deref(),
                Some(expected),
                "{text}"
            );
        }
        for text in [
            "June 2020",
            "31 June 2020",
            "26 Foo 2020",
            "28 December - 4 January 2026",
        ] {
            assert_eq!(read(text, false).days, [], "{text}");
        }
    }

    /// The third of January or the first of March: another edition, in force from 1 February on.
    #[test]
    fn a_date_of_two_readings_is_not_guessed_where_they_decide() {
        for (text, words) in [
            ("01/03/2026", "which may be 2026/03/01 or 2026/01/03"),
            ("12/03/26", "which may be 2012/03/26 or 2026/03/12"),
            ("01/02/2026", "which may be 2026/02/01 or 2026/01/02"),
            ("01 02 2026", "which may be 2026/02/01 or 2026/01/02"),
            // The name is one of October in Croatian, and of November in Czech.
            ("12 listopada 2026", ""),
        ] {
            let read = read(text, false);
            let doubt = read.doubt(is_early).unwrap_or_default();
            assert!(
                doubt.ends_with(words) || doubt.contains(words),
                "{text}: {doubt}"
            );
            assert_eq!(read.day(is_early).is_some(), doubt.is_empty(), "{text}");
        }
        let two = read("12 listopada 2026", false).days;
        assert_eq!(two.len(), 2, "{two:?}");
        // Both before, both after.
        assert!(read("01/03/2025", false).day(is_early).is_some());
        assert!(read("04/03/2026", false).day(is_early).is_some());
        // 132 says how it writes.
        assert!(read("26/03/12", true).day(is_early).is_some());
        assert!(read("26/03/12", false).day(is_early).is_none());
    }
}
