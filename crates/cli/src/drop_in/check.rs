//! `-c`: every recorded round paired again, and what differs beside it, in the text of bbpPairings
//! and JaVaFo as measured.

use std::fmt::Write;

use edelweiss::model::{Position, RoundNumber};
use edelweiss::pairing::{Board, ColourReason, Outcome};

use super::event::Event;
use super::request::Request;
use super::{Refusal, Shape, release, write_list, write_standard};
use crate::check::{Recorded, Seat};
use crate::checklist;
use crate::exit::Exit;
use crate::report::Setting;

/// Checks the rounds asked for and writes what differs, and the checklists if asked for.
///
/// # Errors
/// A round that is not recorded, or standard output that cannot be written.
pub(super) fn run(shape: Shape, request: &Request) -> Result<(), Refusal> {
    let file = Event::read(request)?;
    let last = file.tournament.rounds_paired().map_or(0, RoundNumber::get);
    if let Some(round) = request.round
        && round > last
    {
        let message = format!(
            "Error parsing file {}: found no round {round}, expected one of the {last} recorded",
            file.name
        );
        return Err((Exit::Invalid, message));
    }
    let stem = request
        .input
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let mut list = String::new();
    for round in 1..=last {
        if request.round.is_some_and(|only| only != round) {
            continue;
        }
        let number = RoundNumber::from_index(usize::from(round) - 1);
        let mut text = format!("{stem}: Round #{round}\n");
        let before = file.tournament.before_round(number);
        let position = Position::derive(&before, &file.choice.pairing.definitions);
        let setting = file.setting(&before, &position);
        let recorded = Recorded::of(&file.tournament, number);
        let ours = match (file.choice.pairing.pair)(&before, &position, setting.engine) {
            Ok(Outcome::Paired(ours)) => Some(ours),
            Ok(Outcome::Impossible(_)) | Err(_) => None,
        };
        match &ours {
            Some(ours) => {
                let boards = in_order(shape, &setting, &ours.boards);
                let here: Vec<Line> = (boards.iter())
                    .map(|board| {
                        Line::Board(setting.number(board.white), setting.number(board.black))
                    })
                    .chain(ours.bye.map(|id| Line::Bye(setting.number(id))))
                    .collect();
                let theirs = lines_of(shape, &setting, &recorded);
                add_difference(&mut text, shape, &here, &theirs);
            }
            None => {
                writeln!(text, "No valid pairing exists for round {round}.\n")
                    .expect("a string grows");
            }
        }
        write!(
            list,
            "Round #{round}\n{}",
            checklist::table(&setting, ours.as_ref())
        )
        .expect("a string grows");
        // A round at a time, so that nothing found so far is lost.
        write_standard(&text)?;
    }
    if shape == Shape::BbpPairings {
        write_standard("\n")?;
    }
    list.push_str(&release());
    write_list(request, &list);
    Ok(())
}

/// A line of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    Board(u16, u16),
    Bye(u16),
}

impl Line {
    fn text(self, shape: Shape) -> String {
        match (self, shape) {
            (Self::Board(white, black), _) => format!("{white:>7} - {black:>3}"),
            (Self::Bye(id), Shape::BbpPairings) => format!("{id:>7} -   0"),
            (Self::Bye(id), Shape::Javafo) => format!("    PAB:{id:>5}"),
        }
    }
}

fn in_order(shape: Shape, setting: &Setting<'_>, boards: &[Board]) -> Vec<Board> {
    match shape {
        Shape::BbpPairings => setting.in_order_of_standings(boards),
        Shape::Javafo => setting.in_order_of_scores(boards),
    }
}

/// The recorded round in the order of ours. Colours that the file does not tell are as listed.
fn lines_of(shape: Shape, setting: &Setting<'_>, recorded: &Recorded) -> Vec<Line> {
    let boards: Vec<Board> = (recorded.pairs.iter())
        .map(|&(white, black)| Board {
            white,
            black,
            colour_reason: ColourReason::BothGranted,
        })
        .collect();
    let boards = in_order(shape, setting, &boards);
    let byes = recorded.seats.iter().filter_map(|seat| match seat {
        Seat::Bye { bye } => Some(Line::Bye(*bye)),
        Seat::Board { .. } | Seat::Colourless { .. } => None,
    });
    (boards.iter())
        .map(|board| Line::Board(setting.number(board.white), setting.number(board.black)))
        .chain(byes)
        .collect()
}

/// The lines that only one side has, side by side; nothing where both have the same.
fn add_difference(out: &mut String, shape: Shape, here: &[Line], theirs: &[Line]) {
    let lacking = |lines: &[Line], other: &[Line]| -> Vec<Line> {
        let mut lines = lines.to_vec();
        lines.retain(|line| !other.contains(line));
        lines
    };
    let (here, theirs) = (lacking(here, theirs), lacking(theirs, here));
    if here.is_empty() && theirs.is_empty() {
        return;
    }
    out.push_str("  Checker pairings        Tournament pairings \n");
    for row in 0..here.len().max(theirs.len()) {
        let text = |lines: &[Line]| {
            lines
                .get(row)
                .map_or_else(String::new, |line| line.text(shape))
        };
        let line = format!("{:<25}{}", text(&here), text(&theirs));
        writeln!(out, "{}", line.trim_end()).expect("a string grows");
    }
    out.push('\n');
}
