//! `edelweiss check`: every recorded round of tournament files, paired again.
//!
//! Files are checked side by side and written one after the other, in the order they were given: a
//! file's result leaves as soon as those before it have, so an interruption loses none that is
//! finished, and memory holds a few files at a time, however many there are.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use clap::{Args, ValueEnum};
use edelweiss::roster::looks_like_a_list;
use edelweiss_answers::check::{self as answers, CheckOptions, CheckSummary, FileReport};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::exit::{Exit, ExitFailure, say};
use crate::files;
use crate::files::inputs::{self, Input, Limits};
use crate::reading::{ReadArgs, list_instead};

const EXAMPLES: &str = "\
Examples:
  edelweiss check open.trf                every round, and the ranks, again
  edelweiss check events/ --format junit  all files of a folder, for CI";

/// Pair the recorded rounds of tournament files again, rank the players again, and compare
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckArgs {
    /// Tournament files, archives of them (.zip, .tar, .tar.gz, .tar.xz), and folders with files
    /// named *.trf or archives at any depth; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    options: CheckOptions,
    /// What to write
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    format: CheckFormat,
    #[command(flatten)]
    read: ReadArgs,
}

/// `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum CheckFormat {
    /// A line per round, and what differs below it
    Text,
    /// One document about all files
    Json,
    /// One document as test runners write it: a suite per file, a test per round
    Junit,
}

/// Bytes of archive members that wait to be checked, at most.
const MOST_WAITING: usize = 128 << 20;

/// Runs the command: [`Exit::Invalid`] if a file could not be checked, else whether rounds differ.
/// [`Exit::Done`] where the reader of the answer has gone before its end.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(args: &CheckArgs) -> Result<Exit, ExitFailure> {
    match check_all(args) {
        Ok(exit) => Ok(exit),
        Err(CheckStop::Unread) => Ok(Exit::Done),
        Err(CheckStop::Failed(failure)) => Err(failure),
    }
}

/// Why checking ends before the last file.
#[derive(Debug)]
enum CheckStop {
    /// Nobody reads the answer any more.
    Unread,
    Failed(ExitFailure),
}

fn check_all(args: &CheckArgs) -> Result<Exit, CheckStop> {
    let listed = inputs::list(&args.files);
    // Rounds of one file are worked on side by side only where there is nothing else to do: a
    // thread that waits for a part of its file would take up another file meanwhile.
    let is_alone = matches!(&listed[..], [(path, _)] if !inputs::is_archive(path));
    let mut writer = ReportWriter::new(args, listed.len() as u64);
    writer.begin()?;
    // Enough for all threads to be busy while one file takes its time.
    let most_open = 64 * rayon::current_num_threads();
    let is_stopped = AtomicBool::new(false);
    rayon::in_place_scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let mut queue = Queue::default();
        let mut stop = None;
        let is_stopped = &is_stopped;
        for (path, error) in listed {
            let flow = inputs::visit(path, error, Limits::default(), &mut |input| {
                let size = queue.open(&input);
                let number = queue.given - 1;
                let sender = sender.clone();
                scope.spawn(move |_| {
                    if !is_stopped.load(Ordering::Relaxed) {
                        // Nobody listens any more only where writing has ended.
                        let _ = sender.send((number, size, checked(input, args, is_alone)));
                    }
                });
                loop {
                    let is_full =
                        queue.given - queue.written > most_open || queue.waiting > MOST_WAITING;
                    let done = if is_full {
                        receiver.recv().ok()
                    } else {
                        receiver.try_recv().ok()
                    };
                    let Some(done) = done else { break };
                    if let Err(reason) = queue.close(done, &mut writer) {
                        is_stopped.store(true, Ordering::Relaxed);
                        stop = Some(reason);
                        return ControlFlow::Break(());
                    }
                }
                ControlFlow::Continue(())
            });
            if flow.is_break() {
                break;
            }
        }
        if let Some(reason) = stop {
            return Err(reason);
        }
        drop(sender);
        for done in receiver {
            let closed = queue.close(done, &mut writer);
            is_stopped.store(closed.is_err(), Ordering::Relaxed);
            closed?;
        }
        Ok(())
    })?;
    writer.end()
}

/// What has been given out, and what waits for those before it.
#[derive(Default)]
struct Queue {
    given: usize,
    written: usize,
    waiting: usize,
    early: BTreeMap<usize, FileReport>,
}

/// Number, size and result of a file.
type Done = (usize, usize, FileReport);

