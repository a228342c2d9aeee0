//! A round of teams, added to a document: its games, the line-ups that are not those of the members in their order, and
//! who has the pairing-allocated bye.

use std::fmt::Write as _;

use edelweiss_model::{ByeKind, PlayerId, RoundNumber, TeamByes, Teams, Tournament};

use super::results::overwritten;
use crate::cells::MOST_ROUNDS;
use crate::document::{Document, LineEdit};
use crate::record::RecordKind;
use crate::team_cells;
use crate::teams::{FIRST_BYE, line_up_record};
use crate::unwritable::{Unwritable, unwritable};

impl Document {
    /// This document with one round of teams more: `games` (White first) without results, byes of players in the players'
    /// lines, and of `after` the line-ups and byes of teams that `tournament` does not have yet. `tournament` is what this
    /// document says. O(bytes).
    ///
    /// # Errors
    /// As for [`with_round`](Self::with_round); a round, or points of a bye, for which the records have no place.
    pub fn with_team_round(
        &self,
        tournament: &Tournament,
        games: &[(PlayerId, PlayerId)],
        byes: &[(PlayerId, ByeKind)],
        after: &Teams,
    ) -> Result<Self, Unwritable> {
        let round = tournament.next_round();
        let byes: Vec<(PlayerId, Option<ByeKind>)> =
            (byes.iter()).map(|(id, kind)| (*id, Some(*kind))).collect();
        let with_games = self.with_round(tournament, games, None)?;
        let with_cells = with_games.with_byes(tournament, round, &byes);
        let before = &tournament.teams;
        let with_bye = match &after.byes {
            Some(byes) if before.byes.as_ref() != Some(byes) => {
                with_cells.with_team_bye(tournament, byes, round)?
            }
            _ => with_cells,
        };
        let new = after
            .line_ups
            .get(before.line_ups.len()..)
            .unwrap_or_default();
        let lines = new
            .iter()
            .map(|line_up| line_up_record(tournament, line_up));
        let lines: Vec<String> = lines.collect::<Result<_, _>>()?;
        Ok(with_bye.with_new_lines(&is_of_teams, &lines))
    }

    /// Who has the bye of a round, in the record `320` that stands or in a new one.
    fn with_team_bye(
        &self,
        tournament: &Tournament,
        byes: &TeamByes,
        round: RoundNumber,
    ) -> Result<Self, Unwritable> {
        if round.index() >= MOST_ROUNDS {
            return unwritable(format!("round {round} is beyond round {MOST_ROUNDS}"));
        }
        let number = |round: usize| {
            let receiver = byes.receivers.get(round).copied().flatten();
            receiver.map_or(0, |team| tournament.teams.teams[team.index()].number.get())
        };
        let column = |round: usize| FIRST_BYE + 4 * round;
        if self.count(RecordKind::TeamByes) == 0 {
            let [of_match, of_games] = [
                team_cells::points(byes.match_points, 4)?,
                team_cells::points(byes.game_points, 4)?,
            ];
            let mut line = format!("320 {of_match} {of_games}");
            for round in 0..=round.index() {
                write!(line, " {:03}", number(round)).expect("a string grows");
            }
            return Ok(self.with_new_lines(&is_of_teams, &[line]));
        }
        Ok(self.with_lines(|record| {
            if record.kind != RecordKind::TeamByes {
                return LineEdit::Kept;
            }
            let mut text = record.text.to_owned();
            // Rounds without a bye that the record does not reach yet have their zeros.
            let length = text.trim_end().len();
            let missing = (0..round.index()).filter(|round| column(*round) > length);
            for round in missing.chain([round.index()]) {
                let place = (column(round), column(round) + 2);
                text = overwritten(
                    &text,
                    self.counting,
                    place,
                    &format!("{:03}", number(round)),
                );
            }
            LineEdit::becomes(text)
        }))
    }
}

/// The records that speak of teams.
fn is_of_teams(kind: RecordKind) -> bool {
    matches!(
        kind,
        RecordKind::Team | RecordKind::TeamByes | RecordKind::ForfeitedMatch | RecordKind::LineUp
    )
}
