//! Swiss systems, each readable beside its own text, and the list of all of them.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod berger_table;
mod best_pairings;
pub mod burstein_2026;
mod colour_limits;
mod decisions;
pub mod double_swiss_2026;
pub mod dubov_1997;
pub mod dubov_2026;
mod dubov_field;
pub mod dutch;
pub mod dutch_1998;
mod few_players;
pub mod keizer;
mod legal_pairs;
pub mod lim_swiss;
pub mod matches;
pub mod olympiad_swiss;
pub mod registry;
mod round_graph;
pub mod round_robin;
pub mod scheveningen;
mod swiss_system;
pub mod team_swiss_2026;
mod timetable;
mod upfloats;
pub mod varma_table;

pub use swiss_system::{
    FixedOpponents, NumberTeams, PairRound, PairingUnit, ProvedProcedure, SwissSystem,
    SystemOptions, SystemReading, TeamStrength, UnreadableRounds,
};
