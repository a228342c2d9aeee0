//! Who is being paired, and the pieces of which every pairing of a bracket is made.
//!
//! # Articles
//! C.04.3 (2026) 1.3, 1.4; 2017 A.3, A.4, A.9.

use std::borrow::Cow;

use edelweiss_model::{PlayerId, PlayerState, Position, Score};
use smallvec::SmallVec;

/// What a player is in one bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Not in this bracket.
    Outside,
    /// Moved down from the bracket above.
    Mdp,
    /// Resident.
    Resident,
}

/// A piece of a pairing, of players that are named by a `P`. Costs are sums over units, so a pairing
/// of a bracket is judged by the set of its units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit<P = PlayerId> {
    /// Two players of the bracket meet. `higher` is ranked higher.
    Pair {
        /// The higher ranked player.
        higher: P,
        /// The lower ranked player.
        lower: P,
    },
    /// A player leaves the bracket unpaired.
    Float {
        /// Who.
        player: P,
        /// Whether this player ends up with the pairing-allocated bye.
        takes_bye: bool,
    },
    /// Two players meet in the following bracket.
    FollowingPair {
        /// The higher ranked player.
        higher: P,
        /// The lower ranked player.
        lower: P,
    },
    /// A player leaves the following bracket unpaired.
    FollowingFloat {
        /// Who.
        player: P,
        /// Whether this player ends up with the pairing-allocated bye.
        takes_bye: bool,
    },
}

impl<P> Unit<P> {
    /// The same unit of players that are named otherwise.
    pub fn map<Q>(self, mut name: impl FnMut(P) -> Q) -> Unit<Q> {
        match self {
            Self::Pair { higher, lower } => Unit::Pair {
                higher: name(higher),
                lower: name(lower),
            },
            Self::Float { player, takes_bye } => Unit::Float {
                player: name(player),
                takes_bye,
            },
            Self::FollowingPair { higher, lower } => Unit::FollowingPair {
                higher: name(higher),
                lower: name(lower),
            },
            Self::FollowingFloat { player, takes_bye } => Unit::FollowingFloat {
                player: name(player),
                takes_bye,
            },
        }
    }
}

impl<P> Unit<P> {
    /// The unit of references to its players.
    pub fn as_ref(&self) -> Unit<&P> {
        match self {
            Self::Pair { higher, lower } => Unit::Pair { higher, lower },
            Self::Float { player, takes_bye } => Unit::Float {
                player,
                takes_bye: *takes_bye,
            },
            Self::FollowingPair { higher, lower } => Unit::FollowingPair { higher, lower },
            Self::FollowingFloat { player, takes_bye } => Unit::FollowingFloat {
                player,
                takes_bye: *takes_bye,
            },
        }
    }
}

impl Unit {
    /// The unit as criteria look at it.
    pub fn of(self, position: &Position) -> Unit<&PlayerState> {
        self.map(|id| position.player(id))
    }
}

/// What comes after a bracket, as far as a criterion looks ahead.
#[derive(Clone, Debug)]
pub struct Following<'p> {
    /// The following bracket if everybody of this one floated into it: costs there are defined for
    /// every player who might.
    pub bracket: Box<Bracket<'p>>,
    /// Whether it is the last bracket of the round, so that whoever stays unpaired there must be
    /// allowed the bye.
    pub is_last: bool,
}

/// One bracket, and the bracket that follows it where a criterion looks ahead.
///
/// Invariant: `mdps` and `residents` are sorted, highest ranked first, and every MDP has a higher score
/// than every resident.
#[derive(Clone, Debug)]
pub struct Bracket<'p> {
    mdps: Cow<'p, [PlayerId]>,
    residents: Cow<'p, [PlayerId]>,
    /// Distinct scores of all players, highest first: those of the MDPs, then those of the residents,
    /// which are one except in a collapsed last bracket.
    scores: Scores,
    n_mdp_scores: usize,
    /// Distinct non-zero score differences that a pair or a floater can have, largest first.
    differences: Scores,
    lowest: Score,
    following: Option<Following<'p>>,
    bye_is_sole_floater: bool,
}

/// Few as a rule, and a bracket of a small event is paired in the time of a few allocations.
type Scores = SmallVec<[Score; 8]>;

