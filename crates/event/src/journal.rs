//! The journal of a file: every step with what is needed to take it back.
//!
//! A journal is JSON lines. The first line is the state that it begins with; each line after it is a step with
//! the digests (SHA-256) of the file before and after, and the places where the two differ. It is written before the file is, so
//! that whoever is ended in between leaves a line about a step that was not done: [`StepJournal::settle`]
//! knows it by the digest, and strikes it.
//!
//! A file that was edited by hand has a digest that no line has, which becomes a line of its own.
//! Going back is a line, too: nothing is ever lost.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::change::{FileChange, JournalBytes, backward, changes, forward, hex};
use crate::step::Step;

/// Raised when a field changes its meaning or goes.
const FORMAT_VERSION: u32 = 1;
const FORMAT: &str = "edelweiss.journal";

/// The state that a journal begins with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct FirstState {
    format: String,
    format_version: u32,
    at: String,
    /// Its digest.
    after: String,
    file: JournalBytes,
}

/// What a line of a journal is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JournalEvent {
    /// A step was done.
    Done(Step),
    /// The file was edited by other means.
    EditedOutside,
    /// The state after this line was made the current one again; 0 is the first state.
    BackTo(u32),
}

/// A line of a journal, but the first one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct JournalLine {
    /// Counted from 1.
    pub n: u32,
    /// When, as the caller says it.
    pub at: String,
    /// The step that was done, if any was; else the state is that of another line, or was made by other means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<Step>,
    /// The line whose state was made the current one again; 0 is the first state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back_to: Option<u32>,
    /// What changed, in words.
    pub said: Vec<String>,
    /// Digest of the file before it.
    pub before: String,
    /// Digest of the file after it.
    pub after: String,
    /// Where the two differ.
    pub changes: Vec<FileChange>,
}

impl JournalLine {
    /// What it is about.
    pub fn event(&self) -> JournalEvent {
        match (&self.done, self.back_to) {
            (Some(step), _) => JournalEvent::Done(step.clone()),
            (None, Some(n)) => JournalEvent::BackTo(n),
            (None, None) => JournalEvent::EditedOutside,
        }
    }
}

/// What is asked of many lines; the rest is passed over.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct LineHead {
    done: Option<StepHead>,
    back_to: Option<u32>,
    before: String,
    after: String,
}

#[derive(Deserialize)]
struct StepHead {
    step: String,
}

/// Why a journal cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenJournal {
    /// The line, counted from 1.
    pub line: usize,
    /// What was found.
    pub message: String,
}

impl fmt::Display for BrokenJournal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for BrokenJournal {}

/// The digest of a state.
pub fn digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// A journal: its lines, each read when it is asked for.
#[derive(Clone, Debug, Default)]
pub struct StepJournal {
    text: String,
    lines: Vec<Range<usize>>,
}

/// How a journal stands to its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JournalStanding {
    /// There is none yet, or it is as the file is.
    Agrees,
    /// Its last step was not done, and is struck.
    Struck,
    /// The file was edited by other means, which is a line now.
    EditedOutside,
}

