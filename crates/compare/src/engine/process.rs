//! One run of another program, from its start to the end of everything it has started.
//!
//! Its supervisor ends what the program leaves; without one, its process group is ended.
//!
//! Output goes to files without a name, which nobody can remove or replace, and of which a bounded
//! part is read.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::supervisor::{ProgramEnd, Supervisor};
use super::{AnswerFailure, Trouble};
use crate::faults;

mod direct;

/// The longest answer that is read, in bytes. A list of every round of 9,999 players has 3 million.
pub(super) const MOST_ANSWER: u64 = 8 << 20;

/// The most a program may say beside its answer before it is stopped, in bytes.
const MOST_SAID: u64 = 64 << 20;

/// How much of what it says is read, in bytes.
const MOST_HEARD: u64 = 256 << 10;

/// What bounds a run.
pub(super) struct ProcessLimits<'a> {
    /// How long it may take.
    pub(super) time: Duration,
    /// Becomes true when the run is to end at once.
    pub(super) stop: &'a AtomicBool,
    /// What ends everything that the program leaves; none where only its process group is ended.
    pub(super) supervisor: Option<&'a Supervisor>,
    /// The file the answer belongs in; none if that is standard output.
    pub(super) answer: Option<&'a Path>,
}

/// What is left of a program that has ended.
pub(super) struct ProcessEnd {
    pub(super) status: ExitStatus,
    pub(super) out: Vec<u8>,
    pub(super) err: Vec<u8>,
}

/// What keeps a program from being started.
pub(super) type NotStarted = io::Error;

/// Runs a command to its end, or ends it.
///
/// # Errors
/// [`Trouble`] when a file of ours cannot be made or the run was stopped, and in the inner result,
/// when the program cannot be started.
pub(super) fn run(
    words: &[OsString],
    bounds: &ProcessLimits<'_>,
) -> Result<Result<Result<ProcessEnd, AnswerFailure>, NotStarted>, Trouble> {
    let nameless = || {
        let file = faults::point("question: streams").and_then(|()| tempfile::tempfile());
        file.map_err(|error| Trouble::file(&std::env::temp_dir(), error))
    };
    let own = |error| Trouble::file(&std::env::temp_dir(), error);
    let (mut out, mut err) = (nameless()?, nameless()?);
    let streams = (
        Stdio::from(out.try_clone().map_err(own)?),
        Stdio::from(err.try_clone().map_err(own)?),
    );
    let mut running = match Running::start(words, bounds.supervisor, streams) {
        Ok(running) => running,
        Err(error) => return Ok(Err(error)),
    };
    let is_too_much = || too_much(&out, &err, bounds.answer);
    let status = match running.wait(bounds, &is_too_much)? {
        Ok(ProgramEnd::Ended(status)) => status,
        Ok(ProgramEnd::NotStarted(error)) => return Ok(Err(error)),
        Err(failure) => return Ok(Ok(Err(failure))),
    };
    if let Some(failure) = is_too_much() {
        return Ok(Ok(Err(failure)));
    }
    let heard = |is_answer: bool| if is_answer { MOST_ANSWER } else { MOST_HEARD };
    let out = head(&mut out, heard(bounds.answer.is_none())).map_err(own)?;
    let err = head(&mut err, MOST_HEARD).map_err(own)?;
    Ok(Ok(Ok(ProcessEnd { status, out, err })))
}

/// The beginning of a file.
fn head(file: &mut File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    faults::point("question: words")?;
    file.seek(SeekFrom::Start(0))?;
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether a program has written more than anybody reads.
fn too_much(out: &File, err: &File, answer: Option<&Path>) -> Option<AnswerFailure> {
    let length = |file: &File| file.metadata().map_or(0, |data| data.len());
    let written = match answer {
        // A link is not followed: what is behind it is no answer.
        Some(path) => path.symlink_metadata().map_or(0, |data| data.len()),
        None => length(out),
    };
    if written > MOST_ANSWER {
        let most = MOST_ANSWER >> 20;
        return Some(AnswerFailure::Rubbish(format!(
            "more than {most} MiB where the answer belongs"
        )));
    }
    if length(out).max(length(err)) > MOST_SAID {
        let most = MOST_SAID >> 20;
        return Some(AnswerFailure::Rubbish(format!(
            "more than {most} MiB of messages"
        )));
    }
    None
}

/// A program that runs. Dropped, it is ended.
enum Running {
    Direct(direct::Direct),
    #[cfg(target_os = "linux")]
    Supervised(super::supervisor::Supervised),
}

impl Running {
    fn start(
        words: &[OsString],
        supervisor: Option<&Supervisor>,
        (out, err): (Stdio, Stdio),
    ) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Some(supervisor) = supervisor {
            let running = super::supervisor::Supervised::start(supervisor, words, (out, err))?;
            return Ok(Self::Supervised(running));
        }
        #[cfg(not(target_os = "linux"))]
        let _ = supervisor;
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        command.stdin(Stdio::null()).stdout(out).stderr(err);
        direct::Direct::start(&mut command).map(Self::Direct)
    }

    fn ended_within(&mut self, time: Duration) -> io::Result<Option<ProgramEnd>> {
        match self {
            Self::Direct(running) => Ok(running.ended_within(time)?.map(ProgramEnd::Ended)),
            #[cfg(target_os = "linux")]
            Self::Supervised(running) => running.ended_within(time),
        }
    }

    fn wait(
        &mut self,
        bounds: &ProcessLimits<'_>,
        is_too_much: &dyn Fn() -> Option<AnswerFailure>,
    ) -> Result<Result<ProgramEnd, AnswerFailure>, Trouble> {
        let begun = Instant::now();
        let trouble = |error| Trouble::file(Path::new("the other program"), error);
        // Short questions are answered in a millisecond or two, long ones may wait.
        let mut nap = Duration::from_micros(150);
        loop {
            if let Some(end) = self.ended_within(nap).map_err(trouble)? {
                return Ok(Ok(end));
            }
            if bounds.stop.load(Ordering::Relaxed) {
                return Err(Trouble::Stopped);
            }
            if begun.elapsed() >= bounds.time {
                return Ok(Err(AnswerFailure::TimedOut(bounds.time)));
            }
            if let Some(failure) = is_too_much() {
                return Ok(Err(failure));
            }
            nap = (nap * 5 / 4).min(Duration::from_millis(20));
        }
    }
}
