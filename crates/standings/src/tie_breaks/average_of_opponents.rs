//! Average Performance Rating of Opponents (APRO) and Average Perfect Performance of Opponents
//! (APPO), rounded with halves up.
//!
//! # Articles
//! C.07 (2026) 10.4, 10.5: of the opponents met over the board. Each of them has played at least that
//! game, so each has a performance.

use crate::contributions::Element;
use crate::crosstable::Crosstable;
use crate::modifiers::Modifiers;
use crate::value::Value;

use super::average_rating::{of_opponent, rated_games};
use super::{Measure, Measured, PerfectPerformance, Performance, Total};

/// The average of the opponents' performances.
#[derive(Debug)]
pub(crate) struct AverageOfOpponents {
    /// PTP of the opponents instead of TPR.
    pub(crate) is_perfect: bool,
}

impl AverageOfOpponents {
    fn of_all<'a>(&self, table: &'a Crosstable) -> &'a [Option<Value>] {
        let none = Modifiers::default();
        if self.is_perfect {
            (table.kept.perfect_performance)
                .get_or_init(|| PerfectPerformance.column(table, table.n(), &none))
        } else {
            (table.kept.performance).get_or_init(|| Performance.column(table, table.n(), &none))
        }
    }
}

impl Measure for AverageOfOpponents {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who) = (of.table, of.who);
        let article = if self.is_perfect { "10.5" } else { "10.4" };
        let performances = self.of_all(table);
        for (round, opponent, _) in rated_games(table, who) {
            let Some(performance) = performances[opponent] else {
                return Total::Undefined;
            };
            let (amount, _) = performance.lowest_terms();
            out.push(of_opponent(round, opponent, article, amount, 1));
        }
        Total::Average {
            unit: 1,
            is_rounded: true,
        }
    }
}
