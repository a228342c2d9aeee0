//! The lists of a tournament that hang on a wall or go to an organiser.
//!
//! [`compose`] makes the [`Sheet`] of a [`ListKind`] from an [`EventRecords`]: tables of words and
//! numbers in one of the [`SheetLanguage`]s. [`text`], [`csv`], [`markdown`], [`html`] and
//! [`xlsx`](mod@xlsx) write sheets, each in its format; a sheet is also a JSON value.
//!
//! Nothing here decides anything: ranks come from `edelweiss-standings`, prizes from
//! `edelweiss-prizes`, boards from `edelweiss-event`. What a name in a file says can be markup,
//! control characters or a formula; it stays a name in every format.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod compose;
pub mod csv;
pub mod html;
mod kind;
mod language;
pub mod markdown;
mod money;
mod pairings;
mod people;
mod ranks;
mod records;
mod sheet;
pub mod text;
mod unlistable;
#[cfg(feature = "xlsx")]
pub mod xlsx;

pub use compose::compose;
pub use kind::ListKind;
pub use language::{SheetLanguage, SheetWords};
pub use ranks::round_cell;
pub use records::EventRecords;
pub use sheet::{ColumnKind, Sheet, SheetColumn, SheetPart};
pub use unlistable::Unlistable;
