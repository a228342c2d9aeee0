//! Engines as the function a generator asks.
use edelweiss_generate::NextRound;
use edelweiss_model::{PlayerId, RoundEntry, Tournament};
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

/// No system: who waits, paired in turn after a rotation by the round. Independent of any engine,
/// so that what a seed means is pinned by this crate alone.
pub(crate) fn rotation(tournament: &Tournament) -> NextRound {
    let round = tournament.next_round();
    let mut waiting: Vec<PlayerId> = (tournament.player_ids())
        .filter(|id| tournament.player(*id).entry(round) == RoundEntry::Blank)
        .collect();
    let shift = round.index() % waiting.len();
    waiting.rotate_left(shift);
    let bye = (waiting.len() % 2 == 1).then(|| waiting.pop()).flatten();
    let boards = waiting.chunks(2).map(|pair| (pair[0], pair[1])).collect();
    NextRound::Paired { boards, bye }
}
