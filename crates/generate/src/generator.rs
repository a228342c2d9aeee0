//! One tournament from a seed: draws the plan, then plays round after round with an engine that
//! comes in as a function.
//!
//! Longer than other files: one event in play is one state, and each of its steps draws from it in order.

use std::fmt;

use edelweiss_model::{
    Acceleration as ModelAcceleration, ByeKind, Colour, Definitions, ForbiddenGroup, GameResult,
    InvalidTournament, PlayerId, Position, RoundEntry, RoundNumber, Score, System, Tournament,
    TournamentData,
};

use crate::field::Participants;
use crate::plan::{Irregular, Plan, Presence, Shortfall, irregular_by_rate};
use crate::random::{DrawStage, Stream, TournamentSeed, fresh_seed, tournament_seed};
use crate::settings::{AccelerationSetting, ImpossibleSettings, Settings};
use crate::settled::SettledSettings;
use crate::summary::Summary;

/// What an engine answers when asked for the next round of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NextRound {
    /// The round.
    Paired {
        /// White and Black of every board, in any order.
        boards: Vec<(PlayerId, PlayerId)>,
        /// Who has the pairing-allocated bye.
        bye: Option<PlayerId>,
    },
    /// There is none, and why, for people.
    Impossible(String),
}

/// Why a tournament has fewer rounds than it should.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// The first round that was not played.
    pub before: RoundNumber,
    /// What the engine said, or that nobody was there.
    pub reason: String,
}

/// A tournament made from a seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// The tournament, with every round that was played.
    pub tournament: Tournament,
    /// How strong each player is in the eyes of the result model, in the initial order: the
    /// rating, or a hidden strength for a player without one.
    pub strengths: Vec<u16>,
    /// What was drawn before round one.
    pub settled: SettledSettings,
    /// What happened.
    pub summary: Summary,
    /// Why there are fewer rounds than asked; `None` if all were played.
    pub stopped: Option<Stop>,
    /// Numbers that could not be met, because not enough players or games were left.
    pub shortfalls: Vec<Shortfall>,
}

impl Generated {
    /// The first round that could not be played, if any.
    pub fn stopped_before(&self) -> Option<RoundNumber> {
        self.stopped.as_ref().map(|stop| stop.before)
    }
}

/// An engine's answer that is no pairing of the players who were there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("tournament {index} of seed {seed}, round {round}: {fault}")]
pub struct EngineFault {
    /// Seed of the batch.
    pub seed: u64,
    /// Place in the batch, from 0.
    pub index: u32,
    /// The round.
    pub round: RoundNumber,
    /// What is wrong.
    pub fault: GenerationFault,
}

/// What is wrong with an engine's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GenerationFault {
    /// A player is seated who has no seat in this round, does not exist, or sits twice.
    Unexpected(PlayerId),
    /// A player who was there has neither opponent nor bye.
    Missing(PlayerId),
    /// The round contradicts the tournament so far.
    Contradiction(InvalidTournament),
}

impl fmt::Display for GenerationFault {
    /// Players are named by their place in the initial order, from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected(id) => write!(
                f,
                "the engine seats player {} at a place too many, expected everybody present once",
                id.index() + 1
            ),
            Self::Missing(id) => write!(
                f,
                "the engine gives player {} neither an opponent nor the bye",
                id.index() + 1
            ),
            Self::Contradiction(problems) => problems.fmt(f),
        }
    }
}

/// Makes tournaments from checked settings and a seed.
///
/// `Generator` is plain data: share it between threads and call [`Generator::generate_one`] for any
/// places of the batch in any order; each place always gives the same tournament.
#[derive(Clone, Debug)]
pub struct Generator {
    settings: Settings,
    seed: u64,
    system: Option<System>,
    /// Games of a pairing, each in a round of its own.
    games: usize,
}

impl Generator {
    /// Checks the settings, and picks a fresh seed if they name none.
    ///
    /// # Errors
    /// [`ImpossibleSettings`] with every setting that cannot be met.
    pub fn new(settings: Settings) -> Result<Self, ImpossibleSettings> {
        settings.check()?;
        let seed = settings.seed.unwrap_or_else(fresh_seed);
        Ok(Self {
            settings,
            seed,
            system: None,
            games: 1,
        })
    }

    /// Marks every tournament as one of `system`.
    #[must_use]
    pub fn with_system(mut self, system: System) -> Self {
        self.system = Some(system);
        self
    }

