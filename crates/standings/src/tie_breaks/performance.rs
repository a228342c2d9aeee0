//! Tournament Performance Rating (TPR): the average rating of the opponents and the rating difference
//! that belongs to the fraction scored against them.
//!
//! # Articles
//! C.07 (2026) 10.2; the conversion of B.02 8.1.1.
//! # Readings
//! The average is ARO, rounded. The fraction is rounded to hundredths with halves up, and counts a
//! win as one point and a draw as half, whatever they are worth in the tournament.

use crate::contributions::{Element, Source};
use crate::modifiers::Modifiers;
use crate::rating_tables::rating_difference;

use super::average_rating::rated_games;
use super::{AverageRating, Measure, Measured, Total, whole};

/// The performance.
#[derive(Debug)]
pub(crate) struct Performance;

impl Measure for Performance {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who) = (of.table, of.who);
        let average = AverageRating.value(Measured::new(table, who, &Modifiers::default()), out);
        out.clear();
        let Some(average) = average else {
            return Total::Undefined;
        };
        let (mut half_points, mut games) = (0, 0);
        for (_, _, scored) in rated_games(table, who) {
            (half_points, games) = (half_points + u32::from(scored), games + 1);
        }
        // 100 · half_points / (2 · games), halves up.
        let percentage = (100 * half_points + games) / (2 * games);
        let percentage = percentage as u8;
        let (rating, _) = average.lowest_terms();
        out.push(whole(Source::AverageRating, "10.1", rating, 1));
        out.push(whole(
            Source::RatingDifference { percentage },
            "10.2",
            i64::from(rating_difference(percentage)),
            1,
        ));
        Total::Sum { unit: 1 }
    }
}
