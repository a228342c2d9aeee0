//! Dates whose month is a word: `Jun 26, 2020`, `26. Juni 2020`, `26 de junio de 2020`, `26 июня 2020 г.`
//!
//! The names are those of the locales of glibc (`pure-rust-locales`), long, short, and as they stand
//! alone; a name may be cut short to three letters in the languages that cut it so. A word that is a
//! month of two languages, such as *listopad*, has both meanings.

use std::sync::LazyLock;

use edelweiss_model::Date;
use pure_rust_locales as locales;

use super::calendar::day_in;

/// The names of the months in one language, January first: each kind of list that it has.
type MonthNames = [Option<&'static [&'static str]>; 4];

/// Lists of names of these locales.
macro_rules! names_of {
    ($($locale:ident)*) => {
        &[$([
            Some(locales::$locale::LC_TIME::MON),
            Some(locales::$locale::LC_TIME::ABMON),
            locales::$locale::LC_TIME::ALT_MON,
            locales::$locale::LC_TIME::AB_ALT_MON,
        ]),*]
    };
}

/// Languages in which a name may be cut short anywhere behind its third letter.
const CUT_SHORT: &[MonthNames] = names_of!(en_GB de_DE de_AT fr_FR es_ES it_IT pt_PT nl_NL ru_RU);

/// Languages in which a name is one of those listed.
const AS_LISTED: &[MonthNames] = names_of!(
    bg_BG ca_ES cs_CZ da_DK el_GR et_EE fi_FI hr_HR hu_HU is_IS lt_LT lv_LV nb_NO pl_PL ro_RO sk_SK
    sl_SI sr_RS sr_RS_latin sv_SE tr_TR uk_UA
);

/// Days of the week, short, in languages in which one of them looks like a month.
const DAYS: [&[&str]; 3] = [
    locales::fr_FR::LC_TIME::ABDAY,
    locales::es_ES::LC_TIME::ABDAY,
    locales::it_IT::LC_TIME::ABDAY,
];

/// A piece of a date.
enum DatePiece {
    /// Digits as they stand.
    Digits(String),
    /// The months that a word may name, each once.
    Months(Vec<u32>),
}

/// Every day that `text`, in which the month is a word, may mean, the likeliest first. Of a range, such
/// as `30 May - 3 June 2020`, the first day.
pub(super) fn readings(text: &str) -> Vec<Date> {
    let (mut years, mut numbers, mut months) = (Vec::new(), Vec::new(), Vec::new());
    for piece in pieces(text) {
        match piece {
            DatePiece::Digits(digits) if digits.len() == 4 => years.push(digits),
            DatePiece::Digits(digits) => numbers.push(digits),
            DatePiece::Months(named) => months.push(named),
        }
    }
    // The second form is `26 Jun 20`, and `Jun 26, 20`.
    let (([year, ..], [day, ..]) | ([], [day, year])) = (&years[..], &numbers[..]) else {
        return Vec::new();
    };
    let (Some(first), Some(last)) = (months.first(), months.last()) else {
        return Vec::new();
    };
    if years.len() < 2 && last.iter().min() < first.iter().min() {
        // From December to January: the year is that of the last day.
        return Vec::new();
    }
    let days = first.iter().filter_map(|month| day_in(year, *month, day));
    days.collect()
}

/// Numbers and names of months in their order; times of day, and words that say neither, are passed over.
fn pieces(text: &str) -> Vec<DatePiece> {
    let (mut pieces, mut is_day) = (Vec::new(), Vec::new());
    // Without a time of day.
    let words = text.split_whitespace().filter(|word| !word.contains(':'));
    for word in words {
        let mut rest = word;
        while let Some(first) = rest.chars().next() {
            let same = |c: char| match first {
                '0'..='9' => c.is_ascii_digit(),
                _ => c.is_alphabetic() && first.is_alphabetic(),
            };
            let end = rest
                .find(|c| !same(c))
                .unwrap_or(rest.len())
                .max(first.len_utf8());
            let (piece, later) = rest.split_at(end);
            rest = later;
            if first.is_ascii_digit() {
                pieces.push(DatePiece::Digits(piece.to_owned()));
            } else if first.is_alphabetic() {
                let months = months_called(piece);
                if !months.is_empty() {
                    is_day.push(is_day_of_the_week(piece).then_some(pieces.len()));
                    pieces.push(DatePiece::Months(months));
                }
            }
        }
    }
    // `mar. 3 juin` is a Tuesday.
    if let (true, Some(Some(place))) = (is_day.len() > 1, is_day.first()) {
        pieces.remove(*place);
    }
    pieces
}

/// Whether a word is the name of a day of the week, too.
fn is_day_of_the_week(word: &str) -> bool {
    let word = plain(word);
    let mut names = DAYS.iter().flat_map(|names| names.iter());
    names.any(|name| plain(name) == word)
}

/// A name of a month in some language, as [`plain`] has it.
struct MonthName {
    name: String,
    month: u32,
    may_be_cut: bool,
}

/// Every name once: lists of players ask for thousands of dates.
static NAMES: LazyLock<Vec<MonthName>> = LazyLock::new(|| {
    let mut all: Vec<MonthName> = Vec::new();
    for (languages, may_be_cut) in [(CUT_SHORT, true), (AS_LISTED, false)] {
        for names in languages.iter().flatten().flatten() {
            for (month, name) in (1..).zip(*names) {
                let name = plain(name);
                let is_it = |known: &MonthName| {
                    known.name == name && known.month == month && (known.may_be_cut || !may_be_cut)
                };
                if !all.iter().any(is_it) {
                    all.push(MonthName {
                        name,
                        month,
                        may_be_cut,
                    });
                }
            }
        }
    }
    all
});

/// The months that a word names in any language, by their numbers.
fn months_called(word: &str) -> Vec<u32> {
    const SHORTEST: usize = 3;
    let word = plain(word);
    let is_long = word.chars().count() >= SHORTEST;
    let mut found = Vec::new();
    for known in NAMES.iter() {
        let may_be_cut = known.may_be_cut && is_long;
        let is_called = known.name == word || (may_be_cut && known.name.starts_with(&word));
        if is_called && !found.contains(&known.month) {
            found.push(known.month);
        }
    }
    found
}

/// Small letters without the marks that are left out where a keyboard lacks them, and no full stops.
fn plain(word: &str) -> String {
    let letters = word.chars().flat_map(char::to_lowercase);
    let letters = letters.filter(|c| c.is_alphabetic());
    letters
        .map(|c| match c {
            'á' | 'ä' | 'â' | 'ā' => 'a',
            'ç' => 'c',
            'é' | 'è' | 'ê' => 'e',
            'í' | 'ī' => 'i',
            'ó' => 'o',
            'ú' | 'û' | 'ū' | 'ü' => 'u',
            other => other,
        })
        .collect()
}
