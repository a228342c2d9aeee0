//! Timed questions about pairing: see `benches/`, one file per question.
//!
//! Inputs come from the seeded generator of this repository, so that anybody times the same
//! tournaments.
