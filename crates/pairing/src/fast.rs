//! The fast engine: one bracket at a time from its own players alone, where that settles it.
//!
//! # The local problem
//! Take the MDPs and residents of a bracket and, if their number is odd, a virtual floater that only
//! residents may be paired with. A perfect matching of these has the most pairs and the best
//! floaters a bracket can have at all: nobody floats, or one resident. It ignores what lies below
//! (completion, the look-ahead), so it is a relaxation of the bracket's problem with the same costs
//! otherwise. If its first optimal element leaves a completion, and the look-ahead of its floater
//! reaches the best value that any floater could have, then it is the first optimal element of the
//! bracket's problem too: nothing is better, and nothing equally good comes earlier.
//!
//! # Why no weighted matching is solved
//! *Weights depend on classes.* Residents with one colour preference and equal floats differ only
//! in whom they have met. [`transport`] solves the fractional problem on classes; its duals are
//! feasible for the real problem. *Lemma.* Let the duals be feasible and let a perfect matching use
//! only pairs of zero slack. Its cost equals the sum of the duals, which bounds every perfect
//! matching from below; so it is optimal, and the optimal pairings are exactly the perfect
//! matchings of the zero-slack graph. What remains is to find the first of these ([`tight`]).
//!
//! What the first try leaves open is decided on the same graph: opponents in [`decide`], exchanges
//! in [`exchange`]. Where forbidden pairs or parity keep the bound from being reached, a weighted
//! solver starts from these duals, and the sequence asks a face of perfect matchings.
//!
//! # What follows a bracket
//! [`witness`] carries a legal completion from bracket to bracket. If it pairs the floater within
//! the next scoregroup, and only as many players leave that bracket as parity demands, the
//! look-ahead is at its bound. If it does not, the floaters whose look-ahead is are found
//! ([`LookAhead`]) and the bracket is paired once more among them.
//!
//! # Small brackets
//! Of at most a dozen players, in a field of at most 63, are settled by a table over subsets, with
//! all they may need of what lies below ([`small`]); nothing of the above then runs.
//!
//! # The other levels
//! What the bracket's own players do not settle is solved together with the next scoregroup, or
//! with everybody left, by classes as well ([`classes`]). Each level relaxes the next, so its first
//! optimal element, if it is feasible there, is the first there. In between stands everybody's class
//! problem with exits for those below ([`classes::Solved::first_above`]).

pub(crate) mod below;
mod bracket;
mod families;
mod local_classes;
pub(crate) mod small;
pub(crate) mod tight;
mod transport;
mod witness;

use std::rc::Rc;

use edelweiss_model::{PlayerId, Position, Score};
use edelweiss_weights::Edition;

use bracket::Engine;
use local_classes::Local;
use witness::{Rank, Witness};

use crate::opponents::Opponents;
use crate::reference::BracketPairing;

/// How the bye enters a bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ByeRole {
    /// Nobody of this bracket takes it.
    Elsewhere,
    /// Exactly one resident takes it.
    Resident,
}

/// A bracket settled locally.
#[derive(Debug)]
pub(crate) struct Settled {
    /// Higher ranked player first, sorted by that player.
    pub(crate) pairs: Vec<(PlayerId, PlayerId)>,
    /// Who floats, if anybody.
    pub(crate) floater: Option<PlayerId>,
}

/// Why a bracket is not settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unsettled {
    /// The first pairing leaves no completion: what lies below has to take part.
    NoCompletion,
    /// The first pairing's floater is perhaps not among those with the best look-ahead.
    Floater,
    /// Anything else.
    Other,
}

/// Where the look-ahead of the floaters differs: whoever may meet one of `partners` reaches the best
/// value, nobody else does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LookAhead<'a> {
    /// Players of the following scoregroup.
    pub(crate) partners: &'a [PlayerId],
}

/// The fast engine during one round.
#[derive(Debug)]
pub(crate) struct Fast<'a> {
    position: &'a Position,
    edition: &'static Edition,
    engine: Engine,
    witness: Option<Witness<'a>>,
    /// Of everybody present; in an event with bans.
    opponents: Option<Rc<Opponents>>,
    /// By player index: place in the ranking of everybody present.
    rank: Vec<Rank>,
}

