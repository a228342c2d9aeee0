//! A round, bracket by bracket, from the top down.
//!
//! # Articles
//! C.04.3 (2026) 1.9, 3; 2017 A.9, B.

use std::rc::Rc;

use edelweiss_model::{PlayerId, Position};
use edelweiss_weights::{Completion, Edition};

use crate::completion::RoundCompletion;
use crate::ladder::Ladder;
use crate::opponents::Opponents;
use crate::problem::{BracketProblem, BracketSolution, ByeState};
use crate::{BracketRecord, Engine, Impossible, Route, Rules, Tuning};

/// A round as it was paired.
pub(crate) struct PairedRound {
    pub(crate) brackets: Vec<BracketRecord>,
    pub(crate) bye: Option<PlayerId>,
    /// 2017 A.9: the penultimate bracket as it was paired first.
    pub(crate) replaced: Option<BracketRecord>,
}

/// Where a round is taken up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundStart {
    /// How many players present, from the top, are moved down into the first bracket.
    pub(crate) n_floaters: usize,
    /// Who takes the bye, where that is decided; not among those present.
    pub(crate) bye_taker: Option<PlayerId>,
    /// The kind of the first bracket. One that is taken up leaves a completion.
    pub(crate) route: Route,
}

/// A round that is being paired.
pub(crate) struct RoundInProgress<'a> {
    position: &'a Position,
    edition: &'static Edition,
    tuning: &'static Tuning,
    opponents: Rc<Opponents<'a>>,
    ladder: Ladder<'a>,
    /// Who takes the bye, once that is decided; floats through the brackets below.
    bye_taker: Option<PlayerId>,
    records: Vec<BracketRecord>,
}

impl<'a> RoundInProgress<'a> {
    /// # Errors
    /// The proof that no legal pairing exists, or that this is too much to find out.
    pub(crate) fn new(position: &'a Position, rules: &Rules) -> Result<Self, Impossible> {
        let is_odd = position.present().len() % 2 == 1;
        let wants_score = is_odd && rules.edition.completion == Completion::EveryBracket;
        let mut ladder = Ladder::new(rules);
        let mut bye_score = None;
        let is_started = rules.engine == Engine::Fast
            && ladder.start_table(position, wants_score, &mut bye_score);
        let opponents = if is_started {
            Rc::new(Opponents::new(position, bye_score))
        } else {
            let (opponents, completion) = start(position, rules.tuning, wants_score)?;
            ladder.completion = completion;
            opponents
        };
        Ok(Self {
            position,
            edition: rules.edition,
            tuning: rules.tuning,
            opponents,
            ladder,
            bye_taker: None,
            records: Vec::new(),
        })
    }

    /// Pairs all brackets.
    ///
    /// # Errors
    /// [`Impossible::GivenUp`] where a search is too large.
    pub(crate) fn pair(self) -> Result<PairedRound, Impossible> {
        let everybody = (self.position.present(), Vec::new());
        self.pair_brackets(everybody, None)
    }

    /// Pairs all brackets from one on, of which everybody present is left.
    ///
    /// # Errors
    /// As for [`Self::pair`].
    pub(crate) fn pair_on(mut self, start: RoundStart) -> Result<PairedRound, Impossible> {
        let (floaters, lower) = self.position.present().split_at(start.n_floaters);
        self.bye_taker = start.bye_taker;
        self.pair_brackets((lower, floaters.to_vec()), Some(start.route))
    }

