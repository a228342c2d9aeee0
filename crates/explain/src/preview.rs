//! What is certain of a round while games of the rounds before are open.
//!
//! Every way in which the games can end is paired, or as many as are wanted, drawn with a seed. The
//! drawn ones come in threes that differ in one game only, so that what is said of a game's influence is
//! true in both cases; of drawn ones it may be less than the whole.

use std::collections::BTreeMap;

use edelweiss_model::{
    Colour, GameResult, OpenGame, PlayerId, RoundEntry, RoundNumber, Tournament,
};
use edelweiss_pairing::{Outcome, RoundPairing};
use rayon::prelude::*;

/// How many outcomes are paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PreviewLimits {
    /// At most so many.
    pub most: usize,
    /// Draws them where there are more.
    pub seed: u64,
}

impl Default for PreviewLimits {
    /// All outcomes of seven games.
    fn default() -> Self {
        Self {
            most: 2_187,
            seed: 1,
        }
    }
}

/// What the outcomes have in common.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The round to be paired.
    pub round: RoundNumber,
    /// The games without a result.
    pub open: Vec<OpenGame>,
    /// How many outcomes were paired.
    pub n_outcomes: usize,
    /// Whether these are all there are.
    pub is_complete: bool,
    /// In how many of them no round could be paired.
    pub n_impossible: usize,
    /// In the order of the players.
    pub players: Vec<PlayerPreview>,
}

/// One player who takes part in some outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerPreview {
    /// Who.
    pub player: PlayerId,
    /// Opponents, `None` being the bye, and in how many outcomes; most frequent first.
    pub opponents: Vec<(Option<PlayerId>, usize)>,
    /// The colour, where it is the same in all outcomes in which the player has one.
    pub colour: Option<Colour>,
    /// Places in [`Preview::open`] of games that have an influence on the opponent.
    pub depends_on: Vec<usize>,
}

impl PlayerPreview {
    /// The opponent, `None` being the bye, where it is the same in all of `n_outcomes`.
    pub fn certain(&self, n_outcomes: usize) -> Option<Option<PlayerId>> {
        match self.opponents[..] {
            [(opponent, times)] if times == n_outcomes => Some(opponent),
            _ => None,
        }
    }
}

const RESULTS: [GameResult; 3] = [GameResult::Win, GameResult::Draw, GameResult::Loss];

/// A seat in one outcome: the opponent and the own colour, or the bye.
type PreviewSeat = Option<(PlayerId, Colour)>;

/// Previews the round after the last one of `tournament`; `pair` pairs a tournament without open
/// games. Cost: a pairing for each outcome, in parallel; answers are the same on any number of threads.
pub fn preview(
    tournament: &Tournament,
    limits: PreviewLimits,
    pair: impl Fn(&Tournament) -> Outcome + Sync,
) -> Preview {
    let n_rounds = tournament
        .rounds_paired()
        .map_or(0, |last| last.index() + 1);
    let open = tournament.open_games(0..n_rounds);
    let (outcomes, is_complete) = outcomes(open.len(), limits);
    let rounds: Vec<Option<Vec<Option<PreviewSeat>>>> = (outcomes.par_iter())
        .map(|outcome| {
            let round = match pair(&with_results(tournament, &open, outcome)) {
                Outcome::Paired(round) => round,
                Outcome::Impossible(_) => return None,
            };
            Some(seats(tournament.players.len(), &round))
        })
        .collect();
    let mut players = Vec::new();
    for player in tournament.player_ids() {
        let found = rounds
            .iter()
            .flatten()
            .filter_map(|seats| seats[player.index()]);
        let mut times: BTreeMap<Option<PlayerId>, usize> = BTreeMap::new();
        let mut colours: Vec<Colour> = Vec::new();
        for seat in found {
            *times.entry(seat.map(|(opponent, _)| opponent)).or_default() += 1;
            colours.extend(seat.map(|(_, colour)| colour));
        }
        let mut opponents: Vec<(Option<PlayerId>, usize)> = times.into_iter().collect();
        opponents.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        if !opponents.is_empty() {
            colours.dedup();
            players.push(PlayerPreview {
                player,
                opponents,
                colour: (colours.len() == 1).then(|| colours[0]),
                depends_on: influences(player, &open, &outcomes, &rounds),
            });
        }
    }
    Preview {
        round: RoundNumber::from_index(n_rounds),
        n_outcomes: outcomes.len(),
        is_complete,
        n_impossible: rounds.iter().filter(|round| round.is_none()).count(),
        open,
        players,
    }
}

