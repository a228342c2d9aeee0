//! What the commands that change a tournament file share: the file with its journal, a step, and what is said.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use edelweiss::event::boards::{self, RoundGame};
use edelweiss::event::journal::{BrokenJournal, JournalEvent, JournalStanding, StepJournal};
use edelweiss::event::{Applied, EventFile, Step, apply};
use edelweiss::model::{RoundNumber, Tournament};
use edelweiss::trf::{Failure, Finding};
use edelweiss_answers::AnswerError;
use edelweiss_answers::steps::consequences;
use edelweiss_answers::system::RulesOptions;

use crate::exit::{Exit, ExitFailure};
use crate::files::journaled::{JournaledFile, journal_of, read_journal};
use crate::files::{self, name_of};
use crate::reading::{ReadArgs, no_tournament};

/// A tournament file that a command is about to change; nobody else does meanwhile.
pub(crate) struct StepSession {
    path: PathBuf,
    read: ReadArgs,
    file: JournaledFile,
    bytes: Vec<u8>,
    journal: StepJournal,
}

/// When, in UTC. `SOURCE_DATE_EPOCH` says another time, so that journals can be made again.
fn now() -> String {
    let said = std::env::var("SOURCE_DATE_EPOCH").ok();
    let seconds = said.and_then(|text| text.parse().ok()).unwrap_or_else(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_secs() as i64)
    });
    jiff::Timestamp::from_second(seconds).map_or_else(|_| String::new(), |time| time.to_string())
}

/// A journal that cannot be used.
pub(crate) fn broken(path: &Path, error: &BrokenJournal) -> ExitFailure {
    let name = journal_of(path).map_or_else(|_| name_of(path), |path| name_of(&path));
    let message = format!(
        "{name}: {error}\n  hint: the tournament file itself is whole; move the journal away, and a new one begins with the next step"
    );
    ExitFailure::new(Exit::Invalid, message)
}

/// A file that cannot be opened, read or written.
fn out_of_reach(path: &Path, error: &std::io::Error) -> ExitFailure {
    ExitFailure::new(Exit::FileAccess, format!("{}: {error}", name_of(path)))
}

impl StepSession {
    /// Locks and reads a file and its journal. The file need not be one that reads.
    ///
    /// # Errors
    /// What cannot be opened; a journal that is none.
    pub(crate) fn open(path: &Path, read: ReadArgs) -> Result<Self, ExitFailure> {
        if files::is_standard(path) {
            let message =
                "a step changes the file itself, and standard input is none\n  hint: name a file";
            return Err(ExitFailure::new(Exit::Invalid, message));
        }
        let file = JournaledFile::open(path, || {
            read.note(&format!(
                "waiting for another edelweiss that works on {}",
                path.display()
            ));
        })
        .map_err(|error| out_of_reach(path, &error))?;
        let bytes = files::read(path).map_err(|error| out_of_reach(path, &error))?;
        let mut journal =
            StepJournal::parse(file.journal()).map_err(|error| broken(path, &error))?;
        let standing = journal
            .settle(&bytes, &now())
            .map_err(|error| broken(path, &error))?;
        match standing {
            JournalStanding::Agrees => {}
            JournalStanding::Struck => read.note(
                "the last command was ended before it changed the file; what it began is struck from the journal",
            ),
            JournalStanding::EditedOutside => read.note(
                "the file was edited by other means since the last step, which the journal notes as a step of its own",
            ),
        }
        Ok(Self {
            path: path.to_owned(),
            read,
            file,
            bytes,
            journal,
        })
    }

    /// The file as it stands.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Its journal, which agrees with it.
    pub(crate) fn journal(&self) -> &StepJournal {
        &self.journal
    }

