//! Writes proofs that a round is the one the FIDE (Dutch) rules ask for, which `edelweiss-verify` checks.
//!
//! The engine that pairs a round keeps no duals: it decides most brackets without a weighted matching.
//! So the duals are found here, from the round: each bracket is the matching problem that the
//! checker asks about, and the solver of `edelweiss-matching` finds duals for it. The proof reaches to the
//! following scoregroup where that is enough, and to everybody below where it is not.
//!
//! What is written has been checked already: the prover runs the checker, and answers where that asks for duals.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod barriers;
mod class_duals;
mod duals;
mod procedures;
mod pseudo_boolean;

pub use procedures::prove_procedure;
pub use pseudo_boolean::{PseudoBoolean, pseudo_boolean};

use edelweiss_model::Tournament;
use edelweiss_pairing::{BracketRecord, Impossible, Outcome, RoundPairing, Route};
use edelweiss_verify::{BracketProof, Premises, ProofBarrier, Rejection, RoundProof, RoundToProve};
use edelweiss_verify::{settle, walk};

/// The proof of a round that was paired, or that there is none.
///
/// Each bracket takes one weighted matching of it with the following one, of O(n³) steps at worst for
/// n players, and seldom a few more.
///
/// ```
/// use edelweiss_model::{Player, TournamentData, Tpn};
/// use edelweiss_pairing::{Rules, pair_round};
/// use edelweiss_verify::RoundToProve;
///
/// let mut data = TournamentData::default();
/// for number in 1..=5 {
///     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
/// }
/// let tournament = data.build().expect("five fresh players contradict nothing");
/// let rules = Rules::dutch_2026();
/// let outcome = pair_round(&tournament, &rules);
/// let asked = RoundToProve::new(&tournament, rules.edition, Vec::new());
/// let proof = edelweiss_prove::prove(&asked, &outcome)?;
/// edelweiss_verify::verify(&asked, &proof)?;
/// # Ok::<(), edelweiss_verify::Rejection>(())
/// ```
///
/// # Errors
/// When the round is not the one that the rules ask for; when no round is left, or a procedure ended without
/// one, of which there are no proofs.
pub fn prove(asked: &RoundToProve<'_>, outcome: &Outcome) -> Result<RoundProof, Rejection> {
    match outcome {
        Outcome::Impossible(why) => without_round(asked.premises(), asked.tournament(), why),
        Outcome::Paired(round) => Ok(proved(asked, claim(asked, round))?.sealed()),
    }
}

/// The proof that there is no round.
///
/// # Errors
/// When no round is left, or a procedure ended without one.
fn without_round(
    premises: &Premises,
    tournament: &Tournament,
    why: &Impossible,
) -> Result<RoundProof, Rejection> {
    let Impossible::NoLegalPairing(witness) = why else {
        return Err(Rejection::new(
            "that no round is paired here is not a matter of proof",
        ));
    };
    let mut proof = RoundProof::new(premises.clone());
    proof.impossible = Some(ProofBarrier {
        players: barriers::written(tournament, witness.barrier.iter().copied()),
        bye: witness.bye_in_barrier,
    });
    Ok(proof.sealed())
}

/// What the round is claimed to be, without duals, each bracket to be proved with the following one.
fn claim(asked: &RoundToProve<'_>, round: &RoundPairing) -> RoundProof {
    let (tournament, position) = (asked.tournament(), asked.position());
    let claimed = |record: &BracketRecord| {
        let pair = |(a, b): &(_, _)| [a, b].map(|id| tournament.player(*id).number.get());
        BracketProof {
            pairs: record.pairs.iter().map(pair).collect(),
            ..BracketProof::default()
        }
    };
    let mut proof = RoundProof::new(asked.premises().clone());
    for record in &round.brackets {
        if let (Some(first), Route::Penultimate) = (&round.replaced, record.route) {
            proof.brackets.push(BracketProof {
                barrier: Some(barriers::no_completion(tournament, position, first)),
                ..claimed(first)
            });
        }
        proof.brackets.push(claimed(record));
    }
    if let Some(last) = proof.brackets.last_mut() {
        last.everybody = true;
    }
    proof.bye = round.bye.map(|id| tournament.player(id).number.get());
    proof.lower_bye = round
        .bye
        .and_then(|bye| barriers::no_lower_bye(tournament, position, asked.edition(), bye));
    proof
}

/// Proves each bracket, with everybody below where the following one does not do.
fn proved(asked: &RoundToProve<'_>, mut claim: RoundProof) -> Result<RoundProof, Rejection> {
    let mut found: Vec<BracketProof> = Vec::new();
    let mut looked_ahead = false;
    loop {
        let mut following = None;
        let walked = walk(asked, &claim, |number, problem| {
            if number < found.len() {
                return Ok(());
            }
            let mut bracket = claim.brackets[number].clone();
            if bracket.barrier.is_some() && !looked_ahead {
                following = Some(duals::best_following(problem));
                return Err(Rejection::new("what it looked ahead to is not known yet"));
            }
            settle(problem, |live, question| {
                let step = duals::find(live, question, bracket.duals.last());
                bracket.duals.extend(step.clone());
                step
            })?;
            problem.state(&mut bracket);
            found.push(bracket);
            Ok(())
        });
        let Err(rejection) = walked else {
            claim.brackets = found;
            return Ok(claim);
        };
        match claim.brackets.get_mut(found.len()) {
            Some(bracket) if following.is_some() => {
                bracket.following = following.unwrap_or_default();
                looked_ahead = true;
            }
            Some(bracket) if !bracket.everybody => bracket.everybody = true,
            _ => return Err(rejection),
        }
    }
}
