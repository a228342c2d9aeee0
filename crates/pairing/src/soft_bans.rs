//! A bracket whose best pairing breaks a soft ban, with its soft bans taken for hard ones.
//!
//! The levels of the fast engine know nothing of soft bans, and the reference engine takes a minute for a
//! bracket of a thousand players. What is asked here first is how the bracket is paired if the players whom
//! soft bans are about do not meet in it. Where at most one player floats, they meet nowhere below either, so
//! these are all pairings that break no soft ban, judged as before; and if the first of the best of them costs
//! no more than the best of all, nothing that breaks none is better, and nothing as good comes earlier.

use std::rc::Rc;

use edelweiss_model::PlayerId;
use edelweiss_weights::{CostVector, Layout};

use crate::costs::own_units;
use crate::opponents::Opponents;
use crate::problem::{BracketProblem, BracketSolution};

/// Whether the pairing breaks a soft ban.
pub(crate) fn breaks_one(problem: &BracketProblem<'_>, solution: &BracketSolution) -> bool {
    let mut pairs = solution.pairs.iter();
    pairs.any(|(a, b)| problem.position.breaks_soft_ban(*a, *b))
}

/// The first of the best pairings that break no soft ban, if it is as good as `best` and that can be seen;
/// `solve` pairs a bracket, and has no answer where the round cannot be completed.
pub(crate) fn obeyed(
    problem: &BracketProblem<'_>,
    best: &BracketSolution,
    solve: impl FnOnce(&BracketProblem<'_>) -> Option<BracketSolution>,
) -> Option<BracketSolution> {
    if best.floaters.len() > 1 {
        return None;
    }
    let position = problem.position.changed(&[], &[], &apart(problem));
    let hard = BracketProblem {
        position: &position,
        heeds_soft_bans: false,
        opponents: Rc::new(Opponents::new(&position, problem.opponents.bye_score)),
        mdps: problem.mdps.clone(),
        ..*problem
    };
    let solution = solve(&hard)?;
    // Another floater may cost another price below.
    let floats_alike = problem.lower.is_empty() || solution.floaters == best.floaters;
    let is_as_good = floats_alike && costs(problem, &solution) == costs(problem, best);
    is_as_good.then_some(solution)
}

/// The pairs of the bracket that would break a soft ban, of players who may meet.
fn apart(problem: &BracketProblem<'_>) -> Vec<(PlayerId, PlayerId)> {
    let mut is_here = vec![false; problem.position.players().len()];
    problem.players().for_each(|id| is_here[id.index()] = true);
    let mut apart = Vec::new();
    for group in problem.position.soft_bans() {
        let mut here: Vec<PlayerId> = group.clone();
        here.retain(|id| is_here[id.index()]);
        for (place, a) in here.iter().enumerate() {
            apart.extend(here[place + 1..].iter().map(|b| (*a, *b)));
        }
    }
    apart
}

/// What the bracket itself costs.
fn costs(problem: &BracketProblem<'_>, solution: &BracketSolution) -> CostVector {
    let takes_bye = problem.bye.is_here;
    let mut bracket = problem.bracket();
    if takes_bye && !problem.collapses() && solution.floaters.len() == 1 {
        bracket = bracket.with_bye_as_sole_floater();
    }
    let units = own_units(&solution.pairs, &solution.floaters, |_| takes_bye);
    Layout::evaluate(problem.edition, problem.position, &bracket, &units)
}