/// Results by game: 0, 1, 2 for White, a draw, Black. All of them, or threes that differ in one game.
fn outcomes(n_open: usize, limits: PreviewLimits) -> (Vec<Vec<u8>>, bool) {
    let all = u32::try_from(n_open)
        .ok()
        .and_then(|n| 3_usize.checked_pow(n))
        .filter(|all| *all <= limits.most.max(1));
    if let Some(all) = all {
        let digits = |number: usize| {
            let mut rest = number;
            let digit = |_| {
                let digit = (rest % 3) as u8;
                rest /= 3;
                digit
            };
            (0..n_open).map(digit).collect()
        };
        return ((0..all).map(digits).collect(), true);
    }
    let mut state = limits.seed;
    let mut drawn = Vec::new();
    for three in 0..(limits.most / 3).max(1) {
        let mut outcome: Vec<u8> = (0..n_open).map(|_| (next(&mut state) % 3) as u8).collect();
        for result in 0..3 {
            outcome[three % n_open] = result;
            drawn.push(outcome.clone());
        }
    }
    (drawn, false)
}

/// The generator `SplitMix64` of Steele, Lea and Flood (2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The tournament with these results of its open games.
fn with_results(tournament: &Tournament, open: &[OpenGame], outcome: &[u8]) -> Tournament {
    let mut data = tournament.clone().into_data();
    for (game, result) in open.iter().zip(outcome) {
        let results = [usize::from(*result), 2 - usize::from(*result)];
        for (id, place) in [game.white, game.black].into_iter().zip(results) {
            if let RoundEntry::Paired { result, .. } =
                &mut data.players[id.index()].entries[game.round.index()]
            {
                *result = RESULTS[place];
            }
        }
    }
    data.build().expect("a result contradicts nothing")
}

fn seats(n_players: usize, round: &RoundPairing) -> Vec<Option<PreviewSeat>> {
    let mut seats = vec![None; n_players];
    for board in &round.boards {
        seats[board.white.index()] = Some(Some((board.black, Colour::White)));
        seats[board.black.index()] = Some(Some((board.white, Colour::Black)));
    }
    if let Some(bye) = round.bye {
        seats[bye.index()] = Some(None);
    }
    seats
}

/// The games that change the player's opponent in two outcomes that differ in that game only.
fn influences(
    player: PlayerId,
    open: &[OpenGame],
    outcomes: &[Vec<u8>],
    rounds: &[Option<Vec<Option<PreviewSeat>>>],
) -> Vec<usize> {
    let opponent = |at: usize| {
        let seats = rounds[at].as_ref()?;
        Some(seats[player.index()].map(|seat| seat.map(|(opponent, _)| opponent)))
    };
    let is_all = outcomes.len() == 3_usize.checked_pow(open.len() as u32).unwrap_or(0);
    let mut found: Vec<usize> = Vec::new();
    for at in 0..outcomes.len() {
        let games = if is_all {
            0..open.len()
        } else {
            let varied = (at / 3) % open.len();
            varied..varied + 1
        };
        for game in games.filter(|game| outcomes[at][*game] == 0) {
            let step = if is_all { 3_usize.pow(game as u32) } else { 1 };
            let seats = [0, 1, 2].map(|result| opponent(at + result * step));
            let known: Vec<_> = seats.iter().flatten().collect();
            if known.windows(2).any(|two| two[0] != two[1]) && !found.contains(&game) {
                found.push(game);
            }
        }
    }
    found.sort_unstable();
    found
}
