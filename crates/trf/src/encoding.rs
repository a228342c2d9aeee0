//! From bytes to text and back: which encoding a file is in, and what is no text at all.
//!
//! The guess is conservative and the same on every run. A byte order mark decides; text that is
//! valid UTF-8 is UTF-8; text that starts like UTF-16 is UTF-16; the rest is one of the two
//! encodings that Windows programs of Western and Central Europe write. Those two differ in single
//! letters and never in columns, so a wrong guess between them spells a name wrong and pairs the
//! same.
//!
//! A file is written in the encoding it was read in, because the program that reads it next is most
//! likely the one that made it.

use std::borrow::Cow;

use encoding_rs::{UTF_16BE, UTF_16LE, WINDOWS_1250, WINDOWS_1252};

use crate::error::{At, FindingKind, Log};

/// How the characters of a file are written as bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8, and so ASCII.
    #[default]
    Utf8,
    /// UTF-16, the lower byte first: what Windows calls Unicode.
    Utf16Le,
    /// UTF-16, the higher byte first.
    Utf16Be,
    /// Windows-1250: Central Europe.
    Windows1250,
    /// Windows-1252: Western Europe, with Latin-1 in it.
    Windows1252,
}

impl Encoding {
    /// The name for messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16 (little-endian)",
            Self::Utf16Be => "UTF-16 (big-endian)",
            Self::Windows1250 => "Windows-1250",
            Self::Windows1252 => "Windows-1252",
        }
    }
}

/// How the bytes of a file say its text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Form {
    pub(crate) encoding: Encoding,
    /// Whether a byte order mark comes first.
    has_mark: bool,
    /// Line and byte of the line where it turns out not to be UTF-8, if neither the caller nor a mark
    /// says what it is.
    pub(crate) guessed_at: Option<(u32, usize)>,
}

const MARK: char = '\u{feff}';

/// The end of a file of DOS, which some programs still write.
pub(crate) const END_OF_FILE: char = '\x1a';

/// What some files that are no text begin with, what they are, and what to do.
const SIGNATURES: [(&[u8], &str, &str); 8] = [
    (b"PK\x03\x04", "a zip archive or a spreadsheet", UNPACK),
    (b"\x1f\x8b", "a gzip archive", UNPACK),
    (b"\xfd7zXZ\0", "an xz archive", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"Rar!", "a rar archive", UNPACK),
    (b"\xd0\xcf\x11\xe0", "an older Office document", REPORT),
    (b"%PDF", "a PDF document", REPORT),
    (b"SQLite format 3", "a database", REPORT),
];
const UNPACK: &str = "unpack it and give the tournament report file (TRF) in it";
const REPORT: &str =
    "give the tournament report file (TRF), which tournament programs export for FIDE";

/// The text of `bytes` without byte order marks, in the encoding `asked` for or else the one it is
/// in; `None` when an error was recorded. O(bytes).
pub(crate) fn decode(
    bytes: &[u8],
    asked: Option<Encoding>,
    log: &mut Log,
) -> Option<(String, Form)> {
    if let Some((_, what, hint)) = SIGNATURES.iter().find(|(s, ..)| bytes.starts_with(s)) {
        let message = format!("the file is {what}, expected a text");
        log.error(
            FindingKind::NotATournamentFile,
            At::default(),
            message,
            hint,
        );
        return None;
    }
    let Detected {
        encoding,
        is_certain,
        text,
    } = asked.map_or_else(|| Detected::of(bytes), Detected::asked);
    let is_wide = matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be);
    if !is_wide && has_nul(bytes, log) {
        return None;
    }
    let text = match text {
        Some(text) => Cow::Borrowed(text),
        None => decode_as(encoding, bytes, log)?,
    };
    // Programs that put a mark in front without looking leave several.
    let unmarked = text.trim_start_matches(MARK);
    if is_wide && has_nul(unmarked.as_bytes(), log) {
        return None;
    }
    if unmarked.trim_matches(is_blank).is_empty() {
        log.error(
            FindingKind::NotATournamentFile,
            At::default(),
            "the file is empty",
            "a tournament file has one line starting with 001 per player",
        );
        return None;
    }
    let has_mark = unmarked.len() < text.len();
    let guessed_at = (!is_certain).then(|| {
        let stranger = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), |_| 0);
        line_and_byte_column(bytes, if is_wide { 0 } else { stranger })
    });
    let form = Form {
        encoding,
        has_mark,
        guessed_at,
    };
    let text = if has_mark {
        unmarked.to_owned()
    } else {
        text.into_owned()
    };
    Some((text, form))
}

