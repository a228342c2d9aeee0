//! A step, done.

use crate::applied::Applied;
use crate::error::StepError;
use crate::file::EventFile;
use crate::step::Step;
use crate::{
    bans, byes, players, results, rounds, seats, settings, team_bans, team_byes, team_rounds,
};

/// Does a step: the new state, or every reason why not. What is written is read back, and must say what the
/// step means. O(bytes), plus O(players · rounds).
///
/// # Errors
/// Everything that is wrong with the step; nothing of it is done then.
pub fn apply(event: &EventFile, step: &Step) -> Result<Applied, StepError> {
    match step {
        Step::Results(step) => results::apply(event, step),
        Step::Round(step) => rounds::apply(event, step),
        Step::AddPlayer(step) => players::add(event, step),
        Step::CorrectPlayer(step) => players::correct(event, step),
        Step::Bye(step) => byes::bye(event, step),
        Step::Withdraw(step) => byes::withdraw(event, step),
        Step::Attend(step) => byes::attend(event, step),
        Step::Forbid(step) => bans::forbid(event, step),
        Step::Allow(step) => bans::allow(event, step),
        Step::SwapColours(step) => seats::swap_colours(event, step),
        Step::Seat(step) => seats::seat(event, step),
        Step::TeamRound(step) => team_rounds::apply(event, step),
        Step::TeamBye(step) => team_byes::bye(event, step),
        Step::TeamAttend(step) => team_byes::attend(event, step),
        Step::TeamForbid(step) => team_bans::forbid(event, step),
        Step::TeamAllow(step) => team_bans::allow(event, step),
        Step::Points(step) => settings::points(event, step),
        Step::Acceleration(step) => settings::acceleration(event, step),
    }
}
