//! The checklist (`-l`) in the columns of bbpPairings (6.0.0 for the rules of 2026, 5.0.1 for those of
//! 2017): who was to be paired, with what the rules
//! look at, separated by tabs.

use std::fmt::Write as _;

use edelweiss::model::{Colour, Float, PlayerId, Strength};
use edelweiss::pairing::RoundPairing;
use edelweiss_answers::report::Setting;

/// The table. Without a round the column of the current opponents stays empty.
///
/// Every column is as wide as its widest cell, its heading included, and right-aligned. A blank line
/// stands before the heading and before each score, and two stand at the end.
pub(crate) fn table(setting: &Setting<'_>, round: Option<&RoundPairing>) -> String {
    let position = setting.position;
    let rounds = position.round().index();
    let mut heading: Vec<String> = ["ID", "Pts"].map(str::to_owned).to_vec();
    heading.push("-".repeat(rounds + 1));
    // It writes C12 where the text of 2017 has C.12.
    let labels = setting.choice.pairing.float_labels();
    let [last_round, round_before] = labels.map(|label| label.replace('.', ""));
    heading.extend(["Pref", "C2", &last_round, &round_before, "Cur", ""].map(str::to_owned));
    heading.extend((1..=rounds).map(|round| format!("R{round}")));
    let seats = round.map(|round| seats(setting, round));
    let rows: Vec<Vec<String>> = (position.present().iter())
        .map(|id| row(setting, seats.as_deref(), *id))
        .collect();
    let widths: Vec<usize> = (0..heading.len())
        .map(|column| {
            let cells = rows.iter().map(|row| row[column].len());
            cells.chain([heading[column].len()]).max().unwrap_or(0)
        })
        .collect();
    let mut out = String::from("\n");
    let line = |out: &mut String, cells: &[String]| {
        for (cell, width) in cells.iter().zip(&widths) {
            write!(out, "{cell:>width$}\t").expect("a string grows");
        }
        out.push('\n');
    };
    line(&mut out, &heading);
    for (index, (id, row)) in position.present().iter().zip(&rows).enumerate() {
        let score = |id: PlayerId| position.player(id).score;
        if index == 0 || score(position.present()[index - 1]) != score(*id) {
            out.push('\n');
        }
        line(&mut out, row);
    }
    out.push_str("\n\n");
    out
}

fn row(setting: &Setting<'_>, seats: Option<&[PairedSeat]>, id: PlayerId) -> Vec<String> {
    let position = setting.position;
    let state = position.player(id);
    let letter = |colour: Colour| match colour {
        Colour::White => 'W',
        Colour::Black => 'B',
    };
    let colours: String = position.games(id).iter().map(|(_, c)| letter(*c)).collect();
    let preference = match (state.preference.map(letter), state.strength) {
        (Some(colour), Strength::Absolute) => format!("{colour} "),
        (Some(colour), Strength::Strong) => format!("({colour})"),
        (Some(colour), _) => format!("{} ", colour.to_ascii_lowercase()),
        (None, _) => "A ".to_owned(),
    };
    let float = |float: Float| match float {
        Float::None => "",
        Float::Down => "D",
        Float::Up => "U",
    };
    let mut cells = vec![
        setting.number(id).to_string(),
        state.score.to_string(),
        colours,
        preference,
        if state.bye_allowed { "Y" } else { "N" }.to_owned(),
        float(state.floats[0]).to_owned(),
        float(state.floats[1]).to_owned(),
        seats.map_or_else(String::new, |seats| current(setting, seats[id.index()])),
        String::new(),
    ];
    let entries = &setting.tournament.player(id).entries;
    cells.extend((0..position.round().index()).map(|index| {
        let game = entries.get(index).and_then(|entry| entry.played());
        game.map_or_else(String::new, |(opponent, _)| {
            setting.number(opponent).to_string()
        })
    }));
    cells
}

/// The opponent and the own colour of whoever has one in the round just paired.
type PairedSeat = Option<(PlayerId, char)>;

/// By player index.
fn seats(setting: &Setting<'_>, round: &RoundPairing) -> Vec<PairedSeat> {
    let mut seats = vec![None; setting.tournament.players.len()];
    for board in &round.boards {
        seats[board.white.index()] = Some((board.black, 'W'));
        seats[board.black.index()] = Some((board.white, 'B'));
    }
    seats
}

fn current(setting: &Setting<'_>, seat: PairedSeat) -> String {
    match seat {
        Some((opponent, colour)) => format!("({}{colour})", setting.number(opponent)),
        None => "(bye)".to_owned(),
    }
}
