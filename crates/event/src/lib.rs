//! The steps of a tournament's day, as plain values, on the tournament's file.
//!
//! - [`EventFile`] is a tournament file that was read, with all its bytes: the file is the store;
//! - [`Step`] says what is to be done, and is the same in Rust, in JSON and in a journal;
//! - [`apply`] does it whole or not at all, reads back what it wrote and compares that with what the step
//!   means; [`Applied`] has the new file and what changed in words;
//! - [`boards`] are the games of a round by their board numbers;
//! - [`line_ups`] reads who plays on which board of a match of teams;
//! - [`list`] reads results as an arbiter writes them;
//! - [`naming`] finds players by number or by a part of the name;
//! - [`twin`] is the file as JSON, and back;
//! - [`journal`] holds every step with what is needed to take it back.
//!
//! A step changes the columns that it is about and the points that follow from them. Every other byte stays
//! as it was: unknown records, comments, the end of each line.
//!
//! No step pairs: a [`RoundStep`] holds the round that an engine has paired, so that a journal can be replayed
//! without one.
//!
//! ```
//! use edelweiss_event::{EventFile, Step, apply, list};
//!
//! let file = "\
//! 012 Club evening
//! 142 3
//! 001    1      Adams, Ann                        2100                             0.0    1     2 w
//! 001    2      Brown, Bea                        2000                             0.0    2     1 b
//! ";
//! let event = EventFile::read(file.as_bytes(), "club.trf", &Default::default())?;
//! let step = Step::Results(list::results("1 ½")?.of_round(None));
//! let applied = apply(&event, &step)?;
//! assert_eq!(applied.said[0], "round 1, board 1: 1 Adams, Ann – 2 Brown, Bea ½-½");
//! assert!(String::from_utf8_lossy(applied.event.bytes()).contains(" 0.5    1     2 w ="));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod applied;
mod apply;
mod bans;
pub mod boards;
mod byes;
mod change;
mod error;
mod file;
mod given_bye;
pub mod journal;
pub mod line_ups;
pub mod list;
pub mod naming;
mod player_fields;
mod players;
mod results;
mod rounds;
mod score;
mod seats;
mod settings;
mod step;
mod team_bans;
mod team_byes;
mod team_rounds;
mod team_step;
pub mod twin;
mod words;

pub use applied::Applied;
pub use apply::apply;
pub use change::{FileChange, JournalBytes};
pub use error::{StepError, StepProblem};
pub use file::EventFile;
pub use given_bye::GivenBye;
pub use score::{GameScore, NoScore};
pub use step::{
    AccelerationMethod, AccelerationStep, AddPlayerStep, AllowStep, AttendStep, ByeStep,
    CorrectPlayerStep, EnteredResult, ForbidStep, NumberRule, PlayerFields, PointsStep,
    ResultsStep, RoundStep, SeatStep, Step, SwapColoursStep, VirtualPointsRange, WithdrawStep,
};
pub use team_step::{
    SeatedMatch, TeamAllowStep, TeamAttendStep, TeamByeStep, TeamForbidStep, TeamRoundStep,
};
