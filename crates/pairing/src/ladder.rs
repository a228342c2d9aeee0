//! The levels by which a bracket is paired, tried in order.
//!
//! Each level answers a problem or leaves it to the next. *Each relaxes the next*: it knows less of what
//! lies below, with the same costs otherwise. So where the first of its optimal pairings is possible in
//! the round, it is the first of all: nothing is better, and nothing as good comes earlier.
//!
//! | level | knows |
//! |---|---|
//! | table | everything, of small brackets in small fields |
//! | nobody | brackets in which no two players may meet |
//! | alone | the bracket's own players, and a floater's best opponents |
//! | next | with the following scoregroup, from which anybody may leave |
//! | everybody | all who are left |

use edelweiss_model::{PlayerId, Position, Score};

use crate::completion::RoundCompletion;
use crate::graph::{ProblemGraph, Reach};
use crate::level::alone::pair_alone;
use crate::level::alone_classes::Local;
use crate::level::below;
use crate::level::table;
use crate::oracle;
use crate::paths::{self, Path};
use crate::problem::{BracketProblem, BracketSolution};
use crate::soft_bans;
use crate::{Engine, Level, Rules, Tuning};

type LevelAnswer = for<'a> fn(&mut Ladder<'a>, &BracketProblem<'a>) -> Option<BracketSolution>;

const FAST: &[(Level, LevelAnswer)] = &[
    (Level::Table, table),
    (Level::Nobody, nobody),
    (Level::Alone, alone),
    (Level::Next, next),
    (Level::Everybody, everybody),
];

/// What the reference engine has of them: others know more about the edition's costs than that they are costs.
const REFERENCE: &[(Level, LevelAnswer)] = &[(Level::Next, next), (Level::Everybody, everybody)];

/// The levels, with what they keep from bracket to bracket.
pub(crate) struct Ladder<'a> {
    levels: &'static [(Level, LevelAnswer)],
    /// Solves a bracket with what lies below.
    solver: fn(&ProblemGraph<'_, '_>) -> Option<BracketSolution>,
    /// The solver counts the pairs that break a soft ban.
    knows_soft_bans: bool,
    tuning: &'static Tuning,
    table: Option<table::SmallField<'a>>,
    /// The player who takes the bye takes no part in the brackets below, where nobody could be paired with them.
    pub(crate) settles_bye: bool,
    /// A legal pairing of everybody who is left, if one is at hand.
    pub(crate) completion: Option<RoundCompletion<'a>>,
}

impl<'a> Ladder<'a> {
    pub(crate) fn new(rules: &Rules) -> Self {
        let engine = rules.engine;
        Self {
            levels: match engine {
                Engine::Fast => FAST,
                Engine::Classes => &FAST[1..],
                Engine::Reference => REFERENCE,
            },
            knows_soft_bans: engine == Engine::Reference,
            tuning: rules.tuning,
            solver: match engine {
                Engine::Fast | Engine::Classes => below::solve,
                Engine::Reference => oracle::first_candidate,
            },
            table: None,
            settles_bye: engine != Engine::Reference,
            completion: None,
        }
    }

    /// Starts a small field that can be paired, with the lowest score that the bye can go to if that is
    /// wanted; false where that is another level's.
    pub(crate) fn start_table(
        &mut self,
        position: &'a Position,
        wants_score: bool,
        bye_score: &mut Option<Score>,
    ) -> bool {
        let Some(mut table) = table::SmallField::new(position, self.tuning) else {
            return false;
        };
        let can_be_paired = if wants_score {
            *bye_score = table.lowest_bye_score().ok().flatten();
            bye_score.is_some()
        } else {
            table.is_pairable().is_ok_and(|is_pairable| is_pairable)
        };
        self.table = can_be_paired.then_some(table);
        can_be_paired
    }

    /// The first optimal pairing of a bracket. Where that breaks a soft ban, of which the fast levels know
    /// nothing, it is paired again with soft bans taken for hard ones; where that costs something, by the
    /// reference engine. Where the pairing breaks none, no other breaks fewer.
    pub(crate) fn solve(&mut self, problem: &BracketProblem<'a>) -> BracketSolution {
        if !problem.heeds_soft_bans || self.knows_soft_bans {
            return self.solve_by(self.levels, problem);
        }
        let before = self.completion.clone();
        let solution = self.solve_by(self.levels, problem);
        if !soft_bans::breaks_one(problem, &solution) {
            return solution;
        }
        self.completion = before;
        let hard = soft_bans::obeyed(problem, &solution, Self::solve_alone);
        if let Some(solution) = hard.and_then(|solution| self.followed(problem, solution)) {
            paths::enter(Path::SoftBanObeyed);
            return solution;
        }
        paths::enter(Path::SoftBan);
        let fast = std::mem::replace(&mut self.solver, oracle::first_candidate);
        let solution = self.solve_by(REFERENCE, problem);
        self.solver = fast;
        solution
    }

