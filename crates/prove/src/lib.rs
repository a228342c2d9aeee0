//! Writes proofs that a round is the one the FIDE (Dutch) rules ask for, which `edelweiss-verify` checks.
//!
//! The engine that pairs a round keeps no duals: it decides most brackets without a weighted matching.
//! So the duals are found here, from the round: each bracket is the matching problem that the
//! checker asks about, and the solver of `edelweiss-matching` finds duals for it. The proof reaches to the
//! following scoregroup where that is enough, and to everybody below where it is not.
//!
//! What is written has been checked already: the prover runs the checker, and answers where that asks for duals.

mod barriers;
mod duals;
mod pseudo_boolean;

use std::collections::HashMap;

use edelweiss_model::{PlayerId, Position, Tournament};
pub use pseudo_boolean::{PseudoBoolean, pseudo_boolean};

use edelweiss_pairing::{Impossible, Outcome, RoundPairing, Route, Rules};
use edelweiss_verify::{
    BracketClaim, BracketProof, DualStep, ProofReach, ProofRoute, Rejection, RoundClaim,
    RoundProof, settle, walk,
};

/// The proof of a round, or of the impossibility of one, that was paired by these rules.
///
/// Each bracket takes one weighted matching of it with the following one, of O(n³) steps at worst for
/// n players, and seldom a few more.
///
/// ```
/// use edelweiss_model::{Player, TournamentData, Tpn};
/// use edelweiss_pairing::{Rules, pair_round};
///
/// let mut data = TournamentData::default();
/// for number in 1..=5 {
///     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
/// }
/// let tournament = data.build().expect("five fresh players contradict nothing");
/// let rules = Rules::dutch_2026();
/// let outcome = pair_round(&tournament, &rules);
/// let proof = edelweiss_prove::prove(&tournament, &rules, &outcome)?;
/// edelweiss_verify::verify(&tournament, &proof)?;
/// # Ok::<(), edelweiss_verify::Rejection>(())
/// ```
///
/// # Errors
/// When the round is not the one that the rules ask for; when no round is left, or a procedure ended without
/// one, of which there are no proofs.
pub fn prove(
    tournament: &Tournament,
    rules: &Rules,
    outcome: &Outcome,
) -> Result<RoundProof, Rejection> {
    let position = Position::derive(tournament, &rules.edition.definitions);
    let mut proof = RoundProof::new(rules.edition, position.round().get());
    match outcome {
        Outcome::Impossible(Impossible::NoLegalPairing(witness)) => {
            let barrier = edelweiss_verify::Barrier {
                players: witness.barrier.clone(),
                has_bye: witness.bye_in_barrier,
            };
            proof.impossible = Some(barriers::written(tournament, &barrier));
        }
        Outcome::Impossible(_) => {
            return Err(Rejection::new(
                "that no round is paired here is not a matter of proof",
            ));
        }
        Outcome::Paired(round) => {
            let mut claim = claim(&position, rules, round);
            proof.bye = claim.bye.map(|id| tournament.player(id).number.get());
            proof.lower_bye = claim
                .lower_bye
                .as_ref()
                .map(|b| barriers::written(tournament, b));
            proof.brackets = brackets(tournament, &position, rules, &mut claim)?;
        }
    }
    Ok(proof.sealed())
}

/// What the round is claimed to be, each bracket proved with the following one.
fn claim(position: &Position, rules: &Rules, round: &RoundPairing) -> RoundClaim {
    let mut brackets = Vec::new();
    for record in &round.brackets {
        let claimed = |route, record: &edelweiss_pairing::BracketRecord| BracketClaim {
            route,
            reach: ProofReach::Next,
            pairs: record.pairs.clone(),
            following: Vec::new(),
            barrier: None,
        };
        let route = match record.route {
            Route::Normal => ProofRoute::Normal,
            Route::Penultimate => ProofRoute::Penultimate,
            Route::CollapsedLast => ProofRoute::Last,
        };
        if let (Some(first), Route::Penultimate) = (&round.replaced, record.route) {
            let barrier = barriers::no_completion(position, first);
            brackets.push(BracketClaim {
                barrier,
                ..claimed(ProofRoute::Replaced, first)
            });
        }
        brackets.push(claimed(route, record));
    }
    RoundClaim {
        bye: round.bye,
        lower_bye: round
            .bye
            .and_then(|bye| barriers::no_lower_bye(position, rules.edition, bye)),
        brackets,
    }
}

/// Proves each bracket, and says in the claim how far that had to reach.
fn brackets(
    tournament: &Tournament,
    position: &Position,
    rules: &Rules,
    claim: &mut RoundClaim,
) -> Result<Vec<BracketProof>, Rejection> {
    let mut found: HashMap<usize, BracketProof> = HashMap::new();
    let mut looked_ahead = false;
    loop {
        let mut following = None;
        let walked = walk(position, rules.edition, claim, |number, problem| {
            let bracket = &claim.brackets[number];
            if bracket.route == ProofRoute::Replaced && !looked_ahead {
                following = Some((number, duals::best_following(problem)));
                return Err(Rejection::new("what it looked ahead to is not known yet"));
            }
            if found.contains_key(&number) {
                return Ok(());
            }
            let mut steps = Vec::new();
            settle(problem, |so_far, stuck| {
                let duals = duals::find(so_far, stuck);
                let step = duals
                    .iter()
                    .map(|duals| DualStep::new(tournament, problem, duals));
                steps.extend(step);
                Ok(duals)
            })?;
            found.insert(number, written(tournament, bracket, problem, steps));
            Ok(())
        });
        let Err(rejection) = walked else {
            break;
        };
        if let Some((number, pairs)) = following {
            claim.brackets[number].following = pairs;
            looked_ahead = true;
            continue;
        }
        // The walk stops before it visits a bracket that may not be proved with the following one only.
        let failed = (0..claim.brackets.len()).find(|number| !found.contains_key(number));
        match failed.map(|number| &mut claim.brackets[number].reach) {
            Some(reach) if *reach == ProofReach::Next => *reach = ProofReach::Everybody,
            _ => return Err(rejection),
        }
    }
    let numbers = 0..claim.brackets.len();
    Ok(numbers.filter_map(|number| found.remove(&number)).collect())
}

fn written(
    tournament: &Tournament,
    claimed: &BracketClaim,
    problem: &edelweiss_verify::ProofProblem<'_>,
    duals: Vec<DualStep>,
) -> BracketProof {
    let number = |id: &PlayerId| tournament.player(*id).number.get();
    let numbers = |pairs: &[(PlayerId, PlayerId)]| {
        let pairs = pairs.iter();
        pairs.map(|(a, b)| [number(a), number(b)]).collect()
    };
    let labels = problem.rules().iter().map(|rule| rule.label.to_owned());
    BracketProof {
        route: claimed.route,
        reach: claimed.reach,
        mdps: problem.bracket().mdps().iter().map(number).collect(),
        residents: problem.bracket().residents().iter().map(number).collect(),
        pairs: numbers(&claimed.pairs),
        following: numbers(&claimed.following),
        floaters: problem.floaters().iter().map(number).collect(),
        costs: labels.zip(problem.costs().0).collect(),
        duals,
        barrier: claimed
            .barrier
            .as_ref()
            .map(|b| barriers::written(tournament, b)),
    }
}
