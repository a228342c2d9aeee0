//! Board Count (BC): board number times the game points on that board, added up; the lower sum ranks
//! higher.
//!
//! # Article
//! C.07 (2026) 12.1. Only where all tied teams have equal game points: the ranking sees to that.

use edelweiss_model::Score;

use crate::contributions::{Element, Source};
use crate::matches::TeamTable;

use super::{Measure, Measured, Total, whole};

/// The sum over the boards.
#[derive(Debug)]
pub(crate) struct BoardCount;

impl Measure<TeamTable> for BoardCount {
    fn contributions(&self, of: Measured<'_, TeamTable>, out: &mut Vec<Element>) -> Total {
        let (teams, who) = (of.table, of.who);
        for (board, points) in (1..).zip(teams.boards(who)) {
            let amount = i64::from(board) * i64::from(*points);
            let mut element = whole(Source::Board(board), "12.1", amount, 10);
            element.contribution.factor = Some(Score::from_tenths(*points));
            out.push(element);
        }
        Total::Sum { unit: 10 }
    }
}
