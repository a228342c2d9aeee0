//! Checks rounds of the procedures that give the bye first, and then pair bracket after bracket from the top.
//!
//! # Articles
//! C.04.6 (2026) 3.2-3.6, which C.04.5 has in the same words; C.04.4.1 (2026) 3; C.04.4.2 (2026) 3 and 4. A ladder
//! has a page instead. C.04.4.3 and D.02, whose groups are paired from both ends.
//!
//! # What is proved
//! Each bracket is a few problems, one after the other, each the best matching by one cost after another, as in a bracket
//! of the Dutch System, and settled by the same duals. Brackets that [take players up](upfloats) have the choice of these
//! first ([`choice`]), then who meets whom: by an order of pairings ([`pairs`]), or in subgroups ([`subgroups`]). Brackets
//! that leave players to the next one are a single problem ([`indices`]), as is the only bracket of a club ([`ladder`]).
//! Groups from both ends ([`median`]) are asked who leaves them, and who meets whom ([`median_group`]).

mod choice;
mod claimed;
mod club;
mod club_rules;
mod entrant;
mod indices;
mod ladder;
mod matches;
mod median;
mod median_entrants;
mod median_group;
mod median_members;
mod pairs;
mod players;
mod position_text;
mod reading;
mod round;
mod subgroups;
mod teams;
mod upfloats;

pub use round::ProcedureToProve;

use edelweiss_model::{PlayerId, Score};

use crate::legality::check_barrier;
use crate::proof::{BracketProof, RoundProof};
use crate::rejection::Rejection;
use crate::settle::{SettledMatching, settle};
use claimed::{ClaimedBracket, Unpaired};
use indices::IndexBracket;
use ladder::LadderBracket;
use round::BracketProcedure;
use upfloats::UpfloatBracket;

/// Checks a proof against a tournament before the round, as [`verify`](crate::verify) does.
///
/// O(n²) costs for each bracket of n players with the following scoregroup, or with everybody below where the proof says
/// so, and as much for each step of it.
///
/// # Errors
/// The first thing that is not as the proof says.
pub fn verify_procedure(asked: &ProcedureToProve<'_>, proof: &RoundProof) -> Result<(), Rejection> {
    proof.check_format()?;
    proof.premises.compare(asked.premises())?;
    if asked.is_over() {
        return Err(Rejection::new("no round is left").at("round"));
    }
    if let Some(barrier) = &proof.impossible {
        let has_none =
            proof.brackets.is_empty() && proof.bye.is_none() && proof.lower_bye.is_none();
        let takes_bye = |id: PlayerId| asked.entrant(id).bye_allowed;
        check_barrier(
            &asked.at_shortest_distance().possible(takes_bye),
            Some(barrier),
            has_none,
            asked.present(),
        )
        .map_err(|rejection| rejection.at("impossible"))?;
    } else {
        let mut steps = Vec::new();
        let mut at = usize::MAX;
        walk_procedure(asked, proof, |number, problem| {
            if at != number {
                must_be_used(&steps)?;
                steps.clone_from(&proof.brackets[number].duals);
                steps.reverse();
                at = number;
            }
            settle(problem, |_, _| steps.pop())
        })?;
        must_be_used(&steps)?;
    }
    if proof.clone().sealed() == *proof {
        return Ok(());
    }
    Err(Rejection::new("the document is not the one that was written").at("checksum"))
}

fn must_be_used<T>(steps: &[T]) -> Result<(), Rejection> {
    match steps.len() {
        0 => Ok(()),
        _ => Err(Rejection::new("there are more than needed").at("duals")),
    }
}

/// Goes through a claimed round from the bye on, and hands the problems of each bracket, with its number, to `visit`, in
/// the order of the procedure.
///
/// # Errors
/// Where the claim is not a legal round, or not one that these brackets lead to; and what `visit` says.
pub fn walk_procedure(
    asked: &ProcedureToProve<'_>,
    proof: &RoundProof,
    mut visit: impl FnMut(usize, &dyn SettledMatching) -> Result<(), Rejection>,
) -> Result<(), Rejection> {
    let asked = asked.as_claimed(proof)?;
    let asked = &*asked;
    let mut left = everybody(asked, proof)?;
    if is_median(asked) {
        return median::walk_groups(asked, &proof.brackets, &left, &mut visit);
    }
    let levels = asked.levels(&left.others);
    for (number, claimed) in proof.brackets.iter().enumerate() {
        let later = &proof.brackets[number + 1..];
        let mut step = || {
            let bracket = bracket(asked, claimed, later, &left, &levels)?;
            if bracket.costs()? != claimed.costs {
                return Err(Rejection::new("the round makes it something else").at("costs"));
            }
            bracket.visit(&mut |problem| visit(number, problem))?;
            Ok(bracket.left())
        };
        let step = step();
        left = step.map_err(|rejection| rejection.at(&format!("bracket {}", number + 1)))?;
    }
    if left.is_empty() {
        return Ok(());
    }
    Err(Rejection::new("the brackets leave somebody"))
}

