//! How the leaders of a category share their prizes.

use serde::Deserialize;

use crate::money::Money;

/// How players of equal points share.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sharing {
    /// The sum of their prizes, equally.
    #[default]
    Equal,
    /// Half of each prize by rank, the other halves equally.
    Hort,
    /// Not at all: by rank. Players whom no tie-break tells apart share equally.
    Rank,
}

/// What each of `ranks` (the leaders, in their order) gets of `prizes` (at most one for each), in
/// multiples of `unit` as far as the sum is one. The shares add up to the prizes.
pub(crate) fn shares(sharing: Sharing, ranks: &[u32], prizes: &[Money], unit: Money) -> Vec<Money> {
    let unit = u128::from(unit.hundredths().max(1));
    let pool: u128 = prizes
        .iter()
        .map(|prize| u128::from(prize.hundredths()))
        .sum();
    let count = ranks.len() as u128;
    let mut shares: Vec<u128> = (ranks.iter())
        .map(|rank| match sharing {
            Sharing::Equal | Sharing::Rank => pool / count,
            Sharing::Hort => {
                let [equals, theirs] = of_rank(*rank, ranks, prizes);
                (theirs * count + pool * equals) / (2 * equals * count)
            }
        })
        .map(|share| share / unit * unit)
        .collect();
    let mut left = pool - shares.iter().sum::<u128>();
    for share in &mut shares {
        let more = unit.min(left);
        *share += more;
        left -= more;
    }
    // Only where the prizes themselves are no multiples of the unit, or a rank is shared.
    shares[0] += left;
    shares
        .into_iter()
        .map(|share| Money::from_hundredths(share as u64))
        .collect()
}

/// How many of the leaders have a rank, and the sum of their prizes.
fn of_rank(rank: u32, ranks: &[u32], prizes: &[Money]) -> [u128; 2] {
    let mut both = [0; 2];
    for (place, _) in ranks
        .iter()
        .enumerate()
        .filter(|(_, other)| **other == rank)
    {
        both[0] += 1;
        both[1] += prizes
            .get(place)
            .map_or(0, |prize| u128::from(prize.hundredths()));
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_a_cent() {
        let francs = |sum| Money::from_hundredths(sum * 100);
        let cases: [(_, &[u32], &[u64], u64, &str); 8] = [
            (
                Sharing::Equal,
                &[1, 2, 3],
                &[500, 300, 200],
                1,
                "333.34 333.33 333.33",
            ),
            (
                Sharing::Equal,
                &[1, 2, 3],
                &[500, 300, 200],
                100,
                "334.00 333.00 333.00",
            ),
            (Sharing::Equal, &[4, 5, 6], &[50], 1, "16.67 16.67 16.66"),
            // 250 + 166 2/3, 150 + 166 2/3, 100 + 166 2/3.
            (
                Sharing::Hort,
                &[1, 2, 3],
                &[500, 300, 200],
                1,
                "416.67 316.67 266.66",
            ),
            (
                Sharing::Hort,
                &[1, 2, 3],
                &[500, 300, 200],
                100,
                "417.00 317.00 266.00",
            ),
            // Whom nothing tells apart shares the half by rank, too.
            (
                Sharing::Hort,
                &[1, 2, 2],
                &[600, 300],
                1,
                "450.00 225.00 225.00",
            ),
            (Sharing::Hort, &[1, 2], &[100], 1, "75.00 25.00"),
            (Sharing::Rank, &[2, 2], &[300, 100], 1, "200.00 200.00"),
        ];
        for (sharing, ranks, prizes, unit, expected) in cases {
            let prizes: Vec<_> = prizes.iter().map(|prize| francs(*prize)).collect();
            let found = shares(sharing, ranks, &prizes, Money::from_hundredths(unit));
            let words: Vec<_> = found.iter().map(Money::to_string).collect();
            assert_eq!(words.join(" "), expected, "{sharing:?}");
            assert_eq!(
                found.iter().copied().sum::<Money>(),
                prizes.into_iter().sum()
            );
        }
    }
}
