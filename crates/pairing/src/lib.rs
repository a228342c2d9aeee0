//! Pairs a Swiss round by the FIDE (Dutch) rules, bracket by bracket, with colours.
//!
//! [`pair_round`] is the interface: a tournament and the rules go in, an [`Outcome`] comes out, either the round with a record of every bracket, or the reason why no legal round exists.
//! Scores, floats and colours are derived inside; every result is checked again against the
//! absolute criteria before it is returned; should the fast engine panic, the reference engine pairs the
//! round and the fast one's words stand beside it ([`RoundPairing::defect`]). [`pair_many`] answers for
//! many variants of one round.
//!
//! ```
//! use edelweiss_model::{Player, TournamentData, Tpn};
//! use edelweiss_pairing::{Outcome, Rules, pair_round};
//!
//! let mut data = TournamentData::default();
//! for number in 1..=5 {
//!     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
//! }
//! let tournament = data.build().expect("five fresh players contradict nothing");
//! let Outcome::Paired(round) = pair_round(&tournament, &Rules::dutch_2026()) else {
//!     panic!("round one can be paired");
//! };
//! assert_eq!(round.boards.len(), 2);
//! assert!(round.bye.is_some());
//! ```

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod boards;
mod colours;
mod completion;
mod costs;
mod exchange;
mod fallback;
mod graph;
mod ladder;
mod level;
mod opponents;
mod optima;
mod oracle;
mod outcome;
mod pair;
mod paths;
mod problem;
mod recheck;
mod resume;
mod round;
mod rules;
mod sequence;
mod soft_bans;
mod tuning;
mod variants;

pub use boards::{boards_in_order, sort_boards};
pub use colours::{ColourReason, colour_of_higher};
pub use costs::{costs_of, costs_of_bracket};
pub use fallback::panics_are_caught;
pub use optima::first_exchange;
pub use outcome::{
    Board, BracketRecord, Defect, Impossible, Level, Outcome, ProcedureStep, RoundPairing, Route,
    RuleCost, StepAction, Witness,
};
pub use pair::{pair_position, pair_round};
pub use recheck::{AbsoluteArticles, assert_legal};
pub use resume::pair_from;
pub use rules::{Engine, Rules};
pub use tuning::Tuning;
pub use variants::{InvalidVariant, Variant, pair_many};