    /// As [`Self::solve`], of a bracket that is paired without a completion (2017), with whether there is one.
    ///
    /// Soft bans decide neither: where the pairing without them leaves none, it is the one that the rules
    /// replace; where only the one with them leaves none, the former stays.
    pub(crate) fn solve_first(
        &mut self,
        problem: &mut BracketProblem<'a>,
    ) -> (BracketSolution, bool) {
        let heeds_soft_bans = std::mem::take(&mut problem.heeds_soft_bans);
        let before = heeds_soft_bans.then(|| self.completion.clone());
        let plain = self.solve(problem);
        let completes = self.completes(problem, &plain);
        problem.heeds_soft_bans = heeds_soft_bans;
        let Some(before) = before else {
            return (plain, completes);
        };
        if !completes || !soft_bans::breaks_one(problem, &plain) {
            return (plain, completes);
        }
        let after_plain = std::mem::replace(&mut self.completion, before);
        let solution = self.solve(problem);
        if self.completes(problem, &solution) {
            return (solution, true);
        }
        self.completion = after_plain;
        (plain, true)
    }

    /// A bracket that is paired beside the round; nothing where the round cannot be completed.
    fn solve_alone(problem: &BracketProblem<'_>) -> Option<BracketSolution> {
        let rules = Rules::new(problem.edition, Engine::Classes).tuned(problem.tuning);
        let mut ladder = Ladder::new(&rules);
        if problem.completes {
            ladder.completion_of(problem)?;
        }
        let solution = ladder.solve_by(ladder.levels, problem);
        (!problem.opponents.gave_up()).then_some(solution)
    }

    fn solve_by(
        &mut self,
        levels: &[(Level, LevelAnswer)],
        problem: &BracketProblem<'a>,
    ) -> BracketSolution {
        let answers = levels.iter().find_map(|(level, answer)| {
            let solution = answer(self, problem)?;
            Some(BracketSolution {
                level: Some(*level),
                ..solution
            })
        });
        answers.unwrap_or_else(|| {
            assert!(
                problem.opponents.gave_up(),
                "a completion is left before every bracket, so a pairing exists"
            );
            BracketSolution::default()
        })
    }

    /// Whether the floaters and all lower players can complete the round.
    pub(crate) fn completes(
        &mut self,
        problem: &BracketProblem<'a>,
        solution: &BracketSolution,
    ) -> bool {
        if self.completion.is_some() {
            return true;
        }
        if let Some(table) = &mut self.table
            && let Ok(completes) = table.completes(&solution.floaters, problem.lower)
        {
            return completes;
        }
        let left = solution.floaters.iter().chain(problem.lower).copied();
        self.completion = RoundCompletion::new(&problem.opponents, problem.tuning, left);
        self.completion.is_some()
    }

    /// A player is decided to take the bye.
    pub(crate) fn leave_with_bye(&mut self, taker: PlayerId) {
        if let Some(completion) = &mut self.completion {
            completion.leave_with_bye(taker);
        }
    }

    /// A completion to go on from.
    fn completion_of(&mut self, problem: &BracketProblem<'a>) -> Option<&RoundCompletion<'a>> {
        if self.completion.is_none() {
            let left = problem.players().chain(problem.lower.iter().copied());
            self.completion = RoundCompletion::new(&problem.opponents, problem.tuning, left);
        }
        self.completion.as_ref()
    }

    /// A solution that the completion can follow, unless the bracket does not ask for one.
    fn followed(
        &mut self,
        problem: &BracketProblem<'a>,
        solution: BracketSolution,
    ) -> Option<BracketSolution> {
        let followed = self
            .completion_of(problem)
            .and_then(|completion| completion.followed(problem, &solution));
        if problem.completes && followed.is_none() {
            return None;
        }
        self.completion = followed;
        Some(solution)
    }
}

/// Small brackets of small fields, see [`table`].
fn table<'a>(ladder: &mut Ladder<'a>, problem: &BracketProblem<'a>) -> Option<BracketSolution> {
    let solution = ladder.table.as_mut()?.pair(problem);
    if solution.is_err() {
        paths::enter(Path::BeyondTable);
    }
    let solution = solution.ok()?;
    ladder.completion = None;
    Some(solution)
}

