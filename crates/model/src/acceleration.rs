//! Virtual points (C.04.7): explicit ones per player and round, or the Baku method.

use crate::Score;

/// How virtual points arise where a player has no explicit ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Acceleration {
    /// No virtual points.
    #[default]
    None,
    /// C.04.7 (2026) article 1. Explicit virtual points of any player switch it off.
    Baku,
}

/// Size of the upper group GA among `participants` of round one: the first half, rounded up to an
/// even number (C.04.7 (2026) 1.2). 161 gives 82, 178 gives 90, 9 gives 6.
pub fn baku_upper_group_size(participants: usize) -> usize {
    2 * participants.div_ceil(4)
}

/// Virtual points of a member of the upper group in `round` (from 1) of `rounds_total`, where a
/// win is worth `win` (C.04.7 (2026) 1.4).
pub(crate) fn baku_virtual_points(round: u16, rounds_total: u16, win: Score) -> Score {
    let accelerated = rounds_total.div_ceil(2);
    let full = accelerated.div_ceil(2);
    if round <= full {
        win
    } else if round <= accelerated {
        Score::from_tenths(win.tenths() / 2)
    } else {
        Score::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upper_group_is_half_rounded_up_to_even() {
        let sizes: Vec<usize> = [8, 9, 10, 11, 12, 13, 14, 16, 161, 178]
            .map(baku_upper_group_size)
            .to_vec();
        assert_eq!(sizes, [4, 6, 6, 6, 6, 8, 8, 8, 82, 90]);
    }

    #[test]
    fn schedule_follows_the_printed_table() {
        // Rounds of the tournament, last round with a full point, last round with half a point.
        for (total, full, half) in [
            (5, 2, 3),
            (6, 2, 3),
            (7, 2, 4),
            (8, 2, 4),
            (9, 3, 5),
            (10, 3, 5),
            (11, 3, 6),
            (13, 4, 7),
        ] {
            for round in 1..=total {
                let expected = if round <= full {
                    Score::ONE
                } else if round <= half {
                    Score::HALF
                } else {
                    Score::ZERO
                };
                assert_eq!(
                    baku_virtual_points(round, total, Score::ONE),
                    expected,
                    "round {round} of {total}"
                );
            }
        }
    }
}
