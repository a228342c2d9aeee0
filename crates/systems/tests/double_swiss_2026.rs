//! The Double-Swiss System: laws, its judge, and its readings.

mod common;

use std::sync::atomic::{AtomicUsize, Ordering};

use edelweiss_model::arbitrary::random_tournament;
use edelweiss_model::{
    Acceleration, ByeKind, Colour, GameResult, PlayerId, RoundEntry, RoundNumber, Score,
    Tournament, TournamentData,
};
use edelweiss_pairing::{ColourReason, Impossible, Outcome, RoundPairing};
use edelweiss_systems::double_swiss_2026::{
    BakuWin, FollowingBracket, ForfeitedFloats, MatchProblem, Matches, Options,
    PAIRING_ALLOCATED_BYE, judge, pair_round,
};
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// A random tournament of matches with 2 to 9 players, with options.
#[derive(Clone, Debug)]
struct Case {
    tournament: Tournament,
    options: Options,
}

impl Arbitrary for Case {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 2 + usize::arbitrary(g) % 8;
        let mut data = random_tournament(g, n).into_data();
        play_second_games(g, &mut data);
        if bool::arbitrary(g) && !data.has_virtual_points() && u8::arbitrary(g) < 64 {
            data.points = edelweiss_model::PointSystem::default();
            data.acceleration = Acceleration::Baku;
        }
        let pick = |g: &mut Gen| bool::arbitrary(g);
        let options = Options {
            following_bracket: if pick(g) {
                FollowingBracket::FewestUpfloaters
            } else {
                FollowingBracket::ParityOrNothing
            },
            forfeited_floats: if pick(g) {
                ForfeitedFloats::Ignored
            } else {
                ForfeitedFloats::Counted
            },
            baku_win: if pick(g) {
                BakuWin::Match
            } else {
                BakuWin::Game
            },
        };
        Self {
            tournament: data.build().expect("both games are mirrored"),
            options,
        }
    }
}

/// Turns every round into a match: a second game with the other colours and a result of its own.
fn play_second_games(g: &mut Gen, data: &mut TournamentData) {
    let results = [
        [GameResult::Win, GameResult::Loss],
        [GameResult::Draw, GameResult::Draw],
        [GameResult::Loss, GameResult::Win],
        [GameResult::ForfeitWin, GameResult::ForfeitLoss],
        [GameResult::ForfeitLoss, GameResult::ForfeitWin],
        [GameResult::ForfeitLoss, GameResult::ForfeitLoss],
    ];
    let single = data.players.clone();
    for player in &mut data.players {
        player.entries.clear();
        let doubled = player.virtual_points.iter().flat_map(|points| [*points; 2]);
        player.virtual_points = doubled.collect();
    }
    let rounds = single.iter().map(|player| player.entries.len()).max();
    for round in 0..rounds.unwrap_or(0) {
        for (index, player) in single.iter().enumerate() {
            let entry = player.entries.get(round).copied().unwrap_or_default();
            let own = &mut data.players[index].entries;
            let RoundEntry::Paired {
                opponent,
                colour: Some(colour),
                result,
            } = entry
            else {
                own.extend(match entry {
                    RoundEntry::Bye(ByeKind::PairingAllocated) => PAIRING_ALLOCATED_BYE,
                    other => [other; 2],
                });
                continue;
            };
            if opponent.index() < index {
                continue; // Recorded from the other side.
            }
            // A forfeited first game is often a forfeited match.
            let second = if !result.is_played() && bool::arbitrary(g) {
                let lost = result == GameResult::ForfeitLoss;
                results[if lost { 4 } else { 3 }]
            } else {
                *g.choose(&results).expect("not empty")
            };
            let first_theirs = match single[opponent.index()].entries[round] {
                RoundEntry::Paired { result, .. } => result,
                _ => unreachable!("mirrored"),
            };
            let me = PlayerId::from_index(index);
            for (player, other, colour, results) in [
                (me, opponent, colour, [result, second[0]]),
                (opponent, me, !colour, [first_theirs, second[1]]),
            ] {
                for (game, result) in results.into_iter().enumerate() {
                    data.players[player.index()]
                        .entries
                        .push(RoundEntry::Paired {
                            opponent: other,
                            colour: Some(if game == 0 { colour } else { !colour }),
                            result,
                        });
                }
            }
        }
    }
    data.rounds_total = data
        .rounds_total
        .and_then(|total| RoundNumber::new(2 * u32::from(total.get())).ok());
    for absence in &mut data.absences {
        absence.round = RoundNumber::from_index(2 * absence.round.index());
    }
}

fn games_of(round: &RoundPairing) -> Vec<(PlayerId, PlayerId)> {
    let mut games: Vec<_> = round
        .boards
        .iter()
        .map(|board| (board.white, board.black))
        .collect();
    games.sort_unstable();
    games
}

#[test]
fn the_judge_agrees() {
    static PAIRED: AtomicUsize = AtomicUsize::new(0);
    static IMPOSSIBLE: AtomicUsize = AtomicUsize::new(0);
    let law: fn(Case) -> bool = |Case {
                                     tournament,
                                     options,
                                 }| {
        let verdict = judge::pair_round(&tournament, &options).expect("matches");
        match (pair_round(&tournament, &options).expect("matches"), verdict) {
            (Outcome::Paired(round), Some(verdict)) => {
                PAIRED.fetch_add(1, Ordering::Relaxed);
                games_of(&round) == verdict.games && round.bye == verdict.bye
            }
            (Outcome::Impossible(Impossible::NoLegalPairing(_)), None) => {
                IMPOSSIBLE.fetch_add(1, Ordering::Relaxed);
                true
            }
            _ => false,
        }
    };
    QuickCheck::new().tests(3000).quickcheck(law);
    let (paired, impossible) = (
        PAIRED.load(Ordering::Relaxed),
        IMPOSSIBLE.load(Ordering::Relaxed),
    );
    assert!(
        paired > 1500 && impossible > 50,
        "the law was tried on both kinds: {paired} paired, {impossible} impossible"
    );
}

#[test]
fn pairing_twice_gives_the_same_round() {
    let law: fn(Case) -> bool = |Case {
                                     tournament,
                                     options,
                                 }| {
        let [first, second] = [0, 1].map(|_| pair_round(&tournament, &options));
        format!("{first:?}") == format!("{second:?}")
    };
    QuickCheck::new().tests(200).quickcheck(law);
}
