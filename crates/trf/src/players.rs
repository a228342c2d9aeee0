//! Player records `001`: the static part, and one cell of ten columns per round.
//!
//! Reading goes in two steps, because an opponent may stand further down the file. Where all rounds of a
//! line are plain, they become entries at once, with ids as if players stood in the order of their numbers
//! without a gap; where they do not, the ids are settled in the second step. Any other line becomes a
//! [`PlayerRow`] with its cells first, and the cells become entries in the second step.

use edelweiss_model::{Player, PlayerId, RoundEntry, RoundNumber, Score, Sex, Tpn};

use crate::cells::{
    BEFORE_ROUNDS, CELL, MOST_ROUNDS, RoundCell, cell_column, check_before_rounds, plain_entries,
    provisional_id, read_cell, report_slip,
};
use crate::columns::{self, Line, shown};
use crate::entries;
use crate::error::{At, FindingKind, Log};
use crate::rows::{NumberedPlaces, PlayerRow};

/// All `001` lines, and who has which number.
#[derive(Debug)]
pub(crate) struct PlayerRows {
    pub(crate) lines: Vec<PlayerRow>,
    /// The players of the lines.
    players: Vec<Player>,
    /// The rounds of those lines that have others than plain ones.
    cells: Vec<RoundCell>,
    /// Places in `lines`.
    pub(crate) numbers: NumberedPlaces,
    /// The largest number of an opponent in a plain round.
    largest_opponent: u16,
}

impl PlayerRows {
    /// Room for so many lines.
    pub(crate) fn new(lines: usize) -> Self {
        let lines = lines.min(Tpn::MAX_IN_FILE as usize);
        Self {
            lines: Vec::with_capacity(lines),
            players: Vec::with_capacity(lines),
            cells: Vec::new(),
            numbers: NumberedPlaces::of("player"),
            largest_opponent: 0,
        }
    }

    /// The player with this number.
    pub(crate) fn find(&self, number: u32) -> Option<PlayerId> {
        self.numbers.find(number)
    }

    /// Who has no opponent in this round, and a loss for a result. Such rounds are not plain.
    pub(crate) fn with_lost_bye(&self, round: RoundNumber) -> Vec<&PlayerRow> {
        let is_lost = |row: &&PlayerRow| {
            (self.cells[row.cells()].get(round.index()))
                .is_some_and(|cell| cell.opponent == 0 && matches!(cell.result, b'0' | b'-' | b'l'))
        };
        self.lines.iter().filter(is_lost).collect()
    }

    /// Reads one line and appends it, unless its number is unusable.
    pub(crate) fn push(&mut self, line_number: u32, line: &Line<'_>, log: &mut Log) {
        let errors_before = log.errors();
        self.push_fields(line_number, line, log);
        if !line.is_plain && line.from(1).contains(&b'\t') {
            log.advise(
                errors_before,
                "the line holds tabs, and fields are told by their columns: put blanks in place of the tabs",
            );
        }
    }

    fn push_fields(&mut self, line_number: u32, line: &Line<'_>, log: &mut Log) {
        let at = At::line(line_number);
        let Some(number) = read_number(line, at, log) else {
            self.numbers.has_lost_lines = true;
            return;
        };
        let at = at.player(number);
        if let Some(taken) = self.find(number.get()) {
            let message = format!(
                "two players have the number {number}, the other one in line {}",
                self.lines[taken.index()].line
            );
            let at = at.columns(5, 8).field("number");
            log.error(FindingKind::Contradiction, at, message, "");
            self.numbers.has_lost_lines = true;
            return;
        }
        self.numbers.put(number, self.lines.len());
        let mut player = read_static_part(number, line);
        let points = read_points(line, at, log);
        let first_cell = self.cells.len();
        match plain_entries(line) {
            Some((entries, largest)) => {
                player.entries = entries;
                self.largest_opponent = self.largest_opponent.max(largest);
            }
            None => self.read_cells(line, at, log),
        }
        self.players.push(player);
        self.lines.push(PlayerRow {
            line: line_number,
            number,
            length: line.len(),
            points,
            first_cell: first_cell as u32,
            n_cells: (self.cells.len() - first_cell) as u16,
        });
    }

    fn read_cells(&mut self, line: &Line<'_>, at: At, log: &mut Log) {
        if line.len() <= BEFORE_ROUNDS {
            check_before_rounds(line, at, log);
            return;
        }
        if line.len() > BEFORE_ROUNDS + CELL * MOST_ROUNDS {
            let message = format!(
                "the line has {} columns, expected at most {MOST_ROUNDS} rounds",
                line.len()
            );
            log.error(FindingKind::Limit, at, message, "");
            return;
        }
        if !check_before_rounds(line, at, log) {
            return;
        }
        let n_cells = (line.len() - BEFORE_ROUNDS).div_ceil(CELL);
        for index in 0..n_cells {
            let column = cell_column(index);
            let bytes = line.field(column, column + CELL - 1);
            let round = RoundNumber::from_index(index);
            match read_cell(bytes) {
                Ok(cell) => self.cells.push(cell),
                Err(slip) => {
                    report_slip(slip, line, column, at.round(round), log);
                    return; // Later cells would repeat the same shift.
                }
            }
        }
    }

