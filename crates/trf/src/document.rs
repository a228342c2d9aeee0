//! A file as its lines: every record in its order, known or not.

use std::sync::Arc;

use crate::error::{At, Failure, Kind, Log};
use crate::record::{Record, RecordKind};

/// The largest file that is read: 64 MiB. A tournament of 9,999 players over 30 rounds has 4 MB.
const MOST_BYTES: usize = 64 << 20;
/// The most lines that are read.
const MOST_LINES: usize = 1_000_000;

/// How lines end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LineEnd {
    /// Line feed.
    #[default]
    Lf,
    /// Carriage return and line feed.
    CrLf,
    /// Carriage return alone: what the format asks for and bbpPairings writes.
    Cr,
}

impl LineEnd {
    /// The characters.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
            Self::Cr => "\r",
        }
    }
}

/// A tournament file: its lines in order, each of a known or unknown kind.
///
/// Writing a document gives every line back byte for byte. Only three things are not kept: the
/// byte order mark, which line end each line had, and whether the last line had one.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) name: Arc<str>,
    text: String,
    spans: Vec<Span>,
    line_end: LineEnd,
}

#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    end: u32,
    kind: RecordKind,
}

impl Document {
    /// Splits `bytes` into lines. `name` stands in messages.
    ///
    /// Lines end with LF, CRLF or CR, also mixed. O(bytes).
    ///
    /// # Errors
    /// [`Failure`] when the bytes are empty, no UTF-8, hold NUL characters, or exceed 64 MiB or a
    /// million lines.
    pub fn parse(bytes: &[u8], name: &str) -> Result<Self, Failure> {
        let name: Arc<str> = Arc::from(name);
        let mut log = Log::new(&name);
        if bytes.len() > MOST_BYTES {
            let message = format!(
                "the file has {} bytes, expected at most {MOST_BYTES}",
                bytes.len()
            );
            log.error(Kind::Limit, At::default(), message, "");
            return Err(log.into_failure());
        }
        let Some(text) = decode(bytes, &mut log) else {
            return Err(log.into_failure());
        };
        let document = Self::from_text(name, text.to_owned());
        if document.spans.len() > MOST_LINES {
            let message = format!("the file has more than {MOST_LINES} lines");
            log.error(Kind::Limit, At::default(), message, "");
            return Err(log.into_failure());
        }
        Ok(document)
    }

    /// Stops one line after [`MOST_LINES`].
    pub(crate) fn from_text(name: Arc<str>, text: String) -> Self {
        let bytes = text.as_bytes();
        let mut spans = Vec::with_capacity((bytes.len() / 100).min(MOST_LINES));
        let mut start = 0;
        let mut line_end = None;
        while start < bytes.len() && spans.len() <= MOST_LINES {
            let end = start + line_length(&bytes[start..]);
            let kind = RecordKind::of(&text[start..end]);
            let (start_u32, end_u32) = (start as u32, end as u32);
            spans.push(Span {
                start: start_u32,
                end: end_u32,
                kind,
            });
            let (found, width) = match bytes.get(end..) {
                Some([b'\r', b'\n', ..]) => (LineEnd::CrLf, 2),
                Some([b'\r', ..]) => (LineEnd::Cr, 1),
                _ => (LineEnd::Lf, 1),
            };
            if end < bytes.len() {
                line_end.get_or_insert(found);
            }
            start = end + width;
        }
        Self {
            name,
            text,
            spans,
            line_end: line_end.unwrap_or_default(),
        }
    }

    /// The name the bytes were given under.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The end of the first line, to write the file as it came.
    pub fn line_end(&self) -> LineEnd {
        self.line_end
    }

    pub(crate) fn set_line_end(&mut self, line_end: LineEnd) {
        self.line_end = line_end;
    }

    /// The lines in their order.
    pub fn records(&self) -> impl ExactSizeIterator<Item = Record<'_>> {
        self.spans.iter().enumerate().map(|(index, span)| Record {
            line: index as u32 + 1,
            kind: span.kind,
            text: &self.text[span.start as usize..span.end as usize],
        })
    }

    /// Every line byte for byte, each with `line_end`.
    pub fn write(&self, line_end: LineEnd) -> String {
        let mut out = String::with_capacity(self.text.len() + self.spans.len());
        for record in self.records() {
            out.push_str(record.text);
            out.push_str(line_end.as_str());
        }
        out
    }
}

/// Bytes before the first line end, or all of them. Blocks without a line end are passed over as a
/// whole, a loop the compiler turns into vector instructions: byte by byte it took a quarter of the
/// time of reading. `every_line_end_reads_the_same` would catch a slip.
fn line_length(bytes: &[u8]) -> usize {
    const BLOCK: usize = 32;
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let blocks = bytes.chunks_exact(BLOCK);
    let passed = blocks
        .take_while(|block| !block.iter().fold(false, |found, byte| found | is_end(byte)))
        .count()
        * BLOCK;
    let rest = &bytes[passed..];
    passed + rest.iter().position(is_end).unwrap_or(rest.len())
}

/// The text of `bytes` without a byte order mark; `None` when an error was recorded.
fn decode<'a>(bytes: &'a [u8], log: &mut Log) -> Option<&'a str> {
    const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    if bytes.trim_ascii().is_empty() {
        log.error(
            Kind::NotATournamentFile,
            At::default(),
            "the file is empty",
            "a tournament file has one line starting with 001 per player",
        );
        return None;
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        log.error(
            Kind::Encoding,
            At::line(1).columns(1, 2),
            "the file is UTF-16, expected UTF-8",
            "save the file as UTF-8",
        );
        return None;
    }
    if bytes.contains(&0) {
        let offset = bytes.iter().position(|byte| *byte == 0).unwrap_or_default();
        let (line, column) = line_and_byte_column(bytes, offset);
        log.error(
            Kind::NotATournamentFile,
            At::line(line).columns(column, column),
            "the file holds a NUL character, so it is no text",
            "give the tournament report file (TRF), not the tournament program's own file",
        );
        return None;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(error) => {
            let offset = error.valid_up_to();
            let (line, column) = line_and_byte_column(bytes, offset);
            let message = format!(
                "byte {column} of the line is {:#04x}, which is no UTF-8",
                bytes[offset]
            );
            log.error(
                Kind::Encoding,
                At::line(line).columns(column, column),
                message,
                "save the file as UTF-8; files of older programs are often Windows-1252 or Latin-1",
            );
            None
        }
    }
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
