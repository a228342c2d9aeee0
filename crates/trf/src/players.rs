//! Player records `001`: the static part, and one cell of ten columns per round.
//!
//! Reading goes in two steps, because an opponent may stand further down the file: first every
//! line becomes a [`PlayerRow`] with its cells, then the cells become entries.

use edelweiss_model::{
    ByeKind, Colour, GameResult, Player, PlayerId, RoundEntry, RoundNumber, Score, Sex, Tpn,
};

use crate::cells::{
    BEFORE_ROUNDS, CELL, RoundCell, cell_column, check_before_rounds, read_cell, report_slip,
};
use crate::columns::{self, Line, shown};
use crate::error::{At, FindingKind, Log};

/// The most rounds a file can have: records `240`, `250` and `260` have three columns for one.
pub(crate) const MOST_ROUNDS: usize = 999;
/// One `001` line.
#[derive(Debug)]
pub(crate) struct PlayerRow {
    pub(crate) line: u32,
    pub(crate) number: Tpn,
    /// Columns up to the last one that is not blank.
    pub(crate) length: usize,
    /// Columns 81-84, unless blank.
    pub(crate) points: Option<Score>,
    first_cell: u32,
    n_cells: u16,
    player: Player,
}

impl PlayerRow {
    pub(crate) fn at(&self) -> At {
        At::line(self.line).player(self.number)
    }

    /// The place of one round's cell.
    pub(crate) fn at_round(&self, round: RoundNumber) -> At {
        let column = cell_column(round.index());
        self.at().round(round).columns(column, column + 7)
    }
}

/// Who has which number.
#[derive(Debug)]
pub(crate) struct NumberedPlaces {
    /// What they are called: players, or teams.
    pub(crate) noun: &'static str,
    /// `place_of[number]` is the place, plus one; 0 is nobody.
    place_of: Vec<u16>,
}

impl NumberedPlaces {
    fn of(noun: &'static str) -> Self {
        Self {
            noun,
            place_of: vec![0; Tpn::MAX as usize + 1],
        }
    }

    /// Those of teams, by place.
    pub(crate) fn of_teams(numbers: impl Iterator<Item = Tpn>) -> Self {
        let mut teams = Self::of("team");
        for (place, number) in numbers.enumerate() {
            teams.place_of[usize::from(number.get())] = place as u16 + 1;
        }
        teams
    }

    /// Who has this number.
    pub(crate) fn find(&self, number: u32) -> Option<PlayerId> {
        let place = *self.place_of.get(number as usize)?;
        (place > 0).then(|| PlayerId::from_index(usize::from(place) - 1))
    }
}

/// All `001` lines, and who has which number.
#[derive(Debug)]
pub(crate) struct PlayerRows {
    pub(crate) lines: Vec<PlayerRow>,
    cells: Vec<RoundCell>,
    /// Places in `lines`.
    pub(crate) numbers: NumberedPlaces,
    /// Whether a line had no usable number: then a missing opponent may be its player, and only
    /// the line's own error is told.
    pub(crate) has_lost_lines: bool,
}

impl PlayerRows {
    pub(crate) fn new() -> Self {
        Self {
            lines: Vec::new(),
            cells: Vec::new(),
            numbers: NumberedPlaces::of("player"),
            has_lost_lines: false,
        }
    }

    /// The player with this number.
    pub(crate) fn find(&self, number: u32) -> Option<PlayerId> {
        self.numbers.find(number)
    }

    /// Who has no opponent in this round, and a loss for a result.
    pub(crate) fn with_lost_bye(&self, round: RoundNumber) -> Vec<&PlayerRow> {
        let is_lost = |row: &&PlayerRow| {
            let index = round.index();
            let cell = &self.cells.get(row.first_cell as usize + index);
            index < usize::from(row.n_cells)
                && cell.is_some_and(|cell| {
                    cell.opponent == 0 && matches!(cell.result, b'0' | b'-' | b'l')
                })
        };
        self.lines.iter().filter(is_lost).collect()
    }

    /// Reads one line and appends it, unless its number is unusable.
    pub(crate) fn push(&mut self, line_number: u32, line: &Line<'_>, log: &mut Log) {
        let errors_before = log.errors();
        self.push_fields(line_number, line, log);
        if line.field(1, line.len()).contains(&b'\t') {
            log.advise(
                errors_before,
                "the line holds tabs, and fields are told by their columns: put blanks in place of the tabs",
            );
        }
    }

