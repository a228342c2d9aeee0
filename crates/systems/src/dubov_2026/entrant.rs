//! Everything the pairing of one round looks at: preferences, ARO, former upfloats, legal pairs.
//!
//! # Articles
//! C.04.4.1 (2026) 1.5-1.8, 2.1 (C1-C3), 2.3.4-2.3.6 (C8-C10).

use edelweiss_model::{
    ByeBar, Colour, Definitions, PlayerId, Position, RoundNumber, Strength, Tournament,
    UnplayedFloat,
};
use edelweiss_pairing::{AbsoluteArticles, Board, assert_legal};

use super::{ByeBars, ByeGames, Dubov2026Options, ForfeitedUpfloats, Parity};
use crate::dubov_field::{DubovField, upfloat_history};

/// One player before the round.
#[derive(Clone, Copy, Debug)]
pub(super) struct DubovEntrant {
    /// 1.6: the due colour. Everybody has one; a player without a game, Black (1.6.4).
    pub(super) preference: Colour,
    /// 1.6.1-1.6.4; mild for a player without a game.
    pub(super) strength: Strength,
    /// Has played a game over the board.
    pub(super) has_played: bool,
    /// Games as 3.1.4 counts them.
    pub(super) n_games: u16,
    /// 1.7: average rating of opponents, a whole number; 0 without a game.
    pub(super) aro: u32,
    /// How often upfloated so far.
    pub(super) upfloats: u16,
    /// 1.8: upfloated `MaxT` times or more.
    pub(super) maximum_upfloater: bool,
    /// Upfloated in the previous round.
    pub(super) upfloated_last: bool,
    /// The number whose parity counts in 5.2.1.
    pub(super) parity_number: u32,
}

/// A tournament before one round, in the words of the Dubov system.
pub(super) type Dubov2026Field = DubovField<DubovEntrant>;

impl DubovField<DubovEntrant> {
    /// O(n² + n · rounds) for n players.
    pub(super) fn of(tournament: &Tournament, options: Dubov2026Options) -> Self {
        let definitions = Definitions {
            unplayed_float: UnplayedFloat::AboveLoss,
            bye_bar: match options.bye_bars {
                ByeBars::Criterion => ByeBar::WinWithoutPlaying,
                ByeBars::Procedure => ByeBar::ByeOrForfeitWin,
            },
        };
        let position = Position::derive(tournament, &definitions);
        // Two upfloaters never meet (C5), so whoever met a higher score was an upfloater (1.3.2).
        let counts_forfeits = options.forfeited_upfloats == ForfeitedUpfloats::Count;
        let upfloats = upfloat_history(tournament, position.round(), counts_forfeits);
        let maximum = maximum_upfloats(tournament, position.round());
        let players = (tournament.player_ids().zip(&upfloats))
            .map(|(id, history)| {
                let state = position.player(id);
                let n_paired = (tournament.player(id).entries.iter())
                    .take(position.round().index())
                    .filter(|entry| entry.opponent().is_some())
                    .count();
                DubovEntrant {
                    preference: state.preference.unwrap_or(Colour::Black),
                    strength: state.strength.max(Strength::Mild),
                    has_played: !position.games(id).is_empty(),
                    n_games: match options.bye_games {
                        ByeGames::Played => position.games(id).len() as u16,
                        ByeGames::Paired => n_paired as u16,
                    },
                    aro: average_rating_of_opponents(tournament, &position, id),
                    upfloats: history.times,
                    maximum_upfloater: history.times >= maximum,
                    upfloated_last: history.last,
                    parity_number: match options.parity {
                        Parity::Participants => state.arrival_number,
                        Parity::Registered => tournament.player(id).number.get(),
                    },
                }
            })
            .collect();
        Self::new(
            position,
            players,
            // C3 (2.1.3), without the topscorers of the Dutch system.
            |player| (player.strength == Strength::Absolute).then_some(player.preference),
            |a, b| a.is_some() && a == b,
        )
    }

    /// What a set of upfloaters costs under C8, C9 and C10.
    pub(super) fn repeated_upfloats(&self, upfloaters: &[PlayerId]) -> [u64; 3] {
        let mut sum = [0; 3];
        for id in upfloaters {
            for (total, cost) in sum.iter_mut().zip(self.repeated_upfloat(*id)) {
                *total += cost;
            }
        }
        sum
    }

    /// C8: a maximum upfloater; C9: as often as upfloated so far; C10: upfloated in the previous
    /// round.
    pub(super) fn repeated_upfloat(&self, id: PlayerId) -> [u64; 3] {
        // "Unless it is the last round".
        if self.position.is_final() {
            return [0; 3];
        }
        let player = self.player(id);
        let times = if player.maximum_upfloater {
            u64::from(player.upfloats)
        } else {
            0
        };
        [
            u64::from(player.maximum_upfloater),
            times,
            u64::from(player.upfloated_last),
        ]
    }

    /// Panics with the criterion that a finished round breaks.
    pub(super) fn assert_legal(&self, boards: &[Board], bye: Option<PlayerId>) {
        let articles = AbsoluteArticles {
            rematch: "C1",
            bye: "C2",
            colour: "C3",
        };
        let may_have = |id, colour| {
            let player = self.player(id);
            player.strength != Strength::Absolute || player.preference == colour
        };
        assert_legal(&self.position, boards, bye, articles, |board| {
            may_have(board.white, Colour::White) && may_have(board.black, Colour::Black)
        });
    }
}

/// 1.7.1: the sum of the ratings of the opponents met over the board, divided by their number and
/// rounded to the nearest integer, halves upwards. 1.7.3: zero without a game.
fn average_rating_of_opponents(tournament: &Tournament, position: &Position, id: PlayerId) -> u32 {
    let games = position.games(id);
    let n = games.len() as u32;
    let sum: u32 = (games.iter())
        .map(|(opponent, _)| u32::from(tournament.player(*opponent).rating.unwrap_or(0)))
        .sum();
    if n == 0 { 0 } else { (2 * sum + n) / (2 * n) }
}

/// 1.8.2: `MaxT = 2 + [Rnds/5]`. Where the number of rounds of the event is unknown, the round to be
/// paired stands for it: the event has at least that many.
fn maximum_upfloats(tournament: &Tournament, round: RoundNumber) -> u16 {
    2 + tournament.rounds_total.unwrap_or(round).get() / 5
}
