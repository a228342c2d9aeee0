//! Laws that hold for every round.

use edelweiss_model::arbitrary::RandomTournament;
use edelweiss_pairing::{BracketRecord, Outcome, RoundPairing, Route, Rules, pair_round};
use quickcheck::QuickCheck;

const EDITIONS: [fn() -> Rules; 2] = [Rules::dutch_2017, Rules::dutch_2026];

#[test]
fn every_bracket_accounts_for_its_players() {
    let law: fn(RandomTournament) -> bool = |RandomTournament(tournament)| {
        EDITIONS.iter().all(|rules| {
            let Outcome::Paired(round) = pair_round(&tournament, &rules()) else {
                return true;
            };
            let mut floaters = Vec::new();
            round.brackets.iter().all(|bracket| {
                let mut seated: Vec<_> = bracket.pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
                seated.extend(&bracket.floaters);
                seated.sort_unstable();
                let mut members = [&bracket.mdps[..], &bracket.residents].concat();
                members.sort_unstable();
                let chained = bracket.mdps == floaters;
                floaters.clone_from(&bracket.floaters);
                let last = bracket.route == Route::CollapsedLast;
                chained && seated == members && (!last || bracket.floaters.len() <= 1)
            })
        })
    };
    QuickCheck::new().tests(500).quickcheck(law);
}

#[test]
fn pairing_twice_gives_the_same_round() {
    let law: fn(RandomTournament) -> bool = |RandomTournament(tournament)| {
        EDITIONS.iter().all(|rules| {
            let [first, second] = [0, 1].map(|_| pair_round(&tournament, &rules()));
            format!("{first:?}") == format!("{second:?}")
        })
    };
    QuickCheck::new().tests(100).quickcheck(law);
}

#[test]
fn the_fast_engine_agrees_with_the_reference() {
    let law: fn(RandomTournament) -> bool = |RandomTournament(tournament)| {
        EDITIONS.iter().all(|rules| {
            let fast = pair_round(&tournament, &rules());
            let reference = pair_round(&tournament, &rules().reference());
            match (fast, reference) {
                (Outcome::Paired(fast), Outcome::Paired(reference)) => {
                    let brackets = |round: &RoundPairing| -> Vec<_> {
                        let record = |b: &BracketRecord| {
                            (
                                b.route,
                                b.mdps.clone(),
                                b.residents.clone(),
                                b.pairs.clone(),
                                b.floaters.clone(),
                            )
                        };
                        round.brackets.iter().map(record).collect()
                    };
                    fast.boards == reference.boards
                        && fast.bye == reference.bye
                        && brackets(&fast) == brackets(&reference)
                }
                (Outcome::Impossible(fast), Outcome::Impossible(reference)) => fast == reference,
                _ => false,
            }
        })
    };
    QuickCheck::new().tests(3_000).quickcheck(law);
}
