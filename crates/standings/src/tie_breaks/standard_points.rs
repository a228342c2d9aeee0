//! Standard Points (STD): a point for every round with more points than the scheduled opponent, half
//! a point for as many.
//!
//! # Article
//! C.07 (2026) 7.7. Without an opponent the points are compared with those of a draw.
//! # Reading
//! A forfeit has a scheduled opponent, so a double forfeit is half a point for both.

use crate::contributions::Element;
use crate::crosstable::{Cell, Crosstable};

use super::{Measure, Measured, Total, own_round};

/// Rounds won, drawn and lost against the scheduled opponent.
#[derive(Debug)]
pub(crate) struct StandardPoints;

impl StandardPoints {
    /// Half points of one round.
    fn half_points(table: &Crosstable, round: usize, cell: &Cell) -> i64 {
        let other = match cell.opponent() {
            Some(opponent) => table.row(opponent)[round].points,
            None => table.draw(),
        };
        match cell.points.cmp(&other) {
            std::cmp::Ordering::Greater => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 0,
        }
    }
}

impl Measure for StandardPoints {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who) = (of.table, of.who);
        for (round, cell) in table.row(who).iter().enumerate() {
            let amount = Self::half_points(table, round, cell);
            if amount > 0 {
                out.push(own_round(round, cell.category, "7.7", amount, 2));
            }
        }
        Total::Sum { unit: 2 }
    }
}
