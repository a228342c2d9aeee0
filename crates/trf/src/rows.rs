//! One record `001` as far as others ask for it, and who has which number.

use std::ops::Range;

use edelweiss_model::{PlayerId, RoundNumber, Score, Tpn};

use crate::cells::cell_column;
use crate::error::At;

/// One `001` line.
#[derive(Debug)]
pub(crate) struct PlayerRow {
    pub(crate) line: u32,
    pub(crate) number: Tpn,
    /// Columns up to the last one that is not blank.
    pub(crate) length: usize,
    /// Columns 81-84, unless blank.
    pub(crate) points: Option<Score>,
    /// Its rounds among those that are kept as cells, none where all of them are plain.
    pub(crate) first_cell: u32,
    pub(crate) n_cells: u16,
}

impl PlayerRow {
    pub(crate) fn at(&self) -> At {
        At::line(self.line).player(self.number)
    }

    /// Where its cells are kept.
    pub(crate) fn cells(&self) -> Range<usize> {
        let first = self.first_cell as usize;
        first..first + usize::from(self.n_cells)
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
    /// Whether a line had no usable number: then a missing opponent may be its player, and only
    /// the line's own error is told.
    pub(crate) has_lost_lines: bool,
}

impl NumberedPlaces {
    pub(crate) fn of(noun: &'static str) -> Self {
        Self {
            noun,
            place_of: vec![0; Tpn::MAX_IN_FILE as usize + 1],
            has_lost_lines: false,
        }
    }

    /// Those of teams, by place.
    pub(crate) fn of_teams(numbers: impl Iterator<Item = Tpn>) -> Self {
        let mut teams = Self::of("team");
        for (place, number) in numbers.enumerate() {
            teams.put(number, place);
        }
        teams
    }

    /// Gives a number its place.
    pub(crate) fn put(&mut self, number: Tpn, place: usize) {
        self.place_of[number.get() as usize] = place as u16 + 1;
    }

    /// Who has this number.
    pub(crate) fn find(&self, number: u32) -> Option<PlayerId> {
        let place = *self.place_of.get(number as usize)?;
        (place > 0).then(|| PlayerId::from_index(usize::from(place) - 1))
    }
}
