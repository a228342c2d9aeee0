//! What happened in a round, bracket by bracket, as data.

use edelweiss_model::Score;
use edelweiss_pairing::{BracketRecord, RoundPairing, costs_of};

use crate::course::BracketCourse;
use crate::payers::RuleStory;
use crate::setting::StorySetting;

/// A round, told from the top.
#[derive(Clone, Debug)]
pub struct RoundStory {
    /// The round.
    pub round: RoundPairing,
    /// Its brackets, in order.
    pub brackets: Vec<BracketStory>,
}

/// One bracket of it.
#[derive(Clone, Debug)]
pub struct BracketStory {
    /// The bracket as it was paired.
    pub record: BracketRecord,
    /// The score of its highest residents.
    pub score: Score,
    /// How the pairs came about.
    pub course: BracketCourse,
    /// What it costs, rule by rule in priority order; empty for systems without criteria.
    pub costs: Vec<RuleStory>,
}

/// What happened in a round of this setting. Costs are those of the fast engine: no question asked of
/// a round changes which engine pairs it.
///
/// # Panics
/// When the round is not one of this setting.
pub fn story(setting: &StorySetting<'_>, round: &RoundPairing) -> RoundStory {
    let costs = (setting.rules()).map(|rules| costs_of(setting.position, &rules, round));
    let brackets = round.brackets.iter().enumerate().map(|(number, record)| {
        let costs = match (setting.edition, &costs) {
            (Some(edition), Some(costs)) => {
                RuleStory::all(edition, setting.position, record, round.bye, &costs[number])
            }
            _ => Vec::new(),
        };
        let first = record.residents.first().or(record.mdps.first());
        BracketStory {
            record: record.clone(),
            score: first.map_or(Score::ZERO, |id| setting.position.player(*id).score),
            course: BracketCourse::of(record),
            costs,
        }
    });
    RoundStory {
        round: round.clone(),
        brackets: brackets.collect(),
    }
}
