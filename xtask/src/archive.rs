//! One file of many, the same from the same folder: a .tar.gz, or a .zip where Windows unpacks it.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;

use crate::TaskResult;

/// Files below a folder by their names there, with `/` between, in order.
///
/// # Errors
/// Those of the folder.
pub(crate) fn files(folder: &Path) -> TaskResult<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let parts = path.strip_prefix(folder)?.iter();
            let parts: Option<Vec<&str>> = parts.map(|part| part.to_str()).collect();
            let name = parts.ok_or("a file name that is not UTF-8")?.join("/");
            found.push((name, path));
        }
    }
    found.sort();
    Ok(found)
}

/// Packs a folder under its own name, and writes the checksum beside the archive, in the form that
/// `sha256sum -c` reads. `executable` is the one file that can be run, `time` (seconds since 1970) that
/// of every file.
///
/// # Errors
/// Those of the files.
pub(crate) fn pack(folder: &Path, executable: &str, time: u64) -> TaskResult<PathBuf> {
    let name =
        (folder.file_name().and_then(|name| name.to_str())).ok_or("a folder without a name")?;
    let is_zip = Path::new(executable).extension().is_some();
    let ending = if is_zip { "zip" } else { "tar.gz" };
    let archive = folder.with_file_name(format!("{name}.{ending}"));
    let members = files(folder)?;
    let writer = BufWriter::new(File::create(&archive)?);
    if is_zip {
        zipped(&members, name, executable, writer)?;
    } else {
        tarred(&members, name, executable, time, writer)?;
    }
    let sum = checksum(&fs::read(&archive)?);
    let sums = folder.with_file_name(format!("{name}.{ending}.sha256"));
    fs::write(sums, format!("{sum}  {name}.{ending}\n"))?;
    Ok(archive)
}

fn mode(name: &str, executable: &str) -> u32 {
    if name == executable { 0o755 } else { 0o644 }
}

fn tarred(
    members: &[(String, PathBuf)],
    top: &str,
    executable: &str,
    time: u64,
    writer: impl std::io::Write,
) -> TaskResult<()> {
    let mut tar = tar::Builder::new(GzEncoder::new(writer, Compression::best()));
    for (name, path) in members {
        let bytes = fs::read(path)?;
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(mode(name, executable));
        header.set_mtime(time);
        tar.append_data(&mut header, format!("{top}/{name}"), &bytes[..])?;
    }
    tar.into_inner()?.finish()?.flush()?;
    Ok(())
}

fn zipped(
    members: &[(String, PathBuf)],
    top: &str,
    executable: &str,
    writer: impl std::io::Write + std::io::Seek,
) -> TaskResult<()> {
    let mut zip = zip::ZipWriter::new(writer);
    for (name, path) in members {
        let options = SimpleFileOptions::default().unix_permissions(mode(name, executable));
        zip.start_file(format!("{top}/{name}"), options)?;
        zip.write_all(&fs::read(path)?)?;
    }
    zip.finish()?.flush()?;
    Ok(())
}

/// SHA-256 in hexadecimal digits.
pub(crate) fn checksum(bytes: &[u8]) -> String {
    let mut sum = String::new();
    for byte in Sha256::digest(bytes) {
        write!(sum, "{byte:02x}").expect("a string takes what is written");
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn folder() -> (tempfile::TempDir, PathBuf) {
        let above = tempfile::tempdir().expect("a temporary folder");
        let folder = above.path().join("edelweiss-1");
        fs::create_dir_all(folder.join("man/man1")).expect("a folder");
        fs::write(folder.join("edelweiss"), "program").expect("a file");
        fs::write(folder.join("man/man1/edelweiss.1"), "page").expect("a file");
        (above, folder)
    }

    #[test]
    fn what_is_packed_comes_out_with_its_names_and_modes_and_the_same_each_time() {
        let (_above, folder) = folder();
        let archive = pack(&folder, "edelweiss", 86_400).expect("packed");
        let bytes = fs::read(&archive).expect("an archive");
        let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(&bytes[..]));
        let mut found = Vec::new();
        for entry in tar.entries().expect("a tar file") {
            let mut entry = entry.expect("an entry");
            let mut text = String::new();
            entry.read_to_string(&mut text).expect("text");
            let mode = entry.header().mode().expect("a mode");
            let name = entry.path().expect("a name").display().to_string();
            found.push((name, mode, text));
        }
        let of = |name: &str, mode, text: &str| (name.to_owned(), mode, text.to_owned());
        assert_eq!(
            found,
            [
                of("edelweiss-1/edelweiss", 0o755, "program"),
                of("edelweiss-1/man/man1/edelweiss.1", 0o644, "page"),
            ]
        );
        let again = pack(&folder, "edelweiss", 86_400).expect("packed");
        assert_eq!(fs::read(again).expect("an archive"), bytes);
        let sums = fs::read_to_string(archive.with_extension("gz.sha256")).expect("checksums");
        assert_eq!(sums, format!("{}  edelweiss-1.tar.gz\n", checksum(&bytes)));
    }

    #[test]
    fn for_windows_it_is_a_zip() {
        let (_above, folder) = folder();
        fs::rename(folder.join("edelweiss"), folder.join("edelweiss.exe")).expect("renamed");
        let archive = pack(&folder, "edelweiss.exe", 0).expect("packed");
        let mut zip = zip::ZipArchive::new(File::open(archive).expect("a file")).expect("a zip");
        assert_eq!(zip.len(), 2);
        let mut text = String::new();
        let mut program = zip
            .by_name("edelweiss-1/edelweiss.exe")
            .expect("the program");
        program.read_to_string(&mut text).expect("text");
        assert_eq!(text, "program");
    }

    #[test]
    fn checksums_are_those_of_the_standard() {
        assert_eq!(
            checksum(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