impl<'a> Fast<'a> {
    /// Without a completion yet; see [`Self::resume`]. In an event with bans `opponents` are everybody
    /// present; in others it is quicker not to need them.
    pub(crate) fn new(
        position: &'a Position,
        edition: &'static Edition,
        opponents: Option<Rc<Opponents>>,
    ) -> Self {
        let mut rank = vec![0; position.players().len()];
        for (place, id) in position.present().iter().enumerate() {
            rank[id.index()] = place as Rank;
        }
        Self {
            position,
            edition,
            engine: Engine::default(),
            witness: None,
            opponents,
            rank,
        }
    }

    /// Starts a round; the bye may only go to players with `bye_score` if that is given. `None` if
    /// no completion exists.
    pub(crate) fn start(
        position: &'a Position,
        edition: &'static Edition,
        opponents: Option<Rc<Opponents>>,
        bye_score: Option<Score>,
    ) -> Option<Self> {
        let mut fast = Self::new(position, edition, opponents);
        fast.witness = Some(Witness::new(position, fast.opponents.clone(), bye_score)?);
        Some(fast)
    }

    /// Pairs a bracket if the local problem settles it, and says why not else. `next` is the following
    /// scoregroup, and the residents end right before it in the ranking. With `look_ahead` only
    /// floaters with the best look-ahead are considered.
    pub(crate) fn pair(
        &mut self,
        mdps: &[PlayerId],
        residents: &[PlayerId],
        next: &[PlayerId],
        bye: ByeRole,
        look_ahead: Option<LookAhead<'_>>,
    ) -> Result<Settled, Unsettled> {
        let takes_bye = bye == ByeRole::Resident;
        let local = Local {
            position: self.position,
            mdps,
            residents,
            edition: self.edition,
            takes_bye,
            partners: look_ahead.map(|ahead| ahead.partners),
        };
        if !self.engine.pair(&local) {
            return Err(Unsettled::Other);
        }
        let player = |v: usize| *mdps.get(v).unwrap_or_else(|| &residents[v - mdps.len()]);
        let floater = self.engine.floater.map(player);
        if look_ahead.is_some() {
            let players = mdps.iter().chain(residents).copied();
            if !self.leave(players.filter(|id| Some(*id) != floater)) {
                return Err(Unsettled::NoCompletion);
            }
        } else {
            self.complete(mdps, residents, next, floater, takes_bye)?;
        }
        let pairs = self
            .engine
            .pairs
            .iter()
            .map(|&(a, b)| (player(a), player(b)))
            .collect();
        Ok(Settled { pairs, floater })
    }

    /// Takes the players of a bracket out of the completion, all but a floater who does not take the
    /// bye, and sees to it that the floater's look-ahead is at its bound.
    fn complete(
        &mut self,
        mdps: &[PlayerId],
        residents: &[PlayerId],
        next: &[PlayerId],
        floater: Option<PlayerId>,
        takes_bye: bool,
    ) -> Result<(), Unsettled> {
        let mut witness = self.witness.clone().ok_or(Unsettled::Other)?;
        let plays = floater.filter(|_| !takes_bye);
        let lost = if plays.is_some() {
            Unsettled::Floater
        } else if takes_bye {
            Unsettled::Other
        } else {
            Unsettled::NoCompletion
        };
        let rank = &self.rank;
        let end = residents.last().map_or(0, |last| rank[last.index()] + 1);
        let leaving = (mdps.iter().chain(residents))
            .filter(|id| Some(**id) != plays)
            .map(|id| rank[id.index()])
            .chain(takes_bye.then(|| witness.bye()));
        if !witness.advance(leaving, end) {
            return Err(lost);
        }
        // A lone player floats whatever lies ahead.
        let is_lone = mdps.len() + residents.len() == 1;
        if let Some(floater) = plays.filter(|_| !is_lone) {
            let group = end..end + next.len() as Rank;
            if !witness.settle(rank[floater.index()], group) {
                return Err(lost);
            }
        }
        self.witness = Some(witness);
        Ok(())
    }

