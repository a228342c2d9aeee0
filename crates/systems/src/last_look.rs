//! The last look at a finished round, which takes nothing from the pairing: everything is read from the
//! position again.

use edelweiss_model::{Colour, PlayerId, Position};
use edelweiss_pairing::Board;

/// The articles that a round would break, as its system numbers them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AbsoluteArticles {
    /// Two players meet once only.
    pub(crate) rematch: &'static str,
    /// Who may not have the bye.
    pub(crate) bye: &'static str,
    /// Who may not have which colour.
    pub(crate) colour: &'static str,
}

/// Panics with the article that a round breaks, the arbiter's bans and completeness included; `may_have`
/// tells the colours that a player may have. O(number of players).
pub(crate) fn assert_legal(
    position: &Position,
    boards: &[Board],
    bye: Option<PlayerId>,
    articles: AbsoluteArticles,
    may_have: impl Fn(PlayerId, Colour) -> bool,
) {
    let mut seats = vec![0_u32; position.players().len()];
    for board in boards {
        let (a, b) = (board.white, board.black);
        assert!(
            !position.have_met(a, b),
            "{}: {a:?} and {b:?} have met",
            articles.rematch
        );
        assert!(!position.is_banned(a, b), "banned pair: {a:?} and {b:?}");
        for (id, colour) in [(a, Colour::White), (b, Colour::Black)] {
            seats[id.index()] += 1;
            assert!(
                may_have(id, colour),
                "{}: {id:?} may not have {colour:?}",
                articles.colour
            );
        }
    }
    if let Some(player) = bye {
        seats[player.index()] += 1;
        assert!(
            position.player(player).bye_allowed,
            "{}: {player:?} may not have the bye",
            articles.bye
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
