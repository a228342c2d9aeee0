//! What became of the soft bans in force in a round.

use edelweiss::model::{PlayerId, Position};
use edelweiss::pairing::RoundPairing;

use crate::report::{Setting, listed};

/// A soft ban, after the round.
pub(crate) struct JudgedSoftBan<'p> {
    /// Whom it is about.
    pub(crate) players: &'p [PlayerId],
    /// The pairs that break it, White first.
    pub(crate) broken_by: Vec<[PlayerId; 2]>,
}

/// The soft bans in force. O(pairs · bans).
pub(crate) fn judged<'p>(position: &'p Position, round: &RoundPairing) -> Vec<JudgedSoftBan<'p>> {
    let bans = position.soft_bans().iter();
    bans.map(|players| {
        let pairs = round.boards.iter().map(|board| [board.white, board.black]);
        let breaks = |pair: &[PlayerId; 2]| pair.iter().all(|id| players.contains(id));
        JudgedSoftBan {
            players,
            broken_by: pairs.filter(breaks).collect(),
        }
    })
    .collect()
}

/// How many players the name of a ban has.
const MOST_IN_NAME: usize = 8;

/// A line about those that were kept, and one about those that were broken. A ban of which fewer than two players
/// take part is not told.
pub(crate) fn notes(setting: &Setting<'_>, round: &RoundPairing) -> Vec<String> {
    let numbers = |players: &[PlayerId], between: &str| {
        let numbers = players.iter().map(|id| setting.number(*id).to_string());
        numbers.collect::<Vec<_>>().join(between)
    };
    let takes_part = |id: &&PlayerId| setting.position.player(**id).present;
    let (mut kept, mut broken) = (Vec::new(), Vec::new());
    for ban in judged(setting.position, round) {
        let named = &ban.players[..ban.players.len().min(MOST_IN_NAME)];
        let name = match ban.players.len() - named.len() {
            0 => numbers(named, "-"),
            more => format!("{} and {more} more", numbers(named, "-")),
        };
        if !ban.broken_by.is_empty() {
            let pairs: Vec<String> = (ban.broken_by.iter())
                .map(|pair| numbers(pair, " and "))
                .collect();
            broken.push(format!("{name} (by {})", listed(&pairs)));
        } else if ban.players.iter().filter(takes_part).nth(1).is_some() {
            kept.push(name);
        }
    }
    let mut notes = Vec::new();
    if !kept.is_empty() {
        notes.push(format!("soft bans kept: {}", listed(&kept)));
    }
    if !broken.is_empty() {
        notes.push(format!(
            "soft bans broken, as they come after all FIDE criteria: {}",
            listed(&broken)
        ));
    }
    notes
}
