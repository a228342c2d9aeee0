//! Rounds of the procedure that takes players up, claimed with a proof.

use edelweiss_model::PlayerId;
use edelweiss_pairing::{BracketRecord, Impossible, Outcome, RoundPairing};
use edelweiss_prove::prove_upfloats;
use edelweiss_verify::{RoundProof, UpfloatsToProve, state_upfloats, verify_upfloats};

type ClaimedPairs = Vec<(PlayerId, PlayerId)>;

/// Every way to pair these, one of them with the bye if they are odd in number.
fn all_rounds(teams: &[PlayerId]) -> Vec<(ClaimedPairs, Option<PlayerId>)> {
    fn pairings(teams: &[PlayerId]) -> Vec<ClaimedPairs> {
        let Some((first, rest)) = teams.split_first() else {
            return vec![Vec::new()];
        };
        let with = |place: usize| {
            let others = [&rest[..place], &rest[place + 1..]].concat();
            let (first, other) = (*first, rest[place]);
            pairings(&others).into_iter().map(move |mut pairs| {
                pairs.push((first, other));
                pairs
            })
        };
        (0..rest.len()).flat_map(with).collect()
    }
    if teams.len().is_multiple_of(2) {
        return (pairings(teams).into_iter())
            .map(|pairs| (pairs, None))
            .collect();
    }
    let with_bye = |place: usize| {
        let others = [&teams[..place], &teams[place + 1..]].concat();
        let bye = Some(teams[place]);
        pairings(&others).into_iter().map(move |pairs| (pairs, bye))
    };
    (0..teams.len()).flat_map(with_bye).collect()
}

/// The brackets that lead to these pairs: whoever meets somebody of the top scoregroup is of its bracket.
fn brackets_of(asked: &UpfloatsToProve<'_>, pairs: &[(PlayerId, PlayerId)]) -> Vec<BracketRecord> {
    let scores = |id: PlayerId| asked.score(id);
    let mut left = pairs.to_vec();
    let mut brackets = Vec::new();
    while let Some(top) = (left.iter())
        .flat_map(|(a, b)| [scores(*a), scores(*b)])
        .max()
    {
        let is_in = |(a, b): &(PlayerId, PlayerId)| scores(*a) == top || scores(*b) == top;
        let (pairs, later): (Vec<_>, Vec<_>) = left.into_iter().partition(is_in);
        let mut players: Vec<PlayerId> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
        players.sort_by_key(|id| (std::cmp::Reverse(scores(*id)), *id));
        let (residents, upfloaters): (Vec<_>, Vec<_>) =
            players.into_iter().partition(|id| scores(*id) == top);
        brackets.push(BracketRecord {
            mdps: upfloaters,
            pairs,
            ..BracketRecord::of_residents(residents)
        });
        left = later;
    }
    brackets
}

/// A claim, as far as it can be stated, with the duals of another round.
fn forged(asked: &UpfloatsToProve<'_>, proof: &RoundProof, claim: &RoundPairing) -> RoundProof {
    let number = |id: &PlayerId| asked.tournament().player(*id).number.get();
    let mut forged = proof.clone();
    forged.bye = claim.bye.as_ref().map(number);
    let old = std::mem::take(&mut forged.brackets);
    for (at, record) in claim.brackets.iter().enumerate() {
        let mut bracket = old.get(at).cloned().unwrap_or_default();
        bracket.mdps = record.mdps.iter().map(number).collect();
        bracket.pairs = (record.pairs.iter())
            .map(|(a, b)| [number(a), number(b)])
            .collect();
        bracket.costs = Vec::new();
        forged.brackets.push(bracket);
    }
    // Where it cannot be stated, it stays as it is.
    let _ = state_upfloats(asked, &mut forged);
    forged.sealed()
}

/// Pairs, the smaller place first, in order; and the bye.
fn stated(round: &RoundPairing) -> (ClaimedPairs, Option<PlayerId>) {
    let pairs = round.brackets.iter().flat_map(|bracket| &bracket.pairs);
    let mut pairs: ClaimedPairs = pairs.map(|(a, b)| (*a.min(b), *a.max(b))).collect();
    pairs.sort_unstable();
    (pairs, round.bye)
}

/// Checks that the outcome has a proof that holds, and that every other legal round of up to seven has none, and does not
/// hold with the duals of the right one. How many others there were; nothing where no round was left to pair.
pub(crate) fn only_this_is_proved(asked: &UpfloatsToProve<'_>, outcome: &Outcome) -> Option<usize> {
    if matches!(outcome, Outcome::Impossible(Impossible::NoRoundLeft { .. })) {
        return None;
    }
    let proof = prove_upfloats(asked, outcome).expect("the right round has a proof");
    let text = proof.to_json();
    let back = RoundProof::read(text.as_bytes()).expect("a proof that was written");
    assert_eq!(verify_upfloats(asked, &back), Ok(()), "{text}");
    let Outcome::Paired(right) = outcome else {
        return Some(0);
    };
    if asked.present().len() > 7 {
        return Some(0);
    }
    let mut refused = 0;
    for (pairs, bye) in all_rounds(asked.present()) {
        if pairs.iter().any(|(a, b)| !asked.may_meet(*a, *b)) {
            continue;
        }
        let claim = RoundPairing {
            bye,
            brackets: brackets_of(asked, &pairs),
            ..right.clone()
        };
        if stated(&claim) == stated(right) {
            continue;
        }
        let proved = prove_upfloats(asked, &Outcome::Paired(claim.clone()));
        assert!(proved.is_err(), "{:?} {proved:?}", stated(&claim));
        let forged = forged(asked, &proof, &claim);
        assert!(verify_upfloats(asked, &forged).is_err(), "{forged:?}");
        refused += 1;
    }
    Some(refused)
}
