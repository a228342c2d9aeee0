//! Every file of a corpus outside this repository: it reads, its lines are kept, and its
//! tournament reads back from both dialects.
//!
//! `EDELWEISS_TRF_CORPUS` names folders, separated as in a search path; without it there is
//! nothing to do.

use std::fs;
use std::path::{Path, PathBuf};

use edelweiss_trf::{Dialect, Document, LineEnd, ReadOptions, read};

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "trf") {
            files.push(path);
        }
    }
}

fn check(file: &Path) -> Result<(), String> {
    let name = file.to_string_lossy();
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    let options = ReadOptions::default();
    let reading = read(&bytes, &name, &options).map_err(|failure| failure.to_string())?;
    let text = reading.document.write(LineEnd::Lf);
    let original = String::from_utf8_lossy(&bytes)
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    if text.trim_end_matches('\n') != original.trim_end_matches('\n') {
        return Err(format!("{name}: lines are not kept"));
    }
    for dialect in [Dialect::Trf16, Dialect::Trf26] {
        let document = Document::from_tournament(&reading.tournament, dialect)
            .map_err(|error| format!("{name}: {error}"))?;
        let written = document.write(LineEnd::Lf);
        let back = read(written.as_bytes(), &name, &options)
            .map_err(|failure| format!("{failure}\n{written}"))?;
        if back.tournament != reading.tournament {
            return Err(format!("{name}: {dialect:?} reads back as something else"));
        }
    }
    Ok(())
}

#[test]
fn every_file_of_the_corpus_reads_and_reads_back() {
    let Some(folders) = std::env::var_os("EDELWEISS_TRF_CORPUS") else {
        return;
    };
    let mut files = Vec::new();
    for folder in std::env::split_paths(&folders) {
        collect(&folder, &mut files);
    }
    let slips: Vec<String> = files.iter().filter_map(|file| check(file).err()).collect();
    assert!(
        slips.is_empty(),
        "{} of {}: {}",
        slips.len(),
        files.len(),
        slips.join("\n")
    );
    eprintln!("{} files read and read back", files.len());
}
