//! Perfect Tournament Performance (PTP): the lowest whole rating with which the score was to be
//! expected.
//!
//! # Articles
//! C.07 (2026) 10.3; the probabilities of B.02 8.1.2, the full scale. With a score of zero, 800 below
//! the lowest rated opponent.
//! # Readings
//! The score is that of the games played, a win one point and a draw half. A full score needs a
//! probability of 1 against everybody: 736 above the highest rated opponent.

use crate::contributions::{Element, Source};
use crate::rating_tables::{CERTAIN, scoring_probability};

use super::average_rating::rated_games;
use super::{Measure, Measured, Total, whole};

/// The lowest rating.
#[derive(Debug)]
pub(crate) struct PerfectPerformance;

/// The lowest rating whose expected score reaches `half_points` against these opponents, who are at
/// least one. The expectation grows with the rating, so halving the interval finds it:
/// O(opponents · log(span of the ratings)).
fn lowest_rating(opponents: &[i32], half_points: u32) -> i32 {
    let lowest = opponents.iter().copied().min().unwrap_or(0);
    let highest = opponents.iter().copied().max().unwrap_or(0);
    if half_points == 0 {
        return lowest - 800;
    }
    let score = 50 * i64::from(half_points);
    let reaches = |rating: i32| {
        let expected = opponents
            .iter()
            .map(|other| scoring_probability(rating - other));
        expected.map(i64::from).sum::<i64>() >= score
    };
    // At `below` nothing is expected at all, at `high` every point.
    let (mut below, mut high) = (lowest - CERTAIN, highest + CERTAIN);
    while high - below > 1 {
        let middle = below + (high - below) / 2;
        if reaches(middle) {
            high = middle;
        } else {
            below = middle;
        }
    }
    high
}

impl Measure for PerfectPerformance {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who) = (of.table, of.who);
        let mut opponents = Vec::new();
        let mut half_points = 0;
        for (_, opponent, scored) in rated_games(table, who) {
            let Some(rating) = table.rating(opponent) else {
                return Total::Undefined;
            };
            opponents.push(i32::from(rating));
            half_points += u32::from(scored);
        }
        if opponents.is_empty() {
            return Total::Undefined;
        }
        let rating = i64::from(lowest_rating(&opponents, half_points));
        out.push(whole(Source::PerfectRating, "10.3", rating, 1));
        Total::Sum { unit: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every rating in turn, from one with which nothing is expected.
    fn by_trying(opponents: &[i32], half_points: u32) -> i32 {
        let lowest = opponents.iter().copied().min().expect("an opponent");
        (lowest - 800..4000)
            .find(|rating| {
                let expected: i32 = (opponents.iter())
                    .map(|o| scoring_probability(rating - o))
                    .sum();
                expected >= 50 * half_points as i32
            })
            .expect("every score is reached")
    }

    #[test]
    fn halving_finds_what_trying_finds() {
        let opponents = [1500, 2104, 1877, 2650, 1200];
        for n in 1..=opponents.len() {
            for half_points in 1..=2 * n as u32 {
                let opponents = &opponents[..n];
                assert_eq!(
                    lowest_rating(opponents, half_points),
                    by_trying(opponents, half_points),
                    "{half_points} half points against {opponents:?}"
                );
            }
        }
        assert_eq!(lowest_rating(&[2401, 2201], 0), 1401);
        assert_eq!(lowest_rating(&[2300], 1), 2297);
    }
}