impl Queue {
    /// Counts a file in; the bytes it keeps in memory until it is checked.
    fn open(&mut self, input: &Input) -> usize {
        let size = match input {
            Input::Member { bytes, .. } => bytes.len(),
            Input::File(_) | Input::Bad { .. } => 0,
        };
        self.given += 1;
        self.waiting += size;
        size
    }

    fn close(
        &mut self,
        (number, size, report): Done,
        writer: &mut ReportWriter,
    ) -> Result<(), CheckStop> {
        self.waiting -= size;
        self.early.insert(number, report);
        while let Some(report) = self.early.remove(&self.written) {
            self.written += 1;
            writer.add(&report)?;
        }
        Ok(())
    }
}

/// A defect of ours in one file leaves the others alone.
fn checked(input: Input, args: &CheckArgs, is_alone: bool) -> FileReport {
    let name = match &input {
        Input::File(path) => files::name_of(path),
        Input::Member { name, .. } | Input::Bad { name, .. } => name.clone(),
    };
    catch_unwind(AssertUnwindSafe(|| match input {
        Input::File(path) => match files::read(&path) {
            Ok(bytes) => file(&name, &bytes, args, is_alone),
            Err(error) => FileReport::bad(&name, error),
        },
        Input::Member { bytes, .. } => file(&name, &bytes, args, is_alone),
        Input::Bad { error, .. } => FileReport::bad(&name, error),
    }))
    .unwrap_or_else(|_| FileReport::defect(&name))
}

fn file(name: &str, bytes: &[u8], args: &CheckArgs, is_alone: bool) -> FileReport {
    let report = answers::file(name, bytes, &args.options, args.read.options(), is_alone);
    match &report.error {
        Some(_) if looks_like_a_list(bytes) => {
            FileReport::refused(name, list_instead(name).to_string(), Vec::new())
        }
        _ => report,
    }
}

/// Writes results as they come.
struct ReportWriter {
    format: CheckFormat,
    all: bool,
    read: ReadArgs,
    summary: CheckSummary,
    bar: ProgressBar,
}

impl ReportWriter {
    fn new(args: &CheckArgs, files: u64) -> Self {
        // Hidden where standard error is no terminal.
        let bar = ProgressBar::with_draw_target(Some(files), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} files, {msg}, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self {
            format: args.format,
            all: args.options.all,
            read: args.read,
            summary: CheckSummary::default(),
            bar,
        }
    }

    fn write(&self, text: &str) -> Result<(), CheckStop> {
        match self
            .bar
            .suspend(|| files::write_while_read(text.as_bytes()))
        {
            Ok(ControlFlow::Continue(())) => Ok(()),
            Ok(ControlFlow::Break(())) => Err(CheckStop::Unread),
            Err(error) => {
                let message = format!("standard output: {error}");
                Err(CheckStop::Failed(ExitFailure::new(
                    Exit::FileAccess,
                    message,
                )))
            }
        }
    }

    fn begin(&self) -> Result<(), CheckStop> {
        match self.format {
            CheckFormat::Text => Ok(()),
            CheckFormat::Json => self.write(&answers::json_head()),
            CheckFormat::Junit => self.write(&answers::junit_head()),
        }
    }

    fn add(&mut self, report: &FileReport) -> Result<(), CheckStop> {
        let is_first = self.summary.files == 0;
        self.summary.add(report);
        self.bar.suspend(|| {
            self.read.warn(&report.warnings);
            if let Some(error) = &report.error {
                say(&format!("error: {error}"));
            }
        });
        // Members of archives are not known beforehand.
        let files = self.summary.files as u64;
        self.bar
            .set_length(self.bar.length().unwrap_or(0).max(files));
        self.bar
            .set_message(format!("{} rounds", self.summary.rounds));
        self.bar.set_position(files);
        match self.format {
            CheckFormat::Text => self.write(&report.text(self.all)),
            CheckFormat::Json => self.write(&answers::json_file(report, is_first)),
            CheckFormat::Junit => self.write(&answers::junit_suite(report)),
        }
    }

    fn end(self) -> Result<Exit, CheckStop> {
        self.bar.finish_and_clear();
        match self.format {
            CheckFormat::Text => self.write(&self.summary.to_string())?,
            CheckFormat::Json => self.write(&answers::json_tail(&self.summary))?,
            CheckFormat::Junit => self.write(answers::JUNIT_TAIL)?,
        }
        let summary = &self.summary;
        Ok(if summary.defects > 0 {
            Exit::Defect
        } else if summary.bad_files > 0 {
            Exit::Invalid
        } else if summary.has_differences() {
            Exit::DIFFERS
        } else {
            Exit::Done
        })
    }
}
