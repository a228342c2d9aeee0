//! Match Points and Game Points, by which teams are ranked first, and Match Points versus Game Points
//! (MPvGP): the one that does not come first.
//!
//! # Articles
//! C.07 (2026) 11.1, 13.1.

use crate::contributions::Element;
use crate::matches::TeamTable;
use crate::modifiers::Reference;

use super::{Measure, Measured, Points, Total};

/// One of the two scores.
#[derive(Debug)]
pub(crate) struct TeamPoints {
    pub(crate) reference: Reference,
}

impl Measure<TeamTable> for TeamPoints {
    fn contributions(&self, of: Measured<'_, TeamTable>, out: &mut Vec<Element>) -> Total {
        let (teams, who, modifiers) = (of.table, of.who, of.modifiers);
        Points.contributions(Measured::new(teams.by(self.reference), who, modifiers), out)
    }
}

/// The score that does not rank first.
#[derive(Debug)]
pub(crate) struct OtherPoints;

impl Measure<TeamTable> for OtherPoints {
    fn contributions(&self, of: Measured<'_, TeamTable>, out: &mut Vec<Element>) -> Total {
        let (teams, who, modifiers) = (of.table, of.who, of.modifiers);
        Points.contributions(
            Measured::new(teams.by(teams.secondary()), who, modifiers),
            out,
        )
    }
}
