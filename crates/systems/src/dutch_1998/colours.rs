//! Who gets White.
//!
//! # Articles
//! E.1-E.5, F.2, F.3.

use edelweiss_model::{Colour, PlayerId, Position, RoundNumber, Tournament};
use edelweiss_pairing::ColourReason;

use super::E5;
use super::field::Dutch1998Field;

/// What E.5 needs of the tournament.
#[derive(Debug)]
pub(super) struct FirstColours {
    initial: Colour,
    numbers: E5,
}

impl FirstColours {
    pub(super) fn new(tournament: &Tournament, numbers: E5) -> Self {
        let initial = (tournament.initial_colour)
            .or_else(|| drawn_by_lot(tournament))
            .unwrap_or(Colour::White);
        Self { initial, numbers }
    }

    /// E.5 for `player`, who is ranked higher than the opponent.
    fn of(&self, position: &Position, player: PlayerId) -> Colour {
        let place = match self.numbers {
            E5::PairingNumber => player.index(),
            E5::PlaceInS1 => {
                let ahead = position.present().iter().filter(|id| **id < player);
                ahead.count()
            }
        };
        if place % 2 == 0 {
            self.initial
        } else {
            !self.initial
        }
    }
}

/// The colour of player 1 that the first games show, odd and even numbers alternating (E.5).
fn drawn_by_lot(tournament: &Tournament) -> Option<Colour> {
    let rounds = tournament.rounds_paired()?.index();
    (0..=rounds).map(RoundNumber::from_index).find_map(|round| {
        tournament.player_ids().find_map(|id| {
            let (_, colour) = tournament.player(id).entry(round).played()?;
            Some(if id.index() % 2 == 0 { colour } else { !colour })
        })
    })
}

/// The colour of `higher` against `lower`, and the article that decides it. O(rounds).
pub(super) fn colour_of_higher(
    field: &Dutch1998Field,
    first: &FirstColours,
    higher: PlayerId,
    lower: PlayerId,
) -> (Colour, ColourReason) {
    let (colour, article) = colour_and_article(field, first, higher, lower);
    (colour, ColourReason::Article(article))
}

fn colour_and_article(
    field: &Dutch1998Field,
    first: &FirstColours,
    higher: PlayerId,
    lower: PlayerId,
) -> (Colour, &'static str) {
    let position = field.position;
    let (mine, theirs) = match (field.wish(higher), field.wish(lower)) {
        (Some(mine), Some(theirs)) if mine == theirs => (mine, theirs),
        (Some(mine), _) => return (mine, "E.1"),
        (None, Some(theirs)) => return (!theirs, "E.1"),
        (None, None) => return (first.of(position, higher), "E.5"),
    };
    match field.strength(higher).cmp(&field.strength(lower)) {
        std::cmp::Ordering::Greater => return (mine, "E.2"),
        std::cmp::Ordering::Less => return (!theirs, "E.2"),
        std::cmp::Ordering::Equal => {}
    }
    // F.3: histories are compared from the last game backwards, as if games missed had come first.
    match position.latest_difference(higher, lower) {
        Some(mine) => (!mine, "E.3"),
        None => (mine, "E.4"),
    }
}
