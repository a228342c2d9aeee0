//! Answers of earlier runs: the same rounds are compared again without asking anybody.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;

use super::checklist::{self, Word};

/// Answers of earlier runs, and a file to which new ones are added: name, digest of the question,
/// rounds, between tabs.
#[derive(Debug)]
pub struct Answers {
    known: BTreeMap<String, (u64, String)>,
    file: Option<File>,
}

impl Answers {
    /// Reads what a file has; without one, nothing is known and nothing kept.
    ///
    /// # Errors
    /// When the file cannot be opened or read.
    pub fn open(path: Option<&Path>) -> std::io::Result<Self> {
        let mut known = BTreeMap::new();
        let Some(path) = path else {
            return Ok(Self { known, file: None });
        };
        let file = (OpenOptions::new().read(true).append(true).create(true)).open(path)?;
        for line in BufReader::new(&file).lines() {
            let line = line?;
            let mut fields = line.split('\t');
            if let (Some(name), Some(digest), Some(rounds)) =
                (fields.next(), fields.next(), fields.next())
                && let Ok(digest) = digest.parse()
            {
                known.insert(name.to_owned(), (digest, rounds.to_owned()));
            }
        }
        Ok(Self {
            known,
            file: Some(file),
        })
    }

    /// The rounds that were answered to this very question.
    pub fn find(&self, name: &str, digest: u64) -> Option<Vec<Word>> {
        let (known, rounds) = self.known.get(name)?;
        (*known == digest).then(|| checklist::from_one_line(rounds))?
    }

    /// Adds an answer to the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep(&mut self, name: &str, digest: u64, rounds: &[Word]) -> std::io::Result<()> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let line = format!("{name}\t{digest}\t{}\n", checklist::in_one_line(rounds));
        file.write_all(line.as_bytes())
    }
}

/// FNV-1a: a number for a question.
pub fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
