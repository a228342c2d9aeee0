//! The Olympiad Pairing Rules: the examples of the text, and the engine against the judge.

#![expect(
    clippy::needless_pass_by_value,
    reason = "laws receive the values they are tried on"
)]

use std::collections::BTreeMap;

use edelweiss_judges::systems::RoundByText;
use edelweiss_judges::systems::olympiad as judge;
use edelweiss_model::arbitrary::random_tournament;
use edelweiss_model::{
    Colour, ForbiddenGroup, PlayerId, RoundNumber, Score, Tournament, TournamentData,
};
use edelweiss_pairing::{Impossible, Outcome, RoundPairing, StepAction};
use edelweiss_systems::olympiad_swiss::pair_round;
use edelweiss_verify::ProcedureToProve;
use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::claims::{self, ClaimCounts};
use crate::common;

/// Random matches of teams, few enough for the judge.
#[derive(Clone, Debug)]
struct Few(Tournament);

/// The same of more teams.
#[derive(Clone, Debug)]
struct Many(Tournament);

impl Arbitrary for Few {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 2 + usize::arbitrary(g) % 7;
        Self(match u8::arbitrary(g) % 3 {
            0 => common::strangers(g, 8),
            1 => common::hard_field(g),
            _ => random_tournament(g, n),
        })
    }
}

impl Arbitrary for Many {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 10 + usize::arbitrary(g) % 60;
        Self(random_tournament(g, n))
    }
}

fn paired(tournament: &Tournament) -> RoundPairing {
    match pair_round(tournament) {
        Outcome::Paired(round) => round,
        Outcome::Impossible(why) => panic!("{why}"),
    }
}

/// Teams with these match points, by byes of earlier rounds, of whom some have met.
fn teams(points: &[u8], met: &[(usize, usize)]) -> TournamentData {
    let words = |points: u8| {
        let rounds = (0..3).map(|round| if points >= 2 * (round + 1) { "F" } else { "Z" });
        rounds.collect::<Vec<_>>().join(" ")
    };
    let lines: Vec<String> = points.iter().map(|points| words(*points)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut data = common::tournament(9, &lines);
    data.points.win = [Score::from_tenths(20); 2];
    data.round_to_pair = RoundNumber::new(4).ok();
    let bans = met.iter().map(|&(a, b)| ForbiddenGroup {
        first: RoundNumber::FIRST,
        last: None,
        players: [a, b]
            .map(|number| PlayerId::from_index(number - 1))
            .to_vec(),
    });
    data.forbidden.extend(bans);
    data
}

/// `1-4 2-5`, by groups as they were paired.
fn pairs(data: TournamentData) -> String {
    let round = paired(&data.build().expect("no contradiction"));
    let pairs = round.brackets.iter().flat_map(|bracket| &bracket.pairs);
    let words: Vec<String> = pairs
        .map(|(a, b)| format!("{}-{}", a.index() + 1, b.index() + 1))
        .collect();
    words.join(" ")
}

fn sorted_words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split(' ').collect();
    words.sort_unstable();
    words
}

/// The fifteen pairings of six teams in the order of 9.5: each where the ones before are struck out by a ban.
#[test]
fn olympiad_groups_of_six_are_paired_in_the_order_of_9_5() {
    let table = [
        "1-4 2-5 3-6",
        "1-4 2-6 3-5",
        "1-4 2-3 5-6",
        "1-5 2-4 3-6",
        "1-5 2-6 3-4",
        "1-5 2-3 4-6",
        "1-6 2-4 3-5",
        "1-6 2-5 3-4",
        "1-6 2-3 4-5",
        "1-3 2-5 4-6",
        "1-3 2-6 4-5",
        "1-3 2-4 5-6",
        "1-2 3-5 4-6",
        "1-2 3-6 4-5",
        "1-2 3-4 5-6",
    ];
    // By bans of pairs every later one can be the first that is left, as far as bans tell them apart.
    let digits = |pair: &str| {
        let mut digits = pair
            .bytes()
            .filter(u8::is_ascii_digit)
            .map(|d| usize::from(d - b'0'));
        (digits.next().expect("two"), digits.next().expect("two"))
    };
    let all: Vec<(usize, usize)> = (1..=6)
        .flat_map(|a| (a + 1..=6).map(move |b| (a, b)))
        .collect();
    for bans in 0_u32..1 << all.len() {
        // A sample of the 32,768 sets of bans.
        if bans % 37 != 0 {
            continue;
        }
        let banned: Vec<(usize, usize)> = (all.iter().enumerate())
            .filter(|(at, _)| bans >> at & 1 == 1)
            .map(|(_, pair)| *pair)
            .collect();
        let is_legal = |row: &&&str| row.split(' ').all(|pair| !banned.contains(&digits(pair)));
        let expected = table.iter().find(is_legal);
        let data = teams(&[0; 6], &banned).build().expect("no contradiction");
        match (pair_round(&data), expected) {
            (Outcome::Paired(_), Some(row)) => {
                assert_eq!(pairs(teams(&[0; 6], &banned)), **row, "{banned:?}");
            }
            (Outcome::Impossible(_), None) => {}
            (outcome, expected) => panic!("{outcome:?} where {expected:?}"),
        }
    }
}

