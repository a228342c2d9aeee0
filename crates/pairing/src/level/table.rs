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
//! fewest opponents left. That is exponential where it fails deep down, so it has a budget; whoever
//! exceeds it is left to the other levels.

mod costs;
mod optima;
mod subsets;

use std::cell::RefCell;

use edelweiss_model::{PlayerId, Position, Score, Strength};

use costs::Costs;
use edelweiss_matching::bitset::ones;
use optima::TableOptima;
use subsets::{NONE, Set, Table};

use crate::problem::{BracketProblem, BracketSolution};
use crate::sequence;

/// The largest field.
const MOST_PRESENT: usize = 63;
/// The largest bracket.
const MOST_PLAYERS: usize = 12;
/// The vertex of the bye, in sets of places.
const BYE: u64 = 1 << 63;
/// Steps of branching in one bracket.
const BUDGET: u32 = 4_000;
/// The largest following bracket that is compared exactly.
const MOST_AHEAD: usize = 24;
/// Where the number of players who leave the following bracket stands, above their grades.
const COUNT: u32 = 100;
const GRADE_BITS: u32 = 5;

/// Branching took too long, or the answer lies beyond this level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeyondTable;

/// How good a set of floaters is for what lies below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ahead {
    /// Leaves no completion.
    Impossible,
    /// Leaves one, with a look-ahead off its bound.
    Possible,
    Best,
}

