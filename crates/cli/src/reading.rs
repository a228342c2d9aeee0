//! The options of every command that reads tournament files.

use std::fmt::Display;

use clap::{Args, ValueEnum};
use edelweiss::trf::{Encoding, ReadOptions};

use crate::exit::say;

/// How files are read, and what is said about it.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ReadArgs {
    /// Encoding of the tournament file [default: UTF-8 where it is that, else the likeliest one, with
    /// a warning]
    #[arg(long, value_enum)]
    encoding: Option<EncodingName>,
    /// Errors only: no warnings and notes on standard error
    #[arg(short, long)]
    quiet: bool,
}

/// `--encoding`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum EncodingName {
    #[value(name = "utf-8")]
    Utf8,
    #[value(name = "utf-16le")]
    Utf16Le,
    #[value(name = "utf-16be")]
    Utf16Be,
    #[value(name = "windows-1250")]
    Windows1250,
    #[value(name = "windows-1252")]
    Windows1252,
}

impl ReadArgs {
    /// What the reader is told.
    pub(crate) fn options(self) -> ReadOptions {
        ReadOptions::default().encoding(self.encoding.map(|name| match name {
            EncodingName::Utf8 => Encoding::Utf8,
            EncodingName::Utf16Le => Encoding::Utf16Le,
            EncodingName::Utf16Be => Encoding::Utf16Be,
            EncodingName::Windows1250 => Encoding::Windows1250,
            EncodingName::Windows1252 => Encoding::Windows1252,
        }))
    }

    /// Says what was read with doubts, unless that is not wanted.
    pub(crate) fn warn(self, warnings: &[impl Display]) {
        for warning in warnings {
            self.say("warning", &warning.to_string());
        }
    }

    /// Says something about the answer, unless that is not wanted.
    pub(crate) fn note(self, note: &str) {
        self.say("note", note);
    }

    fn say(self, kind: &str, text: &str) {
        if !self.quiet {
            say(&format!("{kind}: {text}"));
        }
    }
}
