//! Small brackets of small fields, settled by a table over subsets.
//!
//! Most brackets of a club evening have two to eight players, and what decides them (a second
//! floater, an MDP that floats again, a floater nobody below may meet) is not local. At this size
//! the definitions can be followed directly, on bit sets and without allocation:
//!
//! 1. Every set of floaters, by size. The least cost of pairing the others is a table over subsets
//!    of the bracket: the lowest vertex meets each of its partners in turn (M. Held and R. M. Karp,
//!    1962, on another problem).
//! 2. Sets of least cost under the criteria above the look-ahead. Each is asked whether it leaves a
//!    completion, and whether its look-ahead is at the bound that all of them share: as few players
//!    as parity allows leave the following bracket, residents of it. If some are, the others are
//!    worse, and the least further cost among those decides. If none is, their look-ahead is worked
//!    out, by the sets of players who leave the following bracket.
//! 3. The sequence, decision by decision: a choice stands if some set of floaters and the table over
//!    the rest still reach the optimum.
//!
//! Whether a set of players can be paired completely is answered by branching on a player with the
//! fewest opponents left. That is exponential where it fails deep down, so it has a budget; a bracket
//! that exceeds it is left to the other levels.

mod completeness;
mod costs;
mod look_ahead;
mod optima;
mod subsets;

use std::cell::RefCell;

use edelweiss_model::{PlayerId, Position, Score};
use edelweiss_weights::{Bracket, Unit};

use costs::Costs;
use edelweiss_matching::bitset::members;
use edelweiss_matching::cardinality::WordGraph;
use look_ahead::{Ahead, Lower};
use optima::TableOptima;
use subsets::{NONE, Set, Table};

use crate::Tuning;
use crate::paths::{self, Path};
use crate::problem::{BracketProblem, BracketSolution};
use crate::sequence;

/// The largest field that fits, and the largest bracket.
const MOST_PRESENT: usize = 63;
const MOST_PLAYERS: usize = 12;
/// The vertex of the bye, in sets of places.
const BYE: u64 = 1 << 63;

/// Branching took too long, or the answer lies beyond this level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeyondTable;

/// Who may meet whom in one round; players by their place in the ranking of everybody present.
#[derive(Debug)]
pub(crate) struct SmallField<'a> {
    position: &'a Position,
    /// By player index.
    place: Vec<u8>,
    /// By place; the last one is the bye.
    graph: WordGraph,
    tuning: &'static Tuning,
    /// Steps of branching that are left.
    budget: u32,
}

