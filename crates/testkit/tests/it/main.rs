//! Tests across the crates: recorded rounds, examples of the articles, and the shape of the workspace.
//!
//! One program, so that the crates below are linked once.

mod articles;
mod book;
mod circles;
mod compliance;
mod concordance;
mod corpus;
mod disputes;
mod engines;
mod formulations;
mod fuzz;
mod layers;
mod lengths;
mod map;
mod named_systems;
mod names;
mod packages;
mod paths;
mod picture;
mod readings;
mod round_proofs;
mod seeds;
#[cfg(unix)]
mod skips;
mod sources;
mod standings_law;
mod stubs;
mod team_standings;
mod tie_breaks;
mod written_rounds;
