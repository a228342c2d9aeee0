//! Something that a round does not have, as a restriction of who may meet whom.

use edelweiss_model::{Colour, PlayerId, Position, RoundNumber};
use edelweiss_pairing::{RoundPairing, colour_of_higher};

use crate::setting::StorySetting;

/// What somebody would have liked to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// The two meet.
    Pair(PlayerId, PlayerId),
    /// The player has the pairing-allocated bye.
    Bye(PlayerId),
    /// The player floats from the bracket in which he is a resident.
    Float(PlayerId),
    /// The player has the other colour.
    OtherColour(PlayerId),
}

/// Why a wish is answered before any pairing is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WishRefusal {
    /// The round has it.
    Granted,
    /// Nobody plays against himself.
    SamePlayer(PlayerId),
    /// Does not take part.
    Absent(PlayerId),
    /// Have met, in this round (C1).
    HaveMet(PlayerId, PlayerId, RoundNumber),
    /// The arbiter keeps them apart.
    KeptApart(PlayerId, PlayerId),
    /// One colour is due to both absolutely (C3).
    ColoursClash(PlayerId, PlayerId),
    /// The number of players is even.
    NoBye,
    /// May not have the bye (C2).
    Barred(PlayerId),
    /// Has the bye, and so no colour.
    HasBye(PlayerId),
    /// Nobody whom the player may meet would leave him the other colour.
    NoSuchOpponent(PlayerId),
}

impl WishRefusal {
    /// The players it names.
    pub(crate) fn players(self) -> Vec<PlayerId> {
        match self {
            Self::Granted | Self::NoBye => Vec::new(),
            Self::SamePlayer(id)
            | Self::Absent(id)
            | Self::Barred(id)
            | Self::HasBye(id)
            | Self::NoSuchOpponent(id) => vec![id],
            Self::HaveMet(a, b, _) | Self::KeptApart(a, b) | Self::ColoursClash(a, b) => vec![a, b],
        }
    }
}

impl Wish {
    /// The players it is about.
    pub(crate) fn players(self) -> Vec<PlayerId> {
        match self {
            Self::Pair(a, b) => vec![a, b],
            Self::Bye(id) | Self::Float(id) | Self::OtherColour(id) => vec![id],
        }
    }

    /// The position in which every legal round has it, with the same legal rounds otherwise.
    /// O(players²).
    ///
    /// # Errors
    /// What can be said at once.
    pub(crate) fn restrict(
        self,
        setting: &StorySetting<'_>,
        round: &RoundPairing,
    ) -> Result<Position, WishRefusal> {
        let position = setting.position;
        for id in self.players() {
            if !position.player(id).present {
                return Err(WishRefusal::Absent(id));
            }
        }
        match self {
            Self::Pair(a, b) => {
                Self::check_pair(setting, a, b)?;
                let opponent = opponent_in(round, a);
                if opponent == Some(b) {
                    return Err(WishRefusal::Granted);
                }
                let apart = all_but(position, a, |id| id == b);
                let more = all_but(position, b, |id| id == a);
                Ok(position
                    .changed(&[], &[], &[apart, more].concat())
                    .without_byes(&[a, b]))
            }
            Self::Bye(id) => {
                if position.present().len().is_multiple_of(2) {
                    return Err(WishRefusal::NoBye);
                }
                if round.bye == Some(id) {
                    return Err(WishRefusal::Granted);
                }
                if !position.player(id).bye_allowed {
                    return Err(WishRefusal::Barred(id));
                }
                let others = position.present().iter().copied();
                let others: Vec<PlayerId> = others.filter(|other| *other != id).collect();
                let apart = all_but(position, id, |_| false);
                Ok(position.changed(&[], &[], &apart).without_byes(&others))
            }
            Self::Float(id) => floated(position, round, id),
            Self::OtherColour(id) => {
                let Some(opponent) = opponent_in(round, id) else {
                    return Err(WishRefusal::HasBye(id));
                };
                let has = colour_against(position, id, opponent);
                let suits = |other: PlayerId| colour_against(position, id, other) != has;
                let apart = all_but(position, id, suits);
                let n_open = (position.present().iter())
                    .filter(|other| position.may_meet(id, **other))
                    .count();
                if apart.len() == n_open {
                    return Err(WishRefusal::NoSuchOpponent(id));
                }
                Ok(position.changed(&[], &[], &apart).without_byes(&[id]))
            }
        }
    }

    /// What keeps the two apart whatever else happens.
    fn check_pair(setting: &StorySetting<'_>, a: PlayerId, b: PlayerId) -> Result<(), WishRefusal> {
        let position = setting.position;
        if a == b {
            return Err(WishRefusal::SamePlayer(a));
        }
        if position.have_met(a, b) {
            let entries = &setting.tournament.player(a).entries;
            let met = (entries.iter())
                .position(|entry| entry.played().is_some_and(|(opponent, _)| opponent == b));
            let round = met.map_or(RoundNumber::FIRST, RoundNumber::from_index);
            return Err(WishRefusal::HaveMet(a, b, round));
        }
        if position.is_banned(a, b) {
            return Err(WishRefusal::KeptApart(a, b));
        }
        if position.colours_clash(a, b) {
            return Err(WishRefusal::ColoursClash(a, b));
        }
        Ok(())
    }
}

/// The position in which a player can only meet somebody below the own bracket.
fn floated(
    position: &Position,
    round: &RoundPairing,
    id: PlayerId,
) -> Result<Position, WishRefusal> {
    let home = (round.brackets.iter()).find(|record| record.residents.contains(&id));
    let home = home.expect("everybody present is a resident somewhere");
    if home.floaters.contains(&id) {
        return Err(WishRefusal::Granted);
    }
    let last = home.residents.last().expect("the player is a resident");
    let is_below = |other: PlayerId| position.player(other).score < position.player(*last).score;
    let apart = all_but(position, id, is_below);
    Ok(position.changed(&[], &[], &apart))
}

/// The pairs of a player whom he may meet, those left out whom `keeps` names.
fn all_but(
    position: &Position,
    id: PlayerId,
    keeps: impl Fn(PlayerId) -> bool,
) -> Vec<(PlayerId, PlayerId)> {
    (position.present().iter())
        .filter(|other| position.may_meet(id, **other) && !keeps(**other))
        .map(|other| (id, *other))
        .collect()
}

/// Whom a player meets in a round.
pub(crate) fn opponent_in(round: &RoundPairing, id: PlayerId) -> Option<PlayerId> {
    let mut boards = round.boards.iter();
    boards.find_map(|board| match (board.white, board.black) {
        (a, b) if a == id => Some(b),
        (a, b) if b == id => Some(a),
        _ => None,
    })
}

/// The colour of a player against another one.
fn colour_against(position: &Position, id: PlayerId, other: PlayerId) -> Colour {
    if position.is_higher(id, other) {
        colour_of_higher(position, id, other).0
    } else {
        !colour_of_higher(position, other, id).0
    }
}