    /// Puts the rows into the order of their numbers.
    pub(crate) fn sort_by_number(&mut self) {
        if self.lines.is_sorted_by_key(|row| row.number) {
            return;
        }
        self.lines.sort_by_key(|row| row.number);
        self.players.sort_by_key(|player| player.number);
        for (place, row) in self.lines.iter().enumerate() {
            self.numbers.put(row.number, place);
        }
    }

    /// The players in the order of the rows, with their rounds.
    pub(crate) fn players(&mut self, log: &mut Log) -> Vec<Player> {
        let mut players = std::mem::take(&mut self.players);
        let is_numbered = |(place, row): (usize, &PlayerRow)| {
            PlayerId::from_index(place) == provisional_id(row.number.get())
        };
        // Then the ids of plain rounds are the right ones.
        let is_settled = usize::from(self.largest_opponent) <= players.len()
            && self.lines.iter().enumerate().all(is_numbered);
        for (row, player) in self.lines.iter().zip(&mut players) {
            if row.n_cells > 0 {
                let cells = self.cells[row.cells()].iter().enumerate();
                let entry = |(index, cell): (usize, &RoundCell)| {
                    let round = RoundNumber::from_index(index);
                    entries::entry(row, round, *cell, &self.numbers, log).unwrap_or_default()
                };
                player.entries = cells.map(entry).collect();
            } else if !is_settled {
                self.settle(row, &mut player.entries, log);
            }
            while player.entries.last() == Some(&RoundEntry::Blank) {
                player.entries.pop();
            }
        }
        players
    }

    /// Puts the ids of opponents in the place of their numbers.
    fn settle(&self, row: &PlayerRow, entries: &mut [RoundEntry], log: &mut Log) {
        for (index, entry) in entries.iter_mut().enumerate() {
            if let RoundEntry::Paired { opponent, .. } = entry {
                let number = opponent.index() as u32 + 1;
                let round = RoundNumber::from_index(index);
                match entries::opponent(row, round, number, &self.numbers, log) {
                    Some(found) => *opponent = found,
                    None => *entry = RoundEntry::Blank,
                }
            }
        }
    }
}

fn read_number(line: &Line<'_>, at: At, log: &mut Log) -> Option<Tpn> {
    let field = line.field(5, 8);
    let at_number = at.columns(5, 8).field("number");
    let blank_around = line.at(4) == b' ' && line.at(9) == b' ';
    let number = columns::number(field).and_then(|number| Tpn::in_file(number).ok());
    if number.is_none() || !blank_around {
        let around = line.field(4, 9);
        let message = format!(
            "number of the player is {}, expected a number from 1 to 9999 in columns 5 to 8",
            shown(if blank_around { field } else { around })
        );
        let hint = if blank_around {
            ""
        } else {
            "columns 4 and 9 are blank; the line may be shifted, or have more than 9999 players"
        };
        log.error(FindingKind::Field, at_number, message, hint);
        return None;
    }
    number
}

fn read_static_part(number: Tpn, line: &Line<'_>) -> Player {
    let some = |text: String| (!text.is_empty()).then_some(text);
    let mut player = Player::new(number);
    player.sex = match line.at(10) {
        b'm' | b'M' => Some(Sex::Male),
        b'w' | b'W' | b'f' | b'F' => Some(Sex::Female),
        _ => None,
    };
    player.title = some(line.name(11, 13));
    player.name = line.name(15, 47);
    player.rating = columns::number(line.field(49, 52))
        .filter(|rating| *rating > 0)
        .map(|rating| rating as u16);
    player.federation = some(line.name(54, 56));
    player
}

/// Columns 81 to 84 with the first of them; a fifth character in column 80 belongs to it.
pub(crate) fn points_field<'a>(line: &Line<'a>) -> (usize, &'a [u8]) {
    let first = if line.at(80) == b' ' { 81 } else { 80 };
    (first, line.field(first, 84))
}

fn read_points(line: &Line<'_>, at: At, log: &mut Log) -> Option<Score> {
    let (first, field) = points_field(line);
    if columns::trimmed(field).is_empty() {
        return None;
    }
    let points = columns::score(field);
    if points.is_none() {
        let message = format!(
            "points of player {} are {}, expected a number such as '11.5'",
            at.player.map_or(0, Tpn::get),
            shown(field)
        );
        let hint = if line.len() < 84 {
            "the line ends inside this field"
        } else {
            "points stand in columns 81 to 84 with a decimal point; columns count characters, not bytes"
        };
        let at = at.columns(first, 84).field("points");
        log.error(FindingKind::Field, at, message, hint);
    }
    points
}
