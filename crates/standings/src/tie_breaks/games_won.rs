//! Number of Games Won (WON): over the board.
//!
//! # Article
//! C.07 (2026) 7.2.
//! # Reading
//! Over the board also where forfeits count as games (15.2): the article says so itself.

use crate::category::Category;
use crate::contributions::Element;
use crate::crosstable::Crosstable;
use crate::modifiers::Modifiers;

use super::{Measure, Total, count_rounds};

/// Games won over the board.
#[derive(Debug)]
pub(crate) struct GamesWon;

impl Measure for GamesWon {
    fn contributions(
        &self,
        table: &Crosstable,
        who: usize,
        _: &Modifiers,
        out: &mut Vec<Element>,
    ) -> Total {
        count_rounds(table, who, "7.2", out, |cell| {
            cell.category == Category::Played && cell.half_points == 2
        })
    }
}
