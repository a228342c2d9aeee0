//! The last look at a finished round before it leaves, which takes nothing from the pairing: everything is
//! read from the position again.

use edelweiss_model::{PlayerId, Position};

use crate::Board;

/// The articles that a round would break, as its system numbers them.
#[derive(Clone, Copy, Debug)]
pub struct AbsoluteArticles {
    /// Two players meet once only.
    pub rematch: &'static str,
    /// Who may not have the bye.
    pub bye: &'static str,
    /// Who may not have which colour.
    pub colour: &'static str,
}

/// Looks at a finished round once more: nobody meets twice or against the arbiter's bans, `may_sit` as told
/// about the colours of each board, the bye is allowed, and everybody present is paired exactly once.
/// O(players), or O(players · rounds) in short events of many players.
///
/// # Panics
/// With the article that the round breaks.
pub fn assert_legal(
    position: &Position,
    boards: &[Board],
    bye: Option<PlayerId>,
    articles: AbsoluteArticles,
    may_sit: impl Fn(&Board) -> bool,
) {
    let AbsoluteArticles {
        rematch,
        bye: barred,
        colour,
    } = articles;
    let mut seats = vec![0_u32; position.players().len()];
    for board in boards {
        let (a, b) = (board.white, board.black);
        seats[a.index()] += 1;
        seats[b.index()] += 1;
        assert!(
            !position.have_met(a, b),
            "{rematch}: {a:?} and {b:?} have met"
        );
        assert!(!position.is_banned(a, b), "banned pair: {a:?} and {b:?}");
        assert!(
            may_sit(board),
            "{colour}: {a:?} and {b:?} may not have these colours"
        );
    }
    if let Some(player) = bye {
        seats[player.index()] += 1;
        assert!(
            position.player(player).bye_allowed,
            "{barred}: {player:?} may not have the bye"
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

/// The same for the Dutch editions of 2017 and 2026 (C.04.3), by the names of the latter.
pub(crate) fn assert_dutch(position: &Position, boards: &[Board], bye: Option<PlayerId>) {
    let articles = AbsoluteArticles {
        rematch: "C1",
        bye: "C2",
        colour: "C3",
    };
    assert_legal(position, boards, bye, articles, |board| {
        !position.colours_clash(board.white, board.black)
    });
}
