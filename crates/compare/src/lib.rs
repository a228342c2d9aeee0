//! Compares the engine with any other pairing program, finds the rounds on which they differ,
//! shrinks each to the smallest tournament that still shows it, and asks the rules who is right.
//!
//! - [`engine`] runs the other program: whatever it does (answers, refuses, crashes, hangs, prints
//!   rubbish) is a value;
//! - [`verdict`] compares two answers to one position and judges them by the rules;
//! - [`shrink`] makes a tournament smaller as long as something still holds of it;
//! - [`ranks`] compares tie-breaks and ranks of whole tournaments;
//! - [`sweep`] lists tournaments that cover one axis after the other;
//! - [`run`] goes through all of them on every core, and can be stopped and resumed;
//! - [`report`] tells what was found.
//!
//! This crate starts programs and writes files, in the folders it is given. What our own engine
//! answers comes in as a function ([`verdict::Ours`]), so that every system can be compared.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

pub mod engine;
#[doc(hidden)]
pub mod faults;
pub mod ranks;
pub mod report;
pub mod run;
pub mod shrink;
pub mod sweep;
pub mod verdict;
