//! The other Swiss systems: each engine against its judge, laws, readings and events worked by hand.
//!
//! One program, so that the crates below are linked once.

mod burstein_2026;
mod by_hand;
mod claims;
mod common;
mod decided;
mod double_swiss_2026;
mod dubov_1997;
mod dubov_2026;
mod dubov_readings;
mod dubov_worked;
mod dutch_1998_laws;
mod dutch_1998_texts;
mod keizer;
mod lim;
mod olympiad;
mod scheduled;
mod sizes;
mod team_swiss_2026;
mod told_steps;
