//! One line as columns: fields by character position, numbers and points.
//!
//! Columns are counted from 1, both ends included, as the format's tables do: in characters, or in
//! bytes where a file pads its lines so.

use edelweiss_model::Score;

use crate::encoding;

/// What a column is. The same for lines of pure ASCII.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Counting {
    /// A character, as the format says and most programs have it.
    #[default]
    Characters,
    /// A byte of UTF-8, as in the exports of Vega.
    Bytes,
}

/// A line without its line end and trailing blanks.
///
/// Invariant: `flat[i]` is column `i + 1` when that is ASCII, and [`FOREIGN`] otherwise; so column
/// arithmetic is byte arithmetic. A line of pure ASCII is its own flat form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    text: &'a str,
    flat: &'a [u8],
    /// Whether there is printable ASCII only: no other blank than the one, and no tab.
    pub(crate) is_plain: bool,
}

/// Stands for a character outside ASCII, which no field but text can hold.
const FOREIGN: u8 = 0xff;

impl<'a> Line<'a> {
    /// A line of printable ASCII only: [`new`](Self::new), without looking for anything else.
    pub(crate) fn plain(text: &'a str) -> Self {
        let text = without_blanks(text);
        Self {
            text,
            flat: text.as_bytes(),
            is_plain: true,
        }
    }

    /// `scratch_flat` is cleared here and used only when `text` is not pure ASCII.
    pub(crate) fn new(text: &'a str, counting: Counting, scratch_flat: &'a mut Vec<u8>) -> Self {
        let text = text.trim_end_matches(|c| matches!(c, ' ' | '\t' | encoding::END_OF_FILE));
        if text.is_ascii() {
            return Self {
                text,
                flat: text.as_bytes(),
                is_plain: false,
            };
        }
        scratch_flat.clear();
        match counting {
            Counting::Characters => scratch_flat.extend(
                text.chars()
                    .map(|c| if c.is_ascii() { c as u8 } else { FOREIGN }),
            ),
            Counting::Bytes => scratch_flat.extend(
                text.bytes()
                    .map(|byte| if byte.is_ascii() { byte } else { FOREIGN }),
            ),
        }
        Self {
            text,
            flat: scratch_flat,
            is_plain: false,
        }
    }

    /// Number of columns up to the last one that is not blank.
    pub(crate) fn len(&self) -> usize {
        self.flat.len()
    }

    /// The columns from `first` to `last`, as far as the line goes.
    pub(crate) fn field(&self, first: usize, last: usize) -> &'a [u8] {
        let end = last.min(self.flat.len());
        self.flat.get(first - 1..end).unwrap_or_default()
    }

    /// Everything from column `first` on.
    pub(crate) fn from(&self, first: usize) -> &'a [u8] {
        self.flat.get(first - 1..).unwrap_or_default()
    }

    /// The line with `text` in the columns from `first` to `last`, which are as many as `text` has.
    pub(crate) fn with(&self, (first, last): (usize, usize), text: &str) -> String {
        let before = self.raw(1, first - 1);
        let after = self.raw(last + 1, usize::MAX);
        let gap = (first - 1).saturating_sub(self.len());
        format!("{before}{:gap$}{text}{after}", "")
    }

    /// One column; blank beyond the end.
    pub(crate) fn at(&self, column: usize) -> u8 {
        self.flat.get(column - 1).copied().unwrap_or(b' ')
    }

    /// The columns from `first` to `last` as text without blanks at either end.
    pub(crate) fn text(&self, first: usize, last: usize) -> &'a str {
        self.raw(first, last).trim()
    }

    /// What is read of a name in the columns from `first` to `last`.
    pub(crate) fn name(&self, first: usize, last: usize) -> String {
        if !self.is_plain {
            return cut(self.raw(first, last), usize::MAX);
        }
        let end = last.min(self.text.len());
        let text = without_blanks(self.text.get(first - 1..end).unwrap_or_default());
        let blanks = text.bytes().take_while(|byte| *byte == b' ').count();
        text[blanks..].to_owned()
    }

    /// The columns from `first` to `last` as they stand. Where columns are bytes, a character that
    /// one of the ends cuts goes to the columns after that end.
    pub(crate) fn raw(&self, first: usize, last: usize) -> &'a str {
        if first > self.flat.len() {
            return "";
        }
        let last = last.min(self.flat.len());
        if self.flat.len() == self.text.len() {
            let start = self.text.floor_char_boundary(first - 1);
            return &self.text[start..self.text.floor_char_boundary(last)];
        }
        let mut starts = self.text.char_indices().map(|(start, _)| start);
        let start = starts.nth(first - 1).unwrap_or(self.text.len());
        let end = starts.nth(last - first).unwrap_or(self.text.len());
        &self.text[start..end]
    }

    /// Everything from `first` on, without blanks at either end.
    pub(crate) fn rest(&self, first: usize) -> &'a str {
        self.text(first, usize::MAX)
    }

    /// The words from column `first` on, split at blanks and at `separators`, with their columns.
    pub(crate) fn words(
        &self,
        first: usize,
        separators: &'static [u8],
    ) -> impl Iterator<Item = (usize, &'a [u8])> + use<'a> {
        let flat = self.flat;
        let is_gap = move |byte: u8| byte.is_ascii_whitespace() || separators.contains(&byte);
        let mut next = first - 1;
        std::iter::from_fn(move || {
            while *flat.get(next)? == b' ' || is_gap(flat[next]) {
                next += 1;
            }
            let start = next;
            while next < flat.len() && !is_gap(flat[next]) {
                next += 1;
            }
            Some((start + 1, &flat[start..next]))
        })
    }
}

