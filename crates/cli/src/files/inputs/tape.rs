//! Archives of `tar`, plain or compressed: a stream of entries, some of which speak of the next.

use std::fs;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use edelweiss_compare::faults;

use super::{ArchiveKind, Input, Limits, is_tournament, member_name, read_member, too_much};

/// Fails where more is read than allowed.
struct Bounded<R> {
    inner: R,
    left: u64,
    limits: Limits,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.left = (self.left.checked_sub(read as u64)).ok_or_else(|| too_much(self.limits))?;
        Ok(read)
    }
}

/// The most bytes of an entry that says something about the member behind it: its name, or a list of
/// attributes. File systems have names of 4,096 bytes at most.
const MOST_EXTENSION: u64 = 64 << 10;

/// The most memory for unpacking `.xz`, in KiB: twice what the strongest setting of `xz` needs.
const XZ_MEMORY: u32 = 128 << 10;

/// Visits every tournament file of an archive.
pub(super) fn untar(
    kind: ArchiveKind,
    path: &Path,
    limits: Limits,
    each: &mut dyn FnMut(Input) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    faults::point("archive: open")?;
    let file = io::BufReader::new(fs::File::open(path)?);
    let inner: Box<dyn Read> = match kind {
        ArchiveKind::TarGz => Box::new(flate2::read::MultiGzDecoder::new(file)),
        ArchiveKind::TarXz => Box::new(lzma_rust2::XzReader::new_mem_limit(file, true, XZ_MEMORY)),
        ArchiveKind::Tar | ArchiveKind::Zip => Box::new(file),
    };
    let mut archive = tar::Archive::new(Bounded {
        inner,
        left: limits.archive,
        limits,
    });
    // The library would hold what is said about a member in memory, however long it is; so such
    // entries come to us like any other.
    let mut given_name: Option<PathBuf> = None;
    for member in archive.entries()?.raw(true) {
        let mut member = member?;
        match member.header().entry_type() {
            tar::EntryType::GNULongName => {
                let mut name = read_extension(&mut member)?;
                name.truncate(name.iter().position(|b| *b == 0).unwrap_or(name.len()));
                given_name = Some(path_of(&name));
                continue;
            }
            tar::EntryType::XHeader => {
                let attributes = read_extension(&mut member)?;
                given_name = pax_name(&attributes)?.or(given_name);
                continue;
            }
            // They say nothing about the name and size of a member.
            tar::EntryType::GNULongLink | tar::EntryType::XGlobalHeader => continue,
            _ => {}
        }
        let inside = match given_name.take() {
            Some(name) => name,
            None => member.path()?.into_owned(),
        };
        if !member.header().entry_type().is_file() || !is_tournament(&inside) {
            continue;
        }
        let name = member_name(path, &inside);
        // What comes after a member that cannot be unpacked cannot be found, either.
        let bytes = read_member(&mut member)?;
        if each(Input::Member { name, bytes }).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// An entry about the member behind it.
fn read_extension(entry: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    faults::point("archive: name")?;
    entry.take(MOST_EXTENSION + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_EXTENSION {
        let message =
            format!("the name or the attributes of a member have more than {MOST_EXTENSION} bytes");
        return Err(io::Error::other(message));
    }
    Ok(bytes)
}

/// The name that a list of attributes gives a member.
fn pax_name(attributes: &[u8]) -> io::Result<Option<PathBuf>> {
    let mut name = None;
    for attribute in tar::PaxExtensions::new(attributes) {
        let attribute = attribute?;
        match attribute.key_bytes() {
            b"path" => name = Some(path_of(attribute.value_bytes())),
            // Said where the header has no room for it, and then beyond what is unpacked.
            b"size" if attribute.value().is_ok_and(|size| size.len() > 10) => {
                return Err(io::Error::other("a member has more than 9 GB"));
            }
            _ => {}
        }
    }
    Ok(name)
}

/// A name as archives have it, in whatever encoding.
fn path_of(name: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(name).into_owned())
}