/// The text of `bytes` without byte order marks and the encoding it is in, told as for a tournament
/// file, unless `asked` names another one. For lists and other texts that stand beside such files; what
/// is no text (it holds NUL characters, or is not in that encoding) is `None`. O(bytes).
pub fn decode_text(bytes: &[u8], asked: Option<Encoding>) -> Option<(String, Encoding)> {
    let encoding = asked.unwrap_or_else(|| Detected::of(bytes).encoding);
    let text = match code_page(encoding) {
        None => std::str::from_utf8(bytes).ok()?.to_owned(),
        Some(page) => page
            .decode_without_bom_handling_and_without_replacement(bytes)?
            .into_owned(),
    };
    let unmarked = text.trim_start_matches(MARK);
    (!unmarked.contains('\0')).then(|| (unmarked.to_owned(), encoding))
}

/// The tables of an encoding; none for UTF-8.
fn code_page(encoding: Encoding) -> Option<&'static encoding_rs::Encoding> {
    match encoding {
        Encoding::Utf8 => None,
        Encoding::Utf16Le => Some(UTF_16LE),
        Encoding::Utf16Be => Some(UTF_16BE),
        Encoding::Windows1250 => Some(WINDOWS_1250),
        Encoding::Windows1252 => Some(WINDOWS_1252),
    }
}

/// Whether a line of such characters holds nothing.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == END_OF_FILE
}

impl Form {
    /// Known for certain.
    pub(crate) fn new(encoding: Encoding, has_mark: bool) -> Self {
        Self {
            encoding,
            has_mark,
            guessed_at: None,
        }
    }

    pub(crate) fn has_mark(self) -> bool {
        self.has_mark
    }

    /// Whether every character of `text` can be written so.
    pub(crate) fn can_say(self, text: &str) -> bool {
        let code_page = match self.encoding {
            Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be => return true,
            Encoding::Windows1250 => WINDOWS_1250,
            Encoding::Windows1252 => WINDOWS_1252,
        };
        !code_page.encode(text).2
    }

    /// The bytes of `text`, which holds only characters of a text in this form, and ASCII.
    pub(crate) fn encode(self, text: &str) -> Vec<u8> {
        let marked;
        let text = if self.has_mark {
            marked = format!("{MARK}{text}");
            &marked
        } else {
            text
        };
        let code_page = match self.encoding {
            Encoding::Utf8 => return text.as_bytes().to_vec(),
            Encoding::Utf16Le => return text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf16Be => return text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            Encoding::Windows1250 => WINDOWS_1250,
            Encoding::Windows1252 => WINDOWS_1252,
        };
        let (bytes, _, has_strangers) = code_page.encode(text);
        debug_assert!(!has_strangers, "every character came from this encoding");
        bytes.into_owned()
    }
}

/// The encoding of some bytes.
struct Detected<'a> {
    encoding: Encoding,
    is_certain: bool,
    /// The bytes as text, where that had to be tried.
    text: Option<&'a str>,
}

impl<'a> Detected<'a> {
    fn asked(encoding: Encoding) -> Self {
        Self {
            encoding,
            is_certain: true,
            text: None,
        }
    }

    fn of(bytes: &'a [u8]) -> Self {
        let (encoding, is_certain) = match bytes {
            [0xef, 0xbb, 0xbf, ..] => (Encoding::Utf8, true),
            [0xff, 0xfe, ..] => (Encoding::Utf16Le, true),
            [0xfe, 0xff, ..] => (Encoding::Utf16Be, true),
            // Two characters of ASCII.
            [1..0x80, 0, 1..0x80, 0, ..] => (Encoding::Utf16Le, false),
            [0, 1..0x80, 0, 1..0x80, ..] => (Encoding::Utf16Be, false),
            _ => match std::str::from_utf8(bytes) {
                Ok(text) => {
                    return Self {
                        text: Some(text),
                        ..Self::asked(Encoding::Utf8)
                    };
                }
                Err(_) => (guess_code_page(bytes), false),
            },
        };
        Self {
            encoding,
            is_certain,
            text: None,
        }
    }
}

