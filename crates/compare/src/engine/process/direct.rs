//! A program without a supervisor: it is a process group of its own, and the whole group is killed
//! before its number can be given away: the program is first seen to have ended and only afterwards
//! waited for. What has left the group may outlive it; nothing waits for that.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

/// A program that runs. Dropped, it is ended with its process group.
pub(super) struct Direct {
    child: Child,
    is_over: bool,
}

impl Direct {
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        Ok(Self {
            child: command.spawn()?,
            is_over: false,
        })
    }

    /// How it ended, if it has by then.
    pub(super) fn ended_within(&mut self, time: Duration) -> io::Result<Option<ExitStatus>> {
        if !self.has_ended()? {
            std::thread::sleep(time);
            if !self.has_ended()? {
                return Ok(None);
            }
        }
        self.end().map(Some)
    }

    /// Whether the program has ended. It is not waited for, so that its number stays its own.
    fn has_ended(&mut self) -> io::Result<bool> {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
            let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            let pid = Pid::from_child(&self.child);
            Ok(waitid(WaitId::Pid(pid), look)?.is_some())
        }
        #[cfg(not(unix))]
        {
            Ok(self.child.try_wait()?.is_some())
        }
    }

    /// Ends the program and its process group.
    fn end(&mut self) -> io::Result<ExitStatus> {
        self.is_over = true;
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // Not yet waited for, so the number is still its own. All may be gone already.
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
        let _ = self.child.kill();
        self.child.wait()
    }
}

impl Drop for Direct {
    fn drop(&mut self) {
        if !self.is_over {
            // Whatever could be reported has been reported by the one who drops it.
            let _ = self.end();
        }
    }
}
