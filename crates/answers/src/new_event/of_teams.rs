//! What a new event of teams says beside its players.

use edelweiss::event::line_ups::colours;
use edelweiss::model::{System, TeamScore, Teams};
use edelweiss::trf::swiss_of_teams;

use super::NewEventOptions;
use super::numbers::NumberedList;
use crate::error::AnswerError;
use crate::system::ChosenSystem;

/// Whether teams are paired round by round, not by a table.
pub(super) fn is_swiss_of_teams(choice: ChosenSystem) -> bool {
    choice.pairing.record() == Some(System::OfTeams)
}

/// The teams, and what the rules choose where they are paired round by round.
///
/// # Errors
/// A type of tournament that is none of teams, or has no acceleration; options of teams where players are paired.
pub(super) fn teams(
    numbers: &NumberedList,
    choice: ChosenSystem,
    options: &NewEventOptions,
) -> Result<Teams, AnswerError> {
    let mut teams = numbers.teams()?;
    if !is_swiss_of_teams(choice) {
        return if options.team_type.is_some() || options.board_colours.is_some() {
            Err(AnswerError::invalid(format!(
                "found --team-type or --board-colours for the {}, expected them for a Swiss of teams",
                choice.pairing.name
            )))
        } else {
            Ok(teams)
        };
    }
    let code = options.team_type.as_deref().unwrap_or("FIDE_TEAM");
    let rules = swiss_of_teams(&code.to_ascii_uppercase()).ok_or_else(|| {
        AnswerError::invalid(format!(
            "found the type '{code}', expected that of a Swiss of teams without _BAKU, such as FIDE_TEAM_TYPEB_MP_GP (--team-type)"
        ))
    })?;
    if options.baku && rules.primary != TeamScore::MatchPoints {
        return Err(AnswerError::invalid(
            "found an acceleration of game points, expected match points as the primary score (C.04.7 1.4.4, --baku)",
        ));
    }
    teams.pairing = Some(rules);
    teams.instructions.is_accelerated = options.baku;
    Ok(teams)
}

/// Record 352.
///
/// # Errors
/// A text that is not a letter for each board.
pub(super) fn board_colours(options: &NewEventOptions) -> Result<String, AnswerError> {
    let text = options.board_colours.clone().unwrap_or_default();
    let text = text.trim().to_ascii_uppercase();
    if text.is_empty() || colours(&text).is_some() {
        return Ok(text);
    }
    Err(AnswerError::invalid(format!(
        "found the colours '{text}', expected a letter W or B for each board, such as WBWB (--board-colours)"
    )))
}
