//! Errors and warnings with their place in the file.
//!
//! Everything found in a file is a [`Finding`]: a kind, a [`Place`], a message and often a hint.
//! A [`Failure`] is a file with at least one error; warnings travel with the reading.
//! At most a hundred of each are kept, the rest is counted; of the errors ten are told in full.

use std::fmt;
use std::sync::Arc;

use edelweiss_model::{RoundNumber, Tpn};

/// How many errors, and how many warnings, are kept per file.
pub(crate) const MOST_FINDINGS: usize = 100;

/// How many errors are told in full before the rest is counted by kind.
const MOST_TOLD: usize = 10;

/// Where in a file something was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The name under which the bytes were given.
    pub file: Arc<str>,
    /// The line, counted from 1; `None` is the whole file.
    pub line: Option<u32>,
    /// First and last column, counted from 1 in characters (in bytes where the file is padded so, or
    /// the line is no UTF-8).
    pub columns: Option<(u32, u32)>,
    /// The field's name, such as `opponent`; empty when the finding concerns no single field.
    pub field: &'static str,
    /// The player whose record it is.
    pub player: Option<Tpn>,
    /// The round it is about.
    pub round: Option<RoundNumber>,
}

impl Place {
    /// All of a file.
    pub fn of_file(name: &str) -> Self {
        Self {
            file: Arc::from(name),
            line: None,
            columns: None,
            field: "",
            player: None,
            round: None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        match self.columns {
            Some((first, last)) if first == last => write!(f, ":{first}"),
            Some((first, last)) => write!(f, ":{first}-{last}"),
            None => Ok(()),
        }
    }
}

/// What kind of thing was found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FindingKind {
    /// The bytes are no text, or no tournament file.
    NotATournamentFile,
    /// The bytes are not UTF-8.
    Encoding,
    /// A limit of the format or of this reader is exceeded.
    Limit,
    /// A field holds something it cannot hold.
    Field,
    /// A player is named who does not exist.
    UnknownPlayer,
    /// Two places contradict each other.
    Contradiction,
    /// The points columns do not fit the results.
    Points,
    /// A record is not known, or is known and not applied.
    NotApplied,
    /// Something was read in a way that another program might not share.
    Reading,
}

impl FindingKind {
    /// How many of this kind, in words.
    fn counted(self, n: usize) -> String {
        let (one, more) = match self {
            Self::NotATournamentFile => ("no tournament file", "no tournament file"),
            Self::Encoding => ("wrong encoding", "wrong encodings"),
            Self::Limit => ("limit exceeded", "limits exceeded"),
            Self::Field => ("field that cannot be read", "fields that cannot be read"),
            Self::UnknownPlayer => ("unknown player", "unknown players"),
            Self::Contradiction => ("contradiction", "contradictions"),
            Self::Points => (
                "player whose points do not fit the results",
                "players whose points do not fit the results",
            ),
            Self::NotApplied => ("record that is not applied", "records that are not applied"),
            Self::Reading => ("doubtful reading", "doubtful readings"),
        };
        format!("{n} {}", if n == 1 { one } else { more })
    }
}

/// One error or warning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What kind of thing it is.
    pub kind: FindingKind,
    /// Where it is.
    pub place: Place,
    /// What was found and what was expected: starts in lower case and has no final stop.
    pub message: String,
    /// What the arbiter can do about it.
    pub hint: Option<String>,
}

impl fmt::Display for Finding {
    /// `games.trf:7:92-95: message`, and the hint on a line of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "\n  hint: {hint}"),
            None => Ok(()),
        }
    }
}

/// Why a file is no tournament: its errors in the order of the file's records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// At least one error, at most a hundred.
    pub errors: Vec<Finding>,
    /// The kinds of all other errors, each once, with how many there are.
    pub more_errors: Vec<(FindingKind, usize)>,
    /// The warnings found before and beside the errors.
    pub warnings: Vec<Finding>,
}

impl Failure {
    /// How many errors there were beside [`errors`](Self::errors).
    pub fn n_more_errors(&self) -> usize {
        self.more_errors.iter().map(|(_, n)| n).sum()
    }
}

