//! Board Count (BC): board number times the game points on that board, added up; the lower sum ranks
//! higher.
//!
//! # Article
//! C.07 (2026) 12.1. Only where all tied teams have equal game points: the ranking sees to that.

use edelweiss_model::Score;

use crate::contributions::{Element, Source};
use crate::matches::TeamTable;
use crate::modifiers::Modifiers;

use super::{TeamMeasure, Total, whole};

/// The sum over the boards.
#[derive(Debug)]
pub(crate) struct BoardCount;

impl TeamMeasure for BoardCount {
    fn contributions(
        &self,
        teams: &TeamTable,
        who: usize,
        _: &Modifiers,
        out: &mut Vec<Element>,
    ) -> Total {
        for (board, points) in (1..).zip(teams.boards(who)) {
            let amount = i64::from(board) * i64::from(*points);
            let mut element = whole(Source::Board(board), "12.1", amount, 10);
            element.contribution.factor = Some(Score::from_tenths(*points));
            out.push(element);
        }
        Total::Sum { unit: 10 }
    }
}
