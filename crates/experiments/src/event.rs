//! One tournament by one method, played to its end.

use std::collections::HashMap;

use edelweiss_generate::{Chances, scaled, word_of};
use edelweiss_model::{
    Acceleration, ByeKind, Colour, GameResult, Player, PlayerId, Position, RoundEntry, RoundNumber,
    Tournament, TournamentData, Tpn,
};
use edelweiss_pairing::RoundPairing;
use edelweiss_systems::PairingUnit;

use crate::gambit::Gambit;
use crate::logarithm::{self, log2};
use crate::luck::LuckStage;
use crate::method::{FailedMethod, PairingMethod};
use crate::outcomes::OutcomeModel;
use crate::strengths::DrawnField;

const CERTAIN: u64 = 1_000_000_000;

/// What a tournament is played with besides what pairs it.
pub(crate) struct EventSettings<'a> {
    pub(crate) field: &'a DrawnField,
    /// Pairings of each player; where one is a match, as many matches.
    pub(crate) rounds: u16,
    pub(crate) acceleration: Acceleration,
    pub(crate) outcomes: &'a OutcomeModel,
    /// Whose gambit it is, if there is one.
    pub(crate) player: PlayerId,
    pub(crate) gambit: Option<Gambit>,
    /// Seed and replication.
    pub(crate) luck: [u64; 2],
}

/// A tournament that was played, with what its last state does not tell.
#[derive(Clone)]
pub(crate) struct PlayedEvent {
    pub(crate) tournament: Tournament,
    /// Pairings that were made; fewer than asked where there was none left.
    pub(crate) rounds: u16,
    pub(crate) course: EventCourse,
}

/// Counts over all rounds.
#[derive(Clone, Default)]
pub(crate) struct EventCourse {
    pub(crate) games: u32,
    /// Games of opponents with different pairing scores.
    pub(crate) floats: u32,
    /// Scoregroups, and those out of which somebody met a lower score.
    pub(crate) groups: u32,
    pub(crate) split_groups: u32,
    /// Players with a colour preference who had a game, and those who got the other colour.
    pub(crate) preferences: u32,
    pub(crate) refused: u32,
    /// Of the results, in bits of [`BIT`].
    pub(crate) information: u128,
    /// Of the strengths of opponents.
    pub(crate) differences: u64,
}

/// A tournament in play.
struct EventTable<'a> {
    settings: &'a EventSettings<'a>,
    /// Games of each pair so far, where a pair may meet more than once.
    meetings: HashMap<[u32; 2], u64>,
    /// The pairing in play, from 1.
    pairing: u16,
    course: EventCourse,
}

/// Plays a tournament. O(rounds) pairings.
///
/// # Errors
/// A formulation whose costs are too large.
///
/// # Panics
/// Where the method made a round that the tournament cannot take, a defect.
pub(crate) fn play(
    method: &PairingMethod,
    settings: &EventSettings<'_>,
) -> Result<PlayedEvent, FailedMethod> {
    let method = method.with_luck(settings.luck);
    let unit = method.unit();
    let mut table = EventTable {
        settings,
        meetings: HashMap::new(),
        pairing: 0,
        course: EventCourse::default(),
    };
    let mut data = table.start(unit);
    data.system = method.record();
    let asked = rounds_of(settings, unit);
    let mut rounds = 0;
    while rounds < asked {
        let tournament = data.build().expect("rounds that the method made fit");
        let paired = method.pair(&tournament)?;
        data = tournament.into_data();
        let Some((position, round)) = paired else {
            break;
        };
        table.pairing = rounds + 1;
        table.watch(&position, &round);
        table.enter(&mut data, &round, unit);
        rounds += 1;
    }
    Ok(PlayedEvent {
        tournament: data.build().expect("rounds that the method made fit"),
        rounds,
        course: table.course,
    })
}

/// As many as are asked for, but of a table no more than it has.
fn rounds_of(settings: &EventSettings<'_>, unit: PairingUnit) -> u16 {
    let most = unit.fixed_rounds(settings.field.strengths.len());
    let most = most.and_then(|most| u16::try_from(most).ok());
    most.map_or(settings.rounds, |most| most.min(settings.rounds))
}

