//! The Lim System: the tables of its text, and its engine against the judge.

#![expect(
    clippy::needless_pass_by_value,
    reason = "laws receive the values they are tried on"
)]

use std::collections::BTreeMap;

use edelweiss_judges::systems::RoundByText;
use edelweiss_judges::systems::lim as judge;
use edelweiss_model::arbitrary::random_tournament;
use edelweiss_model::{Colour, ForbiddenGroup, PlayerId, RoundNumber, Tournament, TournamentData};
use edelweiss_pairing::{Impossible, Outcome, RoundPairing, StepAction};
use edelweiss_prove::prove_procedure;
use edelweiss_systems::lim_swiss::pair_round;
use edelweiss_verify::{ProcedureToProve, RoundProof, state_procedure, verify_procedure};
use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::claims::{self, ClaimCounts};
use crate::common;

/// A random tournament, small enough for the judge.
#[derive(Clone, Debug)]
struct Small(Tournament);

/// The same, larger.
#[derive(Clone, Debug)]
struct Large(Tournament);

fn rated(g: &mut Gen, tournament: Tournament) -> Tournament {
    let mut data = tournament.into_data();
    for player in &mut data.players {
        player.rating = Some(1500 + u16::arbitrary(g) % 3);
    }
    data.build().expect("ratings contradict nothing")
}

impl Arbitrary for Small {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 2 + usize::arbitrary(g) % 8;
        let tournament = match u8::arbitrary(g) % 3 {
            0 => common::strangers(g, 9),
            1 => common::hard_field(g),
            _ => random_tournament(g, n),
        };
        Self(rated(g, tournament))
    }
}

impl Arbitrary for Large {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 10 + usize::arbitrary(g) % 60;
        let tournament = random_tournament(g, n);
        Self(rated(g, tournament))
    }
}

fn paired(tournament: &Tournament) -> RoundPairing {
    match pair_round(tournament) {
        Outcome::Paired(round) => round,
        Outcome::Impossible(why) => panic!("{why}"),
    }
}

/// Round two after these byes.
fn after_byes(lines: &[&str]) -> TournamentData {
    TournamentData {
        round_to_pair: RoundNumber::new(2).ok(),
        ..common::tournament(9, lines)
    }
}

/// `1-4 2-5`, by brackets as they were paired.
fn pairs(data: TournamentData) -> String {
    let round = paired(&data.build().expect("no contradiction"));
    let pairs = round.brackets.iter().flat_map(|bracket| &bracket.pairs);
    let number = |id: &PlayerId| id.index() + 1;
    let words: Vec<String> = pairs
        .map(|(a, b)| format!("{}-{}", number(a), number(b)))
        .collect();
    words.join(" ")
}

fn with_bans(mut data: TournamentData, bans: &[(usize, usize)]) -> TournamentData {
    let id = |number: usize| PlayerId::from_index(number - 1);
    data.forbidden
        .extend(bans.iter().map(|&(a, b)| ForbiddenGroup {
            first: RoundNumber::FIRST,
            last: None,
            players: vec![id(a), id(b)],
        }));
    data
}

