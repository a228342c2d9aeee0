//! Rounds on which programs differ and of which the book says who is right.

use std::collections::BTreeSet;
use std::path::Path;

use edelweiss_check::literal::{self, Limit, LiteralOutcome, LiteralRoute, Until};
use edelweiss_judges::exhaustive::{ExhaustiveJudge, ListedStep};
use edelweiss_lab::{BoardSeat, paired_seats};
use edelweiss_model::{PlayerId, Position, RoundNumber, Tournament};
use edelweiss_pairing::{Rules, pair_round};
use edelweiss_weights::counting_refused_colours;

fn read(name: &str) -> Tournament {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata/disputes")
        .join(name);
    let bytes = std::fs::read(&path).expect("the file is part of the repository");
    let options = edelweiss_trf::ReadOptions::default();
    let reading = edelweiss_trf::read(&bytes, name, &options).expect("a readable file");
    reading.tournament
}

fn before(name: &str, round: u32) -> Tournament {
    read(name).before_round(RoundNumber::new(round).expect("a round"))
}

/// Who meets whom, lower number first.
fn meetings(seats: impl IntoIterator<Item = BoardSeat>) -> BTreeSet<(u32, u32)> {
    (seats.into_iter())
        .filter_map(|(a, b)| b.map(|b| (a.min(b), a.max(b))))
        .collect()
}

/// Both engines make all pairs of `right` and none of `wrong`.
fn check(tournament: &Tournament, rules: Rules, right: &[BoardSeat], wrong: &[BoardSeat]) {
    for rules in [rules, rules.reference()] {
        let ours = meetings(paired_seats(tournament, &pair_round(tournament, &rules)));
        let right = meetings(right.iter().copied());
        assert!(right.is_subset(&ours), "{right:?} in {ours:?}");
        assert!(
            meetings(wrong.iter().copied()).is_disjoint(&ours),
            "{ours:?}"
        );
    }
}

fn pairs<const N: usize>(list: [(u32, u32); N]) -> [BoardSeat; N] {
    list.map(|(a, b)| (a, Some(b)))
}

/// 1.4.3: the receiver of the bye has a downfloat, whatever it is worth.
#[test]
fn rounds_after_a_bye_worth_nothing() {
    check(
        &before("scoring_bbp6_500075.trf", 3),
        Rules::dutch_2026(),
        &pairs([(18, 1), (21, 3), (30, 9), (24, 13), (16, 31), (6, 17)]),
        &pairs([(17, 1), (24, 3), (18, 9), (30, 13), (16, 21), (6, 31)]),
    );
    check(
        &before("scoring_bbp6_500100.trf", 5),
        Rules::dutch_2026(),
        &pairs([(13, 12), (6, 8)]),
        &pairs([(13, 6), (8, 12)]),
    );
}

/// 2017 B.1.c: as many moved-down players as the score differences allow are paired, so nobody of them
/// takes the bye; the rules executed as written, which count them without the edition table, agree.
#[test]
fn no_moved_down_player_has_the_bye_where_all_can_be_paired() {
    let rules = Rules::dutch_2017();
    let cases: [(&str, u32, &[BoardSeat], &[BoardSeat]); 3] = [
        (
            "collapse_long4048.trf",
            7,
            &pairs([(8, 1), (6, 4), (11, 9)]),
            &pairs([(6, 1), (3, 9), (8, 11)]),
        ),
        (
            "collapse_rounds2684.trf",
            11,
            &pairs([(5, 16), (10, 11)]),
            &pairs([(11, 5), (14, 16)]),
        ),
        (
            "collapse_psd_tie.trf",
            11,
            &pairs([(12, 4), (10, 16)]),
            &pairs([(10, 4), (12, 9)]),
        ),
    ];
    for (name, round, right, wrong) in cases {
        let tournament = before(name, round);
        check(&tournament, rules, right, wrong);
        // The largest collapsed bracket has eleven players.
        let limit = Limit {
            bracket: 11,
            ..Limit::default()
        };
        let outcome = literal::pair_round(&tournament, rules.edition, limit, Until::Perfect);
        let LiteralOutcome::Paired(written) = outcome else {
            panic!("{name}: {outcome:?}");
        };
        let number = |id: PlayerId| tournament.player(id).number.get();
        let made = (written.boards.iter()).map(|(a, b)| (number(*a), Some(number(*b))));
        assert!(
            meetings(right.iter().copied()).is_subset(&meetings(made)),
            "{name}"
        );
        let last = written.brackets.last().expect("brackets");
        let unpaired = (last.costs.iter()).find(|(label, _)| *label == "M1");
        assert!(
            !last.mdps.is_empty() && last.route == LiteralRoute::CollapsedLast,
            "{name}"
        );
        assert_eq!(unpaired.expect("a row").1, [0], "{name}");
    }
}

