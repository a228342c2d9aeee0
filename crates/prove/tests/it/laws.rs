//! Every round of a random tournament has a proof, no other round has, and a proof that was changed anywhere
//! does not hold.

use edelweiss_model::arbitrary::{RandomTournament, random_tournament};
use edelweiss_model::{PlayerId, Position, Tournament};
use edelweiss_pairing::{Outcome, RoundPairing, Rules, pair_round};
use edelweiss_verify::{BracketProof, ProofBarrier, Rejection, RoundProof, RoundToProve};
use quickcheck::{Gen, QuickCheck};
use serde_json::Value;

/// The proof of an outcome, under premises that follow from the tournament alone.
fn prove(
    tournament: &Tournament,
    rules: &Rules,
    outcome: &Outcome,
) -> Result<RoundProof, Rejection> {
    edelweiss_prove::prove(
        &RoundToProve::new(tournament, rules.edition, Vec::new()),
        outcome,
    )
}

fn verify(tournament: &Tournament, rules: &Rules, proof: &RoundProof) -> Result<(), Rejection> {
    edelweiss_verify::verify(
        &RoundToProve::new(tournament, rules.edition, Vec::new()),
        proof,
    )
}

#[test]
fn every_answer_has_a_proof_that_holds() {
    let law: fn(RandomTournament) -> bool = |RandomTournament(tournament)| {
        [Rules::dutch_2026(), Rules::dutch_2017()]
            .iter()
            .all(|rules| {
                let outcome = pair_round(&tournament, rules);
                if let Outcome::Impossible(edelweiss_pairing::Impossible::NoRoundLeft { .. }) =
                    outcome
                {
                    return prove(&tournament, rules, &outcome).is_err();
                }
                let proof = prove(&tournament, rules, &outcome).expect("the round is right");
                let read = RoundProof::read(proof.to_json().as_bytes()).expect("what was written");
                assert_eq!(read, proof);
                verify(&tournament, rules, &read) == Ok(())
            })
    };
    QuickCheck::new().tests(2_000).quickcheck(law);
}

/// Fields in which the prices of a bracket are found and checked by classes.
#[test]
fn rounds_of_many_players_have_proofs_and_recombined_ones_have_none() {
    for seed in 0..120 {
        let mut g = Gen::from_size_and_seed(100, seed);
        let tournament = random_tournament(&mut g, 30 + seed as usize);
        for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
            let outcome = pair_round(&tournament, &rules);
            let proof = prove(&tournament, &rules, &outcome).expect("the round is right");
            assert_eq!(verify(&tournament, &rules, &proof), Ok(()), "{seed}");
            let Outcome::Paired(round) = &outcome else {
                continue;
            };
            let position = Position::derive(&tournament, &rules.edition.definitions);
            if let Some(other) = recombined(round, &position, seed as usize % 8) {
                let other = Outcome::Paired(other);
                assert!(prove(&tournament, &rules, &other).is_err(), "{seed}");
            }
        }
    }
}

/// 2017 A.9: the pairs that a replaced bracket looked ahead to are stated, and only the best ones serve. In these
/// tournaments it matters which ones are taken; few do.
#[test]
fn replaced_brackets_that_looked_ahead_have_proofs() {
    let rules = Rules::dutch_2017();
    for seed in [284, 703, 4_255, 6_511, 9_566] {
        let mut g = Gen::from_size_and_seed(100, seed);
        let tournament = random_tournament(&mut g, 4 + seed as usize % 8);
        let outcome = pair_round(&tournament, &rules);
        let proof = prove(&tournament, &rules, &outcome).expect("the round is right");
        let looks_ahead = |bracket: &BracketProof| !bracket.following.is_empty();
        assert!(proof.brackets.iter().any(looks_ahead), "{seed}");
        assert_eq!(verify(&tournament, &rules, &proof), Ok(()), "{seed}");
    }
}

