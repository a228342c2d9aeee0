//! Number of Wins (WIN): rounds that brought the points of a win, with or without playing.
//!
//! # Article
//! C.07 (2026) 7.1.
//! # Reading
//! Exactly the points of a win; a bye worth more or less is none.

use crate::contributions::Element;
use crate::crosstable::Crosstable;
use crate::modifiers::Modifiers;

use super::{Measure, Total, count_rounds};

/// Rounds with exactly the points of a win.
#[derive(Debug)]
pub(crate) struct Wins;

impl Measure for Wins {
    fn contributions(
        &self,
        table: &Crosstable,
        who: usize,
        _: &Modifiers,
        out: &mut Vec<Element>,
    ) -> Total {
        count_rounds(table, who, "7.1", out, |cell| {
            cell.points == table.win_of(cell)
        })
    }
}
