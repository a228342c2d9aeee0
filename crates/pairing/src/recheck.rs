//! The last look at a round before it leaves: C1-C3 and completeness, from the position alone.

use edelweiss_model::{PlayerId, Position};

use crate::Board;

/// Panics with the name of the invariant that a finished round breaks. O(players · rounds).
pub(crate) fn assert_legal(position: &Position, boards: &[Board], bye: Option<PlayerId>) {
    let mut seats = vec![0_u32; position.players().len()];
    for board in boards {
        let (a, b) = (board.white, board.black);
        seats[a.index()] += 1;
        seats[b.index()] += 1;
        assert!(!position.have_met(a, b), "C1: {a:?} and {b:?} have met");
        assert!(!position.is_banned(a, b), "forbidden pair: {a:?} and {b:?}");
        assert!(
            !position.colours_clash(a, b),
            "C3: {a:?} and {b:?} have one absolute preference"
        );
    }
    if let Some(player) = bye {
        seats[player.index()] += 1;
        assert!(
            position.player(player).bye_allowed,
            "C2: {player:?} may not have the bye"
        );
    }
    assert!(
        bye.is_some() == (position.present().len() % 2 == 1),
        "a bye in odd fields only"
    );
    for (state, seats) in position.players().iter().zip(seats) {
        assert!(
            seats == u32::from(state.present),
            "everybody present is paired exactly once"
        );
    }
}
