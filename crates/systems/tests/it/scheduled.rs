//! Events whose pairings a table fixes, of every size, against a judge that tells from two numbers alone when they meet
//! and who has White, and shares nothing with the engine.

use edelweiss_model::{
    Colour, Definitions, GameResult, PlayerId, Position, RoundEntry, RoundNumber, System,
    Tournament,
};
use edelweiss_pairing::{Impossible, Outcome};
use edelweiss_systems::{SwissSystem, registry};

use crate::common::tournament;

/// White and Black by their numbers, from 1.
type SeatedNumbers = (usize, usize);

/// The round and the colours of a game of a Berger table, by the direct rule (C.05 Annex 1 in other words).
fn berger(players: usize, low: usize, high: usize) -> (usize, SeatedNumbers) {
    let even = players + players % 2;
    let sum = if high == even { 2 * low } else { low + high };
    let low_is_white = if high == even {
        low <= even / 2
    } else {
        sum % 2 == 1
    };
    let seats = if low_is_white {
        (low, high)
    } else {
        (high, low)
    };
    ((sum - 2) % (even - 1), seats)
}

/// All rounds of an event by this code of record 192.
fn expected_rounds(code: &str, players: usize) -> Vec<Vec<SeatedNumbers>> {
    let length = players + players % 2 - 1;
    let cycles = match code.rsplit_once("_G") {
        Some((_, cycles)) => cycles.parse().expect("a number"),
        None if code.contains("DOUBLE") => 2,
        None => 1,
    };
    let mut rounds = vec![Vec::new(); length * cycles];
    for cycle in 0..cycles {
        for high in 2..=players {
            for low in 1..high {
                let (round, (white, black)) = berger(players, low, high);
                let seats = if cycle % 2 == 0 {
                    (white, black)
                } else {
                    (black, white)
                };
                rounds[cycle * length + round].push(seats);
            }
        }
    }
    if code.starts_with("FIDE") && cycles == 2 && length > 1 {
        rounds.swap(length - 2, length - 1);
    }
    rounds
}

/// The rounds that a system pairs one after the other, each game a draw.
fn paired_rounds(row: &SwissSystem, code: &'static str, players: usize) -> Vec<Vec<SeatedNumbers>> {
    let mut data = tournament(1, &vec![""; players]);
    data.rounds_total = None;
    data.system = Some(System::Coded(code));
    data.pre_determined = true;
    let mut rounds = Vec::new();
    loop {
        let built = data.clone().build().expect("rounds of the table");
        match next(row, &built) {
            Outcome::Paired(round) => {
                assert_eq!((round.bye, round.boards.len()), (None, players / 2));
                let seat = |id: PlayerId| id.index() + 1;
                let boards = round.boards.iter();
                rounds.push(boards.map(|b| (seat(b.white), seat(b.black))).collect());
                for board in &round.boards {
                    for (own, opponent, colour) in [
                        (board.white, board.black, Colour::White),
                        (board.black, board.white, Colour::Black),
                    ] {
                        data.players[own.index()].entries.push(RoundEntry::Paired {
                            opponent,
                            colour: Some(colour),
                            result: GameResult::Draw,
                        });
                    }
                }
                data.give_free_round(round.round);
            }
            Outcome::Impossible(Impossible::NoRoundLeft { total }) => {
                assert_eq!(total, RoundNumber::from_index(rounds.len() - 1));
                return rounds;
            }
            Outcome::Impossible(why) => panic!("{}: {why:?}", row.name),
        }
    }
}

fn next(row: &SwissSystem, tournament: &Tournament) -> Outcome {
    let position = Position::derive(tournament, &Definitions::DUTCH_2026);
    row.paired(
        tournament,
        &position,
        &edelweiss_pairing::Engine::default().into(),
    )
    .unwrap_or_else(|why| panic!("{}: {why}", row.name))
}

#[test]
fn every_round_robin_of_every_size_is_that_of_the_direct_rule() {
    let mut judged = 0;
    for row in registry::systems() {
        let codes = row.code.iter().chain(row.other_codes).copied();
        for code in codes.filter(|code| code.contains("ROUNDROBIN")) {
            for players in 2..=if code.contains("_G") { 9 } else { 24 } {
                let mut found = paired_rounds(row, code, players);
                if row.code == Some(code) {
                    let fixed = row.unit.fixed_rounds(players);
                    assert_eq!(fixed, Some(found.len()), "{code}, {players}");
                }
                let mut expected = expected_rounds(code, players);
                for round in found.iter_mut().chain(&mut expected) {
                    round.sort_unstable();
                }
                assert_eq!(found, expected, "{code}, {players}");
                judged += found.len();
            }
        }
    }
    assert!(judged > 3_000, "only {judged} rounds");
}
