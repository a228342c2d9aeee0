//! Whether players of a small field can be paired completely.

use edelweiss_model::{PlayerId, Score};

use super::{BYE, BeyondTable, SmallField, first};

impl SmallField<'_> {
    /// Whether the round can be paired at all.
    pub(crate) fn is_pairable(&mut self) -> Result<bool, BeyondTable> {
        self.budget = self.tuning.table_steps;
        self.is_complete(first(self.position.present().len()), 0)
    }

    /// The lowest score of a player who can take the bye while all others are paired (2026 C5); from
    /// now on only players with that score may. `None` if there is none.
    pub(crate) fn lowest_bye_score(&mut self) -> Result<Option<Score>, BeyondTable> {
        let present = self.position.present();
        let mut last = None;
        for id in present.iter().rev() {
            let player = self.position.player(*id);
            if !player.bye_allowed || last == Some(player.score) {
                continue;
            }
            last = Some(player.score);
            self.open_bye(|score| score == player.score);
            if self.is_pairable()? {
                return Ok(last);
            }
        }
        Ok(None)
    }

    /// Whether the floaters and everybody lower can be paired completely.
    pub(crate) fn completes(
        &mut self,
        floaters: &[PlayerId],
        lower: &[PlayerId],
    ) -> Result<bool, BeyondTable> {
        self.budget = self.tuning.table_steps;
        let everybody = self.set_of(floaters) | self.set_of(lower);
        self.is_complete(everybody, 0)
    }

    /// Whether these can be paired completely, one with the bye if their number is odd, no two of
    /// `apart` with each other.
    pub(super) fn is_complete(&mut self, players: u64, apart: u64) -> Result<bool, BeyondTable> {
        let bye = if players.count_ones() % 2 == 1 {
            BYE
        } else {
            0
        };
        self.is_perfect(players | bye, apart)
    }

    /// Whether a perfect matching of these vertices exists, with no two of `apart` in a pair.
    pub(super) fn is_perfect(&mut self, vertices: u64, apart: u64) -> Result<bool, BeyondTable> {
        let answer = self.graph.is_perfect(vertices, apart, &mut self.budget);
        answer.ok_or(BeyondTable)
    }
}
