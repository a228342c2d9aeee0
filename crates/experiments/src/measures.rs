//! The values of metrics.

use edelweiss_model::{Colour, PlayerId, RoundEntry, Tournament};

use crate::again::PairedAgain;
use crate::event::{BIT, PlayedEvent};
use crate::logarithm::{ONE, log2};
use crate::metric::Metric;

/// An order beside the true one.
pub(crate) struct RankedField {
    /// Of each player in the initial order, from 1, doubled so that means of two are whole.
    places_2x: Vec<u32>,
    true_2x: Vec<u32>,
    /// How many players count as best.
    top: usize,
    /// Whose place is looked at.
    player: PlayerId,
}

impl RankedField {
    /// `ranks` are the places of each player, one more than the number of those before.
    pub(crate) fn new(ranks: &[u32], strengths: &[u16], top: usize, player: PlayerId) -> Self {
        Self {
            places_2x: shared(ranks),
            true_2x: shared(&ranks_of(strengths)),
            top: top.min(ranks.len()),
            player,
        }
    }

    /// A metric of an order; none where everybody is equal, or it is of a tournament.
    pub(crate) fn value(&self, metric: Metric) -> Option<f64> {
        match metric {
            Metric::KendallTau => self.kendall(),
            Metric::Spearman => self.spearman(),
            Metric::TopShare => Some(self.top_share(self.top)),
            Metric::Ndcg => self.ndcg(),
            Metric::BestWins => Some(self.top_share(1)),
            Metric::WinnerPlace => Some(self.winner_place()),
            Metric::PrizesOfBest => Some(self.prizes_of_best()),
            Metric::TopWins => Some(self.top_wins()),
            Metric::PlayerPlace => Some(f64::from(self.player_place_2x()) / 2.0),
            _ => None,
        }
    }

    fn kendall(&self) -> Option<f64> {
        let n = self.places_2x.len();
        let (mut sum, mut apart, mut truly_apart) = (0_i64, 0_i64, 0_i64);
        for a in 0..n {
            for b in a + 1..n {
                let sign = |list: &[u32]| list[a].cmp(&list[b]) as i64;
                let (found, expected) = (sign(&self.places_2x), sign(&self.true_2x));
                sum += found * expected;
                apart += found.abs();
                truly_apart += expected.abs();
            }
        }
        let below = (apart as f64 * truly_apart as f64).sqrt();
        (below > 0.0).then(|| sum as f64 / below)
    }

    fn spearman(&self) -> Option<f64> {
        // Twice the mean of doubled places, so that all is whole.
        let mean_2x = self.places_2x.len() as i64 + 1;
        let product = |a: &[u32], b: &[u32]| -> i64 {
            (a.iter().zip(b))
                .map(|(a, b)| (i64::from(*a) - mean_2x) * (i64::from(*b) - mean_2x))
                .sum()
        };
        let of = product(&self.places_2x, &self.places_2x) as f64;
        let of_true = product(&self.true_2x, &self.true_2x) as f64;
        let below = (of * of_true).sqrt();
        (below > 0.0).then(|| product(&self.places_2x, &self.true_2x) as f64 / below)
    }

    /// Which part of a player is among the first `top` of an order: where equal ones stand across the border,
    /// the same of each.
    fn parts(places_2x: &[u32], top: usize) -> Vec<f64> {
        let equal = |place: u32| places_2x.iter().filter(|other| **other == place).count();
        let before = |place: u32| places_2x.iter().filter(|other| **other < place).count();
        let part = |place: &u32| {
            let (before, equal) = (before(*place), equal(*place));
            top.saturating_sub(before).min(equal) as f64 / equal as f64
        };
        places_2x.iter().map(part).collect()
    }

    fn top_share(&self, top: usize) -> f64 {
        let found = Self::parts(&self.places_2x, top);
        let expected = Self::parts(&self.true_2x, top);
        let sum: f64 = (found.iter().zip(&expected)).map(|(a, b)| a * b).sum();
        sum / top as f64
    }

    fn top_wins(&self) -> f64 {
        let winners = Self::parts(&self.places_2x, 1);
        let best = Self::parts(&self.true_2x, self.top);
        winners.iter().zip(&best).map(|(a, b)| a * b).sum()
    }

