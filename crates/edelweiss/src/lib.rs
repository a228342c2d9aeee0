#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! - [`trf`] reads and writes tournament files of every dialect in use;
//! - [`model`] is what a tournament is, and what follows from it before a round;
//! - [`pairing`] pairs a round, or proves that it cannot be paired;
//! - [`event`] does the steps of a tournament's day on its file: results, rounds, players, absences, bans;
//! - [`explain`] tells a round in an arbiter's terms;
//! - [`ratings`] says how the rating of each player changes;
//! - [`roster`] reads lists of players, and numbers them;
//! - [`standings`] ranks the players by the FIDE tie-breaks, each value with its contributions;
//! - [`prizes`] gives the prizes of a file of prizes, each sum with its reason;
//! - `lists` (a feature of that name) writes pairings, standings, cards and prizes to hang up and to hand in;
//! - [`systems`] pairs by other rules than the current Dutch ones;
//! - [`check`] judges a pairing without the engine;
//! - [`verdict`] says which rule decides between a recorded round and ours;
//! - [`prove`] writes proofs that a round is the right one, and [`verify`] checks them without the engine;
//! - [`weights`] are the criteria of the editions, as costs;
//! - [`matching`] is the blossom solver beneath, which knows nothing of chess.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

pub mod verdict;

pub use edelweiss_check as check;
pub use edelweiss_event as event;
pub use edelweiss_explain as explain;
#[cfg(feature = "lists")]
pub use edelweiss_lists as lists;
pub use edelweiss_matching as matching;
pub use edelweiss_model as model;
pub use edelweiss_pairing as pairing;
pub use edelweiss_prizes as prizes;
pub use edelweiss_prove as prove;
pub use edelweiss_ratings as ratings;
pub use edelweiss_roster as roster;
pub use edelweiss_standings as standings;
pub use edelweiss_systems as systems;
pub use edelweiss_trf as trf;
pub use edelweiss_verify as verify;
pub use edelweiss_weights as weights;
