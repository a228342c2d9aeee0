//! A command line with places for files.

use std::ffi::OsString;
use std::fmt;
use std::path::Path;

/// Where tie-breaks belong.
pub(super) const CODES: &str = "{codes}";

/// A command and its arguments, with places for files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    words: Vec<String>,
}

/// Why a text is no command line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("found '{found}', expected {expected}")]
pub struct InvalidCommand {
    /// The text.
    pub found: String,
    /// What would have been right.
    pub expected: &'static str,
}

impl CommandLine {
    /// Splits at blanks; `'…'` and `"…"` keep them. No shell is involved.
    ///
    /// # Errors
    /// When nothing is there, a quote stays open, or `{in}` is not among the words.
    pub fn parse(text: &str) -> Result<Self, InvalidCommand> {
        let invalid = |expected| InvalidCommand {
            found: text.to_owned(),
            expected,
        };
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        for letter in text.chars() {
            match (quote, letter) {
                (Some(open), letter) if open == letter => quote = None,
                (None, '\'' | '"') => {
                    quote = Some(letter);
                    word.get_or_insert_default();
                }
                (None, letter) if letter.is_whitespace() => words.extend(word.take()),
                (_, letter) => word.get_or_insert_default().push(letter),
            }
        }
        if quote.is_some() {
            return Err(invalid("a second quote after the first"));
        }
        words.extend(word);
        if words.is_empty() {
            return Err(invalid("a command such as 'program {in} {out}'"));
        }
        if !words.iter().any(|word| word.contains("{in}")) {
            return Err(invalid("{in} where the tournament file belongs"));
        }
        Ok(Self { words })
    }

    pub(super) fn of(words: &[&str]) -> Self {
        Self {
            words: words.iter().map(|word| (*word).to_owned()).collect(),
        }
    }

    /// The words with their places filled in. A word that is nothing but the place of the codes becomes a word
    /// for each of them.
    pub(super) fn filled(&self, places: &[(&str, &Path)]) -> Vec<OsString> {
        let fill = |word: &String| {
            let mut text = word.clone();
            for (place, path) in places {
                // Work folders are made by us, with names that are text.
                text = text.replace(place, &path.display().to_string());
            }
            OsString::from(text)
        };
        let codes = places.iter().find(|(place, _)| *place == CODES);
        let codes = codes.map(|(_, codes)| codes.display().to_string());
        let filled = self.words.iter().flat_map(|word| match &codes {
            Some(codes) if word == CODES => codes.split(' ').map(OsString::from).collect(),
            _ => vec![fill(word)],
        });
        filled.collect()
    }

    pub(super) fn names_out(&self) -> bool {
        self.words.iter().any(|word| word.contains("{out}"))
    }
}

impl fmt::Display for CommandLine {
    /// As [`CommandLine::parse`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, word) in self.words.iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            if word.is_empty() || word.contains([' ', '\t', '"']) {
                write!(f, "{blank}'{word}'")?;
            } else {
                write!(f, "{blank}{word}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_would() {
        for (text, words) in [
            ("p {in}", vec!["p", "{in}"]),
            ("'a b'  \"{in} c\" ''", vec!["a b", "{in} c", ""]),
            ("p --in={in}", vec!["p", "--in={in}"]),
        ] {
            let line = CommandLine::parse(text).expect("a command");
            assert_eq!(line.words, words, "{text}");
            let again = CommandLine::parse(&line.to_string()).expect("a command");
            assert_eq!(again, line, "{text}");
        }
        for text in ["", "  ", "p {out}", "p '{in}"] {
            assert!(CommandLine::parse(text).is_err(), "{text}");
        }
    }
}