impl EventTable<'_> {
    fn start(&self, unit: PairingUnit) -> TournamentData {
        let players = (1..)
            .zip(&self.settings.field.ratings)
            .map(|(number, rating)| {
                let mut player = Player::new(Tpn::new(number).expect("at most 9999 players"));
                player.rating = Some(*rating);
                player
            });
        let total = u32::from(rounds_of(self.settings, unit)) * u32::from(unit.games());
        TournamentData {
            players: players.collect(),
            rounds_total: Some(RoundNumber::new(total).expect("checked with the file")),
            initial_colour: Some(self.initial_colour()),
            acceleration: self.settings.acceleration,
            ..TournamentData::default()
        }
    }

    fn initial_colour(&self) -> Colour {
        let [seed, replication] = self.settings.luck;
        match word_of(&[seed, replication, LuckStage::InitialColour as u64]) >> 63 {
            0 => Colour::White,
            _ => Colour::Black,
        }
    }

    /// Counts what only the position before the round tells.
    fn watch(&mut self, position: &Position, round: &RoundPairing) {
        let course = &mut self.course;
        let mut scores: Vec<_> = (position.present().iter())
            .map(|id| position.player(*id).score)
            .collect();
        scores.sort_unstable();
        scores.dedup();
        course.groups += scores.len() as u32;
        let mut split = Vec::new();
        for board in &round.boards {
            let [white, black] = [board.white, board.black].map(|id| position.player(id));
            if white.score != black.score {
                course.floats += 1;
                split.push(white.score.max(black.score));
            }
            for (state, colour) in [(white, Colour::White), (black, Colour::Black)] {
                course.preferences += u32::from(state.preference.is_some());
                course.refused += u32::from(state.preference == Some(!colour));
            }
        }
        split.sort_unstable();
        split.dedup();
        course.split_groups += split.len() as u32;
    }

    /// Plays the games of a round.
    fn enter(&mut self, data: &mut TournamentData, round: &RoundPairing, unit: PairingUnit) {
        for game in 0..unit.games() {
            for board in &round.boards {
                let mut seats = [board.white, board.black];
                if game % 2 == 1 {
                    seats.reverse();
                }
                self.play_game(data, seats);
            }
            if let Some(player) = round.bye {
                // C.04.5 (2026) 1.4: of a match, the second game is a half-point bye.
                let kind = match game {
                    0 => ByeKind::PairingAllocated,
                    _ => ByeKind::Half,
                };
                data.players[player.index()]
                    .entries
                    .push(RoundEntry::Bye(kind));
            }
        }
        if unit.is_scheduled() {
            data.give_free_round(round.round);
        }
    }

    fn play_game(&mut self, data: &mut TournamentData, [white, black]: [PlayerId; 2]) {
        let field = self.settings.field;
        let [strong, other] = [white, black].map(|id| field.strengths[id.index()]);
        let chances = self.settings.outcomes.chances(strong, other);
        self.course.games += 1;
        self.course.information += entropy(chances);
        self.course.differences += u64::from(strong.abs_diff(other));
        let luck = self.result([white, black], chances);
        let results = self.after_gambit([white, black], luck);
        for (seat, [player, opponent], colour) in [
            (0, [white, black], Colour::White),
            (1, [black, white], Colour::Black),
        ] {
            data.players[player.index()]
                .entries
                .push(RoundEntry::Paired {
                    opponent,
                    colour: Some(colour),
                    result: results[seat],
                });
        }
    }

    /// White's result and Black's where one of them may give the game away.
    fn after_gambit(&self, seats: [PlayerId; 2], luck: [GameResult; 2]) -> [GameResult; 2] {
        let [white, black] = luck;
        match self.settings.gambit {
            Some(gambit) if gambit.round == self.pairing => {
                if self.settings.player == seats[0] {
                    gambit.result.of([white, black])
                } else if self.settings.player == seats[1] {
                    let [black, white] = gambit.result.of([black, white]);
                    [white, black]
                } else {
                    luck
                }
            }
            _ => luck,
        }
    }

    /// White's result and Black's, by the luck of this meeting: the player with the smaller identity wins
    /// with small draws, whoever has White.
    fn result(&mut self, seats: [PlayerId; 2], chances: Chances) -> [GameResult; 2] {
        let identities = seats.map(|id| self.settings.field.identities[id.index()]);
        let [first, second] = [
            identities[0].min(identities[1]),
            identities[0].max(identities[1]),
        ];
        let meeting = self.meetings.entry([first, second]).or_default();
        *meeting += 1;
        let [seed, replication] = self.settings.luck;
        let stage = LuckStage::Result as u64;
        let key = [
            seed,
            replication,
            stage,
            u64::from(first),
            u64::from(second),
            *meeting,
        ];
        let drawn = scaled(word_of(&key), CERTAIN);
        let is_white_first = identities[0] == first;
        let first_wins = if is_white_first {
            chances.white
        } else {
            chances.black
        };
        if drawn < u64::from(first_wins) {
            won_by_white(is_white_first)
        } else if drawn < u64::from(first_wins) + u64::from(chances.draw) {
            [GameResult::Draw; 2]
        } else {
            won_by_white(!is_white_first)
        }
    }
}

fn won_by_white(is_white: bool) -> [GameResult; 2] {
    if is_white {
        [GameResult::Win, GameResult::Loss]
    } else {
        [GameResult::Loss, GameResult::Win]
    }
}

/// A bit of information.
pub(crate) const BIT: u128 = CERTAIN as u128 * logarithm::ONE as u128;

/// The entropy of a result.
fn entropy(chances: Chances) -> u128 {
    // Once for all games: there are many.
    const ALL: u64 = log2(CERTAIN);
    let bits = |part: u32| match u64::from(part) {
        0 => 0,
        part => u128::from(part) * u128::from(ALL - log2(part)),
    };
    bits(chances.white) + bits(chances.draw) + bits(chances.black)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fair_coin_is_a_bit_and_a_certain_result_none() {
        let of = |white, draw, black| entropy(Chances { white, draw, black });
        assert_eq!(of(500_000_000, 0, 500_000_000), BIT);
        assert_eq!(of(1_000_000_000, 0, 0), 0);
        let three = of(333_333_333, 333_333_334, 333_333_333) as f64 / BIT as f64;
        assert!((three - 3_f64.log2()).abs() < 1e-9, "{three}");
    }
}
