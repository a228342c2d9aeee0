//! Laws of the Dubov system of 1997: its engine against its judge, and what must hold of any round.

#![expect(
    clippy::needless_pass_by_value,
    reason = "laws receive the values they are tried on"
)]

use edelweiss_judges::systems::dubov_1997::{self as judge, Dubov1997Reading};
use edelweiss_model::arbitrary::random_tournament;
use edelweiss_model::{PlayerId, Tournament, Tpn};
use edelweiss_pairing::{ColourReason, Impossible, Outcome, RoundPairing};
use edelweiss_systems::dubov_1997::{
    self, ByeChoice, Dubov1997Options, FloaterChoice, Newcomers, TransferCount,
};
use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::common;

/// A random tournament of rated and named players, small enough for the judge.
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
        ["", "A", "B", "C"][usize::arbitrary(g) % 4].clone_into(&mut player.name);
    }
    data.build().expect("ratings contradict nothing")
}

impl Arbitrary for Small {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 2 + usize::arbitrary(g) % 9;
        let tournament = if bool::arbitrary(g) {
            common::strangers(g, 10)
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
struct AnyOptions(Dubov1997Options);

impl Arbitrary for AnyOptions {
    fn arbitrary(g: &mut Gen) -> Self {
        fn either<T: Copy>(g: &mut Gen, first: T, second: T) -> T {
            if bool::arbitrary(g) { first } else { second }
        }
        Self(Dubov1997Options {
            newcomers: *g
                .choose(&[
                    Newcomers::Neutral,
                    Newcomers::Either,
                    Newcomers::Balance,
                    Newcomers::Black,
                ])
                .expect("not empty"),
            bye: either(g, ByeChoice::Plain, ByeChoice::Completable),
            transfers: either(g, TransferCount::Paired, TransferCount::Played),
            floaters: either(
                g,
                FloaterChoice::Legal,
                FloaterChoice::Rows { most_sets: 1024 },
            ),
        })
    }
}

/// The same readings as the judge names them.
fn readings(options: Dubov1997Options) -> Vec<Dubov1997Reading> {
    let Dubov1997Options {
        newcomers,
        bye,
        transfers,
        floaters,
    } = options;
    let departs = [
        (
            newcomers == Newcomers::Either,
            Dubov1997Reading::NewcomersEither,
        ),
        (
            newcomers == Newcomers::Balance,
            Dubov1997Reading::NewcomersBalance,
        ),
        (
            newcomers == Newcomers::Black,
            Dubov1997Reading::NewcomersBlack,
        ),
        (
            bye == ByeChoice::Completable,
            Dubov1997Reading::ByeCompletable,
        ),
        (
            transfers == TransferCount::Played,
            Dubov1997Reading::TransfersPlayed,
        ),
        (
            floaters != FloaterChoice::Legal,
            Dubov1997Reading::FloatersByRows,
        ),
    ];
    common::chosen(&departs)
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
        let judged = judge::pair_round(&small.0, &readings(options.0));
        match (dubov_1997::pair_round_with(&small.0, &options.0), judged) {
            (Outcome::Paired(round), Some(judged)) => {
                boards(&round) == judged.boards
                    && round.bye == judged.bye
                    && judged.unpaired.is_empty()
            }
            (Outcome::Impossible(Impossible::ProcedureEnded { detail, .. }), Some(judged)) => {
                let numbers: Vec<String> = (judged.unpaired.iter())
                    .map(|id| small.0.player(*id).number.to_string())
                    .collect();
                !numbers.is_empty()
                    && numbers
                        .iter()
                        .all(|number| detail.split([' ', ',']).any(|word| word == number))
            }
            (Outcome::Impossible(Impossible::NoLegalPairing(_)), None) => true,
            _ => false,
        }
    }
    QuickCheck::new()
        .tests(tests(20_000))
        .max_tests(u64::MAX)
        .quickcheck(law as fn(Small, AnyOptions) -> bool);
}

/// The law above is worth as much as its cases: how many of 3,000 positions have what the chapters
/// speak of.
#[test]
fn the_judged_cases_reach_the_chapters() {
    let mut g = Gen::from_size_and_seed(100, 2_026);
    let (mut ended, mut impossible, mut transferred) = (0, 0, 0);
    let (mut floated, mut floaters_paired, mut same_colour_due) = (0, 0, 0);
    for _ in 0..3_000 {
        let Small(tournament) = Small::arbitrary(&mut g);
        let round = match dubov_1997::pair_round(&tournament) {
            Outcome::Paired(round) => round,
            Outcome::Impossible(Impossible::ProcedureEnded { .. }) => {
                ended += 1;
                continue;
            }
            Outcome::Impossible(_) => {
                impossible += 1;
                continue;
            }
        };
        let is_plain = |board: &&edelweiss_pairing::Board| {
            board.colour_reason != ColourReason::Article("3, due colours")
        };
        same_colour_due += round.boards.iter().filter(is_plain).count();
        let played = tournament.next_round().index();
        for bracket in &round.brackets {
            let points = |id: &PlayerId| tournament.standings_score(*id, played);
            let top = bracket.residents.iter().map(points).max();
            transferred += (bracket.residents.iter())
                .filter(|id| Some(points(id)) < top)
                .count();
            floated += bracket.floaters.len();
            floaters_paired += (bracket.mdps.iter())
                .filter(|id| !bracket.floaters.contains(id))
                .count();
        }
    }
    for (what, count) in [
        ("procedure ended", ended),
        ("impossible", impossible),
        ("transferred from below (7.1, 7.2)", transferred),
        ("floated (6.4)", floated),
        ("floaters paired (8.2)", floaters_paired),
        ("colours beyond the due ones (3)", same_colour_due),
    ] {
        assert!(count >= 20, "{what}: only {count} cases");
    }
}

/// Wherever a legal pairing exists, `finish` finds one, and it changes no round that the procedure
/// completes. The engine checks every result before it returns it, and panics if it breaks a
/// limitation.
#[test]
fn finish_completes_what_the_procedure_leaves() {
    fn law(large: Large, options: AnyOptions) -> bool {
        let finished = dubov_1997::finish(&large.0, &options.0);
        match (dubov_1997::pair_round_with(&large.0, &options.0), finished) {
            (Outcome::Paired(round), Outcome::Paired(same)) => {
                round.boards == same.boards && same.rules == dubov_1997::RULES
            }
            (
                Outcome::Impossible(Impossible::ProcedureEnded { .. }),
                Outcome::Paired(completed),
            ) => completed.rules == dubov_1997::RULES_FINISHED,
            (Outcome::Impossible(before), Outcome::Impossible(after)) => before == after,
            _ => false,
        }
    }
    QuickCheck::new()
        .tests(tests(500))
        .max_tests(u64::MAX)
        .quickcheck(law as fn(Large, AnyOptions) -> bool);
}

/// Only the order of the players matters, not the numbers printed for them.
#[test]
fn renumbering_players_changes_nothing() {
    fn law(small: Small) -> bool {
        let mut data = small.0.clone().into_data();
        for player in &mut data.players {
            let number = player.number.get() * 3 + 40;
            player.number = Tpn::new(number).expect("small");
        }
        let renumbered = data.build().expect("numbers stay unique");
        let of = |tournament| match dubov_1997::pair_round(tournament) {
            Outcome::Paired(round) => Some((boards(&round), round.bye)),
            Outcome::Impossible(_) => None,
        };
        of(&small.0) == of(&renumbered)
    }
    QuickCheck::new()
        .tests(tests(300))
        .max_tests(u64::MAX)
        .quickcheck(law as fn(Small) -> bool);
}
