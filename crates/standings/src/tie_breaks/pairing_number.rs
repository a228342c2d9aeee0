//! Tournament Pairing Number (TPN): the lower number ranks higher, with `/R` the higher one.
//!
//! # Article
//! C.07 (2026) 7.8.

use crate::contributions::{Element, Source};
use crate::crosstable::Crosstable;
use crate::modifiers::Modifiers;

use super::{Measure, Total, whole};

/// The number itself.
#[derive(Debug)]
pub(crate) struct PairingNumber;

impl Measure for PairingNumber {
    fn contributions(
        &self,
        table: &Crosstable,
        who: usize,
        _: &Modifiers,
        out: &mut Vec<Element>,
    ) -> Total {
        let number = i64::from(table.number(who));
        out.push(whole(Source::Own, "7.8", number, 1));
        Total::Sum { unit: 1 }
    }
}
