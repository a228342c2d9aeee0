//! Number of Games Won (WON): over the board.
//!
//! # Article
//! C.07 (2026) 7.2.
//! # Reading
//! Over the board also where forfeits count as games (15.2): the article says so itself.

use crate::category::Category;
use crate::contributions::Element;

use super::{Measure, Measured, Total, count_rounds};

/// Games won over the board.
#[derive(Debug)]
pub(crate) struct GamesWon;

impl Measure for GamesWon {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who) = (of.table, of.who);
        count_rounds(table, who, "7.2", out, |cell| {
            cell.category == Category::Played && cell.half_points == 2
        })
    }
}
