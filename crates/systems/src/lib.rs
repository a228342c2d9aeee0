//! Swiss systems besides the current Dutch ones, each readable beside its own text.

mod best_pairings;
pub mod burstein_2026;
pub mod double_swiss_2026;
pub mod dubov_1997;
pub mod dubov_2026;
pub mod dutch_1998;
mod legal_pairs;
mod round_graph;