/// What is written anew for every bracket. A thread keeps its own from round to round: making it
/// would take as long as pairing a bracket.
#[derive(Debug, Default)]
struct Scratch {
    table: Table,
    costs: Costs,
    /// Sets of floaters with what they and pairing the others cost.
    choices: Vec<(u128, Set)>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl<'a> SmallField<'a> {
    /// The field of a round. `None` where it is too large.
    pub(crate) fn new(position: &'a Position, tuning: &'static Tuning) -> Option<Self> {
        let present = position.present();
        if present.len() > tuning.table_present.min(MOST_PRESENT) {
            return None;
        }
        let mut place = vec![u8::MAX; position.players().len()];
        for (at, id) in present.iter().enumerate() {
            place[id.index()] = at as u8;
        }
        let everybody = first(present.len());
        let mut graph = WordGraph::default();
        let mut bound = [0; 2];
        for (at, id) in present.iter().enumerate() {
            let player = position.player(*id);
            let mut row = everybody & !(1 << at);
            for (opponent, _) in position.games(*id) {
                let other = place[opponent.index()];
                if other != u8::MAX {
                    row &= !(1 << other);
                }
            }
            if !position.bans().is_empty() {
                for (other, _) in (present.iter().enumerate())
                    .filter(|(_, other)| position.is_banned(*id, **other))
                {
                    row &= !(1 << other);
                }
            }
            graph.set_half_row(at, row);
            if let Some(colour) = player.bound_to() {
                bound[colour as usize] |= 1_u64 << at;
            }
        }
        for bound in bound {
            graph.set_apart(bound);
        }
        let mut field = Self {
            position,
            place,
            graph,
            tuning,
            budget: 0,
        };
        field.open_bye(|_| true);
        Some(field)
    }

    /// Opens the bye to those allowed it whose score is selected.
    fn open_bye(&mut self, selects: impl Fn(Score) -> bool) {
        let mut takers = 0;
        for (at, id) in self.position.present().iter().enumerate() {
            let player = self.position.player(*id);
            let others = self.graph.row(at) & !BYE;
            let takes = player.bye_allowed && selects(player.score);
            (self.graph).set_half_row(at, if takes { others | BYE } else { others });
            takers |= u64::from(takes) << at;
        }
        self.graph.set_half_row(63, takers);
    }

    fn set_of(&self, players: &[PlayerId]) -> u64 {
        (players.iter()).fold(0, |set, id| set | 1 << self.place[id.index()])
    }

    /// The first optimal pairing of a bracket.
    ///
    /// Cost: O(2ⁿ) at worst for n players of the bracket, a few hundred steps as a rule.
    pub(crate) fn pair(
        &mut self,
        problem: &BracketProblem<'_>,
    ) -> Result<BracketSolution, BeyondTable> {
        let n = problem.n_players();
        if n > self.tuning.table_players.min(MOST_PLAYERS) {
            return Err(BeyondTable);
        }
        self.budget = self.tuning.table_steps;
        let mut places = [0; MOST_PLAYERS];
        for (to, id) in places.iter_mut().zip(problem.players()) {
            *to = self.place[id.index()];
        }
        let places = &places[..n];
        let decided = SCRATCH.with_borrow_mut(|scratch| {
            let bracket = self.load(scratch, problem, places)?;
            self.choose_floaters(scratch, problem, (places, bracket.as_ref()))?;
            if n <= 2 {
                let all_float = scratch.choices[0].1 != 0;
                let pairs = if all_float { Vec::new() } else { vec![(0, 1)] };
                return Ok(pairs);
            }
            let Scratch {
                table,
                costs,
                choices,
            } = scratch;
            let mut optima = TableOptima::new(table, choices, n, costs.bits);
            sequence::first_pairing(&mut optima, problem.mdps.len(), n).map_err(|_| BeyondTable)
        })?;
        let player = |v: usize| self.position.present()[usize::from(places[v])];
        let mut floats = [true; MOST_PLAYERS];
        for (a, b) in &decided {
            floats[*a] = false;
            floats[*b] = false;
        }
        Ok(BracketSolution {
            pairs: (decided.iter())
                .map(|(a, b)| (player(*a), player(*b)))
                .collect(),
            floaters: (0..n).filter(|v| floats[*v]).map(player).collect(),
            ..BracketSolution::default()
        })
    }

    /// Fills the table with the allowed pairs of the bracket and what they cost; returns the bracket if
    /// anything costs anything.
    fn load<'q>(
        &self,
        scratch: &mut Scratch,
        problem: &'q BracketProblem<'_>,
        places: &[u8],
    ) -> Result<Option<Bracket<'q>>, BeyondTable> {
        let n_mdps = problem.mdps.len();
        let state = |v: usize| {
            let id = self.position.present()[usize::from(places[v])];
            self.position.player(id)
        };
        let mut bracket = None;
        if places.len() > 2 {
            let own = problem.bracket();
            let own = if problem.bye.is_here && !problem.collapses() {
                own.with_bye_as_sole_floater()
            } else {
                own
            };
            scratch.costs.lay_out(problem, &own)?;
            bracket = Some(own);
        } else {
            // One way to pair as many as possible, one not to: nothing to compare.
            scratch.costs.clear();
        }
        let mut place_set = [0_u64; MOST_PLAYERS];
        for (set, place) in place_set.iter_mut().zip(places) {
            *set = 1 << place;
        }
        scratch.table.clear(places.len());
        for v in 0..places.len() {
            let (row, higher) = (self.graph.row(usize::from(places[v])), state(v));
            let first_partner = n_mdps.max(v + 1);
            for u in first_partner..places.len() {
                if row & place_set[u] != 0 {
                    let lower = state(u);
                    let pair = Unit::Pair { higher, lower };
                    let cost = (bracket.as_ref())
                        .map_or(0, |bracket| scratch.costs.of_unit(bracket, pair));
                    scratch.table.join(v, u, cost);
                }
            }
        }
        Ok(bracket)
    }

    /// Leaves in `choices` the sets of floaters of the optimal pairings.
    fn choose_floaters(
        &mut self,
        scratch: &mut Scratch,
        problem: &BracketProblem<'_>,
        (places, bracket): (&[u8], Option<&Bracket<'_>>),
    ) -> Result<(), BeyondTable> {
        let n = places.len();
        let everybody: Set = (1 << n) - 1;
        let behind = places.last().map_or(0, |last| usize::from(*last) + 1);
        let mut lower = Lower {
            problem,
            next: first(behind + problem.n_next) & !first(behind),
            below: first(self.position.present().len()) & !first(behind + problem.n_next),
            known: 0,
            leaves: 0,
            ahead: None,
        };
        let most = match (lower.next, problem.bye.is_here) {
            (0, false) => 0,
            (0, true) => 1,
            _ => n,
        };
        for size in (n % 2..=most).step_by(2) {
            scratch.choices.clear();
            if let Some(bracket) = bracket.filter(|_| size == 1 || size == 2) {
                let states = places.iter().map(|place| {
                    let id = self.position.present()[usize::from(*place)];
                    self.position.player(id)
                });
                scratch.costs.fill_floaters(bracket, states);
            }
            let mut floaters: Set = (1 << size) - 1;
            while floaters <= everybody {
                let cost = scratch.table.least(everybody & !floaters);
                if cost != NONE {
                    let leaving = scratch.costs.of_floaters(floaters);
                    scratch.choices.push((cost + leaving, floaters));
                }
                if floaters == 0 {
                    break;
                }
                floaters = next_of_size(floaters.into()) as Set;
            }
            scratch.choices.sort_unstable();
            if self.settle_choices(scratch, &mut lower, places)? {
                return Ok(());
            }
        }
        Err(BeyondTable)
    }

    /// Among sets of floaters of one size, sorted by cost: keeps the optimal ones. False if no set
    /// leaves a completion.
    fn settle_choices(
        &mut self,
        scratch: &mut Scratch,
        lower: &mut Lower<'_, '_>,
        places: &[u8],
    ) -> Result<bool, BeyondTable> {
        // By the criteria above the look-ahead: those that the ones kept share.
        let mut group = None;
        let mut best = None;
        let mut kept = 0;
        for at in 0..scratch.choices.len() {
            let (cost, floaters) = scratch.choices[at];
            let above = scratch.costs.above_look_ahead(cost);
            if best.is_some_and(|best| best != cost) || group.is_some_and(|group| group != above) {
                break;
            }
            let ahead = self.ahead(lower, set_of(floaters, places))?;
            if ahead == Ahead::Impossible || (best.is_some() && ahead == Ahead::Possible) {
                continue;
            }
            if ahead == Ahead::Best && best.is_none() {
                best = Some(cost);
                kept = 0;
            }
            group = Some(above);
            scratch.choices[kept] = (cost, floaters);
            kept += 1;
        }
        scratch.choices.truncate(kept);
        if best.is_none() && kept > 1 {
            self.compare_look_ahead(scratch, lower, places)?;
        }
        Ok(kept > 0)
    }

    /// Keeps the choices with the best look-ahead, and of those the ones of least cost.
    fn compare_look_ahead(
        &mut self,
        scratch: &mut Scratch,
        lower: &mut Lower<'_, '_>,
        places: &[u8],
    ) -> Result<(), BeyondTable> {
        paths::enter(Path::TableLookAhead);
        let mut least = None;
        let mut kept = 0;
        for at in 0..scratch.choices.len() {
            let (cost, floaters) = scratch.choices[at];
            let bound = least.map_or(i128::MAX, |(value, _)| value);
            let value = self.look_ahead(lower, set_of(floaters, places), bound)?;
            let Some(value) = value else { continue };
            // Sorted by cost: the first of a value is the cheapest.
            if least.is_none_or(|least| value < least.0) {
                kept = 0;
                least = Some((value, cost));
            }
            if least == Some((value, cost)) {
                scratch.choices[kept] = (cost, floaters);
                kept += 1;
            }
        }
        scratch.choices.truncate(kept);
        if kept > 0 { Ok(()) } else { Err(BeyondTable) }
    }
}

/// The next larger number with as many bits.
fn next_of_size(set: u64) -> u64 {
    let lowest = set & set.wrapping_neg();
    let carried = set + lowest;
    carried | ((carried ^ set) / lowest) >> 2
}

/// The places of these vertices.
fn set_of(vertices: Set, places: &[u8]) -> u64 {
    members(u64::from(vertices)).fold(0, |set, v| set | 1 << places[v])
}

/// The first `n` places.
fn first(n: usize) -> u64 {
    (1 << n) - 1
}
