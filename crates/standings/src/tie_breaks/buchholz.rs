//! Buchholz (BH): the scores of the opponents, added up; Fore Buchholz (FB): the same as if all paired
//! games of the final round had been drawn.
//!
//! # Articles
//! C.07 (2026) 8.1, 8.3; 16.2-16.4 for unplayed rounds, 14.1-14.4 and 16.5 for cuts.
//! # Reading
//! The final round is the last one of the event: before it has been paired, FB is BH. Byes of the
//! final round keep their points.

use crate::contributions::Element;
use crate::cuts::cut;
use crate::unplayed::{View, elements};

use super::{Measure, Measured, Total};

/// The sum of the opponents' scores.
#[derive(Debug)]
pub(crate) struct Buchholz {
    /// The final round counts as drawn (8.3).
    pub(crate) is_fore: bool,
}

impl Measure for Buchholz {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who, modifiers) = (of.table, of.who, of.modifiers);
        let article = if self.is_fore { "8.3" } else { "8.1" };
        let view = View::new(table, self.is_fore, modifiers.with_forfeits);
        elements(table, view, who, article, out);
        for element in out.iter_mut() {
            element.contribution.factor = None;
        }
        let has_exception = table.rules().has_cut_exception;
        cut(out, modifiers.lows, modifiers.highs, has_exception);
        Total::Sum { unit: 10 }
    }
}
