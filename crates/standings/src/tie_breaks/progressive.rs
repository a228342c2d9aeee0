//! (Sum of) Progressive Scores (PS): the score after every round, added up.
//!
//! # Articles
//! C.07 (2026) 7.5; 14.1.1 (c): Cut-1 leaves out the score after the first round, Cut-2 those after
//! the first two.
//! # Reading
//! Article 16 does not name this tie-break, so the cut is the same whatever the first round was.

use edelweiss_model::RoundNumber;

use crate::contributions::{Contribution, Cut, Element, Source};

use super::{Measure, Measured, Total, plain};

/// The sum of the running scores.
#[derive(Debug)]
pub(crate) struct Progressive;

impl Measure for Progressive {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who, modifiers) = (of.table, of.who, of.modifiers);
        let mut score = 0;
        for (round, cell) in table.row(who).iter().enumerate() {
            score += i64::from(cell.points);
            out.push(plain(Contribution {
                round: Some(RoundNumber::from_index(round)),
                source: Source::ScoreSoFar,
                article: "7.5",
                factor: None,
                amount: score,
                unit: 10,
                cut: (round < usize::from(modifiers.lows)).then_some(Cut::Least),
            }));
        }
        Total::Sum { unit: 10 }
    }
}