/// C10 and C11 (2017: C.8, C.9) count whoever gets the colour, granted or refused.
#[test]
fn colour_limits_count_whoever_gets_the_colour() {
    for name in ["third_colour_granted.trf", "third_colour_unequal.trf"] {
        for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
            let right = pairs([(1, 4), (2, 3)]);
            check(&read(name), rules, &right, &pairs([(1, 3), (2, 4)]));
        }
    }
}

/// The two readings of "who get", board by board, in both editions.
#[test]
fn counting_refused_colours_gives_the_other_round() {
    let unequal = (pairs([(1, 4), (2, 3)]), pairs([(1, 3), (2, 4)]));
    let beyond_two = (pairs([(1, 3), (2, 4)]), pairs([(1, 2), (3, 4)]));
    for (name, (ours, theirs)) in [
        ("third_colour_unequal.trf", unequal),
        ("limit_beyond_two.trf", beyond_two),
    ] {
        for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
            check(&read(name), rules, &ours, &theirs);
            let other = counting_refused_colours(rules.edition).expect("both have the limits");
            let other = Rules::new(other, rules.engine);
            check(&read(name), other, &theirs, &ours);
        }
    }
}

/// 1.7.1 (2017: A.6.a): the colour of the last two games decides, not a difference of one.
#[test]
fn two_equal_colours_are_not_given_a_third_time() {
    for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
        let tournament = read("two_equal_colours.trf");
        let right = pairs([(1, 8), (7, 9)]);
        check(&tournament, rules, &right, &pairs([(1, 7), (8, 9)]));
    }
}

/// C3 names absolute preferences only: 2 prefers White strongly.
#[test]
fn a_strong_preference_may_meet_a_difference_of_four() {
    for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
        let tournament = read("four_against_one.trf");
        let right = pairs([(1, 2), (3, 4)]);
        check(&tournament, rules, &right, &pairs([(1, 3), (2, 4)]));
    }
}

/// C10: the refused player goes beyond two, whether the other has the same difference or a wider one.
#[test]
fn a_wide_difference_refuses_an_equal_one_or_a_smaller_one_alike() {
    for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
        let tournament = read("equal_differences.trf");
        let right = pairs([(1, 3), (2, 4)]);
        check(&tournament, rules, &right, &pairs([(1, 4), (2, 3)]));
    }
}

/// Two forfeits are results: 1 and 2 have a point each, and round 2 is to be paired.
#[test]
fn a_round_of_forfeits_is_over() {
    for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
        let tournament = read("all_forfeited.trf");
        let right = pairs([(1, 2), (3, 4)]);
        check(&tournament, rules, &right, &pairs([(1, 3), (2, 4)]));
    }
}

/// C5: 14, who has no points, takes the bye, not 15, who has some.
#[test]
fn the_bye_that_a_carry_gives_to_a_higher_score() {
    let tournament = read("carry_bye.trf");
    let right = pairs([
        (16, 2),
        (9, 3),
        (11, 4),
        (5, 7),
        (8, 13),
        (15, 10),
        (12, 18),
    ]);
    check(
        &tournament,
        Rules::dutch_2026(),
        &right,
        &pairs([(5, 3), (14, 7)]),
    );
}

#[test]
fn the_limbo_that_javafo_fills_otherwise() {
    let tournament = before("scoring_bbp5_500036.trf", 8);
    let rules = Rules::dutch_2017();
    let right = pairs([(1, 8), (2, 9)]);
    check(&tournament, rules, &right, &pairs([(1, 9), (2, 8)]));
    // Writing down every way of pairing each bracket gives the same.
    let position = Position::derive(&tournament, &rules.edition.definitions);
    let written = ExhaustiveJudge::new(&position, rules.edition, None).pair();
    assert!(written.complete);
    let number = |id: PlayerId| tournament.player(id).number.get();
    let made = (written.steps.iter())
        .flat_map(|step| &step.pairs)
        .map(|(a, b)| (number(*a), Some(number(*b))));
    assert!(meetings(right).is_subset(&meetings(made)));
    // The bracket of player 8: three moved-down players, one opponent.
    let id = |number: usize| PlayerId::from_index(number - 1);
    let step = (written.steps.iter())
        .find(|step| step.pairs == [(id(1), id(8))])
        .expect("1 and 8 are the only pair of their bracket");
    assert_eq!(
        (&step.mdps[..], &step.residents[..]),
        (&[1, 2, 3].map(id)[..], &[id(8)][..])
    );
    let other = ListedStep {
        pairs: vec![(id(2), id(8))],
        floaters: [1, 3].map(id).to_vec(),
        ..step.clone()
    };
    let mut judge = ExhaustiveJudge::new(&position, rules.edition, None);
    let (ours, theirs) = (judge.weigh(step), judge.weigh(&other));
    let decisive = (ours.iter().zip(&theirs)).find(|(a, b)| a.value != b.value);
    let (a, b) = decisive.expect("two ways of pairing the bracket");
    assert_eq!(a.label, "C.6");
    assert!(a.compare(b).is_lt(), "{a:?} {b:?}");
}
