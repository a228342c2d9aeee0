//! Players, rounds, scores, colours and floats of a Swiss tournament.
//!
//! The model is what every other crate speaks about. It has no dependencies, reads no files, and
//! pairs nothing. Two types carry the weight:
//!
//! - [`Tournament`]: what was entered and played, checked once when it is built;
//! - [`Position`]: what follows from it before one round (scores, colour preferences, floats, who
//!   may receive the pairing-allocated bye). Nothing in a position is ever supplied by a caller.
//!
//! ```
//! use edelweiss_model::{Definitions, Player, Position, TournamentData, Tpn};
//!
//! let mut data = TournamentData::default();
//! for number in 1..=4 {
//!     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
//! }
//! let tournament = data.build().expect("four fresh players contradict nothing");
//! let position = Position::derive(&tournament, &Definitions::DUTCH_2026);
//! assert_eq!(position.present().len(), 4);
//! ```

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod acceleration;
mod announced;
#[cfg(feature = "quickcheck")]
pub mod arbitrary;
mod bans;
mod colour;
mod contradictions;
mod entry;
mod ids;
mod initial_colour;
pub mod letters;
mod player;
mod points;
mod position;
mod rounds;
mod score;

mod team_rules;
mod teams;
mod titles;
mod tournament;

pub use acceleration::{Acceleration, baku_upper_group_size};
pub use announced::{Absence, ForbiddenGroup};
pub use colour::{Colour, Strength};
pub use contradictions::{Contradiction, InvalidTournament};
pub use entry::{ByeKind, GameResult, RoundEntry};
pub use ids::{InvalidNumber, PlayerId, RoundNumber, Tpn};
pub use player::{Player, Sex};
pub use points::{PointField, PointSystem};
pub use position::{
    ByeBar, Definitions, Float, PlayerState, Position, UnplayedFloat, pairing_scores,
};
pub use rounds::OpenGame;
pub use score::Score;
pub use team_rules::{MatchScores, TeamInstructions, TeamPairingRules, TeamPreferences, TeamScore};
pub use teams::{
    ForfeitedMatch, LineUp, MatchPoints, Team, TeamByes, TeamId, TeamProblem, TeamRecord, Teams,
};
pub use titles::FideTitle;
pub use tournament::{Date, System, Tournament, TournamentData};
