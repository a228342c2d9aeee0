//! A tournament file that was read, with all its bytes.

use edelweiss_model::{RoundNumber, Tournament};
use edelweiss_trf::{Document, Failure, Finding, ReadOptions, read};

use crate::error::StepError;

/// A tournament file: the state of an event.
#[derive(Clone, Debug)]
pub struct EventFile {
    bytes: Vec<u8>,
    document: Document,
    tournament: Tournament,
    warnings: Vec<Finding>,
    reading: ReadOptions,
}

impl EventFile {
    /// Reads a file that messages call `name`. O(bytes), plus O(players · rounds).
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(bytes: &[u8], name: &str, options: &ReadOptions) -> Result<Self, Failure> {
        let reading = read(bytes, name, options)?;
        Ok(Self {
            bytes: bytes.to_vec(),
            document: reading.document,
            tournament: reading.tournament,
            warnings: reading.warnings,
            reading: *options,
        })
    }

    /// Another state of the same file, read in the same encoding, and with its points compared.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn read_back(&self, document: &Document) -> Result<Self, Failure> {
        let options = (self.reading)
            .encoding(Some(self.document.encoding()))
            .check_points(true);
        let back = Self::read(&document.as_it_stands(), document.name(), &options)?;
        Ok(Self {
            reading: self.reading,
            ..back
        })
    }

    /// The round whose results are meant: this one, or the last one that was paired.
    ///
    /// # Errors
    /// A round that has not been paired.
    pub fn round_with_games(&self, asked: Option<u16>) -> Result<RoundNumber, StepError> {
        let Some(last) = self.tournament.rounds_paired() else {
            return Err(StepError::new(
                "no round has been paired, so there is no game to have a result",
                "`edelweiss pair FILE --write` pairs round 1 and adds it to the file",
            ));
        };
        let Some(asked) = asked else { return Ok(last) };
        let round = RoundNumber::new(asked.into()).ok();
        round.filter(|round| *round <= last).ok_or_else(|| {
            let message = format!(
                "found round {asked}, expected one from 1 to {last}, which have been paired"
            );
            StepError::new(message, "")
        })
    }

    /// The file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Its lines.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// What they say.
    pub fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// What was read with doubts.
    pub fn warnings(&self) -> &[Finding] {
        &self.warnings
    }
}
