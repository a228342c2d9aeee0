//! The Varma tables: numbers of a Berger table in four groups, so that players of one group do not meet in its last three
//! rounds.
//!
//! # Articles
//! C.05 Annex 2, for 9 to 24 players. The text ends where no group has numbers enough for a federation: then the group with
//! most of them is emptied, and the rest of the federation draws in the same way.
//!
//! Of 12 players numbers 6 and 12 are in one group of the text and meet in the last round all the same.

use std::ops::RangeInclusive;

use crate::berger_table::{berger_round, rounds_of_table};

/// For how many players there are tables.
pub const PLAYERS: RangeInclusive<usize> = 9..=24;

/// The group of each number, for 10, 12, 14 and so on players; with one player fewer the last number is left out.
const GROUPS: [&str; 8] = [
    "CDAABCBABD",
    "BBDAACBCAADC",
    "BBDAAACBBCAACD",
    "BBBDAAACBBCAAACD",
    "BBBDAAAACBBBCAAACD",
    "BBBDCAAAACBBBBAAAACD",
    "BBBBDAAAAACBBBBCAAAACD",
    "BBBBDAAAAAACBBBBBCAAAACD",
];

/// Places in the table, from zero, for federations of so many players, which draw in this order; `lot` draws one of so many,
/// from zero. Nothing where there is no table for so many players. O(players²).
pub fn restricted_places(
    federations: &[usize],
    mut lot: impl FnMut(usize) -> usize,
) -> Option<Vec<Vec<usize>>> {
    let players = federations.iter().sum();
    if !PLAYERS.contains(&players) {
        return None;
    }
    let mut groups = vec![Vec::new(); 4];
    let table = GROUPS[players.div_ceil(2) - 5].bytes();
    for (place, group) in table.take(players).enumerate() {
        groups[usize::from(group - b'A')].push(place);
    }
    let mut draw = |size: &usize| {
        let mut own = Vec::new();
        while own.len() < *size {
            let missing = size - own.len();
            let enough: Vec<usize> = (0..groups.len())
                .filter(|group| groups[*group].len() >= missing)
                .collect();
            let group = match enough.len() {
                0 => (0..groups.len()).max_by_key(|group| groups[*group].len())?,
                n => enough[lot(n)],
            };
            let numbers = &mut groups[group];
            while own.len() < *size && !numbers.is_empty() {
                own.push(numbers.remove(lot(numbers.len())));
            }
        }
        Some(own)
    };
    federations.iter().map(&mut draw).collect()
}

/// The last three rounds of the Berger table of so many players, each with its number: places from zero, White first.
pub fn last_rounds(players: usize) -> Vec<(usize, Vec<(usize, usize)>)> {
    let length = rounds_of_table(players);
    (length.saturating_sub(3)..length)
        .map(|round| (round + 1, berger_round(players, round)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the Handbook prints them.
    const PRINTED: [(usize, [&[usize]; 4]); 4] = [
        (10, [&[3, 4, 8], &[5, 7, 9], &[1, 6], &[2, 10]]),
        (12, [&[4, 5, 9, 10], &[1, 2, 7], &[6, 8, 12], &[3, 11]]),
        (
            20,
            [
                &[6, 7, 8, 9, 15, 16, 17, 18],
                &[1, 2, 3, 11, 12, 13, 14],
                &[5, 10, 19],
                &[4, 20],
            ],
        ),
        (
            24,
            [
                &[6, 7, 8, 9, 10, 11, 19, 20, 21, 22],
                &[1, 2, 3, 4, 13, 14, 15, 16, 17],
                &[12, 18, 23],
                &[5, 24],
            ],
        ),
    ];

    #[test]
    fn groups_are_the_printed_ones_and_meet_before_the_last_three_rounds() {
        for (players, groups) in PRINTED {
            for (letter, numbers) in ["A", "B", "C", "D"].iter().zip(groups) {
                let table = GROUPS[players / 2 - 5];
                let found: Vec<usize> = table
                    .match_indices(letter)
                    .map(|(place, _)| place + 1)
                    .collect();
                assert_eq!(found, numbers, "{players} players, {letter}");
            }
        }
        for players in PLAYERS {
            let table = GROUPS[players.div_ceil(2) - 5].as_bytes();
            assert_eq!(table.len(), players.next_multiple_of(2));
            let games = last_rounds(players).into_iter();
            let clashes: Vec<(usize, usize)> = games
                .flat_map(|(_, games)| games)
                .filter(|(white, black)| table[*white] == table[*black])
                .collect();
            let printed: &[(usize, usize)] = if players == 12 { &[(5, 11)] } else { &[] };
            assert_eq!(clashes, printed, "{players} players");
        }
    }

    #[test]
    fn a_federation_draws_from_one_group_while_there_is_one() {
        // Whatever the lots are, here the first and the last of those there are.
        for lot in [(|_| 0) as fn(usize) -> usize, |n| n - 1] {
            for players in PLAYERS {
                let sizes = vec![2; players / 2];
                let sizes: Vec<usize> = sizes
                    .into_iter()
                    .chain((players % 2 == 1).then_some(1))
                    .collect();
                let drawn = restricted_places(&sizes, lot).expect("a table");
                let mut all = drawn.concat();
                all.sort_unstable();
                assert_eq!(all, (0..players).collect::<Vec<_>>());
                let table = GROUPS[players.div_ceil(2) - 5].as_bytes();
                let apart = drawn
                    .iter()
                    .filter(|own| own.iter().any(|place| table[*place] != table[own[0]]));
                // Each group leaves one number at most where its size is odd.
                assert!(apart.count() <= 2, "{players}: {drawn:?}");
            }
        }
        assert_eq!(restricted_places(&[8], |_| 0), None);
        assert_eq!(restricted_places(&[25], |_| 0), None);
        let whole = restricted_places(&[9], |_| 0).expect("all of one federation");
        assert_eq!(whole[0].len(), 9);
    }
}
