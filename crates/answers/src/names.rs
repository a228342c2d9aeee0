//! Systems, editions and engines by their names, as options have them.

use edelweiss::pairing::Engine;
use serde::{Deserialize, Serialize};

/// `--system`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum SystemName {
    /// FIDE (Dutch)
    Dutch,
    /// Dubov
    Dubov,
    /// Burstein
    Burstein,
    /// Double-Swiss: matches of two games, two rounds of the file each
    DoubleSwiss,
}

/// `--rules`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(try_from = "NumberOrText", into = "u16")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Year {
    /// In force from 1 February 2026
    #[cfg_attr(feature = "clap", value(name = "2026"))]
    Y2026,
    /// In force until 31 January 2026
    #[cfg_attr(feature = "clap", value(name = "2017"))]
    Y2017,
    /// Dutch: the system based on rating, before it was called Dutch
    #[cfg_attr(feature = "clap", value(name = "1998"))]
    Y1998,
    /// Dubov: its first edition
    #[cfg_attr(feature = "clap", value(name = "1997"))]
    Y1997,
}

impl From<Year> for u16 {
    fn from(year: Year) -> Self {
        match year {
            Year::Y2026 => 2026,
            Year::Y2017 => 2017,
            Year::Y1998 => 1998,
            Year::Y1997 => 1997,
        }
    }
}

/// A year as a number or as a text.
#[derive(Deserialize)]
#[serde(untagged)]
enum NumberOrText {
    Number(u16),
    Text(String),
}

impl TryFrom<NumberOrText> for Year {
    type Error = String;

    fn try_from(found: NumberOrText) -> Result<Self, String> {
        let text = match found {
            NumberOrText::Number(year) => year.to_string(),
            NumberOrText::Text(text) => text,
        };
        match text.as_str() {
            "2026" => Ok(Self::Y2026),
            "2017" => Ok(Self::Y2017),
            "1998" => Ok(Self::Y1998),
            "1997" => Ok(Self::Y1997),
            other => Err(format!(
                "found the edition {other:?}, expected 2026, 2017, 1998 or 1997"
            )),
        }
    }
}

/// `--engine`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum EngineName {
    /// Settles most brackets from their own players alone
    Fast,
    /// The same without its table for small brackets
    Classes,
    /// Plain and exact: one matching per bracket
    Reference,
}

impl From<EngineName> for Engine {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Fast => Self::Fast,
            EngineName::Classes => Self::Classes,
            EngineName::Reference => Self::Reference,
        }
    }
}

/// How people name an engine.
pub(crate) fn engine_name(engine: Engine) -> &'static str {
    match engine {
        Engine::Fast => "fast",
        Engine::Classes => "classes",
        Engine::Reference => "reference",
    }
}
