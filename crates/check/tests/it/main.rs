//! Judges on random and recorded positions: against each other, against the engine, against the text.
//!
//! One program, so that the crates below are linked once.

mod common;
mod laws;
mod regressions;
mod second_derivation;
mod soft_bans;
mod verdict;
mod words;