impl From<Finding> for Failure {
    /// One error, and no warning.
    fn from(error: Finding) -> Self {
        Self {
            errors: vec![error],
            more_errors: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

impl fmt::Display for Failure {
    /// The first ten errors in full, each hint where it comes up for the first time, and the rest
    /// counted by kind.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (told, counted) = self.errors.split_at(self.errors.len().min(MOST_TOLD));
        let mut hints: Vec<&str> = Vec::new();
        for (index, error) in told.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{}: {}", error.place, error.message)?;
            if let Some(hint) = &error.hint
                && !hints.contains(&hint.as_str())
            {
                hints.push(hint);
                write!(f, "\n  hint: {hint}")?;
            }
        }
        let mut more = Vec::new();
        for error in counted {
            count(&mut more, error.kind, 1);
        }
        for (kind, n) in &self.more_errors {
            count(&mut more, *kind, *n);
        }
        if !more.is_empty() {
            let n: usize = more.iter().map(|(_, n)| n).sum();
            let more: Vec<String> = more.iter().map(|(kind, n)| kind.counted(*n)).collect();
            write!(f, "\nand {n} more: {}", more.join(", "))?;
        }
        Ok(())
    }
}

/// Adds `n` errors of a kind to a list that has each kind once.
fn count(kinds: &mut Vec<(FindingKind, usize)>, kind: FindingKind, n: usize) {
    match kinds.iter_mut().find(|(other, _)| *other == kind) {
        Some((_, counted)) => *counted += n,
        None => kinds.push((kind, n)),
    }
}

impl std::error::Error for Failure {}

/// A place without the file's name, cheap to copy and to narrow down.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct At {
    pub(crate) line: u32,
    pub(crate) columns: Option<(u32, u32)>,
    pub(crate) field: &'static str,
    pub(crate) player: Option<Tpn>,
    pub(crate) round: Option<RoundNumber>,
}

impl At {
    /// The whole line; line 0 is the whole file.
    pub(crate) fn line(line: u32) -> Self {
        Self {
            line,
            ..Self::default()
        }
    }

    pub(crate) fn columns(mut self, first: usize, last: usize) -> Self {
        self.columns = Some((first as u32, last.max(first) as u32));
        self
    }

    pub(crate) fn field(mut self, field: &'static str) -> Self {
        self.field = field;
        self
    }

    pub(crate) fn player(mut self, player: Tpn) -> Self {
        self.player = Some(player);
        self
    }

    pub(crate) fn round(mut self, round: RoundNumber) -> Self {
        self.round = Some(round);
        self
    }
}

/// Collects findings while a file is read.
#[derive(Debug)]
pub(crate) struct Log {
    file: Arc<str>,
    errors: Vec<Finding>,
    more_errors: Vec<(FindingKind, usize)>,
    warnings: Vec<Finding>,
    more_warnings: usize,
    said: Vec<&'static str>,
    codes: Vec<String>,
    teams: TeamErrors,
}

/// What becomes of something wrong with records of teams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TeamErrors {
    /// An error: the teams are asked for. The hint says how to do without them, if that is possible.
    Refused(&'static str),
    /// A warning: only players are asked for. Nothing was wrong so far.
    Warned,
    /// The same, and something was wrong.
    LeftOut,
}

impl Log {
    pub(crate) fn new(file: &Arc<str>) -> Self {
        Self {
            file: Arc::clone(file),
            errors: Vec::new(),
            more_errors: Vec::new(),
            warnings: Vec::new(),
            more_warnings: 0,
            said: Vec::new(),
            codes: Vec::new(),
            teams: TeamErrors::Warned,
        }
    }

    /// The teams are asked for, so that what is wrong with their records is an error.
    pub(crate) fn ask_for_teams(&mut self, hint: &'static str) {
        self.teams = TeamErrors::Refused(hint);
    }

