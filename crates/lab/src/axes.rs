//! Exactness by axes: rounds of every origin beside another program, counted by what they are like.
//!
//! - [`history`] draws histories that no engine has paired;
//! - [`checklist`] reads what a checker says of a whole file, so that one start of a program pairs
//!   every round of it;
//! - [`answers`] keeps what a program has answered;
//! - [`readings`] are known ways of reading the text otherwise, by which differences are explained;
//! - [`answers`] keeps what the program said;
//! - [`table`] counts.
//!
//! `cargo run --release -p edelweiss-lab -- axes` runs it.

pub mod answers;
pub mod checklist;
pub mod history;
pub mod readings;
pub mod table;