#[test]
fn olympiad_floaters_are_those_of_the_examples() {
    for (points, met, expected) in [
        (
            &[4, 4, 4, 4, 2, 2, 2, 0][..],
            &[(7, 8)][..],
            "1-3 2-4 6-8 5-7",
        ),
        (
            &[6, 6, 6, 6, 6, 4, 4, 2, 2, 2, 0, 0],
            &[(9, 10)],
            "1-3 2-4 5-6 11-12 8-10 7-9",
        ),
        (&[6, 6, 6, 4, 4, 4, 4, 0], &[(3, 4)], "1-2 3-5 7-8 4-6"),
        (
            &[6, 6, 6, 6, 4, 4, 4, 4],
            &[(1, 2), (1, 3), (1, 4)],
            "2-3 1-5 4-6 7-8",
        ),
    ] {
        let found = pairs(teams(points, met));
        assert_eq!(sorted_words(&found), sorted_words(expected), "{points:?}");
    }
}

/// 6.4: of 88 teams number 45 is in the median group, which comes last.
#[test]
fn the_median_group_of_88_teams_is_that_of_number_45() {
    let points: Vec<u8> = (1..=88)
        .map(|number| if number <= 44 { 2 } else { 0 })
        .collect();
    let round = paired(&teams(&points, &[]).build().expect("no contradiction"));
    let groups: Vec<usize> = (round.brackets.iter())
        .map(|bracket| bracket.residents[0].index() + 1)
        .collect();
    assert_eq!(groups, [1, 45]);
    let points: Vec<u8> = (1..=88)
        .map(|number| if number <= 45 { 2 } else { 0 })
        .collect();
    let round = paired(&teams(&points, &[]).build().expect("no contradiction"));
    let groups: Vec<usize> = (round.brackets.iter())
        .map(|bracket| bracket.residents[0].index() + 1)
        .collect();
    assert_eq!(groups, [46, 1]);
}

/// 7.2: odd numbers of the top half have the colour of the lot.
#[test]
fn olympiad_colours_of_round_one_follow_the_lot() {
    for (lot, white) in [(Colour::White, [1, 6, 3, 8]), (Colour::Black, [5, 2, 7, 4])] {
        let mut data = common::tournament(9, &[""; 8]);
        data.initial_colour = Some(lot);
        let round = paired(&data.build().expect("no contradiction"));
        let found: Vec<usize> = round.boards.iter().map(|b| b.white.index() + 1).collect();
        assert_eq!(found, white);
    }
}

fn sorted(outcome: &Outcome) -> Option<RoundByText> {
    let mut round = common::round_by_text(outcome)?;
    round.boards.sort_unstable();
    Some(round)
}

#[test]
fn one_round_of_teams_from_both_ends_is_proved_and_no_other() {
    static COUNTS: ClaimCounts = ClaimCounts::new();
    fn try_round(tournament: &Tournament) {
        let outcome = pair_round(tournament);
        let rules = ("median-teams", 2022);
        let asked = ProcedureToProve::by_median_group_of_teams(tournament, rules, Vec::new());
        COUNTS.try_round(&asked, &outcome, claims::groups_of_teams);
    }
    let law: fn(Few) -> bool = |Few(tournament)| {
        try_round(&tournament);
        true
    };
    let n = COUNTS.try_all(law);
    for seed in 0..n / 10 {
        let Many(tournament) = Many::arbitrary(&mut Gen::from_size_and_seed(100, seed));
        try_round(&tournament);
    }
}

#[test]
fn the_judge_of_the_olympiad_agrees() {
    fn law(few: Few) -> bool {
        sorted(&pair_round(&few.0)) == judge::pair_round(&few.0)
    }
    QuickCheck::new()
        .tests(common::n_positions())
        .max_tests(u64::MAX)
        .quickcheck(law as fn(Few) -> bool);
}

/// The law above is worth as much as its cases.
#[test]
fn the_judged_cases_of_the_olympiad_reach_the_articles() {
    let mut g = Gen::from_size_and_seed(100, 2_026);
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..6_000 {
        let Few(tournament) = Few::arbitrary(&mut g);
        let Outcome::Paired(round) = pair_round(&tournament) else {
            continue;
        };
        for step in round.brackets.iter().flat_map(|bracket| &bracket.steps) {
            *found.entry(step.article.to_owned()).or_default() += 1;
            if step.action == StepAction::DropColourLimits {
                *found.entry("limits dropped".to_owned()).or_default() += 1;
            }
        }
        for board in &round.boards {
            *found
                .entry(format!("{:?}", board.colour_reason))
                .or_default() += 1;
        }
    }
    for article in [
        "7.4",
        "8.2.1",
        "8.2.4",
        "8.3",
        "8.3, the next group",
        "8.2, 8.3",
        "9.1",
        "9.3",
        "Article(\"7.2\")",
        "Article(\"7.3\")",
        "Article(\"7.5.1\")",
        "Article(\"7.6\")",
        "Article(\"7.6, rank\")",
    ] {
        let times = found.get(article).copied().unwrap_or(0);
        assert!(times >= 5, "{article}: {times} times ({found:?})");
    }
}

/// A round wherever there is a legal one; the engine looks at each once more before it returns it.
#[test]
fn the_olympiad_finds_a_round_of_larger_fields() {
    fn law(many: Many) -> bool {
        match pair_round(&many.0) {
            Outcome::Paired(round) => round.boards.len() >= 2,
            Outcome::Impossible(why) => !matches!(why, Impossible::ProcedureEnded { .. }),
        }
    }
    QuickCheck::new()
        .tests(common::n_positions() / 20)
        .max_tests(u64::MAX)
        .quickcheck(law as fn(Many) -> bool);
}
