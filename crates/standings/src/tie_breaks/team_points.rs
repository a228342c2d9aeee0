//! Match Points and Game Points, by which teams are ranked first, and Match Points versus Game Points
//! (MPvGP): the one that does not come first.
//!
//! # Articles
//! C.07 (2026) 11.1, 13.1.

use crate::contributions::Element;
use crate::matches::TeamTable;
use crate::modifiers::{Modifiers, Reference};

use super::{Measure, Points, TeamMeasure, Total};

/// One of the two scores.
#[derive(Debug)]
pub(crate) struct TeamPoints {
    pub(crate) reference: Reference,
}

impl TeamMeasure for TeamPoints {
    fn contributions(
        &self,
        teams: &TeamTable,
        who: usize,
        modifiers: &Modifiers,
        out: &mut Vec<Element>,
    ) -> Total {
        Points.contributions(teams.by(self.reference), who, modifiers, out)
    }
}

/// The score that does not rank first.
#[derive(Debug)]
pub(crate) struct OtherPoints;

impl TeamMeasure for OtherPoints {
    fn contributions(
        &self,
        teams: &TeamTable,
        who: usize,
        modifiers: &Modifiers,
        out: &mut Vec<Element>,
    ) -> Total {
        Points.contributions(teams.by(teams.secondary()), who, modifiers, out)
    }
}
