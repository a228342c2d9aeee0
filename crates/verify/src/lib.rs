//! Checks that a round is the one that the FIDE (Dutch) rules of 2026 or 2017 ask for, from a proof, and
//! recomputes everything that it believes. Rounds by the procedures of C.04.4.1 to C.04.4.3, C.04.5, C.04.6 and D.02, and of a ladder, have
//! proofs of the same kind ([`verify_procedure`]).
//!
//! # What is proved
//! In each bracket, of all candidates that the rules allow, none is better by the criteria, and none that
//! is as good comes earlier in the sequence of Articles 3 and 4. So the pairs of the round are the right
//! ones, and no others are. The colours follow from each pair alone (Article 5) and need no proof.
//!
//! # Why a checker believes it
//! A pairing of a bracket and of what lies below it is a matching. The criteria give every pair, and
//! everybody who leaves downwards, a cost; the place in the sequence is a list of such costs behind them
//! ([`ProofQuestion`]). So the right pairing is the best matching by the first cost, among those the best by the
//! second, and so on. For each of these a dual solution shows that the matching at hand is the best:
//! one number for each vertex and each of some odd sets, such that on no edge the numbers add up to less
//! than the edge is worth, while all together they are worth just the matching (Edmonds 1965). An edge where
//! they add up to more is in no matching as good, and is struck out for whatever follows
//! ([`LiveEdges`]).
//!
//! Most of these duals are obvious and not written down: a criterion that costs nothing needs none, and
//! "the first of S1 gets the highest of S2 that he may have" is seen from the edges left. The file has a
//! [`DualStep`] only where the obvious one does not do.
//!
//! The crate links the model and the criteria, no solver and no engine.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod legality;
mod matched;
mod premises;
mod problem;
mod procedures;
mod proof;
mod rejection;
mod sequence;
mod settle;
mod walk;

pub use premises::{CountedGame, PROVED_SYSTEM, Premises, RoundToProve, same};
pub use problem::ProofProblem;
pub use procedures::{ProcedureToProve, state_procedure, verify_procedure, walk_procedure};
pub use proof::{BracketProof, DualStep, ProofBarrier, RoundProof};
pub use rejection::Rejection;
pub use sequence::{ProofQuestion, ProofRemainder};
pub use settle::{LiveEdges, SettledMatching, settle};
pub use walk::walk;

use crate::legality::ClaimedRound;

/// Checks a proof against a tournament before the round.
///
/// What the proof assumes is compared with what holds there, field by field, so the round is the right one
/// under these premises and no others.
///
/// O(n²) costs for each bracket of n players with the following one, or with everybody below where the
/// proof says so, and as much for each step of it.
///
/// ```
/// use edelweiss_model::{Player, TournamentData, Tpn};
/// use edelweiss_verify::{RoundProof, RoundToProve, verify};
/// use edelweiss_weights::DUTCH_2026;
///
/// let mut data = TournamentData::default();
/// for number in 1..=2 {
///     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
/// }
/// let tournament = data.build().expect("two fresh players contradict nothing");
/// let asked = RoundToProve::new(&tournament, &DUTCH_2026, Vec::new());
/// let mut premises = asked.premises().clone();
/// premises.round = 2;
/// let refused = verify(&asked, &RoundProof::new(premises)).expect_err("of another round");
/// assert_eq!(
///     refused.to_string(),
///     "premises, round: the proof assumes 2, the tournament has 1"
/// );
/// ```
///
/// # Errors
/// The first thing that is not as the proof says.
pub fn verify(asked: &RoundToProve<'_>, proof: &RoundProof) -> Result<(), Rejection> {
    proof.check_format()?;
    proof.premises.compare(asked.premises())?;
    let position = asked.position();
    let round = position.round();
    if position.rounds_total().is_some_and(|total| round > total) {
        return Err(Rejection::new("no round is left").at("round"));
    }
    if let Some(barrier) = &proof.impossible {
        let has_none =
            proof.brackets.is_empty() && proof.bye.is_none() && proof.lower_bye.is_none();
        let present = position.present();
        (ClaimedRound::new(asked).check_barrier(Some(barrier), has_none, present, |player| {
            player.bye_allowed
        }))
        .map_err(|rejection| rejection.at("impossible"))?;
    } else {
        walk(asked, proof, |number, problem| {
            check_bracket(&proof.brackets[number], problem)
        })?;
    }
    if proof.clone().sealed() == *proof {
        return Ok(());
    }
    Err(Rejection::new("the document is not the one that was written").at("checksum"))
}

fn check_bracket(bracket: &BracketProof, problem: &ProofProblem<'_>) -> Result<(), Rejection> {
    let mut found = bracket.clone();
    problem.state(&mut found);
    let facts = [
        ("mdps", found.mdps == bracket.mdps),
        ("residents", found.residents == bracket.residents),
        ("pairs", found.pairs == bracket.pairs),
        ("costs", found.costs == bracket.costs),
        (
            "following",
            bracket.following.is_empty() || bracket.barrier.is_some(),
        ),
        ("apart", bracket.apart.is_empty()),
        ("splits", bracket.splits.is_empty()),
    ];
    if let Some((place, _)) = facts.iter().find(|(_, is_right)| !is_right) {
        return Err(Rejection::new("the round makes it something else").at(place));
    }
    let mut steps = bracket.duals.iter().cloned();
    settle(problem, |_, _| steps.next())?;
    match steps.len() {
        0 => Ok(()),
        _ => Err(Rejection::new("there are more than needed").at("duals")),
    }
}
