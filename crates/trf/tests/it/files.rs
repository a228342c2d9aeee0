//! Every file of `testdata` and what the reader says about it. A file that reads is written again
//! byte for byte, whatever its encoding.
//!
//! Beside `X.trf` stands `X.txt`: the errors and warnings, and for a file that reads, the
//! tournament written as TRF26. `BLESS=1 cargo test -p edelweiss-trf --test it files::` writes the
//! expected files anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use edelweiss_trf::{Dialect, Document, LineEnd, ReadOptions, read};

fn said(bytes: &[u8], name: &str) -> (bool, String) {
    let (is_read, findings, written) = match read(bytes, name, &ReadOptions::default()) {
        Ok(reading) => {
            let document = Document::from_tournament(&reading.tournament, Dialect::Trf26);
            let written = document.map_or_else(|e| e.to_string(), |d| d.write(LineEnd::Lf));
            (true, reading.warnings, written)
        }
        Err(failure) => (false, failure.warnings.clone(), format!("{failure}\n")),
    };
    let mut said = String::new();
    for warning in &findings {
        writeln!(said, "warning: {warning}").expect("a string grows");
    }
    (is_read, said + &written)
}

/// What writing adds to a file: nothing, or the end of its last line. `None` where it changes it.
fn added(bytes: &[u8]) -> Option<Vec<u8>> {
    let document = Document::parse(bytes, "again").expect("it was read before");
    assert_eq!(
        document.as_it_stands(),
        one_mark(bytes),
        "with the end of each line"
    );
    let again = document.to_bytes(document.line_end());
    again.strip_prefix(one_mark(bytes)).map(<[u8]>::to_vec)
}

/// Several byte order marks are one too many.
fn one_mark(bytes: &[u8]) -> &[u8] {
    let doubled = bytes.starts_with("\u{feff}\u{feff}".as_bytes());
    if doubled { &bytes[3..] } else { bytes }
}

fn check(folder: &str, expect_read: bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testdata")
        .join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder is part of the crate")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "trf"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let name = file
            .file_name()
            .expect("it is a file")
            .to_string_lossy()
            .into_owned();
        let bytes = fs::read(&file).expect("a readable file");
        let (is_read, found) = said(&bytes, &name);
        assert_eq!(is_read, expect_read, "{found}");
        if is_read {
            let added =
                added(&bytes).unwrap_or_else(|| panic!("{name}: it is written differently"));
            assert!(matches!(&added[..], b"" | b"\r\n"), "{name}: {added:?}");
        }
        let beside = file.with_extension("txt");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&beside, &found).expect("a writable folder");
        }
        let expected = fs::read_to_string(&beside).unwrap_or_default();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn bad_files_get_their_errors() {
    check("bad", false);
}

#[test]
fn good_files_are_read_as_expected() {
    check("good", true);
}
