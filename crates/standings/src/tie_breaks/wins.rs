//! Number of Wins (WIN): rounds that brought the points of a win, with or without playing.
//!
//! # Article
//! C.07 (2026) 7.1.
//! # Reading
//! Exactly the points of a win; a bye worth more or less is none.

use crate::contributions::Element;

use super::{Measure, Measured, Total, count_rounds};

/// Rounds with exactly the points of a win.
#[derive(Debug)]
pub(crate) struct Wins;

impl Measure for Wins {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who) = (of.table, of.who);
        count_rounds(table, who, "7.1", out, |cell| {
            cell.points == table.win_of(cell)
        })
    }
}
