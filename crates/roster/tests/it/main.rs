//! Lists as organisers have them, good and bad, and laws over any.
//!
//! One program, so that the crates below are linked once.

mod choices;
mod laws;
mod numbers;
mod samples;