    /// Every pairing is a match of two games: what the settings call a round is a
    /// match, and takes two rounds of the tournament. Game 2 has the same opponents with the other
    /// colours; absences, entries and withdrawals concern whole matches, and the pairing-allocated
    /// bye is that bye in game 1 and a half-point bye in game 2 (C.04.5 (2026) 1.4). Numbers of
    /// irregular games are dealt to first games, rates hold for both. The engine is asked before
    /// first games only.
    #[must_use]
    pub fn in_matches(mut self) -> Self {
        self.games = 2;
        self
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The seed of the batch: print it, it remakes everything.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many tournaments the batch has.
    pub fn tournaments(&self) -> u32 {
        self.settings.tournaments.unwrap_or(1)
    }

    /// The tournaments of the batch one after the other, each made when it is asked for.
    pub fn iter<F>(&self, pair: F) -> impl Iterator<Item = Result<Generated, EngineFault>>
    where
        F: Fn(&Tournament) -> NextRound,
    {
        (0..self.tournaments()).map(move |index| self.generate_one(index, &pair))
    }

    fn name(&self, index: u32) -> String {
        let name = self.settings.name.clone();
        name.unwrap_or_else(|| format!("Tournament {index} of seed {}", self.seed))
    }

    /// Tournament `index` (from 0) of the batch; `pair` pairs its rounds. The order of the boards
    /// in the engine's answers does not matter. O(players · rounds) per round besides the engine.
    ///
    /// # Errors
    /// [`EngineFault`] when `pair` does not seat everybody present exactly once.
    pub fn generate_one<F>(&self, index: u32, pair: F) -> Result<Generated, EngineFault>
    where
        F: Fn(&Tournament) -> NextRound,
    {
        let seed = TournamentSeed(tournament_seed(self.seed, index));
        let settled = SettledSettings::draw(&self.settings, seed);
        let plan = Plan::draw(&settled, seed);
        let Participants { players, strengths } =
            Participants::draw(&self.settings, &settled, seed);
        let mut event = EventInPlay {
            settings: &self.settings,
            settled: &settled,
            seed,
            plan: &plan,
            strengths: &strengths,
            games: self.games,
            data: TournamentData {
                name: self.name(index),
                players,
                rounds_total: Some(RoundNumber::from_index(
                    usize::from(settled.rounds.get()) * self.games - 1,
                )),
                initial_colour: Some(settled.initial_colour),
                points: self.settings.points,
                system: self.system,
                pre_determined: self.settings.cycles.is_some(),
                ..TournamentData::default()
            },
        };
        event.set_up();
        let mut stopped = None;
        for place in 0..usize::from(settled.rounds.get()) {
            let round = RoundNumber::from_index(place * self.games);
            match event.play(place, &pair) {
                Ok(()) => {}
                Err(Halt::Stop(reason)) => {
                    stopped = Some(Stop {
                        before: round,
                        reason,
                    });
                    break;
                }
                Err(Halt::Fault(fault)) => {
                    return Err(EngineFault {
                        seed: self.seed,
                        index,
                        round,
                        fault,
                    });
                }
            }
        }
        let tournament = event.finish();
        Ok(Generated {
            summary: Summary::of(&tournament, &plan, self.games, self.seed, index),
            tournament,
            strengths,
            settled,
            stopped,
            shortfalls: plan.shortfalls,
        })
    }
}

/// Why a round is not played.
enum Halt {
    Stop(String),
    Fault(GenerationFault),
}

/// A tournament being played.
struct EventInPlay<'a> {
    settings: &'a Settings,
    settled: &'a SettledSettings,
    seed: TournamentSeed,
    plan: &'a Plan,
    strengths: &'a [u16],
    games: usize,
    data: TournamentData,
}

