//! Judges of a pairing that do not share the engine's way of finding it.
//!
//! - [`literal`]: the rules executed as written. Candidates are formed one after the other in the
//!   order of the text, each is judged by the criteria of the edition table, and the first of the
//!   best is taken. Slow, exact, for small brackets.
//! - [`colours`]: the colour allocation, from the recorded games.
//! - [`legality`]: whether a finished round obeys C1-C3 and seats everybody once, from the
//!   recorded games.
//! - [`verdict`]: which rule decides between a recorded round and another one, with both values.
//!
//! None of them uses the pairing engine. All but the verdict use no matching algorithm and no packed
//! weight either, and count every criterion themselves; the verdict asks matchings what a bracket
//! leaves possible below it, and the edition tables of `edelweiss-weights` what a pairing costs. The
//! procedures and the engines meet in the positions of `edelweiss-model` only; the colours and the
//! legality do not even share positions, they read the entries.
//!
//! Judges that only tests ask, of the other systems and of standings, are in `edelweiss-judges`.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

pub mod colours;
mod history;
pub mod legality;
pub mod literal;
pub mod verdict;