    /// Twice the place of the player.
    pub(crate) fn player_place_2x(&self) -> u32 {
        self.places_2x[self.player.index()]
    }

    fn ndcg(&self) -> Option<f64> {
        let n_2x = 2 * self.places_2x.len() as u32;
        let gains = |list: &[u32]| -> f64 {
            (self.true_2x.iter().zip(list))
                .map(|(truth, place)| {
                    // log2(1 + place), of a place that may end in a half.
                    let discount = (log2(u64::from(place + 2)) - ONE) as f64 / ONE as f64;
                    f64::from(n_2x - truth) / 2.0 / discount
                })
                .sum()
        };
        let ideal = gains(&self.true_2x);
        (ideal > 0.0).then(|| gains(&self.places_2x) / ideal)
    }

    fn winner_place(&self) -> f64 {
        let first = self.places_2x.iter().min().copied().unwrap_or_default();
        let winners = self.places_2x.iter().zip(&self.true_2x);
        let (count, sum) = winners
            .filter(|(place, _)| **place == first)
            .fold((0_u32, 0_u32), |(count, sum), (_, truth)| {
                (count + 1, sum + truth)
            });
        f64::from(sum) / 2.0 / f64::from(count.max(1))
    }

    fn prizes_of_best(&self) -> f64 {
        let best = Self::parts(&self.true_2x, self.top);
        let mut won = 0.0;
        let mut last = vec![0.0; best.len()];
        // Prize p is a part for being among the first p: k + (k - 1) + ... adds up.
        for top in 1..=self.top {
            let parts = Self::parts(&self.places_2x, top);
            for (last, part) in last.iter_mut().zip(parts) {
                *last += part;
            }
        }
        for (parts, best) in last.iter().zip(&best) {
            won += parts * best;
        }
        won / (self.top * (self.top + 1) / 2) as f64
    }
}

/// One more than the number of those who are stronger.
pub(crate) fn ranks_of(strengths: &[u16]) -> Vec<u32> {
    let mut sorted = strengths.to_vec();
    sorted.sort_unstable();
    let n = sorted.len();
    let rank = |strength: &u16| 1 + (n - sorted.partition_point(|other| other <= strength)) as u32;
    strengths.iter().map(rank).collect()
}

/// Twice the mean place of those who share a rank.
fn shared(ranks: &[u32]) -> Vec<u32> {
    let mut equal = vec![0; ranks.len() + 1];
    for rank in ranks {
        equal[*rank as usize] += 1;
    }
    let place = |rank: &u32| 2 * rank + equal[*rank as usize] - 1;
    ranks.iter().map(place).collect()
}

fn share(part: u32, whole: u32) -> Option<f64> {
    (whole > 0).then(|| f64::from(part) / f64::from(whole))
}

/// Metrics of rounds that were paired again.
pub(crate) fn of_rounds_again(metric: Metric, again: &PairedAgain) -> Option<f64> {
    match metric {
        Metric::RoundsOtherwise => share(again.rounds_otherwise, again.rounds),
        Metric::PairsOtherwise => share(again.pairs_otherwise, again.pairs),
        _ => None,
    }
}

/// Metrics of a tournament whatever its order.
pub(crate) fn of_event(metric: Metric, played: &PlayedEvent, strengths: &[u16]) -> Option<f64> {
    let course = &played.course;
    match metric {
        Metric::StrengthDifference => {
            let (pairs, sum) = all_differences(strengths);
            let mean = sum as f64 / pairs as f64;
            (course.games > 0 && sum > 0)
                .then(|| course.differences as f64 / f64::from(course.games) / mean)
        }
        Metric::Floats => share(course.floats, course.games),
        Metric::SplitGroups => share(course.split_groups, course.groups),
        Metric::ColourDifference => {
            let sum = colours(&played.tournament)
                .map(|(difference, _)| difference)
                .sum();
            share(sum, strengths.len() as u32)
        }
        Metric::ColourStreak => colours(&played.tournament)
            .map(|(_, streak)| f64::from(streak))
            .reduce(f64::max),
        Metric::RefusedPreferences => share(course.refused, course.preferences),
        Metric::Information => (course.games > 0)
            .then(|| course.information as f64 / BIT as f64 / f64::from(course.games)),
        _ => None,
    }
}

