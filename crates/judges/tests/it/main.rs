//! What the judges say of themselves; what they say of others is asked where the others are tested.
//!
//! One program, so that the crates below are linked once.

mod words;
