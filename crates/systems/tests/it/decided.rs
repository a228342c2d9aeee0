//! Positions in which two readers of a text had different pairs, decided step by step in
//! docs/worked/dutch-1998.md and dubov-1997.md.
//!
//! The files are random histories, found where an independent judge of these texts left ours.

use std::collections::BTreeSet;

use edelweiss_judges::systems::{
    RoundByText, dubov_1997 as dubov_judge, dutch_1998 as dutch_judge,
};
use edelweiss_model::{PlayerId, Tournament};
use edelweiss_systems::dubov_1997;
use edelweiss_systems::dutch_1998::{self, Dutch1998Options};

use crate::common::round_by_text;

fn read(bytes: &[u8]) -> Tournament {
    let options = edelweiss_trf::ReadOptions::default();
    edelweiss_trf::read(bytes, "decided.trf", &options)
        .expect("a committed file")
        .tournament
}

/// The pairs of a round by number, lower first; 0 is the bye.
fn pairs(round: Option<RoundByText>) -> BTreeSet<(usize, usize)> {
    let round = round.expect("the position can be paired");
    let number = |id: PlayerId| id.index() + 1;
    (round.boards.iter())
        .map(|(a, b)| (number(*a).min(number(*b)), number(*a).max(number(*b))))
        .chain(round.bye.map(|id| (0, number(id))))
        .collect()
}

fn dutch_1998_gives<const N: usize>(bytes: &[u8], expected: [(usize, usize); N]) {
    let tournament = read(bytes);
    let outcome = dutch_1998::pair_round(&tournament, &Dutch1998Options::default());
    let expected = BTreeSet::from(expected);
    assert_eq!(pairs(round_by_text(&outcome)), expected, "the engine");
    let judged = dutch_judge::pair_round(&tournament, &[]);
    assert_eq!(pairs(judged), expected, "the judge");
}

#[test]
fn dutch_1998_c12_is_no_help_where_p_pairings_can_be_made_all_the_same() {
    dutch_1998_gives(
        include_bytes!("../../testdata/dutch_1998/no-help-from-c12.trf"),
        [(6, 9), (3, 4), (1, 2), (7, 8), (0, 5)],
    );
}

#[test]
fn dutch_1998_c12_comes_before_residents_without_an_opponent_are_moved_down() {
    dutch_1998_gives(
        include_bytes!("../../testdata/dutch_1998/c12-before-residents.trf"),
        [(4, 9), (1, 6), (3, 7), (5, 10), (2, 8), (11, 12)],
    );
}

#[test]
fn dutch_1998_with_one_moved_down_player_fewer_the_remainder_has_its_own_p() {
    dutch_1998_gives(
        include_bytes!("../../testdata/dutch_1998/remainder-of-its-own.trf"),
        [(3, 10), (7, 11), (1, 5), (4, 8), (2, 6), (9, 12)],
    );
}

#[test]
fn dubov_1997_a_transferred_player_who_is_left_over_returns() {
    let bytes = include_bytes!("../../testdata/dubov-1997/transferred-and-left-over.trf");
    let tournament = read(bytes);
    let expected = BTreeSet::from([(4, 13), (2, 3), (6, 11), (5, 7), (9, 10), (1, 12), (0, 8)]);
    let outcome = dubov_1997::pair_round(&tournament);
    assert_eq!(pairs(round_by_text(&outcome)), expected, "the engine");
    let judged = dubov_judge::pair_round(&tournament, &[]);
    assert_eq!(pairs(judged), expected, "the judge");
}
