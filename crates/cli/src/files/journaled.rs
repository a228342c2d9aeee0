//! A tournament file with its journal beside it, for one command at a time.
//!
//! The journal is what commands lock, since the file itself is replaced as a whole. Its lines are on the disk
//! before the file is: whoever is ended in between leaves a line that the next command strikes.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use edelweiss_compare::faults;

use super::{folder_of, sync_folder, target_of, write_bytes};

/// The largest journal that is read.
const MOST_BYTES: u64 = 1 << 30;

/// A file and its journal, locked until this goes.
#[derive(Debug)]
pub(crate) struct JournaledFile {
    target: PathBuf,
    path: PathBuf,
    journal: File,
    /// What the journal holds.
    bytes: Vec<u8>,
}

/// Where the journal of a file is.
pub(crate) fn journal_of(file: &Path) -> io::Result<PathBuf> {
    let target = target_of(file)?;
    let mut name = target.file_name().map(OsString::from).unwrap_or_default();
    name.push(".journal");
    Ok(folder_of(&target).join(name))
}

/// What the journal of a file holds now; nothing where there is none.
pub(crate) fn read_journal(file: &Path) -> io::Result<Vec<u8>> {
    match super::read_up_to(&journal_of(file)?, MOST_BYTES) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        read => read,
    }
}

impl JournaledFile {
    /// Opens the journal of a file, or makes it, and waits until nobody else works on the file; `wait` is told so.
    pub(crate) fn open(file: &Path, mut wait: impl FnMut()) -> io::Result<Self> {
        let target = target_of(file)?;
        faults::point("steps: file")?;
        if !fs::metadata(&target)?.is_file() {
            return Err(io::Error::other(
                "it is no regular file, which a step could change",
            ));
        }
        let path = journal_of(file)?;
        loop {
            faults::point("steps: open")?;
            let journal = File::options()
                .read(true)
                .append(true)
                .create(true)
                .open(&path)?;
            match journal.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    wait();
                    journal.lock()?;
                }
                // Where files cannot be locked, nobody is noticed.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
            if is_still_there(&journal, &path) {
                let mut held = Self {
                    target,
                    path,
                    journal,
                    bytes: Vec::new(),
                };
                faults::point("steps: read")?;
                (&held.journal)
                    .take(MOST_BYTES)
                    .read_to_end(&mut held.bytes)?;
                return Ok(held);
            }
        }
    }

    /// What the journal holds.
    pub(crate) fn journal(&self) -> &[u8] {
        &self.bytes
    }

    /// Puts `journal` and `file` in the place of what is there: the journal first. If one of them fails, both
    /// are as before, but for what was no whole line of the journal.
    pub(crate) fn commit(&mut self, journal: &[u8], file: &[u8]) -> io::Result<()> {
        let same = |pair: &(&u8, &u8)| pair.0 == pair.1;
        let kept = self.bytes.iter().zip(journal).take_while(same).count();
        // Whole lines only.
        let kept = journal[..kept]
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |end| end + 1);
        let written = self
            .write_journal(kept, journal)
            .and_then(|()| write_bytes(&self.target, file));
        if let Err(error) = written {
            // Whatever keeps this from being done, the next command sees that the step was not done.
            let _ = self.journal.set_len(kept as u64);
            self.bytes.truncate(kept);
            return Err(error);
        }
        self.bytes = journal.to_vec();
        Ok(())
    }

    fn write_journal(&mut self, kept: usize, journal: &[u8]) -> io::Result<()> {
        if kept < self.bytes.len() {
            faults::point("steps: cut")?;
            self.journal.set_len(kept as u64)?;
        }
        faults::write_all("steps: write", &mut self.journal, &journal[kept..])?;
        faults::point("steps: sync")?;
        self.journal.sync_all()?;
        if self.bytes.is_empty() {
            sync_folder(&folder_of(&self.path))?;
        }
        Ok(())
    }
}

/// Whether the path still leads to this file, which somebody may have removed while we waited for it.
#[cfg(unix)]
fn is_still_there(journal: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (journal.metadata(), fs::metadata(path)) {
        (Ok(held), Ok(there)) => (held.dev(), held.ino()) == (there.dev(), there.ino()),
        _ => false,
    }
}

/// Elsewhere nobody removes it.
#[cfg(not(unix))]
fn is_still_there(_: &File, _: &Path) -> bool {
    true
}

impl Drop for JournaledFile {
    /// A journal in which nothing was written goes.
    fn drop(&mut self) {
        let is_empty = self.journal.metadata().is_ok_and(|data| data.len() == 0);
        if cfg!(unix) && is_empty {
            let _ = fs::remove_file(&self.path);
        }
    }
}
