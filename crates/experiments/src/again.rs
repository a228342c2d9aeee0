//! The rounds of a tournament, paired again by another method.

use edelweiss_model::{ByeKind, PlayerId, RoundEntry, RoundNumber, Tournament};
use edelweiss_pairing::RoundPairing;
use edelweiss_systems::PairingUnit;

use crate::event::PlayedEvent;
use crate::method::{FailedMethod, PairingMethod};

/// How many rounds and pairs of a tournament another method makes otherwise, each round after the same ones
/// before it.
#[derive(Default)]
pub(crate) struct PairedAgain {
    pub(crate) rounds: u32,
    pub(crate) rounds_otherwise: u32,
    /// Pairs and byes.
    pub(crate) pairs: u32,
    pub(crate) pairs_otherwise: u32,
}

impl PairedAgain {
    /// None where one of both methods pairs anything but single games.
    ///
    /// # Errors
    /// As [`PairingMethod::pair`].
    pub(crate) fn of(
        played: &PlayedEvent,
        by: &PairingMethod,
        again: &PairingMethod,
        luck: [u64; 2],
    ) -> Result<Option<Self>, FailedMethod> {
        if [by, again].map(PairingMethod::unit) != [PairingUnit::Game; 2] {
            return Ok(None);
        }
        let again = again.with_luck(luck);
        let mut found = Self::default();
        for round in (0..usize::from(played.rounds)).map(RoundNumber::from_index) {
            let mut before = played.tournament.before_round(round).into_data();
            before.system = again.record();
            let before = before.build().expect("rounds that were played fit");
            let expected = pairs_of(&played.tournament, round);
            let other = again.pair(&before)?;
            let other = other.map_or_else(Vec::new, |(_, round)| pairs_of_round(&round));
            let missing = expected.iter().filter(|pair| !other.contains(pair)).count();
            found.rounds += 1;
            found.rounds_otherwise += u32::from(missing > 0);
            found.pairs += expected.len() as u32;
            found.pairs_otherwise += missing as u32;
        }
        Ok(Some(found))
    }
}

/// Two players, the first of the initial order first; the bye is a player alone.
type PairOrBye = (PlayerId, Option<PlayerId>);

fn pairs_of(tournament: &Tournament, round: RoundNumber) -> Vec<PairOrBye> {
    let pairs = tournament
        .player_ids()
        .filter_map(|id| match tournament.player(id).entry(round) {
            RoundEntry::Paired { opponent, .. } if id < opponent => Some((id, Some(opponent))),
            RoundEntry::Bye(ByeKind::PairingAllocated) => Some((id, None)),
            _ => None,
        });
    pairs.collect()
}

fn pairs_of_round(round: &RoundPairing) -> Vec<PairOrBye> {
    let pairs = (round.boards.iter()).map(|board| {
        (
            board.white.min(board.black),
            Some(board.white.max(board.black)),
        )
    });
    pairs
        .chain(round.bye.map(|player| (player, None)))
        .collect()
}
