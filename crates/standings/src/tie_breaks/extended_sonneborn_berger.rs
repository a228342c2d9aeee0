//! Extended Sonneborn-Berger for teams (EMMSB, EMGSB, EGMSB, EGGSB): the total of the opponent in one
//! kind of points times the points scored against it in one kind.
//!
//! # Articles
//! C.07 (2026) 13.2; 14.1.2 for cuts, which look at the first kind; 16 for unplayed rounds.

use edelweiss_model::{RoundNumber, Score};

use crate::contributions::Element;
use crate::cuts::cut;
use crate::matches::TeamTable;
use crate::modifiers::Reference;
use crate::unplayed::{View, elements};

use super::{Measure, Measured, Total};

/// The sum of the products.
#[derive(Debug)]
pub(crate) struct ExtendedSonnebornBerger {
    /// Of the opponents.
    pub(crate) opponents: Reference,
    /// Scored against them.
    pub(crate) scored: Reference,
}

impl Measure<TeamTable> for ExtendedSonnebornBerger {
    fn contributions(&self, of: Measured<'_, TeamTable>, out: &mut Vec<Element>) -> Total {
        let (teams, who, modifiers) = (of.table, of.who, of.modifiers);
        let table = teams.by(self.opponents);
        let scored = teams.by(self.scored).row(who);
        let view = View::new(table, false, modifiers.with_forfeits);
        elements(table, view, who, "13.2", out);
        for element in out.iter_mut() {
            let contribution = &mut element.contribution;
            let round = contribution.round.map_or(0, RoundNumber::index);
            let points = scored[round].points;
            contribution.factor = Some(Score::from_tenths(points));
            contribution.amount *= i64::from(points);
            contribution.unit = 100;
        }
        let has_exception = table.rules().has_cut_exception;
        cut(out, modifiers.lows, modifiers.highs, has_exception);
        Total::Sum { unit: 100 }
    }
}