impl EventInPlay<'_> {
    /// Acceleration and bans.
    fn set_up(&mut self) {
        match &self.settings.acceleration {
            AccelerationSetting::None | AccelerationSetting::BakuExplicit => {}
            AccelerationSetting::Baku => self.data.acceleration = ModelAcceleration::Baku,
            AccelerationSetting::Explicit(all) => {
                for part in all {
                    let places = part.first_player as usize - 1..part.last_player as usize;
                    for player in &mut self.data.players[places] {
                        let last = part.last_round.min(self.settled.rounds).get();
                        let rounds = usize::from(last) * self.games;
                        let points = &mut player.virtual_points;
                        points.resize(points.len().max(rounds), Score::ZERO);
                        for points in points
                            .iter_mut()
                            .take(rounds)
                            .skip(part.first_round.index() * self.games)
                        {
                            *points += part.points;
                        }
                    }
                }
            }
        }
        let id = |place: &u32| PlayerId::from_index(*place as usize - 1);
        let games = self.games;
        for ban in &self.settings.forbidden {
            let first = ban.first.unwrap_or(RoundNumber::FIRST).index() * games;
            let last = ban.last.map(|last| usize::from(last.get()) * games - 1);
            self.data.forbidden.push(ForbiddenGroup {
                first: RoundNumber::from_index(first),
                last: last.map(RoundNumber::from_index),
                players: ban.players.iter().map(id).collect(),
            });
        }
        let n = self.data.players.len();
        let mut stream = self.seed.stream_of_round(DrawStage::ForbiddenPairs, 1);
        let count = match self.settled.forbidden_pairs {
            crate::SettledAmount::Number(number) => number as usize,
            crate::SettledAmount::Rate(rate) => rate.of((n * (n - 1) / 2) as u64) as usize,
        };
        for pair in stream.choose(count, n * (n - 1) / 2) {
            let (lower, higher) = pair_of_index(pair);
            self.data.forbidden.push(ForbiddenGroup {
                first: RoundNumber::FIRST,
                last: None,
                players: vec![PlayerId::from_index(higher), PlayerId::from_index(lower)],
            });
        }
    }

    /// Plays the games of the pairing at `place`, from 0.
    fn play<F>(&mut self, place: usize, pair: &F) -> Result<(), Halt>
    where
        F: Fn(&Tournament) -> NextRound,
    {
        let round = RoundNumber::from_index(place * self.games);
        self.announce(place);
        if self.plan.waiting(place).next().is_none() {
            self.retract(round);
            return Err(Halt::Stop("no player is present".to_owned()));
        }
        self.data.round_to_pair = Some(round);
        if self.settings.acceleration == AccelerationSetting::BakuExplicit {
            self.accelerate(round)?;
        }
        let tournament = self.build()?;
        let answer = pair(&tournament);
        self.data = tournament.into_data();
        let (mut boards, bye) = match answer {
            NextRound::Paired { boards, bye } => (boards, bye),
            NextRound::Impossible(reason) => {
                self.retract(round);
                return Err(Halt::Stop(reason));
            }
        };
        self.check_seats(place, &boards, bye)?;
        for game in 0..self.games {
            let kind = if game == 0 {
                ByeKind::PairingAllocated
            } else {
                self.announce(place);
                for (white, black) in &mut boards {
                    std::mem::swap(white, black);
                }
                ByeKind::Half
            };
            let round = RoundNumber::from_index(round.index() + game);
            self.enter(place, round, &boards, bye.map(|id| (id, kind)));
        }
        Ok(())
    }

    /// Writes down a round of the file: results, the bye, and who has not entered yet.
    fn enter(
        &mut self,
        place: usize,
        round: RoundNumber,
        boards: &[(PlayerId, PlayerId)],
        bye: Option<(PlayerId, ByeKind)>,
    ) {
        if let Some((id, kind)) = bye {
            self.data.players[id.index()]
                .entries
                .push(RoundEntry::Bye(kind));
        }
        let has_game = !boards.is_empty();
        self.draw_results(place, round, boards.to_vec());
        if self.settings.cycles.is_some() {
            self.data.give_free_round(round);
        }
        for (player, presence) in (self.data.players.iter_mut()).zip(&self.plan.presence[place]) {
            // Who has not entered yet has no record of the round. (Without any game the model would
            // take blank entries for players who still wait.)
            if *presence == Presence::NotYet && has_game {
                player.entries[round.index()] = RoundEntry::Blank;
            }
        }
    }

    fn build(&mut self) -> Result<Tournament, Halt> {
        std::mem::take(&mut self.data)
            .build()
            .map_err(|problems| Halt::Fault(GenerationFault::Contradiction(problems)))
    }

    /// Enters the byes and absences of the pairing at `place`, so that the rest is to be paired.
    fn announce(&mut self, place: usize) {
        let presence = &self.plan.presence[place];
        for (player, presence) in self.data.players.iter_mut().zip(presence) {
            match presence {
                Presence::Present => {}
                Presence::NotYet | Presence::Gone => {
                    player.entries.push(RoundEntry::Bye(ByeKind::Zero));
                }
                Presence::Bye(kind) => player.entries.push(RoundEntry::Bye(*kind)),
            }
        }
    }

    /// Takes back what was entered for a round that is not played.
    fn retract(&mut self, round: RoundNumber) {
        for player in &mut self.data.players {
            player.entries.truncate(round.index());
            if self.settings.acceleration == AccelerationSetting::BakuExplicit {
                player.virtual_points.truncate(round.index());
            }
        }
    }

    /// Writes down the virtual points that the Baku method gives in `round`.
    fn accelerate(&mut self, round: RoundNumber) -> Result<(), Halt> {
        let mut data = self.data.clone();
        data.acceleration = ModelAcceleration::Baku;
        for player in &mut data.players {
            player.virtual_points.clear();
        }
        let tournament = (data.build())
            .map_err(|problems| Halt::Fault(GenerationFault::Contradiction(problems)))?;
        // Virtual points are the same in every edition.
        let position = Position::derive(&tournament, &Definitions::DUTCH_2026);
        for (player, state) in self.data.players.iter_mut().zip(position.players()) {
            player.virtual_points.resize(round.index(), Score::ZERO);
            player.virtual_points.push(state.score - state.standings);
        }
        Ok(())
    }

    /// Everybody present sits exactly once.
    fn check_seats(
        &self,
        place: usize,
        boards: &[(PlayerId, PlayerId)],
        bye: Option<PlayerId>,
    ) -> Result<(), Halt> {
        let mut waiting = vec![false; self.data.players.len()];
        for id in self.plan.waiting(place) {
            waiting[id.index()] = true;
        }
        let seated = (boards.iter().flat_map(|(white, black)| [*white, *black])).chain(bye);
        for id in seated {
            match waiting.get_mut(id.index()) {
                Some(waits) if *waits => *waits = false,
                _ => return Err(Halt::Fault(GenerationFault::Unexpected(id))),
            }
        }
        match waiting.iter().position(|waits| *waits) {
            Some(index) if self.settings.cycles.is_none() => Err(Halt::Fault(
                GenerationFault::Missing(PlayerId::from_index(index)),
            )),
            _ => Ok(()),
        }
    }

    /// Draws the result of every board, in the order of the higher player. Each board takes the
    /// same three draws, whatever comes of them.
    fn draw_results(
        &mut self,
        place: usize,
        round: RoundNumber,
        mut boards: Vec<(PlayerId, PlayerId)>,
    ) {
        boards.sort_unstable_by_key(|(white, black)| *white.min(black));
        let mut stream = self.seed.stream_of_round(DrawStage::Results, round.get());
        let planned = match round.index() % self.games {
            0 => &self.plan.irregular[place][..],
            _ => &[],
        };
        for (board, (white, black)) in boards.into_iter().enumerate() {
            let by_rate = irregular_by_rate(
                self.settled,
                place as u16 + 1,
                stream.below(u64::from(crate::Rate::PARTS)),
            );
            let irregular = planned.get(board).copied().flatten().or(by_rate);
            let results = self.results(irregular, white, black, &mut stream);
            for (player, opponent, colour, result) in [
                (white, black, Colour::White, results.0),
                (black, white, Colour::Black, results.1),
            ] {
                self.data.players[player.index()]
                    .entries
                    .push(RoundEntry::Paired {
                        opponent,
                        colour: Some(colour),
                        result,
                    });
            }
        }
    }

    /// White's result and Black's.
    fn results(
        &self,
        irregular: Option<Irregular>,
        white: PlayerId,
        black: PlayerId,
        stream: &mut Stream,
    ) -> (GameResult, GameResult) {
        use GameResult::{
            Draw, ForfeitLoss, ForfeitWin, Loss, UnratedDraw, UnratedLoss, UnratedWin, Win,
        };
        let chances = self.settings.model.chances(
            self.strengths[white.index()],
            self.strengths[black.index()],
            self.settled.draw_percent,
        );
        let winner = chances.winner(stream.below(1_000_000_000));
        let white_absent = stream.coin();
        match irregular {
            None => match winner {
                Some(Colour::White) => (Win, Loss),
                None => (Draw, Draw),
                Some(Colour::Black) => (Loss, Win),
            },
            Some(Irregular::Unrated) => match winner {
                Some(Colour::White) => (UnratedWin, UnratedLoss),
                None => (UnratedDraw, UnratedDraw),
                Some(Colour::Black) => (UnratedLoss, UnratedWin),
            },
            Some(Irregular::Forfeit) if white_absent => (ForfeitLoss, ForfeitWin),
            Some(Irregular::Forfeit) => (ForfeitWin, ForfeitLoss),
            Some(Irregular::DoubleForfeit) => (ForfeitLoss, ForfeitLoss),
            Some(Irregular::HalfZero) => (Draw, Loss),
            Some(Irregular::ZeroHalf) => (Loss, Draw),
            Some(Irregular::ZeroZero) => (Loss, Loss),
        }
    }

    fn finish(mut self) -> Tournament {
        self.data.round_to_pair = None;
        self.data
            .build()
            .expect("every round was entered on both sides and built before the next")
    }
}

/// Pairs of numbers counted (0, 1), (0, 2), (1, 2), (0, 3), ...: the larger number of pair `index`
/// and the smaller one.
fn pair_of_index(index: usize) -> (usize, usize) {
    // The largest b with b (b - 1) / 2 <= index.
    let larger = usize::midpoint(1, (8 * index + 1).isqrt());
    (larger, index - larger * (larger - 1) / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_without_gaps() {
        let mut index = 0;
        for larger in 1..200 {
            for smaller in 0..larger {
                assert_eq!(pair_of_index(index), (larger, smaller));
                index += 1;
            }
        }
    }
}