/// A bracket in which nobody may meet anybody has one candidate: all float. Who is to be paired stays the
/// same, and so does whether that can be completed.
fn nobody<'a>(ladder: &mut Ladder<'a>, problem: &BracketProblem<'a>) -> Option<BracketSolution> {
    if problem.lower.is_empty() || problem.bye.is_here {
        return None;
    }
    if (problem.opponents).any_pair(problem.players(), problem.residents.iter().copied()) {
        return None;
    }
    let players = problem.players().collect();
    let solution = BracketSolution {
        floaters: players,
        ..BracketSolution::default()
    };
    paths::enter(Path::Nobody);
    let followed = ladder.completion_of(problem)?.followed(problem, &solution);
    ladder.completion = followed;
    Some(solution)
}

/// The bracket alone: nobody floats, or one resident. Such a pairing has as many pairs and as good floaters
/// as there can be. It is the first of all if it leaves a completion, and if its floater's look-ahead is the
/// best that any floater could have: paired in the next scoregroup, which only as many leave as parity
/// demands. Where that is not so with the first floater found, those with the best look-ahead are
/// found, and the bracket is paired once more among them.
fn alone<'a>(ladder: &mut Ladder<'a>, problem: &BracketProblem<'a>) -> Option<BracketSolution> {
    let score = |id: &PlayerId| problem.position.player(*id).score;
    let (first, last) = (problem.residents.first()?, problem.residents.last()?);
    let is_penultimate = !problem.looks_ahead && !problem.lower.is_empty();
    let bye_is_above =
        problem.bye.is_here && (problem.bye.score).is_some_and(|bye| bye != score(first));
    if score(first) != score(last) || is_penultimate || bye_is_above {
        return None;
    }
    let mut local = Local {
        problem,
        partners: None,
    };
    let solution = pair_alone(&local)?;
    let takes_bye = problem.bye.is_here;
    let floater = solution.floaters.first().copied();
    let plays = floater.filter(|_| !takes_bye);
    let followed = ladder.completion_of(problem).and_then(|completion| {
        let mut followed = completion.without(problem, floater, takes_bye)?;
        // A lone player floats whatever lies ahead.
        let looks = plays.filter(|_| problem.n_players() > 1);
        let is_best = looks.is_none_or(|floater| followed.settles(problem, floater));
        is_best.then_some(followed)
    });
    if followed.is_some() || (plays.is_none() && !problem.completes) {
        paths::enter(Path::Alone);
        ladder.completion = followed;
        return Some(solution);
    }
    plays?;
    let below = &problem.lower[problem.n_next..];
    let opponents = &problem.opponents;
    let partners = opponents.opponents_for_floater(problem.next(), below, problem.completes);
    if partners.is_empty() {
        return None;
    }
    local.partners = Some(&partners);
    let solution = pair_alone(&local)?;
    paths::enter(Path::AloneAhead);
    ladder.followed(problem, solution)
}

/// Together with the next scoregroup, from which anybody may leave.
fn next<'a>(ladder: &mut Ladder<'a>, problem: &BracketProblem<'a>) -> Option<BracketSolution> {
    let is_settled_below = problem.completes && (problem.bye.is_here || problem.below().is_empty());
    let n_vertices = problem.n_players() + problem.ahead().len();
    if problem.ahead().is_empty() || is_settled_below || !problem.opponents.admit(n_vertices) {
        return None;
    }
    let solution = (ladder.solver)(&ProblemGraph::new(problem, Reach::Next))?;
    paths::enter(Path::Next);
    ladder.followed(problem, solution)
}

/// Together with everybody who is left.
fn everybody<'a>(ladder: &mut Ladder<'a>, problem: &BracketProblem<'a>) -> Option<BracketSolution> {
    if !(problem.opponents).admit(problem.n_players() + problem.lower.len()) {
        return None;
    }
    let graph = ProblemGraph::new(problem, Reach::Everything);
    let mut solution = (ladder.solver)(&graph)?;
    paths::enter(Path::Everybody);
    if problem.bye.is_here && !problem.collapses() && solution.floaters.len() == 1 {
        paths::enter(Path::SoleBye);
        // C9 applies: the only floater is the one who takes the bye.
        solution = (ladder.solver)(&graph.with_bye_as_sole_floater())?;
    }
    let followed = ladder
        .completion_of(problem)
        .and_then(|c| c.followed(problem, &solution));
    ladder.completion = followed;
    Some(solution)
}

#[cfg(test)]
mod tests;