#[test]
fn lim_exchanges_are_those_of_the_tables_of_4_2_and_4_3() {
    let tables = [
        ("", "1-4 2-5 3-6"),
        ("14", "1-5 2-4 3-6"),
        ("14 15", "1-6 2-4 3-5"),
        ("14 15 16", "1-3 2-5 4-6"),
        ("14 15 16 13", "1-2 3-5 4-6"),
        ("14 15 24", "1-6 2-5 3-4"),
        ("14 15 24 25", "1-6 2-3 4-5"),
        ("14 15 24 25 23", "1-3 2-6 4-5"),
        ("14 15 24 25 23 26", "1-2 3-5 4-6"),
    ];
    let mirrored = |pairs: &str| {
        let mirror = |c: char| c.to_digit(10).map_or(c, |d| (b'0' + (7 - d as u8)) as char);
        let mut pairs: Vec<String> = (pairs.split(' '))
            .map(|pair| pair.chars().rev().map(mirror).collect())
            .collect();
        pairs.sort();
        pairs.join(" ")
    };
    for (met, expected) in tables {
        let bans: Vec<(usize, usize)> = met
            .split_whitespace()
            .map(|pair| {
                let mut digits = pair.bytes().map(|digit| usize::from(digit - b'0'));
                (digits.next().expect("two"), digits.next().expect("two"))
            })
            .collect();
        let downward = with_bans(common::tournament(9, &[""; 6]), &bans);
        assert_eq!(pairs(downward), expected, "{met}");
        // Below the median the same from the bottom: six players without points, and two with one.
        let bans: Vec<_> = bans.iter().map(|(a, b)| (7 - a, 7 - b)).collect();
        let lines = ["Z", "Z", "Z", "Z", "Z", "Z", "F", "F"];
        let upward = with_bans(after_byes(&lines), &bans);
        assert_eq!(
            pairs(upward),
            format!("7-8 {}", mirrored(expected)),
            "{met}"
        );
    }
}

#[test]
fn lim_players_whom_no_exchange_helps_float_by_4_4() {
    // 4.4.1: number 1 of five floats instead of number 5; 4.4.2: of four together with number 4.
    let lines = ["F", "F", "F", "F", "F", "H"];
    let bans = [(1, 2), (1, 3), (1, 4), (1, 5)];
    let odd = with_bans(after_byes(&lines), &bans);
    assert_eq!(pairs(odd), "2-4 3-5 1-6");
    let lines = ["F", "F", "F", "F", "H", "H"];
    let even = with_bans(after_byes(&lines), &bans[..3]);
    assert_eq!(pairs(even), "2-3 1-5 4-6");
}

#[test]
fn lim_round_one_of_forty_players_is_that_of_7_2() {
    let mut data = common::tournament(9, &[""; 40]);
    for (first, reversed) in [(Colour::White, false), (Colour::Black, true)] {
        data.initial_colour = Some(first);
        let round = paired(&data.clone().build().expect("no contradiction"));
        for (index, board) in round.boards.iter().enumerate() {
            let (own, other) = (index, index + 20);
            let expected = if (index % 2 == 0) == reversed {
                (other, own)
            } else {
                (own, other)
            };
            assert_eq!((board.white.index(), board.black.index()), expected);
        }
    }
}

#[test]
fn lim_round_two_pairs_one_point_then_none_then_the_median() {
    let lines = ["F", "Z", "H", "H", "F", "Z"];
    assert_eq!(pairs(after_byes(&lines)), "1-5 2-6 3-4");
}

fn sorted(outcome: &Outcome) -> Option<RoundByText> {
    let mut round = common::round_by_text(outcome)?;
    round.boards.sort_unstable();
    Some(round)
}

#[test]
fn the_judge_of_lim_agrees() {
    fn law(small: Small) -> bool {
        sorted(&pair_round(&small.0)) == judge::pair_round(&small.0)
    }
    QuickCheck::new()
        .tests(common::n_positions())
        .max_tests(u64::MAX)
        .quickcheck(law as fn(Small) -> bool);
}

#[test]
fn one_round_from_both_ends_is_proved_and_no_other() {
    static COUNTS: ClaimCounts = ClaimCounts::new();
    fn try_round(tournament: &Tournament) {
        let outcome = pair_round(tournament);
        let asked = ProcedureToProve::by_median_group(tournament, ("median", 2026), Vec::new());
        COUNTS.try_round(&asked, &outcome, claims::groups_of_players);
    }
    let law: fn(Small) -> bool = |Small(tournament)| {
        try_round(&tournament);
        true
    };
    let n = COUNTS.try_all(law);
    for seed in 0..n / 10 {
        let Large(tournament) = Large::arbitrary(&mut Gen::from_size_and_seed(100, seed));
        try_round(&tournament);
    }
}

