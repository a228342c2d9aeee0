//! Judges of a pairing that do not share the engine's way of finding it.
//!
//! - [`literal`]: the rules executed as written. Candidates are formed one after the other in the
//!   order of the text, each is judged by the criteria of the edition table, and the first of the
//!   best is taken. Slow, exact, for small brackets.
//! - [`colours`]: the colour allocation, from the recorded games.
//! - [`legality`]: whether a finished round obeys C1-C3 and seats everybody once, from the
//!   recorded games.
//!
//! None of them uses the pairing engine, a matching algorithm, or a packed weight. The procedure
//! and the engine meet in the edition tables of `edelweiss-weights` and in the positions of
//! `edelweiss-model`; the other two judges do not even share positions, they read the entries.

pub mod colours;
mod history;
pub mod legality;
pub mod literal;
