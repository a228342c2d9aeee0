//! Who owns what another program starts: a process of its own for every question.
//!
//! Whoever starts a program on Linux can be told of its orphans (`PR_SET_CHILD_SUBREAPER`), but not
//! whose children they were: what has left its process group, its session and its environment looks
//! the same for every question that is asked at that moment. So nobody asks. A supervisor is a
//! process that serves one question: it starts the program, and whatever becomes its child belongs
//! to this question by descent, however it is called and whatever it has thrown away. When the
//! program ends, when the asker wants it to end, or when the asker dies, the supervisor ends all of
//! its children, those that become its children by that, too, and then itself.
//!
//! Asker and supervisor share a line, a socket that is the supervisor's standard input and that the
//! program does not get. On it the supervisor says how the program ended; that the asker closes its
//! side means "end it". A library cannot start itself, so the supervisor is the embedding program:
//! started with a word of its choice, it calls [`supervise`].
//!
//! # Limits
//! A program may kill its supervisor, as it may kill anything of the same user: that is a crash of
//! the program, and what it leaves then is nobody's. Children with the rights of another user cannot
//! be ended. On other systems than Linux there is no supervisor: the process group of the program is
//! ended, and a daemon may outlive its question.

use std::ffi::OsString;

#[cfg(target_os = "linux")]
pub(super) use asker::Supervised;
#[cfg(target_os = "linux")]
pub use watch::supervise;

/// The command that becomes a supervisor: the words of a question's command follow its own, and it
/// hands them to [`supervise`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Supervisor {
    program: OsString,
    words: Vec<OsString>,
}

impl Supervisor {
    /// A program that calls [`supervise`] with what follows these words.
    pub fn new(program: impl Into<OsString>, words: &[&str]) -> Self {
        Self {
            program: program.into(),
            words: words.iter().map(OsString::from).collect(),
        }
    }

    /// The running program itself, also when its file has been replaced or removed meanwhile; `None`
    /// where there are no supervisors.
    pub fn this_program(word: &str) -> Option<Self> {
        let program = "/proc/self/exe";
        let is_there = cfg!(target_os = "linux") && std::path::Path::new(program).exists();
        is_there.then(|| Self::new(program, &[word]))
    }
}

/// How a program came to its end by itself.
pub(super) enum ProgramEnd {
    NotStarted(std::io::Error),
    Ended(std::process::ExitStatus),
}

/// What the supervisor says on the line: one letter, and a number in the machine's order of bytes.
#[cfg(target_os = "linux")]
mod report {
    pub(super) const LENGTH: usize = 5;
    /// With the wait status of the program.
    pub(super) const ENDED: u8 = b'E';
    /// With the number of the system's error.
    pub(super) const NOT_STARTED: u8 = b'N';
}

