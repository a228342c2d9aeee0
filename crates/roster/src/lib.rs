//! Reads lists of players and numbers them by C.04.2: bytes in, players and remarks out. The crate opens
//! no files and knows no terminal.
//!
//! - [`read`] takes CSV and its relatives, XLSX and ODS (feature `spreadsheets`), FIDE's rating lists as
//!   text and XML, and gives a [`PlayerList`], or every error with sheet, row and column;
//! - [`numbering`] has the order of C.04.2, with what decided each place;
//! - what was taken for what is in [`PlayerList::columns`]; nothing is guessed in silence.
//!
//! Way of the data: `format` tells what the bytes are, `separated`, `fixed`, `fide_xml` and `workbook`
//! make tables of them, `columns` says what each column holds, `people` reads the rows.
//!
//! ```
//! use edelweiss_roster::{RosterOptions, numbering, read};
//!
//! let list = "Nom;Prénom;Elo;Club\nMartin;Léa;1850;Lyon\nDurand;Hugo;1990;Lyon\n";
//! let list = read(list.as_bytes(), "joueurs.csv", &RosterOptions::default())?;
//! let order = numbering::initial_order(list.players.iter().map(|player| player.strength()));
//! let names: Vec<&str> = order.iter().map(|place| list.players[place.index].name.as_str()).collect();
//! assert_eq!(names, ["Durand, Hugo", "Martin, Léa"]);
//!
//! // What is wrong has its place, and what to do.
//! let error = read(b"Name;Elo\nAnn;25000\n", "club.csv", &RosterOptions::default()).unwrap_err();
//! assert!(error.to_string().starts_with("club.csv:2: column 2 'Elo': rating is '25000', expected"));
//! # Ok::<(), edelweiss_roster::ListFailure>(())
//! ```

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod births;
mod columns;
mod fide_xml;
mod finding;
mod fixed;
mod format;
mod headings;
pub mod numbering;
mod options;
mod people;
mod separated;
mod sexes;
mod table;

#[cfg(feature = "spreadsheets")]
mod workbook;

pub use births::BirthDate;
pub use columns::{RecognisedColumn, Recognition};
pub use finding::{ListFailure, ListFinding, ListPlace};
pub use format::looks_like_a_list;
pub use headings::{ColumnChoice, ListField, RatingKind};
pub use options::RosterOptions;
pub use people::ListedPlayer;
pub use table::ListSource;

/// The most players that a tournament file numbers.
pub const MOST_PLAYERS: usize = 9_999;

/// A list that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerList {
    /// The players in the order of the list; at least one, at most [`MOST_PLAYERS`].
    pub players: Vec<ListedPlayer>,
    /// What each column was taken for.
    pub columns: Vec<RecognisedColumn>,
    /// What kind of list it is.
    pub source: ListSource,
    /// The row of the headings, where there are any.
    pub heading_row: Option<u32>,
    /// What was read with doubts or left out, in the order of the list.
    pub remarks: Vec<ListFinding>,
}

/// Reads a list that messages call `name`. O(bytes · log players).
///
/// # Errors
/// Every error of the list, each with its place: bytes that are no list, columns without a name, rows
/// without a name, ratings, dates and FIDE numbers that are none, two players of one FIDE number, more
/// than [`MOST_PLAYERS`] players, none at all.
pub fn read(bytes: &[u8], name: &str, options: &RosterOptions) -> Result<PlayerList, ListFailure> {
    let table = format::table_of(bytes, name, options)?;
    let layout = columns::layout(&table, options)?;
    people::read(table, layout, options)
}