impl StepJournal {
    /// Splits a journal into its lines. A last line without an end was being written when somebody ended the
    /// program, and is left out. O(bytes).
    ///
    /// # Errors
    /// Bytes that are no journal.
    pub fn parse(bytes: &[u8]) -> Result<Self, BrokenJournal> {
        let whole = bytes
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |end| end + 1);
        let text = String::from_utf8(bytes[..whole].to_vec()).map_err(|_| BrokenJournal {
            line: 1,
            message: "found no UTF-8".to_owned(),
        })?;
        let mut lines = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            lines.push(start..start + line.len());
            start += line.len();
        }
        let journal = Self { text, lines };
        if !journal.lines.is_empty() {
            journal.first()?;
        }
        Ok(journal)
    }

    /// The journal as bytes; those that were parsed, but for a last line without an end.
    pub fn bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// How many lines there are beside the first state.
    pub fn len(&self) -> u32 {
        self.lines.len().saturating_sub(1) as u32
    }

    /// Whether there is nothing to take back.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn read<T: for<'a> Deserialize<'a>>(&self, index: usize) -> Result<T, BrokenJournal> {
        let text = &self.text[self.lines[index].clone()];
        serde_json::from_str(text).map_err(|error| BrokenJournal {
            line: index + 1,
            message: format!("found no line of a journal: {error}"),
        })
    }

    fn first(&self) -> Result<FirstState, BrokenJournal> {
        let first: FirstState = self.read(0)?;
        if first.format != FORMAT || first.format_version != FORMAT_VERSION {
            let message = format!(
                "found {} version {}, expected {FORMAT} version {FORMAT_VERSION}",
                first.format, first.format_version
            );
            return Err(BrokenJournal { line: 1, message });
        }
        Ok(first)
    }

    /// Line `n`, counted from 1. O(line).
    ///
    /// # Errors
    /// A line that cannot be read.
    ///
    /// # Panics
    /// When there is no such line.
    pub fn line(&self, n: u32) -> Result<JournalLine, BrokenJournal> {
        self.read(n as usize)
    }

    fn head(&self, n: u32) -> Result<LineHead, BrokenJournal> {
        self.read(n as usize)
    }

    /// The digest after the last line.
    fn digest_at_end(&self) -> Result<Option<String>, BrokenJournal> {
        Ok(match self.lines.len() {
            0 => None,
            1 => Some(self.first()?.after),
            _ => Some(self.head(self.len())?.after),
        })
    }

    /// The state after line `n`; 0 is the first state. O(bytes · n).
    ///
    /// # Errors
    /// Lines that cannot be read, or do not fit each other.
    pub fn state(&self, n: u32) -> Result<Vec<u8>, BrokenJournal> {
        let mut bytes = self.first()?.file.0;
        for n in 1..=n {
            let line = self.line(n)?;
            bytes = forward(&bytes, &line.changes)
                .filter(|bytes| digest(bytes) == line.after)
                .ok_or_else(|| misfit(n))?;
        }
        Ok(bytes)
    }

    /// Makes the journal agree with the file as it stands, and says what that took. `at` is the time.
    ///
    /// # Errors
    /// Lines that cannot be read, or do not fit each other.
    pub fn settle(&mut self, file: &[u8], at: &str) -> Result<JournalStanding, BrokenJournal> {
        let now = digest(file);
        let Some(end) = self.digest_at_end()? else {
            self.push(&FirstState {
                format: FORMAT.to_owned(),
                format_version: FORMAT_VERSION,
                at: at.to_owned(),
                after: now,
                file: JournalBytes(file.to_vec()),
            });
            return Ok(JournalStanding::Agrees);
        };
        if end == now {
            return Ok(JournalStanding::Agrees);
        }
        if !self.is_empty() && self.head(self.len())?.before == now {
            if let Some(last) = self.lines.pop() {
                self.text.truncate(last.start);
            }
            return Ok(JournalStanding::Struck);
        }
        let known = self.state(self.len())?;
        let n = changes(&known, file).len();
        let said = vec![format!(
            "edited outside: {n} {}",
            if n == 1 { "place" } else { "places" }
        )];
        self.add(&known, file, JournalEvent::EditedOutside, said, at);
        Ok(JournalStanding::EditedOutside)
    }

    /// Adds a line about a step that leads from one state to another.
    pub fn add(
        &mut self,
        before: &[u8],
        after: &[u8],
        event: JournalEvent,
        said: Vec<String>,
        at: &str,
    ) {
        let (done, back_to) = match event {
            JournalEvent::Done(step) => (Some(step), None),
            JournalEvent::BackTo(n) => (None, Some(n)),
            JournalEvent::EditedOutside => (None, None),
        };
        let line = JournalLine {
            n: self.len() + 1,
            at: at.to_owned(),
            done,
            back_to,
            said,
            before: digest(before),
            after: digest(after),
            changes: changes(before, after),
        };
        self.push(&line);
    }

    fn push(&mut self, line: &impl Serialize) {
        let start = self.text.len();
        self.text += &serde_json::to_string(line).expect("texts, numbers and lists");
        self.text.push('\n');
        self.lines.push(start..self.text.len());
    }

    /// The line whose step made the current state: what is to be taken back next. 0 is the first state.
    ///
    /// # Errors
    /// Lines that cannot be read.
    pub fn current(&self) -> Result<u32, BrokenJournal> {
        self.real(self.len())
    }

    /// The line that made the state after line `n`, which may go back to another one.
    fn real(&self, mut n: u32) -> Result<u32, BrokenJournal> {
        while n > 0 {
            match self.head(n)?.back_to {
                // Always an earlier line, so that this ends.
                Some(earlier) if earlier < n => n = earlier,
                Some(_) => return Err(misfit(n)),
                None => break,
            }
        }
        Ok(n)
    }

    /// The lines whose steps are in the current state, latest first.
    ///
    /// # Errors
    /// Lines that cannot be read.
    pub fn in_force(&self) -> Result<Vec<u32>, BrokenJournal> {
        let mut found = Vec::new();
        let mut n = self.current()?;
        while n > 0 {
            found.push(n);
            n = self.real(n - 1)?;
        }
        Ok(found)
    }

    /// The state before so many of the latest steps of `file`, which agrees with this journal: which line it
    /// comes after, its bytes, and the lines taken back, latest first.
    ///
    /// # Errors
    /// Lines that cannot be read, or do not fit each other.
    pub fn before_last(
        &self,
        file: &[u8],
        steps: usize,
    ) -> Result<(u32, Vec<u8>, Vec<JournalLine>), BrokenJournal> {
        let mut n = self.current()?;
        let (mut bytes, mut taken) = (file.to_vec(), Vec::new());
        while n > 0 && taken.len() < steps {
            let line = self.line(n)?;
            bytes = backward(&bytes, &line.changes)
                .filter(|bytes| digest(bytes) == line.before)
                .ok_or_else(|| misfit(n))?;
            taken.push(line);
            n = self.real(n - 1)?;
        }
        Ok((n, bytes, taken))
    }

    /// White and Black of each board of a round as it was published, if a step in force has added it.
    ///
    /// # Errors
    /// Lines that cannot be read.
    pub fn published(&self, round: u16) -> Result<Option<Vec<[u32; 2]>>, BrokenJournal> {
        for n in self.in_force()? {
            let is_round = |step: StepHead| matches!(&step.step[..], "round" | "team-round");
            if !self.head(n)?.done.is_some_and(is_round) {
                continue;
            }
            match self.line(n)?.done {
                Some(Step::Round(step))
                    if step.round == round || step.is_match && step.round + 1 == round =>
                {
                    return Ok(Some(step.boards));
                }
                Some(Step::TeamRound(step)) if step.round == round => {
                    return Ok(Some(step.games()));
                }
                _ => {}
            }
        }
        Ok(None)
    }
}

fn misfit(n: u32) -> BrokenJournal {
    BrokenJournal {
        line: n as usize + 1,
        message: "it does not fit the lines before it".to_owned(),
    }
}
