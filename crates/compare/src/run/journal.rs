//! The journal of a comparison, and files that appear whole or not at all.
//!
//! A line is written as soon as a tournament is done, which a killed process does not lose. The disk
//! is waited for once a second, and after each difference, because waiting takes as long as asking
//! another program about a whole tournament.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::CaseRecord;
use crate::engine::Trouble;
use crate::faults;

/// Name of the journal in its folder.
pub const JOURNAL: &str = "journal.jsonl";

/// Name of the folder of differences beside it.
pub const DIFFERENCES: &str = "differences";

/// How the names of files begin that are not whole yet.
const UNFINISHED: &str = ".edelweiss-";

/// How long a finished line may wait for the disk while others follow.
const SYNC_EVERY: Duration = Duration::from_secs(1);

#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    version: u32,
    seed: u64,
    identity: String,
}

const FORMAT: &str = "edelweiss.compare-journal";

/// The journal: a head, and a line for each finished tournament.
pub(super) struct Journal {
    file: File,
    path: PathBuf,
    length: u64,
    /// When it was last on the disk for certain.
    synced: Instant,
}

impl Journal {
    /// Opens or begins the journal of `folder`; what it holds already comes with it. A line that was
    /// cut off is taken out.
    pub(super) fn open(
        folder: &Path,
        identity: &str,
        seed: u64,
    ) -> Result<(Self, Vec<CaseRecord>), Trouble> {
        let path = folder.join(JOURNAL);
        let trouble = |error| Trouble::file(&path, error);
        let wrong = |what: String| trouble(io::Error::new(io::ErrorKind::InvalidData, what));
        faults::point("journal: folder")
            .and_then(|()| fs::create_dir_all(folder.join(DIFFERENCES)))
            .map_err(|error| Trouble::file(folder, error))?;
        let text = match faults::point("journal: read").and_then(|()| fs::read(&path)) {
            Ok(bytes) => String::from_utf8(bytes)
                .map_err(|_| wrong("found bytes that are no UTF-8".to_owned()))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(trouble(error)),
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let (head, records) = parse(whole).map_err(wrong)?;
        if let Some(head) = head.filter(|head| head.format != FORMAT || head.identity != identity) {
            return Err(wrong(format!(
                "found a journal of another comparison ({}), expected {identity}",
                head.identity
            )));
        }
        clear_unfinished(&folder.join(DIFFERENCES));
        if whole.is_empty() {
            let head = Head {
                format: FORMAT.to_owned(),
                version: 1,
                seed,
                identity: identity.to_owned(),
            };
            write_whole(&path, &line_of(&path, &head)?)?;
        }
        faults::point("journal: open").map_err(trouble)?;
        let file = (OpenOptions::new().append(true).open(&path)).map_err(trouble)?;
        let length = if whole.is_empty() {
            file.metadata().map_err(trouble)?.len()
        } else {
            whole.len() as u64
        };
        faults::point("journal: length").map_err(trouble)?;
        file.set_len(length).map_err(trouble)?;
        let journal = Self {
            file,
            path: path.clone(),
            length,
            synced: Instant::now(),
        };
        Ok((journal, records))
    }

    /// Adds a line, or leaves the journal as it was.
    pub(super) fn add(&mut self, line: &impl Serialize) -> Result<(), Trouble> {
        let text = line_of(&self.path, line)?;
        match faults::write_all("journal: write", &mut self.file, text.as_bytes()) {
            Ok(()) => {
                self.length += text.len() as u64;
                if self.synced.elapsed() >= SYNC_EVERY {
                    self.sync()?;
                }
                Ok(())
            }
            Err(error) => {
                // Best effort: a cut line is also dropped when the journal is read again.
                let _ = self.file.set_len(self.length);
                Err(Trouble::file(&self.path, error))
            }
        }
    }

    /// Returns when the disk has everything.
    pub(super) fn sync(&mut self) -> Result<(), Trouble> {
        faults::point("journal: sync")
            .and_then(|()| self.file.sync_data())
            .map_err(|error| Trouble::file(&self.path, error))?;
        self.synced = Instant::now();
        Ok(())
    }
}

/// The head of a journal and its tournaments; a line is whole.
fn parse(text: &str) -> Result<(Option<Head>, Vec<CaseRecord>), String> {
    let mut lines = text.lines();
    let mut records = Vec::new();
    let Some(line) = lines.next() else {
        return Ok((None, records));
    };
    let head = serde_json::from_str(line)
        .map_err(|_| "line 1: expected the head of a journal".to_owned())?;
    for (number, line) in (2..).zip(lines) {
        records
            .push(serde_json::from_str(line).map_err(|error| format!("line {number}: {error}"))?);
    }
    Ok((Some(head), records))
}

/// The tournaments that the journal in `folder` has so far, in the order of their names.
///
/// # Errors
/// When there is none, or it is no journal.
pub fn read_journal(folder: &Path) -> Result<Vec<CaseRecord>, Trouble> {
    let path = folder.join(JOURNAL);
    let read = || -> io::Result<Vec<CaseRecord>> {
        let text = fs::read_to_string(&path)?;
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let wrong = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
        let (head, mut records) = parse(whole).map_err(wrong)?;
        if head.is_none_or(|head| head.format != FORMAT) {
            return Err(wrong("line 1: expected the head of a journal".to_owned()));
        }
        records.sort_by(|one, other| one.case.cmp(&other.case));
        Ok(records)
    };
    read().map_err(|error| Trouble::file(&path, error))
}

fn line_of(path: &Path, line: &impl Serialize) -> Result<String, Trouble> {
    let mut text = serde_json::to_string(line)
        .map_err(|error| Trouble::file(path, io::Error::other(error)))?;
    text.push('\n');
    Ok(text)
}

/// Removes what a killed run has left of difference files that never became whole.
fn clear_unfinished(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether `folder` may hold a comparison that has been killed: a journal, or nothing but what comes
/// before one.
pub fn has_begun(folder: &Path) -> bool {
    if folder.join(JOURNAL).is_file() {
        return true;
    }
    fs::read_dir(folder).is_ok_and(|mut entries| {
        entries.all(|entry| {
            entry.is_ok_and(|entry| {
                let name = entry.file_name();
                name == DIFFERENCES || name.to_string_lossy().starts_with(UNFINISHED)
            })
        })
    })
}

/// The seed of the journal in `folder`; none if it was killed before it had one.
///
/// # Errors
/// When there is a journal that cannot be read or does not begin as one.
pub fn journal_seed(folder: &Path) -> Result<Option<u64>, Trouble> {
    let path = folder.join(JOURNAL);
    let read = || -> io::Result<Option<u64>> {
        let text = match faults::point("journal: seed").and_then(|()| fs::read_to_string(&path)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && folder.is_dir() => {
                String::new()
            }
            text => text?,
        };
        let Some((head, _)) = text.split_once('\n') else {
            return Ok(None);
        };
        let head: Head = serde_json::from_str(head)?;
        Ok(Some(head.seed))
    };
    read().map_err(|error| Trouble::file(&path, error))
}

/// Writes a file that appears whole or not at all, and is on the disk when this returns.
pub(super) fn write_whole(path: &Path, text: &str) -> Result<(), Trouble> {
    let trouble = |error| Trouble::file(path, error);
    let folder = path.parent().unwrap_or_else(|| Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What any new file gets; the umask takes away from it.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    faults::point("result: temporary").map_err(trouble)?;
    let mut file = builder.tempfile_in(folder).map_err(trouble)?;
    faults::write_all("result: write", &mut file, text.as_bytes()).map_err(trouble)?;
    faults::point("result: sync").map_err(trouble)?;
    file.as_file().sync_all().map_err(trouble)?;
    faults::point("result: rename").map_err(trouble)?;
    file.persist(path).map_err(|error| trouble(error.error))?;
    // The new name belongs to the folder.
    #[cfg(unix)]
    faults::point("result: sync of the folder")
        .and_then(|()| File::open(folder))
        .and_then(|folder| folder.sync_all())
        .map_err(trouble)?;
    Ok(())
}