    /// What the file says.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn event(&self) -> Result<EventFile, ExitFailure> {
        let event = read_event(&self.path, &self.bytes, self.read)?;
        warn(self.read, &event);
        Ok(event)
    }

    /// The same, where its warnings have been said already.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn event_again(&self) -> Result<EventFile, ExitFailure> {
        Ok(EventFile::read(
            &self.bytes,
            &name_of(&self.path),
            &self.read.options(),
        )?)
    }

    /// The games of a round at the boards at which they were published.
    ///
    /// # Errors
    /// A journal that cannot be read.
    pub(crate) fn boards(
        &self,
        tournament: &Tournament,
        round: RoundNumber,
    ) -> Result<Vec<RoundGame>, ExitFailure> {
        published(&self.path, &self.journal, tournament, round)
    }

    /// Does a step: journal and file, or neither of them. What was said is printed by the caller.
    ///
    /// # Errors
    /// Everything that is wrong with the step; files that cannot be written.
    pub(crate) fn carry_out(
        &mut self,
        event: &EventFile,
        step: &Step,
    ) -> Result<Applied, ExitFailure> {
        let applied = apply(event, step).map_err(|error| self.refused(&error.into()))?;
        if applied.is_change(event) {
            let what = JournalEvent::Done(applied.step.clone());
            self.commit(applied.event.bytes(), what, applied.said.clone())?;
        }
        Ok(applied)
    }

    /// Makes `bytes` the state of the file, and writes down how it came about.
    ///
    /// # Errors
    /// Files that cannot be written.
    pub(crate) fn commit(
        &mut self,
        bytes: &[u8],
        event: JournalEvent,
        said: Vec<String>,
    ) -> Result<(), ExitFailure> {
        (self.journal).add(&self.bytes, bytes, event, said, &now());
        let committed = self.file.commit(self.journal.bytes(), bytes);
        committed.map_err(|error| out_of_reach(&self.path, &error))?;
        self.bytes = bytes.to_vec();
        Ok(())
    }

    /// A refusal with the name of the file.
    pub(crate) fn refused(&self, error: &AnswerError) -> ExitFailure {
        let message = format!("{}: {}", name_of(&self.path), error.message);
        ExitFailure::new(error.kind.into(), message)
    }

    /// A journal that cannot be used.
    pub(crate) fn broken(&self, error: &BrokenJournal) -> ExitFailure {
        broken(&self.path, error)
    }
}

/// # Errors
/// What is wrong with the file.
fn read_event(path: &Path, bytes: &[u8], read: ReadArgs) -> Result<EventFile, Failure> {
    let name = name_of(path);
    EventFile::read(bytes, &name, &read.options())
        .map_err(|failure| no_tournament(failure, &name, bytes))
        .inspect_err(|failure| read.warn(&failure.warnings))
}

/// Says what was read with doubts. That games have no result is what these commands are about.
fn warn(read: ReadArgs, event: &EventFile) {
    let is_of_game = |warning: &&Finding| warning.place.field == "result";
    for warning in event
        .warnings()
        .iter()
        .filter(|warning| !is_of_game(warning))
    {
        read.warn(&[warning]);
    }
}

/// A file and its journal, to look at only.
///
/// # Errors
/// What cannot be opened, or is wrong with it; a journal that is none.
pub(crate) fn look(path: &Path, read: ReadArgs) -> Result<(EventFile, StepJournal), ExitFailure> {
    let bytes = files::read(path).map_err(|error| out_of_reach(path, &error))?;
    let event = read_event(path, &bytes, read)?;
    warn(read, &event);
    Ok((event, look_at_journal(path)?))
}

/// The journal of a file, to look at only; an empty one where there is none.
///
/// # Errors
/// A journal that cannot be opened, or is none.
pub(crate) fn look_at_journal(path: &Path) -> Result<StepJournal, ExitFailure> {
    if files::is_standard(path) {
        return Ok(StepJournal::default());
    }
    let journal = read_journal(path).map_err(|error| out_of_reach(path, &error))?;
    StepJournal::parse(&journal).map_err(|error| broken(path, &error))
}

/// The games of a round at the boards at which they were published.
///
/// # Errors
/// A journal that cannot be read.
pub(crate) fn published(
    path: &Path,
    journal: &StepJournal,
    tournament: &Tournament,
    round: RoundNumber,
) -> Result<Vec<RoundGame>, ExitFailure> {
    let games = boards::of_round(tournament, round);
    let known = journal
        .published(round.get())
        .map_err(|error| broken(path, &error))?;
    Ok(match known {
        Some(known) => boards::as_published(tournament, games, &known),
        None => games,
    })
}

/// What changed and what follows from it, a line each.
pub(crate) fn words(applied: &Applied) -> String {
    let follows = consequences(applied, &RulesOptions::default());
    let lines = applied.said.iter().chain(&follows);
    lines.flat_map(|line| [line.as_str(), "\n"]).collect()
}

/// Prints what was done.
///
/// # Errors
/// A standard output that takes nothing; the step is done all the same.
pub(crate) fn print(text: &str) -> Result<(), ExitFailure> {
    files::write_standard(text)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("standard output: {error}")))
}