/// The round with two pairs of a bracket recombined.
fn recombined(round: &RoundPairing, position: &Position, at: usize) -> Option<RoundPairing> {
    let mut other = round.clone();
    let mut pairs = 0;
    for bracket in &mut other.brackets {
        for first in 0..bracket.pairs.len() {
            for second in first + 1..bracket.pairs.len() {
                let ((a, b), (c, d)) = (bracket.pairs[first], bracket.pairs[second]);
                let is_possible = |x: PlayerId, y: PlayerId| position.may_meet(x, y);
                for (one, two) in [((a, d), (c, b)), ((a, c), (b, d))] {
                    if !is_possible(one.0, one.1) || !is_possible(two.0, two.1) {
                        continue;
                    }
                    if pairs == at {
                        let ordered = |(x, y): (PlayerId, PlayerId)| {
                            if position.is_higher(x, y) {
                                (x, y)
                            } else {
                                (y, x)
                            }
                        };
                        bracket.pairs[first] = ordered(one);
                        bracket.pairs[second] = ordered(two);
                        return Some(other);
                    }
                    pairs += 1;
                }
            }
        }
    }
    None
}

#[test]
fn no_other_round_has_a_proof() {
    let law: fn(RandomTournament, usize) -> bool = |RandomTournament(tournament), at| {
        [Rules::dutch_2026(), Rules::dutch_2017()]
            .iter()
            .all(|rules| {
                let Outcome::Paired(round) = pair_round(&tournament, rules) else {
                    return true;
                };
                let position = Position::derive(&tournament, &rules.edition.definitions);
                let Some(other) = recombined(&round, &position, at % 8) else {
                    return true;
                };
                prove(&tournament, rules, &Outcome::Paired(other)).is_err()
            })
    };
    QuickCheck::new().tests(2_000).quickcheck(law);
}

/// Every document that differs from `value` in one place.
fn tampered(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => vec![Value::from(1), Value::from(0)],
        Value::Bool(is) => vec![Value::Bool(!is)],
        Value::Number(number) => {
            let number = number.as_u64().expect("no fractions and no signs");
            [number + 1, number.wrapping_sub(1), 0, u64::from(u16::MAX)]
                .into_iter()
                .filter(|other| *other != number)
                .map(Value::from)
                .collect()
        }
        Value::String(text) => {
            let mut others = vec![format!("{text}0"), format!("-{text}"), String::new()];
            others.push(text.replace('1', "2"));
            others.push(text.chars().skip(1).collect());
            others.retain(|other| other != text);
            others.into_iter().map(Value::from).collect()
        }
        Value::Array(items) => {
            let mut others = Vec::new();
            for at in 0..items.len() {
                let mut fewer = items.clone();
                fewer.remove(at);
                others.push(Value::Array(fewer));
                let mut more = items.clone();
                more.insert(at, items[at].clone());
                others.push(Value::Array(more));
                if at > 0 {
                    let mut swapped = items.clone();
                    swapped.swap(at - 1, at);
                    if swapped != *items {
                        others.push(Value::Array(swapped));
                    }
                }
                for other in tampered(&items[at]) {
                    let mut changed = items.clone();
                    changed[at] = other;
                    others.push(Value::Array(changed));
                }
            }
            others
        }
        Value::Object(fields) => {
            let mut others = Vec::new();
            for (name, field) in fields {
                let mut fewer = fields.clone();
                fewer.remove(name);
                others.push(Value::Object(fewer));
                for other in tampered(field) {
                    let mut changed = fields.clone();
                    changed[name] = other;
                    others.push(Value::Object(changed));
                }
            }
            others
        }
    }
}

/// What a proof states, without what shows it.
fn statement(proof: &RoundProof) -> RoundProof {
    let mut bare = proof.clone();
    bare.checksum.clear();
    (bare.lower_bye, bare.impossible) = (None, proof.impossible.as_ref().map(|_| NOBODY));
    for bracket in &mut bare.brackets {
        bracket.everybody = false;
        bracket.duals.clear();
        bracket.following.clear();
        bracket.barrier = None;
    }
    bare
}

