//! Proofs: where no round is paired, the barrier shows why; where one is, nobody proves the contrary, nor any other
//! round ([`forged`]).

mod forged;

use edelweiss_model::{Definitions, PlayerId, Position, Strength, Tournament};
use edelweiss_pairing::{Impossible, Outcome, Rules, pair_round};
use edelweiss_systems::{burstein_2026, double_swiss_2026};

use super::Bytes;
use super::tournament::{TournamentShape, make, read_small, shown};
use crate::judges::{Absolute, verify_barrier, verify_witness};

/// The most players present for whom every way of pairing them is tried.
const TRIED: usize = 10;

/// What separates a tournament file from the bytes that say how proofs are changed.
const END_OF_FILE: u8 = 0;

/// Whether there is a round is what trying says, each proof of the contrary holds, and so does each proof of a
/// round; the bytes behind the tournament say what is changed in these. Whether the bytes are a file.
pub(super) fn law(bytes: &[u8]) -> bool {
    let (file, edits) = split(bytes);
    let read = read_small(file);
    let is_file = read.is_some();
    let mut edits = Bytes::new(if is_file { edits } else { bytes });
    let tournament = read.unwrap_or_else(|| make(&mut edits, TournamentShape::Tight));
    // The engines, and the forgers: each has about half of the time.
    if edits.are_used_up() || edits.one_in(2) {
        for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
            for rules in [rules, rules.by_classes(), rules.reference()] {
                dutch(&tournament, &rules);
            }
        }
        burstein_2026(&tournament);
        double_swiss_2026(&tournament);
    } else {
        forged::law(&tournament, &mut edits);
    }
    is_file
}

/// The file, and the bytes behind it.
pub(super) fn split(bytes: &[u8]) -> (&[u8], &[u8]) {
    match bytes.iter().position(|byte| *byte == END_OF_FILE) {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (bytes, &[]),
    }
}

/// An input: a file, and what is changed.
pub(super) fn joined(file: &[u8], edits: &[u8]) -> Vec<u8> {
    [file, &[END_OF_FILE], edits].concat()
}

fn dutch(tournament: &Tournament, rules: &Rules) {
    let position = Position::derive(tournament, &rules.edition.definitions);
    let criteria = Absolute {
        present: position.present(),
        may_meet: &|a, b| position.may_meet(a, b),
        may_have_bye: &|id| position.player(id).bye_allowed,
    };
    let outcome = pair_round(tournament, rules);
    if let Outcome::Impossible(Impossible::NoLegalPairing(witness)) = &outcome {
        verify_witness(&position, witness)
            .unwrap_or_else(|error| panic!("{error}\n{}", shown(tournament)));
    }
    check(tournament, &criteria, &outcome);
}

/// C1 and C3 of Burstein, which has no topscorers.
fn burstein_2026(tournament: &Tournament) {
    let options = burstein_2026::BursteinOptions {
        seeding_rounds: Some(0),
        ..burstein_2026::BursteinOptions::default()
    };
    let position = Position::derive(tournament, &Definitions::DUTCH_2026);
    let absolute = |id| {
        let player = position.player(id);
        (player.preference).filter(|_| player.strength == Strength::Absolute)
    };
    let criteria = Absolute {
        present: position.present(),
        may_meet: &|a, b| {
            let clash = absolute(a).is_some() && absolute(a) == absolute(b);
            a != b && !clash && !position.have_met(a, b) && !position.is_banned(a, b)
        },
        may_have_bye: &|id| position.player(id).bye_allowed,
    };
    let outcome = burstein_2026::pair_round(tournament, &options);
    check(tournament, &criteria, &outcome);
}

/// C1 and C2 of Double-Swiss speak of matches.
fn double_swiss_2026(tournament: &Tournament) {
    let options = double_swiss_2026::DoubleSwissOptions::default();
    let Ok(outcome) = double_swiss_2026::pair_round(tournament, &options) else {
        return;
    };
    let before = double_swiss_2026::before_next_match(tournament);
    let matches = double_swiss_2026::Matches::read(&before).expect("they were read before");
    let position = Position::derive(&before, &Definitions::DUTCH_2026);
    let criteria = Absolute {
        present: position.present(),
        may_meet: &|a, b| {
            let met = |entry: &double_swiss_2026::MatchEntry| entry.met() == Some(b);
            a != b && !matches.of(a).iter().any(met) && !position.is_banned(a, b)
        },
        may_have_bye: &|id| !matches.of(id).iter().any(|entry| entry.bars_bye()),
    };
    check(tournament, &criteria, &outcome);
}

/// The outcome against the criteria: a proof that holds, and nothing to the contrary in small fields.
fn check(tournament: &Tournament, criteria: &Absolute<'_>, outcome: &Outcome) {
    let impossible = match outcome {
        Outcome::Paired(_) => false,
        Outcome::Impossible(Impossible::NoLegalPairing(witness)) => {
            verify_barrier(criteria, witness)
                .unwrap_or_else(|error| panic!("{error}\n{witness:?}\n{}", shown(tournament)));
            true
        }
        Outcome::Impossible(_) => return,
    };
    if criteria.present.len() <= TRIED {
        let exists = can_be_paired(criteria, criteria.present, criteria.present.len() % 2 == 1);
        assert_eq!(exists, !impossible, "{outcome:?}\n{}", shown(tournament));
    }
}

/// Tries every way.
fn can_be_paired(criteria: &Absolute<'_>, waiting: &[PlayerId], bye_is_free: bool) -> bool {
    let [first, others @ ..] = waiting else {
        return !bye_is_free;
    };
    let with_bye =
        bye_is_free && (criteria.may_have_bye)(*first) && can_be_paired(criteria, others, false);
    with_bye
        || others.iter().any(|other| {
            let rest: Vec<PlayerId> = others.iter().copied().filter(|id| id != other).collect();
            (criteria.may_meet)(*first, *other) && can_be_paired(criteria, &rest, bye_is_free)
        })
}
