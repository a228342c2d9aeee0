//! Sonneborn-Berger (SB): for every round the final score of the opponent times the points scored
//! against that opponent.
//!
//! # Articles
//! C.07 (2026) 9.1; 16.2-16.4 for unplayed rounds. 14.1.1 (d): the least significant value is the
//! lowest contribution of those with the lowest score; 16.5 for cuts.

use edelweiss_model::Score;

use crate::contributions::Element;
use crate::cuts::cut;
use crate::unplayed::{View, elements};

use super::{Measure, Measured, Total};

/// The sum of the products.
#[derive(Debug)]
pub(crate) struct SonnebornBerger;

impl Measure for SonnebornBerger {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who, modifiers) = (of.table, of.who, of.modifiers);
        let view = View::new(table, false, modifiers.with_forfeits);
        elements(table, view, who, "9.1", out);
        for element in out.iter_mut() {
            let contribution = &mut element.contribution;
            let points = contribution.factor.map_or(0, Score::tenths);
            contribution.amount *= i64::from(points);
            contribution.unit = 100;
        }
        let has_exception = table.rules().has_cut_exception;
        cut(out, modifiers.lows, modifiers.highs, has_exception);
        Total::Sum { unit: 100 }
    }
}