    /// Pairs all brackets of these players, into the first of which the floaters are moved down. `kind`
    /// is that of a first bracket that is taken up.
    fn pair_brackets(
        mut self,
        (mut lower, mut floaters): (&'a [PlayerId], Vec<PlayerId>),
        mut kind: Option<Route>,
    ) -> Result<PairedRound, Impossible> {
        let mut replaced = None;
        if kind == Some(Route::CollapsedLast) {
            floaters = self.collapse(floaters, lower);
            return self.paired(&floaters, replaced);
        }
        let score = |id: &PlayerId| self.position.player(*id).score;
        let scoregroups: Vec<&[PlayerId]> = lower.chunk_by(|a, b| score(a) == score(b)).collect();
        for (number, residents) in scoregroups.iter().enumerate() {
            lower = &lower[residents.len()..];
            let n_next = scoregroups.get(number + 1).map_or(0, |next| next.len());
            let kind = kind.take();
            let mut problem = self.problem(std::mem::take(&mut floaters), residents, lower);
            problem.n_next = n_next;
            problem.looks_ahead = n_next > 0;
            problem.completes = n_next == 0
                || kind.is_some()
                || self.edition.completion == Completion::EveryBracket;
            if kind != Some(Route::Penultimate) {
                let (solution, completes) = if problem.completes {
                    (self.ladder.solve(&problem), true)
                } else {
                    self.ladder.solve_first(&mut problem)
                };
                if self.opponents.gave_up() {
                    break;
                }
                if completes {
                    floaters = self.accept(Route::Normal, &problem, solution);
                    continue;
                }
                replaced = Some(self.record(Route::Normal, &problem, solution));
            }
            // 2017 A.9: the penultimate bracket, and everybody below in the last one.
            problem.completes = true;
            problem.looks_ahead = false;
            let solution = self.ladder.solve(&problem);
            let mdps = self.accept(Route::Penultimate, &problem, solution);
            floaters = self.collapse(mdps, lower);
            break;
        }
        self.paired(&floaters, replaced)
    }

    /// 2017 A.9: everybody below the penultimate bracket in one.
    fn collapse(&mut self, mdps: Vec<PlayerId>, lower: &'a [PlayerId]) -> Vec<PlayerId> {
        let mut last = self.problem(mdps, lower, &[]);
        last.completes = true;
        let solution = self.ladder.solve(&last);
        self.accept(Route::CollapsedLast, &last, solution)
    }

    fn paired(
        self,
        floaters: &[PlayerId],
        replaced: Option<BracketRecord>,
    ) -> Result<PairedRound, Impossible> {
        if self.opponents.gave_up() {
            return Err(Impossible::GivenUp);
        }
        Ok(PairedRound {
            brackets: self.records,
            bye: self.bye_taker.or_else(|| floaters.first().copied()),
            replaced,
        })
    }

    /// What is asked of a bracket that nothing follows.
    fn problem(
        &self,
        mdps: Vec<PlayerId>,
        residents: &'a [PlayerId],
        lower: &'a [PlayerId],
    ) -> BracketProblem<'a> {
        let is_open = self.position.present().len() % 2 == 1 && self.bye_taker.is_none();
        let score = self.position.player(residents[0]).score;
        let is_here = match self.opponents.bye_score {
            Some(bye_score) => bye_score >= score,
            None => lower.is_empty(),
        };
        BracketProblem {
            position: self.position,
            edition: self.edition,
            tuning: self.tuning,
            mdps,
            residents,
            lower,
            n_next: 0,
            looks_ahead: false,
            completes: false,
            heeds_soft_bans: !self.position.soft_bans().is_empty(),
            bye: ByeState {
                is_open,
                score: self.opponents.bye_score,
                is_here: is_open && is_here,
            },
            opponents: self.opponents.clone(),
        }
    }

    /// Records a bracket and returns who floats from it and can be paired below.
    fn accept(
        &mut self,
        route: Route,
        problem: &BracketProblem<'a>,
        solution: BracketSolution,
    ) -> Vec<PlayerId> {
        let mut floaters = solution.floaters.clone();
        let record = self.record(route, problem, solution);
        self.records.push(record);
        if let ([taker], true) = (
            &floaters[..],
            problem.bye.is_here && self.ladder.settles_bye,
        ) {
            self.bye_taker = Some(*taker);
            self.ladder.leave_with_bye(*taker);
            floaters.clear();
        }
        floaters
    }

    fn record(
        &self,
        route: Route,
        problem: &BracketProblem<'a>,
        solution: BracketSolution,
    ) -> BracketRecord {
        // The player with the bye is ranked above everybody who floats from here.
        let with_taker = |players: &[PlayerId]| {
            let taker = self.bye_taker.into_iter();
            taker.chain(players.iter().copied()).collect()
        };
        BracketRecord {
            route,
            mdps: with_taker(&problem.mdps),
            residents: problem.residents.to_vec(),
            pairs: solution.pairs,
            floaters: with_taker(&solution.floaters),
            level: solution.level,
            costs: solution.costs,
            steps: Vec::new(),
        }
    }
}

/// A completion of the whole round, with the lowest score that the bye can then go to (C5) if that is wanted.
///
/// # Errors
/// The proof that no legal pairing exists, or that this is too much to find out.
fn start<'a>(
    position: &'a Position,
    tuning: &'static Tuning,
    wants_score: bool,
) -> Result<(Rc<Opponents<'a>>, Option<RoundCompletion<'a>>), Impossible> {
    let completed = |bye_score| {
        let opponents = Rc::new(Opponents::new(position, bye_score));
        let everybody = position.present().iter().copied();
        let completion = RoundCompletion::new(&opponents, tuning, everybody);
        (opponents, completion)
    };
    let takers = position.present().iter().map(|id| position.player(*id));
    let scores = takers
        .filter(|player| player.bye_allowed)
        .map(|player| player.score);
    // If the lowest score of all who may have the bye allows a completion, it is C5's.
    let found = completed(scores.min().filter(|_| wants_score));
    if found.1.is_some() {
        return Ok(found);
    }
    let opponents = Opponents::new(position, None);
    opponents.check_pairable()?;
    Ok(completed(
        opponents.lowest_bye_score().filter(|_| wants_score),
    ))
}
