//! How a list is read.

use edelweiss_trf::Encoding;

use crate::headings::{ColumnChoice, RatingKind};

/// How a list is read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RosterOptions {
    /// The encoding of a list that is text; told from the bytes where it is missing.
    pub encoding: Option<Encoding>,
    /// The sheet of a spreadsheet; the only one with players where it is missing.
    pub sheet: Option<String>,
    /// Which rating counts where a list has several; the standard one where it is missing, or the only
    /// one there is.
    pub rating: Option<RatingKind>,
    /// What columns hold, before their headings are asked.
    pub columns: Vec<ColumnChoice>,
}
