//! What the program `edelweiss` answers, without files and a terminal: the bytes of a tournament file and
//! options in, a document out.
//!
//! ```
//! let file = "\
//! 012 Club evening
//! 142 3
//! 152 W
//! 001    1      Adams, Ann                        2100                             1.0    1     3 w 1
//! 001    2      Brown, Bea                        2000                             1.0    2     4 b 1
//! 001    3      Clark, Cid                        1900                             0.0    3     1 b 0
//! 001    4      Davis, Dan                        1800                             0.0    4     2 w 0
//! ";
//! let round = edelweiss_answers::calls::pair(file.as_bytes(), r#"{"rules": 2026}"#)?;
//! assert!(String::from_utf8_lossy(&round).contains(r#""outcome": "paired""#));
//! # Ok::<(), edelweiss_answers::AnswerError>(())
//! ```
//!
//! The program and every binding link this crate, so that all of them choose, answer and refuse alike.
//! [`calls`] are the questions as bindings ask them, with options as JSON; the other modules are the
//! same questions with types, for the program and for Rust. Nothing here opens a file or prints.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

pub mod calls;
pub mod check;
pub mod convert;
pub mod editions;
mod error;
pub mod explain;
pub mod final_report;
#[cfg(feature = "formulations")]
pub mod formulate;
pub mod generate;
mod held;
pub mod impossible;
mod input;
pub mod json;
pub mod junit;
pub mod line_ups;
pub mod lists;
pub mod matching;
mod names;
pub mod new_event;
pub mod norms;
pub mod pair;
pub mod proof;
pub mod ratings;
pub mod readings;
pub mod report;
pub mod results;
mod seed;
mod soft_bans;
pub mod standings;
pub mod state;
pub mod steps;
pub mod system;
pub mod variants;
mod versions;
pub mod which_round;
pub mod wishes;

pub use error::{AnswerError, AnswerErrorKind};
pub use input::{EncodingName, TournamentInput};
pub use seed::{NoSeed, Seed};

#[cfg(all(test, feature = "clap"))]
mod tests {
    use std::fmt::Debug;

    use clap::ValueEnum;
    use serde::de::DeserializeOwned;

    use super::*;

    fn check<T: ValueEnum + DeserializeOwned + PartialEq + Debug>() {
        for value in T::value_variants() {
            let name = value.to_possible_value().expect("none is hidden");
            let text = serde_json::to_string(name.get_name()).expect("a text");
            let read: T = serde_json::from_str(&text).expect("the name of a value");
            assert_eq!(read, *value);
        }
    }

    #[test]
    fn values_are_named_as_on_the_command_line() {
        check::<EncodingName>();
        check::<explain::ExplainFormat>();
        check::<explain::WordsFormat>();
        #[cfg(feature = "formulations")]
        check::<formulate::FormulateFormat>();
        check::<generate::GenerateFormat>();
        check::<lists::PaperName>();
        check::<lists::SheetFormat>();
        check::<matching::MatchFormat>();
        check::<matching::ObjectiveName>();
        check::<standings::choice::EditionName>();
        check::<standings::choice::PairingsName>();
        check::<system::EngineName>();
        check::<variants::VariantsFormat>();
    }
}