/// A plain text without the blanks at its end, of which fields have many.
fn without_blanks(text: &str) -> &str {
    let mut rest = text.as_bytes();
    while let Some((before, [b' ', b' ', b' ', b' '])) = rest.split_last_chunk() {
        rest = before;
    }
    while let Some((b' ', before)) = rest.split_last() {
        rest = before;
    }
    &text[..rest.len()]
}

/// A word as text for messages.
pub(crate) fn shown(word: &[u8]) -> String {
    let text: String = word
        .iter()
        .map(|byte| {
            if *byte == FOREIGN {
                '\u{fffd}'
            } else {
                *byte as char
            }
        })
        .collect();
    crate::error::quoted(&text)
}

/// `text` without control characters and outer blanks, at most `width` characters: what is read of
/// a name and what is written of it.
pub(crate) fn cut(text: &str, width: usize) -> String {
    let text = text.trim();
    // As most names are.
    if text.len() <= width && text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return text.to_owned();
    }
    let clean: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(width)
        .collect();
    clean.trim().to_owned()
}

/// `field` without blanks at either end.
pub(crate) fn trimmed(field: &[u8]) -> &[u8] {
    field.trim_ascii()
}

/// The number in four columns, the first one in the lowest byte, none being 0, where it has nothing but blanks
/// before it, as nearly all have: the four at once. `None` for anything else.
pub(crate) fn number_of_four(columns: u32) -> Option<u16> {
    const ONE: u32 = 0x0101_0101;
    // A digit has this bit, and a blank has not; with it a blank is the digit 0.
    let blanks = !columns & (ONE << 4);
    let digits = (columns | ONE << 4) ^ (ONE * 0x30);
    let beyond_nine = (((digits & (ONE * 0x7f)) + ONE * 0x76) | digits) & (ONE * 0x80);
    let no_blank = digits & ((blanks >> 4) * 0xf);
    let behind_a_digit = (blanks >> 8) & !blanks;
    if beyond_nine | no_blank | behind_a_digit != 0 {
        return None;
    }
    let pairs = digits * 10 + (digits >> 8);
    Some((100 * (pairs & 0xff) + (pairs >> 16 & 0xff)) as u16)
}

/// A number of digits only, with blanks around it. `None` for anything else, also for nothing.
pub(crate) fn number(field: &[u8]) -> Option<u32> {
    if let Ok(columns) = field.try_into()
        && let Some(number @ 1..) = number_of_four(u32::from_le_bytes(columns))
    {
        return Some(u32::from(number));
    }
    let digits = trimmed(field);
    if digits.is_empty() || digits.len() > 9 {
        return None;
    }
    digits.iter().try_fold(0, |value, digit| {
        digit
            .is_ascii_digit()
            .then(|| 10 * value + u32::from(digit - b'0'))
    })
}

