//! Average Rating of Opponents (ARO): of those met over the board, rounded with halves up.
//!
//! # Articles
//! C.07 (2026) 10.1; 14.1-14.4. Forfeits are left out also under pre-determined pairings (15.2), but
//! not in the editions without that exception.
//! # Reading
//! Cuts take ratings of games played; where none is left there is no value.

use edelweiss_model::{PlayerId, RoundNumber};

use crate::contributions::{Contribution, Element, Source};
use crate::crosstable::Crosstable;
use crate::cuts::cut;

use super::{Measure, Measured, Total, plain};

/// The average rating.
#[derive(Debug)]
pub(crate) struct AverageRating;

/// The rounds that count for ratings, each with the opponent and the half points scored.
pub(crate) fn rated_games(
    table: &Crosstable,
    who: usize,
) -> impl Iterator<Item = (usize, usize, u8)> {
    let with_forfeits = table.has_regular_forfeits();
    (table.row(who).iter().enumerate()).filter_map(move |(round, cell)| {
        let opponent = if with_forfeits {
            cell.opponent()
        } else {
            cell.played()
        };
        opponent.map(|opponent| (round, opponent, cell.half_points))
    })
}

/// The contribution of an opponent to an average.
pub(crate) fn of_opponent(
    round: usize,
    opponent: usize,
    article: &'static str,
    amount: i64,
    unit: u32,
) -> Element {
    plain(Contribution {
        round: Some(RoundNumber::from_index(round)),
        source: Source::OpponentValue {
            opponent: PlayerId::from_index(opponent),
        },
        article,
        factor: None,
        amount,
        unit,
        cut: None,
    })
}

impl Measure for AverageRating {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who, modifiers) = (of.table, of.who, of.modifiers);
        for (round, opponent, _) in rated_games(table, who) {
            let Some(rating) = table.rating(opponent) else {
                return Total::Undefined;
            };
            out.push(of_opponent(round, opponent, "10.1", i64::from(rating), 1));
        }
        cut(out, modifiers.lows, modifiers.highs, false);
        Total::Average {
            unit: 1,
            is_rounded: true,
        }
    }
}
