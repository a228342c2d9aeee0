#![doc = include_str!("../README.md")]
//!
//! [`Formulation::from_toml`] reads a file, [`Formulation::pair`] solves a round of it, stage by stage: one for the
//! whole field, or one for each bracket. A [`PairingStage`] is a minimum-cost perfect matching whose edges cost
//! vectors of whole numbers; every solution is checked by its duals before anybody sees it.
//!
//! ```
//! use edelweiss_formulations::Formulation;
//! use edelweiss_model::{Player, Position, TournamentData, Tpn};
//!
//! let text = "format = 1\nscope = \"field\"\n[[criteria]]\nname = \"monrad-type\"\n";
//! let formulation = Formulation::from_toml(text)?;
//! let mut data = TournamentData::default();
//! for number in 1..=4 {
//!     data.players.push(Player::new(Tpn::new(number).expect("1 to 4")));
//! }
//! let tournament = data.build().expect("players alone contradict nothing");
//! let position = Position::derive(&tournament, &formulation.definitions());
//! let round = formulation.pair(&tournament, &position).expect("nobody has met");
//! let places: Vec<_> = round.pairs.iter().map(|(a, b)| (a.index(), b.index())).collect();
//! assert_eq!(places, [(0, 1), (2, 3)]);
//! # Ok::<(), edelweiss_formulations::InvalidFormulation>(())
//! ```
//!
//! Deliberately absent: colours and boards, and the sequences of Articles 3 and 4 of the Dutch rules, which are
//! no costs. Of several optima the answer is one, always the same.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod cost;
mod formulation;
mod given;
mod graphml;
mod known;
pub mod placed;
mod round;
mod solve;
mod stage;
mod written;

pub use cost::{CostName, CostRow, FieldCost};
pub use formulation::{CostOrder, Formulation, FormulationCriterion, FormulationScope, HardRules};
pub use round::{FormulatedRound, UnsolvedFormulation};
pub use solve::SolvedStage;
pub use stage::{PairingStage, StageEdge, StageVertex};
pub use written::{InvalidFormulation, WrittenFormulation};
