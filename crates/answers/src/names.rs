//! Systems, editions, languages, engines and lists by their names, as options have them.

use std::fmt;

use edelweiss::explain::Wording;
use edelweiss::lists::{ListKind, SheetLanguage};
use edelweiss::pairing::Engine;
use edelweiss::systems::{SwissSystem, registry};
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};

/// `--system`: the name of a system of the registry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SystemName(&'static str);

impl SystemName {
    /// Each of them and what it is, in the order of the registry.
    pub fn all() -> Vec<(Self, &'static str)> {
        let mut rows = registry::systems();
        rows.dedup_by_key(|row| row.system);
        rows.iter()
            .map(|row| (Self(row.system), row.about))
            .collect()
    }

    /// That of a row of the registry.
    pub(crate) fn of(system: &SwissSystem) -> Self {
        Self(system.system)
    }

    /// The name.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

// Not derived: what is derived for a text that lives on would borrow it from what is read.
impl<'de> Deserialize<'de> for SystemName {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?
            .try_into()
            .map_err(D::Error::custom)
    }
}

impl TryFrom<String> for SystemName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let all = Self::all();
        let found = all.iter().find(|(name, _)| name.0 == text);
        found.map(|(name, _)| *name).ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|(name, _)| name.0).collect();
            format!(
                "found the system {text:?}, expected {}",
                alternatives(&names)
            )
        })
    }
}

/// `--rules`: the year of an edition of the registry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(try_from = "NumberOrText", into = "u16")]
pub struct Year(u16);

impl Year {
    /// Each of them and what it is, in the order of the registry.
    pub fn all() -> Vec<(Self, &'static str)> {
        let mut all: Vec<(Self, &str)> = Vec::new();
        for row in registry::systems() {
            let year = Self(row.year);
            if all.iter().all(|(known, _)| *known != year) {
                all.push((year, row.about_edition));
            }
        }
        all
    }

    /// That of a row of the registry.
    pub(crate) fn of(system: &SwissSystem) -> Self {
        Self(system.year)
    }
}

impl From<Year> for u16 {
    fn from(year: Year) -> Self {
        year.0
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
        text.try_into()
    }
}

impl TryFrom<String> for Year {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let all = Self::all();
        let found = all.iter().find(|(year, _)| year.0.to_string() == text);
        found.map(|(year, _)| *year).ok_or_else(|| {
            let years: Vec<String> = all.iter().map(|(year, _)| year.0.to_string()).collect();
            let years: Vec<&str> = years.iter().map(String::as_str).collect();
            format!(
                "found the edition {text:?}, expected {}",
                alternatives(&years)
            )
        })
    }
}

/// `--language`: the code of a language of [`Wording::all`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Language(Wording);

impl Language {
    /// Its words.
    pub fn wording(self) -> Wording {
        self.0
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.code())
    }
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0.code())
    }
}

impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?
            .try_into()
            .map_err(D::Error::custom)
    }
}

impl TryFrom<String> for Language {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Wording::of(&text).map(Self).ok_or_else(|| {
            let codes: Vec<&str> = Wording::all().map(Wording::code).collect();
            format!(
                "found the language {text:?}, expected {}",
                alternatives(&codes)
            )
        })
    }
}

/// A list, by the name of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListName(ListKind);

impl From<ListName> for ListKind {
    fn from(name: ListName) -> Self {
        name.0
    }
}

impl Serialize for ListName {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0.code())
    }
}

impl TryFrom<String> for ListName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut all = ListKind::ALL.into_iter();
        all.find(|list| list.code() == text)
            .map(Self)
            .ok_or_else(|| {
                let codes = ListKind::ALL.map(ListKind::code);
                let found = format!("found the list {text:?}, expected {}", alternatives(&codes));
                match nearest(&text, &codes) {
                    Some(code) => format!("{found}\n  hint: did you mean {code:?}?"),
                    None => found,
                }
            })
    }
}

/// `--language` of lists: the code of a language of [`SheetLanguage::all`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ListLanguage(SheetLanguage);

impl From<ListLanguage> for SheetLanguage {
    fn from(language: ListLanguage) -> Self {
        language.0
    }
}

impl fmt::Display for ListLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.code())
    }
}

impl Serialize for ListLanguage {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0.code())
    }
}

impl<'de> Deserialize<'de> for ListLanguage {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?
            .try_into()
            .map_err(D::Error::custom)
    }
}

impl TryFrom<String> for ListLanguage {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        SheetLanguage::of(&text).map(Self).ok_or_else(|| {
            let codes: Vec<&str> = SheetLanguage::all().map(SheetLanguage::code).collect();
            format!(
                "found the language {text:?}, expected {}",
                alternatives(&codes)
            )
        })
    }
}

/// What was likely meant by a name that there is not.
fn nearest<'a>(text: &str, names: &[&'a str]) -> Option<&'a str> {
    let text = text.to_lowercase();
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(&text, name);
    let mut best: Option<(&str, f64)> = None;
    for name in names {
        let found = likeness(name);
        if found >= 0.6 && best.is_none_or(|(_, likest)| found > likest) {
            best = Some((name, found));
        }
    }
    best.map(|(name, _)| name)
}

/// `one, two or three`.
fn alternatives(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(feature = "clap")]
mod arguments {
    use clap::builder::{
        MapValueParser, PossibleValue, PossibleValuesParser, StyledStr, TypedValueParser,
        ValueParserFactory,
    };

    use super::{
        Language, ListKind, ListLanguage, ListName, SheetLanguage, SystemName, Wording, Year,
    };

    type Listed<T> = MapValueParser<PossibleValuesParser, fn(String) -> T>;

    /// One of what is listed now, with its help.
    fn listed<T, A>(values: Vec<(String, A)>) -> Listed<T>
    where
        T: TryFrom<String> + Clone + Send + Sync + 'static,
        A: Into<StyledStr>,
    {
        let possible = |(name, about): (String, A)| PossibleValue::new(name).help(about.into());
        let parser = PossibleValuesParser::new(values.into_iter().map(possible));
        let named: fn(String) -> T = |name| match name.try_into() {
            Ok(value) => value,
            Err(_) => unreachable!("it was listed"),
        };
        parser.map(named)
    }

    impl ValueParserFactory for SystemName {
        type Parser = Listed<Self>;

        fn value_parser() -> Self::Parser {
            let all = Self::all().into_iter();
            listed(
                all.map(|(name, about)| (name.0.to_owned(), about))
                    .collect(),
            )
        }
    }

    impl ValueParserFactory for Language {
        type Parser = Listed<Self>;

        fn value_parser() -> Self::Parser {
            let all = Wording::all();
            listed(
                all.map(|wording| (wording.code().to_owned(), wording.name()))
                    .collect(),
            )
        }
    }

    impl ValueParserFactory for ListName {
        type Parser = Listed<Self>;

        fn value_parser() -> Self::Parser {
            let all = ListKind::ALL.into_iter();
            listed(
                all.map(|list| (list.code().to_owned(), list.about()))
                    .collect(),
            )
        }
    }

    impl ValueParserFactory for ListLanguage {
        type Parser = Listed<Self>;

        fn value_parser() -> Self::Parser {
            let all = SheetLanguage::all();
            listed(
                all.map(|language| (language.code().to_owned(), language.name().to_owned()))
                    .collect(),
            )
        }
    }

    impl ValueParserFactory for Year {
        type Parser = Listed<Self>;

        fn value_parser() -> Self::Parser {
            let all = Self::all().into_iter();
            listed(
                all.map(|(year, about)| (year.0.to_string(), about))
                    .collect(),
            )
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
