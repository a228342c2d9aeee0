//! Laws of the Dubov system of 2026: its engine against its judge, and what must hold of any round.

#![expect(
    clippy::needless_pass_by_value,
    reason = "laws receive the values they are tried on"
)]

use edelweiss_judges::systems::dubov_2026::{self as judge, Dubov2026Reading};
use edelweiss_model::arbitrary::random_tournament;
use edelweiss_model::{PlayerId, Tournament, Tpn};
use edelweiss_pairing::{Impossible, Outcome, RoundPairing};
use edelweiss_systems::dubov_2026::{
    self, ByeBars, ByeGames, Dubov2026Options, ForfeitedUpfloats, Parity,
};
use edelweiss_verify::ProcedureToProve;
use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::claims::{self, ClaimCounts};
use crate::common;

/// A random tournament of rated players, small enough for the judge.
#[derive(Clone, Debug)]
struct Small(Tournament);

/// The same, larger.
#[derive(Clone, Debug)]
struct Large(Tournament);

fn rated(g: &mut Gen, tournament: Tournament) -> Tournament {
    let mut data = tournament.into_data();
    let spread = *g.choose(&[1, 3, 400]).expect("not empty");
    for player in &mut data.players {
        player.rating = Some(1500 + u16::arbitrary(g) % spread);
    }
    data.build().expect("ratings contradict nothing")
}

impl Arbitrary for Small {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 2 + usize::arbitrary(g) % 8;
        let tournament = if bool::arbitrary(g) {
            common::strangers(g, 9)
        } else {
            random_tournament(g, n)
        };
        Self(rated(g, tournament))
    }
}

impl Arbitrary for Large {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 10 + usize::arbitrary(g) % 30;
        let tournament = random_tournament(g, n);
        Self(rated(g, tournament))
    }
}

#[derive(Clone, Copy, Debug)]
struct AnyOptions(Dubov2026Options);

impl Arbitrary for AnyOptions {
    fn arbitrary(g: &mut Gen) -> Self {
        fn either<T: Copy>(g: &mut Gen, first: T, second: T) -> T {
            if bool::arbitrary(g) { first } else { second }
        }
        Self(Dubov2026Options {
            bye_bars: either(g, ByeBars::Criterion, ByeBars::Procedure),
            bye_games: either(g, ByeGames::Played, ByeGames::Paired),
            forfeited_upfloats: either(g, ForfeitedUpfloats::Count, ForfeitedUpfloats::Ignore),
            parity: either(g, Parity::Participants, Parity::Registered),
        })
    }
}

/// The same readings as the judge names them.
fn readings(options: Dubov2026Options) -> Vec<Dubov2026Reading> {
    let Dubov2026Options {
        bye_bars,
        bye_games,
        forfeited_upfloats,
        parity,
    } = options;
    let departs = [
        (
            bye_bars == ByeBars::Procedure,
            Dubov2026Reading::ByeBarsByProcedure,
        ),
        (
            bye_games == ByeGames::Paired,
            Dubov2026Reading::ByeGamesPaired,
        ),
        (
            forfeited_upfloats == ForfeitedUpfloats::Ignore,
            Dubov2026Reading::ForfeitedUpfloatsIgnored,
        ),
        (
            parity == Parity::Registered,
            Dubov2026Reading::ParityRegistered,
        ),
    ];
    common::chosen(&departs)
}

fn paired(outcome: Outcome) -> Option<RoundPairing> {
    match outcome {
        Outcome::Paired(round) => Some(round),
        Outcome::Impossible(Impossible::NoLegalPairing(_)) => None,
        Outcome::Impossible(other) => panic!("not expected here: {other:?}"),
    }
}

fn boards(round: &RoundPairing) -> Vec<(PlayerId, PlayerId)> {
    let mut boards: Vec<_> = (round.boards.iter())
        .map(|board| (board.white, board.black))
        .collect();
    boards.sort_unstable();
    boards
}

fn tests(n: u64) -> u64 {
    (std::env::var("EDELWEISS_CASES").ok())
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(n)
}

#[test]
fn the_judge_agrees() {
    fn law(small: Small, options: AnyOptions) -> bool {
        let engine = paired(dubov_2026::pair_round_with(&small.0, &options.0));
        let judged = judge::pair_round(&small.0, &readings(options.0));
        match (engine, judged) {
            (Some(round), Some(judged)) => {
                boards(&round) == judged.boards && round.bye == judged.bye
            }
            (None, None) => true,
            _ => false,
        }
    }
    QuickCheck::new()
        .tests(tests(10_000))
        .max_tests(u64::MAX)
        .quickcheck(law as fn(Small, AnyOptions) -> bool);
}