    /// Goes on after a bracket of these residents in which nobody was paired.
    pub(crate) fn leave_nobody(&mut self, residents: &[PlayerId]) {
        let end = residents.last().map_or(0, |last| self.rank(*last) + 1);
        if let Some(witness) = &mut self.witness {
            witness.advance(std::iter::empty(), end);
        }
    }

    fn rank(&self, id: PlayerId) -> Rank {
        self.rank[id.index()]
    }

    /// Whether there is a completion to go on from.
    pub(crate) fn has_completion(&self) -> bool {
        self.witness.is_some()
    }

    /// Takes players out of the completion. False, and no change, if nothing completes the rest.
    fn leave(&mut self, leaving: impl Iterator<Item = PlayerId>) -> bool {
        let Some(witness) = &self.witness else {
            return false;
        };
        let mut witness = witness.clone();
        let ranks: Vec<Rank> = leaving.map(|id| self.rank(id)).collect();
        let end = ranks.iter().max().map_or(0, |last| last + 1);
        let completes = witness.advance(ranks.into_iter(), end);
        if completes {
            self.witness = Some(witness);
        }
        completes
    }

    /// Takes the pairs of a bracket that another level paired out of the completion. False, and no
    /// change, if nothing completes the rest.
    pub(crate) fn leave_paired(&mut self, found: &BracketPairing) -> bool {
        self.leave(both_of(&found.pairs))
    }

    /// As [`Self::leave_paired`] for a bracket that was paired together with the following scoregroup
    /// `next`; the floaters and `next` then are paired as they are there, and those who leave it are
    /// completed.
    pub(crate) fn leave_with_next(&mut self, found: &BracketPairing, next: &[PlayerId]) -> bool {
        let players = both_of(&found.pairs).chain(found.floaters.iter().copied());
        let mut leaves = vec![false; self.rank.len()];
        for id in &found.exits {
            leaves[id.index()] = true;
        }
        let players = players.chain(next.iter().copied());
        let completes = self.leave(players.filter(|id| !leaves[id.index()]));
        if completes {
            self.join(&found.rest);
        }
        completes
    }

    /// Takes the pairs of a bracket that was paired together with everybody out of the completion,
    /// which becomes what follows for the others there.
    pub(crate) fn follow(&mut self, found: &BracketPairing) {
        let ranks: Vec<Rank> = both_of(&found.pairs).map(|id| self.rank(id)).collect();
        if let Some(witness) = &mut self.witness {
            witness.drop_all(ranks.into_iter());
        }
        self.join(&found.rest);
    }

    fn join(&mut self, pairs: &[(PlayerId, Option<PlayerId>)]) {
        if let Some(witness) = &mut self.witness {
            let rank = |id: PlayerId| self.rank[id.index()];
            for (a, b) in pairs {
                let b = b.map_or(witness.bye(), rank);
                witness.rejoin(rank(*a), b);
            }
        }
    }

    /// The player who takes the bye takes no part any more.
    pub(crate) fn leave_with_bye(&mut self, taker: PlayerId) {
        let taker = self.rank(taker);
        if let Some(witness) = &mut self.witness {
            witness.drop_all([taker, witness.bye()].into_iter());
        }
    }

    /// Goes on after a bracket that another engine paired; `unpaired` is everybody left, highest
    /// ranked first, without a player who is to take the bye.
    pub(crate) fn resume(
        &mut self,
        bye_score: Option<Score>,
        unpaired: impl Iterator<Item = PlayerId>,
    ) {
        let ranks: Vec<Rank> = unpaired.map(|id| self.rank[id.index()]).collect();
        self.witness = Witness::of(self.position, self.opponents.clone(), bye_score, &ranks);
    }
}

fn both_of(pairs: &[(PlayerId, PlayerId)]) -> impl Iterator<Item = PlayerId> + '_ {
    pairs.iter().flat_map(|(a, b)| [*a, *b])
}
