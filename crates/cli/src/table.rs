//! The round as a table for people.

use std::collections::BTreeSet;

use comfy_table::{CellAlignment, Row, Table, presets};
use edelweiss::model::{Float, PlayerId, Score};
use edelweiss::pairing::RoundPairing;
use edelweiss::systems::PairingUnit;
use edelweiss_answers::report::{Setting, bye_name, clean, listed};

/// The whole page.
pub(crate) fn page(setting: &Setting<'_>, round: &RoundPairing) -> String {
    let name = clean(&setting.tournament.name);
    let title = if name.is_empty() {
        setting.file.to_owned()
    } else {
        name
    };
    let of = match setting.tournament.rounds_total {
        Some(total) => format!(" of {total}"),
        None => String::new(),
    };
    let engine =
        (setting.engine_name()).map_or_else(String::new, |name| format!("; engine: {name}"));
    let mut out = format!(
        "{title}, round {}{of}\n{} ({}){engine}\n\n",
        round.round,
        setting.choice.pairing.name,
        setting.choice.by.words(),
    );
    out.push_str(&boards(setting, round).trim_fmt());
    out.push('\n');
    out.push_str(&notes(setting, round));
    out
}

/// A row for each board, and one for the bye.
fn boards(setting: &Setting<'_>, round: &RoundPairing) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let header = [
        "Bd", "No", "White", "Rtg", "Pts", "", "", "Pts", "Rtg", "Black", "No",
    ];
    table.set_header(header);
    for (index, board) in round.boards.iter().enumerate() {
        let [white, black] = [(board.white, board.black), (board.black, board.white)]
            .map(|(player, opponent)| TableSeat::new(setting, player, Some(opponent)));
        table.add_row(Row::from([
            (index + 1).to_string(),
            white.number,
            white.name,
            white.rating,
            white.points,
            white.float.to_owned(),
            black.float.to_owned(),
            black.points,
            black.rating,
            black.name,
            black.number,
        ]));
    }
    if let Some(bye) = round.bye {
        let seat = TableSeat::new(setting, bye, None);
        let mut row = vec![
            String::new(),
            seat.number,
            seat.name,
            seat.rating,
            seat.points,
            seat.float.to_owned(),
        ];
        row.extend([
            String::new(),
            String::new(),
            String::new(),
            "bye".to_owned(),
        ]);
        table.add_row(row);
    }
    for (index, heading) in header.iter().enumerate() {
        let is_number = ["Bd", "No", "Rtg", "Pts"].contains(heading);
        if let Some(column) = table.column_mut(index).filter(|_| is_number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// What stands below the boards.
fn notes(setting: &Setting<'_>, round: &RoundPairing) -> String {
    let mut out = String::new();
    let is_ladder = setting.choice.pairing.unit == PairingUnit::LadderGame;
    let has_floats =
        (round.boards.iter()).any(|board| setting.float(board.white, board.black) != Float::None);
    if !is_ladder && (has_floats || round.bye.is_some()) {
        out.push_str("\n▼ floats down, ▲ floats up\n");
    }
    if let Some(player) = round.given_bye {
        out.push_str("\nThe arbiter has given the bye to ");
        out.push_str(&setting.called(player));
        out.push('\n');
    }
    let absent: Vec<String> = (setting.absent().into_iter())
        .map(|(id, kind)| format!("{} ({})", setting.called(id), bye_name(kind)))
        .collect();
    if setting.choice.pairing.unit.is_scheduled() {
        let boards = round.boards.iter();
        let seated: BTreeSet<PlayerId> = boards
            .flat_map(|board| [board.white, board.black])
            .collect();
        let free = setting
            .tournament
            .player_ids()
            .find(|id| !seated.contains(id));
        if let Some(free) = free {
            out.push_str("\nFree in this round: ");
            out.push_str(&setting.called(free));
            out.push('\n');
        }
    }
    if !absent.is_empty() {
        out.push_str("\nNot to be paired: ");
        out.push_str(&listed(&absent));
        out.push('\n');
    }
    out
}

/// The cells of one player.
struct TableSeat {
    number: String,
    name: String,
    rating: String,
    points: String,
    float: &'static str,
}

impl TableSeat {
    fn new(setting: &Setting<'_>, id: PlayerId, opponent: Option<PlayerId>) -> Self {
        let player = setting.tournament.player(id);
        let title = player.title.as_deref().map(clean).unwrap_or_default();
        let standings = setting.position.player(id).standings;
        let virtual_points = setting.virtual_points(id);
        let float = match opponent {
            _ if setting.choice.pairing.unit == PairingUnit::LadderGame => Float::None,
            Some(opponent) => setting.float(id, opponent),
            None => Float::Down,
        };
        Self {
            number: player.number.to_string(),
            name: format!("{title} {}", clean(&player.name)).trim().to_owned(),
            rating: player.rating.map(|r| r.to_string()).unwrap_or_default(),
            points: if virtual_points == Score::ZERO {
                standings.to_string()
            } else {
                format!("{standings}+{virtual_points}")
            },
            float: match float {
                Float::Down => "▼",
                Float::Up => "▲",
                Float::None => "",
            },
        }
    }
}
