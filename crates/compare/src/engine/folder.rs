//! The folder of one question.
//!
//! It is emptied through the handle with which it was made: a program that puts a link in its place
//! does not make us empty something else.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::{AnswerFailure, Reply, Trouble};
use crate::faults;

/// How long emptying a folder is tried.
const PATIENCE: Duration = Duration::from_secs(5);

/// A folder that is emptied and removed when dropped.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    #[cfg(unix)]
    handle: rustix::fd::OwnedFd,
}

impl Folder {
    /// A new folder in the system's place for such, with one file in it.
    pub(super) fn with(name: &str, text: &str) -> Result<Self, Trouble> {
        let place = std::env::temp_dir();
        // The program of another thread may remove folders that are not its own.
        for _ in 0..3 {
            let folder = match Self::new() {
                Ok(folder) => folder,
                Err(error) if error.kind() == io::ErrorKind::NotFound && place.is_dir() => continue,
                Err(error) => return Err(Trouble::file(&place, error)),
            };
            let written =
                faults::point("question: write").and_then(|()| fs::write(folder.path(name), text));
            match written {
                Ok(()) => return Ok(folder),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(Trouble::file(&folder.path(name), error)),
            }
        }
        let error = io::Error::other("folders vanish as soon as they are made");
        Err(Trouble::file(&place, error))
    }

    fn new() -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        faults::point("question: folder")?;
        let path = builder.prefix("edelweiss-compare-").tempdir()?.keep();
        Ok(Self {
            #[cfg(unix)]
            handle: rustix::fs::open(&path, unix::FOLDER, rustix::fs::Mode::empty())?,
            path,
        })
    }

    /// Where it is.
    pub(super) fn root(&self) -> &Path {
        &self.path
    }

    /// A reply in which the folder is called `{work}`: each question has another one, and the same
    /// complaint about it is the same.
    pub(super) fn unnamed<T>(&self, mut reply: Reply<T>) -> Reply<T> {
        let path = self.path.display().to_string();
        if let Reply::Refused(said)
        | Reply::Failed(AnswerFailure::Crashed { said, .. } | AnswerFailure::Rubbish(said)) =
            &mut reply
        {
            *said = said.replace(&path, "{work}");
        }
        reply
    }

    /// A file in it.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let begun = Instant::now();
        // Best effort: what cannot be removed does not concern the comparison.
        loop {
            #[cfg(unix)]
            let emptied = unix::clear(&self.handle);
            #[cfg(not(unix))]
            let emptied = fs::remove_dir_all(&self.path);
            // Something else than a folder may be in its place by now.
            let _ = fs::remove_dir(&self.path).or_else(|_| fs::remove_file(&self.path));
            if emptied.is_ok() || begun.elapsed() > PATIENCE {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

#[cfg(unix)]
mod unix {
    use std::io;

    use rustix::fd::AsFd;
    use rustix::fs::{AtFlags, Dir, Mode, OFlags, chmodat, fchmod, openat, renameat, unlinkat};

    /// How folders are opened.
    pub(super) const FOLDER: OFlags = OFlags::RDONLY
        .union(OFlags::DIRECTORY)
        .union(OFlags::NOFOLLOW)
        .union(OFlags::CLOEXEC);

    /// Empties a folder without recursion, so that no depth of folders is too deep: folders in a
    /// folder in it come up one level, until nothing is left.
    pub(super) fn clear(folder: &impl AsFd) -> io::Result<()> {
        let _ = fchmod(folder, Mode::RWXU);
        let mut risen = 0_u64;
        let mut is_empty = false;
        while !is_empty {
            is_empty = true;
            for name in names(folder)? {
                is_empty = false;
                let name = name?;
                if unlinkat(folder, &name, AtFlags::empty()).is_ok() {
                    continue;
                }
                // A folder; it may forbid to be read.
                let _ = chmodat(folder, &name, Mode::RWXU, AtFlags::empty());
                let inner = openat(folder, &name, FOLDER, Mode::empty())?;
                for name in names(&inner)? {
                    let name = name?;
                    if unlinkat(&inner, &name, AtFlags::empty()).is_err() {
                        let _ = chmodat(&inner, &name, Mode::RWXU, AtFlags::empty());
                        risen += 1;
                        renameat(&inner, &name, folder, format!("risen-{risen}"))?;
                    }
                }
                unlinkat(folder, &name, AtFlags::REMOVEDIR)?;
            }
        }
        Ok(())
    }

    /// The names in a folder.
    fn names(
        folder: &impl AsFd,
    ) -> io::Result<impl Iterator<Item = io::Result<std::ffi::CString>>> {
        let entries = Dir::read_from(folder)?;
        Ok(entries
            .map(|entry| Ok(entry?.file_name().to_owned()))
            .filter(|name| !matches!(name, Ok(name) if [c".", c".."].contains(&name.as_c_str()))))
    }
}
