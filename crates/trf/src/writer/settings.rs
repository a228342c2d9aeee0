//! What holds for the whole event, and the colours of games, in a document that stands: other points, another
//! acceleration, colours exchanged.

use edelweiss_model::{Colour, PointSystem, RoundNumber, Tournament, Tpn};

use super::instructions::{write_250, write_xxa};
use super::results::overwritten;
use super::{Dialect, write_points_lines};
use crate::cells::cell_column;
use crate::columns::{self, Line};
use crate::document::{Document, LineEdit};
use crate::record::RecordKind;
use crate::unwritable::{Unwritable, unwritable};
use crate::{system, teams};

const BAKU: &str = "_BAKU";

impl Document {
    /// This document with these points, in the place of every line about points (`162`, `XXS`, `BB?`). Points of
    /// players stay. O(bytes).
    ///
    /// # Errors
    /// [`Unwritable`] where a number of points does not fit its columns.
    pub fn with_point_system(&self, points: &PointSystem) -> Result<Self, Unwritable> {
        let mut out = String::new();
        write_points_lines(&mut out, points, self.dialect())?;
        let is_about = |kind| {
            matches!(
                kind,
                RecordKind::Points162 | RecordKind::PointsXxs | RecordKind::PointsBb
            )
        };
        Ok(self.with_other_lines(&is_about, &out))
    }

    /// This document with the virtual points of `after`, in the place of every line about them (`250`, `XXA`).
    /// O(bytes), plus O(players · rounds).
    ///
    /// # Errors
    /// [`Unwritable`] in a competition of teams, and where points do not fit their columns.
    pub fn with_virtual_points(&self, after: &Tournament) -> Result<Self, Unwritable> {
        let mut out = String::new();
        match self.dialect() {
            Dialect::Trf16 => write_xxa(&mut out, after)?,
            Dialect::Trf26 => write_250(&mut out, after)?,
        }
        teams::must_not_name_players(&out, after)?;
        let is_about = |kind| matches!(kind, RecordKind::Accelerated | RecordKind::VirtualPoints);
        Ok(self.with_other_lines(&is_about, &out))
    }

    /// This document with an encoded type (`192`) that asks for the Baku method, or does not. O(bytes).
    ///
    /// # Errors
    /// [`Unwritable`] without a record `192`, and where no type joins the method with the system.
    pub fn with_baku(&self, is_baku: bool) -> Result<Self, Unwritable> {
        let mut scratch_flat = Vec::new();
        let is_type = |kind| kind == RecordKind::System;
        let Some(record) = self.records().find(|record| is_type(record.kind)) else {
            if is_baku {
                return unwritable(
                    "the file has no record 192, which says the system and the Baku method in one, as in `192 FIDE_DUTCH_2026_BAKU`",
                );
            }
            return Ok(self.clone());
        };
        let line = Line::new(record.text, self.counting, &mut scratch_flat);
        let code = line.rest(4).to_ascii_uppercase();
        let system = code.strip_suffix(BAKU).unwrap_or(&code);
        let new = if is_baku {
            format!("{system}{BAKU}")
        } else {
            system.to_owned()
        };
        if new == code {
            return Ok(self.clone());
        }
        if is_baku && !system::decode(&new).is_some_and(|(_, joins)| joins) {
            return unwritable(format!(
                "no encoded type joins the Baku method with {system}"
            ));
        }
        Ok(self.with_other_lines(&is_type, &format!("192 {new}")))
    }

    /// This document with these colours of single players in rounds in which they have an opponent: one column
    /// each. O(bytes).
    #[must_use]
    pub fn with_colours(&self, colours: &[(Tpn, RoundNumber, Colour)]) -> Self {
        let mut scratch_flat = Vec::new();
        self.with_lines(|record| {
            if record.kind != RecordKind::Player {
                return LineEdit::Kept;
            }
            let line = Line::new(record.text, self.counting, &mut scratch_flat);
            let number = columns::number(line.field(5, 8));
            let own = colours
                .iter()
                .filter(|(player, ..)| Some(player.get()) == number);
            let text = own.fold(record.text.to_owned(), |text, (_, round, colour)| {
                let column = cell_column(round.index()) + 5;
                let letter = match colour {
                    Colour::White => "w",
                    Colour::Black => "b",
                };
                overwritten(&text, self.counting, (column, column), letter)
            });
            if text == record.text {
                LineEdit::Kept
            } else {
                LineEdit::becomes(text)
            }
        })
    }

    /// This document with `text` in the place of all lines about something, or before the first player.
    fn with_other_lines(&self, is_about: &dyn Fn(RecordKind) -> bool, text: &str) -> Self {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if !self.records().any(|record| is_about(record.kind)) {
            return self.with_new_lines(&|_| false, &lines);
        }
        let mut due = lines;
        self.with_lines(|record| {
            if is_about(record.kind) {
                LineEdit::Becomes(std::mem::take(&mut due))
            } else {
                LineEdit::Kept
            }
        })
    }
}
