//! The Keizer System: printed lists of clubs, and its engine against the judge.

#![expect(
    clippy::needless_pass_by_value,
    reason = "laws receive the values they are tried on"
)]

use std::collections::BTreeMap;

use edelweiss_judges::systems::keizer::{self as judge, ClubRules};
use edelweiss_model::arbitrary::random_tournament;
use edelweiss_model::{PlayerId, Tournament};
use edelweiss_pairing::{Impossible, Outcome, RoundPairing, StepAction};
use edelweiss_prove::prove_procedure;
use edelweiss_standings::{LadderRules, LadderTable, TieBreak, TieBreakRules, Value, standings};
use edelweiss_systems::keizer::{KeizerOptions, pair_round};
use edelweiss_verify::{ProcedureToProve, verify_procedure};
use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::claims::{self, ClaimCounts};
use crate::common;

/// A club before a round, small enough for the judge, and what it decided.
#[derive(Clone, Debug)]
struct Club {
    tournament: Tournament,
    options: KeizerOptions,
    rules: ClubRules,
}

const TOPS: [(&str, Option<i64>); 3] = [("three-halves", None), ("40", Some(40)), ("70", Some(70))];
const SHARES: [(&str, i64); 4] = [("none", 0), ("sixth", 2), ("third", 4), ("half", 6)];
const BYES: [(&str, i64); 3] = [("two-thirds", 8), ("none", 0), ("half", 6)];
const PAID: [(&str, usize); 2] = [("all", usize::MAX), ("2", 2)];
const PASSES: [(&str, usize); 2] = [("stable", 20), ("one", 1)];

impl Arbitrary for Club {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 2 + usize::arbitrary(g) % 8;
        let tournament = match u8::arbitrary(g) % 6 {
            0 => common::strangers(g, 9),
            1 => common::hard_field(g),
            2 => evenings(g, n),
            _ => random_tournament(g, n),
        };
        let mut pick = |n: usize| usize::arbitrary(g) % n;
        let (top, own, loss) = (TOPS[pick(3)], pick(2) == 0, SHARES[pick(2)]);
        let (absence, paid, bye) = (SHARES[pick(4)], PAID[pick(2)], BYES[pick(3)]);
        let (passes, distance, meetings) = (PASSES[pick(2)], [0, 1, 2, 3, 5][pick(5)], pick(3));
        let chosen = [
            ("top-value", top.0),
            ("own-value", if own { "once" } else { "none" }),
            ("loss-share", loss.0),
            ("absence-share", absence.0),
            ("absences-paid", paid.0),
            ("bye-share", bye.0),
            ("recount", passes.0),
        ];
        let ladder = chosen
            .iter()
            .fold(LadderRules::default(), |rules, (name, value)| {
                rules.with(name, value).expect("a parameter and its value")
            });
        Self {
            tournament,
            options: KeizerOptions {
                ladder,
                repeat_after: distance as u16,
                most_meetings: (meetings > 0).then_some(meetings as u16),
            },
            rules: ClubRules {
                top: top.1,
                counts_own: own,
                loss: loss.1,
                absence: absence.1,
                paid: paid.1,
                bye: bye.1,
                passes: passes.1,
                distance,
                meetings: if meetings > 0 { meetings } else { usize::MAX },
            },
        }
    }
}

/// Club evenings: each round is paired as this system pairs, some are absent, results are drawn.
fn evenings(g: &mut Gen, n: usize) -> Tournament {
    let mut lines = vec![String::new(); n];
    for _ in 0..usize::arbitrary(g) % 8 {
        let texts: Vec<&str> = lines.iter().map(String::as_str).collect();
        let data = common::tournament(30, &texts);
        let tournament = data.build().expect("games contradict nothing");
        let Outcome::Paired(round) = pair_round(&tournament, &KeizerOptions::default()) else {
            break;
        };
        for board in &round.boards {
            let results = *g.choose(&["10", "==", "01", "10"]).expect("not empty");
            let (white, black) = (board.white.index(), board.black.index());
            let is_absent = u8::arbitrary(g) % 6 == 0;
            let words = if is_absent {
                [" Z".to_owned(), " U".to_owned()]
            } else {
                [
                    format!(" {}w{}", black + 1, &results[..1]),
                    format!(" {}b{}", white + 1, &results[1..]),
                ]
            };
            lines[white].push_str(&words[0]);
            lines[black].push_str(&words[1]);
        }
        if let Some(bye) = round.bye {
            lines[bye.index()].push_str(" U");
        }
    }
    let texts: Vec<&str> = lines.iter().map(String::as_str).collect();
    let data = common::tournament(30, &texts);
    data.build().expect("games contradict nothing")
}

