//! `edelweiss result --interactive` on a terminal.

use std::path::Path;

use console::{Key, Term};
use edelweiss::event::boards::RoundGame;
use edelweiss::event::{EventFile, Step};
use edelweiss::model::RoundNumber;

use super::sheet::{ResultSheet, SheetKey, SheetWish};
use crate::exit::{Exit, ExitFailure};
use crate::reading::ReadArgs;
use crate::steps::{self, StepSession};

/// Shows the boards and enters what is typed, each result at once, so that nothing is lost whatever ends the
/// program; between two keys somebody else may work on the file.
///
/// # Errors
/// What is no terminal; everything that is wrong with the file.
pub(super) fn run(path: &Path, round: RoundNumber, read: ReadArgs) -> Result<(), ExitFailure> {
    let term = Term::stdout();
    if !term.is_term() || !console::user_attended() {
        let message = "--interactive needs a terminal, which standard output is not\n  hint: give the results as words, or as a table with --csv";
        return Err(ExitFailure::new(Exit::Invalid, message));
    }
    let mut state = look(path, round, read)?;
    let mut sheet = ResultSheet::new(round, state.1.clone());
    let mut said = String::new();
    loop {
        draw(&term, &sheet, &state.0, &said).map_err(|error| of_terminal(&error))?;
        let Some(key) = pressed(&term).map_err(|error| of_terminal(&error))? else {
            continue;
        };
        match sheet.press(key, state.0.tournament()) {
            SheetWish::Draw => said.clear(),
            SheetWish::Leave => break,
            SheetWish::Enter(step) => {
                match entered(path, read, &Step::Results(step)) {
                    Ok(words) => said = words,
                    Err(failure) => {
                        sheet.refused();
                        let first = failure.message.lines().next();
                        first.unwrap_or_default().clone_into(&mut said);
                    }
                }
                state = look(path, round, read)?;
                sheet.show(state.1.clone());
            }
        }
    }
    term.clear_screen().map_err(|error| of_terminal(&error))
}

/// The file, and the boards as they were published.
fn look(
    path: &Path,
    round: RoundNumber,
    read: ReadArgs,
) -> Result<(EventFile, Vec<RoundGame>), ExitFailure> {
    let (event, journal) = steps::look(path, read)?;
    let games = steps::published(path, &journal, event.tournament(), round)?;
    Ok((event, games))
}

/// Does a step; its first words.
fn entered(path: &Path, read: ReadArgs, step: &Step) -> Result<String, ExitFailure> {
    let mut session = StepSession::open(path, read)?;
    let event = session.event_again()?;
    let applied = session.carry_out(&event, step)?;
    Ok(steps::words(&applied)
        .lines()
        .last()
        .unwrap_or_default()
        .to_owned())
}

fn draw(term: &Term, sheet: &ResultSheet, event: &EventFile, said: &str) -> std::io::Result<()> {
    let (height, width) = term.size();
    let lines = sheet.lines(event.tournament(), said, (height.into(), width.into()));
    term.clear_screen()?;
    term.write_str(&lines.join("\n"))?;
    term.flush()
}

/// The next key that means something here.
fn pressed(term: &Term) -> std::io::Result<Option<SheetKey>> {
    Ok(match term.read_key()? {
        Key::Char(letter) => SheetKey::of(letter),
        Key::Tab => Some(SheetKey::NextOpen),
        Key::ArrowDown | Key::Enter => Some(SheetKey::Move(1)),
        Key::ArrowUp => Some(SheetKey::Move(-1)),
        Key::PageDown => Some(SheetKey::Move(10)),
        Key::PageUp => Some(SheetKey::Move(-10)),
        Key::Home => Some(SheetKey::First),
        Key::End => Some(SheetKey::Last),
        Key::Del | Key::Backspace => SheetKey::of('*'),
        Key::Escape => Some(SheetKey::Leave),
        _ => None,
    })
}

fn of_terminal(error: &std::io::Error) -> ExitFailure {
    ExitFailure::new(
        Exit::FileAccess,
        format!("the terminal: {error}\n  hint: what was entered stands in the file"),
    )
}
