//! One run of another program, from its start to the end of everything it has started.
//!
//! The program is a process group of its own. When it ends, or is ended, the whole group is killed
//! before its number can be given away: the program is first seen to have ended and only afterwards
//! waited for. On Linux this process adopts what has left the group (a daemon), and every program is
//! told the number of its question in its environment, so that such children are found and killed,
//! too. Elsewhere a daemon may outlive its question; nothing waits for it.
//!
//! Output goes to files without a name, which nobody can remove or replace, and of which a bounded
//! part is read.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{AnswerFailure, Trouble};

/// The longest answer that is read, in bytes. A list of every round of 9,999 players has 3 million.
pub(super) const MOST_ANSWER: u64 = 8 << 20;

/// The most a program may say beside its answer before it is stopped, in bytes.
const MOST_SAID: u64 = 64 << 20;

/// How much of what it says is read, in bytes.
const MOST_HEARD: u64 = 256 << 10;

/// The name under which a program is told its question.
#[cfg(target_os = "linux")]
const QUESTION: &str = "EDELWEISS_QUESTION";

/// What bounds a run.
pub(super) struct ProcessLimits<'a> {
    /// How long it may take.
    pub(super) time: Duration,
    /// Becomes true when the run is to end at once.
    pub(super) stop: &'a AtomicBool,
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
    let nameless =
        || tempfile::tempfile().map_err(|error| Trouble::file(&std::env::temp_dir(), error));
    let own = |error| Trouble::file(&std::env::temp_dir(), error);
    let (mut out, mut err) = (nameless()?, nameless()?);
    let mut command = Command::new(&words[0]);
    command
        .args(&words[1..])
        .stdin(Stdio::null())
        .stdout(out.try_clone().map_err(own)?)
        .stderr(err.try_clone().map_err(own)?);
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }
    let mut running = match Running::start(&mut command) {
        Ok(running) => running,
        Err(error) => return Ok(Err(error)),
    };
    let is_too_much = || too_much(&out, &err, bounds.answer);
    let status = match running.wait(bounds, &is_too_much)? {
        Ok(status) => status,
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

/// A program that runs. Dropped, it is ended with all that it has started.
struct Running {
    child: Child,
    is_over: bool,
    #[cfg(target_os = "linux")]
    question: String,
}

impl Running {
    fn start(command: &mut Command) -> io::Result<Self> {
        static ASKED: AtomicU64 = AtomicU64::new(0);
        let number = ASKED.fetch_add(1, Ordering::Relaxed);
        let question = format!("{}-{number}", std::process::id());
        #[cfg(target_os = "linux")]
        {
            orphans::adopt();
            command.env(QUESTION, &question);
            let mut started = orphans::lock();
            let child = command.spawn()?;
            started.insert(child.id());
            Ok(Self {
                child,
                is_over: false,
                question,
            })
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = question;
            let child = command.spawn()?;
            Ok(Self {
                child,
                is_over: false,
            })
        }
    }

    /// Whether the program has ended. It is not waited for, so that its number stays its own.
    fn has_ended(&mut self) -> io::Result<bool> {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
            if let Some(pid) = Pid::from_raw(self.child.id() as i32) {
                let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
                return Ok(waitid(WaitId::Pid(pid), look)?.is_some());
            }
        }
        Ok(self.child.try_wait()?.is_some())
    }

    fn wait(
        &mut self,
        bounds: &ProcessLimits<'_>,
        is_too_much: &dyn Fn() -> Option<AnswerFailure>,
    ) -> Result<Result<ExitStatus, AnswerFailure>, Trouble> {
        let begun = Instant::now();
        let trouble = |error| Trouble::file(Path::new("the other program"), error);
        // Short questions are answered in a millisecond or two, long ones may wait.
        let mut nap = Duration::from_micros(150);
        loop {
            if self.has_ended().map_err(trouble)? {
                return self.end().map_err(trouble).map(Ok);
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
            std::thread::sleep(nap);
            nap = (nap * 5 / 4).min(Duration::from_millis(20));
        }
    }

    /// Ends the program and everything it has started.
    fn end(&mut self) -> io::Result<ExitStatus> {
        self.is_over = true;
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            if let Some(group) = Pid::from_raw(self.child.id() as i32) {
                // Not yet waited for, so the number is still its own. All may be gone already.
                let _ = kill_process_group(group, Signal::KILL);
            }
        }
        let _ = self.child.kill();
        let status = self.child.wait();
        #[cfg(target_os = "linux")]
        orphans::end(self.child.id(), &self.question);
        status
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.is_over {
            // Whatever could be reported has been reported by the one who drops it.
            let _ = self.end();
        }
    }
}