fn paired(tournament: &Tournament, options: &KeizerOptions) -> RoundPairing {
    match pair_round(tournament, options) {
        Outcome::Paired(round) => round,
        Outcome::Impossible(why) => panic!("{why}"),
    }
}

fn built(lines: &[&str]) -> Tournament {
    let data = common::tournament(30, lines);
    data.build().expect("no contradiction")
}

fn rules(chosen: &[(&str, &str)]) -> LadderRules {
    chosen
        .iter()
        .fold(LadderRules::default(), |rules, (name, value)| {
            rules.with(name, value).expect("a parameter and its value")
        })
}

/// Number and points of everybody, in the order of the ranking.
fn list(table: &LadderTable) -> Vec<(usize, String)> {
    let ranking = table.ranking().into_iter();
    ranking
        .map(|id| (id.index() + 1, table.points(id).to_string()))
        .collect()
}

/// Games of neighbours: `1` where the higher wins, `0` where the lower does, `=`.
fn neighbours(results: &str) -> Vec<String> {
    let games = results.chars().enumerate();
    games
        .flat_map(|(game, result)| {
            let (a, b) = (2 * game + 1, 2 * game + 2);
            let other = match result {
                '1' => '0',
                '0' => '1',
                same => same,
            };
            [format!("{b}w{result}"), format!("{a}b{other}")]
        })
        .collect()
}

/// Caissa Amsterdam, "Het Keizer-systeem": ten players from 50 down, counted once by the values of the list before.
#[test]
fn keizer_points_counted_once_are_those_that_caissa_prints() {
    let lines = neighbours("1=0=0");
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let once = rules(&[("top-value", "50"), ("recount", "one")]);
    let table = LadderTable::new(&built(&lines), 1, once);
    let expected = [
        (1, "99"),
        (6, "91"),
        (10, "83"),
        (3, "71.5"),
        (4, "71"),
        (7, "65.5"),
        (8, "65"),
        (2, "49"),
        (5, "46"),
        (9, "42"),
    ];
    let expected = expected.map(|(number, points)| (number, points.to_owned()));
    assert_eq!(list(&table), expected);
    assert!(!table.is_stable());
}

/// Schaakclub Haren, 16 September 2016: sixteen players from 80 down; the printed list is one that stays.
#[test]
fn keizer_points_of_a_stable_list_are_those_that_haren_prints() {
    // As printed: seven winners, the two who drew, seven losers; the initial order is that of the games.
    let lines = neighbours("1111=111");
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let table = LadderTable::new(&built(&lines), 1, rules(&[("top-value", "80")]));
    let points: Vec<String> = list(&table).into_iter().map(|(_, points)| points).collect();
    let printed = [
        "151", "149", "147", "145", "143", "141", "139", "109", "108.5", "71", "70", "69", "68",
        "67", "66", "65",
    ];
    assert_eq!(points, printed);
    assert!(table.is_stable());
    let values: Vec<i64> = table.ranking().iter().map(|id| table.value(*id)).collect();
    assert_eq!(values, (65..=80).rev().collect::<Vec<i64>>());
}

/// Every parameter by one player each: 1 beat 2, 3 lost to 4 by forfeit, 5 had the bye, 6 was absent, 7 played
/// for the club, 8 drew with 9.
#[test]
fn every_parameter_of_a_ladder_is_counted() {
    let lines = ["2w1", "1b0", "4w-", "3b+", "U", "Z", "F", "9w=", "8b="];
    let tournament = built(&lines);
    let points = |chosen: &[(&str, &str)]| {
        let chosen = [&[("recount", "one"), ("own-value", "none")], chosen].concat();
        let table = LadderTable::new(&tournament, 1, rules(&chosen));
        let ids = tournament.player_ids();
        ids.map(|id| table.points(id).to_string())
            .collect::<Vec<_>>()
    };
    // Nine players: 14 (13.5, rounded up) down to 6.
    let by_default = ["13", "0", "0", "12", "20/3", "3", "16/3", "3", "3.5"];
    assert_eq!(points(&[]), by_default);
    let changed = |at: usize, value: &str| {
        let mut all = by_default.map(ToOwned::to_owned);
        all[at] = value.to_owned();
        all.to_vec()
    };
    assert_eq!(points(&[("loss-share", "sixth")]), changed(1, "7/3"));
    assert_eq!(points(&[("absence-share", "none")]), changed(5, "0"));
    assert_eq!(points(&[("absence-share", "sixth")]), changed(5, "1.5"));
    assert_eq!(points(&[("absence-share", "half")]), changed(5, "4.5"));
    assert_eq!(points(&[("bye-share", "none")]), changed(4, "0"));
    assert_eq!(points(&[("bye-share", "third")]), changed(4, "10/3"));
    assert_eq!(points(&[("bye-share", "half")]), changed(4, "5"));
    let own = points(&[("own-value", "once"), ("top-value", "40")]);
    assert_eq!(own[0], "79");
    // Two players, worth 3 and 2; the one who is always absent is the second.
    let absent = built(&["Z Z Z Z Z Z", "F F F F F F"]);
    let expected = [
        ("all", "4"),
        ("2", "4/3"),
        ("5", "10/3"),
        ("8", "4"),
        ("10", "4"),
    ];
    for (paid, expected) in expected {
        let chosen = [("own-value", "none"), ("absences-paid", paid)];
        let table = LadderTable::new(&absent, 6, rules(&chosen));
        let points = table.points(PlayerId::from_index(0)).to_string();
        assert_eq!(points, expected, "{paid}");
    }
}

