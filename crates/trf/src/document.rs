//! A file as its lines: every record in its order, known or not.

use std::sync::Arc;

use crate::columns::Counting;
use crate::encoding::{self, Encoding, Form};
use crate::error::{At, Failure, FindingKind, Log};
use crate::layout;
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
/// Writing a document gives every line back byte for byte, in the encoding the file was in.
/// [`as_it_stands`](Document::as_it_stands) keeps the end of each line, too, and whether the last one has
/// any; [`write`](Document::write) ends all lines alike.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) name: Arc<str>,
    text: String,
    spans: Vec<LineSpan>,
    line_end: LineEnd,
    /// How the bytes were read, and are written.
    pub(crate) form: Form,
    /// What the columns of players' lines count.
    pub(crate) counting: Counting,
}

#[derive(Clone, Copy, Debug)]
struct LineSpan {
    start: u32,
    end: u32,
    /// Where the line after it starts.
    next: u32,
    kind: RecordKind,
    /// Whether its bytes are printable ASCII only, as those of most lines.
    is_plain: bool,
}

/// What becomes of a line.
pub(crate) enum LineEdit {
    Kept,
    /// These lines in its place, often one, and none where it goes.
    Becomes(Vec<String>),
}

impl LineEdit {
    pub(crate) fn becomes(line: String) -> Self {
        Self::Becomes(vec![line])
    }
}

impl Document {
    /// Splits `bytes` into lines, in the encoding they are in. `name` stands in messages.
    ///
    /// Lines end with LF, CRLF or CR, also mixed. O(bytes).
    ///
    /// # Errors
    /// [`Failure`] when the bytes are empty, no text, hold NUL characters, or exceed 64 MiB or a
    /// million lines.
    pub fn parse(bytes: &[u8], name: &str) -> Result<Self, Failure> {
        Self::parse_as(bytes, name, None)
    }

    /// The same in a given encoding.
    ///
    /// # Errors
    /// As for [`parse`](Self::parse), and when the bytes are not in that encoding.
    pub fn parse_as(bytes: &[u8], name: &str, encoding: Option<Encoding>) -> Result<Self, Failure> {
        let name: Arc<str> = Arc::from(name);
        let mut log = Log::new(&name);
        if bytes.len() > MOST_BYTES {
            let message = format!(
                "the file has {} bytes, expected at most {MOST_BYTES}",
                bytes.len()
            );
            log.error(FindingKind::Limit, At::default(), message, "");
            return Err(log.into_failure());
        }
        let Some((text, form)) = encoding::decode(bytes, encoding, &mut log) else {
            return Err(log.into_failure());
        };
        let mut document = Self::from_text(name, text);
        document.form = form;
        if document.spans.len() > MOST_LINES {
            let message = format!("the file has more than {MOST_LINES} lines");
            log.error(FindingKind::Limit, At::default(), message, "");
            return Err(log.into_failure());
        }
        if form.encoding == Encoding::Utf8 {
            document.counting =
                layout::counting(document.records_of(|kind| kind == RecordKind::Player));
        }
        Ok(document)
    }

    /// Stops one line after [`MOST_LINES`].
    pub(crate) fn from_text(name: Arc<str>, text: String) -> Self {
        let bytes = text.as_bytes();
        let mut spans = Vec::with_capacity((bytes.len() / 100).min(MOST_LINES));
        let mut start = 0;
        let mut line_end = None;
        let mut length = 0;
        while start < bytes.len() && spans.len() <= MOST_LINES {
            let is_plain;
            (length, is_plain) = measured(&bytes[start..], length);
            let end = start + length;
            let kind = RecordKind::of(&text[start..end]);
            let (found, width) = match bytes.get(end..) {
                Some([b'\r', b'\n', ..]) => (LineEnd::CrLf, 2),
                Some([b'\r', ..]) => (LineEnd::Cr, 1),
                _ => (LineEnd::Lf, 1),
            };
            if end < bytes.len() {
                line_end.get_or_insert(found);
            }
            let next = (end + width).min(bytes.len());
            spans.push(LineSpan {
                start: start as u32,
                end: end as u32,
                next: next as u32,
                kind,
                is_plain,
            });
            start = next;
        }
        Self {
            name,
            text,
            spans,
            line_end: line_end.unwrap_or_default(),
            form: Form::default(),
            counting: Counting::default(),
        }
    }

    /// Another text in the same form.
    pub(crate) fn with_text(&self, text: String) -> Self {
        Self {
            line_end: self.line_end,
            form: self.form,
            counting: self.counting,
            ..Self::from_text(Arc::clone(&self.name), text)
        }
    }

    /// A document without a line, of a tournament that no file can hold.
    pub fn without_lines(name: &str) -> Self {
        Self::from_text(Arc::from(name), String::new())
    }

