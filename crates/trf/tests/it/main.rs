//! Tournament files read and written.
//!
//! One program, so that the crates below are linked once.

mod codes;
mod corpus;
mod details;
mod dialects;
mod edges;
mod encodings;
mod files;
mod laws;
mod standings;
mod teams;
mod unwritable;