const NOBODY: ProofBarrier = ProofBarrier {
    players: Vec::new(),
    bye: false,
};

/// Tampers with the proof everywhere. The checksum tells everything; without it nothing but another way to
/// show the same may pass.
fn assert_nothing_holds(tournament: &Tournament, rules: &Rules, proof: &RoundProof) -> usize {
    let document: Value = serde_json::from_str(&proof.to_json()).expect("JSON");
    let others = tampered(&document);
    for document in &others {
        let Ok(other) = RoundProof::read(document.to_string().as_bytes()) else {
            continue;
        };
        if other == *proof {
            continue;
        }
        let refused = verify(tournament, rules, &other).expect_err("it was tampered with");
        assert!(!refused.reason.is_empty());
        let resealed = other.sealed();
        if verify(tournament, rules, &resealed).is_ok() {
            assert_eq!(statement(&resealed), statement(proof));
        }
    }
    others.len()
}

fn changes_show(tournament: &Tournament, rules: &Rules) -> bool {
    if tournament.players.len() > 12 {
        return true;
    }
    let outcome = pair_round(tournament, rules);
    let proof = prove(tournament, rules, &outcome);
    proof.is_err() || proof.is_ok_and(|proof| assert_nothing_holds(tournament, rules, &proof) > 0)
}

// Two tests, that two processors have something to do.
#[test]
fn a_proof_that_was_changed_in_one_place_does_not_hold() {
    let law: fn(RandomTournament) -> bool =
        |RandomTournament(tournament)| changes_show(&tournament, &Rules::dutch_2026());
    QuickCheck::new().tests(30).quickcheck(law);
}

#[test]
fn a_proof_of_2017_that_was_changed_in_one_place_does_not_hold() {
    let law: fn(RandomTournament) -> bool =
        |RandomTournament(tournament)| changes_show(&tournament, &Rules::dutch_2017());
    QuickCheck::new().tests(30).quickcheck(law);
}

#[test]
fn documents_that_are_no_proofs_are_refused_with_a_reason() {
    let tournament = edelweiss_model::TournamentData::default();
    let tournament = tournament.build().expect("nobody contradicts anybody");
    let rules = Rules::dutch_2026();
    let proof = prove(&tournament, &rules, &pair_round(&tournament, &rules)).expect("nobody plays");
    let text = proof.to_json();
    for cut in [0, 1, text.len() / 2, text.len() - 3] {
        let refused = RoundProof::read(&text.as_bytes()[..cut]).expect_err("cut short");
        assert!(refused.to_string().contains("line"), "{refused}");
    }
    let older = text.replacen(
        "\"format_version\":2,\"premises\"",
        "\"format_version\":1,\"x\"",
        1,
    );
    let refused = RoundProof::read(older.as_bytes()).expect_err("an older one");
    let words = "format_version: it has version 1, expected 2; prove the round again";
    assert_eq!(refused.to_string(), words);
    // Neither a field that nobody knows nor another document makes a version an older one.
    for (other, words) in [
        (
            text.replacen("\"premises\"", "\"x\":1,\"premises\"", 1),
            "unknown field `x`",
        ),
        (
            older.replace("edelweiss.proof", "proof"),
            "unknown field `x`",
        ),
    ] {
        let refused = RoundProof::read(other.as_bytes()).expect_err("no proof");
        assert!(refused.to_string().starts_with(words), "{refused}");
    }
    let refused = |change: &dyn Fn(&mut RoundProof)| {
        let mut other = proof.clone();
        change(&mut other);
        verify(&tournament, &rules, &other.sealed())
            .expect_err("it says something else")
            .to_string()
    };
    let of_format = refused(&|proof| proof.format_version = 1);
    assert_eq!(of_format, "format: expected edelweiss.proof, version 2");
    let of_name = refused(&|proof| proof.format = "proof".to_owned());
    assert_eq!(of_name, of_format);
    let of_bye = refused(&|proof| proof.bye = Some(9));
    assert_eq!(of_bye, "the tournament has no player 9");
}