/// The side of the one who asks.
#[cfg(target_os = "linux")]
mod asker {
    use std::ffi::OsString;
    use std::io::{self, ErrorKind, Read};
    use std::net::Shutdown;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Command, ExitStatus, Stdio};
    use std::time::Duration;

    use rustix::process::{Pid, Signal, kill_process};

    use super::{ProgramEnd, Supervisor, report};

    /// How long a supervisor may take to end, once it has been asked to: longer than any machine is
    /// busy.
    const PATIENCE: Duration = Duration::from_mins(5);

    /// A question that is being asked. Dropped, it is ended with all that the program has started.
    pub(in super::super) struct Supervised {
        supervisor: Child,
        line: UnixStream,
        heard: Vec<u8>,
        is_over: bool,
    }

    impl Supervised {
        /// Starts a supervisor with the words of a question.
        pub(in super::super) fn start(
            supervisor: &Supervisor,
            question: &[OsString],
            (out, err): (Stdio, Stdio),
        ) -> io::Result<Self> {
            let (line, its_side) = UnixStream::pair()?;
            // The command holds the supervisor's side of the line, and is gone after this.
            let supervisor = Command::new(&supervisor.program)
                .args(&supervisor.words)
                .args(question)
                .stdin(OwnedFd::from(its_side))
                .stdout(out)
                .stderr(err)
                // Ctrl-C on a terminal is told to the asker, who tells it.
                .process_group(0)
                .spawn()?;
            Ok(Self {
                supervisor,
                line,
                heard: Vec::new(),
                is_over: false,
            })
        }

        /// How the program ended, if that is known by then; everything it has started is gone.
        pub(in super::super) fn ended_within(
            &mut self,
            time: Duration,
        ) -> io::Result<Option<ProgramEnd>> {
            if !self.hears(time)? {
                return Ok(None);
            }
            let status = self.end()?;
            let Some((letter, number)) = self.heard.split_first_chunk::<1>() else {
                // The program has killed it.
                return Ok(Some(ProgramEnd::Ended(status)));
            };
            let number = i32::from_ne_bytes(number.try_into().map_err(|_| no_supervisor(status))?);
            match letter[0] {
                report::ENDED => Ok(Some(ProgramEnd::Ended(ExitStatus::from_raw(number)))),
                report::NOT_STARTED => {
                    let error = io::Error::from_raw_os_error(number);
                    Ok(Some(ProgramEnd::NotStarted(error)))
                }
                _ => Err(no_supervisor(status)),
            }
        }

        /// Whether the whole report has come, or none will.
        fn hears(&mut self, time: Duration) -> io::Result<bool> {
            self.line.set_read_timeout(Some(time))?;
            let mut bytes = [0; report::LENGTH];
            match self.line.read(&mut bytes) {
                Ok(0) => Ok(true),
                Ok(length) => {
                    self.heard.extend_from_slice(&bytes[..length]);
                    Ok(self.heard.len() >= report::LENGTH)
                }
                Err(error) if is_too_early(&error) => Ok(false),
                Err(error) => Err(error),
            }
        }

        /// Has the program and everything it has started ended, and waits for that.
        fn end(&mut self) -> io::Result<ExitStatus> {
            self.is_over = true;
            let _ = self.line.shutdown(Shutdown::Write);
            if let Some(pid) = Pid::from_raw(self.supervisor.id() as i32) {
                // Not yet waited for, so the number is its own. The program may have stopped it.
                let _ = kill_process(pid, Signal::CONT);
            }
            if !self.is_silent() {
                self.supervisor.kill()?;
            }
            self.supervisor.wait()
        }

        /// Whether the supervisor closes its side within its time, which it does when it ends.
        fn is_silent(&mut self) -> bool {
            let mut bytes = [0; report::LENGTH];
            if self.line.set_read_timeout(Some(PATIENCE)).is_err() {
                return false;
            }
            loop {
                match self.line.read(&mut bytes) {
                    Ok(0) => return true,
                    Ok(_) => {}
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(_) => return false,
                }
            }
        }
    }

    impl Drop for Supervised {
        fn drop(&mut self) {
            if !self.is_over {
                // Whatever could be reported has been reported by the one who drops it.
                let _ = self.end();
            }
        }
    }

    fn is_too_early(error: &io::Error) -> bool {
        matches!(
            error.kind(),
            ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
        )
    }

    fn no_supervisor(status: ExitStatus) -> io::Error {
        io::Error::other(format!("the supervisor ended with {status}"))
    }
}

/// The supervisor's own side.
#[cfg(target_os = "linux")]
mod watch {
    use std::ffi::OsString;
    use std::fs::{self, File};
    use std::io::{self, Read, Write};
    use std::os::fd::AsFd;
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
    use std::sync::{Arc, Mutex, PoisonError};
    use std::time::{Duration, Instant};

    use rustix::io::Errno;
    use rustix::process::{
        Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, kill_process, kill_process_group,
        set_child_subreaper, wait, waitid,
    };

    use super::report;

    /// How long children are ended, those included that start others faster than they are found.
    const PATIENCE: Duration = Duration::from_mins(4);

    /// The same where none is left but those that may not be ended.
    const PATIENCE_WITH_OTHERS: Duration = Duration::from_secs(2);

    /// Between two looks at who is left.
    const NAP: Duration = Duration::from_micros(500);

