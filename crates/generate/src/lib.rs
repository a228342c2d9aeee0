//! Random Swiss tournaments from a seed, paired by any engine.
//!
//! [`Settings`] say what is wanted; a [`Generator`] checks them and makes tournament after
//! tournament. The engine comes in as a function from a [`Tournament`] to a [`NextRound`], so any
//! system can be used. What nobody asked for is drawn ([`Defaults`]); results follow a published
//! statistical model ([`ResultModel`]).
//!
//! The same seed and settings give the same tournaments on every machine and any number of
//! threads, as long as the engine gives the same pairings. No floating point is involved.
//!
//! Deliberately absent: pairing (the caller's engine), files of tournaments (`edelweiss-trf`), the
//! command line.
//!
//! ```
//! use edelweiss_generate::{Generator, NextRound, Settings};
//!
//! let settings = Settings::from_toml("seed = 7\nplayers = 4\nrounds = 1\nplain = true")?;
//! let generator = Generator::new(settings)?;
//! // An engine for round one: the upper half against the lower half.
//! let pair = |tournament: &edelweiss_model::Tournament| {
//!     let ids: Vec<_> = tournament.player_ids().collect();
//!     let (upper, lower) = ids.split_at(ids.len() / 2);
//!     NextRound::Paired {
//!         boards: upper.iter().copied().zip(lower.iter().copied()).collect(),
//!         bye: None,
//!     }
//! };
//! let made = generator.generate_one(0, pair)?;
//! assert_eq!(made.summary.games, 2);
//! assert_eq!(made, generator.generate_one(0, pair)?, "made again from the seed");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Tournament`]: edelweiss_model::Tournament

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod amount;
mod field;
mod generator;
mod models;
mod plan;
mod properties;
mod random;
mod replay;
mod settings;
mod settled;
mod summary;
mod toml_file;

pub use amount::{Amount, InvalidAmount, Quantity, Rate, SettledAmount, SettledQuantity, Span};
pub use generator::{EngineFault, Generated, GenerationFault, Generator, NextRound, Stop};
pub use models::{Chances, ResultModel};
pub use plan::Shortfall;
pub use properties::{InvalidProperty, SettingNames};
pub use random::{fresh_seed, scaled, tournament_seed, word_of};
pub use settings::{
    AccelerationSetting, Ban, Byes, Defaults, Entrant, FieldSetting, Games, ImpossibleSettings,
    Ratings, Refusal, Settings, VirtualPoints,
};
pub use settled::SettledSettings;
pub use summary::Summary;
pub use toml_file::InvalidToml;
