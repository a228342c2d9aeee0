//! Rating (RTNG): the higher rating ranks higher, with `/R` the lower one.
//!
//! # Article
//! C.07 (2026) 10.6.

use crate::contributions::{Element, Source};

use super::{Measure, Measured, Total, whole};

/// The rating itself.
#[derive(Debug)]
pub(crate) struct Rating;

impl Measure for Rating {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who) = (of.table, of.who);
        let Some(rating) = table.rating(who) else {
            return Total::Undefined;
        };
        out.push(whole(Source::Own, "10.6", i64::from(rating), 1));
        Total::Sum { unit: 1 }
    }
}
