//! Laws that hold for every round.

use edelweiss_model::arbitrary::RandomTournament;
use edelweiss_model::{Absence, ByeKind, ForbiddenGroup, PlayerId, Position};
use edelweiss_pairing::{
    Board, BracketRecord, InvalidVariant, Outcome, RoundPairing, Route, Rules, Variant, costs_of,
    pair_many, pair_round,
};
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
        let engines = EDITIONS
            .map(|rules| [rules(), rules().by_classes()])
            .concat();
        engines.iter().all(|rules| {
            let fast = pair_round(&tournament, rules);
            let reference = pair_round(&tournament, &rules.reference());
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
                    fast.defect.is_none()
                        && fast.boards == reference.boards
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

#[test]
fn costs_are_those_of_the_optimum() {
    let law: fn(RandomTournament) -> bool = |RandomTournament(tournament)| {
        EDITIONS.iter().all(|rules| {
            let rules = rules();
            let position = Position::derive(&tournament, &rules.edition.definitions);
            let Outcome::Paired(reference) = pair_round(&tournament, &rules.reference()) else {
                return true;
            };
            let Outcome::Paired(fast) = pair_round(&tournament, &rules) else {
                return false;
            };
            let found = reference.brackets.iter().map(|bracket| &bracket.costs);
            found.eq(&costs_of(&position, &rules, &fast))
        })
    };
    QuickCheck::new().tests(1_000).quickcheck(law);
}

#[test]
fn a_variant_is_paired_as_if_the_tournament_said_so() {
    let law: fn(RandomTournament, u8, u8, u8) -> bool = |RandomTournament(tournament), a, b, c| {
        let n = tournament.players.len();
        let [a, b, c] = [a, b, c].map(|x| PlayerId::from_index(usize::from(x) % n));
        let round = tournament.next_round();
        EDITIONS.iter().all(|rules| {
            let variant = Variant {
                absent: vec![c],
                apart: vec![(a, b)],
                ..Variant::default()
            };
            let mut data = tournament.clone().into_data();
            // With a bye given beforehand, an absence more could make the round look finished.
            data.round_to_pair = Some(round);
            data.absences.push(Absence {
                round,
                player: c,
                kind: ByeKind::Zero,
            });
            if a != b {
                data.forbidden.push(ForbiddenGroup {
                    first: round,
                    last: Some(round),
                    players: vec![a, b],
                });
            }
            let Ok(told) = data.build() else { return true };
            let [Ok(answer)] = &pair_many(&tournament, &rules(), &[variant])[..] else {
                return false;
            };
            format!("{answer:?}") == format!("{:?}", pair_round(&told, &rules()))
        })
    };
    QuickCheck::new().tests(500).quickcheck(law);
}

#[test]
fn seated_pairs_leave_the_others_alone() {
    let law: fn(RandomTournament, u8, u8) -> bool = |RandomTournament(tournament), a, b| {
        let n = tournament.players.len();
        let [a, b] = [a, b].map(|x| PlayerId::from_index(usize::from(x) % n));
        EDITIONS.iter().all(|rules| {
            let together = Variant {
                together: vec![(a, b)],
                ..Variant::default()
            };
            let away = Variant {
                absent: vec![a, b],
                ..Variant::default()
            };
            let position = Position::derive(&tournament, &rules().edition.definitions);
            let is_present = |id| position.player(id).present;
            let answers = pair_many(&tournament, &rules(), &[together, away]);
            match &answers[..] {
                [Err(InvalidVariant::Twice(_)), _] => a == b,
                [Err(InvalidVariant::Absent(_)), _] => !is_present(a) || !is_present(b),
                [Err(_), _] => !position.may_meet(a, b),
                [Ok(Outcome::Paired(both)), Ok(Outcome::Paired(rest))] => {
                    let seats = |round: &RoundPairing| -> Vec<_> {
                        let seat = |board: &Board| {
                            let pair = [board.white, board.black];
                            [pair.iter().min().copied(), pair.iter().max().copied()]
                        };
                        let mut seats: Vec<_> = round.boards.iter().map(seat).collect();
                        seats.sort_unstable();
                        seats
                    };
                    let mut expected = seats(rest);
                    expected.push([Some(a.min(b)), Some(a.max(b))]);
                    expected.sort_unstable();
                    seats(both) == expected && both.bye == rest.bye
                }
                [Ok(_), Ok(_)] => true,
                _ => false,
            }
        })
    };
    QuickCheck::new().tests(500).quickcheck(law);
}
