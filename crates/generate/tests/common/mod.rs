//! The reference engine as the function a generator asks.

use edelweiss_generate::NextRound;
use edelweiss_model::Tournament;
use edelweiss_pairing::{Outcome, Rules, pair_round};

/// Pairs by the Dutch rules of 2026.
pub(crate) fn dutch(tournament: &Tournament) -> NextRound {
    match pair_round(tournament, &Rules::dutch_2026()) {
        Outcome::Paired(round) => NextRound::Paired {
            boards: (round.boards.iter())
                .map(|board| (board.white, board.black))
                .collect(),
            bye: round.bye,
        },
        Outcome::Impossible(reason) => NextRound::Impossible(format!("{reason:?}")),
    }
}
