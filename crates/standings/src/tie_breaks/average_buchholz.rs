//! Average of Opponents' Buchholz (AOB): of those met over the board; with `/F` of Fore Buchholz.
//!
//! # Article
//! C.07 (2026) 8.2.
//! # Reading
//! The article names no rounding, so the average stays the fraction it is.

use crate::contributions::Element;
use crate::crosstable::Crosstable;
use crate::modifiers::Modifiers;
use crate::value::Value;

use super::average_rating::of_opponent;
use super::{Buchholz, Measure, Measured, Total};

/// The average of the opponents' Buchholz scores.
#[derive(Debug)]
pub(crate) struct AverageBuchholz;

fn of_all(table: &Crosstable, is_fore: bool) -> &[Option<Value>] {
    let kept = if is_fore {
        &table.kept.fore_buchholz
    } else {
        &table.kept.buchholz
    };
    kept.get_or_init(|| Buchholz { is_fore }.column(table, table.n(), &Modifiers::default()))
}

impl Measure for AverageBuchholz {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who, modifiers) = (of.table, of.who, of.modifiers);
        let scores = of_all(table, modifiers.is_fore);
        for (round, cell) in table.row(who).iter().enumerate() {
            let Some(opponent) = cell.played() else {
                continue;
            };
            let tenths = scores[opponent].map_or(0, |score| score.in_units(10));
            out.push(of_opponent(round, opponent, "8.2", tenths, 10));
        }
        Total::Average {
            unit: 10,
            is_rounded: false,
        }
    }
}