#[test]
fn neighbours_meet_and_the_lower_ranked_has_white_in_round_one() {
    let round = paired(
        &built(&["", "", "", "", "", "", ""]),
        &KeizerOptions::default(),
    );
    let boards = round
        .boards
        .iter()
        .map(|b| (b.white.index(), b.black.index()));
    assert_eq!(boards.collect::<Vec<_>>(), [(1, 0), (3, 2), (5, 4)]);
    assert_eq!(round.bye, Some(PlayerId::from_index(6)));
}

/// Four players, whose three rounds exhaust the pairs: the fourth needs a shorter distance, and says so.
#[test]
fn the_distance_is_shortened_where_too_few_are_there() {
    let lines = ["2w1 3b1 4w1", "1b0 4w1 3b1", "4w1 1w0 2w0", "3b0 2b0 1b0"];
    let tournament = built(&lines);
    let round = paired(&tournament, &KeizerOptions::default());
    let shortened: Vec<StepAction> = (round.brackets[0].steps.iter())
        .map(|step| step.action)
        .filter(|action| matches!(action, StepAction::ShortenDistance(_)))
        .collect();
    assert_eq!(shortened, [StepAction::ShortenDistance(2)]);
    let pairs: Vec<(usize, usize)> = (round.brackets[0].pairs.iter())
        .map(|(a, b)| (a.index() + 1, b.index() + 1))
        .collect();
    assert_eq!(pairs, [(1, 2), (3, 4)]);
    let once = KeizerOptions {
        most_meetings: Some(1),
        ..KeizerOptions::default()
    };
    let outcome = pair_round(&tournament, &once);
    assert!(matches!(
        outcome,
        Outcome::Impossible(Impossible::NoLegalPairing(_))
    ));
}

#[test]
fn the_judge_of_keizer_agrees() {
    fn law(club: Club) -> bool {
        let outcome = pair_round(&club.tournament, &club.options);
        common::round_by_text(&outcome) == judge::pair_round(&club.tournament, club.rules)
    }
    QuickCheck::new()
        .tests(common::n_positions())
        .max_tests(u64::MAX)
        .quickcheck(law as fn(Club) -> bool);
}

/// The right round has a proof that holds; every other one of small fields, also one by a shorter distance, has none, and
/// does not hold with the duals and barriers of the right one.
#[test]
fn one_evening_is_proved_and_no_other() {
    static COUNTS: ClaimCounts = ClaimCounts::new();
    fn law(club: Club) -> bool {
        let asked = asked(&club.tournament, &club.options);
        let outcome = pair_round(&club.tournament, &club.options);
        COUNTS.try_round(&asked, &outcome, claims::one_bracket);
        true
    }
    COUNTS.try_all(law as fn(Club) -> bool);
}

/// A round before it is proved, by the parameters that are not the default.
fn asked<'t>(tournament: &'t Tournament, options: &KeizerOptions) -> ProcedureToProve<'t> {
    let usual = KeizerOptions::default();
    let mut chosen: Vec<(String, String)> = (options.ladder.departures())
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    if options.repeat_after != usual.repeat_after {
        let distance = options.repeat_after.to_string();
        chosen.push(("repeat-after".to_owned(), distance));
    }
    if let Some(most) = options.most_meetings {
        chosen.push(("most-meetings".to_owned(), most.to_string()));
    }
    ProcedureToProve::by_ladder(tournament, ("keizer", 2026), &chosen, Vec::new())
        .expect("parameters that there are")
}