/// The law above is worth as much as its cases: how many brackets of 4,000 positions have what the
/// articles speak of.
#[test]
fn the_judged_cases_reach_the_articles() {
    // Always the same positions: what is rare among them would else be rarer now and then.
    let mut g = Gen::from_size_and_seed(100, 2_026);
    let mut several_upfloaters = 0;
    let mut from_two_scores = 0;
    let (mut maximum, mut again, mut impossible) = (0, 0, 0);
    for _ in 0..4_000 {
        let Small(tournament) = Small::arbitrary(&mut g);
        let Some(round) = paired(dubov_2026::pair_round(&tournament)) else {
            impossible += 1;
            continue;
        };
        for bracket in &round.brackets {
            let points =
                |id: &PlayerId| tournament.standings_score(*id, tournament.next_round().index());
            several_upfloaters += u32::from(bracket.mdps.len() > 1);
            let first = bracket.mdps.first().map(points);
            from_two_scores += u32::from(bracket.mdps.iter().any(|id| Some(points(id)) != first));
            let cost = |label| {
                let cost = bracket.costs.iter().find(|cost| cost.label == label);
                cost.map_or(0, |cost| cost.fields[0])
            };
            maximum += u32::from(cost("C8") > 0);
            again += u32::from(cost("C10") > 0);
        }
    }
    for (what, count) in [
        ("several upfloaters", several_upfloaters),
        ("upfloaters of two scores", from_two_scores),
        ("C8", maximum),
        ("C10", again),
        ("impossible", impossible),
    ] {
        assert!(count >= 20, "{what}: only {count} cases");
    }
}

/// The engine checks every result before it returns it, and panics if it breaks C1-C3.
#[test]
fn larger_fields_are_legal_and_deterministic() {
    fn law(large: Large) -> bool {
        let once = paired(dubov_2026::pair_round(&large.0));
        let again = paired(dubov_2026::pair_round(&large.0));
        match (once, again) {
            (Some(once), Some(again)) => {
                once.boards == again.boards
                    && once.bye == again.bye
                    && 2 * once.boards.len() + usize::from(once.bye.is_some())
                        == once
                            .brackets
                            .iter()
                            .map(|b| 2 * b.pairs.len())
                            .sum::<usize>()
                            + usize::from(once.bye.is_some())
            }
            (None, None) => true,
            _ => false,
        }
    }
    QuickCheck::new()
        .tests(tests(300))
        .max_tests(u64::MAX)
        .quickcheck(law as fn(Large) -> bool);
}

/// Only the order of the players matters, not the numbers printed for them.
#[test]
fn renumbering_players_changes_nothing() {
    fn law(small: Small) -> bool {
        let mut data = small.0.clone().into_data();
        for player in &mut data.players {
            player.number = Tpn::new(player.number.get() * 3 + 40).unwrap();
        }
        let renumbered = data.build().unwrap();
        let before = paired(dubov_2026::pair_round(&small.0)).map(|round| boards(&round));
        before == paired(dubov_2026::pair_round(&renumbered)).map(|round| boards(&round))
    }
    QuickCheck::new()
        .tests(tests(300))
        .max_tests(u64::MAX)
        .quickcheck(law as fn(Small) -> bool);
}

/// An even number of rating points more for everybody moves every ARO alike.
#[test]
fn raising_all_ratings_alike_changes_nothing() {
    fn law(small: Small) -> bool {
        let mut data = small.0.clone().into_data();
        for player in &mut data.players {
            player.rating = player.rating.map(|rating| rating + 100);
        }
        let everybody_played = small.0.player_ids().all(|id| {
            let entries = &small.0.player(id).entries;
            entries.iter().any(|entry| entry.played().is_some())
        });
        let raised = data.build().unwrap();
        let before = paired(dubov_2026::pair_round(&small.0)).map(|round| boards(&round));
        let after = paired(dubov_2026::pair_round(&raised)).map(|round| boards(&round));
        // The ARO of a player without a game stays zero; such players seek Black, so the order of
        // the White seekers is the same all the same, unless one is shifted into G1.
        before == after || !everybody_played
    }
    QuickCheck::new()
        .tests(tests(300))
        .max_tests(u64::MAX)
        .quickcheck(law as fn(Small) -> bool);
}

/// Of the default readings, which are those that there are proofs by.
#[test]
fn one_round_in_subgroups_is_proved_and_no_other() {
    static COUNTS: ClaimCounts = ClaimCounts::new();
    fn law(Small(tournament): Small) -> bool {
        let outcome = dubov_2026::pair_round(&tournament);
        let asked = ProcedureToProve::by_subgroups(&tournament, ("subgroups", 2026), Vec::new());
        COUNTS.try_round(&asked, &outcome, claims::brackets_taking_up);
        true
    }
    let n = COUNTS.try_all(law as fn(Small) -> bool);
    let of_many: fn(Large) -> bool = |Large(tournament)| law(Small(tournament));
    QuickCheck::new().tests(n / 10).quickcheck(of_many);
}

/// Every criterion, and every article of colours.
#[test]
fn rounds_with_every_criterion_and_article_are_those_of_the_judge() {
    let engine = |small: &Small| paired(dubov_2026::pair_round(&small.0));
    let judge = |small: &Small| judge::pair_round(&small.0, &[]);
    let found = common::what_decides(engine, judge);
    let expected = [
        "5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5", "C10", "C5", "C7", "C8", "C9",
    ];
    assert!(found.keys().eq(expected.iter()), "{found:?}");
}
