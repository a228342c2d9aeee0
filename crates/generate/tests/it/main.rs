//! Made tournaments: the same from the same seed, lawful, and as their settings say.
//!
//! One program, so that the crates below are linked once.

mod batch;
mod common;
mod files;
mod laws;
mod settings;
