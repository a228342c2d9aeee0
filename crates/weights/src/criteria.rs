//! The quality criteria: one idea, one file, named by meaning.

mod bye;
mod colours;
mod downfloaters;
mod look_ahead;
mod repeated_floats;
mod score_differences;
mod topscorers;

use std::fmt::Debug;

use edelweiss_model::{PlayerId, PlayerState, Position};

use crate::{Bracket, Sight, Unit};

pub use bye::ByeUnplayedGames;
pub use colours::{ColourRefused, ColourRule};
pub use downfloaters::{Downfloaters, FloaterScores, UnpairedMdps};
pub use look_ahead::LookAhead;
pub use repeated_floats::{
    Counted, FloatDirection, RepeatedFloat, RepeatedFloatDifference, RepeatedFloatMdpScore,
};
pub use score_differences::PairingScoreDifference;
pub use topscorers::{ColourStanding, TopscorerColour, TopscorerRule};

/// One criterion: costs per unit, smaller is better, in one or more fields of falling priority.
///
/// A criterion sees states of players, not who they are. What it costs is said here and nowhere else;
/// players whose projections to its [`Sight`]s are equal are a class, and a pair of two classes costs what
/// any two of their members do.
///
/// Laws, tested on random brackets: for every pairing of the bracket, each field's sum over the units is
/// at most its capacity; and states with equal projections cost the same.
pub trait Criterion: Debug + Sync {
    /// How many fields the criterion has in this bracket. O(1).
    fn field_count(&self, bracket: &Bracket) -> usize {
        let _ = bracket;
        1
    }

    /// Adds to `capacities` the largest sum each field can reach in any pairing of the bracket, most
    /// important field first; one per field.
    fn capacities(&self, position: &Position, bracket: &Bracket, capacities: &mut Vec<u64>);

    /// What of a player who is this in a unit its costs depend on; nothing if such units cost nothing.
    fn sight(&self, part: Part) -> Sight;

    /// Calls `add(field, amount)` for every cost of the unit; `field` counts from zero within this
    /// criterion.
    fn cost(&self, bracket: &Bracket, unit: Unit<&PlayerState>, add: &mut dyn FnMut(usize, u64));

    /// The float whose repetition it counts by players, and how many rounds ago that was; `None` where
    /// it counts something else.
    fn repeats(&self) -> Option<(FloatDirection, usize)> {
        None
    }
}

/// What a player is in a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Meets a player of the bracket with a lower score.
    Higher,
    /// Meets a player of the bracket with a higher score.
    Lower,
    /// Meets a player of the bracket with the same score.
    Peer,
    /// Leaves the bracket unpaired.
    Floater,
    /// Meets somebody in the following bracket, or leaves that unpaired.
    Following,
}

impl Part {
    /// In the order of their numbers.
    pub const ALL: [Self; 5] = [
        Self::Higher,
        Self::Lower,
        Self::Peer,
        Self::Floater,
        Self::Following,
    ];
}

/// The number of players for which the condition holds.
pub(crate) fn number_of<'a>(
    position: &Position,
    players: impl IntoIterator<Item = &'a PlayerId>,
    mut condition: impl FnMut(&PlayerState) -> bool,
) -> u64 {
    let states = players.into_iter().map(|id| position.player(*id));
    states.filter(|player| condition(player)).count() as u64
}
