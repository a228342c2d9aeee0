//! The points of a ladder (KZ), which stand in the place of those of the event.
//!
//! # Source
//! None of C.07: see `ladder.rs`.

use edelweiss_model::{PlayerId, RoundNumber};

use crate::contributions::{Contribution, Element, Source};
use crate::crosstable::Crosstable;
use crate::ladder::{LadderRules, LadderTable, row};
use crate::modifiers::Modifiers;
use crate::value::Value;

use super::{Measure, Measured, Total, plain};

/// One's own value and what the rounds earn.
#[derive(Debug)]
pub(crate) struct LadderPoints;

fn ladder(table: &Crosstable, rules: LadderRules) -> LadderTable {
    let rows = (0..table.n()).map(|who| row(rules, table.row(who).iter().copied()));
    LadderTable::of_rows(rows.collect(), table.rounds(), rules)
}

impl Measure for LadderPoints {
    fn contributions(&self, of: Measured<'_>, out: &mut Vec<Element>) -> Total {
        let (table, who) = (of.table, of.who);
        let ladder = ladder(table, of.modifiers.ladder);
        let part = |round: Option<usize>, source, amount| {
            plain(Contribution {
                round: round.map(RoundNumber::from_index),
                source,
                article: "ladder",
                factor: None,
                amount,
                unit: 6,
                cut: None,
            })
        };
        out.extend(ladder.own(who).map(|own| part(None, Source::Own, own)));
        for (round, cell) in table.row(who).iter().enumerate() {
            let source = match ladder.earned_of(who, round) {
                Some(opponent) => Source::OpponentValue {
                    opponent: PlayerId::from_index(opponent),
                },
                None => Source::Round(cell.category),
            };
            out.push(part(Some(round), source, ladder.earned(who, round)));
        }
        Total::Sum { unit: 6 }
    }

    /// One table for everybody.
    fn column(&self, table: &Crosstable, n: usize, modifiers: &Modifiers) -> Vec<Option<Value>> {
        let ladder = ladder(table, modifiers.ladder);
        let ids = (0..n).map(PlayerId::from_index);
        ids.map(|id| Some(ladder.points(id))).collect()
    }
}
