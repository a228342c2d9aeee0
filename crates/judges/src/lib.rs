//! Judges that only tests ask: each reads the text once more, and shares nothing with what it judges.
//!
//! - [`systems`]: the other Swiss systems, each by enumeration beside its own text.
//! - [`standings`]: standings and tie-breaks, each article executed as written.
//! - [`exhaustive`]: every way of pairing a bracket of a Dutch edition, weighed row by row.
//!
//! The judges that the program itself asks are in `edelweiss-check`. No judge links an engine, a solver
//! or `edelweiss-standings`: they meet in the tournaments and positions of `edelweiss-model`, and
//! [`exhaustive`] takes its costs from the edition tables of `edelweiss-weights`.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

pub mod exhaustive;
pub mod standings;
pub mod systems;
