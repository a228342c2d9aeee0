//! Proofs of rounds of the procedures that give the bye first.

use edelweiss_model::PlayerId;
use edelweiss_pairing::{BracketRecord, Outcome, RoundPairing, StepAction};
use edelweiss_verify::{
    BracketProof, DualStep, ProcedureToProve, Rejection, RoundProof, settle, state_procedure,
    walk_procedure,
};

use crate::{barriers, duals};

/// The proof of a round that was paired, or that there is none, as [`prove`](crate::prove) has it.
///
/// Each bracket takes one weighted matching of it with the following scoregroup and, where it takes players up, one or a
/// few of it alone, of O(n³) steps at worst for n participants, and seldom a few more.
///
/// # Errors
/// When the round is not the one that the rules ask for; when no round is left.
pub fn prove_procedure(
    asked: &ProcedureToProve<'_>,
    outcome: &Outcome,
) -> Result<RoundProof, Rejection> {
    match outcome {
        Outcome::Impossible(why) => crate::without_round(asked.premises(), asked.tournament(), why),
        Outcome::Paired(round) => Ok(proved(asked, claim(asked, round)?)?.sealed()),
    }
}

/// What the round is claimed to be, without duals, each bracket to be proved with the following scoregroup.
fn claim(asked: &ProcedureToProve<'_>, round: &RoundPairing) -> Result<RoundProof, Rejection> {
    let tournament = asked.tournament();
    let number = |id: &PlayerId| tournament.player(*id).number.get();
    let mut proof = RoundProof::new(asked.premises().clone());
    proof.bye = round.bye.as_ref().map(number);
    // A club of which nobody plays has a bracket without pairs.
    let records = round.brackets.iter().filter(|_| asked.present().len() > 1);
    proof.brackets = records
        .map(|record| BracketProof {
            mdps: record.mdps.iter().map(number).collect(),
            pairs: (record.pairs.iter())
                .map(|(a, b)| [number(a), number(b)])
                .collect(),
            ..BracketProof::default()
        })
        .collect();
    let pairs = proof.brackets.iter().flat_map(|bracket| &bracket.pairs);
    let (at_distance, longer) = asked.at_claimed_distance(pairs.copied())?;
    if let (Some(longer), Some(bracket)) = (longer, proof.brackets.first_mut()) {
        let meet = |a, b| longer.may_meet(a, b);
        let barrier = barriers::barrier(tournament, asked.present(), meet, |_| true);
        bracket.barrier = Some(barrier);
    }
    if let Some(bye) = round.bye {
        let is_earlier = |id: PlayerId| asked.should_rather_have_bye(id, bye);
        if asked.present().iter().any(|id| is_earlier(*id)) {
            proof.lower_bye = Some(barriers::barrier(
                tournament,
                asked.present(),
                |a, b| at_distance.may_meet(a, b),
                is_earlier,
            ));
        }
    }
    take_apart(asked, &round.brackets, &mut proof);
    state_procedure(asked, &mut proof)?;
    Ok(proof)
}

/// Gives pairs that were taken apart for the last bracket back to theirs, with what shows that they had to be.
fn take_apart(asked: &ProcedureToProve<'_>, records: &[BracketRecord], proof: &mut RoundProof) {
    let tournament = asked.tournament();
    let Some((last, before)) = records.split_last() else {
        return;
    };
    let pairs: Vec<[PlayerId; 2]> = (last.steps.iter())
        .filter(|step| step.action == StepAction::SplitPair)
        .filter_map(|step| step.players[..].try_into().ok())
        .collect();
    let mut members = [&last.mdps[..], &last.residents].concat();
    members.retain(|id| !pairs.as_flattened().contains(id));
    for pair in pairs {
        let may_meet = |a, b| asked.may_meet(a, b);
        let barrier = barriers::barrier(tournament, &members, may_meet, |_| false);
        members.extend(pair);
        // The last one of its side where both are.
        let is_in = |record: &BracketRecord| {
            let mut both = pair.iter();
            both.all(|id| record.residents.contains(id) || record.mdps.contains(id))
        };
        let Some(place) = before.iter().rposition(is_in) else {
            continue;
        };
        let numbers = pair.map(|id| tournament.player(id).number.get());
        proof.brackets[place].apart.push(numbers);
        if let Some(bracket) = proof.brackets.last_mut() {
            bracket.splits.push(barrier);
        }
    }
}

/// Proves each bracket, with everybody below where the following scoregroup does not do.
fn proved(asked: &ProcedureToProve<'_>, mut claim: RoundProof) -> Result<RoundProof, Rejection> {
    // Of the brackets that are proved, and of the one at hand.
    let mut found: Vec<Vec<DualStep>> = Vec::new();
    loop {
        let mut steps = Vec::new();
        let mut at = found.len();
        let walked = walk_procedure(asked, &claim, |number, problem| {
            if number < found.len() {
                return Ok(());
            }
            if number > at {
                found.push(std::mem::take(&mut steps));
                at = number;
            }
            let before = steps.len();
            settle(problem, |live, question| {
                let step = duals::find(live, question, steps[before..].last());
                steps.extend(step.clone());
                step
            })
        });
        let Err(rejection) = walked else {
            found.push(steps);
            for (bracket, steps) in claim.brackets.iter_mut().zip(found) {
                bracket.duals = steps;
            }
            return Ok(claim);
        };
        match claim.brackets.get_mut(at) {
            Some(bracket) if !bracket.everybody => bracket.everybody = true,
            _ => return Err(rejection),
        }
    }
}
