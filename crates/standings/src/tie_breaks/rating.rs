//! Rating (RTNG): the higher rating ranks higher, with `/R` the lower one.
//!
//! # Article
//! C.07 (2026) 10.6.

use crate::contributions::{Element, Source};
use crate::crosstable::Crosstable;
use crate::modifiers::Modifiers;

use super::{Measure, Total, whole};

/// The rating itself.
#[derive(Debug)]
pub(crate) struct Rating;

impl Measure for Rating {
    fn contributions(
        &self,
        table: &Crosstable,
        who: usize,
        _: &Modifiers,
        out: &mut Vec<Element>,
    ) -> Total {
        let Some(rating) = table.rating(who) else {
            return Total::Undefined;
        };
        out.push(whole(Source::Own, "10.6", i64::from(rating), 1));
        Total::Sum { unit: 1 }
    }
}