/// Writes down what follows from the pairs and the upfloaters of a claimed round: who else is in the brackets, costs, and
/// that everybody takes part in a proof of somebody from below the following scoregroup.
///
/// # Errors
/// As [`walk_procedure`].
pub fn state_procedure(
    asked: &ProcedureToProve<'_>,
    proof: &mut RoundProof,
) -> Result<(), Rejection> {
    let pairs = proof.brackets.iter().flat_map(|bracket| &bracket.pairs);
    let (asked, _) = asked.at_claimed_distance(pairs.copied())?;
    let asked = &*asked;
    let mut left = everybody(asked, proof)?;
    if is_median(asked) {
        return median::state_groups(asked, &mut proof.brackets, &left);
    }
    let levels = asked.levels(&left.others);
    for number in 0..proof.brackets.len() {
        let (claimed, later) = (&proof.brackets[number], &proof.brackets[number + 1..]);
        let mut stated = claimed.clone();
        stated.residents = asked.numbers(asked.top(&left.others));
        if asked.procedure() == BracketProcedure::Indices {
            stated.mdps = asked.numbers(&left.floaters);
        }
        let bracket = bracket(asked, &stated, later, &left, &levels)?;
        let (costs, reaches_further) = (bracket.costs()?, bracket.reaches_further());
        let next = bracket.left();
        drop(bracket);
        left = next;
        stated.costs = costs;
        stated.everybody |= reaches_further;
        proof.brackets[number] = stated;
    }
    Ok(())
}

fn is_median(asked: &ProcedureToProve<'_>) -> bool {
    matches!(asked.procedure(), BracketProcedure::Median(_))
}

/// What a claim makes of the next bracket.
fn bracket<'c>(
    asked: &'c ProcedureToProve<'_>,
    claimed: &'c BracketProof,
    later: &'c [BracketProof],
    left: &Unpaired,
    levels: &[Score],
) -> Result<Box<dyn ClaimedBracket + 'c>, Rejection> {
    let stray = Rejection::new("the round makes it something else");
    let top = asked.top(&left.others);
    if top.is_empty()
        || claimed.residents != asked.numbers(top)
        || !claimed.following.is_empty()
        || !(claimed.apart.is_empty() && claimed.splits.is_empty())
        || (claimed.barrier.is_some() && asked.procedure() != BracketProcedure::Ladder)
    {
        return Err(stray);
    }
    if asked.procedure() == BracketProcedure::Ladder {
        if !claimed.mdps.is_empty() {
            return Err(stray.at("mdps"));
        }
        return Ok(Box::new(LadderBracket::new(asked, &claimed.pairs, left)?));
    }
    if asked.procedure() != BracketProcedure::Indices {
        let bracket = UpfloatBracket::new(asked, claimed, later, &left.others, levels)?;
        return Ok(Box::new(bracket));
    }
    if claimed.mdps != asked.numbers(&left.floaters) {
        return Err(stray.at("mdps"));
    }
    Ok(Box::new(IndexBracket::new(asked, claimed, later, left)?))
}

/// Everybody but the one with the bye, after a check that nobody should rather have it: C.04.6 3.4; C.04.4.1 and C.04.4.2
/// 3.1.
fn everybody(asked: &ProcedureToProve<'_>, proof: &RoundProof) -> Result<Unpaired, Rejection> {
    let present = asked.present();
    let bye = proof.bye.map(|number| asked.find(number)).transpose()?;
    if bye.is_some() != (present.len() % 2 == 1) {
        return Err(Rejection::new("the bye is given where the number is odd").at("bye"));
    }
    if bye.is_some_and(|id| !present.contains(&id) || !asked.entrant(id).bye_allowed) {
        return Err(Rejection::new("this player cannot have it").at("bye"));
    }
    let is_earlier = |id: PlayerId| {
        bye.is_some_and(|bye| asked.bye_rank(id) < asked.bye_rank(bye))
            && asked.entrant(id).bye_allowed
    };
    let is_asked = present.iter().any(|id| is_earlier(*id));
    let barrier = proof.lower_bye.as_ref();
    check_barrier(&asked.possible(is_earlier), barrier, is_asked, present)
        .map_err(|rejection| rejection.at("lower bye"))?;
    let others = present.iter().copied().filter(|id| Some(*id) != bye);
    Ok(Unpaired {
        floaters: Vec::new(),
        others: asked.by_score(others.collect()),
    })
}
