//! The quality criteria: one idea, one file, named by meaning.

mod bye;
mod colours;
mod downfloaters;
mod look_ahead;
mod repeated_floats;
mod score_differences;
mod topscorers;

use std::fmt::Debug;

use edelweiss_model::Position;

use crate::{Bracket, Unit};

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
/// Law, tested on random brackets: for every pairing of the bracket, each field's sum over the
/// units is at most its capacity.
pub trait Criterion: Debug + Sync {
    /// How many fields the criterion has in this bracket. O(1).
    fn field_count(&self, bracket: &Bracket) -> usize {
        let _ = bracket;
        1
    }

    /// The largest sum each field can reach in any pairing of the bracket, most important field
    /// first; one per field.
    fn capacities(&self, position: &Position, bracket: &Bracket) -> Vec<u64>;

    /// Calls `add(field, amount)` for every cost of the unit; `field` counts from zero within this
    /// criterion.
    fn cost(
        &self,
        position: &Position,
        bracket: &Bracket,
        unit: Unit,
        add: &mut dyn FnMut(usize, u64),
    );
}

/// The number of players for which the condition holds.
pub(crate) fn number_of<'a>(
    players: impl IntoIterator<Item = &'a edelweiss_model::PlayerId>,
    mut condition: impl FnMut(edelweiss_model::PlayerId) -> bool,
) -> u64 {
    players.into_iter().filter(|id| condition(**id)).count() as u64
}
