//! Who may meet whom in one round, whether players can all be paired, and who has the bye.
//!
//! For systems that assign the pairing-allocated bye before any pair is formed and then ask, bracket
//! by bracket, whether the rest can still be paired.
//!
//! # Articles
//! C.04.4.2 (2026) 2.1, 2.2, 3.1; C.04.5 (2026) 2.1, 2.2, 3.4.

use edelweiss_matching::cardinality::BitGraph;
use edelweiss_model::PlayerId;
use edelweiss_pairing::{Board, Witness};

use crate::legal_pairs::LegalPairs;

/// The absolute criteria of one round.
#[derive(Debug)]
pub(crate) struct RoundGraph(pub(crate) LegalPairs);

impl RoundGraph {
    /// Whether the absolute criteria and the arbiter's bans let the two meet. O(1).
    pub(crate) fn may_meet(&self, a: PlayerId, b: PlayerId) -> bool {
        self.0.allows(a, b)
    }

    pub(crate) fn may_take_bye(&self, id: PlayerId) -> bool {
        self.0.allows_bye(id)
    }

    /// See [`LegalPairs::among`].
    pub(crate) fn among(&self, players: &[PlayerId], n_more: usize) -> BitGraph {
        self.0.among(players, n_more)
    }

    /// How many of these players stay without an opponent among them, at least. One matching.
    pub(crate) fn left_over(&self, players: &[PlayerId]) -> usize {
        self.0.deficiency(players)
    }

    /// Whether these players can all be paired with each other. One matching.
    pub(crate) fn can_pair_all(&self, players: &[PlayerId]) -> bool {
        self.0.can_pair(players)
    }

    /// The first of `candidates` who may have the bye and leaves all others paired; nobody in even
    /// fields. `candidates` are all players to be paired, the one who should have the bye first.
    ///
    /// One matching decides: those who can be left over are the outer vertices of the
    /// Gallai-Edmonds decomposition.
    ///
    /// # Errors
    /// The proof that the round cannot be paired.
    pub(crate) fn choose_bye(&self, candidates: &[PlayerId]) -> Result<Option<PlayerId>, Witness> {
        if let Some(witness) = self.0.witness(candidates) {
            return Err(witness);
        }
        if candidates.len().is_multiple_of(2) {
            return Ok(None);
        }
        let dispensable = self.0.dispensable(candidates);
        let taker = (candidates.iter())
            .find(|id| self.may_take_bye(**id) && dispensable.binary_search(id).is_ok());
        Ok(taker.copied())
    }

    /// Panics with the name of the invariant that a finished round breaks.
    pub(crate) fn assert_legal(
        &self,
        present: &[PlayerId],
        boards: &[Board],
        bye: Option<PlayerId>,
    ) {
        let mut seats = vec![0_u32; self.0.n_players()];
        for board in boards {
            let (a, b) = (board.white, board.black);
            seats[a.index()] += 1;
            seats[b.index()] += 1;
            assert!(self.may_meet(a, b), "{a:?} and {b:?} may not meet");
        }
        if let Some(player) = bye {
            seats[player.index()] += 1;
            assert!(self.may_take_bye(player), "{player:?} may not have the bye");
        }
        assert!(
            bye.is_some() == (present.len() % 2 == 1),
            "a bye in odd fields only"
        );
        let mut expected = vec![0_u32; self.0.n_players()];
        for id in present {
            expected[id.index()] = 1;
        }
        assert!(
            seats == expected,
            "everybody present is paired exactly once"
        );
    }
}
