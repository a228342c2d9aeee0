//! Rounds one Elected to Play (REP): all but requested byes and forfeit losses.
//!
//! # Article
//! C.07 (2026) 7.6; 16.1.1: a round after a withdrawal is a zero-point bye. In pre-determined pairings
//! forfeit losses stay unplayed (15.2), but not in the editions without that exception; a free round is
//! no bye that somebody asked for, as forfeits are the only unplayed rounds there.
//! # Reading
//! A round before a late entry is a zero-point bye, too. The pairing-allocated bye counts as elected
//! to play, whatever it is worth.

use crate::category::Category;
use crate::contributions::Element;

use super::{Measure, Measured, Total, count_rounds};

/// Rounds that are no voluntary unplayed ones.
#[derive(Debug)]
pub(crate) struct RoundsElected;

impl Measure for RoundsElected {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who) = (of.table, of.who);
        count_rounds(table, who, "7.6", out, |cell| {
            !cell.category.is_voluntary()
                || (cell.category.is_requested_bye() && table.is_pre_determined())
                || (cell.category == Category::ForfeitLoss && table.has_regular_forfeits())
        })
    }
}
