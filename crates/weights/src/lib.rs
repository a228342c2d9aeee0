//! The FIDE Dutch criteria as costs, packed into integers that keep their order.
//!
//! Three ideas, each in its own file:
//!
//! - [`Bracket`] says who is being paired and what may follow; a pairing of it is a set of
//!   [`Unit`]s (a pair, a floater, and the same for the bracket that follows).
//! - A [`Criterion`] gives each unit a cost and each of its fields a capacity, a bound over any
//!   pairing of that very bracket. [`Edition`] lists the criteria in priority order under their
//!   article numbers. The driver's weights and every explanation use these same costs; the literal
//!   procedure of `edelweiss-check` counts for itself.
//! - A [`Layout`] turns the fields into bit ranges wide enough for the capacities, so that
//!   comparing two packed sums is comparing the two vectors of costs lexicographically.
//!
//! Deliberately absent: the absolute criteria and completion (they decide what is possible, not
//! what is better) and the sequence of transpositions and exchanges. Both belong to the driver.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod bracket;
mod criteria;
mod edition;
mod layout;
#[cfg(feature = "packed")]
mod packed;
mod readings;
mod sight;

pub use bracket::{Bracket, Following, Role, Unit};
pub use criteria::{
    ByeUnplayedGames, ColourRefused, ColourRule, ColourStanding, Counted, Criterion, Downfloaters,
    FloatDirection, FloaterScores, LookAhead, PairingScoreDifference, Part, RepeatedFloat,
    RepeatedFloatDifference, RepeatedFloatMdpScore, TopscorerColour, TopscorerRule, UnpairedMdps,
};
pub use edition::{Completion, DUTCH_2017, DUTCH_2026, Edition, Rule};
pub use layout::{CostVector, Field, Layout};
#[cfg(feature = "packed")]
pub use packed::Packed;
pub use readings::{RefusedTopscorerColour, counting_refused_colours};
pub use sight::{Projection, Sight};
