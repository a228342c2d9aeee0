//! Score and Schedule Strength Combination (SSSC): the secondary score, and Buchholz by the primary
//! score divided by a factor.
//!
//! # Articles
//! C.07 (2026) 13.4. The factor is the highest possible primary score of the tournament divided by the
//! highest secondary score of a match, rounded towards zero; `/K` states another one, `/F` takes Fore
//! Buchholz.
//! # Readings
//! A factor of zero is one. The result stays the fraction it is.

use crate::contributions::{Element, Source};
use crate::matches::TeamTable;
use crate::modifiers::Modifiers;
use crate::unplayed::{View, elements};

use super::{Measure, Measured, Total, whole};

/// Secondary score and schedule strength.
#[derive(Debug)]
pub(crate) struct ScheduleStrength;

/// The normalising factor.
fn factor(teams: &TeamTable, modifiers: &Modifiers) -> i64 {
    if let Some(divisor) = modifiers.divisor {
        return divisor.into();
    }
    let primary = teams.by(teams.primary());
    let most = i64::from(primary.win()) * primary.rounds() as i64;
    let in_a_match = i64::from(teams.by(teams.secondary()).win());
    most.checked_div(in_a_match).unwrap_or(1).max(1)
}

impl Measure<TeamTable> for ScheduleStrength {
    fn contributions(&self, of: Measured<'_, TeamTable>, out: &mut Vec<Element>) -> Total {
        let (teams, who, modifiers) = (of.table, of.who, of.modifiers);
        let factor = factor(teams, modifiers);
        let unit = 10 * factor as u32;
        let table = teams.by(teams.primary());
        let view = View::new(table, modifiers.is_fore, modifiers.with_forfeits);
        elements(table, view, who, "13.4.2", out);
        for element in out.iter_mut() {
            element.contribution.factor = None;
            element.contribution.unit = unit;
        }
        let secondary = i64::from(teams.by(teams.secondary()).tenths(who));
        out.insert(0, whole(Source::Own, "13.4.1", secondary * factor, unit));
        Total::Sum { unit }
    }
}
