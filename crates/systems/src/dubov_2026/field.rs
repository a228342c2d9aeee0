//! Everything the pairing of one round looks at: preferences, ARO, former upfloats, legal pairs.
//!
//! # Articles
//! C.04.4.1 (2026) 1.5-1.8, 2.1 (C1-C3), 2.3.4-2.3.6 (C8-C10).

use edelweiss_model::{
    ByeBar, Colour, Definitions, PlayerId, Position, RoundNumber, Score, Strength, Tournament,
    UnplayedFloat, pairing_scores,
};
use edelweiss_pairing::Board;

use super::{ByeBars, ByeGames, Dubov2026Options, ForfeitedUpfloats, Parity};
use crate::legal_pairs::LegalPairs;

/// One player before the round.
#[derive(Clone, Copy, Debug)]
pub(super) struct DubovEntrant {
    /// Pairing score.
    pub(super) score: Score,
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
    pub(super) parity_number: u16,
}

/// A tournament before one round, in the words of the Dubov system.
#[derive(Debug)]
pub(super) struct Dubov2026Field {
    pub(super) position: Position,
    pub(super) legal: LegalPairs,
    /// C8-C10 hold "unless it is the last round".
    pub(super) upfloats_count: bool,
    players: Vec<DubovEntrant>,
}

impl Dubov2026Field {
    /// O(n² + n · rounds) for n players.
    pub(super) fn new(tournament: &Tournament, options: Dubov2026Options) -> Self {
        let definitions = Definitions {
            unplayed_float: UnplayedFloat::AboveLoss,
            bye_bar: match options.bye_bars {
                ByeBars::Criterion => ByeBar::WinWithoutPlaying,
                ByeBars::Procedure => ByeBar::ByeOrForfeitWin,
            },
        };
        let position = Position::derive(tournament, &definitions);
        let upfloats = upfloat_history(tournament, position.round(), options.forfeited_upfloats);
        let maximum = maximum_upfloats(tournament, position.round());
        let players: Vec<DubovEntrant> = (tournament.player_ids().zip(&upfloats))
            .map(|(id, history)| {
                let state = position.player(id);
                let n_paired = (tournament.player(id).entries.iter())
                    .take(position.round().index())
                    .filter(|entry| entry.opponent().is_some())
                    .count();
                DubovEntrant {
                    score: state.score,
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
        let bye_allowed = position.players().iter().map(|player| player.bye_allowed);
        // C3 (2.1.3), without the topscorers of the Dutch system.
        let absolute = |id: PlayerId| {
            let player = &players[id.index()];
            (player.strength == Strength::Absolute).then_some(player.preference)
        };
        let legal = LegalPairs::new(
            &position,
            bye_allowed.collect(),
            |id| position.games(id).iter().map(|(opponent, _)| *opponent),
            absolute,
            |a, b| a.is_some() && a == b,
        );
        Self {
            legal,
            upfloats_count: !position.is_final(),
            position,
            players,
        }
    }

    pub(super) fn player(&self, id: PlayerId) -> &DubovEntrant {
        &self.players[id.index()]
    }

    /// 5.2.1: more points or, when points are equal, a smaller TPN.
    pub(super) fn is_higher(&self, a: PlayerId, b: PlayerId) -> bool {
        (self.player(b).score, a) < (self.player(a).score, b)
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
        if !self.upfloats_count {
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

    /// The last look at a round: panics with the name of the invariant that it breaks. Nothing is
    /// taken from the pairing; C1 and C3 are read from the games again.
    pub(super) fn assert_legal(&self, boards: &[Board], bye: Option<PlayerId>) {
        let mut seats = vec![0_u32; self.players.len()];
        for board in boards {
            let (a, b) = (board.white, board.black);
            seats[a.index()] += 1;
            seats[b.index()] += 1;
            assert!(
                !self.position.have_met(a, b),
                "C1: {a:?} and {b:?} have met"
            );
            assert!(
                !self.position.is_banned(a, b),
                "banned pair: {a:?} and {b:?}"
            );
            for (id, colour) in [(a, Colour::White), (b, Colour::Black)] {
                let player = self.player(id);
                assert!(
                    player.strength != Strength::Absolute || player.preference == colour,
                    "C3: {id:?} has an absolute preference for the other colour"
                );
            }
        }
        if let Some(player) = bye {
            seats[player.index()] += 1;
            assert!(
                self.position.player(player).bye_allowed,
                "C2: {player:?} may not have the bye"
            );
        }
        assert!(
            bye.is_some() == (self.position.present().len() % 2 == 1),
            "a bye in odd fields only"
        );
        for (state, seats) in self.position.players().iter().zip(seats) {
            assert!(
                seats == u32::from(state.present),
                "everybody present is paired exactly once"
            );
        }
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

/// A player's former upfloats.
#[derive(Clone, Copy, Default, Debug)]
struct Upfloats {
    times: u16,
    last: bool,
}

/// Who was upfloated when: whoever was paired with an opponent of a higher pairing score. Two
/// upfloaters never meet (C5), so this is the same as having been an upfloater (1.3.2).
fn upfloat_history(
    tournament: &Tournament,
    round: RoundNumber,
    forfeited: ForfeitedUpfloats,
) -> Vec<Upfloats> {
    let mut history = vec![Upfloats::default(); tournament.players.len()];
    for earlier in (0..round.index()).map(RoundNumber::from_index) {
        let scores = pairing_scores(tournament, earlier);
        for (id, upfloats) in tournament.player_ids().zip(&mut history) {
            let entry = tournament.player(id).entry(earlier);
            let opponent = match forfeited {
                ForfeitedUpfloats::Count => entry.opponent(),
                ForfeitedUpfloats::Ignore => entry.played().map(|(opponent, _)| opponent),
            };
            upfloats.last =
                opponent.is_some_and(|opponent| scores[opponent.index()] > scores[id.index()]);
            upfloats.times += u16::from(upfloats.last);
        }
    }
    history
}
