//! The only place that opens files. Input is read whole; output appears whole or not at all.

mod closed;
pub(crate) mod inputs;
pub(crate) mod journaled;
mod temporary;

use std::fs;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use closed::is_standard_output_closed;
use edelweiss::event::twin::looks_like_json;
use edelweiss_answers::results::MOST_JSON_BYTES;
use edelweiss_compare::faults;
use temporary::Temporary;

/// One byte more than the largest file the reader takes, so that it can say so.
const MOST_BYTES: u64 = (64 << 20) + 1;

/// Whether a path stands for standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// How wide the terminal is that an answer goes to, if it goes to one.
pub(crate) fn terminal_width(output: &Path) -> Option<usize> {
    if !is_standard(output) {
        return None;
    }
    let (width, _) = terminal_size::terminal_size_of(std::io::stdout())?;
    Some(width.0.into())
}

/// How a path is called in messages.
pub(crate) fn name_of(path: &Path) -> String {
    if is_standard(path) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// How the place of an output is called in messages.
pub(crate) fn output_name(path: &Path) -> String {
    if is_standard(path) {
        "standard output".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Reads a file, or standard input for `-`.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, MOST_BYTES)
}

/// The same for what can be JSON, too, of which more is read: one byte more than the reader takes.
pub(crate) fn read_or_json(path: &Path) -> io::Result<Vec<u8>> {
    read_further(path, MOST_BYTES, |bytes| {
        if looks_like_json(bytes) {
            MOST_JSON_BYTES as u64 + 1
        } else {
            MOST_BYTES
        }
    })
}

/// The same for at most so many bytes.
pub(crate) fn read_up_to(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_further(path, most, |_| most)
}

/// Reads at most so many bytes, and then as many in all as these say.
fn read_further(path: &Path, most: u64, in_all: impl Fn(&[u8]) -> u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = |from: &mut dyn Read, bytes: &mut Vec<u8>| {
        from.take(most).read_to_end(bytes)?;
        let more = in_all(bytes).saturating_sub(most);
        if bytes.len() as u64 == most && more > 0 {
            from.take(more).read_to_end(bytes)?;
        }
        Ok::<_, io::Error>(())
    };
    if is_standard(path) {
        faults::point("standard input: read")?;
        read(&mut io::stdin().lock(), &mut bytes)?;
    } else {
        faults::point("input: open")?;
        let mut file = fs::File::open(path)?;
        let size = file.metadata().map_or(0, |data| data.len());
        faults::point("input: room")?;
        bytes
            .try_reserve(size.min(most) as usize + 1)
            .map_err(|_| io::ErrorKind::OutOfMemory)?;
        faults::point("input: read")?;
        read(&mut file, &mut bytes)?;
    }
    Ok(bytes)
}

/// Whether two paths lead to the same file, however they are spelled; also where the file is yet to
/// be made.
pub(crate) fn are_same(a: &Path, b: &Path) -> bool {
    if is_standard(a) || is_standard(b) {
        return false;
    }
    match (target_of(a), target_of(b)) {
        (Ok(a), Ok(b)) => a == b && (a.is_file() || !a.exists()),
        _ => a == b,
    }
}

/// Writes to standard output. A reader that has gone away (`| head`) is no error: the rest is not
/// wanted.
pub(crate) fn write_standard(text: &str) -> io::Result<()> {
    write_while_read(text.as_bytes()).map(drop)
}

/// The same, and tells whether anybody still reads: [`ControlFlow::Break`] if not.
pub(crate) fn write_while_read(bytes: &[u8]) -> io::Result<ControlFlow<()>> {
    if is_standard_output_closed() {
        return Err(io::Error::other("it is closed"));
    }
    let mut out = io::stdout().lock();
    let written = faults::write_all("standard output", &mut out, bytes);
    match written.and_then(|()| out.flush()) {
        Ok(()) => Ok(ControlFlow::Continue(())),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ControlFlow::Break(())),
        Err(error) => Err(error),
    }
}

/// Writes `text` to `path`: to a temporary file beside it first, which then takes its name. What is
/// not a regular file (a device, a pipe) is written to directly; `-` is standard output.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    write_bytes(path, text.as_bytes())
}

/// The same for a text in any encoding.
pub(crate) fn write_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole(path, bytes, true)
}

