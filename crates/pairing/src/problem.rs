//! What is asked of a bracket, and what is answered.

use std::rc::Rc;

use edelweiss_model::{PlayerId, Position, Score};
use edelweiss_weights::{Bracket, Completion, Edition};

use crate::opponents::Opponents;
use crate::{Level, RuleCost, Tuning};

/// Which of the players still to be paired takes the bye.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct ByeState {
    /// Somebody has still to take it.
    pub(crate) is_open: bool,
    /// 2026 C5: only players with this score may.
    pub(crate) score: Option<Score>,
    /// It goes to a player of this bracket.
    pub(crate) is_here: bool,
}

/// A bracket to be paired.
#[derive(Debug)]
pub(crate) struct BracketProblem<'a> {
    pub(crate) position: &'a Position,
    pub(crate) edition: &'static Edition,
    pub(crate) tuning: &'static Tuning,
    /// Players who floated into the bracket, highest ranked first.
    pub(crate) mdps: Vec<PlayerId>,
    /// Its residents.
    pub(crate) residents: &'a [PlayerId],
    /// Everybody lower, highest ranked first.
    pub(crate) lower: &'a [PlayerId],
    /// How many of `lower` are the residents of the following scoregroup.
    pub(crate) n_next: usize,
    /// Criteria look ahead to the following bracket.
    pub(crate) looks_ahead: bool,
    /// The floaters and all lower players must be able to complete the round.
    pub(crate) completes: bool,
    /// Soft bans in force count.
    pub(crate) heeds_soft_bans: bool,
    pub(crate) bye: ByeState,
    pub(crate) opponents: Rc<Opponents<'a>>,
}

/// A bracket's pairing.
#[derive(Debug, Default)]
pub(crate) struct BracketSolution {
    /// Higher ranked player first, sorted by that player.
    pub(crate) pairs: Vec<(PlayerId, PlayerId)>,
    /// Sorted, highest ranked first.
    pub(crate) floaters: Vec<PlayerId>,
    /// Everybody of the bracket and the next scoregroup who leaves to players that took no part.
    pub(crate) leaving: Vec<PlayerId>,
    /// How all others who took part can be paired, `None` being the bye.
    pub(crate) rest: Vec<(PlayerId, Option<PlayerId>)>,
    /// Who found it.
    pub(crate) level: Option<Level>,
    /// From the oracle only.
    pub(crate) costs: Vec<RuleCost>,
}

impl<'a> BracketProblem<'a> {
    /// The residents of the following scoregroup.
    pub(crate) fn next(&self) -> &'a [PlayerId] {
        &self.lower[..self.n_next]
    }

    /// As [`Self::next`], where criteria look ahead to them.
    pub(crate) fn ahead(&self) -> &'a [PlayerId] {
        if self.looks_ahead { self.next() } else { &[] }
    }

    /// Everybody lower than [`Self::ahead`].
    pub(crate) fn below(&self) -> &'a [PlayerId] {
        &self.lower[self.ahead().len()..]
    }

    /// MDPs, then residents.
    pub(crate) fn players(&self) -> impl Iterator<Item = PlayerId> + Clone + '_ {
        self.mdps.iter().chain(self.residents).copied()
    }

    pub(crate) fn n_players(&self) -> usize {
        self.mdps.len() + self.residents.len()
    }

    pub(crate) fn bracket(&self) -> Bracket<'_> {
        Bracket::new(self.position, &self.mdps, self.residents)
    }

    /// With the following bracket, where criteria look ahead.
    pub(crate) fn bracket_ahead(&self) -> Bracket<'_> {
        let bracket = self.bracket();
        if self.ahead().is_empty() {
            return bracket;
        }
        // 2026: C4 sees to it that the last bracket is completed.
        let is_last = self.below().is_empty() && self.collapses();
        bracket.followed_by(self.position, self.ahead(), is_last)
    }

    /// The edition pairs brackets without completion (2017).
    pub(crate) fn collapses(&self) -> bool {
        self.edition.completion == Completion::Collapse
    }
}
