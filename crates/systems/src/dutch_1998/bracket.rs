//! C.2 to C.11: the first complying arrangement of one score bracket.
//!
//! # Articles
//! C.2-C.11, D.1, D.2. The order in which attempts are made, outermost first:
//!
//! 1. C.11: x as calculated, then one more each time;
//! 2. C.10, second item: upfloats protected, then without B.6, then without B.5;
//! 3. C.9: the same for downfloats;
//! 4. in a heterogeneous bracket: C.7, opponents of the players moved down in the order of D.1,
//!    and for each the remainder with its own C.9;
//! 5. C.8: exchanges in the order of D.2;
//! 6. C.7: transpositions in the order of D.1.
//!
//! Everything inside a level is decided by matchings ([`Instances`]), never tried one by one. What
//! happens to the players left over is the [`Tail`]: they move down, one receives the bye, or (for
//! C.12 and C.13) they must let the next bracket be paired.

mod heterogeneous;
mod homogeneous;

use std::convert::Infallible;

use edelweiss_matching::cardinality::maximum_matching;
use edelweiss_model::PlayerId;
use edelweiss_pairing::{ProcedureStep, StepAction};

use super::field::{Dutch1998Field, Floats, Protection};
use super::graph::BracketPlaces;
use super::instance::Exhausted;
use super::tail::Tail;
use heterogeneous::Heterogeneous;
use homogeneous::{Homogeneous, Mixing};

/// A score bracket, in the order of A.2.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ScoreBracket {
    pub(super) players: Vec<PlayerId>,
    /// How many of them, from the top, have been moved down into it.
    pub(super) n_moved: usize,
}

/// How many pairings are to be made: p of A.6 for each part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Of players moved down, in a heterogeneous bracket.
    pub(super) top: usize,
    /// In the homogeneous bracket or remainder.
    pub(super) rest: usize,
}

impl ScoreBracket {
    pub(super) fn new(field: &Dutch1998Field, moved: &[PlayerId], residents: &[PlayerId]) -> Self {
        let mut players = [moved, residents].concat();
        players.sort_by_key(|id| (-field.score(*id), *id));
        Self {
            players,
            n_moved: moved.len(),
        }
    }

    pub(super) fn moved(&self) -> &[PlayerId] {
        &self.players[..self.n_moved]
    }

    pub(super) fn residents(&self) -> &[PlayerId] {
        &self.players[self.n_moved..]
    }

    /// A.3: nobody moved down, or at least half of the players.
    pub(super) fn is_homogeneous(&self) -> bool {
        counts_as_homogeneous(self.n_moved, self.players.len())
    }

    /// C.3, for the bracket and then for its remainder.
    pub(super) fn full_shape(&self) -> Shape {
        let top = if self.is_homogeneous() {
            0
        } else {
            self.n_moved
        };
        self.shape_with(top)
    }

    /// As many pairs as possible in the remainder after `top` players moved down are paired.
    pub(super) fn shape_with(&self, top: usize) -> Shape {
        Shape {
            top,
            rest: self.players.len() / 2 - top,
        }
    }

    pub(super) fn n_floaters(&self, shape: Shape) -> usize {
        self.players.len() - 2 * (shape.top + shape.rest)
    }
}

/// A.3, second paragraph.
pub(super) fn counts_as_homogeneous(n_moved: usize, n_players: usize) -> bool {
    n_moved == 0 || 2 * n_moved >= n_players
}

/// A bracket with p pairings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PairedScoreBracket {
    /// Higher ranked player first, in the order of S1.
    pub(super) pairs: Vec<(PlayerId, PlayerId)>,
    /// In the order of A.2.
    pub(super) floaters: Vec<PlayerId>,
    /// How it came about.
    pub(super) steps: Vec<ProcedureStep>,
}

/// A step without players.
pub(super) fn step(article: &'static str, action: StepAction) -> ProcedureStep {
    ProcedureStep {
        article,
        action,
        players: Vec::new(),
    }
}

