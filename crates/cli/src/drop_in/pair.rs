//! `-p`: the next round.

use edelweiss::model::Position;
use edelweiss::pairing::{Impossible, Outcome, RoundPairing};
use edelweiss_answers::report::{Setting, defect_note, pairs_text};
use edelweiss_answers::{impossible, which_round};

use super::event::DropInEvent;
use super::request::Request;
use super::{CommandGrammar, DropInFailure, release, write_list, write_standard};
use crate::exit::{Exit, say};
use crate::{checklist, files};

/// Pairs the round and writes the pairs, and the checklist if asked for.
///
/// # Errors
/// A file that is refused, a round that cannot be paired, an output that cannot be written.
pub(super) fn run(shape: CommandGrammar, request: &Request) -> Result<(), DropInFailure> {
    let event = DropInEvent::read(shape, request)?;
    let tournament = &event.tournament;
    if let Some(warning) = which_round::warning(tournament) {
        say(&format!("warning: {}: {warning}", event.name));
    }
    let position = Position::derive(tournament, &event.choice.pairing.definitions);
    if shape == CommandGrammar::BbpPairings {
        demand_settings(&event, &position)?;
    }
    let setting = event.setting(tournament, &position);
    let outcome = event
        .choice
        .pairing
        .paired(tournament, &position, &setting.engine.into())
        .map_err(|failure| event.wrong(&failure.to_string()))?;
    match outcome {
        Outcome::Paired(round) => {
            if let Some(note) = defect_note(&round) {
                say(&note);
            }
            let boards = match shape {
                CommandGrammar::BbpPairings => setting.in_order_of_standings(&round.boards),
                CommandGrammar::Javafo => round.boards.clone(),
            };
            write_output(request, &pairs_text(&setting, &boards, round.bye))?;
            write_list(request, || list(&setting, Some(&round)));
            say_if_nobody_plays(&setting);
            Ok(())
        }
        Outcome::Impossible(Impossible::NoRoundLeft { .. }) => {
            Err(event.wrong("The number of rounds is larger than the reported number of rounds."))
        }
        Outcome::Impossible(why @ Impossible::GivenUp) => Err((
            impossible::kind(&why).into(),
            impossible::words(&setting, &why),
        )),
        Outcome::Impossible(why) => {
            // bbpPairings has opened its output by then, and callers tell the outcome by the empty
            // file; JaVaFo leaves none.
            if shape == CommandGrammar::BbpPairings {
                write_output(request, "")?;
            }
            write_list(request, || list(&setting, None));
            let message = format!(
                "Error while pairing {}: No valid pairing exists: The players could not be \
                 simultaneously matched while satisfying all absolute criteria.\n{}",
                event.name,
                impossible::words(&setting, &why)
            );
            Err((Exit::NoPairing, message))
        }
    }
}

/// What bbpPairings pairs nothing without.
fn demand_settings(event: &DropInEvent, position: &Position) -> Result<(), DropInFailure> {
    if event.tournament.rounds_total.is_none() {
        return Err(event.wrong("The total number of rounds in the tournament must be specified."));
    }
    if position.initial_colour().is_none() {
        let name = &event.name;
        let message =
            format!("Error while parsing {name}: Please configure the initial piece colors.");
        return Err((Exit::Invalid, message));
    }
    Ok(())
}

/// A column in which everybody has a bye is the round to be paired here, and no round that is over;
/// whoever meant the latter should hear it.
fn say_if_nobody_plays(setting: &Setting<'_>) {
    if setting.position.present().is_empty() && !setting.tournament.players.is_empty() {
        say(&format!(
            "note: round {} is to be paired, and nobody takes part in it",
            setting.position.round()
        ));
    }
}

/// The text of the checklist; without a pairing our name is missing below it.
fn list(setting: &Setting<'_>, round: Option<&RoundPairing>) -> String {
    let mut text = checklist::table(setting, round);
    if round.is_some() {
        text.push_str(&release());
    }
    text
}

fn write_output(request: &Request, text: &str) -> Result<(), DropInFailure> {
    let Some(path) = request.writes() else {
        return write_standard(text);
    };
    files::write(path, text).map_err(|_| {
        let message = format!("The output file ({}) could not be opened.", path.display());
        (Exit::FileAccess, message)
    })
}
