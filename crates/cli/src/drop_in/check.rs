//! `-c`: every recorded round paired again, and what differs beside it, in the text of bbpPairings
//! and JaVaFo as measured.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use edelweiss::model::{ByeKind, Position, RoundEntry, RoundNumber, Tournament};
use edelweiss::pairing::{Board, ColourReason, Outcome, RoundPairing};
use edelweiss_answers::check::{Recorded, Seat};
use edelweiss_answers::report::Setting;

use super::event::DropInEvent;
use super::request::Request;
use super::{CommandGrammar, DropInFailure, release, write_list, write_standard};
use crate::checklist;

/// Checks the rounds asked for and writes what differs, and the checklists if asked for.
///
/// # Errors
/// A file that is refused, a round that is not recorded, or standard output that cannot be written.
pub(super) fn run(shape: CommandGrammar, request: &Request) -> Result<(), DropInFailure> {
    let event = DropInEvent::read(shape, request)?;
    let last = columns(&event.tournament);
    if let Some(round) = request.round
        && round > last
    {
        let what = format!("found no round {round}, expected one of the {last} recorded");
        return Err(event.wrong(&what));
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
        // A round at a time, so that nothing found so far is lost.
        let checked = check_round(shape, &event, round, request.list.is_some());
        write_standard(&format!("{stem}: Round #{round}\n{}", checked.text))?;
        write!(list, "Round #{round}\n{}", checked.list).expect("a string grows");
    }
    if shape == CommandGrammar::BbpPairings {
        write_standard("\n")?;
    }
    list.push_str(&release());
    write_list(request, || list);
    Ok(())
}

/// The rounds of which anything is recorded: also one with nothing but byes, in which there is
/// nobody to pair.
fn columns(tournament: &Tournament) -> u16 {
    let last = (tournament.players.iter())
        .filter_map(|player| (player.entries.iter()).rposition(|e| *e != RoundEntry::Blank))
        .max();
    last.map_or(0, |index| RoundNumber::from_index(index).get())
}

/// What there is to say about a round.
struct Checked {
    text: String,
    /// The checklist, empty where none is asked for.
    list: String,
}

/// The tournament before a round of the file. A column with byes only counts as one of a finished round
/// here: whoever is blank in it is absent, and only who has the pairing-allocated bye took part.
fn before_column(tournament: &Tournament, round: RoundNumber) -> Tournament {
    let before = tournament.before_round(round);
    if tournament.rounds_paired().is_some_and(|last| round <= last) {
        return before;
    }
    let mut data = before.into_data();
    for player in &mut data.players {
        let entry = match player.entry(round) {
            RoundEntry::Blank => RoundEntry::Bye(ByeKind::Zero),
            entry if entry.shows_pairing() => RoundEntry::Blank,
            bye => bye,
        };
        player.entries.resize(round.index() + 1, RoundEntry::Blank);
        player.entries[round.index()] = entry;
    }
    data.round_to_pair = Some(round);
    data.build().expect("byes contradict nothing")
}

fn check_round(shape: CommandGrammar, event: &DropInEvent, round: u16, with_list: bool) -> Checked {
    let number = RoundNumber::from_index(usize::from(round) - 1);
    let before = before_column(&event.tournament, number);
    let position = Position::derive(&before, &event.choice.pairing.definitions);
    let setting = event.setting(&before, &position);
    let ours = match event
        .choice
        .pairing
        .paired(&before, &position, &setting.engine.into())
    {
        Ok(Outcome::Paired(ours)) => Some(ours),
        Ok(Outcome::Impossible(_)) | Err(_) => None,
    };
    let text = match &ours {
        Some(ours) => {
            let recorded = Recorded::of(&event.tournament, number);
            let here = lines_of_ours(shape, &setting, ours);
            differences(shape, &here, &lines_of(shape, &setting, &recorded))
        }
        None => format!("No valid pairing exists for round {round}.\n\n"),
    };
    Checked {
        text,
        list: if with_list {
            checklist::table(&setting, ours.as_ref())
        } else {
            String::new()
        },
    }
}

/// A line of a table.
#[derive(Clone, Copy, Debug)]
enum ChecklistLine {
    Board(u32, u32),
    /// A forfeited game whose colours the file does not tell; the smaller number first.
    Colourless(u32, u32),
    Bye(u32),
}

