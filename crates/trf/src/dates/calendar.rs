//! Days of the calendar.

use edelweiss_model::Date;

use crate::columns;

/// Years of two digits are those of this century from this one on, in which the format appeared.
const FIRST_YEAR_OF_TRF: u32 = 2006;

/// The day of these digits, if there is one. A year of two digits is one of this century in which the
/// format existed.
pub(super) fn day(year: &str, month: &str, day: &str) -> Option<Date> {
    let month = number(month, 2)?;
    day_in(year, month, day)
}

/// The same in a month whose number is known.
pub(super) fn day_in(year: &str, month: u32, day: &str) -> Option<Date> {
    let day = number(day, 2)?;
    let year = match year.len() {
        4 => number(year, 4).filter(|year| *year >= 1000)?,
        _ => (number(year, 2).map(|year| 2000 + year)).filter(|year| *year >= FIRST_YEAR_OF_TRF)?,
    };
    jiff::civil::Date::new(year as i16, month as i8, day as i8).ok()?;
    Some(Date {
        year: year as u16,
        month: month as u8,
        day: day as u8,
    })
}

/// A number of one digit to so many.
fn number(text: &str, digits: usize) -> Option<u32> {
    let is_number = (1..=digits).contains(&text.len());
    columns::number(text.as_bytes()).filter(|_| is_number)
}
