//! A tournament file, as every question reads it.

use edelweiss::trf::{self, Encoding, Failure, ReadOptions, Reading};
use serde::{Deserialize, Serialize};

/// A tournament file that was read.
#[derive(Debug)]
pub struct TournamentInput {
    /// As it is named in messages.
    pub name: String,
    /// Its size.
    pub n_bytes: usize,
    /// What was read.
    pub reading: Reading,
}

impl TournamentInput {
    /// What the first record of a code says of the event; nothing where there is none.
    pub(crate) fn record(&self, code: &str) -> String {
        let mut records = self.reading.document.records();
        let found = records.find(|record| record.code() == code);
        found
            .map(|record| record.text[code.len()..].trim().to_owned())
            .unwrap_or_default()
    }

    /// Reads a file that messages call `name`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Self, Failure> {
        Ok(Self {
            name: name.to_owned(),
            n_bytes: bytes.len(),
            reading: trf::read(bytes, name, options)?,
        })
    }
}

/// `--encoding`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum EncodingName {
    /// UTF-8
    #[cfg_attr(feature = "clap", value(name = "utf-8"))]
    #[serde(rename = "utf-8")]
    Utf8,
    /// UTF-16, little-endian
    #[cfg_attr(feature = "clap", value(name = "utf-16le"))]
    #[serde(rename = "utf-16le")]
    Utf16Le,
    /// UTF-16, big-endian
    #[cfg_attr(feature = "clap", value(name = "utf-16be"))]
    #[serde(rename = "utf-16be")]
    Utf16Be,
    /// Windows, Central Europe
    #[cfg_attr(feature = "clap", value(name = "windows-1250"))]
    #[serde(rename = "windows-1250")]
    Windows1250,
    /// Windows, Western Europe
    #[cfg_attr(feature = "clap", value(name = "windows-1252"))]
    #[serde(rename = "windows-1252")]
    Windows1252,
}

impl From<EncodingName> for Encoding {
    fn from(name: EncodingName) -> Self {
        match name {
            EncodingName::Utf8 => Self::Utf8,
            EncodingName::Utf16Le => Self::Utf16Le,
            EncodingName::Utf16Be => Self::Utf16Be,
            EncodingName::Windows1250 => Self::Windows1250,
            EncodingName::Windows1252 => Self::Windows1252,
        }
    }
}
