//! How strong the players are, and what their ratings say of it.

use edelweiss_generate::{scaled, word_of};
use edelweiss_model::PlayerId;

use crate::luck::LuckStage;

/// Where strengths come from. They are whole numbers of rating points from 1 to 9999.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StrengthModel {
    /// Each strength between two is as likely as any other.
    Uniform {
        /// The lowest.
        lowest: u16,
        /// The highest.
        highest: u16,
    },
    /// Around a mean, as the sum of twelve uniform draws, which is close to a normal distribution and within
    /// six standard deviations of it.
    Normal {
        /// The mean.
        mean: u16,
        /// The standard deviation.
        deviation: u16,
    },
    /// Those of a list from its first on, in every replication.
    List(Vec<u16>),
    /// Drawn from a list, one draw a player.
    Sample(Vec<u16>),
}

/// The players of one replication, in the initial order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DrawnField {
    /// What luck knows each by, whatever the order.
    pub(crate) identities: Vec<u32>,
    pub(crate) strengths: Vec<u16>,
    pub(crate) ratings: Vec<u16>,
}

impl DrawnField {
    /// `n` players. Ratings are strengths with a normal error of the standard deviation `rating_error`; the
    /// initial order is by rating, and by the order of drawing where they are equal.
    pub(crate) fn draw(model: &StrengthModel, rating_error: u16, n: u16, luck: [u64; 2]) -> Self {
        let mut all: Vec<(u16, u16, u32)> = (0..u32::from(n))
            .map(|identity| {
                let strength = model.strength(identity, luck);
                let rating = around(
                    strength,
                    rating_error,
                    LuckStage::RatingError,
                    identity,
                    luck,
                );
                (rating, strength, identity)
            })
            .collect();
        all.sort_by_key(|(rating, _, identity)| (std::cmp::Reverse(*rating), *identity));
        Self {
            identities: all.iter().map(|player| player.2).collect(),
            strengths: all.iter().map(|player| player.1).collect(),
            ratings: all.iter().map(|player| player.0).collect(),
        }
    }

    /// The player whose strength comes at this place, from 1; of equal ones the first in the initial order first.
    /// O(n log n).
    ///
    /// # Panics
    /// Where there are fewer players.
    pub(crate) fn by_strength(&self, place: u16) -> PlayerId {
        let mut order: Vec<usize> = (0..self.strengths.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse(self.strengths[*index]));
        PlayerId::from_index(order[usize::from(place) - 1])
    }
}

impl StrengthModel {
    /// How many players it has, if there is a limit.
    pub(crate) fn most_players(&self) -> Option<usize> {
        match self {
            Self::List(list) => Some(list.len()),
            _ => None,
        }
    }

    fn strength(&self, identity: u32, luck: [u64; 2]) -> u16 {
        let word = || {
            let [seed, replication] = luck;
            word_of(&[
                seed,
                replication,
                LuckStage::Strength as u64,
                u64::from(identity),
            ])
        };
        match self {
            Self::Uniform { lowest, highest } => {
                lowest + scaled(word(), u64::from(highest - lowest) + 1) as u16
            }
            Self::Normal { mean, deviation } => {
                around(*mean, *deviation, LuckStage::Strength, identity, luck)
            }
            Self::List(list) => list[identity as usize],
            Self::Sample(list) => list[scaled(word(), list.len() as u64) as usize],
        }
    }
}

/// Of a uniform draw from 0 to 1.
const PARTS: u64 = 1 << 32;

/// A draw around `mean`, from 1 to 9999.
fn around(mean: u16, deviation: u16, stage: LuckStage, identity: u32, luck: [u64; 2]) -> u16 {
    if deviation == 0 {
        return mean;
    }
    let [seed, replication] = luck;
    let sum: u64 = (0..12)
        .map(|place| {
            let key = [seed, replication, stage as u64, u64::from(identity), place];
            scaled(word_of(&key), PARTS)
        })
        .sum();
    // Twelve uniform draws from 0 to 1 add up to 6, with a standard deviation of 1.
    let above = i128::from(sum) - 6 * i128::from(PARTS);
    let points = (above * i128::from(deviation)).div_euclid(i128::from(PARTS));
    (i128::from(mean) + points).clamp(1, 9999) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_normal_field_has_its_mean_and_deviation() {
        let model = StrengthModel::Normal {
            mean: 1800,
            deviation: 200,
        };
        let field = DrawnField::draw(&model, 100, 9000, [1, 2]);
        let mean = |of: &dyn Fn(usize) -> f64| (0..9000).map(of).sum::<f64>() / 9000.0;
        let strength = |i: usize| f64::from(field.strengths[i]);
        let error = |i: usize| f64::from(field.ratings[i]) - f64::from(field.strengths[i]);
        assert!((mean(&strength) - 1800.0).abs() < 8.0);
        assert!((mean(&|i| (strength(i) - 1800.0).powi(2)).sqrt() - 200.0).abs() < 6.0);
        assert!(mean(&error).abs() < 4.0);
        assert!((mean(&|i| error(i).powi(2)).sqrt() - 100.0).abs() < 3.0);
        assert!(field.ratings.is_sorted_by(|a, b| a >= b));
    }

    #[test]
    fn a_larger_field_has_the_players_of_a_smaller_one() {
        let model = StrengthModel::Uniform {
            lowest: 1000,
            highest: 2000,
        };
        let of = |n| {
            let field = DrawnField::draw(&model, 50, n, [3, 4]);
            let mut players: Vec<(u32, u16, u16)> = (0..n as usize)
                .map(|i| (field.identities[i], field.strengths[i], field.ratings[i]))
                .collect();
            players.sort_unstable();
            players
        };
        assert_eq!(of(10), of(40)[..10]);
        assert!(
            of(400)
                .iter()
                .all(|player| (1000..=2000).contains(&player.1))
        );
    }
}
