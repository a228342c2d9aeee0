//! Many files at once: files, folders with files, and archives of files, one after the other.
//!
//! # Limits
//! Members of archives are unpacked one at a time and never beyond the largest file the reader
//! takes; an archive that unpacks to more than [`Limits::archive`] in all is left there, and so is one
//! with a member whose name has no end, or that needs much memory to be unpacked. Archives within
//! archives are not opened.

mod tape;

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use edelweiss_compare::faults;

use super::{MOST_BYTES, is_standard, name_of};
use tape::untar;

/// Something to be checked, or the reason why it cannot be.
#[derive(Debug)]
pub(crate) enum Input {
    /// A file that has not been read yet, or standard input.
    File(PathBuf),
    /// The member of an archive, unpacked.
    Member { name: String, bytes: Vec<u8> },
    /// A file, folder, archive or member that cannot be read.
    Bad { name: String, error: String },
}

/// How much is unpacked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Bytes of an archive, in all, wanted or not.
    pub(crate) archive: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { archive: 16 << 30 }
    }
}

/// What kind of archive a name promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ArchiveKind {
    Zip,
    Tar,
    TarGz,
    TarXz,
}

impl ArchiveKind {
    fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        [
            (".zip", Self::Zip),
            (".tar", Self::Tar),
            (".tar.gz", Self::TarGz),
            (".tgz", Self::TarGz),
            (".tar.xz", Self::TarXz),
            (".txz", Self::TarXz),
        ]
        .into_iter()
        .find_map(|(end, kind)| name.ends_with(end).then_some(kind))
    }
}

/// Whether the name is that of an archive.
pub(crate) fn is_archive(path: &Path) -> bool {
    ArchiveKind::of(path).is_some()
}

/// Whether the name is that of a tournament file, among others in a folder or an archive.
fn is_tournament(name: &Path) -> bool {
    let extension = name.extension().and_then(OsStr::to_str);
    let known = extension
        .is_some_and(|found| ["trf", "trfx"].contains(&found.to_ascii_lowercase().as_str()));
    // Archives made on some systems hold a file of attributes beside each real one.
    let hidden = name
        .file_name()
        .is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    known && !hidden
}

/// The files meant, in the order they were given; those of a folder are sorted. Archives count as
/// one. A folder that cannot be listed, or holds nothing, comes with the reason.
pub(crate) fn list(paths: &[PathBuf]) -> Vec<(PathBuf, io::Result<()>)> {
    let mut all = Vec::new();
    for path in paths {
        if is_standard(path) || !path.is_dir() {
            all.push((path.clone(), Ok(())));
            continue;
        }
        let mut found = Vec::new();
        match list_folder(path, &mut found) {
            Ok(()) if found.is_empty() => {
                let error =
                    io::Error::other("the folder holds no file named *.trf, and no archive");
                all.push((path.clone(), Err(error)));
            }
            Ok(()) => {
                found.sort();
                all.extend(found.into_iter().map(|file| (file, Ok(()))));
            }
            Err(error) => all.push((path.clone(), Err(error))),
        }
    }
    all
}

/// Adds everything below a folder. Links to folders are not followed, so this ends.
fn list_folder(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    faults::point("input: list of a folder")?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            list_folder(&path, found)?;
        } else if is_tournament(&path) || ArchiveKind::of(&path).is_some() {
            found.push(path);
        }
    }
    Ok(())
}

/// Visits a listed file, or every tournament file of an archive, until told to stop.
pub(crate) fn visit(
    path: PathBuf,
    listed: io::Result<()>,
    limits: Limits,
    each: &mut dyn FnMut(Input) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let name = name_of(&path);
    let bad = |error: String| Input::Bad {
        name: name.clone(),
        error,
    };
    if let Err(error) = listed {
        return each(bad(error.to_string()));
    }
    let Some(kind) = ArchiveKind::of(&path) else {
        return each(Input::File(path));
    };
    let mut seen = 0_u64;
    let mut counted = |input| {
        seen += 1;
        each(input)
    };
    let opened = match kind {
        ArchiveKind::Zip => unzip(&path, limits, &mut counted),
        ArchiveKind::Tar | ArchiveKind::TarGz | ArchiveKind::TarXz => {
            untar(kind, &path, limits, &mut counted)
        }
    };
    match opened {
        Ok(ControlFlow::Break(())) => ControlFlow::Break(()),
        Ok(ControlFlow::Continue(())) if seen == 0 => {
            each(bad("the archive holds no file named *.trf".to_owned()))
        }
        Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
        Err(error) if seen == 0 => each(bad(format!("the archive cannot be read: {error}"))),
        Err(error) => each(bad(format!(
            "the archive cannot be read beyond {seen} of its files: {error}"
        ))),
    }
}

