//! The Berger tables: who meets whom in which round, and with which colours, where everybody meets everybody.
//!
//! # Articles
//! C.05 Annex 1, whose tables are written here as the rule that makes them.

/// Rounds in which everybody of so many meets everybody once.
pub fn rounds_of_table(players: usize) -> usize {
    match players {
        0 | 1 => 0,
        _ => players.next_multiple_of(2) - 1,
    }
}

/// A round of the Berger table for so many players, counted from zero: places in the table from zero, White first, in
/// the order of the boards, without that of whoever is free. O(players).
///
/// # Panics
/// The table has no such round.
pub fn berger_round(players: usize, round: usize) -> Vec<(usize, usize)> {
    let length = rounds_of_table(players);
    assert!(round < length, "round {round} of {length}");
    let boards = length.div_ceil(2);
    // In the first board of each round half the table is added to the number that meets the highest one.
    let first = (round * boards) % length;
    let highest = length;
    let top = if round.is_multiple_of(2) {
        (first, highest)
    } else {
        (highest, first)
    };
    let others = (1..boards).map(|board| {
        let white = (first + board) % length;
        let black = (first + length - board) % length;
        (white, black)
    });
    (std::iter::once(top).filter(|_| highest < players))
        .chain(others)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A printed table: rounds, and games as `1-4`.
    fn printed(text: &str) -> Vec<Vec<(usize, usize)>> {
        let game = |game: &str| {
            let (white, black) = game.split_once('-').expect("two numbers");
            let place = |number: &str| number.parse::<usize>().expect("a number") - 1;
            (place(white), place(black))
        };
        let round = |round: &str| round.split_whitespace().map(game).collect();
        text.split('|').map(round).collect()
    }

    #[test]
    fn rounds_are_those_of_the_printed_tables() {
        for (players, text) in [
            (4, "1-4 2-3 | 4-3 1-2 | 2-4 3-1"),
            (
                6,
                "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
            ),
            (8, "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6"),
            (
                10,
                "1-10 2-9 3-8 4-7 5-6 | 10-6 7-5 8-4 9-3 1-2 | 2-10 3-1 4-9 5-8 6-7",
            ),
            (
                12,
                "1-12 2-11 3-10 4-9 5-8 6-7 | 12-7 8-6 9-5 10-4 11-3 1-2",
            ),
        ] {
            for (round, games) in printed(text).into_iter().enumerate() {
                assert_eq!(
                    berger_round(players, round),
                    games,
                    "{players} players, round {round}"
                );
                let mut without = games;
                without.retain(|(white, black)| *white.max(black) < players - 1);
                assert_eq!(berger_round(players - 1, round), without);
            }
        }
        let last = |players: usize| berger_round(players, players - 2);
        assert_eq!(last(8), printed("4-8 5-3 6-2 7-1")[0]);
        assert_eq!(last(10), printed("5-10 6-4 7-3 8-2 9-1")[0]);
        assert_eq!(last(12), printed("6-12 7-5 8-4 9-3 10-2 11-1")[0]);
    }

    /// The rule that tells from two numbers alone when they meet and who has White.
    fn direct(players: usize, one: usize, other: usize) -> (usize, usize, usize) {
        let even = players.next_multiple_of(2);
        let (low, high) = (one.min(other) + 1, one.max(other) + 1);
        let round = |sum: usize| (sum - 2) % (even - 1);
        if high == even {
            let low_is_white = low <= even / 2;
            let (white, black) = if low_is_white {
                (low, high)
            } else {
                (high, low)
            };
            (round(2 * low), white - 1, black - 1)
        } else {
            let low_is_white = (low + high) % 2 == 1;
            let (white, black) = if low_is_white {
                (low, high)
            } else {
                (high, low)
            };
            (round(low + high), white - 1, black - 1)
        }
    }

    #[test]
    fn everybody_meets_everybody_when_and_as_the_direct_rule_says() {
        for players in 2..=60 {
            let mut met = BTreeSet::new();
            for round in 0..rounds_of_table(players) {
                for (white, black) in berger_round(players, round) {
                    assert_eq!(
                        direct(players, white, black),
                        (round, white, black),
                        "{players}"
                    );
                    assert!(met.insert((white.min(black), white.max(black))));
                }
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
        }
    }
}
