//! What tests across the crates stand on: laws for any bytes, which `fuzz/` hands what it invents, and the
//! code of the book. What they compare with recorded tournaments is in `edelweiss-lab`.

pub mod fuzz;
#[cfg(doctest)]
mod library_tour;

// For the laws, by the names that they have in the laboratory.
use edelweiss_lab::{agree, disagreement, judges, round_proofs};
