//! Koya System (KS): points against all who have scored at least half of the maximum.
//!
//! # Articles
//! C.07 (2026) 9.2; 14.5: the limit moves by half points (`/L+1`, `/L-1`).
//! # Readings
//! The maximum is a win in every round in which one could be paired against somebody: under
//! pre-determined pairings the free rounds of an odd field are left out. Scores are those of the
//! standings, and a forfeit counts with the points awarded. The limit moves by half a point a step,
//! whatever a win is worth.

use edelweiss_model::{PlayerId, RoundNumber};

use crate::contributions::{Contribution, Element, Source};
use crate::crosstable::Crosstable;

use super::{Measure, Measured, Total, plain};

/// The points against the upper half.
#[derive(Debug)]
pub(crate) struct Koya;

/// The most points anybody could score.
fn maximum(table: &Crosstable) -> i64 {
    let rounds = if table.is_pre_determined() {
        table.most_opponents()
    } else {
        table.rounds()
    };
    rounds as i64 * i64::from(table.win())
}

impl Measure for Koya {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who, modifiers) = (of.table, of.who, of.modifiers);
        let limit_2x = maximum(table) + 10 * i64::from(modifiers.limit);
        for (round, cell) in table.row(who).iter().enumerate() {
            let Some(opponent) = cell.opponent() else {
                continue;
            };
            if 2 * i64::from(table.tenths(opponent)) >= limit_2x {
                out.push(plain(Contribution {
                    round: Some(RoundNumber::from_index(round)),
                    source: Source::AboveLimit {
                        opponent: PlayerId::from_index(opponent),
                    },
                    article: "9.2",
                    factor: None,
                    amount: i64::from(cell.points),
                    unit: 10,
                    cut: None,
                }));
            }
        }
        Total::Sum { unit: 10 }
    }
}