#[test]
fn a_longer_distance_is_excluded_in_a_proof() {
    let lines = ["2w1 3b1 4w1", "1b0 4w1 3b1", "4w1 1w0 2w0", "3b0 2b0 1b0"];
    let tournament = built(&lines);
    let options = KeizerOptions::default();
    let asked = asked(&tournament, &options);
    let outcome = pair_round(&tournament, &options);
    let proof = prove_procedure(&asked, &outcome).expect("a proof");
    assert!(proof.brackets[0].barrier.is_some());
    assert_eq!(verify_procedure(&asked, &proof), Ok(()));
    let mut without = proof.clone();
    without.brackets[0].barrier = None;
    let told = verify_procedure(&asked, &without.sealed()).expect_err("nothing shows it");
    assert!(
        told.to_string().starts_with("bracket 1, barrier: "),
        "{told}"
    );
    // Where it needs no shortening, a barrier is out of place.
    let two = KeizerOptions {
        repeat_after: 2,
        ..options
    };
    let asked = self::asked(&tournament, &two);
    let outcome = pair_round(&tournament, &two);
    let mut right = prove_procedure(&asked, &outcome).expect("a proof");
    assert_eq!(right.brackets[0].barrier, None);
    assert_eq!(verify_procedure(&asked, &right), Ok(()));
    right.brackets[0].barrier = proof.brackets[0].barrier.clone();
    assert!(verify_procedure(&asked, &right.sealed()).is_err());
    let chosen = [("loss-share".to_owned(), "fifth".to_owned())];
    let told = ProcedureToProve::by_ladder(&tournament, ("keizer", 2026), &chosen, Vec::new());
    assert_eq!(
        told.expect_err("no such share").to_string(),
        "premises, readings: there are no proofs by the reading loss-share = fifth"
    );
}

/// The law above is worth as much as its cases.
#[test]
fn the_judged_cases_of_keizer_reach_the_rules() {
    let mut g = Gen::from_size_and_seed(100, 2_026);
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..3_000 {
        let club = Club::arbitrary(&mut g);
        let rounds = club.tournament.next_round().index();
        let table = LadderTable::new(&club.tournament, rounds, club.options.ladder);
        if rounds > 0 && !table.is_stable() {
            *found.entry("not stable".to_owned()).or_default() += 1;
        }
        let Outcome::Paired(round) = pair_round(&club.tournament, &club.options) else {
            *found.entry("no round".to_owned()).or_default() += 1;
            continue;
        };
        for step in &round.brackets[0].steps {
            let name = match step.action {
                StepAction::ShortenDistance(_) => "shortened".to_owned(),
                other => format!("{other:?}"),
            };
            *found.entry(name).or_default() += 1;
        }
        for board in &round.boards {
            *found
                .entry(format!("{:?}", board.colour_reason))
                .or_default() += 1;
        }
    }
    for what in [
        "not stable",
        "no round",
        "shortened",
        "MeetNeighbour",
        "PassOver",
        "Article(\"5.1\")",
        "Article(\"5.2\")",
        "Article(\"5.3\")",
    ] {
        let times = found.get(what).copied().unwrap_or(0);
        assert!(times >= 20, "{what}: {times} times ({found:?})");
    }
}

/// The tie-break is the ladder that pairs, and the judge's.
#[test]
fn standings_by_kz_are_the_ranking_that_pairs() {
    fn law(club: Club) -> bool {
        let Some(last) = club.tournament.rounds_paired() else {
            return true;
        };
        let text = club.options.ladder.departures();
        let text = text.fold("KZ".to_owned(), |text, (name, value)| {
            [&text, "/", name, "=", value].concat()
        });
        let kz: TieBreak = text.parse().expect("parameters");
        let pts: TieBreak = "PTS".parse().expect("known");
        let rules = TieBreakRules::MARCH_2026;
        let ranked = standings(&club.tournament, rules, &[kz, pts], Some(last)).expect("rounds");
        let table = LadderTable::new(&club.tournament, last.index() + 1, club.options.ladder);
        let column = &ranked.columns()[0];
        let judged = judge::totals(&club.tournament, last.index() + 1, club.rules);
        let list: Vec<PlayerId> = judged.iter().map(|(_, id)| *id).collect();
        let mut points = judged.into_iter();
        list == table.ranking()
            && points.all(|(twelfths, id)| {
                let value = Some(Value::new(twelfths, 12));
                column.value(id) == value && value == Some(table.points(id))
            })
    }
    QuickCheck::new()
        .tests(500)
        .quickcheck(law as fn(Club) -> bool);
}
