//! Results and points typed into lines that stand already: one column each, and not a byte beside them.

use edelweiss_model::{GameResult, PlayerId, RoundNumber, Score, Tournament, Tpn};

use super::players::result_letter;
use crate::cells::cell_column;
use crate::columns::{self, Counting, Line};
use crate::document::{Document, LineEdit};
use crate::record::RecordKind;
use crate::unwritable::{Unwritable, unwritable};

/// The line with `text` in the columns from `first` to `last`, which are as many as it has, and everything else as
/// it stands, blanks at its end, too.
pub(super) fn overwritten(
    line: &str,
    counting: Counting,
    (first, last): (usize, usize),
    text: &str,
) -> String {
    let place = |column: usize| match counting {
        Counting::Characters => line.char_indices().nth(column - 1).map(|(place, _)| place),
        Counting::Bytes => (column <= line.len()).then(|| line.floor_char_boundary(column - 1)),
    };
    let columns = match counting {
        Counting::Characters => line.chars().count(),
        Counting::Bytes => line.len(),
    };
    let gap = (first - 1).saturating_sub(columns);
    let before = &line[..place(first).unwrap_or(line.len())];
    let after = place(last + 1).map_or("", |place| &line[place..]);
    format!("{before}{:gap$}{text}{after}", "")
}

impl Document {
    /// This document with these results of single players in rounds in which they have an opponent: one
    /// column each. Points stay. O(bytes).
    ///
    /// # Errors
    /// [`Unwritable`] when a player has no line.
    pub fn with_results(
        &self,
        results: &[(Tpn, RoundNumber, GameResult)],
    ) -> Result<Self, Unwritable> {
        let mut of_number: Vec<Vec<(RoundNumber, GameResult)>> =
            vec![Vec::new(); Tpn::MAX_IN_FILE as usize + 1];
        for (number, round, result) in results {
            of_number[number.get() as usize].push((*round, *result));
        }
        let mut missing = results.len();
        let mut scratch_flat = Vec::new();
        let with_results = self.with_lines(|record| {
            if record.kind != RecordKind::Player {
                return LineEdit::Kept;
            }
            let number = columns::number(
                Line::new(record.text, self.counting, &mut scratch_flat).field(5, 8),
            );
            let own = number.and_then(|number| of_number.get(number as usize));
            let Some(own) = own.filter(|own| !own.is_empty()) else {
                return LineEdit::Kept;
            };
            missing -= own.len();
            let mut text = record.text.to_owned();
            for (round, result) in own {
                let column = cell_column(round.index()) + 7;
                let letter = result_letter(*result).to_string();
                text = overwritten(&text, self.counting, (column, column), &letter);
            }
            LineEdit::becomes(text)
        });
        if missing > 0 {
            return unwritable(format!(
                "{missing} results are of players without a line 001"
            ));
        }
        Ok(with_results)
    }

    /// This document with the points of all rounds paired in columns 81-84, where they are not there already: a
    /// game without a result counts nothing yet, an adjourned one what the file has it count. `tournament` is
    /// what this document says.
    ///
    /// The points of a bye entered in advance for the round after may stand with them. Nothing is written where
    /// records `299` change points, since they are not applied. O(players · rounds).
    #[must_use]
    pub fn with_points_so_far(&self, tournament: &Tournament) -> Self {
        let rounds = tournament
            .rounds_paired()
            .map_or(0, |last| last.index() + 1);
        self.with_points_of(tournament, rounds, |id| {
            points_so_far(tournament, id, rounds)
        })
    }
}

/// Points of the first `rounds` rounds without those of games that have no result.
fn points_so_far(tournament: &Tournament, id: PlayerId, rounds: usize) -> Score {
    let entries = tournament.player(id).entries.iter().take(rounds);
    let open: Score = entries
        .filter(|entry| entry.result() == Some(GameResult::Unknown))
        .map(|entry| tournament.points.points(*entry))
        .sum();
    tournament.standings_score(id, rounds) - open
}