    fn push_fields(&mut self, line_number: u32, line: &Line<'_>, log: &mut Log) {
        let at = At::line(line_number);
        let Some(number) = read_number(line, at, log) else {
            self.has_lost_lines = true;
            return;
        };
        let at = at.player(number);
        let taken = usize::from(self.numbers.place_of[usize::from(number.get())]);
        if taken > 0 {
            let message = format!(
                "two players have the number {number}, the other one in line {}",
                self.lines[taken - 1].line
            );
            let at = at.columns(5, 8).field("number");
            log.error(FindingKind::Contradiction, at, message, "");
            self.has_lost_lines = true;
            return;
        }
        self.numbers.place_of[usize::from(number.get())] = self.lines.len() as u16 + 1;
        let player = read_static_part(number, line);
        let points = read_points(line, at, log);
        let first_cell = self.cells.len() as u32;
        self.read_cells(line, at, log);
        let n_cells = (self.cells.len() - first_cell as usize) as u16;
        self.lines.push(PlayerRow {
            line: line_number,
            number,
            length: line.len(),
            points,
            first_cell,
            n_cells,
            player,
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
        for (place, row) in self.lines.iter().enumerate() {
            self.numbers.place_of[usize::from(row.number.get())] = place as u16 + 1;
        }
    }

    /// Turns the cells into entries. The players come in the order of the rows.
    pub(crate) fn players(&mut self, log: &mut Log) -> Vec<Player> {
        let mut players = Vec::with_capacity(self.lines.len());
        for place in 0..self.lines.len() {
            let row = &self.lines[place];
            let start = row.first_cell as usize;
            let cells = &self.cells[start..start + usize::from(row.n_cells)];
            let mut entries = Vec::with_capacity(cells.len());
            for (index, cell) in cells.iter().enumerate() {
                let entry = self.entry(row, RoundNumber::from_index(index), *cell, log);
                entries.push(entry.unwrap_or_default());
            }
            while entries.last() == Some(&RoundEntry::Blank) {
                entries.pop();
            }
            let row = &mut self.lines[place];
            let mut player = std::mem::replace(&mut row.player, Player::new(row.number));
            player.entries = entries;
            players.push(player);
        }
        players
    }

    /// `None` when an error was recorded.
    fn entry(
        &self,
        row: &PlayerRow,
        round: RoundNumber,
        cell: RoundCell,
        log: &mut Log,
    ) -> Option<RoundEntry> {
        if !cell.is_written {
            return Some(RoundEntry::Blank);
        }
        if cell.opponent == 0 {
            return bye(row, round, cell, log).map(RoundEntry::Bye);
        }
        self.game(row, round, cell, log)
    }

    fn game(
        &self,
        row: &PlayerRow,
        round: RoundNumber,
        cell: RoundCell,
        log: &mut Log,
    ) -> Option<RoundEntry> {
        let number = row.number;
        let column = cell_column(round.index());
        let at = row.at_round(round);
        let colour = match cell.colour {
            b'w' => Some(Colour::White),
            b'b' => Some(Colour::Black),
            _ => None,
        };
        let result = game_result(row, round, cell, log)?;
        let Some(opponent) = self.find(u32::from(cell.opponent)) else {
            let message = format!(
                "round {round}: player {number} has the opponent {}, who is not in the file",
                cell.opponent
            );
            let at = at.columns(column, column + 3).field("opponent");
            if !self.has_lost_lines {
                log.error(FindingKind::UnknownPlayer, at, message, "");
            }
            return None;
        };
        if colour.is_none() && result.is_played() {
            let at = at.columns(column + 5, column + 5).field("colour");
            let message = format!(
                "round {round}: player {number} has the opponent {} and no colour, expected 'w' or 'b'",
                cell.opponent
            );
            let hint = if row.length < column + 7 {
                "the line ends inside this round"
            } else {
                "only games won or lost by forfeit (`+`, `-`) may lack the colour"
            };
            log.error(FindingKind::Field, at, message, hint);
            return None;
        }
        Some(RoundEntry::Paired {
            opponent,
            colour,
            result,
        })
    }
}

/// The result of a game. `None` when an error was recorded.
fn game_result(
    row: &PlayerRow,
    round: RoundNumber,
    cell: RoundCell,
    log: &mut Log,
) -> Option<GameResult> {
    let column = cell_column(round.index()) + 7;
    let at_result = row.at_round(round).columns(column, column).field("result");
    Some(match cell.result {
        b'1' => GameResult::Win,
        b'=' => GameResult::Draw,
        b'0' => GameResult::Loss,
        b'w' => GameResult::UnratedWin,
        b'd' => GameResult::UnratedDraw,
        b'l' => GameResult::UnratedLoss,
        b'+' => GameResult::ForfeitWin,
        b'-' => GameResult::ForfeitLoss,
        b' ' => GameResult::Unknown,
        b'?' | b'x' => {
            if log.first_time("result unknown") {
                let message = format!(
                    "round {round}: result of player {} is '{}', it is read as adjourned and counts as a draw for pairing",
                    row.number,
                    cell.result.to_ascii_uppercase() as char
                );
                log.warn(FindingKind::Reading, at_result, message, "");
            }
            GameResult::Adjourned
        }
        letter => {
            let (name, advice) = bye_name(letter);
            let message = format!(
                "round {round}: player {} has the opponent {} and the result '{}', which is {name}",
                row.number,
                cell.opponent,
                letter.to_ascii_uppercase() as char
            );
            log.error(FindingKind::Contradiction, at_result, message, advice);
            return None;
        }
    })
}

/// A round without an opponent. `None` when an error was recorded.
fn bye(row: &PlayerRow, round: RoundNumber, cell: RoundCell, log: &mut Log) -> Option<ByeKind> {
    let number = row.number;
    let column = cell_column(round.index());
    if cell.colour != b' ' && cell.colour != b'-' {
        let message = format!(
            "round {round}: player {number} has no opponent and the colour '{}', expected '-'",
            cell.colour as char
        );
        let at = row.at_round(round).columns(column + 5, column + 5);
        log.error(
            FindingKind::Contradiction,
            at.field("colour"),
            message,
            "a bye is written `0000 - H`",
        );
        return None;
    }
    let at = row.at_round(round).columns(column + 7, column + 7);
    let at = at.field("result");
    let (kind, topic, name) = match cell.result {
        b'u' => return Some(ByeKind::PairingAllocated),
        b'f' => return Some(ByeKind::Full),
        b'h' => return Some(ByeKind::Half),
        b'z' | b' ' => return Some(ByeKind::Zero),
        b'1' | b'+' | b'w' => (ByeKind::Full, "bye as win", "full-point bye"),
        b'=' | b'd' => (ByeKind::Half, "bye as draw", "half-point bye"),
        b'0' | b'-' | b'l' => (ByeKind::Zero, "bye as loss", "zero-point bye"),
        result => {
            let message = format!(
                "round {round}: player {number} has no opponent and the result '{}', which is not yet known",
                result.to_ascii_uppercase() as char
            );
            log.error(
                FindingKind::Contradiction,
                at,
                message,
                "an absent player has `0000 - Z`",
            );
            return None;
        }
    };
    if log.first_time(topic) {
        let message = format!(
            "round {round}: player {number} has no opponent and the result '{}', it is read as a {name}",
            cell.result.to_ascii_uppercase() as char
        );
        log.warn(
            FindingKind::Reading,
            at,
            message,
            "`F` is a full-point bye, `H` a half-point bye, `Z` an absence; a pairing-allocated bye is `U`",
        );
    }
    Some(kind)
}

fn bye_name(letter: u8) -> (&'static str, &'static str) {
    match letter {
        b'u' => (
            "a pairing-allocated bye",
            "whoever has a bye has no opponent: write `0000 - U`",
        ),
        b'f' => (
            "a full-point bye",
            "`F` is a full-point bye; a pairing-allocated bye is `U`; a win by forfeit is `+`",
        ),
        b'h' => (
            "a half-point bye",
            "whoever has a bye has no opponent: write `0000 - H`; a drawn game is `=`",
        ),
        _ => (
            "a zero-point bye",
            "whoever is absent has no opponent: write `0000 - Z`; a loss by forfeit is `-`",
        ),
    }
}

fn read_number(line: &Line<'_>, at: At, log: &mut Log) -> Option<Tpn> {
    let field = line.field(5, 8);
    let at_number = at.columns(5, 8).field("number");
    let blank_around = line.at(4) == b' ' && line.at(9) == b' ';
    let number = columns::number(field).and_then(|number| Tpn::new(number).ok());
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
    let cut = |first, last| columns::cut(line.raw(first, last), usize::MAX);
    let some = |text: String| (!text.is_empty()).then_some(text);
    let mut player = Player::new(number);
    player.sex = match line.at(10) {
        b'm' | b'M' => Some(Sex::Male),
        b'w' | b'W' | b'f' | b'F' => Some(Sex::Female),
        _ => None,
    };
    player.title = some(cut(11, 13));
    player.name = cut(15, 47);
    player.rating = columns::number(line.field(49, 52))
        .filter(|rating| *rating > 0)
        .map(|rating| rating as u16);
    player.federation = some(cut(54, 56));
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
