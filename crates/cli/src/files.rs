//! The only place that opens files. Input is read whole; output appears whole or not at all.

pub(crate) mod inputs;

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

/// One byte more than the largest file the reader takes, so that it can say so.
const MOST_BYTES: u64 = (64 << 20) + 1;

/// Whether a path stands for standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// How a path is called in messages.
pub(crate) fn name_of(path: &Path) -> String {
    if is_standard(path) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Reads a file, or standard input for `-`.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if is_standard(path) {
        io::stdin()
            .lock()
            .take(MOST_BYTES)
            .read_to_end(&mut bytes)?;
    } else {
        let file = fs::File::open(path)?;
        let size = file.metadata().map_or(0, |data| data.len());
        bytes.reserve(size.min(MOST_BYTES) as usize + 1);
        file.take(MOST_BYTES).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Whether two paths lead to the same existing file, however they are spelled.
pub(crate) fn are_same(a: &Path, b: &Path) -> bool {
    if is_standard(a) || is_standard(b) {
        return false;
    }
    match (fs::canonicalize(a), fs::canonicalize(b)) {
        (Ok(a), Ok(b)) => a == b && a.is_file(),
        _ => a == b,
    }
}

/// Writes to standard output.
pub(crate) fn write_standard(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes `text` to `path`: to a temporary file beside it first, which then takes its name. What is
/// not a regular file (a device, a pipe) is written to directly; `-` is standard output.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    write_whole(path, text, true)
}

/// The same for one of many files that can be made again: it appears whole or not at all, too, but
/// nobody waits until it would survive a power cut, which is most of the time otherwise (1,000 files
/// of 60 players: 37 s of waiting on a busy disk for 2 s of work).
pub(crate) fn write_one_of_many(path: &Path, text: &str) -> io::Result<()> {
    write_whole(path, text, false)
}

fn write_whole(path: &Path, text: &str, is_synced: bool) -> io::Result<()> {
    if is_standard(path) {
        return write_standard(text);
    }
    if path.as_os_str().is_empty() || path.file_name().is_none() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "the path names no file",
        ));
    }
    // A link stays a link: the file it leads to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let existing = fs::metadata(&target).ok();
    if let Some(existing) = &existing {
        if existing.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !existing.is_file() {
            return fs::OpenOptions::new()
                .write(true)
                .open(&target)?
                .write_all(text.as_bytes());
        }
        if existing.permissions().readonly() {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
    }
    let mut builder = Builder::new();
    builder.prefix(".edelweiss-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What any new file gets; the umask takes away from it.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder_of(&target))?;
    file.write_all(text.as_bytes())?;
    if let Some(existing) = existing {
        fs::set_permissions(file.path(), existing.permissions())?;
    }
    if is_synced {
        file.as_file().sync_all()?;
    }
    file.persist(&target).map_err(|error| error.error)?;
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