    /// A document of a text, whose bytes are to be in that encoding, with a byte order mark or without.
    ///
    /// # Errors
    /// As for [`parse_as`](Self::parse_as); a text that the encoding cannot say.
    pub fn of_text(
        text: String,
        name: &str,
        encoding: Encoding,
        has_mark: bool,
    ) -> Result<Self, Failure> {
        let mut document = Self::from_text(Arc::from(name), text);
        document.form = Form::new(encoding, has_mark);
        if !document.can_say(&document.text) {
            let message = format!("the text has characters that {} has not", encoding.name());
            let mut log = Log::new(&document.name);
            log.error(FindingKind::Encoding, At::default(), message, "");
            return Err(log.into_failure());
        }
        Self::parse_as(&document.as_it_stands(), name, Some(encoding))
    }

    /// The lines with their ends, without a byte order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What to do about a document in which no line is a player's.
    pub(crate) fn hint_without_players(&self) -> &'static str {
        if self.text.trim_start().starts_with('{') {
            "this begins like JSON, of which `edelweiss convert` makes a tournament file"
        } else {
            "a tournament file has one line starting with 001 per player"
        }
    }

    /// Whether the file begins with a byte order mark.
    pub fn has_mark(&self) -> bool {
        self.form.has_mark()
    }

    /// The name the bytes were given under.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The end of the first line, to write the file as it came.
    pub fn line_end(&self) -> LineEnd {
        self.line_end
    }

    /// The encoding the file was in; UTF-8 for a document that never was a file.
    pub fn encoding(&self) -> Encoding {
        self.form.encoding
    }

    /// The lines in their order.
    pub fn records(&self) -> impl ExactSizeIterator<Item = Record<'_>> {
        (self.spans.iter().enumerate()).map(|(index, span)| self.record(index, span))
    }

    /// The records of these kinds, in their order.
    pub(crate) fn records_of(
        &self,
        is_wanted: impl Fn(RecordKind) -> bool,
    ) -> impl Iterator<Item = Record<'_>> {
        let wanted = (self.spans.iter().enumerate()).filter(move |(_, span)| is_wanted(span.kind));
        wanted.map(|(index, span)| self.record(index, span))
    }

    /// How many records are of this kind.
    pub(crate) fn count(&self, kind: RecordKind) -> usize {
        self.spans.iter().filter(|span| span.kind == kind).count()
    }

    fn record(&self, index: usize, span: &LineSpan) -> Record<'_> {
        Record {
            line: index as u32 + 1,
            kind: span.kind,
            text: &self.text[span.start as usize..span.end as usize],
            is_plain: span.is_plain,
        }
    }

    /// The file again: [`write`](Self::write) in the encoding the file was in, with a byte order mark
    /// if it had one.
    pub fn to_bytes(&self, line_end: LineEnd) -> Vec<u8> {
        self.form.encode(&self.write(line_end))
    }

    /// The bytes again, each line with the end it has; those of [`parse`](Self::parse), unless several byte
    /// order marks came first.
    pub fn as_it_stands(&self) -> Vec<u8> {
        self.form.encode(&self.text)
    }

    /// Whether the encoding of the file has every character of `text`. O(text).
    pub fn can_say(&self, text: &str) -> bool {
        self.form.can_say(text)
    }

    /// Another text in the same form: each line kept with its end, or what `edit` makes of it.
    pub(crate) fn with_lines(&self, mut edit: impl FnMut(Record<'_>) -> LineEdit) -> Self {
        let mut out = String::with_capacity(self.text.len() + self.text.len() / 16);
        for (record, span) in self.records().zip(&self.spans) {
            let own_end = &self.text[span.end as usize..span.next as usize];
            match edit(record) {
                LineEdit::Kept => {
                    out.push_str(record.text);
                    out.push_str(own_end);
                }
                LineEdit::Becomes(lines) => {
                    for (index, line) in lines.iter().enumerate() {
                        let is_last = index + 1 == lines.len();
                        out.push_str(line);
                        out.push_str(if is_last {
                            own_end
                        } else {
                            self.line_end.as_str()
                        });
                    }
                }
            }
        }
        self.with_text(out)
    }

    /// Every line as it stands, each with `line_end`.
    pub fn write(&self, line_end: LineEnd) -> String {
        let mut out = String::with_capacity(self.text.len() + self.spans.len());
        for record in self.records() {
            out.push_str(record.text);
            out.push_str(line_end.as_str());
        }
        out
    }
}

/// The length of the first line of `bytes`, and whether it is printable ASCII only. Most lines are as long
/// as the one `before`: then nothing is looked for, as what is printable ends no line.
fn measured(bytes: &[u8], before: usize) -> (usize, bool) {
    if let Some(b'\n' | b'\r') = bytes.get(before)
        && is_plain(&bytes[..before])
    {
        return (before, true);
    }
    let length = line_length(bytes);
    (length, is_plain(&bytes[..length]))
}

/// Whether all bytes are printable ASCII; block by block, as in [`line_length`], the last one once more.
fn is_plain(line: &[u8]) -> bool {
    const BLOCK: usize = 32;
    let is_plain = |byte: &u8| (b' '..=b'~').contains(byte);
    let are_plain = |block: &[u8; BLOCK]| block.iter().fold(true, |all, byte| all & is_plain(byte));
    let (blocks, rest) = line.as_chunks::<BLOCK>();
    match line.last_chunk() {
        Some(last) => blocks.iter().all(are_plain) && (rest.is_empty() || are_plain(last)),
        None => line.iter().all(is_plain),
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
