//! What every edition of the Dubov System looks at before a round: who may meet whom, who is ranked
//! higher, and who has met a higher score.
//!
//! What of a player counts is the edition's own, in its `entrant.rs`.

use edelweiss_model::{PlayerId, Position, RoundNumber, Score, Tournament, pairing_scores};

use crate::legal_pairs::LegalPairs;

/// A tournament before one round; `E` is a player in the words of the edition.
#[derive(Debug)]
pub(crate) struct DubovField<E> {
    pub(crate) position: Position,
    /// The absolute criteria.
    pub(crate) legal: LegalPairs,
    pub(crate) entrants: Vec<E>,
}

impl<E> DubovField<E> {
    /// The entrants by player index. `colours` says what of an entrant decides about colours, and
    /// `clash` which two of these may not meet. O(n² + n · rounds) for n players.
    pub(crate) fn new<K: Ord>(
        position: Position,
        entrants: Vec<E>,
        colours: impl Fn(&E) -> K,
        clash: impl Fn(&K, &K) -> bool,
    ) -> Self {
        let bye_allowed = position.players().iter().map(|player| player.bye_allowed);
        let legal = LegalPairs::new(
            &position,
            bye_allowed.collect(),
            |id| position.games(id).iter().map(|(opponent, _)| *opponent),
            |id| colours(&entrants[id.index()]),
            clash,
        );
        Self {
            position,
            legal,
            entrants,
        }
    }

    pub(crate) fn player(&self, id: PlayerId) -> &E {
        &self.entrants[id.index()]
    }

    /// Pairing score.
    pub(crate) fn score(&self, id: PlayerId) -> Score {
        self.position.player(id).score
    }

    /// The higher score or, of equal scores, the higher place in the list.
    pub(crate) fn is_higher(&self, a: PlayerId, b: PlayerId) -> bool {
        (self.score(b), a) < (self.score(a), b)
    }
}

/// A player's former upfloats.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Upfloats {
    pub(crate) times: u16,
    /// In the round before.
    pub(crate) last: bool,
}

/// Who was paired with a higher pairing score, and when; a game that was not played counts where
/// `counts_forfeits`. By player index.
pub(crate) fn upfloat_history(
    tournament: &Tournament,
    round: RoundNumber,
    counts_forfeits: bool,
) -> Vec<Upfloats> {
    let mut history = vec![Upfloats::default(); tournament.players.len()];
    for earlier in (0..round.index()).map(RoundNumber::from_index) {
        let scores = pairing_scores(tournament, earlier);
        for (id, upfloats) in tournament.player_ids().zip(&mut history) {
            let entry = tournament.player(id).entry(earlier);
            let opponent = if counts_forfeits {
                entry.opponent()
            } else {
                entry.played().map(|(opponent, _)| opponent)
            };
            upfloats.last =
                opponent.is_some_and(|opponent| scores[opponent.index()] > scores[id.index()]);
            upfloats.times += u16::from(upfloats.last);
        }
    }
    history
}
