//! The other Swiss systems read as literally as possible, by enumeration, for small fields.
//!
//! Each judge lists what its text lists, in the order of the text, and tries one after the other. It
//! shares nothing with the engine of `edelweiss-systems` but the tournament and what
//! [`edelweiss_model::Position`] derives from it: not even the readings in which arbiters differ, of
//! which each judge has its own list. A judge takes the default reading of every article unless it
//! is told another one. All are exponential: about ten players are the practical limit.

pub mod burstein_2026;
pub mod double_swiss_2026;
pub mod dubov_1997;
pub mod dubov_2026;
pub mod dutch_1998;
pub mod keizer;
pub mod lim;
pub mod olympiad;
pub mod team_swiss_2026;

use edelweiss_model::PlayerId;

type PairsByText = Vec<(PlayerId, PlayerId)>;

/// Both, the one with the smaller key first.
fn in_order<K: Ord>(a: PlayerId, b: PlayerId, key: impl Fn(PlayerId) -> K) -> (PlayerId, PlayerId) {
    let mut both = [a, b];
    both.sort_by_key(|id| key(*id));
    both.into()
}

/// A round as the text of a system gives it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoundByText {
    /// White and Black of each board (of game 1, where there are two), sorted unless the judge says
    /// otherwise.
    pub boards: Vec<(PlayerId, PlayerId)>,
    /// The pairing-allocated bye.
    pub bye: Option<PlayerId>,
    /// Who found no opponent, sorted; empty if the round is complete.
    pub unpaired: Vec<PlayerId>,
}
