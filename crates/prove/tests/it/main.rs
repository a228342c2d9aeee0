//! Proofs of rounds: that there is one, that no other round has one, and that it is of its premises alone.

mod derivations;
mod laws;
mod premises;
mod refusals;
