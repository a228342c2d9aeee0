//! What holds of matchings.
//!
//! One program, so that solvers are compiled once for each type of weights.

mod alternatives;
#[cfg(feature = "num-bigint")]
mod at_scale;
mod cardinality;
mod certificates;
mod classed;
mod common;
mod derivations;
mod events;
mod face;
mod larger;
mod laws;
#[cfg(feature = "petgraph")]
mod of_petgraph;
mod problem;
mod published;
mod refusals;
mod resolving;
mod weights;
