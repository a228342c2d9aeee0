//! The options of every command that reads tournament files.

use std::fmt::Display;
use std::io;
use std::path::Path;

use clap::Args;
use edelweiss::roster::looks_like_a_list;
use edelweiss::trf::{Failure, Finding, FindingKind, Place, ReadOptions};
use edelweiss_answers::{AnswerError, EncodingName, TournamentInput};

use crate::exit::{Exit, ExitFailure, say};
use crate::files;

/// How files are read, and what is said about it.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ReadArgs {
    /// Encoding of the tournament file [default: UTF-8 where it is that, else the likeliest one, with
    /// a warning]
    #[arg(long, value_enum)]
    encoding: Option<EncodingName>,
    /// Do not compare the points of the file (columns 81-84) with its results, which count
    #[arg(long)]
    ignore_points: bool,
    /// Errors only: no warnings and notes on standard error
    #[arg(short, long)]
    quiet: bool,
}

impl ReadArgs {
    /// What the reader is told.
    pub(crate) fn options(self) -> ReadOptions {
        ReadOptions::default()
            .encoding(self.encoding.map(Into::into))
            .check_points(!self.ignore_points)
    }

    /// Reads the file that a command is about, whose answer goes to `output`, and says what was read with
    /// doubts. `refuse` turns a file that is refused into the end of the command.
    ///
    /// # Errors
    /// When the answer would overwrite the file, or the file cannot be opened or read.
    pub(crate) fn read(
        self,
        file: &Path,
        output: &Path,
        refuse: impl Fn(AnswerError) -> ExitFailure,
    ) -> Result<TournamentInput, ExitFailure> {
        self.read_as(self.options(), file, output, refuse)
    }

    /// The same, read with other options.
    ///
    /// # Errors
    /// As for [`Self::read`].
    pub(crate) fn read_as(
        self,
        options: ReadOptions,
        file: &Path,
        output: &Path,
        refuse: impl Fn(AnswerError) -> ExitFailure,
    ) -> Result<TournamentInput, ExitFailure> {
        let read = |name: &str, bytes: &[u8]| Ok(TournamentInput::read(name, bytes, &options)?);
        self.read_by(files::read, read, file, output, refuse)
    }

    /// Reads the file of a round, which can be JSON of players and results, as [`Self::read`].
    ///
    /// # Errors
    /// As for [`Self::read`].
    pub(crate) fn read_to_pair(
        self,
        file: &Path,
        output: &Path,
        refuse: impl Fn(AnswerError) -> ExitFailure,
    ) -> Result<TournamentInput, ExitFailure> {
        let options = self.options();
        let read = |name: &str, bytes: &[u8]| TournamentInput::read_to_pair(name, bytes, &options);
        self.read_by(files::read_or_json, read, file, output, refuse)
    }

    fn read_by(
        self,
        bytes_of: impl Fn(&Path) -> io::Result<Vec<u8>>,
        read: impl Fn(&str, &[u8]) -> Result<TournamentInput, AnswerError>,
        file: &Path,
        output: &Path,
        refuse: impl Fn(AnswerError) -> ExitFailure,
    ) -> Result<TournamentInput, ExitFailure> {
        must_differ(file, output)?;
        let name = files::name_of(file);
        let bytes = bytes_of(file)
            .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("{name}: {error}")))?;
        let input = read(&name, &bytes).map_err(|error| {
            let error = no_tournament_error(error, &name, &bytes);
            if let Some(failure) = &error.failure {
                self.warn(&failure.warnings);
            }
            refuse(error)
        })?;
        self.warn(&input.reading.warnings);
        Ok(input)
    }

    /// Says what was read with doubts, unless that is not wanted.
    pub(crate) fn warn(self, warnings: &[impl Display]) {
        for warning in warnings {
            self.say("warning", &warning.to_string());
        }
    }

    /// Says something about the answer, unless that is not wanted.
    pub(crate) fn note(self, note: &str) {
        self.say("note", note);
    }

    fn say(self, kind: &str, text: &str) {
        if !self.quiet {
            say(&format!("{kind}: {text}"));
        }
    }
}

/// Why these bytes are no tournament; of a list of players that is all there is to say.
pub(crate) fn no_tournament(failure: Failure, name: &str, bytes: &[u8]) -> Failure {
    if looks_like_a_list(bytes) {
        list_instead(name)
    } else {
        failure
    }
}

/// What is said of a list of players in the place of a tournament file.
pub(crate) fn list_instead(name: &str) -> Failure {
    let message = "found a list of players, expected a tournament file; `edelweiss new LIST -o FILE --rounds N` makes one of it";
    Finding {
        kind: FindingKind::NotATournamentFile,
        place: Place::of_file(name),
        message: message.to_owned(),
        hint: None,
    }
    .into()
}

/// The same of a refusal.
pub(crate) fn no_tournament_error(error: AnswerError, name: &str, bytes: &[u8]) -> AnswerError {
    if looks_like_a_list(bytes) {
        list_instead(name).into()
    } else {
        error
    }
}

/// # Errors
/// An answer that would overwrite the file that it is about.
pub(crate) fn must_differ(file: &Path, output: &Path) -> Result<(), ExitFailure> {
    if !files::are_same(file, output) {
        return Ok(());
    }
    let message = format!(
        "the output {} is the input file, which would be lost\n  hint: choose another name for -o",
        output.display()
    );
    Err(ExitFailure::new(Exit::Invalid, message))
}
