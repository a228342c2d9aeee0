//! Standings of tournaments worked by hand, and laws of every tournament.
//!
//! One program, so that the crates below are linked once.

mod book;
mod book_teams;
mod laws;
mod notation;
mod teams;
mod worked;