    fn finding(&self, kind: FindingKind, at: At, message: String, hint: &str) -> Finding {
        Finding {
            kind,
            place: Place {
                file: Arc::clone(&self.file),
                line: (at.line > 0).then_some(at.line),
                columns: at.columns,
                field: at.field,
                player: at.player,
                round: at.round,
            },
            message,
            hint: (!hint.is_empty()).then(|| hint.to_owned()),
        }
    }

    /// Records an error. An empty hint is no hint.
    pub(crate) fn error(
        &mut self,
        kind: FindingKind,
        at: At,
        message: impl Into<String>,
        hint: &str,
    ) {
        if self.errors.len() < MOST_FINDINGS {
            let finding = self.finding(kind, at, message.into(), hint);
            self.errors.push(finding);
        } else {
            count(&mut self.more_errors, kind, 1);
        }
    }

    /// Records a warning. An empty hint is no hint.
    pub(crate) fn warn(
        &mut self,
        kind: FindingKind,
        at: At,
        message: impl Into<String>,
        hint: &str,
    ) {
        if self.warnings.len() < MOST_FINDINGS {
            let finding = self.finding(kind, at, message.into(), hint);
            self.warnings.push(finding);
        } else {
            self.more_warnings += 1;
        }
    }

    /// Records what is wrong with a record of teams. That changes nothing for their players: where only
    /// those are asked for it is a warning, and the teams are left out.
    pub(crate) fn error_of_teams(
        &mut self,
        kind: FindingKind,
        at: At,
        message: impl Into<String>,
        hint: &str,
    ) {
        if let TeamErrors::Refused(without) = self.teams {
            let hints = [hint, without].into_iter().filter(|hint| !hint.is_empty());
            let hint = hints.collect::<Vec<_>>().join("; ");
            return self.error(kind, at, message, &hint);
        }
        self.teams = TeamErrors::LeftOut;
        let message = format!("{}; the teams of the file are left out", message.into());
        self.warn(kind, at, message, hint);
    }

    /// Whether something is wrong with the teams, and they are left out.
    pub(crate) fn leaves_teams_out(&self) -> bool {
        self.teams == TeamErrors::LeftOut
    }

    /// How many errors are kept.
    pub(crate) fn errors(&self) -> usize {
        self.errors.len()
    }

    /// Gives the errors from number `first` on a better hint.
    pub(crate) fn advise(&mut self, first: usize, hint: &str) {
        for error in &mut self.errors[first..] {
            error.hint = Some(hint.to_owned());
        }
    }

    /// Whether `topic` comes up for the first time in this file.
    pub(crate) fn first_time(&mut self, topic: &'static str) -> bool {
        let first = !self.said.contains(&topic);
        if first {
            self.said.push(topic);
        }
        first
    }

    /// Whether a record's code comes up for the first time. Only known codes are asked for.
    pub(crate) fn first_time_code(&mut self, code: &str) -> bool {
        if self.codes.iter().any(|known| known == code) {
            return false;
        }
        self.codes.push(code.to_owned());
        true
    }

    pub(crate) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    pub(crate) fn into_warnings(mut self) -> Vec<Finding> {
        self.count_warnings();
        self.warnings
    }

    pub(crate) fn into_failure(mut self) -> Failure {
        self.count_warnings();
        self.errors
            .sort_by_key(|error| error.place.line.unwrap_or(0));
        Failure {
            errors: self.errors,
            more_errors: self.more_errors,
            warnings: self.warnings,
        }
    }

    fn count_warnings(&mut self) {
        if self.more_warnings > 0 {
            let message = format!("{} more warnings are not shown", self.more_warnings);
            let finding = self.finding(FindingKind::Limit, At::default(), message, "");
            self.warnings.push(finding);
            self.more_warnings = 0;
        }
    }
}

/// Marks that no reader sees, some of which turn the direction of writing.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{feff}')
}

/// `text` between quotes, cut to a readable length, control characters and invisible ones escaped.
pub(crate) fn quoted(text: &str) -> String {
    const MOST: usize = 24;
    let mut out = String::from("'");
    for (index, character) in text.chars().enumerate() {
        if index == MOST {
            out.push_str("...");
            break;
        }
        if character.is_control() || is_invisible(character) {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    out.push('\'');
    out
}