impl<'p> Bracket<'p> {
    /// The bracket of these players, both lists sorted highest ranked first, without a following
    /// one. O(players + squared number of distinct scores).
    ///
    /// # Panics
    /// When both lists are empty.
    pub fn new(
        position: &Position,
        mdps: impl Into<Cow<'p, [PlayerId]>>,
        residents: impl Into<Cow<'p, [PlayerId]>>,
    ) -> Self {
        let (mdps, residents) = (mdps.into(), residents.into());
        let mut scores = Scores::new();
        add_scores(position, &mdps, &mut scores);
        let n_mdp_scores = scores.len();
        add_scores(position, &residents, &mut scores);
        debug_assert!(scores.is_sorted_by(|a, b| a > b), "MDPs have higher scores");
        let lowest = *scores.last().expect("a bracket has players");
        let mut differences = Scores::new();
        for (place, &high) in scores.iter().enumerate() {
            let lower = &scores[n_mdp_scores.max(place + 1)..];
            differences.extend(lower.iter().map(|&low| high - low));
            differences.push(float_difference(high, lowest));
        }
        differences.sort_unstable_by(|a, b| b.cmp(a));
        differences.dedup();
        Self {
            mdps,
            residents,
            scores,
            n_mdp_scores,
            differences,
            lowest,
            following: None,
            bye_is_sole_floater: false,
        }
    }

    /// Adds the following bracket: `next` are the residents of the following scoregroup, sorted
    /// highest ranked first.
    #[must_use]
    pub fn followed_by(mut self, position: &Position, next: &[PlayerId], is_last: bool) -> Self {
        let movers: Vec<PlayerId> = self.players().collect();
        let bracket = Box::new(Self::new(position, movers, next.to_vec()));
        self.following = Some(Following { bracket, is_last });
        self
    }

    /// Says that every optimal pairing of the bracket has exactly one floater, who takes the bye.
    #[must_use]
    pub fn with_bye_as_sole_floater(mut self) -> Self {
        self.bye_is_sole_floater = true;
        self
    }

    /// Moved-down players, highest ranked first.
    pub fn mdps(&self) -> &[PlayerId] {
        &self.mdps
    }

    /// Residents, highest ranked first.
    pub fn residents(&self) -> &[PlayerId] {
        &self.residents
    }

    /// MDPs, then residents.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.mdps.iter().chain(&*self.residents).copied()
    }

    /// Number of players.
    pub fn len(&self) -> usize {
        self.mdps.len() + self.residents.len()
    }

    /// Whether there is nobody in it; never true for a bracket made by [`Bracket::new`].
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the player is here: MDPs have higher scores than all residents, players outside lower ones.
    pub fn role(&self, player: &PlayerState) -> Role {
        match *self.resident_scores() {
            _ if player.score < self.lowest => Role::Outside,
            [highest, ..] if player.score <= highest => Role::Resident,
            _ => Role::Mdp,
        }
    }

    /// Distinct scores of all players, highest first.
    pub fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// Distinct scores of the MDPs, highest first.
    pub fn mdp_scores(&self) -> &[Score] {
        &self.scores[..self.n_mdp_scores]
    }

    /// Distinct scores of the residents, highest first; one, except in a collapsed last bracket.
    pub fn resident_scores(&self) -> &[Score] {
        &self.scores[self.n_mdp_scores..]
    }

    /// Distinct non-zero score differences a pair or a floater can have, largest first.
    pub fn differences(&self) -> &[Score] {
        &self.differences
    }

    /// The lowest score of the bracket.
    pub fn lowest(&self) -> Score {
        self.lowest
    }

    /// The following bracket, where criteria look ahead.
    pub fn following(&self) -> Option<&Following<'p>> {
        self.following.as_ref()
    }

    /// Whether the only floater is the one who takes the bye.
    pub fn bye_is_sole_floater(&self) -> bool {
        self.bye_is_sole_floater
    }

    /// Score difference of a floater with `score`: against an artificial value one point below the
    /// lowest score of the bracket (2017 A.8).
    pub fn float_difference(&self, score: Score) -> Score {
        float_difference(score, self.lowest)
    }
}

/// Adds the distinct scores of some players, highest first.
fn add_scores(position: &Position, players: &[PlayerId], scores: &mut Scores) {
    let first = scores.len();
    for id in players {
        let score = position.player(*id).score;
        if scores[first..].last() != Some(&score) {
            scores.push(score);
        }
    }
    // Some systems rank players of a bracket by other things as well.
    if !scores[first..].is_sorted_by(|a, b| a > b) {
        let mut own: Scores = scores.drain(first..).collect();
        own.sort_unstable_by(|a, b| b.cmp(a));
        own.dedup();
        scores.extend(own);
    }
}

fn float_difference(score: Score, lowest: Score) -> Score {
    score - lowest + Score::ONE
}

/// Place of `wanted` in a list sorted from high to low.
pub(crate) fn descending_place(list: &[Score], wanted: Score) -> usize {
    list.binary_search_by(|probe| wanted.cmp(probe))
        .expect("every score of a bracket is listed")
}