    /// Serves one question whose command is `words`: starts the program, says on the line (standard
    /// input) how it ended, and ends everything that it has started. Standard output and standard
    /// error are the program's. For programs that are a [`Supervisor`](super::Supervisor).
    pub fn supervise(words: &[OsString]) -> ExitCode {
        match watch_over(words) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        }
    }

    fn watch_over(words: &[OsString]) -> io::Result<()> {
        let mut line = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        let (program, words) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        // A kernel before 3.4 refuses: then daemons outlive their question, as on other systems.
        let _ = set_child_subreaper(Some(getpid()));
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::null()).process_group(0);
        let child = match command.spawn() {
            Ok(child) => child,
            Err(error) => {
                return say(
                    &mut line,
                    report::NOT_STARTED,
                    error.raw_os_error().unwrap_or(0),
                );
            }
        };
        let status = end_of(child, &line)?;
        // Nobody may listen any more; the children are to be ended all the same.
        let said = say(&mut line, report::ENDED, status.into_raw());
        end_all_children();
        said
    }

    fn say(line: &mut File, letter: u8, number: i32) -> io::Result<()> {
        let mut words = vec![letter];
        words.extend(number.to_ne_bytes());
        line.write_all(&words)
    }

    /// Waits for the end of the program, or ends it once the asker has closed the line, and ends its
    /// process group.
    fn end_of(mut child: Child, line: &File) -> io::Result<ExitStatus> {
        let pid = Pid::from_child(&child);
        let kill = move || {
            // All may be gone already, and the program may have joined another group.
            let _ = kill_process_group(pid, Signal::KILL);
            let _ = kill_process(pid, Signal::KILL);
        };
        // As long as it is true nobody has waited for the program, and the number is its own.
        let is_ours = Arc::new(Mutex::new(true));
        let (mut listened, still_ours) = (line.try_clone()?, Arc::clone(&is_ours));
        std::thread::spawn(move || {
            let mut bytes = [0; 1];
            // Nothing is ever said on it: this returns when it is closed, or cannot be read.
            let _ = listened.read_exact(&mut bytes);
            if *still_ours.lock().unwrap_or_else(PoisonError::into_inner) {
                kill();
            }
        });
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while matches!(waitid(WaitId::Pid(pid), look), Err(Errno::INTR)) {}
        let mut is_ours = is_ours.lock().unwrap_or_else(PoisonError::into_inner);
        *is_ours = false;
        kill();
        child.wait()
    }

    /// Ends children until none is left. The death of one can make others ours.
    fn end_all_children() {
        let begun = Instant::now();
        // An error says that there is none.
        while let Ok(waited) = wait(WaitOptions::NOHANG) {
            if waited.is_some() {
                continue;
            }
            // Each at once: one that starts another and ends would be gone after the others.
            let found = children().map(|child| kill_process(child, Signal::KILL));
            let (killed, refused) = found.fold((false, false), |(killed, refused), done| {
                (killed || done.is_ok(), refused || done == Err(Errno::PERM))
            });
            let patience = if refused && !killed {
                PATIENCE_WITH_OTHERS
            } else {
                PATIENCE
            };
            if begun.elapsed() > patience {
                return;
            }
            std::thread::sleep(NAP);
        }
    }

    /// The children of this process. Many kernels have no list of them, so all processes are asked.
    fn children() -> impl Iterator<Item = Pid> {
        let own = getpid();
        let number = |entry: fs::DirEntry| entry.file_name().to_str()?.parse::<i32>().ok();
        (fs::read_dir("/proc").into_iter().flatten().flatten())
            .filter_map(number)
            .filter_map(Pid::from_raw)
            .filter(move |pid| parent_of(*pid) == Some(own))
    }

    fn parent_of(pid: Pid) -> Option<Pid> {
        let stat = fs::read(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
        parent_in(&stat)
    }

    /// The parent in a process's `stat`. Its name may hold anything, closing brackets, too.
    fn parent_in(stat: &[u8]) -> Option<Pid> {
        let end_of_name = stat.iter().rposition(|byte| *byte == b')')?;
        let rest = str::from_utf8(&stat[end_of_name + 1..]).ok()?;
        Pid::from_raw(rest.split_whitespace().nth(1)?.parse().ok()?)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_name_hides_no_parent() {
            for (stat, parent) in [
                (&b"7 (sh) S 5 7 7 0"[..], Some(5)),
                (b"7 (a) S 9 (b) R 5 7", Some(5)),
                (b"7 (\xff\n) Z 1 0", Some(1)),
                (b"7 (kthreadd) S 0 0", None),
                (b"7 (cut", None),
                (b"", None),
            ] {
                assert_eq!(parent_in(stat), parent.and_then(Pid::from_raw), "{stat:?}");
            }
        }
    }
}

/// Elsewhere there are no supervisors.
#[cfg(not(target_os = "linux"))]
pub fn supervise(_: &[OsString]) -> std::process::ExitCode {
    std::process::ExitCode::FAILURE
}