/// The same for one of many files that can be made again: it appears whole or not at all, too, but
/// nobody waits until it would survive a power cut, which is most of the time otherwise (1,000 files
/// of 60 players: 37 s of waiting on a busy disk for 2 s of work).
pub(crate) fn write_one_of_many(path: &Path, text: &str) -> io::Result<()> {
    write_whole(path, text.as_bytes(), false)
}

fn write_whole(path: &Path, bytes: &[u8], is_synced: bool) -> io::Result<()> {
    if is_standard(path) {
        return write_while_read(bytes).map(drop);
    }
    if path.as_os_str().is_empty() || path.file_name().is_none() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "the path names no file",
        ));
    }
    let target = target_of(path)?;
    let existing = fs::metadata(&target).ok();
    if let Some(existing) = &existing {
        if existing.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !existing.is_file() {
            let mut device = fs::OpenOptions::new().write(true).open(&target)?;
            return faults::write_all("device: write", &mut device, bytes);
        }
        if existing.permissions().readonly() {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
    }
    let folder = folder_of(&target);
    let mut temporary = Temporary::in_folder(&folder)?;
    let file = temporary.file();
    faults::write_all("output: write", file, bytes)?;
    if let Some(existing) = existing {
        faults::point("output: permissions")?;
        file.set_permissions(existing.permissions())?;
    }
    if is_synced {
        faults::point("output: sync")?;
        file.sync_all()?;
    }
    temporary.keep(&target)?;
    if is_synced {
        sync_folder(&folder)?;
    }
    Ok(())
}

/// Makes a folder, and those that it lies in.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    faults::point("output: folder")?;
    fs::create_dir_all(path)
}

/// Where writing to `path` ends. A link stays a link: the file it leads to is replaced, or made if
/// it is missing.
fn target_of(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const MOST_LINKS: usize = 40;
    if let Ok(target) = fs::canonicalize(path) {
        return Ok(target);
    }
    let mut target = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&target) else {
            let folder = fs::canonicalize(folder_of(&target));
            return Ok(match (folder, target.file_name()) {
                (Ok(folder), Some(name)) => folder.join(name),
                _ => target,
            });
        };
        target = folder_of(&target).join(next);
    }
    Err(io::Error::other("too many links, one leading to the next"))
}

/// Waits until a new name in a folder would survive a power cut. A folder that cannot be opened or
/// synced has the new name all the same.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    let Ok(folder) = fs::File::open(folder) else {
        return Ok(());
    };
    faults::point("output: sync of the folder")?;
    match folder.sync_all() {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        done => done,
    }
}

/// Elsewhere a folder cannot be opened as a file.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The folder a file lies in.
fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_to_the_same_file_is_the_same_file() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let file = folder.path().join("a");
        fs::write(&file, "x").expect("a writable folder");
        assert!(are_same(&file, &folder.path().join("./a")));
        assert!(!are_same(&file, &folder.path().join("b")));
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&file, &link).expect("links are possible");
            assert!(are_same(&file, &link));
            write(&link, "y").expect("writable");
            assert_eq!(fs::read_to_string(&file).expect("readable"), "y");
            assert!(link.is_symlink(), "the link stays a link");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_missing_file_stays_a_link_and_the_file_is_made() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().expect("a folder for the test");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("inner")).expect("a writable folder");
        symlink("inner/second", at("first")).expect("links are possible");
        symlink("file", at("inner/second")).expect("links are possible");
        assert!(are_same(&at("first"), &at("inner/file")));
        assert!(!are_same(&at("first"), &at("file")));
        write(&at("first"), "x").expect("writable");
        assert!(at("first").is_symlink() && at("inner/second").is_symlink());
        assert_eq!(fs::read_to_string(at("inner/file")).expect("made"), "x");

        symlink("circle", at("circle")).expect("links are possible");
        assert!(write(&at("circle"), "x").is_err());
        symlink("nowhere/file", at("lost")).expect("links are possible");
        assert!(write(&at("lost"), "x").is_err());
        assert!(at("circle").is_symlink() && at("lost").is_symlink());
    }

    #[test]
    fn a_failed_write_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let taken = folder.path().join("taken");
        fs::create_dir(&taken).expect("a writable folder");
        assert!(write(&taken, "x").is_err());
        assert!(write(&taken.join("missing").join("file"), "x").is_err());
        assert!(write(Path::new(""), "x").is_err());
        let names: Vec<_> = fs::read_dir(folder.path()).expect("readable").collect();
        assert_eq!(names.len(), 1);
    }
}
