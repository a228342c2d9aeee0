//! Tournament Pairing Number (TPN): the lower number ranks higher, with `/R` the higher one.
//!
//! # Article
//! C.07 (2026) 7.8.

use crate::contributions::{Element, Source};

use super::{Measure, Measured, Total, whole};

/// The number itself.
#[derive(Debug)]
pub(crate) struct PairingNumber;

impl Measure for PairingNumber {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who) = (of.table, of.who);
        let number = i64::from(table.number(who));
        out.push(whole(Source::Own, "7.8", number, 1));
        Total::Sum { unit: 1 }
    }
}
