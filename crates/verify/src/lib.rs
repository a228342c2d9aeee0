//! Checks that a round is the one that the FIDE (Dutch) rules of 2026 or 2017 ask for, from a proof, and
//! recomputes everything that it believes.
//!
//! # What is proved
//! In each bracket, of all candidates that the rules allow, none is better by the criteria, and none that
//! is as good comes earlier in the sequence of Articles 3 and 4. So the pairs of the round are the right
//! ones, and no others are. The colours follow from each pair alone (Article 5) and need no proof.
//!
//! # Why a checker believes it
//! A pairing of a bracket and of what lies below it is a matching. The criteria give every pair, and
//! everybody who leaves downwards, a cost; the place in the sequence is a list of such costs behind them
//! ([`SequenceField`]). So the right pairing is the best matching by the first cost, among those the best by the
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

mod duals;
mod legality;
mod live;
mod problem;
mod proof;
mod rejection;
mod remainder;
mod sequence;
mod walk;

pub use duals::{ProofNumber, StepDuals};
pub use legality::{Barrier, is_barrier};
pub use live::{LiveEdges, StepObjective};
pub use problem::{ProofPlace, ProofProblem, ProofReach, ProofVertex, VertexPartner};
pub use proof::{BracketProof, DualStep, ProofBarrier, ProofSet, RoundProof};
pub use rejection::Rejection;
pub use remainder::{ProofRemainder, SequenceField};
pub use sequence::{SettledSoFar, Stuck, settle};
pub use walk::{BracketClaim, ProofRoute, RoundClaim, walk};

use edelweiss_model::{Position, Tournament};

/// Checks a proof against the tournament before the round.
///
/// O(n²) costs for each bracket of n players with the following one, or with everybody below where the
/// proof says so, and as much for each step of it.
///
/// ```
/// use edelweiss_model::{Player, TournamentData, Tpn};
/// use edelweiss_verify::{RoundProof, verify};
///
/// let mut data = TournamentData::default();
/// for number in 1..=2 {
///     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
/// }
/// let tournament = data.build().expect("two fresh players contradict nothing");
/// let refused = RoundProof::read(b"{}").expect_err("not a proof");
/// assert!(refused.to_string().contains("missing field"));
/// ```
///
/// # Errors
/// The first thing that is not as the proof says.
pub fn verify(tournament: &Tournament, proof: &RoundProof) -> Result<(), Rejection> {
    let edition = proof.edition()?;
    let position = Position::derive(tournament, &edition.definitions);
    proof.check_head(&position)?;
    if let Some(barrier) = &proof.impossible {
        let barrier = barrier.of(tournament)?;
        legality::check_impossible(&position, &barrier)?;
    } else {
        let claim = proof.claim(tournament)?;
        walk(&position, edition, &claim, |number, problem| {
            let bracket = &proof.brackets[number];
            bracket.check_facts(tournament, problem)?;
            let mut steps = bracket.duals.iter();
            settle(problem, |_, _| {
                steps
                    .next()
                    .map(|step| step.of(tournament, problem))
                    .transpose()
            })?;
            match steps.next() {
                None => Ok(()),
                Some(_) => Err(Rejection::new("there are more duals than needed")),
            }
        })?;
    }
    proof.check_checksum()
}
