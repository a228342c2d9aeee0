//! A player's line as its fields, as they stand: what converters and twins of a file copy.

use std::fmt::{self, Write};

use crate::cells::{CELL, cell_column};
use crate::columns::Line;
use crate::document::Document;
use crate::players::points_field;
use crate::record::{Record, RecordKind};

/// The fields of a record `001`, each as it stands without blanks around it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerLine {
    /// Columns 5-8: the number.
    pub number: String,
    /// Column 10: the sex.
    pub sex: String,
    /// Columns 11-13: the title.
    pub title: String,
    /// Columns 15-47: the name.
    pub name: String,
    /// Columns 49-52: the rating.
    pub rating: String,
    /// Columns 54-56: the federation.
    pub federation: String,
    /// Columns 58-68: the FIDE number.
    pub fide_number: String,
    /// Columns 70-79: the date of birth.
    pub birth: String,
    /// Columns 81-84, or 80-84: the points.
    pub points: String,
    /// Columns 86-89: the rank.
    pub rank: String,
    /// Each round: opponent, colour and result; three blanks where nothing stands.
    pub rounds: Vec<[String; 3]>,
}

impl PlayerLine {
    /// The fields that come before the rounds, each with its name.
    pub fn fields(&self) -> [(&'static str, &str); 10] {
        [
            ("number", &self.number),
            ("sex", &self.sex),
            ("title", &self.title),
            ("name", &self.name),
            ("rating", &self.rating),
            ("federation", &self.federation),
            ("FIDE number", &self.fide_number),
            ("date of birth", &self.birth),
            ("points", &self.points),
            ("rank", &self.rank),
        ]
    }

    /// The fields that are longer than their columns, and how many columns they have.
    pub fn too_long(&self) -> Vec<(&'static str, usize)> {
        const WIDTHS: [usize; 10] = [4, 1, 3, 33, 4, 3, 11, 10, 5, 4];
        let fields = self.fields().into_iter().zip(WIDTHS);
        let cells = self
            .rounds
            .iter()
            .flatten()
            .zip([4, 1, 1].into_iter().cycle());
        let cells = cells.map(|(text, width)| (("round", text.as_str()), width));
        let all = fields.chain(cells);
        let long = all.filter(|((_, text), width)| text.chars().count() > *width);
        long.map(|((name, _), width)| (name, width)).collect()
    }
}

impl fmt::Display for PlayerLine {
    /// The line with its fields in their columns; a text that is too long for its columns is cut.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = format!(
            "001 {:>4.4} {:>1.1}{:>3.3} {:<33.33} {:>4.4} {:<3.3} {:>11.11} {:<10.10}{:>5.5} {:>4.4}",
            self.number,
            self.sex,
            self.title,
            self.name,
            self.rating,
            self.federation,
            self.fide_number,
            self.birth,
            self.points,
            self.rank,
        );
        for [opponent, colour, result] in &self.rounds {
            write!(line, "  {opponent:>4.4} {colour:>1.1} {result:>1.1}")?;
        }
        f.write_str(line.trim_end())
    }
}

impl Document {
    /// The fields of a player's line of this document; `None` for every other record. O(line).
    pub fn player_line(&self, record: Record<'_>) -> Option<PlayerLine> {
        if record.kind != RecordKind::Player {
            return None;
        }
        let mut scratch_flat = Vec::new();
        let line = Line::new(record.text, self.counting, &mut scratch_flat);
        let text = |first, last| line.text(first, last).to_owned();
        let rounds = (0..)
            .map(cell_column)
            .take_while(|column| *column <= line.len())
            .map(|column| {
                [(0, 3), (5, 5), (7, CELL - 3)].map(|(from, to)| text(column + from, column + to))
            });
        Some(PlayerLine {
            number: text(5, 8),
            sex: text(10, 10),
            title: text(11, 13),
            name: text(15, 47),
            rating: text(49, 52),
            federation: text(54, 56),
            fide_number: text(58, 68),
            birth: text(70, 79),
            points: text(points_field(&line).0, 84),
            rank: text(86, 89),
            rounds: rounds.collect(),
        })
    }
}
