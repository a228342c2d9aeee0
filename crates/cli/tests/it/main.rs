//! The program `edelweiss` run as its callers run it.
//!
//! One program, so that the crates below are linked once.

mod arbiters_day;
mod bad_files;
mod check;
mod common;
#[cfg(unix)]
mod compare;
mod convert;
mod decisions;
mod documents;
mod drop_in;
mod drop_in_edges;
mod experiment;
mod explain;
mod exports;
#[cfg(unix)]
mod faults;
mod final_report;
mod formulate;
mod generate;
#[cfg(unix)]
mod interrupted;
mod json;
mod keizer;
mod knockout_final;
mod large_field;
mod large_open;
mod lists;
mod manners;
mod matching;
mod new;
mod norms;
mod pair;
mod proof;
mod ratings;
#[cfg(unix)]
mod round_robin;
mod scheveningen;
mod soft_bans;
mod standard_output;
mod standings;
mod steps;
mod tasks;
mod team_event;
mod teams;
mod ten_minutes;
mod variants;
mod which_round;
