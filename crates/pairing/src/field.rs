//! Who may meet whom, and whether a set of players can be paired completely.
//!
//! # Articles
//! C1, C2, C3, the arbiter's bans; completion (2026 C4, 2017 A.9 and C.4); the score of the player
//! with the bye (2026 C5).

use edelweiss_matching::{Cover, Dense, Solver};
use edelweiss_model::{PlayerId, Position, Score};

use crate::Witness;

/// The absolute criteria of one round as a bit matrix.
#[derive(Debug)]
pub(crate) struct Field<'a> {
    pub(crate) position: &'a Position,
    /// Bit `b` of row `a`: the two may meet. Rows and columns are player indices.
    may_meet: Vec<u64>,
    words: usize,
    /// By player index: may receive the bye of this round.
    bye_taker: Vec<bool>,
}

impl<'a> Field<'a> {
    /// O(n²/64 + n · rounds) for n players.
    pub(crate) fn new(position: &'a Position) -> Self {
        let n = position.players().len();
        let words = n.div_ceil(64);
        let mut present = vec![0_u64; words];
        for id in position.present() {
            present[id.index() / 64] |= 1 << (id.index() % 64);
        }
        let mut may_meet = vec![0_u64; n * words];
        for &id in position.present() {
            let row = &mut may_meet[id.index() * words..(id.index() + 1) * words];
            row.copy_from_slice(&present);
            let met = position.games(id).iter().map(|(opponent, _)| *opponent);
            for other in met.chain([id]) {
                row[other.index() / 64] &= !(1 << (other.index() % 64));
            }
        }
        let mut field = Self {
            position,
            may_meet,
            words,
            bye_taker: Vec::new(),
        };
        field.clear_if(|position, a, b| position.colours_clash(a, b) || position.is_banned(a, b));
        field.bye_taker = position
            .players()
            .iter()
            .map(|player| player.bye_allowed)
            .collect();
        field
    }

    fn clear_if(&mut self, apart: impl Fn(&Position, PlayerId, PlayerId) -> bool) {
        let present = self.position.present();
        for &a in present {
            for &b in present {
                if apart(self.position, a, b) {
                    self.may_meet[a.index() * self.words + b.index() / 64] &=
                        !(1 << (b.index() % 64));
                }
            }
        }
    }

    /// From now on only players with exactly this score may receive the bye.
    pub(crate) fn restrict_bye_to(&mut self, score: Score) {
        for (taker, player) in self.bye_taker.iter_mut().zip(self.position.players()) {
            *taker &= player.score == score;
        }
    }

    pub(crate) fn may_meet(&self, a: PlayerId, b: PlayerId) -> bool {
        self.may_meet[a.index() * self.words + b.index() / 64] >> (b.index() % 64) & 1 == 1
    }

    pub(crate) fn may_take_bye(&self, id: PlayerId) -> bool {
        self.bye_taker[id.index()]
    }

    /// Whether the number of players to be paired is odd.
    pub(crate) fn has_bye(&self) -> bool {
        self.position.present().len() % 2 == 1
    }

    /// Whether these players can all be paired, one of them with the bye if their number is odd.
    pub(crate) fn can_complete(&self, players: &[PlayerId]) -> bool {
        self.has_perfect(players, players.len() % 2 == 1)
    }

    fn has_perfect(&self, players: &[PlayerId], with_bye: bool) -> bool {
        let n = players.len() + usize::from(with_bye);
        let graph = Dense::<i64>::from_fn(n, |u, v| {
            let (u, v) = (u.index().min(v.index()), u.index().max(v.index()));
            let allowed = match players.get(v) {
                None => self.may_take_bye(players[u]),
                Some(lower) => self.may_meet(players[u], *lower),
            };
            allowed.then_some(0)
        });
        Solver::new(graph, &vec![Cover::Must; n]).is_ok_and(|mut solver| solver.solve().is_ok())
    }

    /// Whether the whole field can be paired.
    ///
    /// # Errors
    /// The proof that it cannot.
    pub(crate) fn check_pairable(&self) -> Result<(), Witness> {
        if self.can_complete(self.position.present()) {
            Ok(())
        } else {
            Err(Witness::default())
        }
    }

    /// The lowest score with which a player can take the bye while all others are paired (C5).
    /// `None` in even fields.
    pub(crate) fn lowest_bye_score(&self) -> Option<Score> {
        let players = self.position.present();
        if !self.has_bye() {
            return None;
        }
        let lowest = (0..players.len()).rev().find(|&place| {
            let others = [&players[..place], &players[place + 1..]].concat();
            self.may_take_bye(players[place]) && self.has_perfect(&others, false)
        });
        lowest.map(|place| self.position.player(players[place]).score)
    }
}