/// C.9 or C.10, if it was applied.
fn allowing(article: &'static str, up: bool, floats: Floats) -> Option<ProcedureStep> {
    let last = floats == Floats::Free;
    (floats != Floats::Kept).then(|| step(article, StepAction::AllowFloats { up, last }))
}

/// C.11, if it was applied.
fn refusing(more: i64) -> Option<ProcedureStep> {
    (more > 0).then(|| step("C.11", StepAction::RefuseMore(more as usize)))
}

/// C.2 to C.11. `None` if B.1 and B.2 allow no pairing of this shape with this tail.
pub(super) fn pair(
    field: &Dutch1998Field,
    bracket: &ScoreBracket,
    shape: Shape,
    tail: Tail,
) -> Result<Option<PairedScoreBracket>, Exhausted> {
    let n = bracket.players.len() as u64;
    field.work.take(n * n / 8)?;
    let group = BracketPlaces::new(field, &bracket.players);
    let paired = if bracket.is_homogeneous() {
        let homogeneous = Homogeneous {
            group: &group,
            pairs: shape.rest,
            tail,
        };
        homogeneous.pair()?
    } else {
        let heterogeneous = Heterogeneous {
            group: &group,
            bracket,
            shape,
            tail,
        };
        heterogeneous.pair()?
    };
    let key = |id: &PlayerId| (-field.score(*id), *id);
    Ok(paired.map(|mut paired| {
        for (a, b) in &mut paired.pairs {
            if key(b) < key(a) {
                std::mem::swap(a, b);
            }
        }
        paired.floaters.sort_by_key(key);
        paired
    }))
}

/// Whether B.1 and B.2 allow a pairing of this shape with this tail.
pub(super) fn is_possible(
    field: &Dutch1998Field,
    bracket: &ScoreBracket,
    shape: Shape,
    tail: Tail,
) -> Result<bool, Exhausted> {
    let n = bracket.players.len() as u64;
    field.work.take(n * n / 8)?;
    let group = &BracketPlaces::new(field, &bracket.players);
    if bracket.is_homogeneous() {
        let homogeneous = Homogeneous {
            group,
            pairs: shape.rest,
            tail,
        };
        let all = homogeneous.instances(&Mixing::Exchange, None, Protection::NONE);
        return all.are_possible(field.work);
    }
    let heterogeneous = Heterogeneous {
        group,
        bracket,
        shape,
        tail,
    };
    (heterogeneous.instances(None, Protection::NONE)).are_possible(field.work)
}

/// C.14 without C.12: the first shape, from the full one on with fewer and fewer pairs, that B.1 and B.2
/// allow; `None` when none is left. Those moved down give up pairs only if they cannot all be paired, and
/// it is the highest that are.
pub(super) fn first_possible(field: &Dutch1998Field, bracket: &ScoreBracket) -> Option<Shape> {
    let group = BracketPlaces::new(field, &bracket.players);
    let full = bracket.full_shape();
    // Whom the highest players can be paired with, fewer of them can be, too.
    let can_pair = |top: usize| Ok::<bool, Infallible>(group.can_pair_first(top));
    let Ok(top) = largest(0, full.top, can_pair);
    if top == 0 && full.top > 0 {
        return None;
    }
    // Some matching with the most pairs covers whoever can be covered.
    let maximum = maximum_matching(&group.without_pairs_of_first(top), &[]);
    let most = (group.len() - maximum.deficiency()) / 2 - top;
    let rest = most.min(bracket.shape_with(top).rest);
    // One player alone has no pair to give up.
    (top + rest > 0 || full.rest == 0).then_some(Shape { top, rest })
}

/// The largest number from `possible` to `most` for which the answer is yes, by halving: with each number
/// the smaller ones are possible, too, and `possible` is.
pub(super) fn largest<E>(
    possible: usize,
    most: usize,
    ask: impl Fn(usize) -> Result<bool, E>,
) -> Result<usize, E> {
    let (mut possible, mut impossible) = (possible, most + 1);
    while possible + 1 < impossible {
        let middle = usize::midpoint(possible, impossible);
        if ask(middle)? {
            possible = middle;
        } else {
            impossible = middle;
        }
    }
    Ok(possible)
}