/// Who may meet whom in one round; players by their place in the ranking of everybody present.
#[derive(Debug)]
pub(crate) struct SmallField<'a> {
    position: &'a Position,
    /// By player index.
    place: Vec<u8>,
    /// By place; the last one is the bye.
    rows: [u64; 64],
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
    pub(crate) fn new(position: &'a Position) -> Option<Self> {
        let present = position.present();
        if present.len() > MOST_PRESENT {
            return None;
        }
        let mut place = vec![u8::MAX; position.players().len()];
        for (at, id) in present.iter().enumerate() {
            place[id.index()] = at as u8;
        }
        let everybody = first(present.len());
        let mut rows = [0; 64];
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
            for other in ones(position.banned(*id)) {
                if place[other] != u8::MAX {
                    row &= !(1 << place[other]);
                }
            }
            rows[at] = row;
            if let (Strength::Absolute, Some(colour), false) =
                (player.strength, player.preference, player.topscorer)
            {
                bound[colour as usize] |= 1_u64 << at;
            }
        }
        for bound in bound {
            for at in members(bound) {
                rows[at] &= !bound;
            }
        }
        let mut field = Self {
            position,
            place,
            rows,
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
            self.rows[at] &= !BYE;
            if player.bye_allowed && selects(player.score) {
                self.rows[at] |= BYE;
                takers |= 1 << at;
            }
        }
        self.rows[63] = takers;
    }

    /// Whether the round can be paired at all.
    pub(crate) fn is_pairable(&mut self) -> Result<bool, BeyondTable> {
        self.budget = BUDGET;
        self.is_complete(first(self.position.present().len()), 0)
    }

    /// The lowest score of a player who can take the bye while all others are paired (2026 C5); from
    /// now on only players with that score may. `None` if there is none.
    pub(crate) fn lowest_bye_score(&mut self) -> Result<Option<Score>, BeyondTable> {
        let present = self.position.present();
        let mut last = None;
        for id in present.iter().rev() {
            let player = self.position.player(*id);
            if !player.bye_allowed || last == Some(player.score) {
                continue;
            }
            last = Some(player.score);
            self.open_bye(|score| score == player.score);
            if self.is_pairable()? {
                return Ok(last);
            }
        }
        Ok(None)
    }

    /// Whether the floaters and everybody lower can be paired completely.
    pub(crate) fn completes(
        &mut self,
        floaters: &[PlayerId],
        lower: &[PlayerId],
    ) -> Result<bool, BeyondTable> {
        self.budget = BUDGET;
        let everybody = self.set_of(floaters) | self.set_of(lower);
        self.is_complete(everybody, 0)
    }

    fn set_of(&self, players: &[PlayerId]) -> u64 {
        (players.iter()).fold(0, |set, id| set | 1 << self.place[id.index()])
    }

    /// Whether these can be paired completely, one with the bye if their number is odd, no two of
    /// `apart` with each other.
    fn is_complete(&mut self, players: u64, apart: u64) -> Result<bool, BeyondTable> {
        let bye = if players.count_ones() % 2 == 1 {
            BYE
        } else {
            0
        };
        self.is_perfect(players | bye, apart)
    }

    /// Whether a perfect matching of these vertices exists, with no two of `apart` in a pair.
    fn is_perfect(&mut self, vertices: u64, apart: u64) -> Result<bool, BeyondTable> {
        Ok(self.pairs_up_greedily(vertices, apart) || self.branches(vertices, apart)?)
    }

    /// Whom `v` may meet if no two of `apart` may.
    fn row(&self, v: usize, apart: u64) -> u64 {
        let row = self.rows[v];
        if apart >> v & 1 == 1 {
            row & !apart
        } else {
            row
        }
    }

    /// Finds a perfect matching as a rule where there is one: everybody takes the first partner left,
    /// or else one of somebody who can take another.
    fn pairs_up_greedily(&self, vertices: u64, apart: u64) -> bool {
        let mut mates = [0_u8; 64];
        let mut left = vertices;
        while left != 0 {
            // The bye first: few can take it.
            let v = 63 - left.leading_zeros() as usize;
            left &= !(1 << v);
            let row = self.row(v, apart) & vertices;
            let mut partner = row & left;
            if partner == 0 {
                let step = members(row).find_map(|taken| {
                    let jilted = usize::from(mates[taken]);
                    let other = self.row(jilted, apart) & left;
                    (other != 0).then(|| (taken, jilted, other.trailing_zeros()))
                });
                let Some((taken, jilted, other)) = step else {
                    return false;
                };
                left &= !(1 << other);
                mates[jilted] = other as u8;
                mates[other as usize] = jilted as u8;
                partner = 1 << taken;
            }
            let partner = partner.trailing_zeros() as usize;
            left &= !(1 << partner);
            mates[v] = partner as u8;
            mates[partner] = v as u8;
        }
        true
    }

    /// As [`Self::is_perfect`], by branching on a vertex with the fewest partners left.
    fn branches(&mut self, mut left: u64, apart: u64) -> Result<bool, BeyondTable> {
        while left != 0 {
            self.budget = self.budget.checked_sub(1).ok_or(BeyondTable)?;
            let (mut fewest, mut partners, mut vertex) = (u32::MAX, 0, 0);
            for v in members(left) {
                let row = self.row(v, apart) & left;
                if row.count_ones() < fewest {
                    (fewest, partners, vertex) = (row.count_ones(), row, v);
                    if fewest <= 1 {
                        break;
                    }
                }
            }
            left &= !(1 << vertex);
            match fewest {
                0 => return Ok(false),
                1 => left &= !partners,
                _ => {
                    for partner in members(partners) {
                        if self.branches(left & !(1 << partner), apart)? {
                            return Ok(true);
                        }
                    }
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The first optimal pairing of a bracket.
    ///
    /// Cost: O(2ⁿ) at worst for n players of the bracket, a few hundred steps as a rule.
    pub(crate) fn pair(
        &mut self,
        problem: &BracketProblem<'_>,
    ) -> Result<BracketSolution, BeyondTable> {
        let n = problem.n_players();
        if n > MOST_PLAYERS {
            return Err(BeyondTable);
        }
        self.budget = BUDGET;
        let mut places = [0; MOST_PLAYERS];
        for (to, id) in places.iter_mut().zip(problem.players()) {
            *to = self.place[id.index()];
        }
        let places = &places[..n];
        let decided = SCRATCH.with_borrow_mut(|scratch| {
            self.load(scratch, problem, places)?;
            self.choose_floaters(scratch, problem, places)?;
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

    /// Fills the table with the allowed pairs of the bracket and what they cost.
    fn load(
        &self,
        scratch: &mut Scratch,
        problem: &BracketProblem<'_>,
        places: &[u8],
    ) -> Result<(), BeyondTable> {
        let n_mdps = problem.mdps.len();
        let state = |v: usize| {
            let id = self.position.present()[usize::from(places[v])];
            self.position.player(id)
        };
        scratch.costs.lay_out(problem, state)?;
        let mut place_set = [0_u64; MOST_PLAYERS];
        for (set, place) in place_set.iter_mut().zip(places) {
            *set = 1 << place;
        }
        scratch.table.clear(places.len());
        for v in 0..places.len() {
            let row = self.rows[usize::from(places[v])];
            let first_partner = n_mdps.max(v + 1);
            for u in first_partner..places.len() {
                if row & place_set[u] != 0 {
                    let cost = scratch.costs.of_pair(state(v), state(u));
                    scratch.table.join(v, u, cost);
                }
            }
        }
        Ok(())
    }

    /// Leaves in `choices` the sets of floaters of the optimal pairings.
    fn choose_floaters(
        &mut self,
        scratch: &mut Scratch,
        problem: &BracketProblem<'_>,
        places: &[u8],
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
        };
        let most = match (lower.next, problem.bye.is_here) {
            (0, false) => 0,
            (0, true) => 1,
            _ => n,
        };
        for size in (n % 2..=most).step_by(2) {
            scratch.choices.clear();
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
        lower: &Lower<'_, '_>,
        places: &[u8],
    ) -> Result<(), BeyondTable> {
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

    /// What a set of floaters means for what lies below.
    fn ahead(&mut self, lower: &mut Lower<'_, '_>, floaters: u64) -> Result<Ahead, BeyondTable> {
        let Lower {
            problem,
            next,
            below,
            ..
        } = *lower;
        if problem.bye.is_here {
            for taker in members(floaters & self.rows[63]) {
                let playing = floaters & !(1 << taker);
                if self.is_perfect(playing | next | below, playing)? {
                    // Whoever takes the bye leaves one and the same problem behind.
                    let alone = playing == 0;
                    return Ok(if alone { Ahead::Best } else { Ahead::Possible });
                }
            }
            return Ok(Ahead::Impossible);
        }
        if next == 0 {
            return Ok(Ahead::Best);
        }
        if problem.completes && !self.is_complete(floaters | next | below, floaters)? {
            return Ok(Ahead::Impossible);
        }
        // With a completion the last bracket is at its bound.
        if !problem.looks_ahead || (problem.completes && below == 0) {
            return Ok(Ahead::Best);
        }
        let is_best = if problem.completes {
            self.leaves_few(lower, floaters)?
        } else {
            self.leaves_few_freely(next, below == 0, floaters)?
        };
        Ok(if is_best {
            Ahead::Best
        } else {
            Ahead::Possible
        })
    }

    /// The value of the best pairing of the following bracket that these floaters allow, if it is at
    /// most `bound`; smaller is better. The number of players who leave it comes first, then what
    /// kind they are.
    ///
    /// Goes through the sets of those who leave, by size.
    fn look_ahead(
        &mut self,
        lower: &Lower<'_, '_>,
        floaters: u64,
        bound: i128,
    ) -> Result<Option<i128>, BeyondTable> {
        let mut least = None;
        let takers = floaters & self.rows[63];
        if lower.problem.bye.is_here {
            for taker in members(takers) {
                // The bye leaves the following bracket, too, at one price for all takers.
                let bound = least.unwrap_or(bound);
                let playing = floaters & !(1 << taker);
                least = self.look_ahead_of(lower, playing, bound)?.or(least);
            }
            return Ok(least);
        }
        self.look_ahead_of(lower, floaters, bound)
    }

    fn look_ahead_of(
        &mut self,
        lower: &Lower<'_, '_>,
        floaters: u64,
        bound: i128,
    ) -> Result<Option<i128>, BeyondTable> {
        let (next, below) = (lower.next, lower.below);
        let everybody = floaters | next;
        let n = everybody.count_ones() as usize;
        if n > MOST_AHEAD {
            return Err(BeyondTable);
        }
        // From the lowest ranked up, so that sets of low ranked players come first.
        let mut players = [0; MOST_AHEAD];
        for (to, place) in players[..n].iter_mut().rev().zip(members(everybody)) {
            *to = place;
        }
        let (prices, base) = self.prices_ahead(lower, &players[..n], floaters)?;
        let mut least = None;
        for size in (n % 2..=n).step_by(2) {
            if (size as i128) << COUNT > least.unwrap_or(bound) {
                break;
            }
            let mut leaving: u64 = first(size);
            while leaving < 1 << n {
                let price = members(leaving).map(|v| prices[v]).sum::<i128>() + base;
                if price <= bound && least.is_none_or(|least| price < least) {
                    self.budget = self.budget.checked_sub(1).ok_or(BeyondTable)?;
                    let gone = members(leaving).fold(0, |set, v| set | 1 << players[v]);
                    if self.is_perfect(everybody & !gone, floaters)?
                        && (!lower.problem.completes || self.is_complete(gone | below, floaters)?)
                    {
                        least = Some(price);
                    }
                }
                if leaving == 0 {
                    break;
                }
                leaving = next_of_size(leaving);
            }
        }
        Ok(least)
    }

    /// What each player of the following bracket costs who leaves it, and what they cost together
    /// if nobody does.
    fn prices_ahead(
        &self,
        lower: &Lower<'_, '_>,
        players: &[usize],
        floaters: u64,
    ) -> Result<([i128; MOST_AHEAD], i128), BeyondTable> {
        let state = |place: usize| self.position.player(self.position.present()[place]);
        let mut prices = [0; MOST_AHEAD];
        let mut base = 0;
        let lowest = state(players[0]).score;
        let mut grades = costs::Descending::default();
        let collapses = lower.problem.collapses();
        for &place in players {
            let difference = state(place).score - lowest;
            grades.insert(difference)?;
            grades.insert(difference + Score::ONE)?;
        }
        let field = |difference: Score| -> i128 {
            let above_least = grades.len() - 1 - grades.place(difference);
            1 << (above_least as u32 * GRADE_BITS)
        };
        if grades.len() as u32 * GRADE_BITS > COUNT {
            return Err(BeyondTable);
        }
        for (price, &place) in prices.iter_mut().zip(players) {
            let player = state(place);
            let difference = player.score - lowest;
            let is_last = lower.below == 0 && collapses;
            let barred = is_last && !player.bye_allowed;
            *price = if barred { 3 } else { 1 } << COUNT;
            *price += field(if collapses {
                difference + Score::ONE
            } else {
                difference
            });
            if collapses && floaters >> place & 1 == 1 {
                *price -= field(difference);
                base += field(difference);
            }
        }
        Ok((prices, base))
    }

    /// Whether the floaters and the following scoregroup can be paired but for as few players of
    /// that as parity demands, who complete the round together with those below.
    fn leaves_few(
        &mut self,
        lower: &mut Lower<'_, '_>,
        floaters: u64,
    ) -> Result<bool, BeyondTable> {
        let (next, below) = (lower.next, lower.below);
        let everybody = floaters | next;
        let is_odd = (everybody | below).count_ones() % 2 == 1;
        let takers = if is_odd { self.rows[63] & next } else { 0 };
        if everybody.count_ones() % 2 == 1 {
            for v in members(next) {
                if lower.known >> v & 1 == 0 {
                    lower.known |= 1 << v;
                    if self.is_complete(below | 1 << v, 0)? {
                        lower.leaves |= 1 << v;
                    }
                }
                if lower.leaves >> v & 1 == 1 && self.is_perfect(everybody & !(1 << v), floaters)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        if takers == 0 {
            return Ok(self.is_complete(below, 0)? && self.is_perfect(everybody, floaters)?);
        }
        // One takes the bye, and somebody goes with them.
        for taker in members(takers) {
            for v in members(next & !(1 << taker)) {
                if self.is_perfect(below | 1 << v, 0)?
                    && self.is_perfect(everybody & !(1 << taker) & !(1 << v), floaters)?
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The same without a completion (2017); who stays unpaired in the last bracket must be allowed
    /// the bye.
    fn leaves_few_freely(
        &mut self,
        next: u64,
        is_last: bool,
        floaters: u64,
    ) -> Result<bool, BeyondTable> {
        let everybody = floaters | next;
        if everybody.count_ones().is_multiple_of(2) {
            return self.is_perfect(everybody, floaters);
        }
        let leaving = if is_last { next & self.rows[63] } else { next };
        for v in members(leaving) {
            if self.is_perfect(everybody & !(1 << v), floaters)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// What lies below a bracket.
#[derive(Debug)]
struct Lower<'q, 'a> {
    problem: &'q BracketProblem<'a>,
    next: u64,
    below: u64,
    /// Players of `next` of whom is known whether they can complete the round with those below.
    known: u64,
    /// Those who can.
    leaves: u64,
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

/// The members of a set, ascending.
fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(member)
    })
}
