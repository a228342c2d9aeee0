//! Events whose pairings a table fixes, of every size, against a judge that tells from two numbers alone when they meet
//! and who has White, and shares nothing with the engine.

use std::collections::BTreeSet;

use edelweiss_model::{
    Colour, Definitions, GameResult, PlayerId, Position, RoundEntry, RoundNumber, System, Team,
    Tournament, Tpn,
};
use edelweiss_pairing::{Impossible, Outcome};
use edelweiss_systems::{SwissSystem, UnreadableRounds, registry};

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

fn cycles_of(code: &str) -> usize {
    match code.rsplit_once("_G") {
        Some((_, cycles)) => cycles.parse().expect("a number"),
        None if code.contains("DOUBLE") => 2,
        None => 1,
    }
}

/// All rounds of an event by this code of record 192.
fn expected_rounds(code: &str, players: usize) -> Vec<Vec<SeatedNumbers>> {
    let length = players + players % 2 - 1;
    let cycles = cycles_of(code);
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
    tried(row, tournament).unwrap_or_else(|why| panic!("{}: {why}", row.name))
}

fn tried(row: &SwissSystem, tournament: &Tournament) -> Result<Outcome, UnreadableRounds> {
    let position = Position::derive(tournament, &Definitions::DUTCH_2026);
    row.paired(
        tournament,
        &position,
        &edelweiss_pairing::Engine::default().into(),
    )
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

/// Whether two sums differ by at most one: by none where they can be equal.
fn are_level(part: usize, whole: usize) -> bool {
    (2 * part).abs_diff(whole) <= whole % 2
}

/// What has to hold of rounds in which two teams of n meet, player by player: numbers to n are the first team.
fn judge_two_teams(n: usize, cycles: usize, rounds: &[Vec<SeatedNumbers>]) {
    assert_eq!(rounds.len(), n * cycles, "{n}");
    let mut colours = vec![Vec::new(); 2 * n];
    let mut before = BTreeSet::new();
    for cycle in rounds.chunks(n) {
        let mut met = BTreeSet::new();
        let mut whites_of_first = 0;
        for round in cycle {
            let mut seated = BTreeSet::new();
            let mut pairs = BTreeSet::new();
            for (white, black) in round {
                assert!(seated.insert(*white) && seated.insert(*black), "{n}");
                assert!((*white <= n) != (*black <= n), "{n}");
                pairs.insert((*white.min(black), *white.max(black)));
                colours[white - 1].push(true);
                colours[black - 1].push(false);
            }
            assert_eq!(seated, (1..=2 * n).collect(), "{n}");
            assert!(pairs.is_disjoint(&before), "{n}");
            met.extend(pairs.iter().copied());
            before = pairs;
            let of_first = round.iter().filter(|(white, _)| *white <= n).count();
            // With two players each no rounds are level: who meets both opponents would have a colour twice.
            assert!(n == 2 || are_level(of_first, n), "{n}");
            whites_of_first += of_first;
        }
        assert_eq!(met.len(), n * n, "{n}");
        assert!(are_level(whites_of_first, n * n), "{n}");
    }
    for own in colours {
        for cycle in own.chunks(n) {
            assert!(
                are_level(cycle.iter().filter(|white| **white).count(), n),
                "{n}"
            );
        }
        assert!(own.chunk_by(|a, b| a == b).all(|run| run.len() < 3), "{n}");
    }
}

#[test]
fn two_teams_of_every_size_meet_with_level_colours() {
    let mut judged = 0;
    for row in registry::systems() {
        if row.unit.most_of_two_teams().is_none() {
            continue;
        }
        for code in row.code.iter().chain(row.other_codes).copied() {
            for n in 2..=12 {
                let rounds = paired_rounds(row, code, 2 * n);
                if row.code == Some(code) {
                    assert_eq!(row.unit.fixed_rounds(2 * n), Some(rounds.len()));
                }
                judge_two_teams(n, cycles_of(code), &rounds);
                judged += rounds.len();
            }
        }
    }
    assert!(judged > 3_000, "only {judged} rounds");
}

#[test]
fn teams_are_those_of_the_file_and_have_to_fit() {
    let row = registry::of_record(System::Coded("FIDE_SCHEVENINGEN")).expect("a row");
    let round = |players: usize, teams: &[(u32, &[usize])]| -> Result<_, UnreadableRounds> {
        let mut data = tournament(1, &vec![""; players]);
        data.rounds_total = None;
        data.teams.teams = (teams.iter())
            .map(|(number, members)| Team {
                number: Tpn::new(*number).expect("a number"),
                name: String::new(),
                nickname: None,
                strength: None,
                match_points: None,
                game_points: None,
                rank: None,
                members: members
                    .iter()
                    .map(|id| PlayerId::from_index(id - 1))
                    .collect(),
            })
            .collect();
        match tried(row, &data.build().expect("players and teams"))? {
            Outcome::Paired(round) => Ok((round.boards.iter())
                .map(|board| (board.white.index() + 1, board.black.index() + 1))
                .collect::<Vec<_>>()),
            Outcome::Impossible(why) => panic!("{why:?}"),
        }
    };
    // The second team has the smaller number.
    let listed: [(u32, &[usize]); 2] = [(2, &[2, 4, 6]), (1, &[5, 3, 1])];
    assert_eq!(round(6, &listed), Ok(vec![(5, 2), (3, 4), (6, 1)]));
    assert_eq!(round(6, &[]), Ok(vec![(1, 4), (2, 5), (6, 3)]));
    for (players, teams, why) in [
        (7, &[][..], "teams of 3 and 4 players"),
        (2, &[], "2 to 12"),
        (26, &[], "2 to 12"),
        (4, &[(1, &[1, 2][..])], "found 1 teams (records 310)"),
        (4, &[(1, &[1, 2]), (2, &[3])], "teams of 2 and 1 players"),
        (
            5,
            &[(1, &[1, 2]), (2, &[3, 4])],
            "found 5 players, and 4 of them",
        ),
        (
            6,
            &[(1, &[1, 2]), (2, &[3, 4]), (3, &[5, 6])],
            "found 3 teams",
        ),
    ] {
        let refused = round(players, teams).expect_err(why).to_string();
        assert!(refused.contains(why), "{refused}");
    }
}
