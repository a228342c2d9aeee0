//! Reads and writes tournament report files: TRF06, TRF16, TRF26, the `XX?` lines of JaVaFo and
//! the `BB?` lines of bbpPairings.
//!
//! The crate opens no files: it takes bytes with a name for messages, and gives strings or bytes back.
//!
//! - [`read`] does everything: bytes in, a [`Reading`] with the [`Document`], the checked
//!   tournament and the warnings out, or a [`Failure`] that lists every error with its place;
//! - a [`Document`] keeps every line of the file, known or not, in its order, and writes them back;
//! - [`Document::from_tournament`] makes a document of a tournament that never was a file.
//!
//! What each dialect means and where we adjust is told in the book, chapter "TRF dialects".
//!
//! ```
//! let file = "\
//! 012 Club evening
//! XXR 3
//! 001    1      Adams, Ann                                                         1.0    1     2 w 1
//! 001    2      Brown, Bea                                                         0.0    2     1 b 0
//! ";
//! let reading = edelweiss_trf::read(file.as_bytes(), "club.trf", &Default::default())?;
//! assert_eq!(reading.tournament.players.len(), 2);
//! assert_eq!(reading.tournament.next_round().get(), 2);
//! assert_eq!(reading.document.write(edelweiss_trf::LineEnd::Lf), file);
//! # Ok::<(), edelweiss_trf::Failure>(())
//! ```

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod cells;
mod columns;
mod contradictions;
mod dates;
mod details;
mod document;
mod encoding;
mod entries;
mod error;
mod held;
mod instructions;
mod layout;
mod player_line;
mod players;
mod points;
mod points_columns;
mod reader;
mod record;
mod rows;
mod settings;
mod standings;
mod strays;
mod system;
mod team_cells;
mod team_instructions;
mod teams;
mod unwritable;
mod writer;

pub use dates::{RecordedDate, days};
pub use details::PlayerDetails;
pub use document::{Document, LineEnd};
pub use encoding::{Encoding, decode_text};
pub use error::{Failure, Finding, FindingKind, Place};
pub use player_line::PlayerLine;
pub use points_columns::WrongPoints;
pub use reader::{ReadOptions, Reading, read};
pub use record::{Record, RecordKind};
pub use settings::ReadPurpose;
pub use standings::{RecordedStanding, TieBreakRecord};
pub use system::{swiss_of_teams, system_of_code};
pub use unwritable::Unwritable;
pub use writer::Dialect;
