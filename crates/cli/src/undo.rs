//! `edelweiss undo` and `edelweiss log`: the journal of a tournament file.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use edelweiss::event::journal::{JournalEvent, JournalLine, StepJournal, digest};

use crate::exit::{Exit, ExitFailure};
use crate::files::{self, name_of};
use crate::reading::ReadArgs;
use crate::steps::{self, StepSession};

const UNDO_EXAMPLES: &str = "\
Examples:
  edelweiss undo open.trf              takes back what was done last
  edelweiss undo open.trf --steps 3    the last three steps
  edelweiss undo open.trf --to 12      as it was after step 12 of `log`

Going back is a step, too: `--to` leads forward again.";

/// Take back the last steps of a tournament file
#[derive(Debug, Args)]
#[command(after_help = UNDO_EXAMPLES)]
pub(crate) struct UndoArgs {
    /// Tournament file, which is changed
    file: PathBuf,
    /// How many steps are taken back
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// Go to the state after this step of the log instead, which may have been taken back; 0 is the first state
    #[arg(long, value_name = "N", conflicts_with = "steps")]
    to: Option<u32>,
    #[command(flatten)]
    read: ReadArgs,
}

const LOG_EXAMPLES: &str = "\
Examples:
  edelweiss log open.trf          every step with its time
  edelweiss log open.trf --all    with everything that each step has changed";

/// Show what was done to a tournament file, step by step
#[derive(Debug, Args)]
#[command(after_help = LOG_EXAMPLES)]
pub(crate) struct LogArgs {
    /// Tournament file
    file: PathBuf,
    /// Everything that a step has changed, instead of its first line
    #[arg(long)]
    all: bool,
}

/// Runs `undo`.
///
/// # Errors
/// Nothing to take back, a step that is not in the journal, files that cannot be read or written.
pub(crate) fn undo(args: &UndoArgs) -> Result<(), ExitFailure> {
    let mut session = StepSession::open(&args.file, args.read)?;
    let (n, bytes, said) = match args.to {
        Some(n) => state(&session, args, n)?,
        None => before(&session, args)?,
    };
    session.commit(&bytes, JournalEvent::BackTo(n), said.clone())?;
    drop(session);
    let lines: String = said.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    steps::print(&lines)
}

/// A state: the step that it comes after, its bytes, and what is to be said.
type StateBefore = (u32, Vec<u8>, Vec<String>);

fn before(session: &StepSession, args: &UndoArgs) -> Result<StateBefore, ExitFailure> {
    let found = (session.journal()).before_last(session.bytes(), args.steps as usize);
    let (n, bytes, taken) = found.map_err(|error| session.broken(&error))?;
    if taken.len() < args.steps as usize {
        let message = match taken.len() {
            0 => "found no step to take back".to_owned(),
            n => format!("found {n} steps to take back, expected {}", args.steps),
        };
        let hint = "`edelweiss log FILE` shows what was done; --to goes to any state of it";
        return Err(ExitFailure::new(
            Exit::Invalid,
            format!("{}: {message}\n  hint: {hint}", name_of(&args.file)),
        ));
    }
    let said = taken
        .iter()
        .map(|line| format!("taken back: {}", summary(line)));
    Ok((n, bytes, said.collect()))
}

fn state(session: &StepSession, args: &UndoArgs, n: u32) -> Result<StateBefore, ExitFailure> {
    let journal = session.journal();
    if n > journal.len() {
        let message = format!("found step {n}, expected one from 0 to {}", journal.len());
        return Err(ExitFailure::new(
            Exit::Invalid,
            format!(
                "{}: {message}\n  hint: `edelweiss log FILE` shows them",
                name_of(&args.file)
            ),
        ));
    }
    let bytes = journal.state(n).map_err(|error| session.broken(&error))?;
    if bytes == session.bytes() {
        let message = format!(
            "{}: the file is as it was after step {n}",
            name_of(&args.file)
        );
        return Err(ExitFailure::new(Exit::Invalid, message));
    }
    let said = if n == 0 {
        "back to the first state".to_owned()
    } else {
        let line = journal.line(n).map_err(|error| session.broken(&error))?;
        format!("as it was after step {n}: {}", summary(&line))
    };
    Ok((n, bytes, vec![said]))
}

/// The first thing that a step has changed, and how many more.
fn summary(line: &JournalLine) -> String {
    let first = line.said.first().map_or("", String::as_str);
    match line.said.len().saturating_sub(1) {
        0 => first.to_owned(),
        more => format!("{first} (and {more} more)"),
    }
}

/// Runs `log`.
///
/// # Errors
/// A journal that cannot be read.
pub(crate) fn log(args: &LogArgs) -> Result<(), ExitFailure> {
    let bytes = files::read(&args.file).map_err(|error| {
        ExitFailure::new(
            Exit::FileAccess,
            format!("{}: {error}", name_of(&args.file)),
        )
    })?;
    let journal = steps::look_at_journal(&args.file)?;
    let told = told(&journal, &bytes, args.all);
    let told = told.map_err(|error| steps::broken(&args.file, &error))?;
    steps::print(&told)
}

fn told(
    journal: &StepJournal,
    file: &[u8],
    is_whole: bool,
) -> Result<String, edelweiss::event::journal::BrokenJournal> {
    if journal.is_empty() {
        return Ok("no step was done yet\n".to_owned());
    }
    let in_force: BTreeSet<u32> = journal.in_force()?.into_iter().collect();
    let mut out = String::new();
    let mut last = String::new();
    for n in 1..=journal.len() {
        let line = journal.line(n)?;
        let is_back = matches!(line.event(), JournalEvent::BackTo(_));
        let mark = match () {
            () if is_back => ' ',
            () if in_force.contains(&n) => '+',
            () => '-',
        };
        let words = if is_whole {
            line.said.join("\n                                ")
        } else {
            summary(&line)
        };
        writeln!(out, "{mark}{n:>5}  {:20}  {words}", line.at).expect("a string grows");
        last = line.after;
    }
    if last != digest(file) {
        out += "the file has been edited by other means since\n";
    }
    Ok(out)
}
