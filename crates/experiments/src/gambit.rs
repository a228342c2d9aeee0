//! A player who gives a game away on purpose.

use edelweiss_model::GameResult;

/// What the player of a file does in one round, whoever the opponent is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Gambit {
    /// Which pairing of the tournament, from 1.
    pub(crate) round: u16,
    pub(crate) result: GivenAway,
}

/// The best result that the player does not refuse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GivenAway {
    /// A game that would be won is drawn, a lost one is lost.
    Draw,
    /// Every game is lost.
    Loss,
}

impl GivenAway {
    /// As files have it.
    pub(crate) const ALL: [(&'static str, Self); 2] = [("draw", Self::Draw), ("loss", Self::Loss)];

    /// What becomes of the results of the player and of the opponent.
    pub(crate) fn of(self, [own, other]: [GameResult; 2]) -> [GameResult; 2] {
        match (self, own) {
            (Self::Draw, GameResult::Win) => [GameResult::Draw; 2],
            (Self::Draw, _) => [own, other],
            (Self::Loss, _) => [GameResult::Loss, GameResult::Win],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_gives_away_more_than_there_is() {
        use GameResult::{Draw, Loss, Win};
        for (result, luck, expected) in [
            (GivenAway::Draw, [Win, Loss], [Draw, Draw]),
            (GivenAway::Draw, [Draw, Draw], [Draw, Draw]),
            (GivenAway::Draw, [Loss, Win], [Loss, Win]),
            (GivenAway::Loss, [Win, Loss], [Loss, Win]),
            (GivenAway::Loss, [Draw, Draw], [Loss, Win]),
            (GivenAway::Loss, [Loss, Win], [Loss, Win]),
        ] {
            assert_eq!(result.of(luck), expected, "{result:?} {luck:?}");
        }
    }
}