/// Children that have left their process group: this process adopts and ends them.
#[cfg(target_os = "linux")]
mod orphans {
    use std::collections::BTreeSet;
    use std::fs;
    use std::sync::{Mutex, MutexGuard, Once, PoisonError};
    use std::time::{Duration, Instant};

    use rustix::process::{
        Pid, Signal, WaitOptions, getpgid, getpgrp, getpid, kill_process, set_child_subreaper,
        waitpid,
    };

    /// The programs that run, each a child of this process by its own right.
    static STARTED: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

    /// How long a question may take to lose the last of its orphans.
    const PATIENCE: Duration = Duration::from_secs(2);

    pub(super) fn lock() -> MutexGuard<'static, BTreeSet<u32>> {
        STARTED.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on orphans of a program become children of this process.
    pub(super) fn adopt() {
        static ONCE: Once = Once::new();
        // An older kernel refuses: then daemons go unnoticed, as on other systems.
        ONCE.call_once(|| {
            let _ = set_child_subreaper(Some(getpid()));
        });
    }

    /// Ends the orphans of a question whose program was `child`, and waits for those that have
    /// ended by themselves. The death of one can make orphans of its children.
    pub(super) fn end(child: u32, question: &str) {
        let begun = Instant::now();
        while sweep(question) && begun.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(1));
        }
        lock().remove(&child);
    }

    /// One pass; whether an orphan was found alive.
    fn sweep(question: &str) -> bool {
        let started = lock();
        let mut is_alive = false;
        for number in children() {
            let Some(pid) = Pid::from_raw(number as i32) else {
                continue;
            };
            if started.contains(&number) {
                continue;
            }
            let is_ours = match told(number) {
                Some(told) => told == question.as_bytes(),
                // It has ended, or hides what it was told: ours if no other question is asked.
                None => started.len() == 1 && is_foreign(pid),
            };
            if is_ours {
                is_alive |= kill_process(pid, Signal::KILL).is_ok();
            }
            if is_ours || is_foreign(pid) {
                let _ = waitpid(Some(pid), WaitOptions::NOHANG);
            }
        }
        is_alive
    }

    /// The children of all threads of this process.
    fn children() -> Vec<u32> {
        let Ok(threads) = fs::read_dir("/proc/self/task") else {
            return Vec::new();
        };
        threads
            .filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok())
            .flat_map(|line| {
                line.split_whitespace()
                    .filter_map(|number| number.parse().ok())
                    .collect::<Vec<u32>>()
            })
            .collect()
    }

    /// Whether a child is in another process group than this process. Children that somebody else
    /// in this process has started are usually in ours, and none of our business.
    fn is_foreign(pid: Pid) -> bool {
        getpgid(Some(pid)).is_ok_and(|group| group != getpgrp())
    }

    /// The question a process has been told in its environment.
    fn told(number: u32) -> Option<Vec<u8>> {
        let environment = fs::read(format!("/proc/{number}/environ")).ok()?;
        (environment.split(|byte| *byte == 0))
            .find_map(|word| {
                word.strip_prefix(super::QUESTION.as_bytes())?
                    .strip_prefix(b"=")
            })
            .map(<[u8]>::to_vec)
    }
}
