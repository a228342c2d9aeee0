//! Whether a finished round is legal, read from the entries of the tournament.
//!
//! # Articles
//! C.04.1 (2026) 2, 3, 4, 6, 7; C.04.3 (2026) 1.9.1 and C1-C3; 2017 A.9 and C.1-C.3. The arbiter's
//! bans have the standing of C1.

use std::cell::LazyCell;
use std::fmt;

use edelweiss_model::{Colour, Definitions, PlayerId, Strength, Tournament};

use crate::history::{PlayedColours, barred_from_bye, games, histories, is_present};

/// One breach of the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Breach {
    /// Takes part but has neither an opponent nor the bye.
    Unpaired(PlayerId),
    /// Has more than one place.
    PairedTwice(PlayerId),
    /// Does not take part in this round.
    NotPresent(PlayerId),
    /// The number of players is even, but someone has the bye.
    NeedlessBye(PlayerId),
    /// May not receive the bye (C2).
    BarredFromBye(PlayerId),
    /// Have played each other (C1).
    Rematch(PlayerId, PlayerId),
    /// Are kept apart by the arbiter.
    Banned(PlayerId, PlayerId),
    /// Have one absolute colour preference, and neither is a topscorer (C3).
    ColourClash(PlayerId, PlayerId),
}

impl fmt::Display for Breach {
    /// Players by their place in the initial order, counted from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |id: &PlayerId| id.index() + 1;
        match self {
            Self::Unpaired(p) => write!(f, "player {} is not paired", place(p)),
            Self::PairedTwice(p) => write!(f, "player {} is paired more than once", place(p)),
            Self::NotPresent(p) => write!(f, "player {} does not take part", place(p)),
            Self::NeedlessBye(p) => {
                write!(f, "player {} has a bye in a round of even number", place(p))
            }
            Self::BarredFromBye(p) => {
                write!(f, "C2: player {} may not receive the bye", place(p))
            }
            Self::Rematch(a, b) => {
                write!(f, "C1: players {} and {} have met", place(a), place(b))
            }
            Self::Banned(a, b) => {
                write!(f, "players {} and {} are kept apart", place(a), place(b))
            }
            Self::ColourClash(a, b) => write!(
                f,
                "C3: players {} and {} have one absolute colour preference",
                place(a),
                place(b)
            ),
        }
    }
}

/// Every violation of a round that is to follow on `tournament`, in a fixed order; none means that
/// the round is legal. `pairs` may name the players of a pair in any order.
/// O(players · rounds + pairs · bans).
///
/// # Panics
/// When an id belongs to a larger tournament.
pub fn violations(
    tournament: &Tournament,
    definitions: &Definitions,
    pairs: &[(PlayerId, PlayerId)],
    bye: Option<PlayerId>,
) -> Vec<Breach> {
    // Asked once, as it looks through everybody's entries.
    let round = tournament.next_round();
    let played = round.index();
    let is_waiting: Vec<bool> = tournament
        .player_ids()
        .map(|id| is_present(tournament, id, played))
        .collect();
    let mut found = Vec::new();
    let mut seats = vec![0_usize; is_waiting.len()];
    for id in pairs.iter().flat_map(|(a, b)| [a, b]).chain(&bye) {
        seats[id.index()] += 1;
    }
    for id in tournament.player_ids() {
        let present = is_waiting[id.index()];
        match seats[id.index()] {
            0 if present => found.push(Breach::Unpaired(id)),
            1.. if !present => found.push(Breach::NotPresent(id)),
            2.. => found.push(Breach::PairedTwice(id)),
            _ => {}
        }
    }
    if let Some(id) = bye {
        if is_waiting.iter().filter(|present| **present).count() % 2 == 0 {
            found.push(Breach::NeedlessBye(id));
        }
        if barred_from_bye(tournament, id, definitions.bye_bar) {
            found.push(Breach::BarredFromBye(id));
        }
    }
    // Of few pairs: scores are summed only if they may matter.
    let players = LazyCell::new(|| histories(tournament));
    for &(a, b) in pairs {
        if games(tournament, a, played).any(|(opponent, _)| opponent == b) {
            found.push(Breach::Rematch(a, b));
        }
        let banned = tournament.forbidden.iter().any(|group| {
            let begun = group.first <= round;
            let over = group.last.is_some_and(|last| last < round);
            begun && !over && group.players.contains(&a) && group.players.contains(&b)
        });
        if banned {
            found.push(Breach::Banned(a, b));
        }
        let wishes = [a, b].map(|id| preference(tournament, id, played));
        if let [Some((x, Strength::Absolute)), Some((y, Strength::Absolute))] = wishes
            && x == y
            && ![a, b].iter().any(|id| players[id.index()].topscorer)
        {
            found.push(Breach::ColourClash(a, b));
        }
    }
    found
}

fn preference(tournament: &Tournament, id: PlayerId, played: usize) -> Option<(Colour, Strength)> {
    let colours = games(tournament, id, played).map(|(_, colour)| colour);
    colours.collect::<PlayedColours>().preference()
}
