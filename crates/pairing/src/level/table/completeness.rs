//! Whether players of a small field can be paired completely.
//!
//! A greedy pairing with one kind of repair answers most questions. Otherwise the search branches on a
//! player with the fewest opponents left, which has a budget.

use edelweiss_model::{PlayerId, Score};

use super::{BYE, BeyondTable, SmallField, first, members};

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
        Ok(self.pairs_up_greedily(vertices, apart) || self.branches(vertices, apart)?)
    }

    /// Whom `v` may meet if no two of `apart` may.
    fn row(&self, v: usize, apart: u64) -> u64 {
        let row = self.rows[v];
        if apart >> v & 1 == 1 {
            row & !apart
        } else {
            row
        }
    }

    /// Finds a perfect matching as a rule where there is one: everybody takes the first partner left,
    /// or else one of somebody who can take another.
    fn pairs_up_greedily(&self, vertices: u64, apart: u64) -> bool {
        let mut mates = [0_u8; 64];
        let mut left = vertices;
        while left != 0 {
            // The bye first: few can take it.
            let v = 63 - left.leading_zeros() as usize;
            left &= !(1 << v);
            let row = self.row(v, apart) & vertices;
            let mut partner = row & left;
            if partner == 0 {
                let step = members(row).find_map(|taken| {
                    let jilted = usize::from(mates[taken]);
                    let other = self.row(jilted, apart) & left;
                    (other != 0).then(|| (taken, jilted, other.trailing_zeros()))
                });
                let Some((taken, jilted, other)) = step else {
                    return false;
                };
                left &= !(1 << other);
                mates[jilted] = other as u8;
                mates[other as usize] = jilted as u8;
                partner = 1 << taken;
            }
            let partner = partner.trailing_zeros() as usize;
            left &= !(1 << partner);
            mates[v] = partner as u8;
            mates[partner] = v as u8;
        }
        true
    }

    /// As [`Self::is_perfect`], by branching on a vertex with the fewest partners left.
    fn branches(&mut self, mut left: u64, apart: u64) -> Result<bool, BeyondTable> {
        while left != 0 {
            self.budget = self.budget.checked_sub(1).ok_or(BeyondTable)?;
            let (mut fewest, mut partners, mut vertex) = (u32::MAX, 0, 0);
            for v in members(left) {
                let row = self.row(v, apart) & left;
                if row.count_ones() < fewest {
                    (fewest, partners, vertex) = (row.count_ones(), row, v);
                    if fewest <= 1 {
                        break;
                    }
                }
            }
            left &= !(1 << vertex);
            match fewest {
                0 => return Ok(false),
                1 => left &= !partners,
                _ => {
                    for partner in members(partners) {
                        if self.branches(left & !(1 << partner), apart)? {
                            return Ok(true);
                        }
                    }
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
