//! What holds of matchings.
//!
//! One program, so that solvers are compiled once for each type of weights.

mod alternatives;
mod cardinality;
mod certificates;
mod classed;
mod common;
mod events;
mod face;
mod larger;
mod laws;
mod problem;
mod refusals;
mod weights;
