//! Dates of birth: days in any spelling that tournament files have, or years alone.

use std::fmt;

use edelweiss_model::Date;
use edelweiss_trf::days;

/// When a player was born.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BirthDate {
    /// The year, as FIDE's lists have it.
    Year(u16),
    /// The day.
    Day(Date),
}

impl fmt::Display for BirthDate {
    /// As tournament files have it: `1985/00/00` where only the year is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Year(year) => write!(f, "{year:04}/00/00"),
            Self::Day(day) => day.fmt(f),
        }
    }
}

/// The years in which a player may have been born.
const YEARS: std::ops::RangeInclusive<u16> = 1900..=2100;

/// How the ambiguous dates of one column are read: `03/04/2010`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BirthOrder {
    is_month_first: bool,
}

/// What a cell may mean.
enum BirthReading {
    Nothing,
    Sure(BirthDate),
    /// Day first, and month first.
    Either([Date; 2]),
}

fn reading(text: &str) -> Option<BirthReading> {
    let text = text.trim();
    // `1985/00/00` is a year in tournament files.
    let digits = text
        .strip_suffix("/00/00")
        .or(text.strip_suffix("-00-00"))
        .unwrap_or(text);
    if matches!(text, "" | "-" | "0") {
        return Some(BirthReading::Nothing);
    }
    if digits.len() == 4 && digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return match digits.parse() {
            Ok(0) => Some(BirthReading::Nothing),
            Ok(year) if YEARS.contains(&year) => Some(BirthReading::Sure(BirthDate::Year(year))),
            _ => None,
        };
    }
    let has_whole_year = text
        .split(|c: char| !c.is_ascii_digit())
        .any(|part| part.len() >= 4);
    let days = days(text);
    // A year of two digits may be of this century or the last.
    let days: Vec<Date> = (days.into_iter())
        .filter(|day| has_whole_year && YEARS.contains(&day.year))
        .collect();
    match days[..] {
        [] => None,
        [first, second, ..] => Some(BirthReading::Either([first, second])),
        [day] => Some(BirthReading::Sure(BirthDate::Day(day))),
    }
}

impl BirthOrder {
    /// Month first where some date of the column can only be read so, and none the other way round.
    pub(crate) fn of<'a>(cells: impl Iterator<Item = &'a str>) -> Self {
        let (mut day_first, mut month_first) = (false, false);
        for cell in cells {
            let numbers: Vec<u8> = (cell.trim().split(['/', '-', '.']))
                .map_while(|part| part.parse().ok())
                .take(2)
                .collect();
            if let ([first, second], Some(BirthReading::Sure(BirthDate::Day(day)))) =
                (&numbers[..], reading(cell))
                && first != second
            {
                day_first |= (*first, *second) == (day.day, day.month);
                month_first |= (*first, *second) == (day.month, day.day);
            }
        }
        Self {
            is_month_first: month_first && !day_first,
        }
    }

    /// Nothing, a date of birth, or what is no date.
    pub(crate) fn read(self, text: &str) -> Result<Option<BirthDate>, ()> {
        match reading(text) {
            None => Err(()),
            Some(BirthReading::Nothing) => Ok(None),
            Some(BirthReading::Sure(birth)) => Ok(Some(birth)),
            Some(BirthReading::Either(days)) => {
                Ok(Some(BirthDate::Day(days[usize::from(self.is_month_first)])))
            }
        }
    }

    /// How a date that may be read in two ways is read; `None` for every other one.
    pub(crate) fn doubt(self, text: &str) -> Option<&'static str> {
        match reading(text)? {
            BirthReading::Either(_) if self.is_month_first => Some("month first"),
            BirthReading::Either(_) => Some("day first"),
            _ => None,
        }
    }
}

/// Whether a cell is a date of birth beyond a bare year, which may be a rating as well.
pub(crate) fn is_whole_date(text: &str) -> bool {
    matches!(
        reading(text),
        Some(BirthReading::Sure(BirthDate::Day(_)) | BirthReading::Either(_))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_column_tells_whether_months_come_first() {
        let read = |cells: &[&str]| {
            let order = BirthOrder::of(cells.iter().copied());
            let births = cells.iter().map(|cell| match order.read(cell) {
                Ok(Some(birth)) => birth.to_string(),
                Ok(None) => String::new(),
                Err(()) => "?".to_owned(),
            });
            births.collect::<Vec<_>>()
        };
        assert_eq!(
            read(&["03/04/2010", "25/12/2009"]),
            ["2010/04/03", "2009/12/25"]
        );
        assert_eq!(
            read(&["03/04/2010", "12/25/2009"]),
            ["2010/03/04", "2009/12/25"]
        );
        let both = ["03/04/2010", "12/25/2009", "25/12/2009"];
        assert_eq!(read(&both)[0], "2010/04/03");
        assert_eq!(
            read(&[
                "1985",
                "1985/00/00",
                "0",
                "",
                "12.3.65",
                "soon",
                "3. Mai 1965",
                "1899",
                "30.2.2001"
            ]),
            [
                "1985/00/00",
                "1985/00/00",
                "",
                "",
                "?",
                "?",
                "1965/05/03",
                "?",
                "?"
            ]
        );
    }
}