/// How many pairs there are, and the sum of the differences of their strengths.
fn all_differences(strengths: &[u16]) -> (u64, i64) {
    let mut sorted = strengths.to_vec();
    sorted.sort_unstable();
    let n = sorted.len() as i64;
    let sum = (0..n).zip(&sorted);
    let sum = sum.map(|(place, strength)| (2 * place + 1 - n) * i64::from(*strength));
    ((n * (n - 1) / 2) as u64, sum.sum())
}

/// Of each player, how far White and Black are apart, and the longest row of one colour.
fn colours(tournament: &Tournament) -> impl Iterator<Item = (u32, u32)> {
    tournament.players.iter().map(|player| {
        let (mut difference, mut streak, mut longest) = (0_i32, 0_i32, 0_i32);
        for entry in &player.entries {
            let RoundEntry::Paired {
                colour: Some(colour),
                ..
            } = entry
            else {
                continue;
            };
            let step = if *colour == Colour::White { 1 } else { -1 };
            difference += step;
            streak = if streak.signum() == step {
                streak + step
            } else {
                step
            };
            longest = longest.max(streak.abs());
        }
        (difference.unsigned_abs(), longest.unsigned_abs())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(metric: Metric, ranks: &[u32], strengths: &[u16]) -> f64 {
        let ranked = RankedField::new(ranks, strengths, 2, PlayerId::from_index(1));
        ranked.value(metric).expect("an order that has it")
    }

    #[test]
    fn orders_worked_by_hand() {
        use Metric::{
            BestWins, KendallTau, Ndcg, PlayerPlace, PrizesOfBest, Spearman, TopShare, TopWins,
            WinnerPlace,
        };
        let strengths = [2400, 2300, 2200, 2100];
        for (metric, ranks, expected) in [
            (KendallTau, [1, 2, 3, 4], 1.0),
            (KendallTau, [4, 3, 2, 1], -1.0),
            // Five of six pairs in order, one of which is tied: 5 / sqrt(5 * 6).
            (KendallTau, [1, 1, 3, 4], 5.0 / 30_f64.sqrt()),
            (Spearman, [1, 2, 3, 4], 1.0),
            // 1 - 6 * 2 / (4 * 15).
            (Spearman, [2, 1, 3, 4], 0.8),
            (TopShare, [1, 3, 2, 4], 0.5),
            // Two share places 2 and 3: half of player 2 is among the first two.
            (TopShare, [1, 2, 2, 4], 0.75),
            (BestWins, [1, 1, 3, 4], 0.5),
            (BestWins, [2, 1, 3, 4], 0.0),
            (WinnerPlace, [3, 1, 1, 4], 2.5),
            // Prizes of 2 and 1 parts: the second goes to player 3.
            (PrizesOfBest, [1, 3, 2, 4], 2.0 / 3.0),
            (PrizesOfBest, [1, 1, 1, 4], 2.0 / 3.0),
            (Ndcg, [1, 2, 3, 4], 1.0),
            // Players 2 and 3 share the first place, and 2 is one of the best two.
            (TopWins, [3, 1, 1, 4], 0.5),
            (TopWins, [2, 1, 3, 4], 1.0),
            (TopWins, [3, 2, 1, 4], 0.0),
            (PlayerPlace, [1, 3, 2, 4], 3.0),
            // Of player 2, who shares places 2 to 4.
            (PlayerPlace, [1, 2, 2, 2], 3.0),
        ] {
            let found = value(metric, &ranks, &strengths);
            assert!(
                (found - expected).abs() < 1e-12,
                "{metric:?} {ranks:?}: {found}"
            );
        }
        // Gains 3, 2, 1, 0 at places 2, 1, 3, 4.
        let ideal = 3.0 + 2.0 / 3_f64.log2() + 1.0 / 2.0;
        let found = value(Ndcg, &[2, 1, 3, 4], &strengths);
        assert!((found - (3.0 / 3_f64.log2() + 2.0 + 0.5) / ideal).abs() < 1e-11);
        let equal = RankedField::new(&[1, 1], &[5, 5], 1, PlayerId::from_index(0));
        assert_eq!(equal.value(Metric::KendallTau), None);
    }

    #[test]
    fn differences_of_all_pairs_are_summed() {
        assert_eq!(all_differences(&[10, 4, 7]), (3, 6 + 3 + 3));
    }
}