fn decode_as<'a>(encoding: Encoding, bytes: &'a [u8], log: &mut Log) -> Option<Cow<'a, str>> {
    let Some(decoder) = code_page(encoding) else {
        return (std::str::from_utf8(bytes).map(Cow::Borrowed))
            .map_err(|error| refuse_byte(bytes, error.valid_up_to(), log))
            .ok();
    };
    let text = decoder.decode_without_bom_handling_and_without_replacement(bytes);
    if text.is_none() {
        let message = format!(
            "the file starts as {}, and not all of it is",
            encoding.name()
        );
        let hint = "the file may be cut short or damaged; save it as UTF-8";
        log.error(FindingKind::Encoding, At::default(), message, hint);
    }
    text
}

fn refuse_byte(bytes: &[u8], offset: usize, log: &mut Log) {
    let (line, column) = line_and_byte_column(bytes, offset);
    let message = format!(
        "byte {column} of the line is {:#04x}, which is no UTF-8",
        bytes[offset]
    );
    log.error(
        FindingKind::Encoding,
        At::line(line).columns(column, column),
        message,
        "save the file as UTF-8; files of older programs are often Windows-1252 or Windows-1250",
    );
}

/// Whether there is a NUL, which is an error then.
fn has_nul(bytes: &[u8], log: &mut Log) -> bool {
    // The least byte: a loop without a branch, which the compiler turns into vector instructions.
    if bytes.iter().fold(u8::MAX, |least, byte| least.min(*byte)) > 0 {
        return false;
    }
    let offset = bytes.iter().position(|byte| *byte == 0).unwrap_or_default();
    let (line, column) = line_and_byte_column(bytes, offset);
    log.error(
        FindingKind::NotATournamentFile,
        At::line(line).columns(column, column),
        "the file holds a NUL character, so it is no text",
        "give the tournament report file (TRF), not the tournament program's own file",
    );
    true
}

/// Federations whose languages Windows-1250 is made for.
const CENTRAL_EUROPE: [&[u8]; 11] = [
    b"ALB", b"BIH", b"CRO", b"CZE", b"HUN", b"MNE", b"POL", b"ROU", b"SLO", b"SRB", b"SVK",
];

/// Windows-1250 where the names tell so, else Windows-1252.
///
/// A byte that is a letter in one of the two encodings only decides. Where none does, or they
/// disagree, each player with a byte that stands for two different letters is counted by federation.
/// Where no line is that of a player, every line is looked at, and its words may be federations.
fn guess_code_page(bytes: &[u8]) -> Encoding {
    let lines = || bytes.split(|byte| matches!(byte, b'\n' | b'\r'));
    let is_player = |line: &[u8]| line.starts_with(b"001");
    let has_players = lines().any(is_player);
    let (mut only_1250, mut only_1252) = (false, false);
    let (mut from_central_europe, mut from_elsewhere) = (0, 0);
    for line in lines() {
        if has_players && !is_player(line) {
            continue;
        }
        let mut is_ambiguous = false;
        for byte in line.iter().filter(|byte| !byte.is_ascii()) {
            let (central, western) = (letter(WINDOWS_1250, *byte), letter(WINDOWS_1252, *byte));
            only_1250 |= central.is_some() && western.is_none();
            only_1252 |= central.is_none() && western.is_some();
            is_ambiguous |= central != western;
        }
        let is_central = if has_players {
            // Columns 54 to 56: in both encodings a character is a byte.
            (line.get(53..56)).is_some_and(|federation| CENTRAL_EUROPE.contains(&federation))
        } else {
            let mut words = line.split(|byte| !byte.is_ascii_alphanumeric());
            words.any(|word| CENTRAL_EUROPE.contains(&word))
        };
        let counted = if is_central {
            &mut from_central_europe
        } else {
            &mut from_elsewhere
        };
        *counted += usize::from(is_ambiguous);
    }
    let is_central = if only_1250 == only_1252 {
        from_central_europe > from_elsewhere
    } else {
        only_1250
    };
    if is_central {
        Encoding::Windows1250
    } else {
        Encoding::Windows1252
    }
}

/// The letter a byte stands for.
fn letter(code_page: &'static encoding_rs::Encoding, byte: u8) -> Option<char> {
    let byte = [byte];
    let (text, _) = code_page.decode_without_bom_handling(&byte);
    text.chars().next().filter(|c| c.is_alphabetic())
}

fn line_and_byte_column(bytes: &[u8], offset: usize) -> (u32, usize) {
    let (mut line, mut start) = (1, 0);
    for index in 0..offset {
        let ends = bytes[index] == b'\n'
            || (bytes[index] == b'\r' && bytes.get(index + 1) != Some(&b'\n'));
        if ends {
            line += 1;
            start = index + 1;
        }
    }
    (line, offset - start + 1)
}
