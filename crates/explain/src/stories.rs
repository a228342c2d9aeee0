//! What happened in a round, bracket by bracket, as data.

use edelweiss_model::{PlayerId, Score};
use edelweiss_pairing::{BracketRecord, RoundPairing, costs_of};

use crate::course::BracketCourse;
use crate::focus::Focus;
use crate::payers::RuleStory;
use crate::rivals::{WishAnswer, why_nots};
use crate::setting::StorySetting;
use crate::wish::Wish;

/// At most so many of the lowest ranked residents of a bracket are asked why they do not float.
const MOST_ASKED: usize = 60;

/// Of a round with more players than this fewer are asked, since each is about as much work as the round.
const ALL_ASKED: usize = 1_000;

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
    /// Where somebody floats or has the bye: why not one of these instead, lowest ranked residents who
    /// are paired here; of brackets that were not asked about, nobody.
    pub others: Vec<(PlayerId, WishAnswer)>,
}

/// What happened in a round of this setting; why others do not float only in the brackets that `focus` is
/// about, since that is nearly all of the work. Costs are those of the fast engine: no question asked of a
/// round changes which engine pairs it.
///
/// # Panics
/// When the round is not one of this setting.
pub fn story(setting: &StorySetting<'_>, round: &RoundPairing, focus: Focus) -> RoundStory {
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
            others: if focus.is_about(round, record) {
                others(setting, round, number)
            } else {
                Vec::new()
            },
            costs,
        }
    });
    RoundStory {
        round: round.clone(),
        brackets: brackets.collect(),
    }
}

/// 60 of 1,000 players, 15 of 2,000, 2 of 9,999.
fn most_asked(players: usize) -> usize {
    let share = ALL_ASKED.pow(2) * MOST_ASKED / players.max(1).pow(2);
    share.clamp(2, MOST_ASKED)
}

/// Why nobody else floats from a bracket, or has the bye.
fn others(
    setting: &StorySetting<'_>,
    round: &RoundPairing,
    number: usize,
) -> Vec<(PlayerId, WishAnswer)> {
    let record = &round.brackets[number];
    let is_last = number + 1 == round.brackets.len();
    if record.floaters.is_empty() || setting.edition.is_none() {
        return Vec::new();
    }
    let paired = (record.residents.iter().rev().copied())
        .filter(|id| !record.floaters.contains(id))
        .take(most_asked(setting.position.present().len()));
    let mut players: Vec<PlayerId> = paired.collect();
    players.reverse();
    let wishes: Vec<Wish> = (players.iter())
        .map(|id| {
            if is_last {
                Wish::Bye(*id)
            } else {
                Wish::Float(*id)
            }
        })
        .collect();
    let answers = why_nots(setting, round, &wishes);
    players.into_iter().zip(answers).collect()
}
