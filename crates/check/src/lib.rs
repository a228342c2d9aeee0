//! Judges of a pairing that do not share the engine's way of finding it.
//!
//! - [`literal`]: the rules executed as written. Candidates are formed one after the other in the
//!   order of the text, each is judged by the criteria of the edition table, and the first of the
//!   best is taken. Slow, exact, for small brackets.
//! - [`colours`]: the colour allocation, from the recorded games.
//! - [`legality`]: whether a finished round obeys C1-C3 and seats everybody once, from the
//!   recorded games.
//! - [`verdict`]: which rule decides between a recorded round and another one, with both values.
//! - `systems`, with the feature of that name: the other Swiss systems, each by enumeration beside
//!   its own text.
//! - [`standings`]: standings and tie-breaks, each article executed as written.
//!
//! None of them uses the pairing engine. All but the verdict use no matching algorithm and no packed
//! weight either, and count every criterion themselves; the verdict asks matchings what a bracket
//! leaves possible below it, and the edition tables of `edelweiss-weights` what a pairing costs. The
//! procedures and the engines meet in the positions of `edelweiss-model` only; the colours and the
//! legality do not even share positions, they read the entries.

pub mod colours;
mod history;
pub mod legality;
pub mod literal;
pub mod standings;
#[cfg(feature = "systems")]
pub mod systems;
pub mod verdict;