impl ChecklistLine {
    fn text(self, shape: CommandGrammar) -> String {
        match (self, shape) {
            (Self::Board(first, second) | Self::Colourless(second, first), _) => {
                format!("{first:>7} - {second:>3}")
            }
            (Self::Bye(id), CommandGrammar::BbpPairings) => format!("{id:>7} -   0"),
            (Self::Bye(id), CommandGrammar::Javafo) => format!("    PAB:{id:>5}"),
        }
    }

    /// Who sits there, whatever the colours: the smaller number first, and 0 beside a bye.
    fn players(self) -> [u32; 2] {
        match self {
            Self::Board(a, b) | Self::Colourless(a, b) => [a.min(b), a.max(b)],
            Self::Bye(id) => [0, id],
        }
    }

    /// Whether nothing contradicts that both are the same.
    fn fits(self, other: Self) -> bool {
        match (self, other) {
            (Self::Board(a, b), Self::Board(c, d)) => (a, b) == (c, d),
            _ => self.players() == other.players(),
        }
    }
}

fn in_order(shape: CommandGrammar, setting: &Setting<'_>, boards: &[Board]) -> Vec<Board> {
    match shape {
        CommandGrammar::BbpPairings => setting.in_order_of_standings(boards),
        CommandGrammar::Javafo => setting.in_order_of_scores(boards),
    }
}

fn lines_of_ours(
    shape: CommandGrammar,
    setting: &Setting<'_>,
    ours: &RoundPairing,
) -> Vec<ChecklistLine> {
    let boards = in_order(shape, setting, &ours.boards);
    (boards.iter())
        .map(|board| ChecklistLine::Board(setting.number(board.white), setting.number(board.black)))
        .chain(ours.bye.map(|id| ChecklistLine::Bye(setting.number(id))))
        .collect()
}

/// The recorded round in the order of ours.
fn lines_of(
    shape: CommandGrammar,
    setting: &Setting<'_>,
    recorded: &Recorded,
) -> Vec<ChecklistLine> {
    let boards: Vec<Board> = (recorded.pairs.iter())
        .map(|&(white, black)| Board {
            white,
            black,
            colour_reason: ColourReason::BothGranted,
        })
        .collect();
    let boards = in_order(shape, setting, &boards);
    let colourless: BTreeSet<[u32; 2]> = (recorded.seats.iter())
        .filter_map(|seat| match seat {
            Seat::Colourless { players } => Some(*players),
            Seat::Board { .. } | Seat::Bye { .. } => None,
        })
        .collect();
    let line = |board: &Board| {
        let (a, b) = (setting.number(board.white), setting.number(board.black));
        let players = [a.min(b), a.max(b)];
        if colourless.contains(&players) {
            ChecklistLine::Colourless(players[0], players[1])
        } else {
            ChecklistLine::Board(a, b)
        }
    };
    let byes = recorded.seats.iter().filter_map(|seat| match seat {
        Seat::Bye { bye } => Some(ChecklistLine::Bye(*bye)),
        Seat::Board { .. } | Seat::Colourless { .. } => None,
    });
    boards.iter().map(line).chain(byes).collect()
}

/// The lines that only one side has, side by side; nothing where both have the same.
fn differences(shape: CommandGrammar, here: &[ChecklistLine], theirs: &[ChecklistLine]) -> String {
    let lacking = |lines: &[ChecklistLine], other: &[ChecklistLine]| -> Vec<ChecklistLine> {
        let mut by_players: BTreeMap<[u32; 2], Vec<ChecklistLine>> = BTreeMap::new();
        for line in other {
            by_players.entry(line.players()).or_default().push(*line);
        }
        let mut lines = lines.to_vec();
        lines.retain(|line| {
            let same = by_players.get(&line.players());
            !same.is_some_and(|same| same.iter().any(|other| line.fits(*other)))
        });
        lines
    };
    let (here, theirs) = (lacking(here, theirs), lacking(theirs, here));
    if here.is_empty() && theirs.is_empty() {
        return String::new();
    }
    let mut out = String::from("  Checker pairings        Tournament pairings \n");
    for row in 0..here.len().max(theirs.len()) {
        let text = |lines: &[ChecklistLine]| {
            lines
                .get(row)
                .map_or_else(String::new, |line| line.text(shape))
        };
        let line = format!("{:<25}{}", text(&here), text(&theirs));
        writeln!(out, "{}", line.trim_end()).expect("a string grows");
    }
    out.push('\n');
    out
}
