//! Proofs of rounds, changed: none is accepted of another round than the right one.

use std::collections::BTreeSet;

use edelweiss_model::Tournament;
use edelweiss_pairing::Rules;
use edelweiss_verify::{ProofBarrier, RoundProof, RoundToProve, verify};
use serde_json::Value;

use super::super::Bytes;
use super::super::documents::change_document;
use super::super::tournament::shown;
use crate::round_proofs::{FieldToProve, ProofForger, RoundByPlaces, legal_rounds, paired};

/// The most players present of a field whose rounds are proved.
const PROVED: usize = 16;
/// The most players present of a field whose legal rounds are listed.
const LISTED: usize = 8;

/// The proof of the round holds; what `edits` make of it holds for no other, nor by the other edition.
pub(super) fn law(tournament: &Tournament, edits: &mut Bytes<'_>) {
    let editions = [Rules::dutch_2026(), Rules::dutch_2017()];
    let which = edits.below(2);
    let (rules, other) = (&editions[which], &editions[1 - which]);
    let Some(field) = FieldToProve::new(tournament, rules) else {
        return; // No round is left.
    };
    let n = field.asked.position().present().len();
    if n > PROVED {
        return;
    }
    assert_eq!(
        verify(&field.asked, &field.honest),
        Ok(()),
        "{}",
        shown(tournament)
    );
    let elsewhere = RoundToProve::new(tournament, other.edition, Vec::new());
    assert!(verify(&elsewhere, &field.honest).is_err());
    let right = paired(&field.asked, rules);
    let case = FieldCase {
        tournament,
        field,
        right,
    };
    if n <= LISTED && edits.one_in(2) {
        case.claim_another(edits);
    } else {
        case.change(edits);
    }
}

struct FieldCase<'t> {
    tournament: &'t Tournament,
    field: FieldToProve<'t>,
    /// The round, if there is one.
    right: Option<RoundByPlaces>,
}

impl FieldCase<'_> {
    /// The document of the right proof with some values changed.
    fn change(&self, edits: &mut Bytes<'_>) {
        let text = self.field.honest.to_json();
        let mut document: Value = serde_json::from_str(&text).expect("a document");
        for _ in 0..=edits.below(3) {
            change_document(&mut document, edits);
        }
        let has_checksum_of_old = edits.one_in(8);
        let changed = document.to_string();
        let Ok(proof) = RoundProof::read(changed.as_bytes()) else {
            return;
        };
        self.is_of_no_other(&if has_checksum_of_old {
            proof
        } else {
            proof.sealed()
        });
    }

    /// A legal round, or that there is none, with the right proof or a forged one.
    fn claim_another(&self, edits: &mut Bytes<'_>) {
        let rounds = legal_rounds(self.field.asked.position());
        assert_eq!(self.right.is_none(), rounds.is_empty());
        if rounds.is_empty() || edits.one_in(4) {
            let mut none = RoundProof::new(self.field.asked.premises().clone());
            let tournament = self.field.asked.tournament();
            let numbers = tournament.players.iter().map(|player| player.number.get());
            none.impossible = Some(ProofBarrier {
                players: numbers.filter(|_| edits.one_in(2)).collect(),
                bye: edits.one_in(2),
            });
            return self.is_of_no_other(&none.sealed());
        }
        let round = &rounds[edits.place(rounds.len())];
        let claims = self.field.claims(round);
        let claim = claims[edits.below(claims.len())].clone();
        let forgers: Vec<ProofForger> = ProofForger::all().collect();
        let forger = edits.pick(&forgers);
        self.is_of_no_other(&self.field.forged(claim, forger));
    }

    /// Where the proof is accepted, it is of the right round.
    fn is_of_no_other(&self, proof: &RoundProof) {
        if verify(&self.field.asked, proof).is_err() {
            return;
        }
        let file = shown(self.tournament);
        let Some((pairs, bye)) = &self.right else {
            assert!(proof.impossible.is_some(), "{proof:?}\n{file}");
            return;
        };
        assert!(proof.impossible.is_none(), "{proof:?}\n{file}");
        let position = self.field.asked.position();
        let tournament = self.field.asked.tournament();
        let number = |place: usize| tournament.player(position.present()[place]).number.get();
        let right: BTreeSet<[u32; 2]> = (pairs.iter())
            .map(|(a, b)| sorted([number(*a), number(*b)]))
            .collect();
        let lasting = (proof.brackets.iter()).filter(|bracket| bracket.barrier.is_none());
        let claimed: BTreeSet<[u32; 2]> = lasting
            .flat_map(|bracket| bracket.pairs.iter().copied().map(sorted))
            .collect();
        assert_eq!(claimed, right, "{proof:?}\n{file}");
        assert_eq!(proof.bye, bye.map(number), "{proof:?}\n{file}");
    }
}

fn sorted(mut pair: [u32; 2]) -> [u32; 2] {
    pair.sort_unstable();
    pair
}
