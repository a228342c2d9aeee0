//! Laws of the Dubov system of 1997: its engine against its judge, and what must hold of any round.

#![expect(
    clippy::needless_pass_by_value,
    reason = "laws receive the values they are tried on"
)]

use edelweiss_model::arbitrary::random_tournament;
use edelweiss_model::{PlayerId, Tournament, Tpn};
use edelweiss_pairing::{Impossible, Outcome, RoundPairing};
use edelweiss_systems::dubov_1997::{self, ByeChoice, Newcomers, Options, TransferCount, judge};
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// A random tournament of rated and named players, small enough for the judge.
#[derive(Clone, Debug)]
struct Small(Tournament);

/// The same, larger.
#[derive(Clone, Debug)]
struct Large(Tournament);

fn rated(g: &mut Gen, n: usize) -> Tournament {
    let mut data = random_tournament(g, n).into_data();
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
        Self(rated(g, n))
    }
}

impl Arbitrary for Large {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 10 + usize::arbitrary(g) % 30;
        Self(rated(g, n))
    }
}

#[derive(Clone, Copy, Debug)]
struct AnyOptions(Options);

impl Arbitrary for AnyOptions {
    fn arbitrary(g: &mut Gen) -> Self {
        fn either<T: Copy>(g: &mut Gen, first: T, second: T) -> T {
            if bool::arbitrary(g) { first } else { second }
        }
        Self(Options {
            newcomers: either(g, Newcomers::Balance, Newcomers::Black),
            bye: either(g, ByeChoice::Plain, ByeChoice::Completable),
            transfers: either(g, TransferCount::Paired, TransferCount::Played),
        })
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
        let judged = judge::pair_round(&small.0, &options.0);
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
        .tests(tests(3_000))
        .max_tests(u64::MAX)
        .quickcheck(law as fn(Small, AnyOptions) -> bool);
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
            let number = u32::from(player.number.get()) * 3 + 40;
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
