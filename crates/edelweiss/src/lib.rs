//! Swiss-tournament pairing by the FIDE rules, for programs.
//!
//! One dependency for everything: the crates of the project under short names. A tournament file
//! goes in, a round comes out, and with it the record of every bracket:
//!
//! ```
//! use edelweiss::pairing::{Outcome, Rules, pair_round};
//!
//! let file = "\
//! 012 Club evening
//! 142 3
//! 152 W
//! 001    1      Adams, Ann                        2100                             1.0    1     3 w 1
//! 001    2      Brown, Bea                        2000                             1.0    2     4 b 1
//! 001    3      Clark, Cid                        1900                             0.0    3     1 b 0
//! 001    4      Davis, Dan                        1800                             0.0    4     2 w 0
//! ";
//! let reading = edelweiss::trf::read(file.as_bytes(), "club.trf", &Default::default())?;
//! let tournament = &reading.tournament;
//! let Outcome::Paired(round) = pair_round(tournament, &Rules::dutch_2026()) else {
//!     panic!("two winners and two losers can be paired");
//! };
//! let name = |id| tournament.player(id).name.as_str();
//! let boards: Vec<String> = (round.boards.iter())
//!     .map(|board| format!("{} - {}", name(board.white), name(board.black)))
//!     .collect();
//! assert_eq!(boards, ["Brown, Bea - Adams, Ann", "Clark, Cid - Davis, Dan"]);
//! assert_eq!(round.brackets[0].residents.len(), 2);
//! # Ok::<(), edelweiss::trf::Failure>(())
//! ```
//!
//! - [`trf`] reads and writes tournament files of every dialect in use;
//! - [`model`] is what a tournament is, and what follows from it before a round;
//! - [`pairing`] pairs a round, or proves that it cannot be paired;
//! - [`explain`] tells a round in an arbiter's terms;
//! - [`standings`] ranks the players by the FIDE tie-breaks, each value with its contributions;
//! - [`systems`] pairs by other rules than the current Dutch ones;
//! - [`check`] judges a pairing without the engine;
//! - [`verdict`] says which rule decides between a recorded round and ours;
//! - [`prove`] writes proofs that a round is the right one, and [`verify`] checks them without the engine;
//! - [`weights`] are the criteria of the editions, as costs;
//! - [`matching`] is the blossom solver beneath, which knows nothing of chess.
//!
//! The program of the same name (package `edelweiss-cli`) does the same from a terminal.

pub mod verdict;

pub use edelweiss_check as check;
pub use edelweiss_explain as explain;
pub use edelweiss_matching as matching;
pub use edelweiss_model as model;
pub use edelweiss_pairing as pairing;
pub use edelweiss_prove as prove;
pub use edelweiss_standings as standings;
pub use edelweiss_systems as systems;
pub use edelweiss_trf as trf;
pub use edelweiss_verify as verify;
pub use edelweiss_weights as weights;