/// The proof of a round in which pairs are taken apart holds, but not without one of them, nor without what shows that it
/// had to be, nor with other pairs of the median group.
#[test]
fn pairs_are_taken_apart_with_proof_or_not_at_all() {
    let mut g = Gen::from_size_and_seed(100, 2_026);
    let (mut splits, mut others) = (0, 0);
    for _ in 0..3_000 {
        let Small(tournament) = Small::arbitrary(&mut g);
        let asked = ProcedureToProve::by_median_group(&tournament, ("median", 2026), Vec::new());
        let outcome = pair_round(&tournament);
        if !matches!(outcome, Outcome::Paired(_)) {
            continue;
        }
        let right = prove_procedure(&asked, &outcome).expect("a proof");
        let last = right.brackets.len().saturating_sub(1);
        let holds = |change: &dyn Fn(&mut RoundProof)| {
            let mut changed = right.clone();
            change(&mut changed);
            verify_procedure(&asked, &changed.sealed()).is_ok()
        };
        let Some(median) = right.brackets.last() else {
            continue;
        };
        for at in 0..median.splits.len() {
            splits += 1;
            assert!(!holds(&|proof| {
                proof.brackets[last].splits.remove(at);
            }));
            assert!(!holds(&|proof| {
                let median = &mut proof.brackets[last];
                let everybody = [&median.residents[..], &median.mdps].concat();
                median.splits[at].players = everybody;
            }));
        }
        for (place, bracket) in right.brackets.iter().enumerate() {
            for at in 0..bracket.apart.len() {
                assert!(!holds(&|proof| {
                    proof.brackets[place].apart.remove(at);
                }));
                assert!(!holds(&|proof| {
                    let pair = proof.brackets[place].apart.remove(at);
                    proof.brackets[place].pairs.push(pair);
                }));
            }
        }
        let n_pairs = median.pairs.len() * usize::from(!median.splits.is_empty());
        for one in 0..n_pairs {
            for other in 0..one {
                others += 1;
                assert!(!holds(&|proof| {
                    let pairs = &mut proof.brackets[last].pairs;
                    let [[a, b], [c, d]] = [pairs[one], pairs[other]];
                    (pairs[one], pairs[other]) = ([a, d], [c, b]);
                    let _ = state_procedure(&asked, proof);
                }));
            }
        }
    }
    assert!(splits > 50 && others > 50, "{splits} {others}");
}

/// The law above is worth as much as its cases.
#[test]
fn the_judged_cases_of_lim_reach_the_articles() {
    let mut g = Gen::from_size_and_seed(100, 2_026);
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..6_000 {
        let Small(tournament) = Small::arbitrary(&mut g);
        let Outcome::Paired(round) = pair_round(&tournament) else {
            continue;
        };
        for step in round.brackets.iter().flat_map(|bracket| &bracket.steps) {
            *found.entry(step.article.to_owned()).or_default() += 1;
            if step.action == StepAction::SplitPair {
                *found.entry("a pair is split".to_owned()).or_default() += 1;
            }
        }
    }
    for article in [
        "2.3",
        "2.4",
        "2.6.1",
        "2.6.2",
        "3.2.2",
        "3.2.4",
        "3.8",
        "3.9",
        "3.10",
        "4",
        "a pair is split",
    ] {
        let times = found.get(article).copied().unwrap_or(0);
        assert!(times >= 5, "{article}: {times} times ({found:?})");
    }
}

/// A round wherever there is a legal one; the engine looks at each once more before it returns it.
#[test]
fn lim_finds_a_round_of_larger_fields() {
    fn law(large: Large) -> bool {
        match pair_round(&large.0) {
            Outcome::Paired(round) => round.boards.len() >= 2,
            Outcome::Impossible(why) => !matches!(why, Impossible::ProcedureEnded { .. }),
        }
    }
    QuickCheck::new()
        .tests(common::n_positions() / 10)
        .max_tests(u64::MAX)
        .quickcheck(law as fn(Large) -> bool);
}
