//! Points in the tournament, by which everybody is ranked first (record 212 names them).

use crate::contributions::Element;

use super::{Measure, Measured, Total, own_round};

/// Points, without virtual points of an acceleration.
#[derive(Debug)]
pub(crate) struct Points;

impl Measure for Points {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who) = (of.table, of.who);
        for (round, cell) in table.row(who).iter().enumerate() {
            let points = i64::from(cell.points);
            out.push(own_round(round, cell.category, "4.2", points, 10));
        }
        Total::Sum { unit: 10 }
    }
}