/// Points: `4.5`, `17`, `.5`, `-1.0`; more decimals only when they are zeros. `None` for anything
/// else, also for nothing.
pub(crate) fn score(field: &[u8]) -> Option<Score> {
    // As nearly all are.
    if let &[
        tens @ (b' ' | b'0'..=b'9'),
        ones @ b'0'..=b'9',
        b'.',
        tenths @ b'0'..=b'9',
    ] = field
    {
        let digit = |byte: u8| i32::from(byte & 0xf);
        let whole = 10 * digit(tens) + digit(ones);
        return Some(Score::from_tenths(10 * whole + digit(tenths)));
    }
    let text = trimmed(field);
    let (negative, digits) = match text.first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let dot = digits
        .iter()
        .position(|byte| *byte == b'.')
        .unwrap_or(digits.len());
    let (whole, decimals) = digits.split_at(dot);
    let decimals = decimals.get(1..).unwrap_or_default();
    if (whole.is_empty() && decimals.is_empty()) || whole.len() > 6 {
        return None;
    }
    if digits.len() > dot && decimals.is_empty() {
        return None; // `1.` is a number cut short.
    }
    let whole = if whole.is_empty() { 0 } else { number(whole)? };
    let (tenth, rest) = decimals.split_first().unwrap_or((&b'0', &[]));
    if !tenth.is_ascii_digit() || rest.iter().any(|digit| *digit != b'0') {
        return None;
    }
    let tenths = 10 * whole as i32 + i32::from(tenth - b'0');
    Some(Score::from_tenths(if negative { -tenths } else { tenths }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let mut scratch = Vec::new();
        let line = Line::new("001 Žižek, Ðorđe  12  ", Counting::Characters, &mut scratch);
        assert_eq!(line.text(5, 16), "Žižek, Ðorđe");
        assert_eq!(number(line.field(18, 21)), Some(12));
        assert_eq!(line.rest(5), "Žižek, Ðorđe  12");
        assert_eq!(line.len(), 20);
        assert_eq!(line.text(90, 99), "");
    }

    #[test]
    fn columns_count_bytes_where_a_file_does() {
        let mut scratch = Vec::new();
        let line = Line::new("001 Žižek  12", Counting::Bytes, &mut scratch);
        assert_eq!(line.text(5, 12), "Žižek");
        assert_eq!(number(line.field(14, 15)), Some(12));
        assert_eq!((line.raw(1, 5), line.raw(6, 7)), ("001 ", "Ži"));
    }

    #[test]
    fn numbers_have_up_to_nine_digits() {
        let cases = [
            (" 12 ", Some(12)),
            ("999999999", Some(999_999_999)),
            ("9999999999", None),
            ("1 2", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(number(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn four_columns_at_once_say_what_they_say_one_by_one() {
        let bytes = b" 0159/:-+.w\t\x00\x10\x1a!&@P\xb0\xff";
        for [a, b, c, d] in arrangements(bytes) {
            let columns = [a, b, c, d];
            let blanks = columns.iter().take_while(|byte| **byte == b' ').count();
            let rest = std::str::from_utf8(&columns[blanks..]).unwrap_or("none");
            let is_number = rest.bytes().all(|byte| byte.is_ascii_digit());
            let expected = is_number.then(|| rest.parse().unwrap_or(0));
            assert_eq!(
                number_of_four(u32::from_le_bytes(columns)),
                expected,
                "{columns:?}"
            );
        }
        for (columns, expected) in [(b"9999", 9999), (b"8276", 8276)] {
            let found = number_of_four(u32::from_le_bytes(*columns));
            assert_eq!(found, Some(expected));
        }
    }

    /// All words of four of these bytes.
    fn arrangements(bytes: &[u8]) -> impl Iterator<Item = [u8; 4]> {
        let n = bytes.len();
        (0..n.pow(4)).map(move |place| [0, 1, 2, 3].map(|power| bytes[place / n.pow(power) % n]))
    }

    #[test]
    fn points_are_tenths() {
        let cases = [
            (" 4.5", Some(45)),
            ("17.0", Some(170)),
            (".5", Some(5)),
            ("3", Some(30)),
            ("-1.0", Some(-10)),
            ("0.50", Some(5)),
            ("0.25", None),
            ("1.", None),
            ("4,5", None),
            ("", None),
            ("-", None),
            ("+1.5", Some(15)),
            ("123456", Some(1_234_560)),
            ("1234567", None),
        ];
        for (text, tenths) in cases {
            let found = score(text.as_bytes()).map(Score::tenths);
            assert_eq!(found, tenths, "{text}");
        }
    }
}