/// At most one byte more than the reader takes.
fn read_member(member: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    faults::point("archive: member")?;
    member.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn member_name(archive: &Path, member: &Path) -> String {
    format!("{}/{}", name_of(archive), member.display())
}

fn too_much(limits: Limits) -> io::Error {
    io::Error::other(format!(
        "it unpacks to more than {} bytes, expected a collection of tournament files",
        limits.archive
    ))
}

fn unzip(
    path: &Path,
    limits: Limits,
    each: &mut dyn FnMut(Input) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    faults::point("archive: open")?;
    let mut archive = zip::ZipArchive::new(io::BufReader::new(fs::File::open(path)?))?;
    let mut unpacked = 0_u64;
    for index in 0..archive.len() {
        let wanted = (archive.name_for_index(index).and_then(Result::ok))
            .map(|name| PathBuf::from(&*name))
            .filter(|name| is_tournament(name));
        let Some(wanted) = wanted else { continue };
        let name = member_name(path, &wanted);
        let bytes = match archive.by_index(index) {
            Ok(mut member) => read_member(&mut member),
            Err(error) => Err(error.into()),
        };
        unpacked += bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
        if unpacked > limits.archive {
            return Err(too_much(limits));
        }
        let input = match bytes {
            Ok(bytes) => Input::Member { name, bytes },
            Err(error) => Input::Bad {
                name,
                error: error.to_string(),
            },
        };
        if each(input).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const GOOD: &[u8] = b"012 A tournament\n";

    fn tar_of(members: &[(&str, &[u8])]) -> Vec<u8> {
        let mut builder = tar::Builder::new(Vec::new());
        for (name, bytes) in members {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(0o644);
            (builder.append_data(&mut header, name, *bytes)).expect("memory takes it");
        }
        builder.into_inner().expect("memory takes it")
    }

    /// A member behind an entry of `kind` that speaks of it.
    fn tar_with_extension(kind: tar::EntryType, said: &[u8]) -> Vec<u8> {
        let mut builder = tar::Builder::new(Vec::new());
        let mut append = |kind: tar::EntryType, name: &str, bytes: &[u8]| {
            let mut header = tar::Header::new_gnu();
            header.set_entry_type(kind);
            header.set_size(bytes.len() as u64);
            (builder.append_data(&mut header, name, bytes)).expect("memory takes it");
        };
        append(kind, "about the next", said);
        append(tar::EntryType::Regular, "short", GOOD);
        append(tar::EntryType::Regular, "2.trf", GOOD);
        builder.into_inner().expect("memory takes it")
    }

    fn zip_of(members: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        for (name, bytes) in members {
            let options = zip::write::SimpleFileOptions::default();
            writer.start_file(*name, options).expect("memory takes it");
            writer.write_all(bytes).expect("memory takes it");
        }
        writer.finish().expect("memory takes it").into_inner()
    }

    fn gz_of(bytes: &[u8]) -> Vec<u8> {
        let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        writer.write_all(bytes).expect("memory takes it");
        writer.finish().expect("memory takes it")
    }

    fn xz_of(bytes: &[u8]) -> Vec<u8> {
        let options = lzma_rust2::XzOptions::with_preset(1);
        let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).expect("good options");
        writer.write_all(bytes).expect("memory takes it");
        writer.finish().expect("memory takes it")
    }

    /// Names of what is found, `!` before those that cannot be read.
    fn found(name: &str, bytes: &[u8], limit: u64) -> Vec<String> {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("writable");
        let mut names = Vec::new();
        let flow = visit(
            path.clone(),
            Ok(()),
            Limits { archive: limit },
            &mut |input| {
                let prefix = format!("{}/", path.display());
                names.push(match input {
                    Input::File(path) => path.display().to_string(),
                    Input::Member { name, bytes } => {
                        assert!(bytes.starts_with(b"012"), "{name}");
                        name.replace(&prefix, "")
                    }
                    Input::Bad { error, .. } => format!("!{error}"),
                });
                ControlFlow::Continue(())
            },
        );
        assert!(flow.is_continue());
        names
    }

    #[test]
    fn members_are_found_in_their_order_and_others_passed_over() {
        let members: &[(&str, &[u8])] = &[
            ("b/2.trf", GOOD),
            ("readme.md", b"text"),
            ("a.TRFX", GOOD),
            ("__MACOSX/._a.trf", b"attributes"),
            ("inner.zip", b"PK"),
        ];
        let tar = tar_of(members);
        for (name, bytes) in [
            ("a.zip", zip_of(members)),
            ("a.tar", tar.clone()),
            ("a.tar.gz", gz_of(&tar)),
            ("a.tgz", gz_of(&tar)),
            ("a.tar.xz", xz_of(&tar)),
            ("A.TAR.XZ", xz_of(&tar)),
        ] {
            assert_eq!(
                found(name, &bytes, 1 << 20),
                ["b/2.trf", "a.TRFX"],
                "{name}"
            );
        }
    }

    #[test]
    fn names_of_members_may_be_long_but_not_without_end() {
        let name = format!("{}/1.trf", "folder/".repeat(40).trim_end_matches('/'));
        let attribute = format!("path={name}\n");
        let pax = format!("{} {attribute}", attribute.len() + 4);
        assert!(pax.starts_with(&pax.len().to_string()), "its own length");
        for (kind, said) in [
            (tar::EntryType::GNULongName, format!("{name}\0")),
            (tar::EntryType::XHeader, pax),
        ] {
            let tar = tar_with_extension(kind, said.as_bytes());
            let names = found("a.tar.gz", &gz_of(&tar), 1 << 20);
            assert_eq!(names, [name.as_str(), "2.trf"], "{kind:?}");
            // 8 MB of name: it is left where it is.
            let endless = said.repeat(1 << 15);
            let tar = tar_with_extension(kind, endless.as_bytes());
            let names = found("a.tar.gz", &gz_of(&tar), 1 << 30);
            assert_eq!(names.len(), 1, "{kind:?}");
            assert!(names[0].contains("more than 65536 bytes"), "{names:?}");
        }
        let huge = tar_with_extension(tar::EntryType::XHeader, b"20 size=12345678901\n");
        let names = found("a.tar", &huge, 1 << 30);
        assert!(names[0].contains("9 GB"), "{names:?}");
    }

    /// The header of a block names the memory it takes: here 4 GiB, of which nothing is reserved.
    #[test]
    fn an_archive_that_needs_much_memory_is_left() {
        let mut bytes = xz_of(&tar_of(&[("1.trf", GOOD)]));
        assert_eq!(found("a.tar.xz", &bytes, 1 << 20), ["1.trf"]);
        // Behind the header of the stream, 12 bytes: the block's own, with its length in words.
        let header = 12..12 + 4 * (usize::from(bytes[12]) + 1);
        let filter = bytes[header.clone()]
            .windows(2)
            .position(|w| w == [0x21, 1]);
        bytes[12 + filter.expect("the filter LZMA2") + 2] = 40;
        let mut crc = flate2::Crc::new();
        crc.update(&bytes[header.start..header.end - 4]);
        bytes[header.end - 4..header.end].copy_from_slice(&crc.sum().to_le_bytes());
        let names = found("a.tar.xz", &bytes, 1 << 20);
        assert_eq!(names.len(), 1, "{names:?}");
        assert!(names[0].contains("memory"), "{names:?}");
    }

    #[test]
    fn broken_archives_say_so_after_their_last_good_member() {
        let large = [GOOD, &b"### line\n".repeat(20_000)].concat();
        let members: &[(&str, &[u8])] = &[("1.trf", GOOD), ("2.trf", &large), ("3.trf", GOOD)];
        let tar = tar_of(members);
        for (name, bytes) in [
            ("a.tar", tar.clone()),
            ("a.tar.gz", gz_of(&tar)),
            ("a.tar.xz", xz_of(&tar)),
            ("a.zip", zip_of(members)),
        ] {
            let names = found(name, &bytes[..bytes.len() / 2], 1 << 30);
            let last = names.last().expect("something is said");
            assert!(
                last.starts_with("!the archive cannot be read"),
                "{name}: {names:?}"
            );
            let names = found(name, b"nonsense", 1 << 30);
            assert!(
                names.len() == 1 && names[0].starts_with('!'),
                "{name}: {names:?}"
            );
            let names = found(name, b"", 1 << 30);
            assert!(
                names.len() == 1 && names[0].starts_with('!'),
                "{name}: {names:?}"
            );
        }
        assert_eq!(
            found("a.zip", &zip_of(&[("x.txt", GOOD)]), 100),
            ["!the archive holds no file named *.trf"]
        );
        // One member of a zip is damaged: the others are there.
        let mut bytes = zip_of(members);
        let place = (bytes.windows(5)).position(|window| window == b"2.trf");
        bytes[place.expect("the local header") + 40] ^= 0x55;
        let names = found("a.zip", &bytes, 1 << 30);
        assert_eq!(
            (names.len(), &*names[0], &*names[2]),
            (3, "1.trf", "3.trf"),
            "{names:?}"
        );
        assert!(names[1].starts_with('!'), "{names:?}");
    }

    #[test]
    fn a_bomb_is_left_when_it_has_unpacked_to_the_limit() {
        let zeros = [GOOD, &vec![0; 3 << 20]].concat();
        let members: &[(&str, &[u8])] = &[("1.trf", GOOD), ("2.trf", &zeros), ("3.trf", GOOD)];
        let tar = tar_of(members);
        for (name, bytes) in [
            ("a.zip", zip_of(members)),
            ("a.tar.gz", gz_of(&tar)),
            ("a.tar.xz", xz_of(&tar)),
        ] {
            assert!(bytes.len() < 1 << 16, "{name}: {}", bytes.len());
            let names = found(name, &bytes, 1 << 20);
            assert_eq!(names.len(), 2, "{name}: {names:?}");
            assert!(
                names[1].contains("more than 1048576 bytes"),
                "{name}: {names:?}"
            );
        }
    }
}
