//! Number of Games Played with Black (BPG): over the board.
//!
//! # Article
//! C.07 (2026) 7.3.
//! # Reading
//! Over the board also where forfeits count as games (15.2): the article says so itself.

use edelweiss_model::Colour;

use crate::category::Category;
use crate::contributions::Element;

use super::{Measure, Measured, Total, count_rounds};

/// Games over the board with Black.
#[derive(Debug)]
pub(crate) struct GamesWithBlack;

impl Measure for GamesWithBlack {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who) = (of.table, of.who);
        count_rounds(table, who, "7.3", out, |cell| {
            cell.category == Category::Played && cell.colour == Some(Colour::Black)
        })
    }
}
